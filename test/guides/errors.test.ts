import { expect, it } from 'vitest';
import { paste } from '../support/pasted-page.js';

const RUN_MS = 180_000;

it(
  'the lines of the guide about errors, pasted into a shell, provoke the errors that it names',
  async () => {
    const printed = await paste('guides/errors.md');
    const [first = ''] = printed.split('\n');
    const { code, details } = JSON.parse(first) as { code: string; details: { errors: { field: string }[] } };
    expect(code).toBe('INVALID_INPUT');
    const fields = ['source.accountId', 'destination', 'lockedCurrencySide', 'lockedCurrencyAmount'];
    expect(details.errors.map(({ field }) => field)).toEqual(fields);
    expect(printed).toMatch(/^x-request-id: .*\r?\norder-4711\/attempt-1\n1$/im);
    const parameters = /^is not a parameter of this operation; it accepts platformCustomerId, .*$/m;
    expect(printed.slice(printed.indexOf('401 ')).replace(parameters, 'not a parameter')).toBe(`401 UNAUTHORIZED
403 FORBIDDEN
404 TRANSACTION_NOT_FOUND
404 REFERENCE_NOT_FOUND
400 INVALID_INPUT
not a parameter
400 INVALID_AMOUNT
409 CONFLICT
true
409 CONFLICT
EXPIRED
403 USER_NOT_READY
400 INVALID_BANK_ACCOUNT
{ result: 'PROCESSING' }
{ result: 'PROCESSING' }
{ result: 'Your balance is too low.' }
{ result: 'Please finish your verification first.' }
{ fields: [ 'destination.accountId', 'amount' ] }
alert: REFERENCE_NOT_FOUND 404, request string
ReferenceNotFoundError
true UNAUTHORIZED: Missing or wrong credentials
97500
200
429
RATE_LIMITED, again after 1 second
the patient client got Platform
FAILED ACCOUNT_CANNOT_RECEIVE, refund COMPLETED
QUOTE_EXECUTION_FAILED
OUTGOING_PAYMENT.PROCESSING
OUTGOING_PAYMENT.FAILED
OUTGOING_PAYMENT.REFUND_PENDING
OUTGOING_PAYMENT.REFUND_COMPLETED
`);
  },
  RUN_MS,
);
