export * from './inspect-seals.js';
export { SEAL_HEADS, SEALS } from './seal.js';
export * from './seal-journal.js';
