import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isId } from '../kernel/index.js';
import { valueOf } from '../testing/play-core.js';
import { playPayer } from '../testing/play-payer.js';
import { steps, telling, worldOf } from '../testing/told-payments.js';

const EXPECTED = ['TRANSACTION_NOT_FOUND', 'REFERENCE_NOT_FOUND', 'FORBIDDEN', 'CONFLICT'];

it('books balance and the audit has no findings after any messages of a rail, in any order', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (given) => {
      const reported: unknown[] = [];
      const payer = await playPayer({ report: (what, details) => reported.push([what, details]) });
      const world = await worldOf(payer);
      for (const step of given) {
        if (step.kind === 'pass') await payer.play.pass(step.seconds);
        const message = await telling(payer, world, step);
        if (message === null) continue;
        const before = await payer.play.core.railTells('SANDBOX', message);
        if (!before.ok) expect(EXPECTED).toContain(before.error.code);
        else {
          const again = valueOf(await payer.play.core.railTells('SANDBOX', message));
          // A repeat of other content under the id of an earlier message has the same exception.
          if (before.value.effect === 'CONTRADICTED' && isId('Exception', before.value.subject ?? ''))
            expect(again).toEqual(before.value);
          else expect(again.effect).toBe('NONE');
        }
      }
      await payer.auditClean();
      await payer.play.pass(60);
      await payer.auditClean();
      expect(reported).toEqual([]);
    }),
    { numRuns: 60 },
  );
}, 60_000);
