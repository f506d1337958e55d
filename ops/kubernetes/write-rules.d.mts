/** The manifest with the groups of a file of rules. */
export function prometheusRuleOf(alerts: string): string;
