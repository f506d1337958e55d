import type { PayoutStatus, Rail } from '../../accounts/index.js';
import { plusSeconds } from '../../kernel/index.js';
import type { TestRunner } from '../test-runner.js';
import {
  ASKED_AFTER,
  DAY_SECONDS,
  expectInterval,
  expectMoved,
  expectReturn,
  knownPayout,
  type Movements,
  NETWORKS,
  secondsAfter,
  submitTogether,
  SUBMITTED,
} from './movements.js';
import type { RailContractOptions } from './options.js';
import { type Checked, must, mustBeOneOf, mustEqual } from './sentences.js';

export function payoutCases(
  { test }: TestRunner,
  { payouts, networkFees }: Rail,
  { deliveries }: Movements,
  { payouts: known = [], moved, pass }: RailContractOptions,
): void {
  if (payouts === null) return;
  const at = (call: string, of: string): Checked => ({ call: `payouts.${call}`, of, section: '2-deliver' });

  /** A status that a worker can act on, beyond its shape: a known network, and a positive amount of a return. */
  function expectUsable(checked: Checked, status: PayoutStatus): void {
    if (status.state === 'pending' || status.state === 'delivered') expectInterval(checked, status.checkAfterSeconds);
    if (status.state === 'returned') expectReturn(checked, status);
    if (status.state !== 'delivered' || status.onChainTransaction === null) return;
    const own = deliveries.flatMap(([, { currency }]) => networkFees?.networks(currency) ?? []);
    const member = 'onChainTransaction.network';
    mustBeOneOf({ ...checked, member }, status.onChainTransaction.network, [...new Set([...NETWORKS, ...own])]);
  }

  for (const [what, delivery] of deliveries) {
    test(`gives the same answer to repeated submissions of ${what}`, async () => {
      const submitted = at('submit', what);
      expectUsable(submitted, await submitTogether(submitted, () => payouts.submit({ ...delivery })));
      for (const seconds of ASKED_AFTER) {
        const now = plusSeconds(SUBMITTED, seconds);
        const status = await payouts.status(delivery, now);
        const asked = at('status', `${what}, ${secondsAfter(seconds)}`);
        expectUsable(asked, status);
        mustEqual(asked, await payouts.status({ ...delivery }, now), status, 'the answer of the first call');
      }
      await pass?.(DAY_SECONDS);
      const now = plusSeconds(SUBMITTED, DAY_SECONDS);
      await expectMoved(submitted, moved, delivery.reference, (await payouts.status(delivery, now)).state);
    });
  }

  for (const outcome of known) {
    const { account, currency, becomes, afterSeconds } = outcome;
    const what = `${currency} to ${account.accountType}`;
    test(`${what} is ${becomes} ${afterSeconds} seconds after its submission`, async () => {
      const payout = knownPayout(outcome);
      await payouts.submit(payout);
      await pass?.(afterSeconds);
      const status = await payouts.status(payout, plusSeconds(SUBMITTED, afterSeconds));
      const asked = at('status', `${what}, ${secondsAfter(afterSeconds)}`);
      expectUsable(asked, status);
      const expected = `"${becomes}", as the option \`payouts\` of the contract says`;
      must({ ...asked, member: 'state' }, status.state, expected, status.state === becomes);
      await expectMoved(asked, moved, payout.reference, becomes);
      const isFinal =
        status.state !== 'pending' && !('checkAfterSeconds' in status && status.checkAfterSeconds !== null);
      if (isFinal) {
        const later = await payouts.status(payout, plusSeconds(SUBMITTED, afterSeconds + DAY_SECONDS));
        mustEqual(asked, later, status, 'the same a day later, because the state is final');
      }
    });
  }

  test('looks up every account that it delivers to', async () => {
    for (const [, { account, currency }] of deliveries) await payouts.lookUp(account, currency);
  });
}
