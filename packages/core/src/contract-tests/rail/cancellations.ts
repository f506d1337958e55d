import type { Rail, RailInstruction } from '../../accounts/index.js';
import { type Instant, plusSeconds } from '../../kernel/index.js';
import type { TestRunner } from '../test-runner.js';
import { type Movements, type Named, reference, SUBMITTED } from './movements.js';

/** The functions of a rail that cancel movements. */
interface Cancelling<I> {
  readonly cancel: ((instruction: I) => Promise<string>) | null;
  status(instruction: I, now: Instant): Promise<{ readonly state: string }>;
}

export function cancellationCases(
  { test, expect }: TestRunner,
  { payouts, pulls }: Rail,
  { deliveries, collections }: Movements,
): void {
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
        if (answer === 'cancelled') expect(state).toBe('failed');
      });
    }
  }
  casesOf(payouts, deliveries);
  casesOf(pulls, collections);
}
