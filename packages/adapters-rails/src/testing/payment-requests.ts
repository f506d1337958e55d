import { bech32, bech32m } from '@scure/base';

/** The text of an amount in a prefix, with the largest multiplier that expresses it. */
function amountText(msat: bigint): string {
  const multipliers = [
    ['m', 100_000_000n],
    ['u', 100_000n],
    ['n', 100n],
  ] as const;
  for (const [letter, unit] of multipliers) if (msat % unit === 0n) return `${msat / unit}${letter}`;
  return `${msat * 10n}p`;
}

const wordsOf = (value: number, length: number): number[] =>
  Array.from({ length }, (_each, i) => Math.floor(value / 32 ** (length - 1 - i)) % 32);

const tagged = (type: number, words: readonly number[]): number[] => [
  type,
  Math.floor(words.length / 32),
  words.length % 32,
  ...words,
];

export interface InvoiceParts {
  readonly network?: 'bc' | 'tb' | 'tbs' | 'bcrt';
  /** Without it, the payer chooses the amount. */
  readonly msat?: bigint;
  /** 32 bytes in hex. */
  readonly paymentHash: string;
  /** Seconds since 1970. */
  readonly timestamp: number;
  /** Without it, the invoice expires after an hour. */
  readonly expireSeconds?: number;
  /** Tagged fields in addition, as their types and words. */
  readonly others?: readonly (readonly [type: number, words: readonly number[]])[];
}

/** An invoice (BOLT 11) with a checksum. Its signature is zero: it proves nothing to a payer. */
export function bolt11Text(parts: InvoiceParts): string {
  const { network = 'bc', msat, paymentHash, timestamp, expireSeconds, others = [] } = parts;
  const fields = [
    ...tagged(1, bech32.toWords(Uint8Array.from(Buffer.from(paymentHash, 'hex')))),
    ...(expireSeconds === undefined ? [] : tagged(6, wordsOf(expireSeconds, 10))),
    ...others.flatMap(([type, words]) => tagged(type, words)),
  ];
  const words = [...wordsOf(timestamp, 7), ...fields, ...Array<number>(104).fill(0)];
  return bech32.encode(`ln${network}${msat === undefined ? '' : amountText(msat)}`, words, false);
}

const bigEndian = (value: bigint): Uint8Array => {
  if (value === 0n) return new Uint8Array();
  const hex = value.toString(16);
  return Uint8Array.from(Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex'));
};

export interface OfferParts {
  readonly chains?: readonly string[];
  readonly currency?: string;
  readonly amount?: bigint;
  readonly absoluteExpiry?: bigint;
  readonly quantityMax?: bigint;
}

/** An offer (BOLT 12) of a node. */
export function bolt12Text({ chains, currency, amount, absoluteExpiry, quantityMax }: OfferParts): string {
  const record = (type: number, value: Uint8Array | undefined): number[] =>
    value === undefined
      ? []
      : [type, ...(value.length < 0xfd ? [value.length] : [0xfd, value.length >> 8, value.length & 0xff]), ...value];
  const number = (value: bigint | undefined) => (value === undefined ? undefined : bigEndian(value));
  const bytes = [
    ...record(2, chains === undefined ? undefined : Uint8Array.from(Buffer.from(chains.join(''), 'hex'))),
    ...record(6, currency === undefined ? undefined : Uint8Array.from(Buffer.from(currency))),
    ...record(8, number(amount)),
    ...record(10, Uint8Array.from(Buffer.from('Example'))),
    ...record(14, number(absoluteExpiry)),
    ...record(20, number(quantityMax)),
    ...record(22, Uint8Array.from([2, ...Array<number>(32).fill(7)])),
  ];
  // An offer has no checksum: the six characters of the one of bech32 are cut.
  return bech32.encode('lno', bech32.toWords(Uint8Array.from(bytes)), false).slice(0, -6);
}

function varint(value: bigint): number[] {
  const bytes: number[] = [];
  for (let rest = value; ; rest >>= 7n) {
    const more = rest > 0x7fn;
    bytes.push(Number(rest & 0x7fn) | (more ? 0x80 : 0));
    if (!more) return bytes;
  }
}

const numberField = (field: number, value: bigint): number[] => [...varint(BigInt(field) << 3n), ...varint(value)];
const bytesField = (field: number, value: Iterable<number>): number[] => {
  const bytes = [...value];
  return [...varint((BigInt(field) << 3n) | 2n), ...varint(BigInt(bytes.length)), ...bytes];
};

export interface SparkInvoiceParts {
  readonly prefix?: string;
  /** 33 bytes in hex. */
  readonly identityKey: string;
  /** 16 bytes in hex. */
  readonly id: string;
  readonly satoshis?: bigint;
  /** Smallest units; asks for a token instead of bitcoin. */
  readonly tokens?: bigint;
  /** Seconds since 1970. */
  readonly expiresAt?: bigint;
}

/** An invoice of Spark, without a signature. */
export function sparkInvoiceText(parts: SparkInvoiceParts): string {
  const { prefix = 'spark', identityKey, id, satoshis, tokens, expiresAt } = parts;
  const payment =
    tokens === undefined
      ? bytesField(4, satoshis === undefined ? [] : numberField(1, satoshis))
      : bytesField(3, [...bytesField(1, Buffer.alloc(32, 5)), ...bytesField(2, bigEndian(tokens))]);
  const invoice = [
    ...numberField(1, 1n),
    ...bytesField(2, Buffer.from(id, 'hex')),
    ...payment,
    ...bytesField(5, Buffer.from('Example')),
    ...(expiresAt === undefined ? [] : bytesField(7, numberField(1, expiresAt))),
  ];
  const bytes = [...bytesField(1, Buffer.from(identityKey, 'hex')), ...bytesField(2, invoice)];
  return bech32m.encode(prefix, bech32m.toWords(Uint8Array.from(bytes)), false);
}
