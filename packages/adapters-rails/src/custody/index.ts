export * from './key-command.js';
export * from './master-key.js';
export * from './sealer.js';
export * from './node-crypto.js';
export * from './passwords.js';
export * from './wallet-signer.js';
