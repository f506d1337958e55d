import { PAYOUT_FAILURES, type PayoutStatus, type Rail } from '../../accounts/index.js';
import { plusSeconds } from '../../kernel/index.js';
import type { TestRunner } from '../test-runner.js';
import {
  ASKED_AFTER,
  DAY_SECONDS,
  expectMoved,
  expectReturn,
  knownPayout,
  type Movements,
  NETWORKS,
  submitTogether,
  SUBMITTED,
} from './movements.js';
import type { RailContractOptions } from './options.js';

export function payoutCases(
  runner: TestRunner,
  { payouts, networkFees }: Rail,
  { deliveries }: Movements,
  { payouts: known = [], moved, pass }: RailContractOptions,
): void {
  if (payouts === null) return;
  const { test, expect } = runner;

  /** A status that a worker can act on: intervals are positive, and failures have a reason. */
  function expectUsable(status: PayoutStatus): void {
    switch (status.state) {
      case 'pending':
        expect(status.checkAfterSeconds).toBeGreaterThan(0);
        break;
      case 'delivered':
        if (status.checkAfterSeconds !== null) expect(status.checkAfterSeconds).toBeGreaterThan(0);
        if (status.onChainTransaction !== null) {
          const { transactionHash, network } = status.onChainTransaction;
          expect(transactionHash).not.toBe('');
          const own = deliveries.flatMap(([, { currency }]) => networkFees?.networks(currency) ?? []);
          expect([...NETWORKS, ...own]).toContain(network);
        }
        break;
      case 'failed':
        expect(PAYOUT_FAILURES).toContain(status.reason);
        break;
      default:
        expect(status.state).toBe('returned');
        expectReturn(runner, status);
    }
  }

  for (const [what, delivery] of deliveries) {
    test(`gives the same answer to repeated submissions of ${what}`, async () => {
      expectUsable(await submitTogether(runner, () => payouts.submit({ ...delivery })));
      for (const seconds of ASKED_AFTER) {
        const now = plusSeconds(SUBMITTED, seconds);
        const status = await payouts.status(delivery, now);
        expectUsable(status);
        expect(await payouts.status({ ...delivery }, now)).toEqual(status);
      }
      await pass?.(DAY_SECONDS);
      const now = plusSeconds(SUBMITTED, DAY_SECONDS);
      await expectMoved(runner, moved, delivery.reference, (await payouts.status(delivery, now)).state);
    });
  }

  for (const outcome of known) {
    const { account, currency, becomes, afterSeconds } = outcome;
    test(`${currency} to ${account.accountType} is ${becomes} ${afterSeconds} seconds after its submission`, async () => {
      const payout = knownPayout(outcome);
      await payouts.submit(payout);
      await pass?.(afterSeconds);
      const status = await payouts.status(payout, plusSeconds(SUBMITTED, afterSeconds));
      expectUsable(status);
      expect(status.state).toBe(becomes);
      await expectMoved(runner, moved, payout.reference, becomes);
      const isFinal =
        status.state !== 'pending' && !('checkAfterSeconds' in status && status.checkAfterSeconds !== null);
      if (isFinal) {
        expect(await payouts.status(payout, plusSeconds(SUBMITTED, afterSeconds + DAY_SECONDS))).toEqual(status);
      }
    });
  }

  test('looks up every account that it delivers to', async () => {
    for (const [, { account, currency }] of deliveries) {
      expect(['reachable', 'unreachable']).toContain(await payouts.lookUp(account, currency));
    }
  });
}
