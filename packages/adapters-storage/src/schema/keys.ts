import { Buffer, isUtf8 } from 'node:buffer';

interface Form {
  readonly prefix: string;
  /** The number of hexadecimal digits after the prefix: 32 in a UUID, 64 in a digest. */
  readonly digits: 32 | 64;
}

const uuid = (prefix: string): Form => ({ prefix, digits: 32 });
const digest = (prefix: string): Form => ({ prefix, digits: 64 });

/**
 * The forms of ids and of names that contain an id. The first byte of a stored key is the index of its form plus 1, so
 * forms are only appended, never moved or removed.
 */
const FORMS: readonly Form[] = [
  ...[
    '',
    'Platform:',
    'Token:',
    'Customer:',
    'InternalAccount:',
    'ExternalAccount:',
    'Verification:',
    'BeneficialOwner:',
    'Document:',
    'KycLink:',
    'Quote:',
    'Transaction:',
    'Refund:',
    'Deposit:',
    'Exception:',
    'Booking:',
    'JournalEntry:',
    'Posting:',
    'Webhook:',
    'Job:',
    'Request:',
    'Lookup:',
    'Arrival:',
    'RailMessage:',
    'Invitation:',
    'AuthMethod:',
    'Session:',
    'DelegatedKey:',
    'Card:',
    'Agent:',
    'AgentAction:',
    'CardRefund:',
    'CardLog:',
    'NetworkMessage:',
    'OneTimeCode:',
    'ScaFactor:',
    'ScaReset:',
    'BulkImport:',
    'ImportChunk:',
    'ImportErrors:',
    'StablecoinProviderAccount:',
    'Stablecoin:',
    'StablecoinQuote:',
    'StablecoinOperation:',
    'available:InternalAccount:',
    'held:InternalAccount:',
    'receivables:InternalAccount:',
    'in-transit:Quote:',
    'in-transit:Transaction:',
    'suspense:Platform:',
    'card-reserve:Platform:',
    'fees:Platform:',
  ].map(uuid),
  digest('Answer:'),
];

/** The first byte of a key that is stored as text, because it has none of the forms. */
const TEXT = 0;
/** The first byte of a key that is stored as its number in the dictionary. */
const NUMBERED = 255;

const tags = (digits: number): ReadonlyMap<string, number> =>
  new Map(FORMS.flatMap((form, index) => (form.digits === digits ? [[form.prefix, index + 1] as const] : [])));
const UUID_TAGS = tags(32);
const DIGEST_TAGS = tags(64);

const UUID_WITHIN = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/;
const UUID_LENGTH = 36;
const DIGEST_LENGTH = 64;
const DASH = 45;

/** The value of a lower-case hexadecimal digit by its character code; -1 for other characters. */
const DIGITS = Int8Array.from({ length: 128 }, (_, code) => '0123456789abcdef'.indexOf(String.fromCharCode(code)));

const isDash = (offset: number): boolean => offset === 8 || offset === 13 || offset === 18 || offset === 23;

/** Text that contains an id, as bytes: the form, the id, and the text after the id. Null if it has no known form. */
function encodeForm(text: string): Buffer | null {
  const colon = text.lastIndexOf(':') + 1;
  const tag = UUID_TAGS.get(text.slice(0, colon));
  if (tag !== undefined) {
    const bytes = encodeId(tag, text, colon, UUID_LENGTH);
    if (bytes !== null) return bytes;
  }
  const digestTag = DIGEST_TAGS.get(text.slice(0, colon));
  if (digestTag !== undefined) return encodeId(digestTag, text, colon, DIGEST_LENGTH);
  const at = text.search(UUID_WITHIN);
  const inner = at < 0 ? undefined : UUID_TAGS.get(text.slice(0, at));
  return inner === undefined ? null : encodeId(inner, text, at, UUID_LENGTH);
}

/** `length`: the length of the id in the text, which tells a UUID from a digest. */
function encodeId(tag: number, text: string, at: number, length: number): Buffer | null {
  const size = length === UUID_LENGTH ? 16 : 32;
  const end = at + length;
  if (text.length < end) return null;
  const rest = end === text.length ? null : Buffer.from(text.slice(end));
  const bytes = Buffer.allocUnsafe(1 + size + (rest?.length ?? 0));
  bytes[0] = tag;
  let to = 1;
  for (let offset = 0; offset < length; offset += 2) {
    if (size === 16 && isDash(offset)) {
      if (text.charCodeAt(at + offset) !== DASH) return null;
      offset++;
    }
    const high = DIGITS[text.charCodeAt(at + offset)] ?? -1;
    const low = DIGITS[text.charCodeAt(at + offset + 1)] ?? -1;
    if (high < 0 || low < 0) return null;
    bytes[to++] = (high << 4) | low;
  }
  rest?.copy(bytes, to);
  return bytes;
}

/**
 * The bytes with which a column of ids stores a text. Ids take 17 bytes and sort by their bytes as their texts do:
 * `Quote:018bcfe5-6800-7000-8000-000000000001` is 0b 018bcfe568007000 8000000000000001.
 */
export const encodeKey = (text: string): Buffer => encodeForm(text) ?? Buffer.from(`\0${text}`);

/** Like `encodeKey`. A text without an id in it is stored as its number in the dictionary. */
export function encodeNumberedKey(text: string, numberOf: (text: string) => number): Buffer {
  const bytes = encodeForm(text);
  if (bytes !== null) return bytes;
  const numbered = Buffer.alloc(5, NUMBERED);
  numbered.writeUInt32BE(numberOf(text) >>> 0, 1);
  return numbered;
}

/** Throws if the bytes are none that `encodeKey` or `encodeNumberedKey` returns. */
export function decodeKey(bytes: Buffer, textOf: (number: number) => string): string {
  const tag = bytes[0];
  if (tag === TEXT) return textAfter(bytes, 1);
  if (tag === NUMBERED && bytes.length === 5) return textOf(bytes.readUInt32BE(1));
  const form = tag === undefined ? undefined : FORMS[tag - 1];
  if (form === undefined) throw damaged(bytes);
  const { prefix, digits } = form;
  const end = 1 + digits / 2;
  if (bytes.length < end) throw damaged(bytes);
  const hex = bytes.toString('hex', 1, end);
  const id = digits === 64 ? hex : dashed(hex);
  return end === bytes.length ? prefix + id : prefix + id + textAfter(bytes, end);
}

function textAfter(bytes: Buffer, start: number): string {
  const rest = bytes.subarray(start);
  if (!isUtf8(rest)) throw damaged(bytes);
  return rest.toString('utf8');
}

const damaged = (bytes: Buffer): Error =>
  new Error(`a stored id has an unknown form: ${bytes.toString('hex') || 'it is empty'}`);

const dashed = (hex: string): string =>
  `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;

/** The forms for SQL that shows keys as text: the first byte of a key, the prefix, and the number of digits. */
export const KEY_FORMS: readonly (Form & { readonly tag: number })[] = FORMS.map((form, index) => ({
  ...form,
  tag: index + 1,
}));
export const KEY_TAGS = { text: TEXT, numbered: NUMBERED } as const;
