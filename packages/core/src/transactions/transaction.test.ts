import { describe, expect, it } from 'vitest';
import {
  bookedToOf,
  cannotCredit,
  type CardSpend,
  contradictionReference,
  destinationKey,
  heldOn,
  isIncoming,
  isOutgoing,
  pulledFor,
  pulledFrom,
  takenFor,
  type Transaction,
} from './index.js';

const INTERNAL = 'InternalAccount:018bcfe5-6800-7000-8000-000000000001';
const EXTERNAL = 'ExternalAccount:018bcfe5-6800-7000-8000-000000000002';
const account = (accountId: string) => ({ sourceType: 'ACCOUNT', accountId, currency: 'USD' });
const funded = { sourceType: 'REALTIME_FUNDING', customerId: 'Customer:1', currency: 'USD', accountId: INTERNAL };

const of = (type: 'OUTGOING' | 'INCOMING', source: object | null) => ({ type, source }) as Transaction;

describe('the source of a payment', () => {
  it.each([
    ['an internal account, out', of('OUTGOING', account(INTERNAL)), INTERNAL, null],
    ['an internal account, in', of('INCOMING', account(INTERNAL)), null, null],
    ['an external account, out', of('OUTGOING', account(EXTERNAL)), null, EXTERNAL],
    ['an external account, in', of('INCOMING', account(EXTERNAL)), null, EXTERNAL],
    ['money that arrives', of('OUTGOING', funded), null, null],
    ['another kind with an external account', of('OUTGOING', { ...funded, accountId: EXTERNAL }), null, null],
    ['none', of('OUTGOING', null), null, null],
  ])('%s holds the money, is collected from, or neither', (_, transaction, held, pulled) => {
    expect(heldOn(transaction)).toBe(held);
    expect(pulledFrom(transaction)).toBe(pulled);
  });
});

it('the type of a transaction says whether money goes out or comes in', () => {
  const [out, into] = [of('OUTGOING', null), of('INCOMING', null)];
  expect([isOutgoing(out), isOutgoing(into)]).toEqual([true, false]);
  expect([isIncoming(out), isIncoming(into)]).toEqual([false, true]);
  expect(isOutgoing({ type: 'CARD' } as never) || isIncoming({ type: 'CARD' } as never)).toBe(false);
});

it.each([
  [{ destinationType: 'ACCOUNT', accountId: INTERNAL }, INTERNAL],
  [{ destinationType: 'UMA_ADDRESS', umaAddress: '$ada@example.com' }, '$ada@example.com'],
  [{ destinationType: 'MERCHANT', descriptor: 'COFFEE' }, 'COFFEE'],
] as const)('a payee is identified by the account, the address or the descriptor: %o', (destination, key) => {
  expect(destinationKey(destination)).toBe(key);
});

it.each([
  ['AMOUNT_OUT_OF_RANGE', true],
  ['USER_NOT_READY', true],
  ['CONFLICT', false],
  ['SVC_SWITCH_ERROR', false],
] as const)('after %s, collected money is sent back: %s', (code, isSentBack) => {
  expect(cannotCredit({ code, message: '' })).toBe(isSentBack);
});

describe('the reference of a contradiction', () => {
  it.each([
    ['R1', null, 'R1', null],
    ['R1', 'loss', 'loss:R1', 'loss'],
    ['R1', 'bank-charges', 'bank-charges:R1', 'bank-charges'],
    ['loss:R1', null, 'told:loss:R1', null],
    ['bank-charges:R1', null, 'told:bank-charges:R1', null],
    ['loss', null, 'loss', null],
    ['a loss:R1', null, 'a loss:R1', null],
  ] as const)('%s, booked to %s, is %s', (given, booked, reference, read) => {
    expect(contradictionReference(given, booked)).toBe(reference);
    expect(bookedToOf(reference)).toBe(read);
  });
});

describe('what a card use took from its funding source', () => {
  const spend = (moved: CardSpend['moved']) => ({ moved });
  const times = (count: number, total: bigint) => ({ count, total });

  it('is what was pulled, less what was given back unused', () => {
    const moved = {
      CARD_HOLD: times(1, 1_000n),
      CARD_PULL: times(2, 300n),
      CARD_RECOVERY: times(4, 50n),
      CARD_RELEASE: times(8, 200n),
      CARD_PULL_FAILED: times(16, 20n),
      CARD_CLEARING: times(32, 7_000n),
    };
    expect(pulledFor(spend(moved))).toEqual({ count: 7, total: 1_130n });
    expect(takenFor(spend(moved))).toBe(1_130n);
  });

  it('is less after a return or a credit, and more after a reversed return', () => {
    const moved = {
      CARD_HOLD: times(1, 1_000n),
      CARD_RETURN: times(1, 400n),
      CARD_CREDIT: times(1, 30n),
      CARD_RETURN_REVERSAL: times(1, 5n),
    };
    expect(takenFor(spend(moved))).toBe(575n);
  });

  it('is nothing before money has moved', () => {
    expect(pulledFor(spend({}))).toEqual({ count: 0, total: 0n });
    expect(takenFor(spend({}))).toBe(0n);
  });
});
