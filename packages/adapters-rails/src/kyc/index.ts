export * from './content-inspector.js';
export * from './kyc-ports.js';
export { manualKyc, sandboxKyc } from '@corridor/core/internal';
