export * from './area.js';
export * from './deposit.js';
export * from './read-transactions.js';
export * from './receive-deposit.js';
export * from './refund.js';
export * from './transaction.js';
export * from './transaction-states.js';
