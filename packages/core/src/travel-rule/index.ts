export { loggedOf, TRANSFER_LOGGED } from './log-transfer.js';
export * from './area.js';
export { type ConnectedTravelRule, membersOf, type TravelRuleMembers } from './members.js';
export type { HearTravelRule } from './hear.js';
export type { MustBeProven, PaidOnChain } from './proof.js';
export * from './travel-rule-states.js';
export * from './travel-rule-transfer.js';
