export * from './machines.js';
export * from './record-kinds.js';
