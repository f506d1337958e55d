import type { Faults } from './operation.js';

/** Counts of what a run did, by name. */
export type Tally = Map<string, number>;
export const count = (tally: Tally, name: string, by = 1): void => void tally.set(name, (tally.get(name) ?? 0) + by);

/** A unit of work whose host crashed before the commit. */
export class CommitLost extends Error {
  override readonly name = 'CommitLost';
}

/** The process of a host: it can crash at any call to a port, and pause before one. */
export interface Process {
  readonly isAlive: boolean;
  readonly isPaused: boolean;
  /** Arms the crash and the pause of an operation. */
  arm(faults: Faults): void;
  disarm(): void;
  /** Resolves when the process crashes or pauses. */
  interrupted(): Promise<void>;
  resume(): void;
  /** A call to a port. A crashed process never receives the answer; a paused one receives it when it goes on. */
  call<T>(act: (fate: 'goes on' | 'crashes', hold: Hold) => Promise<T>): Promise<T>;
}

/** Waits between the reads and the commit of a unit of work, while others commit; null if this call does not wait. */
export type Hold = (() => Promise<void>) | null;

/** The turns for which a unit waits whose rival runs at the same time: more than its rival needs to read. */
const RIVAL_TURNS = 6;

/** A promise that never settles: code of a crashed process does not go on. */
const never = <T>(): Promise<T> => new Promise<T>(() => undefined);

export function createProcess(faults: Tally): Process {
  let alive = true;
  let paused: { readonly gone: Promise<void>; readonly resume: () => void } | null = null;
  let calls = 0;
  let crashAt: number | null = null;
  let pauseAt: number | null = null;
  let stallFrom: number | null = null;
  let hasRival = false;
  let interrupt = signal();

  function crash(kept: boolean): void {
    alive = false;
    count(faults, kept ? 'crash after a call' : 'crash before a call');
    interrupt.set();
  }

  function pause(name: string): void {
    count(faults, name);
    const gone = signal();
    paused = { gone: gone.raised, resume: gone.set };
    interrupt.set();
  }

  async function stall(): Promise<void> {
    // Of several units at the same time, the first one pauses the process.
    if (stallFrom !== null && paused === null) pause('pause before a commit');
    stallFrom = null;
    if (!(await awake())) await never();
  }

  async function waitForRival(): Promise<void> {
    count(faults, 'commit after those of a rival');
    for (let turn = 0; turn < RIVAL_TURNS; turn++) await new Promise((next) => setImmediate(next));
  }

  async function awake(): Promise<boolean> {
    while (paused !== null) await paused.gone;
    return alive;
  }

  return {
    get isAlive() {
      return alive;
    },
    get isPaused() {
      return paused !== null;
    },
    arm(of) {
      calls = 0;
      interrupt = signal();
      crashAt = of.crash ?? null;
      pauseAt = of.pause ?? null;
      stallFrom = of.stall ?? null;
      hasRival = of.twin === 2;
    },
    disarm() {
      crashAt = pauseAt = stallFrom = null;
      hasRival = false;
    },
    interrupted: () => interrupt.raised,
    resume() {
      const { resume } = paused ?? { resume: () => undefined };
      paused = null;
      interrupt = signal();
      resume();
    },
    async call(act) {
      if (!(await awake())) return never();
      const index = calls++;
      if (pauseAt === index) {
        pauseAt = null;
        pause('pause');
        if (!(await awake())) return never();
      }
      const hold = stallFrom !== null && index >= stallFrom ? stall : hasRival ? waitForRival : null;
      const crashes = crashAt !== null && index === crashAt >> 1;
      if (crashes && crashAt! % 2 === 0) {
        await act('crashes', hold).catch(() => undefined);
        crash(false);
        return never();
      }
      try {
        const answer = await act('goes on', hold);
        if (crashes) crash(true);
        return (await awake()) ? answer : await never();
      } catch (error) {
        if (crashes) crash(true);
        if (!(await awake())) return never();
        throw error;
      }
    },
  };
}

function signal(): { readonly raised: Promise<void>; readonly set: () => void } {
  let set = (): void => undefined;
  const raised = new Promise<void>((resolve) => {
    set = resolve;
  });
  return { raised, set };
}
