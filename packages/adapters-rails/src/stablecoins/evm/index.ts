export { evmIssuer } from './evm-issuer.js';
