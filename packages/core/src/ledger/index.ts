export * from './amount-on.js';
export * from './audit.js';
export * from './audit-run.js';
export * from './chart.js';
export { type Check, inspect, unless } from './check.js';
export * from './journal.js';
export * from './positions.js';
export * from './read-entries.js';
export * from './rebuild-checkpoints.js';
