export * from './chart.js';
export * from './journal.js';
