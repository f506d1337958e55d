import { optionalPackage } from '@corridor/core/internal';
import type { CreditTransfer, CreditTransferFile, CreditTransferMessage, ReadOutcome } from './messages.js';
import { type FileOutcome, readBankFile } from './read-bank-file.js';
import { readBankMessage, type ReadOptions } from './read-bank-message.js';
import { openSchemas, type SchemaFile, type Schemas } from './schemas.js';
import { sepaText } from './sepa-text.js';
import { invalidInCreditTransfer, writeCreditTransfers } from './write-credit-transfers.js';

/** Reads and writes messages. The functions do no I/O and keep no state. */
export interface BankMessages {
  /** A pain.001 in UTF-8. Throws `InvalidCreditTransfer` for values that cannot be written. */
  writeCreditTransfers(message: CreditTransferMessage, file: CreditTransferFile): string;
  /** What is wrong with one payment; null if it can be written. */
  invalidInCreditTransfer(transfer: CreditTransfer): string | null;
  /** The text in the SEPA character set, cut to the length; null if no letter or digit is left. */
  sepaText(text: string, maxLength: number): string | null;
  /** Reads a message of a bank: a value or a problem, never an exception because of the content. */
  readBankMessage(bytes: Uint8Array, options?: ReadOptions): ReadOutcome;
  /** Reads a file of a bank, which may be an archive of messages. */
  readBankFile(bytes: Uint8Array, options?: ReadOptions): FileOutcome;
  /** Compiles schemas that the operator has, for `readBankMessage`. Throws `InvalidSchema`. */
  openSchemas(files: readonly SchemaFile[]): Schemas;
}

/** Loads the optional packages; an error names the command that installs a missing one. */
export async function loadBankMessages(): Promise<BankMessages> {
  const [libxml2, { create }, { default: transliterate }] = await Promise.all([
    optionalPackage('libxml2-wasm@0.7.2', () => import('libxml2-wasm')),
    optionalPackage('xmlbuilder2@4.0.3', () => import('xmlbuilder2')),
    optionalPackage('any-ascii@0.3.3', () => import('any-ascii')),
  ]);
  return {
    writeCreditTransfers: (message, file) => writeCreditTransfers({ create, transliterate }, message, file),
    invalidInCreditTransfer: (transfer) => invalidInCreditTransfer(transliterate, transfer),
    sepaText: (text, maxLength) => sepaText(transliterate, text, maxLength),
    readBankMessage: (bytes, options) => readBankMessage(libxml2, bytes, options),
    readBankFile: (bytes, options) => readBankFile(libxml2, bytes, options),
    openSchemas: (files) => openSchemas(libxml2, files),
  };
}
