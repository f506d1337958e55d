import { describe, expect, it } from 'vitest';
import {
  Bug,
  CATALOGUE,
  describeCause,
  MalformedAnswer,
  domainError,
  err,
  invalidFields,
  ok,
  Refused,
  Unavailable,
  withoutRefused,
} from './index.js';

describe('an error of the catalogue', () => {
  it('has the meaning of its code as its message, and details only if it was given some', () => {
    const { meaning } = CATALOGUE.INVALID_AMOUNT;
    expect(domainError('INVALID_AMOUNT')).toStrictEqual({ code: 'INVALID_AMOUNT', message: meaning });
    expect(err('INVALID_AMOUNT', 'too much', { limit: 5 })).toStrictEqual({
      ok: false,
      error: { code: 'INVALID_AMOUNT', message: 'too much', details: { limit: 5 } },
    });
  });

  it('names all invalid fields in its message and in its details', () => {
    const errors = [{ field: 'a.b', message: 'is required' }, { field: 'c' }];
    expect(invalidFields(errors)).toStrictEqual(err('INVALID_INPUT', 'Invalid input: a.b, c', { errors }));
    expect(invalidFields([{ field: 'a' }], 'INVALID_BANK_ACCOUNT').error).toMatchObject({
      code: 'INVALID_BANK_ACCOUNT',
      message: `${CATALOGUE.INVALID_BANK_ACCOUNT.meaning}: a`,
    });
  });

  it('of a committed refusal is what the caller receives', () => {
    const error = domainError('INVALID_INPUT', 'wrong code');
    expect(withoutRefused(ok(new Refused(error)))).toEqual({ ok: false, error });
    expect(withoutRefused(ok(1))).toEqual(ok(1));
    expect(withoutRefused(err('CONFLICT', 'lost'))).toEqual(err('CONFLICT', 'lost'));
  });
});

it('a thrown value is one line of a log: the name of the error and its message', () => {
  expect(describeCause(new TypeError('no list'))).toBe('TypeError: no list');
  expect(describeCause(new Bug('no row'))).toBe('Bug: no row');
  expect(describeCause(new Unavailable('no database'))).toBe('Unavailable: no database');
  expect(describeCause('a text')).toBe('a text');
});

it('the cause of a call to another service is its message alone, which names the service', () => {
  const malformed = new MalformedAnswer('kyc acme', 'review', 'errors must be a list', 'errors');
  expect(describeCause(malformed)).toBe('kyc acme review: the answer is malformed: errors must be a list');
});
