export * from './kernel/index.js';
export * from './ledger/index.js';
export * from './events/index.js';
