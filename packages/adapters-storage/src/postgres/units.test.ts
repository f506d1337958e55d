import { ok } from '@corridor/core';
import { BALANCES } from '@corridor/core/records';
import type pg from 'pg';
import { expect, test } from 'vitest';
import { createNumbers } from '../testing/numbers.js';
import { ALICE, balance } from '../testing/records.js';
import { createFairSlots } from '../unit/fair-slots.js';
import { createStatements } from './session.js';
import { createUnits } from './units.js';

/** Units of work on a server that answers COMMIT with this tag. */
function units(tag: string) {
  const released: unknown[] = [];
  const numbers = createNumbers();
  const client = {
    query: async (query: unknown) => ({ command: query === 'COMMIT' ? tag : 'SELECT', rows: [] }),
    release: (broken: unknown) => released.push(broken),
  };
  const pool = { connect: async () => client } as unknown as pg.Pool;
  const made = createUnits({
    pool,
    shared: null,
    statements: createStatements(),
    onStatement: undefined,
    onUnavailable: () => undefined,
    dictionary: { use: (work) => work(numbers) },
    slots: createFairSlots(4, 1_000),
    horizon: async () => 0,
  });
  return {
    released,
    run: () =>
      made.run(ALICE, async (tx) => {
        tx.add(BALANCES, balance('a', 1n));
        await tx.get(BALANCES, 'a');
        return ok();
      }),
  };
}

test('treats a COMMIT that is answered with ROLLBACK as unavailable, although it raises no error', async () => {
  expect(await units('COMMIT').run()).toEqual(ok());
  expect(await units('ROLLBACK').run()).toMatchObject({ ok: false, error: { code: 'SERVICE_UNAVAILABLE' } });
});

test('releases every connection', async () => {
  const { released, run } = units('COMMIT');
  await run();
  await run();
  expect(released).toEqual([false, false]);
});
