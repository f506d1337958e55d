export * from './area.js';
export * from './rail-record.js';
export * from './rail-store.js';
