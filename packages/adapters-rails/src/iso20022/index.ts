export { formatAmount } from './amount.js';
export { type BankMessages, loadBankMessages } from './load.js';
export * from './messages.js';
export { purposeCodeOf } from './purposes.js';
export type { FileOutcome, FilePart } from './read-bank-file.js';
export { readInWorker, type ReadFile } from './read-in-worker.js';
export { MAX_BYTES, type ReadOptions } from './read-bank-message.js';
export { type Rejection, rejectionOf, type StatusLevel } from './reasons.js';
export { creditorReference, findReferences, type FoundReferences, isCreditorReference } from './references.js';
export { InvalidSchema, type SchemaFile, type Schemas } from './schemas.js';
export { SEPA_CHARACTERS, SEPA_IDENTIFIER } from './sepa-text.js';
export {
  easterSunday,
  executionDate,
  type ExecutionDateInput,
  isDate,
  isTargetDay,
  localDay,
  localInstant,
  minuteOf,
  nextTargetDay,
} from './target-calendar.js';
export { READ_MESSAGES } from './versions.js';
export { InvalidCreditTransfer } from './write-credit-transfers.js';
