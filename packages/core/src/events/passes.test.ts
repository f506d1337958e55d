import { describe, expect, it } from 'vitest';
import { createPasses } from './passes.js';

/** Portions that hand out this many pieces in all, at most `size` at once; `end` ends pieces that are in progress. */
function work(pieces: number, size: number) {
  const state = { left: pieces, busy: 0, done: 0, claims: 0, failing: null as Error | null, room: true };
  const passes = createPasses({
    claim: async () => {
      state.claims += 1;
      if (state.failing !== null) throw state.failing;
      const claimed = Math.min(size, state.left);
      state.left -= claimed;
      state.busy += claimed;
      if (claimed === size) passes.wantClaim();
    },
    hasRoom: () => state.room && state.busy === 0,
    isBusy: () => state.busy > 0,
    done: () => state.done,
  });
  const end = () => {
    state.done += state.busy;
    state.busy = 0;
    passes.progress();
  };
  return { passes, state, end };
}
const turns = async () => {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
};

describe('a pass', () => {
  it('claims until nothing is left and all work is done, and counts the pieces', async () => {
    const { passes, state, end } = work(5, 2);
    const running = passes.run();
    for (let round = 0; round < 3; round++) {
      await turns();
      expect(state.claims).toBe(round + 1);
      end();
    }
    expect(await running).toBe(5);
    expect(state.claims).toBe(3);
  });

  it('claims nothing without room', async () => {
    const { passes, state } = work(5, 2);
    state.room = false;
    expect(await passes.run()).toBe(0);
    expect(state.claims).toBe(0);
  });

  it('is joined by a second call, which claims again', async () => {
    const { passes, state, end } = work(1, 2);
    const first = passes.run();
    await turns();
    const second = passes.run();
    expect(second).toBe(first);
    state.left = 1;
    end();
    await turns();
    expect(state.claims).toBe(2);
    end();
    expect([await first, await second]).toEqual([2, 2]);
    const third = passes.run();
    expect(third).not.toBe(first);
    expect(await third).toBe(0);
  });

  it('throws the failure of a claim once the work in progress is done, and claims no more', async () => {
    const { passes, state, end } = work(4, 2);
    const running = passes.run();
    await turns();
    state.failing = new Error('no database');
    end();
    await expect(running).rejects.toThrow('no database');
    expect(state).toMatchObject({ claims: 2, done: 2 });
    state.failing = null;
    const again = passes.run();
    await turns();
    end();
    expect(await again).toBe(2);
  });

  it('ends when it is stopped: the work in progress is done, and nothing more is claimed', async () => {
    const { passes, state, end } = work(5, 2);
    const running = passes.run();
    await turns();
    let stopped = false;
    const stopping = passes.stop().then(() => (stopped = true));
    expect(passes.isStopped()).toBe(true);
    await turns();
    expect(stopped).toBe(false);
    expect(passes.run()).toBe(running);
    end();
    await stopping;
    expect([await running, state.claims, state.left]).toEqual([2, 1, 3]);
    expect(await passes.run()).toBe(0);
    expect(state.claims).toBe(1);
  });
});
