import { expect, it } from 'vitest';
import { refusalOf } from './counterparty-errors.js';

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
