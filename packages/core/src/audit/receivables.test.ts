import { describe, expect, it } from 'vitest';
import type { CurrencyCode, Id } from '../kernel/index.js';
import { chart, type Line, type PostedEntry } from '../ledger/index.js';
import { AUDITED } from '../testing/audited.js';
import { isTakenBack, reversedLines, takenBack, takenFrom } from './receivables.js';

const USD = 'USD' as CurrencyCode;
const OWNED = 'InternalAccount:1' as Id<'InternalAccount'>;
const PLATFORMS = 'InternalAccount:2' as Id<'InternalAccount'>;
const FEES = chart.fees(AUDITED, USD);
const BANK = chart.clearing('SANDBOX', 'bank', USD);

const entry = (kind: string, ...posted: readonly (readonly [string, bigint])[]): PostedEntry =>
  ({ id: 'JournalEntry:1', kind, postings: posted.map(([account, amount]) => ({ account, amount })) }) as never;
const texts = (lines: readonly Line[] | null) => lines?.map(({ account, amount }) => [account.name, amount]) ?? null;

describe('the account that a returned payout’s fee was taken back from', () => {
  it.each([
    ['SETTLEMENT_REVERSAL', `available:${PLATFORMS}`, PLATFORMS],
    ['SETTLEMENT_REVERSAL', `receivables:${PLATFORMS}`, PLATFORMS],
    ['SETTLEMENT_REVERSAL', `held:${PLATFORMS}`, ''],
    ['SETTLEMENT_REVERSAL', `available:Customer:1`, ''],
    ['SETTLEMENT', `available:${PLATFORMS}`, ''],
    ['FEE_SWEEP', `available:${PLATFORMS}`, ''],
  ])('of a %s on %s is "%s"', (kind, account, taken) => {
    expect(takenFrom(entry(kind, [BANK.name, 5n], [account, -5n]))).toBe(taken);
  });
});

describe('an amount that is taken back', () => {
  const back = (...posted: readonly (readonly [string, bigint])[]) =>
    texts(takenBack(entry('DEPOSIT_REVERSAL', ...posted), { id: OWNED, currency: USD }, 10n));
  const lines = (balance: bigint, debt: bigint) => [
    [`available:${OWNED}`, balance],
    [`receivables:${OWNED}`, debt],
  ];

  it('is debited from the balance as far as the entry debits it, and otherwise becomes a debt', () => {
    expect(back([`available:${OWNED}`, -10n])).toEqual(lines(-10n, 0n));
    expect(back([`available:${OWNED}`, -4n], [`receivables:${OWNED}`, -6n])).toEqual(lines(-4n, -6n));
    expect(back([`available:${OWNED}`, -1n], [`available:${OWNED}`, -2n])).toEqual(lines(-3n, -7n));
    expect(back([`available:${PLATFORMS}`, -4n])).toEqual(lines(0n, -10n));
  });

  it('is neither more than the whole amount nor less than nothing', () => {
    expect(back([`available:${OWNED}`, -11n])).toEqual(lines(-10n, 0n));
    expect(back([`available:${OWNED}`, 1n])).toEqual(lines(0n, -10n));
  });

  it('is credited to the account that other entries of its kind debit', () => {
    const sweep = (amount: bigint) => entry('FEE_SWEEP', [FEES.name, amount], [`available:${PLATFORMS}`, -amount]);
    expect([-1n, 0n, 1n].map((amount) => isTakenBack(sweep(amount), FEES))).toEqual([false, false, true]);
  });
});

describe('the reversal of a settlement', () => {
  const settled: readonly Line[] = [
    { account: chart.held(OWNED, USD), amount: -100n },
    { account: FEES, amount: 3n },
    { account: BANK, amount: 97n },
  ];
  const payer = { id: PLATFORMS, currency: USD, owner: 'platform' } as never;
  const reversal = entry('SETTLEMENT_REVERSAL', [`available:${PLATFORMS}`, -2n], [`receivables:${PLATFORMS}`, -1n]);
  const reversed = (by: Parameters<typeof reversedLines>[1]['payer']) =>
    texts(reversedLines(settled, { tenant: AUDITED, entry: reversal, payer: by }));

  it('takes the fee of the platform back from its account, and every other amount from where it went', () => {
    expect(reversed(payer)).toEqual([
      [`held:${OWNED}`, 100n],
      [`available:${PLATFORMS}`, -2n],
      [`receivables:${PLATFORMS}`, -1n],
      [BANK.name, -97n],
    ]);
  });

  it.each([
    ['without an account', null],
    ['from the account of a customer', { id: PLATFORMS, currency: USD, owner: 'Customer:1' } as never],
  ])('takes the fee back from the collected fees %s', (_, by) => {
    expect(reversed(by)).toEqual([
      [`held:${OWNED}`, 100n],
      [FEES.name, -3n],
      [BANK.name, -97n],
    ]);
  });

  it('of an unknown settlement is unknown', () => {
    expect(reversedLines(null, { tenant: AUDITED, entry: reversal, payer })).toBeNull();
  });
});
