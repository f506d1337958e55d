import type { TransactionCode } from '../../iso20022/messages.js';

/**
 * What a bank transaction code says about an entry.
 * - `transfer`: a credit transfer, received or sent.
 * - `issued`: a credit transfer that the account has sent.
 * - `return`: a transfer that comes back, or is called back.
 * - `charge`, `interest`: the bank's own.
 * - `other`: anything else that the code names, such as a direct debit or a card payment.
 * - `unknown`: the code names nothing, or is one of the bank's own.
 */
export const ENTRY_TYPES = ['transfer', 'issued', 'return', 'charge', 'interest', 'other', 'unknown'] as const;
export type EntryType = (typeof ENTRY_TYPES)[number];

/** Families of the domain PMNT: received and issued credit transfers, also in real time. */
const TRANSFERS: ReadonlyMap<string, EntryType> = new Map([
  ['RCDT', 'transfer'],
  ['RRCT', 'transfer'],
  ['ICDT', 'issued'],
  ['IRCT', 'issued'],
]);

/** Subfamilies of the external code set of ISO 20022, in any family. */
const BY_SUBFAMILY: ReadonlyMap<string, EntryType> = new Map([
  ['CHRG', 'charge'],
  ['COMM', 'charge'],
  ['COME', 'charge'],
  ['COMI', 'charge'],
  ['COMT', 'charge'],
  ['FEES', 'charge'],
  ['TAXE', 'charge'],
  ['INTR', 'interest'],
]);

/** Reversal due to a return, and due to a request for cancellation. */
const RETURNS: ReadonlySet<string> = new Set(['RRTN', 'RPCR']);

/** Families that say nothing about an entry: other, and not available. */
const NOTHING: ReadonlySet<string> = new Set(['OTHR', 'NTAV']);

/** Codes of German banks (Geschäftsvorfallcode), as in `NTRF+166+00931`. */
const GERMAN: ReadonlyMap<string, EntryType> = new Map([
  ...codes('transfer', '116 117 118 119 152 153 154 156 165 166 167 168 169 188 189 191 194 195 196 197'),
  ...codes('return', '159 160'),
  ...codes('charge', '808 809'),
  ...codes('interest', '805 814'),
  ...codes('other', '101 102 103 104 105 106 107 108 109 110 111 112 171 174 181 182 184 192 193'),
]);

/** Transaction types of SWIFT, as in `NCHG`. */
const SWIFT: ReadonlyMap<string, EntryType> = new Map([
  ['NTRF', 'transfer'],
  ['NRTI', 'return'],
  ['NCHG', 'charge'],
  ['NCOM', 'charge'],
  ['NINT', 'interest'],
  ...codes('other', 'NDDT NCHK NCLR NCOL NECK NLDP NSEC'),
]);

function codes(type: EntryType, list: string): readonly (readonly [string, EntryType])[] {
  return list.split(' ').map((code) => [code, type]);
}

/** The type that one code names. The bank's own code counts if there is no code of ISO 20022. */
function typeOfCode({ domain, family, subFamily, proprietary }: TransactionCode): EntryType {
  if (domain === null) return proprietary === null ? 'unknown' : typeOfProprietary(proprietary);
  const own = subFamily === null ? undefined : BY_SUBFAMILY.get(subFamily);
  if (own !== undefined) return own;
  const transfer = domain === 'PMNT' && family !== null ? TRANSFERS.get(family) : undefined;
  if (transfer !== undefined) return subFamily !== null && RETURNS.has(subFamily) ? 'return' : transfer;
  return family === null || NOTHING.has(family) ? 'unknown' : 'other';
}

function typeOfProprietary(code: string): EntryType {
  const parts = code.toUpperCase().split(/[^A-Z0-9]+/);
  const german = parts.map((part) => GERMAN.get(part)).find((type) => type !== undefined);
  return german ?? SWIFT.get(parts[0]!) ?? 'unknown';
}

/** The type of an entry: the first of its codes that says something, the code of the detail first. */
export const typeOf = (all: readonly TransactionCode[]): EntryType =>
  all.map(typeOfCode).find((type) => type !== 'unknown') ?? 'unknown';
