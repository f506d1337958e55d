export * from './inspect-seals.js';
export { HEAD_ID, SEAL_HEADS, sealId, SEALS } from './seal.js';
export * from './seal-journal.js';
export * from './seal-lag.js';
