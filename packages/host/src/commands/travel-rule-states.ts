import type { TravelRuleStatus } from '@corridor/core/records';

/** The values of `--status`. */
export const TRAVEL_RULE_STATES: readonly TravelRuleStatus[] = [
  ...(['ASKED', 'ACCEPTED', 'REJECTED', 'EXPIRED'] as const),
  ...(['WITHDRAWN', 'REFUSED', 'KEPT', 'RECEIVED'] as const),
];
