import {
  choiceField,
  clearable,
  flagField,
  groupField,
  idField,
  optional,
  textField,
  textsField,
} from '@corridor/core';
import { expect, test } from 'vitest';
import { currencyField, moneyField } from '../../../../core/src/money/money-fields.js';
import { type Asked, consoleFields, enteredInput, missingIn, namesWithout } from './declared-fields.js';
import { Entered } from './entered.js';

const FIELDS = {
  id: idField('Card', { label: 'Card' }),
  amount: optional(moneyField({ label: 'Amount', currency: 'currency' })),
  currency: optional(currencyField({ label: 'Currency' })),
  status: choiceField(['OPEN', 'CLOSED', 'LOST'], { label: 'Status' }),
  tells: flagField({ label: 'Secrecy', statement: 'The platform must not know', states: false }),
  domain: clearable(textField({ label: 'Domain', hint: 'Such as a.example', maxLength: 9 })),
  names: optional(textsField({ label: 'Names', max: 3, each: (value) => value, rows: 4 })),
  sender: optional(groupField({ name: clearable(textField({ label: 'Sender', maxLength: 9 })) }, { label: 'Sender' })),
};

function entering(values: Record<string, string>, asks: readonly (string | Asked)[], given: object = {}) {
  const entered = new Entered(new URLSearchParams(values));
  const input = enteredInput(entered, FIELDS, asks, { ...given });
  const result = entered.result(() => input);
  return result.ok ? result.value : result.error.details!['errors'];
}

test('a form asks for a field as its kind needs, with the texts of the declaration', () => {
  expect(consoleFields(FIELDS, ['amount', 'status', 'tells', 'domain', 'names', 'sender.name'])).toEqual([
    { name: 'amount', label: 'Amount', inputmode: 'decimal', isOptional: true },
    {
      ...{ name: 'status', label: 'Status' },
      choices: [
        ['OPEN', 'Open'],
        ['CLOSED', 'Closed'],
        ['LOST', 'Lost'],
      ],
    },
    { name: 'tells', label: 'Secrecy', choices: [['yes', 'The platform must not know']], many: true },
    { name: 'domain', label: 'Domain', hint: 'Such as a.example', isOptional: true },
    { name: 'names', label: 'Names', rows: 4, isOptional: true },
    { name: 'sender.name', label: 'Sender', isOptional: true },
  ]);
});

test('a form says which fields may stay empty, with the currency of an amount that is required', () => {
  const optionalOf = (...asks: readonly (string | Asked)[]) =>
    consoleFields(FIELDS, asks).flatMap(({ name, isOptional }) => (isOptional === true ? [name] : []));
  expect(optionalOf('id', 'amount', 'currency', 'status', 'tells', 'names')).toEqual(['amount', 'currency', 'names']);
  expect(optionalOf({ name: 'amount', required: true }, 'currency', { name: 'names', required: true })).toEqual([]);
});

test('a form can ask in other words, for fewer choices, and not at all', () => {
  const asks = [
    { name: 'status', label: 'How it ends', only: ['LOST', 'CLOSED'] },
    { name: 'domain', hint: null, isOffered: true },
    { name: 'amount', isOffered: false },
  ];
  expect(consoleFields(FIELDS, asks)).toEqual([
    {
      ...{ name: 'status', label: 'How it ends' },
      choices: [
        ['LOST', 'Lost'],
        ['CLOSED', 'Closed'],
      ],
    },
    { name: 'domain', label: 'Domain', isOptional: true },
  ]);
  expect(entering({ status: 'OPEN', amount: '1', currency: 'EUR' }, [...asks, 'currency'])).toEqual([
    { field: 'status', message: 'is not one of the choices' },
  ]);
});

test('a field that the form neither fixes nor leaves out is asked for, and a group by its fields', () => {
  expect(namesWithout(FIELDS, ['id', 'amount', 'currency', 'names'])).toEqual([
    'status',
    'tells',
    'domain',
    'sender.name',
  ]);
});

test('a required field that is neither asked for nor known is missing', () => {
  expect(missingIn(FIELDS, ['status', 'domain'], ['id'])).toEqual(['tells']);
  expect(missingIn(FIELDS, [{ name: 'status' }, 'tells', 'sender.name'], ['id'])).toEqual([]);
});

test('an amount is read in the currency of the field below it, or that the page fixes', () => {
  expect(entering({ amount: '1.50', currency: 'jpy' }, ['amount', 'currency'])).toMatchObject([{ field: 'amount' }]);
  expect(entering({ amount: '1.50', currency: 'eur' }, ['amount', 'currency'])).toEqual({
    currency: 'EUR',
    amount: 150n,
  });
  expect(entering({ amount: '15' }, ['amount'], { currency: 'JPY' })).toEqual({ currency: 'JPY', amount: 15n });
});

test('a currency is needed with its amount, and left out without it', () => {
  expect(entering({ amount: '1' }, ['amount', 'currency'])).toEqual([
    { field: 'currency', message: 'must not be empty' },
  ]);
  expect(entering({ currency: 'EUR' }, ['amount', 'currency'])).toEqual({});
  expect(entering({}, [{ name: 'amount', required: true }, 'currency'])).toEqual([
    { field: 'currency', message: 'must not be empty' },
    { field: 'amount', message: 'must not be empty' },
  ]);
});

test('an empty field is absent, null if that removes what it sets, and an empty list is empty', () => {
  expect(entering({ domain: ' ', names: '' }, ['amount', 'domain', 'names', 'sender.name'])).toEqual({
    domain: null,
    names: [],
  });
  expect(entering({ 'sender.name': 'Ada', names: 'a, b\nc' }, ['sender.name', 'names'])).toEqual({
    sender: { name: 'Ada' },
    names: ['a', 'b', 'c'],
  });
});

test('a checked box has the value that the field states, and another box the other one', () => {
  expect([entering({ tells: 'yes' }, ['tells']), entering({}, ['tells'])]).toEqual([{ tells: false }, { tells: true }]);
});

test('the declaration checks every value, and each wrong field is reported once', () => {
  const values = { id: 'Token:1', domain: 'longer than nine', names: 'a b c d', status: '' };
  expect(entering(values, ['id', 'domain', 'names', 'status'])).toEqual([
    { field: 'id', message: 'must be an id that begins with Card:' },
    { field: 'domain', constraint: { minLength: 1, maxLength: 9 }, message: 'must have 1 to 9 characters' },
    { field: 'names', message: 'must be a list of 0 to 3 items' },
    { field: 'status', message: 'must be chosen' },
  ]);
});

test('a text can be changed before it is checked', () => {
  expect(entering({ domain: 'a.EXAMPLE' }, [{ name: 'domain', as: (text) => text.toLowerCase() }])).toEqual({
    domain: 'a.example',
  });
});

test('a form cannot ask for a field that the input does not have', () => {
  expect(() => consoleFields(FIELDS, ['unknown'])).toThrow('the input has no field unknown');
  expect(() => consoleFields(FIELDS, ['id.name'])).toThrow('the input has no group id');
  expect(() => consoleFields(FIELDS, ['sender'])).toThrow('sender has fields of its own');
});
