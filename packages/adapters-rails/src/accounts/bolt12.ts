import type { Instant } from '@corridor/core';
import { instantOf } from './bolt11.js';

/** What an offer (BOLT 12) says about its payments. It can be paid many times. */
export interface Bolt12 {
  readonly isMainNetwork: boolean;
  /** What is asked for each item: null if the payer chooses the amount. */
  readonly amount: { readonly value: bigint; readonly unit: 'msat' | 'other' } | null;
  /** Whether several items can be bought in one payment. */
  readonly hasQuantity: boolean;
  readonly expiresAt: Instant | null;
}

const CHARSET = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';

/** The types of the records that are read. */
const CHAINS = 2n;
const CURRENCY = 6n;
const AMOUNT = 8n;
const ABSOLUTE_EXPIRY = 14n;
/** An offer must identify the payee by a node id or by a blinded path. */
const PATHS = 16n;
const QUANTITY_MAX = 20n;
const ISSUER_ID = 22n;

const CHAIN_BYTES = 32;
/** The hash of the first block of Bitcoin, with which offers name its chain. */
const MAIN_CHAIN = '6fe28c0ab6f1b372c1a6a246ae63f74f931e8365e15a089c68d6190000000000';

/** The decoded offer: bech32 without a checksum, with records in ascending order of their types. Null for another text. */
export function readBolt12(text: string): Bolt12 | null {
  const plain = text.replace(/\+\s*/g, '');
  if (plain !== plain.toLowerCase() && plain !== plain.toUpperCase()) return null;
  const [, data] = /^lno1(.+)$/.exec(plain.toLowerCase()) ?? [];
  const bytes = data === undefined ? null : bytesOf(data);
  const records = bytes === null ? null : recordsOf(bytes);
  if (records === null || !(records.has(ISSUER_ID) || records.has(PATHS))) return null;
  const chains = records.get(CHAINS);
  const amount = records.get(AMOUNT);
  const expiry = records.get(ABSOLUTE_EXPIRY);
  const value = amount === undefined ? null : truncated(amount);
  const seconds = expiry === undefined ? null : truncated(expiry);
  if ((amount !== undefined && value === null) || (expiry !== undefined && seconds === null)) return null;
  if (chains !== undefined && (chains.length === 0 || chains.length % CHAIN_BYTES !== 0)) return null;
  return {
    isMainNetwork: chains === undefined || hasMainChain(chains),
    amount: value === null ? null : { value, unit: records.has(CURRENCY) ? 'other' : 'msat' },
    hasQuantity: records.has(QUANTITY_MAX),
    expiresAt: seconds === null ? null : instantOf(Number(seconds)),
  };
}

function hasMainChain(chains: Uint8Array): boolean {
  const hex = Buffer.from(chains).toString('hex');
  for (let at = 0; at < hex.length; at += 2 * CHAIN_BYTES) {
    if (hex.slice(at, at + 2 * CHAIN_BYTES) === MAIN_CHAIN) return true;
  }
  return false;
}

function bytesOf(data: string): Uint8Array | null {
  const words = [...data].map((character) => CHARSET.indexOf(character));
  if (words.includes(-1)) return null;
  const bytes: number[] = [];
  let bits = 0;
  let held = 0;
  for (const word of words) {
    held = (held << 5) | word;
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push(held >> bits);
    held &= (1 << bits) - 1;
  }
  return held === 0 && bits < 5 ? Uint8Array.from(bytes) : null;
}

/** The records by their types; null if the bytes are not a stream of records in ascending order. */
function recordsOf(bytes: Uint8Array): ReadonlyMap<bigint, Uint8Array> | null {
  const records = new Map<bigint, Uint8Array>();
  let at = 0;
  let last = -1n;
  const bigSize = (): bigint | null => {
    const first = bytes[at];
    if (first === undefined) return null;
    const length = first < 0xfd ? 0 : first === 0xfd ? 2 : first === 0xfe ? 4 : 8;
    const tail = bytes.slice(at + 1, at + 1 + length);
    at += 1 + length;
    if (tail.length < length) return null;
    return length === 0 ? BigInt(first) : bigEndian(tail);
  };
  while (at < bytes.length) {
    const type = bigSize();
    const length = bigSize();
    if (type === null || length === null || type <= last) return null;
    if (length > BigInt(bytes.length - at)) return null;
    records.set(type, bytes.slice(at, at + Number(length)));
    last = type;
    at += Number(length);
  }
  return records;
}

const bigEndian = (bytes: Uint8Array): bigint => bytes.reduce((value, byte) => value * 256n + BigInt(byte), 0n);

/** A number in its shortest form of at most 8 bytes; null for another form. */
const truncated = (bytes: Uint8Array): bigint | null => (bytes.length > 8 || bytes[0] === 0 ? null : bigEndian(bytes));
