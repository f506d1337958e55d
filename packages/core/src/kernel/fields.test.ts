import fc from 'fast-check';
import { describe, expect, expectTypeOf, it } from 'vitest';
import {
  checkInput,
  choiceField,
  choicesField,
  clearable,
  dateField,
  type Field,
  type Fields,
  flagField,
  groupField,
  groupsField,
  idField,
  type InputOfFields,
  numberField,
  optional,
  optionOf,
  secretField,
  shownAs,
  textField,
  textsField,
  timeField,
  withoutSecrets,
  worded,
} from './fields.js';
import type { Id } from './ids.js';
import type { FieldError } from './result.js';
import { text } from './rules.js';
import type { Instant } from './time.js';

const CARD = 'Card:018bcfe5-6800-7000-8000-000000000001' as Id<'Card'>;

const fields = {
  id: idField('Card', { label: 'Card', option: { name: 'card', meaning: 'The card, as Card:…' } }),
  use: choiceField(['pay', ['refund', 'Give the money back']], { label: 'Use' }),
  reason: optional(textField({ label: 'Reason', maxLength: 5, rows: 3 })),
  domain: clearable(textField({ label: 'Domain', maxLength: 20 })),
  merchant: groupField(
    {
      descriptor: textField({ label: 'Merchant', maxLength: 10 }),
      pin: optional(secretField({ label: 'PIN', maxLength: 4 })),
    },
    { label: 'Merchant' },
  ),
  at: optional(timeField({ label: 'At', hint: 'UTC' })),
};
const VALID = { id: CARD, use: 'pay', merchant: { descriptor: 'Café' } } as const;

const errorsOf = (of: Fields, input: unknown): readonly FieldError[] => {
  const checked = checkInput(of, input);
  return checked.ok ? [] : (checked.error.details!['errors'] as readonly FieldError[]);
};
const namesOf = (of: Fields, input: unknown): readonly string[] => errorsOf(of, input).map(({ field }) => field);
const isValid = (field: Field, value: unknown): boolean => checkInput({ field }, { field: value }).ok;

describe('the type of an input', () => {
  it('follows from its fields', () => {
    expectTypeOf<InputOfFields<typeof fields>>().toEqualTypeOf<{
      readonly id: Id<'Card'>;
      readonly use: 'pay' | 'refund';
      readonly reason?: string | undefined;
      readonly domain?: string | null | undefined;
      readonly merchant: { readonly descriptor: string; readonly pin?: string | undefined };
      readonly at?: Instant | undefined;
    }>();
  });

  it('is empty without fields', () => {
    expect(checkInput({}, {}).ok).toBe(true);
    expect(namesOf({}, { other: 1 })).toEqual(['other']);
  });
});

describe('an input', () => {
  it('is valid with its required fields', () => {
    expect(errorsOf(fields, VALID)).toEqual([]);
    expect(errorsOf(fields, { ...VALID, reason: undefined, domain: null })).toEqual([]);
  });

  it('reports every invalid field at once, by its path', () => {
    const input = { use: 'steal', reason: 'longer', merchant: { descriptor: ' ' }, at: 'today', secret: 'blue' };
    expect(errorsOf(fields, input).map(({ field, message }) => `${field} ${message}`)).toEqual([
      'id is required',
      'use must be one of pay, refund',
      'reason must have 1 to 5 characters',
      'merchant.descriptor must have 1 to 10 characters',
      'at must be a time',
      'secret is not a field of this input; leave it out',
    ]);
  });

  it('that is not an object is refused', () => {
    for (const input of [null, undefined, 'text', [VALID]]) expect(checkInput(fields, input).ok).toBe(false);
  });

  it('refuses an undeclared field inside a group, but not an absent one', () => {
    expect(namesOf(fields, { ...VALID, merchant: { descriptor: 'a', other: 1 } })).toEqual(['merchant.other']);
    expect(namesOf(fields, { ...VALID, other: undefined })).toEqual([]);
  });

  it('does not take a property of every object for a declared field', () => {
    expect(namesOf(fields, { ...VALID, constructor: 'x', toString: 'y' })).toEqual(['constructor', 'toString']);
  });
});

