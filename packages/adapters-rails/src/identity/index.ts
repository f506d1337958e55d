export * from './identity-tokens.js';
export { createLivenessChecks } from './liveness.js';
export * from './openid-provider.js';
export * from './operator-ports.js';
export * from './passkeys.js';
export * from './sca-ports.js';
export * from './totp.js';
export * from './wallet-ports.js';
