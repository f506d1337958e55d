export * from './audit.js';
export * from './background.js';
export { findUnreadable } from './sealed.js';
