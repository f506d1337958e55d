import { createMemoryStorage } from '@corridor/adapters-storage/memory';
import { describe, expect, it } from 'vitest';
import {
  type Context,
  createIds,
  err,
  type Id,
  ok,
  type Result,
  type TenantKey,
  tenantKey,
  type UnitOfWork,
} from '../kernel/index.js';
import { fixedClock, seededRandom } from '../testing/ports.js';
import { JOBS, schedule } from './job.js';
import { ALONE, inSharedUnits, type SharedWork } from './shared-unit.js';

const ONE = tenantKey('Platform:018bcfe5-6800-7000-8000-000000000001' as Id<'Platform'>, 'SANDBOX');
const OTHER = tenantKey('Platform:018bcfe5-6800-7000-8000-000000000002' as Id<'Platform'>, 'SANDBOX');

interface Input {
  readonly subject: string;
  /** What happens to the piece, instead of an answer. */
  readonly fate?: 'fails' | 'throws' | 'alone';
  readonly isApart?: boolean;
}

const numbered = (count: number): readonly Input[] =>
  Array.from({ length: count }, (_, i) => ({ subject: `payment ${i}` }));

/** Work that writes a job about each subject, on units that the test may hold up. */
function workplace() {
  const { units } = createMemoryStorage();
  const clock = fixedClock();
  const ids = createIds(clock, seededRandom('shared'));
  /** The subjects of each unit that began, in order. */
  const shared: string[][] = [];
  let gate: Promise<void> = Promise.resolve();
  const gated: UnitOfWork = {
    ...units,
    run: async (tenant, work) => {
      await gate;
      return units.run(tenant, work);
    },
  };
  const context = (tenant: TenantKey): Context => ({
    tenant,
    actor: { kind: 'system' },
    requestId: 'test',
    now: clock.now(),
    hostNow: clock.now(),
  });
  const work: SharedWork<Input, string> = async (tx, pieces) => {
    shared.push(pieces.map(({ input }) => input.subject));
    const isAlone = pieces.length === 1;
    for (const { ctx, input } of pieces) {
      if (input.fate === 'alone' && !isAlone) continue;
      schedule({ tx, ctx, ids }, { kind: 'payout.submit', subject: input.subject, dueAt: clock.now() });
      if (input.fate === 'fails') return err('CONFLICT', `no ${input.subject}`);
      if (input.fate === 'throws') throw new Error(`broken ${input.subject}`);
    }
    return ok(pieces.map(({ input }) => (input.fate === 'alone' && !isAlone ? ALONE : `did ${input.subject}`)));
  };
  const give = inSharedUnits(gated, work, ({ isApart = false }) => isApart);
  return {
    shared,
    give: (input: Input, tenant = ONE): Promise<Result<string>> => give(context(tenant), input),
    holdUp: (until: Promise<void>) => (gate = until),
    written: async () => {
      const { rows } = await units.read(ONE, (reads) => reads.list(JOBS, { order: 'asc', limit: 100 }));
      return rows.map(({ subject }) => subject).sort();
    },
  };
}

describe('pieces of work', () => {
  it('that are given at the same time share units, and each gets its answer', async () => {
    const place = workplace();
    const answers = await Promise.all(numbered(40).map((input) => place.give(input)));
    expect(answers).toEqual(numbered(40).map(({ subject }) => ok(`did ${subject}`)));
    expect(place.shared.map(({ length }) => length)).toEqual([16, 16, 8]);
  });

  it('of different tenants do not share a unit', async () => {
    const place = workplace();
    await Promise.all([
      place.give({ subject: 'a' }),
      place.give({ subject: 'b' }, OTHER),
      place.give({ subject: 'c' }),
    ]);
    expect(place.shared).toEqual([['a', 'c'], ['b']]);
  });

  it('about one subject do not share a unit', async () => {
    const place = workplace();
    await Promise.all([{ subject: 'a' }, { subject: 'b' }, { subject: 'a' }].map((input) => place.give(input)));
    expect(place.shared).toEqual([['a', 'b'], ['a']]);
  });

  it('get a unit of their own at once if they failed before', async () => {
    const place = workplace();
    await Promise.all(
      [{ subject: 'a' }, { subject: 'b', isApart: true }, { subject: 'c' }].map((input) => place.give(input)),
    );
    expect(place.shared.map((subjects) => subjects.join()).sort()).toEqual(['a,c', 'b']);
  });

  it('that failed together do not hold up the others while each has its own unit', async () => {
    const place = workplace();
    const stuck = new Promise<void>(() => undefined);
    for (const pair of [
      ['a', 'b'],
      ['c', 'd'],
    ]) {
      void Promise.all(pair.map((subject) => place.give({ subject, fate: 'fails' })));
      await Promise.resolve().then(() => undefined);
    }
    while (place.shared.length < 2) await new Promise((resolve) => setImmediate(resolve));
    // The units of their own wait from now on, as they would for a locked row.
    place.holdUp(stuck);
    await new Promise((resolve) => setTimeout(resolve, 5));
    place.holdUp(Promise.resolve());
    const answers = await Promise.all(numbered(4).map((input) => place.give(input)));
    expect(answers).toEqual(numbered(4).map(({ subject }) => ok(`did ${subject}`)));
  });

  it('gather while two units are in progress', async () => {
    const place = workplace();
    let letGo = (): void => undefined;
    place.holdUp(new Promise<void>((resolve) => (letGo = resolve)));
    const answers: Promise<unknown>[] = [];
    for (const input of numbered(10)) {
      answers.push(place.give(input));
      await new Promise((resolve) => setTimeout(resolve));
    }
    expect(place.shared).toEqual([]);
    letGo();
    await Promise.all(answers);
    expect(place.shared.map(({ length }) => length)).toEqual([1, 1, 8]);
  });

  it.each(['fails', 'throws'] as const)('do not fail with another one that %s, which leaves nothing', async (fate) => {
    const place = workplace();
    const inputs: readonly Input[] = [{ subject: 'a' }, { subject: 'bad', fate }, { subject: 'c' }];
    const [a, bad, c] = await Promise.allSettled(inputs.map((input) => place.give(input)));
    expect([a, c]).toEqual([
      { status: 'fulfilled', value: ok('did a') },
      { status: 'fulfilled', value: ok('did c') },
    ]);
    expect(bad).toMatchObject(
      fate === 'fails'
        ? { status: 'fulfilled', value: { ok: false, error: { message: 'no bad' } } }
        : { status: 'rejected', reason: new Error('broken bad') },
    );
    expect(await place.written()).toEqual(['a', 'c']);
  });

  it('that need a unit of their own get one, after the others', async () => {
    const place = workplace();
    const inputs: readonly Input[] = [{ subject: 'a' }, { subject: 'b', fate: 'alone' }, { subject: 'c' }];
    const answers = await Promise.all(inputs.map((input) => place.give(input)));
    expect(answers).toEqual([ok('did a'), ok('did b'), ok('did c')]);
    expect(place.shared).toEqual([['a', 'b', 'c'], ['b']]);
    expect(await place.written()).toEqual(['a', 'b', 'c']);
  });
});
