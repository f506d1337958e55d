import type { PullInstruction, PullStatus, Rail } from '../../accounts/index.js';
import { plusSeconds } from '../../kernel/index.js';
import type { TestRunner } from '../test-runner.js';
import {
  ASKED_AFTER,
  DAY_SECONDS,
  expectInterval,
  expectMoved,
  expectRefund,
  expectReturn,
  knownPull,
  type Movements,
  reference,
  secondsAfter,
  submitTogether,
  SUBMITTED,
} from './movements.js';
import type { RailContractOptions } from './options.js';
import { type Checked, must, mustEqual } from './sentences.js';

export function pullCases(
  { test }: TestRunner,
  { pulls }: Rail,
  { collections }: Movements,
  options: RailContractOptions,
): void {
  if (pulls === null) return;
  const { pulls: known = [], moved, pass } = options;
  const at = (call: string, of: string): Checked => ({ call: `pulls.${call}`, of, section: '3-collect' });

  /** A status that a worker can act on, beyond its shape. */
  function expectUsable(checked: Checked, status: PullStatus, pull: PullInstruction): void {
    if (status.state === 'collected' || status.state === 'pending') expectInterval(checked, status.checkAfterSeconds);
    if (status.state === 'returned') expectReturn(checked, status, pull.amount);
  }

  for (const [what, pull] of collections) {
    test(`gives the same answer to repeated requests for ${what}`, async () => {
      const submitted = at('submit', what);
      expectUsable(submitted, await submitTogether(submitted, () => pulls.submit({ ...pull })), pull);
      for (const seconds of ASKED_AFTER) {
        const now = plusSeconds(SUBMITTED, seconds);
        const status = await pulls.status(pull, now);
        const asked = at('status', `${what}, ${secondsAfter(seconds)}`);
        expectUsable(asked, status, pull);
        mustEqual(asked, await pulls.status({ ...pull }, now), status, 'the answer of the first call');
      }
      await pass?.(DAY_SECONDS);
      const now = plusSeconds(SUBMITTED, DAY_SECONDS);
      await expectMoved(submitted, moved, pull.reference, (await pulls.status(pull, now)).state);
      const refund = { reference: reference('Refund'), pull, submittedAt: SUBMITTED };
      await expectRefund(at('refund', what), refund.reference, (when) => pulls.refund(refund, when), options);
    });
  }

  for (const outcome of known) {
    const { account, currency, becomes, afterSeconds } = outcome;
    const what = `${currency} from ${account.accountType}`;
    test(`${what} is ${becomes} ${afterSeconds} seconds after its submission`, async () => {
      const pull = knownPull(outcome);
      await pulls.submit(pull);
      await pass?.(afterSeconds);
      const status = await pulls.status(pull, plusSeconds(SUBMITTED, afterSeconds));
      const asked = at('status', `${what}, ${secondsAfter(afterSeconds)}`);
      expectUsable(asked, status, pull);
      const expected = `"${becomes}", as the option \`pulls\` of the contract says`;
      must({ ...asked, member: 'state' }, status.state, expected, status.state === becomes);
      await expectMoved(asked, moved, pull.reference, becomes);
      if (status.state === 'failed' || status.state === 'returned') {
        const later = await pulls.status(pull, plusSeconds(SUBMITTED, afterSeconds + DAY_SECONDS));
        mustEqual(asked, later, status, 'the same a day later, because the state is final');
      }
    });
  }
}
