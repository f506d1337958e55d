export * from './area.js';
export * from './one-time-code.js';
export * from './policy.js';
export * from './ports.js';
