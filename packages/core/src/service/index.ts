export * from './core.js';
export * from './create-core.js';
