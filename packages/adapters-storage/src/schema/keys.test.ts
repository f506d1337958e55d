import { Buffer } from 'node:buffer';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createNumbers } from '../testing/numbers.js';
import { decodeKey, encodeKey, encodeNumberedKey, KEY_FORMS, KEY_TAGS } from './keys.js';

/** A key as Postgres stores it. */
const bytesOf = (id: string): Buffer => encodeKey(id, (text) => Buffer.from(text)) as Buffer;
/** A key as SQLite stores it. */
const cellOf = (id: string): string | Buffer => encodeKey(id, (text) => text);

const NO_NUMBERS = (number: number): never => {
  throw new Error(`no entry ${number}`);
};

const RUNS = { numRuns: 2_000 };
/** Any text that a column can hold. */
const text = fc.string({ unit: 'binary' }).filter((any) => !any.includes('\0'));
const uuid = fc.uuid();
const digest = fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 64, maxLength: 64 });
const prefix = fc.oneof(fc.constantFrom(...KEY_FORMS.map((form) => form.prefix), 'Unknown:', 'x:Quote:', ':'), text);
/** Texts that look like ids: with an unknown prefix, with a suffix, in capitals, or with several ids. */
const likeAnId = fc
  .tuple(
    prefix,
    fc.oneof(
      uuid,
      digest,
      uuid.map((id) => id.toUpperCase()),
    ),
    fc.oneof(fc.constant(''), text, uuid, digest),
  )
  .map((parts) => parts.join(''));
const any = fc.oneof(text, likeAnId);

describe('a stored key', () => {
  test('is read as the text that was stored', () => {
    fc.assert(
      fc.property(any, (id) => {
        expect(decodeKey(bytesOf(id), NO_NUMBERS)).toBe(id);
        expect(decodeKey(cellOf(id), NO_NUMBERS)).toBe(id);
      }),
      RUNS,
    );
  });

  test('is read as the text that was stored where the dictionary has the text', () => {
    const { numberOf, textOf } = createNumbers();
    fc.assert(
      fc.property(any, (id) => {
        expect(decodeKey(encodeNumberedKey(id, numberOf), textOf)).toBe(id);
      }),
      RUNS,
    );
  });

  test('differs from the key of any other text', () => {
    fc.assert(
      fc.property(any, any, (one, other) => {
        expect(bytesOf(one).equals(bytesOf(other))).toBe(one === other);
      }),
      RUNS,
    );
  });

  test('has a first byte that stands for the same form in every release', () => {
    const prefixes = [
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
      'Answer:',
      'Operator:',
      'OperatorSession:',
      'OperatorLog:',
    ];
    const forms = KEY_FORMS.map(({ prefix: of, digits, tag }) => [of, digits, tag]);
    expect(forms).toEqual(prefixes.map((of, index) => [of, of === 'Answer:' ? 64 : 32, 128 + index]));
    expect(KEY_TAGS).toEqual({ first: 128, numbered: 255 });
  });

  test.each(KEY_FORMS)('of the form $prefix takes its digits and one byte', ({ prefix: of, digits, tag }) => {
    const id = digits === 32 ? '018bcfe5-6800-7000-8000-000000000001' : '0123456789abcdef'.repeat(4);
    const bytes = bytesOf(of + id);
    expect([bytes[0], bytes.length]).toEqual([tag, 1 + digits / 2]);
    expect(decodeKey(bytes, NO_NUMBERS)).toBe(of + id);
  });

  test('sorts by its bytes as its text does among ids of one type', () => {
    fc.assert(
      fc.property(fc.constantFrom(...KEY_FORMS), fc.array(fc.tuple(uuid, digest), { minLength: 2 }), (form, ids) => {
        const texts = ids.map(([short, long]) => form.prefix + (form.digits === 32 ? short : long));
        const byBytes = [...texts].sort((one, other) => Buffer.compare(bytesOf(one), bytesOf(other)));
        expect(byBytes).toEqual([...texts].sort());
      }),
    );
  });

  test('of a name that contains an id is the form, the id and the rest, and any other text stays a text', () => {
    const id = '018bcfe5-6800-7000-8000-000000000001';
    const hex = (text: string): string | null => {
      const cell = cellOf(text);
      return typeof cell === 'string' ? null : cell.toString('hex');
    };
    const bytes = '018bcfe5680070008000000000000001';
    expect(hex(`Quote:${id}`)).toBe(`8a${bytes}`);
    expect(hex(`in-transit:Quote:${id}:USD`)).toBe(`af${bytes}${Buffer.from(':USD').toString('hex')}`);
    const others = [
      `Unknown:${id}`,
      `in-transit:Quote:${id.toUpperCase()}:USD`,
      `Quote:${id.replace('-', '_')}`,
      `Quote:${id.slice(0, -1)}`,
      `Quote:${id.replace('b', 'g')}`,
      'Quote:',
      '',
    ];
    expect(others.map(hex)).toEqual(others.map(() => null));
  });

  test('that was damaged is an error, or the key of the text that it is read as', () => {
    const damage = fc.oneof(
      fc.record({ by: fc.constant('cut' as const), at: fc.nat(80), value: fc.nat(255) }),
      fc.record({ by: fc.constant('change' as const), at: fc.nat(80), value: fc.nat(255) }),
      fc.record({ by: fc.constant('append' as const), at: fc.nat(80), value: fc.nat(255) }),
    );
    fc.assert(
      fc.property(any, damage, (id, { by, at, value }) => {
        const { numberOf, textOf } = createNumbers();
        const bytes = encodeNumberedKey(id, numberOf);
        const damaged =
          by === 'cut'
            ? bytes.subarray(0, at % bytes.length)
            : by === 'append'
              ? Buffer.concat([bytes, Buffer.from([value])])
              : Buffer.from(bytes.map((byte, index) => (index === at % bytes.length ? value : byte)));
        const read = readOr(damaged, textOf);
        if (read === null || read.includes('\0')) return;
        // Texts that could be numbers or ids are stored as such, so bytes in the form of a text may have another key.
        if ((damaged[0] ?? 0) < KEY_TAGS.first || (damaged[0]! >= 0xc0 && damaged[0] !== KEY_TAGS.numbered)) {
          expect(Buffer.from(read)).toEqual(damaged);
          return;
        }
        expect(encodeNumberedKey(read, numberOf)).toEqual(damaged);
      }),
      { numRuns: 5_000, seed: 20 },
    );
  });

  test.each([
    ['an unknown form', 'fe00'],
    ['too few bytes', '8b018bcfe5'],
    ['a number of three bytes', 'ff0102'],
    ['a suffix of invalid UTF-8', '8b018bcfe5680070008000000000000001ff'],
    ['a text of invalid UTF-8', '24c3'],
  ])('with %s is an error that shows the bytes', (_, hex) => {
    expect(() => decodeKey(Buffer.from(hex, 'hex'), NO_NUMBERS)).toThrow(`a stored id has an unknown form: ${hex}`);
  });
});

/** The text of a key; null if reading it throws one of the errors that name the cause. */
function readOr(bytes: Buffer, textOf: (number: number) => string): string | null {
  try {
    return decodeKey(bytes, textOf);
  } catch (error) {
    expect((error as Error).message).toMatch(/^a stored id has an unknown form: |^no entry \d+$/);
    return null;
  }
}
