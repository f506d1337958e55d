export * from './ecb-rates.js';
export * from './rate-source-error.js';
export { sandboxRates } from './sandbox-rates.js';
export * from './stablecoin-rates.js';
