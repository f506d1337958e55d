export * from './area.js';
export { findAnywhere, type FoundRecord } from './find-record.js';
export type { FoundPayments, PaymentFilter } from './search-payments.js';
export * from './timeline.js';
export { type AtBank, readAtBank } from './payments-at-bank.js';
