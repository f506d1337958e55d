export * from './account-checks.js';
export * from './ownership-proofs.js';
export * from './lists.js';
