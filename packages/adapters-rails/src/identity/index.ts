export * from './identity-tokens.js';
export * from './passkeys.js';
