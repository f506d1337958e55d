export * from './kernel/index.js';
export * from './money/index.js';
export * from './ledger/index.js';
export * from './events/index.js';
export * from './codes/index.js';
export * from './exceptions/index.js';
export * from './platforms/index.js';
export * from './seals/index.js';
export * from './customers/index.js';
export * from './verification/index.js';
export * from './accounts/index.js';
export * from './rates/index.js';
export * from './transactions/index.js';
export * from './wallets/index.js';
export * from './sca/index.js';
export * from './cards/index.js';
export * from './quotes/index.js';
export * from './transfers/index.js';
export * from './uma/index.js';
export * from './stablecoins/index.js';
export * from './agents/index.js';
export * from './sandbox/index.js';
export * from './treasury/index.js';
export * from './catalogue/index.js';
export * from './audit/index.js';
export {
  reconcile,
  type Booked,
  type Reconciliation,
  type ReconciliationScope,
  recordDifferences,
  resealAll,
  type StatementLine,
} from './maintenance/index.js';
export * from './service/index.js';
