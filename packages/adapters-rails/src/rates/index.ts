export * from './sandbox-rates.js';
