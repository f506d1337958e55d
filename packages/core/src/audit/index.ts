export * from './audit.js';
export * from './background.js';
