export * from './access.js';
export * from './action.js';
export * from './actions.js';
export * from './approvals.js';
export { allowedTo, type Caller, type MasterKeyHolder } from './callers.js';
export { createActions } from './create-actions.js';
export * from './effects.js';
export * from './operator.js';
export * from './operator-log.js';
export * from './read-log.js';
export type { PastRequest } from './request-history.js';
export * from './refusals.js';
export * from './sessions.js';
export * from './stated-access.js';
export { type ApprovalNotice, type ApproverNotices, type NoticeOutcome, tellApprovers } from './tell-approvers.js';
export {
  type Asking,
  type Fact,
  movedText,
  type NameOf,
  type Names,
  saying,
  type SaysWords,
  type Weight,
  type Wording,
  type Words,
} from './wording.js';
