export {
  addErasure,
  type ErasedRows,
  eraseLogEntries,
  eraseRows,
  type EraseRowsPorts,
  type Erasing,
  ERASURE_RACED,
  erasureKey,
  ErasureRefused,
  erasureUnder,
  isCommitted,
  sealOver,
  sealsOf,
  spareSalt,
  untilWon,
} from './erase-rows.js';
export * from './inspect-seals.js';
export { isPlainMember } from './plain-members.js';
export { HEAD_ID, SEAL_HEADS, sealId, SEALS } from './seal.js';
export { SEAL_ERASURES, type SealErasure } from './seal-erasure.js';
export * from './seal-journal.js';
export * from './seal-lag.js';
export { erasedEvent } from './sealed-lines.js';
