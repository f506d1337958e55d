export * from './ecb-rates.js';
export { isJsonPointer } from './exact-json.js';
export { type HttpRatePair, type HttpRatePlaces, httpRates, type HttpRatesOptions, placesOf } from './http-rates.js';
export { krakenRates, type KrakenRatesOptions } from './kraken-rates.js';
export { DEFAULT_MAX_SPREAD_BPS } from './market-price.js';
export * from './rate-source-error.js';
export { sandboxRates } from '@corridor/core/internal';
export * from './stablecoin-rates.js';
