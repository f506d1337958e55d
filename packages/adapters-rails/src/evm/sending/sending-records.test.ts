import { err, ok } from '@corridor/core';
import type { RailStore, RailWrites } from '@corridor/core/ports';
import { fixedClock } from '@corridor/core/testing';
import { describe, expect, it } from 'vitest';
import { stored } from '../../connections/stored.js';
import { SIGNERS } from '../../testing/sending-hosts.js';
import { stepStore } from '../../testing/step-store.js';
import { concludedAt } from './concluded.js';
import { addNonce, addSigner, changeNonce, listAll, NONCES, nonceKey } from './sending-records.js';
import { problemsIn } from './sending-problems.js';
import { settleProblem } from './settle-problem.js';
import type { NonceState } from './states.js';

const SIGNER = SIGNERS[0]!;

function database() {
  const { store, committed } = stepStore(fixedClock());
  const units = { count: 0 };
  const counting: RailStore = {
    read: store.read,
    run: (work) => {
      units.count += 1;
      return store.run(work);
    },
  };
  const write = async (work: (records: RailWrites) => void | Promise<void>): Promise<void> => {
    stored(
      await store.run(async (records) => {
        await work(records);
        return ok();
      }),
    );
  };
  return { store: counting, committed, units, write };
}

describe('a list of records', () => {
  it.each([
    [1000, 450],
    [450, 450],
    [401, 401],
    [300, 300],
    [200, 200],
    [50, 50],
  ])('of at most %i has %i of 450, oldest first', async (most, expected) => {
    const { store, write } = database();
    await write((records) => {
      for (let key = 0; key < 450; key += 1) records.add({ collection: 'some', key: `${key}`, status: 'OPEN' });
      records.add({ collection: 'some', key: 'closed', status: 'CLOSED' });
    });
    const all = await store.read((records) => listAll(records, 'some', 'OPEN', most));
    expect(all.map(({ key }) => key)).toEqual(Array.from({ length: expected }, (_, key) => `${key}`));
  });

  it('that ends with a full page is complete', async () => {
    const { store, write } = database();
    await write((records) => {
      for (let key = 0; key < 400; key += 1) records.add({ collection: 'some', key: `${key}`, status: 'OPEN' });
    });
    expect(await store.read((records) => listAll(records, 'some', 'OPEN', 1000))).toHaveLength(400);
  });
});

describe('what the records say about a block', () => {
  /** A signer that gives the nonce `states.length` next, with a floor; a nonce without a state has no record. */
  async function at(mined: number, floor: number, states: readonly (NonceState | null)[]) {
    const { store, write } = database();
    await write((records) => {
      addSigner(records, SIGNER, { next: states.length, floor });
      for (const [nonce, state] of states.entries())
        if (state !== null) addNonce(records, { signer: SIGNER, nonce, intent: `payout/${nonce}` });
    });
    await write(async (records) => {
      for (const [nonce, state] of states.entries()) {
        const slot = await records.get(NONCES, nonceKey(SIGNER, nonce));
        if (slot !== null && state !== null) changeNonce(records, slot, { state });
      }
    });
    return store.read((records) => concludedAt(records, SIGNER, mined));
  }

  it('is that they equal it for a signer without a transaction', async () => {
    const { store } = database();
    expect(await store.read((records) => concludedAt(records, SIGNER, 3))).toBe('EQUAL');
  });

  it('is that they equal it if the transactions of the block are concluded, and no others', async () => {
    expect(await at(2, 0, ['WATCHED', 'LOST', 'OPEN'])).toBe('EQUAL');
    expect(await at(2, 2, ['CLOSED', 'CLOSED'])).toBe('EQUAL');
    expect(await at(1, 0, [null, 'OPEN'])).toBe('EQUAL');
    expect(await at(0, 0, ['OPEN'])).toBe('EQUAL');
  });

  it('is that they are behind if one of its transactions is open', async () => {
    expect(await at(2, 0, ['WATCHED', 'OPEN', 'OPEN'])).toBe('BEHIND');
    expect(await at(1, 0, ['OPEN', 'WATCHED'])).toBe('BEHIND');
    expect(await at(2, 1, ['CLOSED', 'OPEN'])).toBe('BEHIND');
  });

  it('is that they are ahead if a concluded one is not among its transactions', async () => {
    expect(await at(1, 0, ['WATCHED', 'WATCHED'])).toBe('AHEAD');
    expect(await at(1, 0, ['WATCHED', 'OPEN', 'LOST'])).toBe('AHEAD');
    expect(await at(1, 2, ['CLOSED', 'CLOSED', 'OPEN'])).toBe('AHEAD');
  });
});

describe('problems of a part', () => {
  const { replace, open, close, list } = problemsIn('problems');
  const found = (given: Record<string, string>) => new Map(Object.entries(given));

  it('that a pass has found replace those of the pass before', async () => {
    const { store } = database();
    await replace(store, found({ a: 'first', b: 'second', c: 'third' }));
    await replace(store, found({ b: 'second', c: 'changed', d: 'new' }));
    expect((await store.read((records) => list(records, 10))).toSorted()).toEqual(['changed', 'new', 'second']);
    await replace(store, found({}));
    expect(await store.read((records) => list(records, 10))).toEqual([]);
  });

  it('are written only if they differ', async () => {
    const { store, units } = database();
    await replace(store, found({}));
    expect(units.count).toBe(0);
    await replace(store, found({ a: 'first', b: 'second' }));
    await replace(store, found({ b: 'second', a: 'first' }));
    expect(units.count).toBe(1);
    await replace(store, found({ a: 'first', b: 'other' }));
    await replace(store, found({ a: 'first', c: 'other' }));
    expect(units.count).toBe(3);
  });

  it('that last are shown first, with the key that settles them, until they are closed', async () => {
    const { store, write } = database();
    await replace(store, found({ a: 'passes' }));
    await write((records) => open(records, 'x', 'lasts'));
    await write((records) => open(records, 'x', 'lasts, as another host says'));
    await replace(store, found({ a: 'passes', x: 'passes under the key of a lasting one' }));
    expect(await store.read((records) => list(records, 10))).toEqual(['lasts; settle it under x', 'passes']);
    expect(await store.read((records) => list(records, 1))).toEqual(['lasts; settle it under x']);
    const closed: boolean[] = [];
    for (const key of ['x', 'x']) await write(async (records) => void closed.push(await close(records, key)));
    expect(closed).toEqual([true, false]);
  });

  it('are settled by an operator under their key', async () => {
    const { store, write } = database();
    await write((records) => open(records, 'foreign/1', 'lasts'));
    const action = settleProblem(store, { settle: (records, problem) => close(records, problem) });
    expect(action).toMatchObject({ name: 'settle-problem', subject: 'problem' });
    const run = action.run as (subject: string) => Promise<unknown>;
    expect(await run('foreign/2')).toMatchObject({
      error: {
        code: 'REFERENCE_NOT_FOUND',
        message: 'no problem has the key foreign/2; corridor connections check lists the keys',
      },
    });
    expect(await run('foreign/1')).toEqual(ok('the problem foreign/1 is settled'));
    expect(await store.read((records) => list(records, 10))).toEqual([]);
  });

  it('are not settled while the store does not answer', async () => {
    const down: RailStore = { read: () => Promise.reject(new Error()), run: async () => err('SERVICE_UNAVAILABLE') };
    const action = settleProblem(down, { settle: async () => true });
    const run = action.run as (subject: string) => Promise<unknown>;
    expect(await run('foreign/1')).toMatchObject({ error: { code: 'SERVICE_UNAVAILABLE' } });
  });
});
