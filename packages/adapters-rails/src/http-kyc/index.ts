export { httpKyc } from './http-kyc.js';
export { kycOpenApi } from './open-api.js';
