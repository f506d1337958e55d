export * from './audit.js';
export * from './chart.js';
export * from './journal.js';
export * from './positions.js';
export * from './read-entries.js';
export * from './rebuild-checkpoints.js';
