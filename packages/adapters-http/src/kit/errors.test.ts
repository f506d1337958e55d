import { CATALOGUE, type ErrorCode } from '@corridor/core';
import { domainError } from '@corridor/core/internal';
import { describe, expect, test } from 'vitest';
import { codesOf, ERROR_STATUSES, errorBody, retryAfter, STATUS_OF } from './errors.js';

describe('the table of statuses', () => {
  test('has a row for every code of the catalogue, and no other', () => {
    expect(Object.keys(STATUS_OF).sort()).toEqual(Object.keys(CATALOGUE).sort());
  });

  test('gives every code a known status, and every status at least one code', () => {
    expect(new Set(Object.values(STATUS_OF))).toEqual(new Set(ERROR_STATUSES));
    expect(ERROR_STATUSES.flatMap(codesOf).sort()).toEqual(Object.keys(CATALOGUE).sort());
  });

  test('does not compile with a missing code', () => {
    const { INVALID_INPUT: _left, ...rest } = STATUS_OF;
    // @ts-expect-error INVALID_INPUT has no row
    const incomplete: Readonly<Record<ErrorCode, number>> = rest;
    expect(incomplete).not.toHaveProperty('INVALID_INPUT');
  });

  test('maps a missing record to 404 and an internal failure to 500', () => {
    expect(STATUS_OF.QUOTE_NOT_FOUND).toBe(404);
    expect(STATUS_OF.INTERNAL_ERROR).toBe(500);
    expect(STATUS_OF.CUSTOMER_DELETED).toBe(410);
    expect(STATUS_OF.NOT_IMPLEMENTED).toBe(501);
  });
});

describe('the body of an error', () => {
  test('repeats the status and adds the request id to the details of the error', () => {
    const error = domainError('INVALID_INPUT', 'Invalid input: a', { errors: [{ field: 'a' }] });
    expect(JSON.parse(errorBody(error, 'request-1'))).toEqual({
      status: 400,
      code: 'INVALID_INPUT',
      message: 'Invalid input: a',
      details: { errors: [{ field: 'a' }], requestId: 'request-1' },
    });
  });
});

describe('Retry-After', () => {
  test.each([
    [domainError('RATE_LIMITED'), '1'],
    [domainError('RATE_LIMITED', 'wait', { retryAfter: 2.2 }), '3'],
    [domainError('DAILY_VOLUME_LIMIT_EXCEEDED', 'used up', { retryAfter: 3600 }), '3600'],
    [domainError('SERVICE_UNAVAILABLE'), '1'],
    [domainError('CONFLICT', 'another request with this key is in progress', { retryAfter: 1 }), '1'],
    [domainError('CONFLICT'), null],
    [domainError('INVALID_INPUT'), null],
  ])('of %o is %s', (error, seconds) => {
    expect(retryAfter(error)).toBe(seconds);
  });
});
