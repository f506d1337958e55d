import { describe, expect, it } from 'vitest';
import { EXCEPTIONS } from '../exceptions/index.js';
import type { Reads } from '../kernel/index.js';
import { AUDITED, readsOf } from '../testing/audited.js';
import { type Transaction, UNSET } from '../transactions/index.js';
import { decidedSums, movedOnce } from './decisions.js';

const PAYMENT = 'Transaction:018bcfe5-6800-7000-8000-00000000000a';

/** The findings about a payment of 100 from an internal account, and the movements that resolutions booked for it. */
const findings = (status: string, ...moved: Moves) => findingsOf({ status, leg: 'DELIVERY' }, ...moved);

type Moves = readonly (readonly [from: string, to: string, amount: bigint, again?: true])[];

async function findingsOf(
  { leg, ...over }: { readonly leg: string; readonly [field: string]: unknown },
  ...moved: Moves
): Promise<readonly string[]> {
  const payment = {
    ...UNSET,
    ...{ id: PAYMENT, tenant: AUDITED, type: 'OUTGOING', status: 'COMPLETED', rail: 'bank' },
    ...{ sentAmount: 100n, sentCurrency: 'USD', receivedAmount: 100n, receivedCurrency: 'USD' },
    ...over,
  } as never as Transaction;
  const exceptions = moved.map(([from, to, amount, again], index) => ({
    ...{ id: `Exception:${index}`, tenant: AUDITED, kind: 'RAIL_CONTRADICTION', subject: PAYMENT, resolvedAt: index },
    ...{ reference: `R${index}`, rail: 'bank', currency: 'USD', leg, recovered: null, isUntold: false, entryId: null },
    moved: { from, to, account: null, amount, again },
  }));
  // None of the records is looked up by other columns.
  const reads: Reads = { ...readsOf([EXCEPTIONS, exceptions]), find: async () => null };
  return movedOnce(await decidedSums(reads, payment));
}

describe('an audit compares what resolutions sent to a payee with the payment', () => {
  const twice = (amount: string) => [`${amount} more of ${PAYMENT} went to its payee than its amount`];

  it('finds a delivery that its settlement and a resolution booked', async () => {
    expect(await findings('COMPLETED', ['account', 'outside', 100n])).toEqual(twice('1.00 USD'));
    expect(await findings('COMPLETED', ['loss', 'outside', 1n])).toEqual(twice('0.01 USD'));
  });

  it('finds resolutions that together sent more than the payment', async () => {
    expect(await findings('FAILED', ['account', 'outside', 60n], ['own-funds', 'outside', 41n])).toEqual(
      twice('0.01 USD'),
    );
  });

  it('accepts one delivery, and another after the first came back', async () => {
    expect(await findings('FAILED', ['account', 'outside', 100n])).toEqual([]);
    expect(await findings('COMPLETED', ['outside', 'account', 100n], ['account', 'outside', 100n])).toEqual([]);
  });
});

describe('an audit leaves out what a rail sent twice', () => {
  it('if a resolution booked it as sent again', async () => {
    expect(await findings('COMPLETED', ['account', 'outside', 100n, true])).toEqual([]);
    expect(await findings('COMPLETED', ['account', 'outside', 100n, true], ['loss', 'outside', 1n])).toEqual([
      `0.01 USD more of ${PAYMENT} went to its payee than its amount`,
    ]);
  });
});

describe('an audit compares what operators credited from outside with what came', () => {
  const arrived = {
    ...{ type: 'INCOMING', fundingRail: 'bank', settledAt: 1, sentAmount: null, sentCurrency: null },
    leg: 'FUNDING',
  };

  it('finds money that was credited although it had arrived already', async () => {
    expect(await findingsOf(arrived, ['outside', 'account', 60n])).toEqual([
      `operators credited 0.60 USD more of ${PAYMENT} than came in`,
    ]);
  });

  it('accepts money that came again after it went back, and money that had not come', async () => {
    expect(await findingsOf(arrived, ['account', 'outside', 60n], ['outside', 'account', 60n])).toEqual([]);
    expect(await findingsOf({ ...arrived, settledAt: null }, ['outside', 'account', 100n])).toEqual([]);
  });
});
