export { connectIssuer } from './evm-issuer.js';
