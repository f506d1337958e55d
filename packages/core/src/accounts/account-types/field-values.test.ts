import { describe, expect, it } from 'vitest';
import type { FieldError } from '../../kernel/index.js';
import type { Field } from './account-type.js';
import { expectation, given, inNotation, isObject, readFields } from './field-values.js';
import {
  choice,
  COUNTRY_CODE,
  digits,
  field,
  IBAN,
  optional,
  PHONE_NUMBER,
  ROUTING_NUMBER,
  SWIFT_CODE,
} from './fields.js';

const BORN = field('birthDate', '1815-12-10', 'When', { pattern: '^[0-9-]+$', format: 'date' });
const EMAIL = field('email', 'ada@example.com', 'Where', { pattern: '^[^@]+@[^@]+$', format: 'email' });
const COUNTRY = field('country', 'DE', 'Where', COUNTRY_CODE);

describe('what a value must look like', () => {
  it.each<[string, Field, string]>([
    ['a number of a fixed length', ROUTING_NUMBER, 'must have 9 digits'],
    ['a number of several lengths', digits('number', '1234', 'It', 4, 17), 'must have 4 to 17 digits'],
    ['a date', BORN, 'must be a date as YYYY-MM-DD, such as 1815-12-10'],
    ['an email address', EMAIL, 'must be an email address, such as ada@example.com'],
    ['a phone number', PHONE_NUMBER, 'must be a phone number with + and the country code, such as +15555550123'],
    ['a country', COUNTRY, 'must be the code of a country in two capital letters, such as DE'],
    ['an IBAN', IBAN, 'must be an IBAN, such as DE89370400440532013000'],
    ['a BIC', SWIFT_CODE, 'must be a BIC of 8 or 11 capital letters and digits, such as DEUTDEFF'],
    ['any other value', field('code', 'A-1', 'It', { pattern: '^[A-Z]-[0-9]$' }), 'must have the form of A-1'],
    ['a value without a pattern', field('code', 'A-1', 'It'), 'must have the form of A-1'],
  ])('is described for %s', (_, of, described) => {
    expect(expectation(of)).toBe(described);
  });
});

describe('the notation of a field', () => {
  const PIX_KEY = field('pixKey', 'ada@example.com', 'It', { notation: 'PIX_KEY' });

  it.each([
    ['CPF', '529.982.247-25', '52998224725'],
    ['CNPJ', '12.abc.345/01DE-35', '12ABC34501DE35'],
    ['EMAIL', ' Ada@Example.COM', 'ada@example.com'],
    ['PHONE', '+55 (11) 98765-4321', '+5511987654321'],
    ['RANDOM', '7D9F03358DCC40549BF90DBD61D36906', '7d9f0335-8dcc-4054-9bf9-0dbd61d36906'],
    ['OTHER', '529.982.247-25', '529.982.247-25'],
    ['constructor', '529.982.247-25', '529.982.247-25'],
    [undefined, '529.982.247-25', '529.982.247-25'],
  ])('of a PIX key of the type %s makes %o of %o', (pixKeyType, sent, stored) => {
    expect(inNotation(PIX_KEY, sent, { pixKeyType })).toBe(stored);
  });

  it('is none for a field without one', () => {
    expect(inNotation(field('note', 'x', 'It'), ' a  b ', {})).toBe(' a  b ');
  });
});

describe('an unchecked object', () => {
  it('is neither null, nor an array, nor a text', () => {
    expect([{}, Object.create(null)].map(isObject)).toEqual([true, true]);
    expect([null, undefined, [], 'text', 7].map(isObject)).toEqual([false, false, false, false, false]);
  });

  it('has only its own members, and null is an absent one', () => {
    expect(given({ name: 'Ada' }, 'name')).toBe('Ada');
    expect(given({ name: false }, 'name')).toBe(false);
    expect(given({ name: null }, 'name')).toBeUndefined();
    expect(given({}, 'toString')).toBeUndefined();
  });
});

