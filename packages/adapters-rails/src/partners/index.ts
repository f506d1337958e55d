export { sign, signingKey } from './signature.js';
