export * from './erasure.js';
export * from './legal-hold.js';
export * from './periods.js';
