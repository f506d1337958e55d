/** What a worker drives: the core's waiting work. */
export interface Work {
  /** Does what is due; answers how much that was. */
  work(): Promise<number>;
  /** When something is due next, in epoch milliseconds; null when nothing waits. */
  nextDue(): Promise<number | null>;
}

export interface WorkerOptions {
  readonly now: () => number;
  /** Told of a pass that threw; the pass is repeated later. */
  readonly failed: (error: unknown) => void;
  /** Longest sleep: how late work is seen that another host has committed. */
  readonly idleMs: number;
  /** A call of `work` while one runs joins it and makes it look for what is new: a long pass is nudged this way. */
  readonly joins: boolean;
  /** Shortest time from the start of one pass to the next, so that a burst of commits is one pass. */
  readonly gapMs: number;
}

export interface Worker {
  start(): void;
  /** Something was committed that may be due at once. */
  wake(): void;
  /** Begins no other pass; ends when the running one has. */
  stop(): Promise<void>;
}

/** Pause where something is overdue that a pass did not get: it is in another host's hand, or held back. */
const OVERDUE_MS = 25;
const FIRST_RETRY_MS = 100;
const MAX_RETRY_MS = 10_000;

/**
 * One loop that works off what is due, pass after pass and never two at once: it goes on at once while there is work,
 * sleeps until the next due time when there is none, and waits longer after each failure in a row.
 */
export function createWorker(core: Work, options: WorkerOptions): Worker {
  let stopped = false;
  let woken = false;
  let loop: Promise<void> | null = null;
  let endSleep: (() => void) | null = null;

  /** Ends early when the worker is stopped, and when `enough` holds. */
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

  /** Milliseconds to wait after a pass that found nothing. */
  async function idleTime(): Promise<number> {
    const due = await core.nextDue();
    return due === null ? options.idleMs : Math.min(Math.max(due - options.now(), OVERDUE_MS), options.idleMs);
  }

  /** One pass, during which new work is joined into it: it may last as long as the slowest receiver. */
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