describe('the fields of an object', () => {
  const read = (from: object, ...fields: readonly Field[]) => {
    const errors: FieldError[] = [];
    const values = readFields(from as Record<string, unknown>, fields, 'info', (error) => errors.push(error));
    return { values, errors };
  };
  const messageOf = (of: Field, value: unknown) => read({ [of.name]: value }, of).errors.map(({ message }) => message);

  it('are read without unknown ones and without blanks between groups', () => {
    const note = field('note', 'x', 'It', { maxLength: 5 });
    expect(read({ routingNumber: '021-000-021', note: 'a b', other: 'x' }, ROUTING_NUMBER, note)).toEqual({
      values: { routingNumber: '021000021', note: 'a b' },
      errors: [],
    });
  });

  it('are reported with their path, their complete constraint and a message', () => {
    expect(read({ routingNumber: '1' }, ROUTING_NUMBER).errors).toStrictEqual([
      {
        field: 'info.routingNumber',
        constraint: { pattern: '^[0-9]{9}$', minLength: 9, maxLength: 9 },
        message: 'must have at least 9 characters',
      },
    ]);
    expect(read({ kind: 'B' }, choice('kind', ['A'], 'It')).errors).toStrictEqual([
      { field: 'info.kind', constraint: { enum: ['A'] }, message: 'is not one of the allowed values' },
    ]);
    expect(read({ birthDate: '1815-13-10' }, BORN).errors).toStrictEqual([
      { field: 'info.birthDate', constraint: { format: 'date', pattern: '^[0-9-]+$' }, message: 'is not a date' },
    ]);
    expect(read({ code: 7 }, field('code', 'A', 'It')).errors).toStrictEqual([
      { field: 'info.code', message: 'must be a string' },
    ]);
  });

  it('are required or not', () => {
    const code = field('code', 'A', 'It');
    for (const from of [{}, { code: null }, { code: undefined }]) {
      expect(read(from, code)).toEqual({ values: {}, errors: [{ field: 'info.code', message: 'is required' }] });
      expect(read(from, optional(code))).toStrictEqual({ values: {}, errors: [] });
    }
  });

  it('have a length within their bounds', () => {
    const name = field('name', 'Ada', 'It', { minLength: 2, maxLength: 4 });
    expect(['ab', 'abcd'].flatMap((value) => messageOf(name, value))).toEqual([]);
    expect(messageOf(name, 'a')).toEqual(['must have at least 2 characters']);
    expect(messageOf(name, 'abcde')).toEqual(['must have at most 4 characters']);
    expect(messageOf(name, '   ')).toEqual(['must not be blank']);
    expect(messageOf(name, '')).toEqual(['must not be blank']);
  });

  it('may be empty if they have no length, or a least length of 0', () => {
    expect(messageOf(field('note', 'x', 'It'), '')).toEqual([]);
    expect(messageOf(field('note', 'x', 'It', { minLength: 0 }), ' ')).toEqual([]);
  });

  it('have no control characters and no half of a surrogate pair', () => {
    const name = field('name', 'Ada', 'It');
    const refused = ['must not contain control characters or unpaired surrogates'];
    for (const value of ['a\u0000', 'a\nb', '\ud800x', 'x\u0085']) expect(messageOf(name, value)).toEqual(refused);
    expect(messageOf(name, 'Ada\u202e')).toEqual([
      'must not contain U+202E, a character that is not shown or reverses text; type the text again',
    ]);
    for (const value of ['Ångström', '李', '😀', 'a b']) expect(messageOf(name, value)).toEqual([]);
  });

  it('are dates of the calendar', () => {
    for (const value of ['2024-02-29', '1815-12-10']) expect(messageOf(BORN, value)).toEqual([]);
    for (const value of ['2023-02-29', '2024-00-01', '20240229', '2024-1-1']) {
      expect(messageOf(BORN, value), value).toEqual(['is not a date']);
    }
    expect(messageOf(BORN, 'today')).toEqual(['must be a date as YYYY-MM-DD, such as 1815-12-10']);
  });

  it('are checked by their own patterns, also after another value', () => {
    for (let round = 0; round < 2; round++) {
      expect(messageOf(COUNTRY, 'DE')).toEqual([]);
      expect(messageOf(COUNTRY, 'de')).toEqual(['must be the code of a country in two capital letters, such as DE']);
    }
  });
});
