import { Buffer, isUtf8 } from 'node:buffer';
import { Bug } from '@corridor/core/ports';

interface Form {
  readonly prefix: string;
  /** The number of hexadecimal digits after the prefix: 32 in a UUID, 64 in a digest. */
  readonly digits: 32 | 64;
}

const uuid = (prefix: string): Form => ({ prefix, digits: 32 });
const digest = (prefix: string): Form => ({ prefix, digits: 64 });

/**
 * The forms of ids and of names that contain an id. The first byte of a stored key is 128 plus the index of its form, so
 * forms are only appended, never moved or removed. These first bytes never begin a text in UTF-8, up to 64 forms.
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
  ...['Operator:', 'OperatorSession:', 'OperatorLog:'].map(uuid),
];

const FIRST_TAG = 128;
/** The first byte of a key that is stored as its number in the dictionary. */
const NUMBERED = 255;

const tags = (digits: number): ReadonlyMap<string, number> =>
  new Map(FORMS.flatMap((form, index) => (form.digits === digits ? [[form.prefix, FIRST_TAG + index] as const] : [])));
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

/** How a database stores a text in a column of keys: SQLite as text, Postgres as the bytes of its UTF-8. */
export type TextKey = (text: string) => string | Buffer;

/**
 * An id as a column of keys stores it, in 17 bytes that sort as the texts of one type do:
 * `Quote:018bcfe5-6800-7000-8000-000000000001` is 8a 018bcfe568007000 8000000000000001. A text without a known form
 * stays a text.
 */
export const encodeKey = (text: string, textKey: TextKey): string | Buffer => encodeForm(text) ?? textKey(text);

/** Like `encodeKey`. A text without an id in it is stored as its number in the dictionary. */
export function encodeNumberedKey(text: string, numberOf: (text: string) => number): Buffer {
  const bytes = encodeForm(text);
  if (bytes !== null) return bytes;
  const numbered = Buffer.alloc(5, NUMBERED);
  numbered.writeUInt32BE(numberOf(text) >>> 0, 1);
  return numbered;
}

/** Throws if the bytes are none that `encodeKey` or `encodeNumberedKey` returns. */
export function decodeKey(cell: string | Buffer, textOf: (number: number) => string): string {
  if (typeof cell === 'string') return cell;
  const tag = cell[0] ?? 0;
  if (tag === NUMBERED && cell.length === 5) return textOf(cell.readUInt32BE(1));
  const form = FORMS[tag - FIRST_TAG];
  if (form === undefined) return textAfter(cell, 0);
  const end = 1 + form.digits / 2;
  if (cell.length < end) throw damaged(cell);
  const hex = cell.toString('hex', 1, end);
  const id = form.digits === 64 ? hex : dashed(hex);
  return end === cell.length ? form.prefix + id : form.prefix + id + textAfter(cell, end);
}

function textAfter(bytes: Buffer, start: number): string {
  const rest = bytes.subarray(start);
  if (!isUtf8(rest)) throw damaged(bytes);
  return rest.toString('utf8');
}

const damaged = (bytes: Buffer): Bug => new Bug(`a stored id has an unknown form: ${bytes.toString('hex')}`);

const dashed = (hex: string): string =>
  `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;

/** The forms for SQL that shows keys as text: the first byte of a key, the prefix, and the number of digits. */
export const KEY_FORMS: readonly (Form & { readonly tag: number })[] = FORMS.map((form, index) => ({
  ...form,
  tag: FIRST_TAG + index,
}));
export const KEY_TAGS = { first: FIRST_TAG, numbered: NUMBERED } as const;
