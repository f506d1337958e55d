export * from './compare-holdings.js';
export * from './end-overdue.js';
export * from './forget-old.js';
export * from './reconcile.js';
export * from './reconcile-rail.js';
export * from './reconciliation-area.js';
export * from './record-differences.js';
export * from './reseal.js';
