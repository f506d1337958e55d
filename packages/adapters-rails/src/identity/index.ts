export * from './identity-tokens.js';
export * from './passkeys.js';
export * from './wallet-adapters.js';
