export * from './content-inspector.js';
export * from './kyc-ports.js';
export * from './manual-provider.js';
export * from './sandbox-provider.js';
