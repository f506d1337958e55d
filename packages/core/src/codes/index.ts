export * from './one-time-code.js';
