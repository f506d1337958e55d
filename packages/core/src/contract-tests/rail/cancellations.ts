import type { Rail, RailInstruction } from '../../accounts/index.js';
import { type Instant, plusSeconds } from '../../kernel/index.js';
import type { TestRunner } from '../test-runner.js';
import { DAY_SECONDS, expectMoved, type Movements, type Named, reference, SUBMITTED } from './movements.js';
import type { RailContractOptions } from './options.js';
import { type Checked, must, mustEqual } from './sentences.js';

/** The functions of a rail that cancel movements. */
interface Cancelling<I> {
  readonly cancel: ((instruction: I) => Promise<string>) | null;
  submit(instruction: I): Promise<{ readonly state: string }>;
  status(instruction: I, now: Instant): Promise<{ readonly state: string }>;
}

export function cancellationCases(
  { test }: TestRunner,
  { payouts, pulls }: Rail,
  { deliveries, collections }: Movements,
  { moved, pass }: RailContractOptions,
): void {
  function casesOf<I extends RailInstruction>(
    port: 'payouts' | 'pulls',
    side: Cancelling<I> | null,
    movements: readonly Named<I>[],
  ): void {
    if (side === null || side.cancel === null) return;
    const cancel = side.cancel.bind(side);
    for (const [what, each] of movements) {
      const at = (call: string): Checked => ({ call: `${port}.${call}`, of: what, section: '2-deliver' });
      const failed = (call: string, state: string, when: string): void =>
        must({ ...at(call), member: 'state' }, state, `"failed" ${when}`, state === 'failed');

      test(`reports ${what} after a cancellation as it answered the cancellation`, async () => {
        const movement = { ...each, reference: reference(), cancelRequestedAt: SUBMITTED };
        const answer = await cancel(movement);
        mustEqual(at('cancel'), await cancel({ ...movement }), answer, 'the answer of the first call');
        const { state } = await side.status(movement, plusSeconds(SUBMITTED, 1));
        if (answer !== 'cancelled') return;
        failed('status', state, 'after the answer "cancelled"');
        // A submission that was under way when the movement was cancelled.
        failed('submit', (await side.submit({ ...movement })).state, 'after the answer "cancelled"');
        await pass?.(DAY_SECONDS);
        await expectMoved(at('submit'), moved, movement.reference, 'failed');
      });

      test(`cancels ${what} after its submission, or lets it continue`, async () => {
        const movement = { ...each, reference: reference() };
        await side.submit(movement);
        const asked = { ...movement, cancelRequestedAt: SUBMITTED };
        const answer = await cancel(asked);
        await pass?.(DAY_SECONDS);
        const { state } = await side.status(asked, plusSeconds(SUBMITTED, DAY_SECONDS));
        mustEqual(at('cancel'), await cancel({ ...asked }), answer, 'the answer of the first call');
        if (answer === 'cancelled') failed('status', state, 'a day after the answer "cancelled"');
        await expectMoved(at('cancel'), moved, movement.reference, state);
      });
    }
  }
  casesOf('payouts', payouts, deliveries);
  casesOf('pulls', pulls, collections);
}
