import { expect, it } from 'vitest';
import { createIds, type Id, ok } from '../kernel/index.js';
import { codeOf, playCore, valueOf } from '../testing/play-core.js';
import { seededRandom } from '../testing/ports.js';
import { assign } from './index.js';

const SUBJECT = 'Customer:018bcfe5-6800-7000-8000-0000000000aa';
const OPERATOR = 'Operator:018bcfe5-6800-7000-8000-0000000000bb' as Id<'Operator'>;

it('a second assignment of a record in the same moment is refused', async () => {
  const play = await playCore();
  const unit = { ctx: play.context(), ids: createIds(play.clock, seededRandom('assignments')) };
  const run = (isEarly: boolean) =>
    play.storage.units.run(play.tenant, async (tx) =>
      // A unit that begins before the other one has committed does not find its assignment.
      ok(await assign({ ...unit, tx: isEarly ? { ...tx, find: async () => null } : tx }, SUBJECT, OPERATOR)),
    );
  valueOf(await run(false));
  expect(codeOf(await run(true))).toBe('CONFLICT');
});
