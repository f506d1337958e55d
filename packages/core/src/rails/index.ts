export * from './area.js';
export type { ConnectionCallbacks } from './callbacks.js';
export { fetchDocument } from './fetch-document.js';
export { hearProvider } from './hear-provider.js';
export { type KycArea, kycArea } from './kyc-area.js';
export * from './rail-record.js';
export * from './rail-store.js';
export * from './rail-tells.js';
export type { RailTellsPorts, Told } from './rail-tells-ports.js';
