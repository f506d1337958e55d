import { type Instant, instant } from '@corridor/core';
import { bech32 } from '@scure/base';

/** What an invoice (BOLT 11) says about its payment. */
export interface Bolt11 {
  readonly isMainNetwork: boolean;
  /** Hex. Equal for all notations of an invoice; its preimage proves the payment. */
  readonly paymentHash: string;
  /** Thousandths of a satoshi; null if the payer chooses the amount. */
  readonly msat: bigint | null;
  readonly expiresAt: Instant;
}

/** The prefix: the network, and the amount with its multiplier. */
const PREFIX = /^ln(bc|tbs|tb|bcrt)(?:([0-9]+)([munp]?))?$/;
/** Thousandths of a satoshi in one unit of each multiplier, times ten: a pico-bitcoin is a tenth of one. */
const TENTHS: Readonly<Record<string, bigint>> = {
  '': 1_000_000_000_000n,
  m: 1_000_000_000n,
  u: 1_000_000n,
  n: 1_000n,
  p: 1n,
};

const TIMESTAMP_WORDS = 7;
const SIGNATURE_WORDS = 104;
/** Tagged fields `p` and `x`, and the only length of the former. */
const PAYMENT_HASH = 1;
const EXPIRY = 6;
const PAYMENT_HASH_WORDS = 52;
const DEFAULT_EXPIRY_SECONDS = 3600;

/**
 * The decoded invoice; null for a text that is none: wrong checksum, unknown network, fields that do not fill it, or no
 * payment hash. An invoice with two payment hashes or two expiries is refused, because wallets disagree about which one
 * counts. The signature is not verified: it names the payee, and any party can sign an invoice.
 */
export function readBolt11(text: string): Bolt11 | null {
  const decoded = bech32.decodeUnsafe(text.replace(/^lightning:/i, ''), false);
  const prefix = decoded === undefined ? null : PREFIX.exec(decoded.prefix);
  if (decoded === undefined || prefix === null) return null;
  const fields = taggedFields(decoded.words);
  const msat = amountOf(prefix[2], prefix[3]);
  if (fields === null || msat === 'not whole') return null;
  const hashes = fields.filter(({ type, words }) => type === PAYMENT_HASH && words.length === PAYMENT_HASH_WORDS);
  const expiries = fields.filter(({ type }) => type === EXPIRY);
  if (hashes.length !== 1 || expiries.length > 1) return null;
  const createdAt = numberOf(decoded.words.slice(0, TIMESTAMP_WORDS));
  const seconds = expiries.length === 0 ? DEFAULT_EXPIRY_SECONDS : numberOf(expiries[0]!.words);
  return {
    isMainNetwork: prefix[1] === 'bc',
    paymentHash: Buffer.from(bytesOf(hashes[0]!.words)).toString('hex'),
    msat,
    expiresAt: instantOf(createdAt + seconds),
  };
}

interface TaggedField {
  readonly type: number;
  readonly words: readonly number[];
}

/** The fields between the timestamp and the signature; null if they do not fill that space. */
function taggedFields(words: readonly number[]): readonly TaggedField[] | null {
  const end = words.length - SIGNATURE_WORDS;
  const fields: TaggedField[] = [];
  let at = TIMESTAMP_WORDS;
  while (at < end) {
    if (at + 3 > end) return null;
    const [type, high, low] = words.slice(at, at + 3) as [number, number, number];
    const from = at + 3;
    at = from + high * 32 + low;
    fields.push({ type, words: words.slice(from, at) });
  }
  return at === end ? fields : null;
}

function amountOf(digits: string | undefined, multiplier: string | undefined): bigint | null | 'not whole' {
  if (digits === undefined) return null;
  const tenths = BigInt(digits) * TENTHS[multiplier ?? '']!;
  return tenths % 10n === 0n ? tenths / 10n : 'not whole';
}

/** Infinity for a number beyond the safe integers. */
function numberOf(words: readonly number[]): number {
  const value = words.reduce((sum, word) => sum * 32 + word, 0);
  return Number.isSafeInteger(value) ? value : Infinity;
}

/** The 32 bytes of a payment hash; the last word has padding. */
function bytesOf(words: readonly number[]): Uint8Array {
  const bits = words.reduce((sum, word) => sum * 32n + BigInt(word), 0n) >> 4n;
  return Uint8Array.from(Buffer.from(bits.toString(16).padStart(64, '0'), 'hex'));
}

/** The latest and the earliest time that JavaScript can print stand for all beyond them. */
const LATEST_MS = 8.64e15;

/** Seconds since 1970. */
export const instantOf = (seconds: number): Instant =>
  instant(Math.max(-LATEST_MS, Math.min(seconds * 1000, LATEST_MS)));
