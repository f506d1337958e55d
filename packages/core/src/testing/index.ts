export * from './host.js';
export * from './ports.js';
