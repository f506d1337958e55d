export * from './area.js';
export * from './create-quote.js';
export * from './execute-quote.js';
export * from './fee-schedule.js';
export { type Payer, KNOWN_FIELDS } from './payer.js';
export { SETTLEMENT_CURRENCY } from './payment.js';
export * from './quote.js';
export * from './quote-states.js';
export * from './receive-funding.js';
