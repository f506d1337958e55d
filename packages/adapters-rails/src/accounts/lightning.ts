import { bech32 } from '@scure/base';

/** The prefix of the main network with the amount and its multiplier (BOLT 11). */
const MAIN_NETWORK = /^lnbc(\d+[munp]?)?$/;
const TIMESTAMP_WORDS = 7;
const SIGNATURE_WORDS = 104;
/** Tagged field `p`, required in every invoice. */
const PAYMENT_HASH = 1;
const PAYMENT_HASH_WORDS = 52;

/** Whether the whole invoice decodes: checksum, network, tagged fields and payment hash. Expiry is not checked. */
export function isBolt11Invoice(text: string): boolean {
  const decoded = bech32.decodeUnsafe(text.replace(/^lightning:/i, ''), false);
  if (decoded === undefined || !MAIN_NETWORK.test(decoded.prefix)) return false;
  const { words } = decoded;
  const end = words.length - SIGNATURE_WORDS;
  let at = TIMESTAMP_WORDS;
  let hashed = false;
  while (at < end) {
    if (at + 3 > end) return false;
    const [type, high, low] = words.slice(at, at + 3) as [number, number, number];
    const length = high * 32 + low;
    at += 3 + length;
    if (type === PAYMENT_HASH && length === PAYMENT_HASH_WORDS) hashed = true;
  }
  return at === end && hashed;
}

const CHARSET = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
/** An offer must identify the payee by a node id or by a blinded path. */
const OFFER_PATHS = 16n;
const OFFER_ISSUER_ID = 22n;

/** An offer (BOLT 12): bech32 without a checksum, with records in ascending order of their types. */
export function isBolt12Offer(text: string): boolean {
  const plain = text.replace(/\+\s*/g, '');
  if (plain !== plain.toLowerCase() && plain !== plain.toUpperCase()) return false;
  const [, data] = /^lno1(.+)$/.exec(plain.toLowerCase()) ?? [];
  const bytes = data === undefined ? null : bytesOf(data);
  const types = bytes === null ? null : recordTypes(bytes);
  return types !== null && (types.includes(OFFER_ISSUER_ID) || types.includes(OFFER_PATHS));
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

/** The types of the records; null if the bytes are not a stream of records in ascending order. */
function recordTypes(bytes: Uint8Array): readonly bigint[] | null {
  const types: bigint[] = [];
  let at = 0;
  const bigSize = (): bigint | null => {
    const [first] = bytes.subarray(at, at + 1);
    if (first === undefined) return null;
    const length = first < 0xfd ? 0 : 2 ** (first - 0xfc);
    const tail = bytes.subarray(at + 1, at + 1 + length);
    at += 1 + length;
    if (tail.length < length) return null;
    return length === 0 ? BigInt(first) : tail.reduce((value, byte) => value * 256n + BigInt(byte), 0n);
  };
  while (at < bytes.length) {
    const type = bigSize();
    const length = bigSize();
    if (type === null || length === null || type <= (types.at(-1) ?? -1n)) return null;
    if (length > BigInt(bytes.length - at)) return null;
    types.push(type);
    at += Number(length);
  }
  return types;
}

const LABEL = '[a-z0-9]([a-z0-9-]*[a-z0-9])?';
/** LUD-16: a name with a restricted set of characters at an internet host. */
const LIGHTNING_ADDRESS = new RegExp(`^[a-z0-9._+-]+@(${LABEL}\\.)+${LABEL}(:\\d{1,5})?$`, 'i');

export const isLightningAddress = (text: string): boolean => LIGHTNING_ADDRESS.test(text);
