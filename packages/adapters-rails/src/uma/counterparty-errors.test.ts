import { expect, it } from 'vitest';
import { refusalOf } from './counterparty-errors.js';

it('a refusal that names a code of ours is that code', () => {
  expect(refusalOf(400, '{"code":"INVALID_RECEIVER"}', 'LNURLP_REQUEST_FAILED').code).toBe('INVALID_RECEIVER');
});

it.each(['constructor', 'toString', '__proto__', 'hasOwnProperty', 'OUT_OF_COFFEE'])(
  'a refusal that names %s is none of ours',
  (code) => {
    expect(refusalOf(400, JSON.stringify({ code }), 'PAYREQ_REQUEST_FAILED')).toEqual({
      code: 'PAYREQ_REQUEST_FAILED',
      message: 'the counterparty answered 400',
    });
  },
);
