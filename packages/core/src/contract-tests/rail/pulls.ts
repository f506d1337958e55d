import { PULL_FAILURES, type PullInstruction, type PullStatus, type Rail } from '../../accounts/index.js';
import { plusSeconds } from '../../kernel/index.js';
import type { TestRunner } from '../test-runner.js';
import {
  ASKED_AFTER,
  DAY_SECONDS,
  expectMoved,
  expectRefund,
  expectReturn,
  knownPull,
  type Movements,
  reference,
  submitTogether,
  SUBMITTED,
} from './movements.js';
import type { RailContractOptions } from './options.js';

export function pullCases(
  runner: TestRunner,
  { pulls }: Rail,
  { collections }: Movements,
  options: RailContractOptions,
): void {
  if (pulls === null) return;
  const { pulls: known = [], moved, pass } = options;
  const { test, expect } = runner;

  function expectUsable(status: PullStatus, pull: PullInstruction): void {
    expect(['collected', 'pending', 'failed', 'returned']).toContain(status.state);
    if (status.state === 'collected' && status.checkAfterSeconds !== null) {
      expect(status.checkAfterSeconds).toBeGreaterThan(0);
    }
    if (status.state === 'returned') expectReturn(runner, status, pull.amount);
    if (status.state === 'pending') expect(status.checkAfterSeconds).toBeGreaterThan(0);
    if (status.state === 'failed') expect(PULL_FAILURES).toContain(status.reason);
  }

  for (const [what, pull] of collections) {
    test(`gives the same answer to repeated requests for ${what}`, async () => {
      expectUsable(await submitTogether(runner, () => pulls.submit({ ...pull })), pull);
      for (const seconds of ASKED_AFTER) {
        const now = plusSeconds(SUBMITTED, seconds);
        const status = await pulls.status(pull, now);
        expectUsable(status, pull);
        expect(await pulls.status({ ...pull }, now)).toEqual(status);
      }
      await pass?.(DAY_SECONDS);
      const now = plusSeconds(SUBMITTED, DAY_SECONDS);
      await expectMoved(runner, moved, pull.reference, (await pulls.status(pull, now)).state);
      const refund = { reference: reference('Refund'), pull, submittedAt: SUBMITTED };
      await expectRefund(runner, refund.reference, (at) => pulls.refund(refund, at), options);
    });
  }

  for (const outcome of known) {
    const { account, currency, becomes, afterSeconds } = outcome;
    test(`${currency} from ${account.accountType} is ${becomes} ${afterSeconds} seconds after its submission`, async () => {
      const pull = knownPull(outcome);
      await pulls.submit(pull);
      await pass?.(afterSeconds);
      const status = await pulls.status(pull, plusSeconds(SUBMITTED, afterSeconds));
      expectUsable(status, pull);
      expect(status.state).toBe(becomes);
      await expectMoved(runner, moved, pull.reference, becomes);
      if (status.state === 'failed' || status.state === 'returned') {
        expect(await pulls.status(pull, plusSeconds(SUBMITTED, afterSeconds + DAY_SECONDS))).toEqual(status);
      }
    });
  }
}
