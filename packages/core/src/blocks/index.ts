export * from './block.js';
export * from './block-customer.js';
export * from './block-payee.js';
export * from './block-platform.js';
export * from './stopped.js';
