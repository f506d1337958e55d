import { HostDied } from './sending-hosts.js';

/** Random numbers from a seed: mulberry32. */
export function chance(seed: number) {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  const below = (count: number): number => next() % count;
  return { below, isOne: (of: number): boolean => below(of) === 0 };
}

export type Chance = ReturnType<typeof chance>;

const flush = () => new Promise<void>((resolve) => setImmediate(resolve));
const isConflict = (cause: unknown): boolean => cause instanceof Error && /lost every race|exists/.test(cause.message);

/**
 * Hosts that work at once: whatever a host awaits goes on in random order, and the host may die there. `start` returns
 * one run of a host; `step` must be awaited before and after everything that it does.
 */
export function interleavedHosts(
  { below, isOne }: Chance,
  count: number,
  start: (step: () => Promise<void>, isOffline: () => boolean) => () => Promise<unknown>,
) {
  const waiting: (() => void)[] = [];
  const hosts: { isDead: boolean; isRunning: boolean }[] = [];
  const failures: unknown[] = [];
  const state = { isQuiet: false, runs: 0, crashes: 0 };

  function revive(): void {
    for (let index = 0; index < count; index += 1) {
      if (hosts[index]?.isRunning === true) continue;
      const self = { isDead: false, isRunning: true };
      hosts[index] = self;
      state.runs += 1;
      const step = async (): Promise<void> => {
        await new Promise<void>((resolve) => waiting.push(resolve));
        if (!state.isQuiet && !self.isDead && isOne(150)) {
          self.isDead = true;
          state.crashes += 1;
        }
        if (self.isDead) throw new HostDied();
      };
      start(step, () => !state.isQuiet && isOne(60))()
        .catch((cause: unknown) => {
          if (!(cause instanceof HostDied) && !isConflict(cause)) failures.push(cause);
        })
        .finally(() => {
          self.isRunning = false;
        });
    }
  }

  async function goOn(): Promise<void> {
    await flush();
    for (const go of waiting.splice(below(Math.max(1, waiting.length)), 1)) go();
    await flush();
    if (failures.length > 0) throw failures[0];
  }

  return {
    state,
    /** One step of one host. */
    tick: async (): Promise<void> => {
      revive();
      await goOn();
    },
    /** A whole run of every host, without faults. */
    quietRun: async (): Promise<void> => {
      state.isQuiet = true;
      revive();
      while (hosts.some(({ isRunning }) => isRunning)) await goOn();
    },
  };
}
