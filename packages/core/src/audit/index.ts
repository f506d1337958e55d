export * from './audit.js';
export type { AuditRuns, RequestAudit } from './audit-runs.js';
export * from './background.js';
export { findUnreadable } from './sealed.js';
export { inspectSupply } from './supply.js';
