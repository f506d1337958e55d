export * from './change-limits.js';
export * from './counters.js';
export * from './limit-usage.js';
export * from './limits-of.js';
export * from './read-limits.js';
export { LIMIT_KIND_NAMES } from './refusals.js';
export * from './use-limits.js';