describe('a field', () => {
  it('of an id takes ids of its types only', () => {
    const either = idField(['Card', 'Customer'], { label: 'Record' });
    expect(isValid(either, CARD)).toBe(true);
    expect(isValid(either, CARD.replace('Card', 'Agent'))).toBe(false);
    expect(errorsOf({ either }, { either: 'Card:1' })).toMatchObject([
      { message: 'must be an id that begins with Card: or Customer:' },
    ]);
  });

  it('of a time takes whole milliseconds that are a time of the calendar', () => {
    const field = timeField({ label: 'At' });
    const last = 8_640_000_000_000_000;
    expect([0, -last, last].map((value) => isValid(field, value))).toEqual([true, true, true]);
    expect([0.5, -last - 1, last + 1].map((value) => isValid(field, value))).toEqual([false, false, false]);
  });

  it('of a text takes exactly the texts that are not blank and not too long', () => {
    const field = textField({ label: 'Text', maxLength: 8 });
    fc.assert(
      fc.property(fc.string({ maxLength: 12 }), (value) => {
        expect(isValid(field, value)).toBe(value.trim() !== '' && value.length <= 8);
      }),
    );
    expect(isValid(field, 12)).toBe(false);
  });

  it('of a text is checked by the rule that it names instead', () => {
    const field = textField({
      label: 'Word',
      maxLength: 8,
      rule: text({ pattern: '^[a-z]+$', expects: 'must be a word' }),
    });
    expect([isValid(field, 'abc'), isValid(field, 'ABC')]).toEqual([true, false]);
  });

  it('of a choice takes exactly its choices', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string(), { minLength: 1 }), fc.string(), (values, other) => {
        const field = choiceField(values, { label: 'Choice' });
        for (const value of values) expect(isValid(field, value)).toBe(true);
        expect(isValid(field, other)).toBe(values.includes(other));
      }),
    );
  });

  it('of several choices takes exactly the lists of them from the least number on', () => {
    const values = ['a', 'b', 'c'];
    const field = choicesField(values, { label: 'Choices', min: 1 });
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 5 }), (chosen) => {
        const fits = chosen.length >= 1 && chosen.length <= 3 && chosen.every((each) => values.includes(each));
        expect(isValid(field, chosen)).toBe(fits);
      }),
    );
  });

  it('of a number, a flag, a day, texts and groups takes values of its kind only', () => {
    const number = numberField({ label: 'Number', min: 1, max: 3 });
    expect([0, 1, 3, 4, 1.5, '2'].map((value) => isValid(number, value))).toEqual([
      false,
      true,
      true,
      false,
      false,
      false,
    ]);
    const flag = flagField({ label: 'Flag', statement: 'It is set' });
    expect([true, false, 'true', 1].map((value) => isValid(flag, value))).toEqual([true, true, false, false]);
    const day = dateField({ label: 'Day' });
    expect(['2024-02-29', '2023-02-29', '2024-2-9', 5].map((value) => isValid(day, value))).toEqual([
      true,
      false,
      false,
      false,
    ]);
    const texts = textsField({ label: 'Texts', max: 2, each: text({ maxLength: 3 }) });
    expect([[], ['a', 'b'], ['a', 'b', 'c'], ['long'], 'a'].map((value) => isValid(texts, value))).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
    const groups = groupsField({ number }, { label: 'Groups', max: 1 });
    expect(
      [[], [{ number: 1 }], [{ number: 9 }], [{ number: 1 }, { number: 1 }], {}].map((value) => isValid(groups, value)),
    ).toEqual([true, true, false, false, false]);
  });

  it('keeps its rule with other texts', () => {
    const other = worded(fields.id, { label: 'Other card' });
    expect(other.label).toBe('Other card');
    expect([isValid(other, CARD), isValid(other, 'Card:1')]).toEqual([true, false]);
  });
});

describe('an option', () => {
  it('has the name, the value and the meaning of its field, unless the field has others', () => {
    expect(optionOf('id', fields.id)).toEqual({ name: 'card', value: 'ID', meaning: 'The card, as Card:…' });
    expect(optionOf('bankReference', textField({ label: 'Reference', hint: 'At the bank', maxLength: 9 }))).toEqual({
      name: 'bank-reference',
      value: 'TEXT',
      meaning: 'At the bank',
    });
    expect(optionOf('reason', fields.reason)).toEqual({ name: 'reason', value: 'TEXT', meaning: 'Reason' });
  });
});

describe('an input without its secrets', () => {
  const endpoint = shownAs(textField({ label: 'Endpoint', maxLength: 99 }), (url) => url.replace(/\?.*$/, '?…'));
  const secrets = { ...fields, password: optional(secretField({ label: 'Password', maxLength: 9 })), endpoint };

  it('shows no secret field and no hidden part, also inside a group', () => {
    const merchant = { descriptor: 'Café', pin: '1234' };
    expect(withoutSecrets(secrets, { ...VALID, merchant, password: 'blue', endpoint: 'https://a/?key=1' })).toEqual({
      ...VALID,
      merchant: { descriptor: 'Café', pin: '…' },
      password: '…',
      endpoint: 'https://a/?…',
    });
    const lists = {
      merchants: groupsField(secrets.merchant.kind === 'group' ? secrets.merchant.fields : {}, {
        label: 'All',
        max: 2,
      }),
    };
    expect(withoutSecrets(lists, { merchants: [merchant] })).toEqual({ merchants: [{ descriptor: 'Café', pin: '…' }] });
  });

  it('keeps absent values, and the parts of a record that are not declared', () => {
    expect(withoutSecrets(secrets, { password: null, endpoint: null, status: 'ACTIVE' })).toEqual({
      password: null,
      endpoint: null,
      status: 'ACTIVE',
    });
  });

  it('is the same input if nothing is secret', () => {
    const part = fc.dictionary(fc.string(), fc.jsonValue());
    fc.assert(
      fc.property(part, (given) => {
        expect(withoutSecrets(fields, given)).toEqual(given);
      }),
    );
  });
});
