import { accountChecks } from '@corridor/adapters-rails/accounts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bankAccount, PAYOUT_CURRENCIES } from './bank-accounts.js';
import { chanceOf } from './chance.js';
import {
  type Act,
  CARD_ENDINGS,
  COLLECTION_ENDINGS,
  PAYMENT_ENDINGS,
  planHistory,
  type PlanOptions,
  QUARTERS,
  VERIFICATION_ENDINGS,
} from './plan.js';
import { businessTaxNumber } from './tax-numbers.js';

const OTHERS = ['EUR', 'MXN', 'GBP', 'INR', 'BRL'];
const dates = fc
  .integer({ min: 0, max: 800 })
  .map((day) => new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10));
const optionsOf = (customers: fc.Arbitrary<number>, days: fc.Arbitrary<number>): fc.Arbitrary<PlanOptions> =>
  fc.record({
    seed: fc.integer({ min: 1, max: 2 ** 31 - 1 }),
    customers,
    days,
    start: dates,
    currencies: fc.subarray(OTHERS).map((others) => ['USD', ...others]),
  });
const anyOptions = optionsOf(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 40 }));
const RUNS = { numRuns: 150 };

const actsOf = (options: PlanOptions): readonly Act[] =>
  planHistory(options).flatMap(({ quarters }) => quarters.flat());

type Of<K extends Act['kind']> = Extract<Act, { readonly kind: K }>;
const only = <K extends Act['kind']>(acts: readonly Act[], kind: K): readonly Of<K>[] =>
  acts.filter((act): act is Of<K> => act.kind === kind);
const outcomes = (acts: readonly { readonly outcome: string }[]): ReadonlySet<string> =>
  new Set(acts.map(({ outcome }) => outcome));

