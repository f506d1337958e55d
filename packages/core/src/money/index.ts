export * from './currency.js';
export * from './fees.js';
export * from './money.js';
export * from './money-fields.js';
export { priceFixedReceiving, priceFixedSending, type Pricing } from './pricing.js';
export * from './rate.js';
export * from './rate-text.js';
export * from './spread.js';
