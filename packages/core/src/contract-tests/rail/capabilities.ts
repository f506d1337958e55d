import { accountType, PAYMENT_RAILS, type Rail, railsOf } from '../../accounts/index.js';
import { ENVIRONMENTS } from '../../kernel/index.js';
import { currency as registered } from '../../money/index.js';
import type { TestRunner } from '../test-runner.js';
import type { Movements } from './movements.js';

export function capabilityCases({ test, expect }: TestRunner, rail: Rail, { deliveries }: Movements): void {
  const { capabilities, payouts, pulls, funding, networkFees } = rail;

  test('has exactly the functions that its capabilities promise', async () => {
    expect(payouts !== null).toBe(capabilities.push);
    expect(funding !== null).toBe(capabilities.receive);
    expect(pulls !== null).toBe(capabilities.pull);
    expect(capabilities.pullsFrom.length > 0).toBe(capabilities.pull);
    const cancels = [payouts?.cancel ?? null, pulls?.cancel ?? null].some((cancel) => cancel !== null);
    expect(cancels).toBe(capabilities.cancellable);
    if (networkFees !== null) expect(capabilities.push).toBe(true);
    expect(capabilities.push || capabilities.pull || capabilities.receive).toBe(true);
    expect(capabilities.accountTypes.length > 0).toBe(capabilities.push || capabilities.pull);
  });

  test('serves one environment, and lists known currencies, account types and rails once each', async () => {
    expect(ENVIRONMENTS).toContain(rail.environment);
    for (const code of capabilities.currencies) expect(registered(code)?.code).toBe(code);
    for (const type of capabilities.accountTypes) expect(accountType(type).type).toBe(type);
    for (const paymentRail of capabilities.paymentRails) expect(PAYMENT_RAILS).toContain(paymentRail);
    for (const list of Object.values(capabilities).filter(Array.isArray)) {
      expect(new Set(list).size).toBe(list.length);
    }
    expect(capabilities.settlementSeconds).toBeGreaterThanOrEqual(0);
  });

  test('is simulated if it is a sandbox', async () => {
    if (rail.name.includes('sandbox')) expect(rail.simulated).toBe(true);
    if (rail.simulated) expect(rail.environment).toBe('SANDBOX');
  });

  test('delivers a currency to every account type that it lists, by the payment rails that it lists', async () => {
    for (const type of capabilities.accountTypes) {
      const delivered = deliveries.some(([, { account }]) => account.accountType === type);
      expect([type, delivered]).toEqual([type, true]);
      const reaching = railsOf(type);
      const served = reaching.length === 0 || reaching.some((by) => capabilities.paymentRails.includes(by));
      expect([type, served]).toEqual([type, true]);
    }
  });
}
