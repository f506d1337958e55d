export function refusalOf(version: string): string | null;
