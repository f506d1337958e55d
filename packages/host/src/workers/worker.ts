/** The waiting work that a worker runs. */
export interface Work {
  /** Runs the work that is due; returns the number of items done. */
  work(): Promise<number>;
  /** When the next item is due, in epoch milliseconds; null if there is none. */
  nextDue(): Promise<number | null>;
}

export interface WorkerOptions {
  readonly now: () => number;
  /** Called when a run throws; the worker repeats the run later. */
  readonly failed: (error: unknown) => void;
  /** Longest sleep, and so the longest delay until this host sees work that another host has committed. */
  readonly idleMs: number;
  /**
   * If true, a call of `work` during a run joins that run and makes it look for new work, so that a long run does not
   * delay the new work.
   */
  readonly joins: boolean;
  /** Shortest time between the starts of two runs, so that one run covers a burst of commits. */
  readonly gapMs: number;
}

export interface Worker {
  start(): void;
  /** Call after a commit: work may be due at once. */
  wake(): void;
  /** Starts no further run; resolves when the current run has ended. */
  stop(): Promise<void>;
}

/** Pause when a run did not claim overdue work: another host holds its lease, or the work is held back. */
const OVERDUE_MS = 25;
const FIRST_RETRY_MS = 100;
const MAX_RETRY_MS = 10_000;

/**
 * A worker calls `work` in a loop. Each call is a run: it does the work that is due. Two runs never overlap. The loop
 * continues immediately while there is work, otherwise sleeps until the next due time, and backs off after consecutive
 * failures.
 */
export function createWorker(core: Work, options: WorkerOptions): Worker {
  let stopped = false;
  let woken = false;
  let loop: Promise<void> | null = null;
  let endSleep: (() => void) | null = null;

  /** Ends early when the worker is stopped or when `enough` returns true. */
  async function sleep(milliseconds: number, enough: () => boolean = () => false): Promise<void> {
    if (stopped || enough()) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      endSleep = () => {
        if (!stopped && !enough()) return;
        clearTimeout(timer);
        resolve();
      };
    });
    endSleep = null;
  }

  /** Milliseconds to wait after a run that found no work. */
  async function idleTime(): Promise<number> {
    const due = await core.nextDue();
    return due === null ? options.idleMs : Math.min(Math.max(due - options.now(), OVERDUE_MS), options.idleMs);
  }

  /** Runs the worker once. Work that becomes due meanwhile joins the run, which can last as long as the slowest endpoint. */
  async function nudgedPass(): Promise<number> {
    const pass = core.work();
    let ended = false;
    const endPass = (): void => {
      ended = true;
      endSleep?.();
    };
    pass.then(endPass, endPass);
    for (;;) {
      await sleep(options.idleMs, () => ended || woken);
      if (ended || stopped) return pass;
      woken = false;
      const joined = core.work();
      if (joined !== pass) joined.catch(options.failed);
      await sleep(options.gapMs, () => ended);
    }
  }

  async function run(): Promise<void> {
    let failures = 0;
    while (!stopped) {
      const began = performance.now();
      woken = false;
      try {
        const done = await (options.joins ? nudgedPass() : core.work());
        failures = 0;
        if (done === 0) await sleep(await idleTime(), () => woken);
        await sleep(Math.max(began + options.gapMs - performance.now(), 0));
      } catch (error) {
        options.failed(error);
        await sleep(Math.min(FIRST_RETRY_MS * 2 ** failures, MAX_RETRY_MS));
        failures += 1;
      }
    }
  }

  return {
    start() {
      if (!stopped) loop ??= run();
    },
    wake() {
      woken = true;
      endSleep?.();
    },
    async stop() {
      stopped = true;
      endSleep?.();
      await loop;
    },
  };
}
