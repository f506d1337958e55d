export * from './account-cases.js';
export * from './host.js';
export * from './ports.js';
