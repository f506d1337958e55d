export * from './guard-rail.js';
export * from './rails-document.js';
