import type { Rail, RailInstruction } from '../../accounts/index.js';
import { type Instant, plusSeconds } from '../../kernel/index.js';
import type { TestRunner } from '../test-runner.js';
import { DAY_SECONDS, expectMoved, type Movements, type Named, reference, SUBMITTED } from './movements.js';
import type { RailContractOptions } from './options.js';

/** The functions of a rail that cancel movements. */
interface Cancelling<I> {
  readonly cancel: ((instruction: I) => Promise<string>) | null;
  submit(instruction: I): Promise<{ readonly state: string }>;
  status(instruction: I, now: Instant): Promise<{ readonly state: string }>;
}

export function cancellationCases(
  runner: TestRunner,
  { payouts, pulls }: Rail,
  { deliveries, collections }: Movements,
  { moved, pass }: RailContractOptions,
): void {
  const { test, expect } = runner;

  function casesOf<I extends RailInstruction>(side: Cancelling<I> | null, movements: readonly Named<I>[]): void {
    if (side === null || side.cancel === null) return;
    const cancel = side.cancel.bind(side);
    for (const [what, each] of movements) {
      test(`reports ${what} after a cancellation as it answered the cancellation`, async () => {
        const movement = { ...each, reference: reference(), cancelRequestedAt: SUBMITTED };
        const answer = await cancel(movement);
        expect(['cancelled', 'too-late']).toContain(answer);
        expect(await cancel({ ...movement })).toBe(answer);
        const { state } = await side.status(movement, plusSeconds(SUBMITTED, 1));
        if (answer !== 'cancelled') return;
        expect(state).toBe('failed');
        // A submission that was under way when the movement was cancelled.
        expect((await side.submit({ ...movement })).state).toBe('failed');
        await pass?.(DAY_SECONDS);
        await expectMoved(runner, moved, movement.reference, 'failed');
      });

      test(`cancels ${what} after its submission, or lets it continue`, async () => {
        const movement = { ...each, reference: reference() };
        await side.submit(movement);
        const asked = { ...movement, cancelRequestedAt: SUBMITTED };
        const answer = await cancel(asked);
        await pass?.(DAY_SECONDS);
        const { state } = await side.status(asked, plusSeconds(SUBMITTED, DAY_SECONDS));
        expect(await cancel({ ...asked })).toBe(answer);
        if (answer === 'cancelled') expect(state).toBe('failed');
        await expectMoved(runner, moved, movement.reference, state);
      });
    }
  }
  casesOf(payouts, deliveries);
  casesOf(pulls, collections);
}
