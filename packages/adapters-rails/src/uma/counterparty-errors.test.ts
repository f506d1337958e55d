import { domainError } from '@corridor/core/internal';
import { expect, it } from 'vitest';
import { refusalInProcess, refusalOf } from './counterparty-errors.js';

it("maps a counterparty's error code to the same code of Corridor", () => {
  expect(refusalOf(400, '{"code":"INVALID_RECEIVER"}', 'LNURLP_REQUEST_FAILED').code).toBe('INVALID_RECEIVER');
});

it.each(['constructor', 'toString', '__proto__', 'hasOwnProperty', 'OUT_OF_COFFEE'])(
  'does not map the unknown error code %s',
  (code) => {
    expect(refusalOf(400, JSON.stringify({ code }), 'PAYREQ_REQUEST_FAILED')).toEqual({
      code: 'PAYREQ_REQUEST_FAILED',
      message: 'the counterparty answered 400',
    });
  },
);

it.each(['', 'Forbidden', '{"status":"ERROR","reason":"no"}', '{"code":"OUT_OF_COFFEE"}'])(
  'takes a payment request that is forbidden with the body %o for a refusal of the sender',
  (body) => {
    expect(refusalOf(403, body, 'PAYREQ_REQUEST_FAILED').code).toBe('SENDER_NOT_ACCEPTED');
    expect(refusalOf(403, body, 'LNURLP_REQUEST_FAILED').code).toBe('LNURLP_REQUEST_FAILED');
    expect(refusalOf(401, body, 'PAYREQ_REQUEST_FAILED').code).toBe('PAYREQ_REQUEST_FAILED');
  },
);

it('passes the code of a payment request on that is forbidden with one', () => {
  expect(refusalOf(403, '{"code":"INVALID_RECEIVER"}', 'PAYREQ_REQUEST_FAILED').code).toBe('INVALID_RECEIVER');
});

it('reads the refusal of an institution of this host as its answer over the network, and says what it was', () => {
  const inLookup = (code: Parameters<typeof domainError>[0]) =>
    refusalInProcess(domainError(code, 'why'), 'LNURLP_REQUEST_FAILED');
  expect(inLookup('UMA_NOT_FOUND').code).toBe('UMA_NOT_FOUND');
  expect(inLookup('INVALID_RECEIVER').code).toBe('INVALID_RECEIVER');
  expect(inLookup('INVALID_SIGNATURE')).toEqual({
    code: 'LNURLP_REQUEST_FAILED',
    message: 'the counterparty answered INVALID_SIGNATURE: why',
  });
  const lacking = domainError('MISSING_MANDATORY_USER_INFO', undefined, { fields: ['BIRTH_DATE'] });
  expect(refusalInProcess(lacking, 'PAYREQ_REQUEST_FAILED')).toMatchObject({
    code: 'MISSING_MANDATORY_USER_INFO',
    details: { fields: ['BIRTH_DATE'] },
  });
  expect(refusalInProcess(domainError('UMA_NOT_FOUND'), 'PAYREQ_REQUEST_FAILED').code).toBe('PAYREQ_REQUEST_FAILED');
});
