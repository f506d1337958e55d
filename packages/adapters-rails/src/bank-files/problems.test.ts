import type { RailStore } from '@corridor/core/ports';
import { describe, expect, it } from 'vitest';
import { bankParts } from '../testing/bank-connection.js';
import { lastExchange, noteExchange } from './exchange-times.js';
import { closeProblem, openProblem, openProblems, setProblem } from './problems.js';

const done = { ok: true, value: undefined } as const;

/** A store in which the other host does its work between a read and the unit that follows. */
function overtakenStore(whole: RailStore, other: () => Promise<unknown>): RailStore {
  let isFirst = true;
  return {
    read: (work) => whole.read(work),
    run: async (work) => {
      if (isFirst) {
        isFirst = false;
        await other();
      }
      return whole.run(work);
    },
  };
}

describe('a problem of a connection', () => {
  const open = (store: RailStore) => store.read((records) => openProblems(records, 9));

  it('is shown with its last text until it is closed', async () => {
    const { whole, clock } = bankParts();
    await setProblem(whole, 'waiting', 'one payment waits');
    clock.advance(1);
    await setProblem(whole, 'other', 'another problem');
    expect(await open(whole)).toEqual(['one payment waits', 'another problem']);
    await setProblem(whole, 'waiting', 'two payments wait');
    expect(await open(whole)).toEqual(['two payments wait', 'another problem']);
    await setProblem(whole, 'waiting', null);
    expect(await open(whole)).toEqual(['another problem']);
  });

  it('is written only if its text changed', async () => {
    const { store, fault, whole } = bankParts();
    await setProblem(store, 'waiting', null);
    expect(fault.calls).toBe(0);
    await setProblem(store, 'waiting', 'one payment waits');
    await setProblem(store, 'waiting', 'one payment waits');
    expect([fault.calls, await open(whole)]).toEqual([1, ['one payment waits']]);
  });

  it('that another host opened, changed or closed meanwhile has the text of the last one', async () => {
    const { whole } = bankParts();
    const first = overtakenStore(whole, () => setProblem(whole, 'waiting', 'of the other host'));
    await setProblem(first, 'waiting', 'of this host');
    expect(await open(whole)).toEqual(['of this host']);
    const second = overtakenStore(whole, () => setProblem(whole, 'waiting', null));
    await setProblem(second, 'waiting', 'opened again');
    expect(await open(whole)).toEqual(['opened again']);
    const third = overtakenStore(whole, () => setProblem(whole, 'waiting', null));
    await setProblem(third, 'waiting', null);
    expect(await open(whole)).toEqual([]);
  });

  it('keeps its first text if it is opened again, and is closed by its key', async () => {
    const { whole } = bankParts();
    for (const text of ['first', 'second']) {
      await whole.run(async (records) => {
        openProblem(records, 'late', text);
        return done;
      });
    }
    expect(await open(whole)).toEqual(['first']);
    await whole.run(async (records) => {
      await closeProblem(records, 'late');
      await closeProblem(records, 'unknown');
      return done;
    });
    expect(await open(whole)).toEqual([]);
  });
});

it('the last exchange is that of the last file, and unknown before the first', async () => {
  const { whole, clock } = bankParts();
  const last = () => whole.read(lastExchange);
  expect(await last()).toBe(null);
  for (const seconds of [0, 60]) {
    clock.advance(seconds);
    await noteExchange({ store: whole, clock });
    expect(await last()).toBe(clock.now());
  }
});
