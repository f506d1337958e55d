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
  call<T>(act: (fate: 'goes on' | 'crashes') => Promise<T>): Promise<T>;
}

/** A promise that never settles: code of a crashed process does not go on. */
const never = <T>(): Promise<T> => new Promise<T>(() => undefined);

export function createProcess(faults: Tally): Process {
  let alive = true;
  let paused: { readonly gone: Promise<void>; readonly resume: () => void } | null = null;
  let calls = 0;
  let crashAt: number | null = null;
  let pauseAt: number | null = null;
  let interrupt = signal();

  function crash(kept: boolean): void {
    alive = false;
    count(faults, kept ? 'crash after a call' : 'crash before a call');
    interrupt.set();
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
    },
    disarm() {
      crashAt = pauseAt = null;
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
        count(faults, 'pause');
        const gone = signal();
        paused = { gone: gone.raised, resume: gone.set };
        interrupt.set();
        if (!(await awake())) return never();
      }
      const crashes = crashAt !== null && index === crashAt >> 1;
      if (crashes && crashAt! % 2 === 0) {
        await act('crashes').catch(() => undefined);
        crash(false);
        return never();
      }
      try {
        const answer = await act('goes on');
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
