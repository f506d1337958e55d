export * from './custody/index.js';
export * from './identity/index.js';
export * from './rates/index.js';
export * from './registry/index.js';
export * from './sandbox/index.js';
