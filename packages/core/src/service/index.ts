export * from './core.js';
export { createCore } from './create-core.js';
export type { PreparedQuote } from './create-quote.js';
export * from './options.js';
export * from './ports.js';
export * from './reads/index.js';
export type * from './screening-reads.js';
export type * from './travel-rule-reads.js';
