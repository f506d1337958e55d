import { Buffer } from 'node:buffer';
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { unpack, type UnpackedFile } from '../iso20022/unpack.js';
import { zip } from './iso20022/archives.js';

/** Files of a bank that show one fault, and what they mean for the account `CASE_IBAN` in the end, in cents. */
export interface BankCase {
  readonly name: string;
  /** The files in the order in which they arrive. */
  readonly files: readonly string[];
  /** What the customer is credited. */
  readonly credited: bigint;
  /** What the bank holds by these files. */
  readonly clearing: bigint;
}

export const CASE_IBAN = 'DE89370400440532013000';

/** Stands for the reference of the customer in the files. */
const REFERENCE = 'RF18CORRIDORTEST01';

const named = (name: string, count: number, ending = 'xml'): readonly string[] =>
  Array.from({ length: count }, (_, index) => `${name}.${index + 1}.${ending}`);

const bankCase = (name: string, count: number, credited: bigint, clearing: bigint): BankCase => ({
  name,
  files: named(name, count),
  credited,
  clearing,
});

export const BANK_CASES: readonly BankCase[] = [
  bankCase('batch-one-TxDtls-053-then-054', 2, 10_000n, 10_000n),
  bankCase('batch-one-TxDtls-054-then-053', 2, 10_000n, 10_000n),
  bankCase('detail-direction-contradicts-DBIT', 1, 0n, -7_770n),
  bankCase('detail-direction-contradicts-CRDT', 1, 7_770n, 7_770n),
  bankCase('same-AcctSvcrRef-other-e2e', 1, 20_000n, 20_000n),
  bankCase('same-AcctSvcrRef-other-text', 1, 20_000n, 20_000n),
  bankCase('same-e2e-next-day-two-053', 2, 20_000n, 20_000n),
  bankCase('same-e2e-next-day-054-then-053', 4, 20_000n, 20_000n),
  bankCase('other-AcctSvcrRef-in-053-same-e2e', 2, 10_000n, 10_000n),
  bankCase('other-AcctSvcrRef-in-053-no-e2e', 2, 10_000n, 10_000n),
  bankCase('statement-generated-again-same-Id-other-MsgId', 2, 10_000n, 10_000n),
  bankCase('statement-generated-again-other-Id-same-seq', 2, 10_000n, 10_000n),
  bankCase('PDNG-then-BOOK', 3, 10_000n, 10_000n),
  bankCase('foreign-TxDtls-Amt-USD', 1, 9_000n, 9_000n),
  bankCase('foreign-charge-deducted', 1, 10_000n, 9_000n),
  bankCase('charge-only-TtlChrgs', 1, 10_000n, 9_000n),
  bankCase('reversal-of-arrival', 2, 0n, 0n),
  bankCase('return-with-the-AcctSvcrRef-of-another-credit', 1, 12_500n, 25_000n),
  bankCase('two-equal-entries-without-ids-one-statement', 1, 20_000n, 20_000n),
  bankCase('SFIRM-reversal-with-the-sign-of-the-original', 1, 0n, 0n),
  bankCase('charge-added-to-debit', 1, 0n, -152_600n),
  bankCase('batch-mixed-directions', 1, 6_000n, 2_000n),
  bankCase('batch-details-do-not-add-up', 1, 0n, 10_000n),
  bankCase('two-pages-of-one-statement', 2, 20_000n, 20_000n),
  bankCase('camt.053.001.01', 1, 10_000n, 10_000n),
  bankCase('camt.053.001.03', 1, 10_000n, 10_000n),
  bankCase('camt.053.001.06', 1, 10_000n, 10_000n),
  bankCase('camt.053.001.07', 1, 10_000n, 10_000n),
  bankCase('camt.053.001.10', 1, 10_000n, 10_000n),
  bankCase('other-currency-balance-beside', 1, 10_000n, 10_000n),
  bankCase('other-currency-entry-INFO', 1, 10_000n, 10_000n),
  bankCase('IBAN-in-Othr', 1, 10_000n, 10_000n),
  { ...bankCase('gzip-of-a-camt', 1, 10_000n, 10_000n), files: named('gzip-of-a-camt', 1, 'xml.gz') },
  { ...bankCase('zip-of-camts', 1, 10_000n, 10_000n), files: named('zip-of-camts', 1, 'zip') },
];

/** The messages in a file. */
function messagesIn(file: string): readonly UnpackedFile[] {
  const content = readFileSync(new URL(`./bank-cases/${file}`, import.meta.url));
  return unpack(content, { maxBytes: 1024 * 1024 }) ?? [{ name: file, bytes: content }];
}

/** The content of a file, with the reference of the customer. */
export function bankCaseFile(file: string, reference: string): Uint8Array {
  const messages = messagesIn(file).map(({ name, bytes }) => ({
    name,
    content: Buffer.from(Buffer.from(bytes).toString('utf8').replaceAll(REFERENCE, reference)),
  }));
  if (file.endsWith('.zip')) return zip(...messages);
  return file.endsWith('.gz') ? gzipSync(messages[0]!.content) : messages[0]!.content;
}

/** Whether a statement is among the files. */
export const hasStatement = (files: readonly string[]): boolean =>
  files.flatMap(messagesIn).some(({ bytes }) => Buffer.from(bytes).includes('camt.053'));

/** Every order of a list. */
export function ordersOf<T>(all: readonly T[]): readonly (readonly T[])[] {
  if (all.length <= 1) return [all];
  return all.flatMap((first, index) => ordersOf(all.filter((_, at) => at !== index)).map((rest) => [first, ...rest]));
}
