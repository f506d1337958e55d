import type { Instant } from '@corridor/core';
import { bech32m } from '@scure/base';
import { instantOf } from './bolt11.js';

/**
 * An invoice of Spark: an address with the fields of an invoice behind its identity key. `fields` is null for an address
 * alone, and `unreadable` if something else follows the key.
 */
export interface SparkText {
  readonly isMainNetwork: boolean;
  readonly fields: SparkInvoice | 'unreadable' | null;
}

export interface SparkInvoice {
  /** Identity key and id of the invoice, in hex. */
  readonly key: string;
  readonly asset: 'BTC' | 'TOKEN';
  /** Satoshis, or smallest units of the token; null if the payer chooses the amount. */
  readonly amount: bigint | null;
  readonly expiresAt: Instant | null;
}

/** The networks of Spark: main, test, signet, regtest and local. Older addresses have the short form. */
const PREFIX = /^(?:spark|sp)(?:(rt|t|s|l)?)$/;

/** Fields of the address: identity key, and invoice. */
const IDENTITY_KEY = 1;
const INVOICE = 2;
/** Fields of the invoice. */
const INVOICE_ID = 2;
const TOKENS_PAYMENT = 3;
const SATS_PAYMENT = 4;
const EXPIRY_TIME = 7;
/** The amounts within both payments, and the seconds of a timestamp. */
const SATS_AMOUNT = 1;
const TOKENS_AMOUNT = 2;
const SECONDS = 1;

const KEY_LENGTH = 33;
const LONGEST_TOKEN_AMOUNT = 16;

/** Reads an address or invoice of any network; null for a text that is neither. */
export function readSpark(text: string): SparkText | null {
  const decoded = bech32m.decodeUnsafe(text, false);
  const prefix = decoded === undefined ? null : PREFIX.exec(decoded.prefix);
  if (decoded === undefined || prefix === null) return null;
  const bytes = bech32m.fromWordsUnsafe(decoded.words);
  if (bytes === undefined) return null;
  const isMainNetwork = prefix[1] === undefined;
  const address = messageOf(bytes);
  const identity = address === null ? null : lastBytes(address, IDENTITY_KEY);
  if (address === null) return startsWithKey(bytes) ? { isMainNetwork, fields: 'unreadable' } : null;
  if (identity?.length !== KEY_LENGTH) return null;
  const invoice = lastBytes(address, INVOICE);
  return { isMainNetwork, fields: invoice === null ? null : (invoiceOf(identity, invoice) ?? 'unreadable') };
}

const startsWithKey = (bytes: Uint8Array): boolean => bytes[0] === 0x0a && bytes[1] === KEY_LENGTH;

function invoiceOf(identity: Uint8Array, bytes: Uint8Array): SparkInvoice | null {
  const fields = messageOf(bytes);
  const id = fields === null ? null : lastBytes(fields, INVOICE_ID);
  if (fields === null || id === null || id.length === 0) return null;
  const payment = fields.findLast(({ number }) => number === TOKENS_PAYMENT || number === SATS_PAYMENT);
  if (payment === undefined || !(payment.value instanceof Uint8Array)) return null;
  const paid = messageOf(payment.value);
  const expiry = lastBytes(fields, EXPIRY_TIME);
  const until = expiry === null ? [] : messageOf(expiry);
  if (paid === null || until === null) return null;
  const asset = payment.number === SATS_PAYMENT ? 'BTC' : 'TOKEN';
  const amount = asset === 'BTC' ? lastNumber(paid, SATS_AMOUNT) : tokensOf(lastBytes(paid, TOKENS_AMOUNT));
  if (amount === 'too long') return null;
  return {
    key: `${Buffer.from(identity).toString('hex')}/${Buffer.from(id).toString('hex')}`,
    asset,
    // Protobuf leaves out a zero in some encodings: it asks for no amount.
    amount: amount === 0n ? null : amount,
    expiresAt: expiry === null ? null : instantOf(Number(BigInt.asIntN(64, lastNumber(until, SECONDS) ?? 0n))),
  };
}

function tokensOf(bytes: Uint8Array | null): bigint | null | 'too long' {
  if (bytes === null) return null;
  if (bytes.length > LONGEST_TOKEN_AMOUNT) return 'too long';
  return bytes.reduce((value, byte) => value * 256n + BigInt(byte), 0n);
}

interface ProtobufField {
  readonly number: number;
  readonly value: bigint | Uint8Array;
}

const lastBytes = (fields: readonly ProtobufField[], wanted: number): Uint8Array | null => {
  const value = fields.findLast(({ number }) => number === wanted)?.value;
  return value instanceof Uint8Array ? value : null;
};

const lastNumber = (fields: readonly ProtobufField[], wanted: number): bigint | null => {
  const value = fields.findLast(({ number }) => number === wanted)?.value;
  return typeof value === 'bigint' ? value : null;
};

const VARINT = 0n;
const LENGTH_DELIMITED = 2n;
const FIXED_LENGTHS: ReadonlyMap<bigint, bigint> = new Map([
  [1n, 8n],
  [5n, 4n],
]);
const LONGEST_VARINT = 10;

/** The fields of a message of protobuf; null if the bytes are none. */
function messageOf(bytes: Uint8Array): readonly ProtobufField[] | null {
  const fields: ProtobufField[] = [];
  let at = 0;
  const varint = (): bigint | null => {
    let value = 0n;
    for (let i = 0; i < LONGEST_VARINT; i += 1) {
      const byte = bytes[at];
      if (byte === undefined) return null;
      at += 1;
      value |= BigInt(byte & 0x7f) << BigInt(7 * i);
      if (byte < 0x80) return value;
    }
    return null;
  };
  while (at < bytes.length) {
    const tag = varint();
    if (tag === null || tag >> 3n === 0n || tag > 0xffff_ffffn) return null;
    const number = Number(tag >> 3n);
    const type = tag & 7n;
    // A number itself, or the length of what follows.
    const read = type === VARINT || type === LENGTH_DELIMITED ? varint() : (FIXED_LENGTHS.get(type) ?? null);
    if (read === null) return null;
    if (type === VARINT) {
      fields.push({ number, value: read });
      continue;
    }
    if (read > BigInt(bytes.length - at)) return null;
    fields.push({ number, value: bytes.slice(at, at + Number(read)) });
    at += Number(read);
  }
  return fields;
}
