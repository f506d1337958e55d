import { expect, it } from 'vitest';
import { type CurrencyCode, err, instant, ok, tenantKey } from '../kernel/index.js';
import { refusal } from '../testing/index.js';
import type { AgentPolicy } from './policy.js';
import { withPolicy } from './policy-fields.js';
import { type Moved, spendOf } from './spend.js';

const [USD, EUR] = ['USD', 'EUR'] as CurrencyCode[] as [CurrencyCode, CurrencyCode];
const ctx = {
  tenant: tenantKey('Platform:018bcfe5-6800-7000-8000-000000000001' as never, 'SANDBOX'),
  actor: { kind: 'system' },
  requestId: 'r',
  now: instant(0),
  hostNow: instant(0),
} as const;

const policyIn = (currency: string, threshold?: string): AgentPolicy =>
  withPolicy(null, {
    spendingLimits: { currency, perTransactionLimit: 1n },
    approvalThresholds: { currency: threshold, amount: 1n },
  });
/** 100 cents at 2/3 of a euro cent each. */
const MOVED: Moved = { sent: 100n, sentCurrency: USD, receivedCurrency: EUR, rate: { num: 2n, den: 3n } };

/** Only a rate from dollars to pounds is known: 5/7. */
function spent(policy: AgentPolicy, moved = MOVED) {
  const asked: unknown[] = [];
  const rates = {
    mid(...of: readonly unknown[]) {
      asked.push(of);
      return of[2] === 'GBP' ? ok({ rate: { num: 5n, den: 7n } }) : err('QUOTE_REQUEST_FAILED', 'no rate');
    },
  };
  return { asked, spend: spendOf(rates as never, ctx as never, policy, moved) };
}

it('a payment counts as its sent amount in the currency that was sent, without a rate', () => {
  expect(spent(policyIn('USD'))).toEqual({ asked: [], spend: ok({ amount: 100n, againstThreshold: 100n }) });
  const same = { ...MOVED, receivedCurrency: USD, rate: { num: 0n, den: 1n } };
  expect(spent(policyIn('USD'), same)).toEqual({ asked: [], spend: ok({ amount: 100n, againstThreshold: 100n }) });
});

it('a payment counts at its own rate in the currency that is received, rounded up', () => {
  expect(spent(policyIn('EUR'))).toEqual({ asked: [], spend: ok({ amount: 67n, againstThreshold: 67n }) });
  expect(spent(policyIn('EUR'), { ...MOVED, sent: 99n }).spend).toEqual(ok({ amount: 66n, againstThreshold: 66n }));
});

it('a payment counts at the mid rate in a third currency, rounded up', () => {
  const { asked, spend } = spent(policyIn('GBP', 'EUR'));
  expect(spend).toEqual(ok({ amount: 72n, againstThreshold: 67n }));
  expect(asked).toEqual([['SANDBOX', 'USD', 'GBP']]);
  expect(spent(policyIn('EUR', 'GBP')).spend).toEqual(ok({ amount: 67n, againstThreshold: 72n }));
});

it('a payment without a rate has no amount, for the limits and for the threshold', () => {
  for (const policy of [policyIn('BRL'), policyIn('USD', 'BRL'), policyIn('BRL', 'USD')]) {
    expect(refusal(spent(policy).spend).code).toBe('QUOTE_REQUEST_FAILED');
  }
});
