export * from './identity-tokens.js';
export * from './liveness.js';
export * from './passkeys.js';
export * from './sca-adapters.js';
export * from './totp.js';
export * from './wallet-adapters.js';
