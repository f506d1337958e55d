import { Buffer } from 'node:buffer';
import { describe, expect, test } from 'vitest';
import { candidateOf, type Lookup } from '../schema/dictionary.js';
import { decodeKey, encodeKey, encodeNumberedKey, KEY_FORMS } from '../schema/keys.js';
import { encodeTemplated } from '../schema/rows.js';
import { joinJson, parseTemplate } from '../schema/templates.js';

/**
 * Databases contain these bytes and texts: migration 0032 writes them, and hosts read them. If a test fails, the change
 * makes stored rows unreadable or gives an id a second form. Append forms, and read former forms for ever; a change of
 * the form of stored rows needs a migration that rewrites them.
 */
const WHY = 'stored rows have this form, and a change of it needs a migration that rewrites them';

const ID = '018bcfe5-6800-7000-8000-0000000000a1';
const HEX = '018bcfe56800700080000000000000a1';
const DIGEST = '0123456789abcdef'.repeat(4);

const FORMS: readonly string[] = [
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
];

const noName = (): never => {
  throw new Error('the key is not in the dictionary');
};

/** The bytes of a key in Postgres. SQLite stores a key without a form as text. */
const storedKey = (text: string): string => Buffer.from(encodeKey(text, (of) => Buffer.from(of))).toString('hex');

describe('stored keys', () => {
  test('the first byte of an id is 128 and the index of its form', () => {
    for (const [index, prefix] of FORMS.entries()) {
      const head = (128 + index).toString(16);
      for (const end of ['', '/0', '/SANDBOX', ':é']) {
        const stored = head + HEX + Buffer.from(end).toString('hex');
        expect(storedKey(`${prefix}${ID}${end}`), WHY).toBe(stored);
        expect(decodeKey(Buffer.from(stored, 'hex'), noName), WHY).toBe(`${prefix}${ID}${end}`);
      }
    }
  });

  test.each([
    [`Answer:${DIGEST}`, `b4${DIGEST}`],
    [`Answer:${DIGEST}/x`, `b4${DIGEST}2f78`],
    [ID.toUpperCase(), Buffer.from(ID.toUpperCase()).toString('hex')],
    [`Unknown:${ID}`, Buffer.from(`Unknown:${ID}`).toString('hex')],
    ['$ada@pärk.example', '24616461407061cc88726b2e6578616d706c65'],
    ['', ''],
  ])('%j is stored as %s', (text, stored) => {
    const normal = text.normalize(text.startsWith('$') ? 'NFD' : 'NFC');
    expect(storedKey(normal), WHY).toBe(stored);
    expect(decodeKey(Buffer.from(stored, 'hex'), noName), WHY).toBe(normal);
  });

  test('an account without an id is stored as the byte 255 and its number', () => {
    const numberOf = (): number => 0x0102_0304;
    expect(encodeNumberedKey('rail:bank:USD', numberOf).toString('hex'), WHY).toBe('ff01020304');
    expect(encodeNumberedKey(`held:InternalAccount:${ID}`, numberOf).toString('hex'), WHY).toBe(`ad${HEX}`);
    expect(decodeKey(Buffer.from('ff01020304', 'hex'), (number) => `name ${number}`)).toBe('name 16909060');
  });

  test('later forms are appended', () => {
    expect(
      KEY_FORMS.slice(0, FORMS.length + 1).map(({ prefix }) => prefix),
      WHY,
    ).toEqual([...FORMS, 'Answer:']);
  });
});

test('numbers of the dictionary are derived from their texts', () => {
  const numbers = ['Platform:1/SANDBOX', 'EXECUTED', '{"a":1}', 'é'].map((text) => [
    candidateOf(text, 0),
    candidateOf(text, 1),
    candidateOf(text, 2),
  ]);
  expect(numbers, WHY).toEqual([
    [1_632_640_538, 23_845_780, 1_091_799_894],
    [304_947_302, 555_874_483, 915_524_040],
    [11_361_983, 2_098_322_592, 1_094_079_528],
    [625_781_439, 1_426_546_174, 817_539_013],
  ]);
});

describe('stored JSON', () => {
  const TENANT = `Platform:${ID}/SANDBOX`;
  const CASES: readonly (readonly [text: string, template: string, values: string])[] = [
    ['{"a":"b","n":12,"t":true,"z":null}', '{"a":<0>,"n":<1>,"t":true,"z":null}', '["b",12]'],
    ['{"a":[-1.5e+3,{"b":"x\\"y\\\\"}],"c":{}}', '{"a":[<0>,{"b":<1>}],"c":{}}', '[-1.5e+3,"x\\"y\\\\"]'],
    [
      `{"id":"Quote:${ID}","tenant":"${TENANT}","again":["Quote:${ID}","short","short"]}`,
      '{"id":<0>,"tenant":<c0>,"again":[<0>,<1>,<2>]}',
      `["Quote:${ID}","short","short"]`,
    ],
    ['{"one":1,"one":2, "s" : "key\\":" }', '{"one":<0>,"one":<1>, <2> : <3> }', '[1,2,"s","key\\":"]'],
    ['{}', '{}', '[]'],
  ];

  test.each(CASES)('%s has the template %s and the values %s', (text, named, values) => {
    const template = named.replaceAll('<', '\u001f').replaceAll('>', '\u001e');
    const templates: string[] = [];
    const lookup: Lookup = {
      numberOf: (of) => (templates.push(of), 17),
      textOf: () => template,
      textKey: (of) => of,
      hasRoom: () => true,
    };
    expect(encodeTemplated(text, [TENANT], lookup), WHY).toBe(`#17${values}`);
    expect(templates, WHY).toEqual([template]);
    expect(joinJson(parseTemplate(template), values, [TENANT]), WHY).toBe(text);
  });

  test.each([
    ['[1,2]', '[1,2]'],
    ['"text"', '"text"'],
    ['#17["b"]', '=#17["b"]'],
    ['=', '=='],
    ['', ''],
    ['{"raw":"\u001f"}', '{"raw":"\u001f"}'],
    [`{${'"long":null,'.repeat(600)}"end":1}`, `{${'"long":null,'.repeat(600)}"end":1}`],
  ])('%j has no template', (text, stored) => {
    const lookup: Lookup = { numberOf: () => 17, textOf: () => '', textKey: (of) => of, hasRoom: () => true };
    expect(encodeTemplated(text, [], lookup), WHY).toBe(stored);
  });
});