describe('the plan of a history', () => {
  it('is the same for the same options, and another one for another seed', () => {
    fc.assert(
      fc.property(anyOptions, (options) => {
        expect(planHistory(options)).toEqual(planHistory(options));
        expect(planHistory({ ...options, seed: options.seed + 1 })).not.toEqual(planHistory(options));
      }),
      { numRuns: 30 },
    );
  });

  it('has amounts that are positive whole numbers', () => {
    fc.assert(
      fc.property(anyOptions, (options) => {
        const amounts = actsOf(options).flatMap((act) => ('amount' in act ? [act.amount] : []));
        expect(amounts.filter((amount) => !Number.isSafeInteger(amount) || amount < 1)).toEqual([]);
      }),
      RUNS,
    );
  });

  it('covers every outcome with 20 customers and 14 days', () => {
    const large = optionsOf(fc.integer({ min: 20, max: 60 }), fc.integer({ min: 14, max: 40 }));
    const withEuros = large.map((options) => ({
      ...options,
      currencies: [...new Set([...options.currencies, 'EUR'])],
    }));
    fc.assert(
      fc.property(withEuros, (options) => {
        const acts = actsOf(options);
        expect(outcomes(only(acts, 'payment'))).toEqual(new Set(Object.keys(PAYMENT_ENDINGS)));
        expect(outcomes(only(acts, 'collection'))).toEqual(new Set(Object.keys(COLLECTION_ENDINGS)));
        expect(outcomes(only(acts, 'authorization'))).toEqual(new Set(Object.keys(CARD_ENDINGS)));
        expect(outcomes(only(acts, 'incoming'))).toEqual(new Set(['received', 'underpaid']));
        expect(outcomes(only(acts, 'agentTransfer'))).toEqual(new Set(['approved', 'rejected', 'waiting']));
        const verdicts = only(acts, 'customer').map(({ party }) => party.verification);
        expect(new Set(verdicts)).toEqual(new Set(Object.keys(VERIFICATION_ENDINGS)));
      }),
      RUNS,
    );
  });

  it('creates every customer once, and each record before its use', () => {
    fc.assert(
      fc.property(anyOptions, (options) => {
        const acts = actsOf(options);
        expect(
          only(acts, 'customer')
            .map(({ customer }) => customer)
            .sort((a, b) => a - b),
        ).toEqual(Array.from({ length: options.customers }, (_, index) => index));
        const made = new Set<string>();
        for (const act of acts) {
          const uses: string[] = act.kind === 'customer' ? [] : [`customer ${act.customer}`];
          if ('account' in act) uses.push(act.account);
          if (act.kind === 'authorization') uses.push(`card ${act.customer}`);
          if (act.kind === 'clearing' || act.kind === 'return') uses.push(act.name);
          if (act.kind === 'agentTransfer') uses.push(`agent ${act.customer}`);
          expect(uses.filter((name) => !made.has(name))).toEqual([]);
          if (act.kind === 'account' || act.kind === 'authorization') made.add(act.name);
          else made.add(`${act.kind} ${act.customer}`);
        }
      }),
      RUNS,
    );
  });

  it('never spends more than was paid in before', () => {
    fc.assert(
      fc.property(anyOptions, (options) => {
        const balances = new Map<string, number>();
        const move = (act: { readonly customer: number; readonly currency: string }, amount: number): void => {
          const account = `${act.customer}/${act.currency}`;
          balances.set(account, (balances.get(account) ?? 0) + amount);
          expect(balances.get(account)).toBeGreaterThanOrEqual(0);
        };
        for (const act of actsOf(options)) {
          if (act.kind === 'fund') move(act, act.amount);
          // Also what fails, because its refund may come later.
          if (['payment', 'transfer', 'authorization', 'agentTransfer'].includes(act.kind)) {
            const spending = act as Of<'payment' | 'transfer' | 'authorization' | 'agentTransfer'>;
            move(spending, -spending.amount);
          }
        }
      }),
      RUNS,
    );
  });

  it('uses only what the platform offers, and leaves nothing to come but what is pending', () => {
    fc.assert(
      fc.property(anyOptions, (options) => {
        const plan = planHistory(options);
        expect(plan.map(({ quarters }) => quarters.length)).toEqual(plan.map(() => QUARTERS));
        expect([plan.length, plan[0]?.date]).toEqual([options.days, options.start]);
        const currencies = plan
          .flatMap(({ quarters }) => quarters.flat())
          .flatMap((act) => (act.kind === 'customer' ? act.party.currencies : []));
        expect(currencies.filter((code) => !options.currencies.includes(code))).toEqual([]);
        const last = only(plan.at(-1)!.quarters.at(-1)!, 'payment');
        expect(last.filter(({ outcome }) => outcome !== 'completed' && outcome !== 'pending')).toEqual([]);
        const before = only(
          plan.flatMap(({ quarters }) => quarters.flat()),
          'payment',
        ).filter((act) => !last.includes(act));
        expect(before.filter(({ outcome }) => outcome === 'pending')).toEqual([]);
      }),
      RUNS,
    );
  });

  it('pays salaries on the last day of a month only', () => {
    const options = { seed: 7, customers: 30, days: 62, start: '2026-01-15', currencies: ['USD', ...OTHERS] };
    const paid = planHistory(options).filter(({ quarters }) => quarters.flat().some(({ kind }) => kind === 'transfer'));
    expect(paid.map(({ date }) => date)).toEqual(['2026-01-31', '2026-02-28']);
  });

  it('spreads amounts: most are near the middle, and a few are far larger', () => {
    const chance = chanceOf('amounts');
    const amounts = Array.from({ length: 4_000 }, () => chance.amount(10_000)).sort((a, b) => a - b);
    expect(amounts[2_000]).toBeGreaterThan(9_000);
    expect(amounts[2_000]).toBeLessThan(11_000);
    expect(amounts[3_960]).toBeGreaterThan(50_000);
    expect(amounts[40]).toBeLessThan(2_500);
  });
});

describe('a bank account of the plan', () => {
  const holder = { name: 'José Nuñez', isBusiness: false };
  it.each(PAYOUT_CURRENCIES)(
    'in %s has right check digits, also with an ending that chooses an outcome',
    (currency) => {
      fc.assert(
        fc.property(fc.string(), fc.constantFrom('002', '005', '009', undefined), (seed, ending) => {
          const info = bankAccount(chanceOf(seed), currency, holder, ending);
          expect(accountChecks.check(info as Parameters<typeof accountChecks.check>[0])).toEqual([]);
        }),
        RUNS,
      );
    },
  );
});

it.each(['US', 'GB', 'DE', 'MX', 'BR', 'IN'])('a business in %s has a right tax number', (country) => {
  fc.assert(
    fc.property(fc.string(), (seed) => {
      const value = businessTaxNumber(chanceOf(seed), country);
      expect([value, accountChecks.isTaxNumber({ country, holder: 'BUSINESS', type: null, value })]).toEqual([
        value,
        true,
      ]);
    }),
    RUNS,
  );
});
