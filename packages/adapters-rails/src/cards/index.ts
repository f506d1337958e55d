export { type CardFrameOptions, withCardFrame } from './card-frame.js';
export type { CardSecrets } from './card-number.js';
export { guardCardIssuer } from './guard-card-issuer.js';
export { type SandboxIssuer, sandboxIssuer, type SandboxIssuerOptions } from './sandbox-issuer.js';
export { type CardVault, fileVault, memoryVault } from './vault.js';
