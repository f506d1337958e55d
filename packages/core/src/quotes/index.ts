export * from './area.js';
export * from './create-quote.js';
export * from './execute-quote.js';
export * from './quote.js';
export * from './quote-states.js';
export * from './receive-funding.js';
