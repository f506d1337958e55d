/** Work that is claimed in portions and done many at once. */
export interface Portions {
  /** Claims a portion and begins it; calls `wantClaim` where there is more to have. */
  claim(): Promise<void>;
  /** False while enough is in hand. */
  hasRoom(): boolean;
  /** True while something that was claimed is not done. */
  isBusy(): boolean;
  /** How much was done so far, in all passes. */
  done(): number;
}

export interface Passes {
  /**
   * Begins a pass, which lasts until nothing is left to claim and all that was claimed is done, and answers how much
   * was done in it. A call while one runs joins it, and makes it claim what has become due.
   */
  run(): Promise<number>;
  /** The next claim finds something. */
  wantClaim(): void;
  /** Something was done: there may be room for a claim, or the pass is at its end. */
  progress(): void;
  isStopped(): boolean;
  /** Claims no more, and waits for what is in hand. */
  stop(): Promise<void>;
}

/** One pass at a time over work that one slow piece must not hold up. */
export function createPasses(portions: Portions): Passes {
  let wanted = false;
  let stopped = false;
  let running: Promise<number> | null = null;
  let progressed = false;
  let wake: (() => void) | null = null;

  function progress(): void {
    progressed = true;
    wake?.();
  }

  async function untilProgress(): Promise<void> {
    if (!progressed) await new Promise<void>((resolve) => (wake = resolve));
    wake = null;
    progressed = false;
  }

  async function pass(): Promise<number> {
    const before = portions.done();
    let failure: { readonly error: unknown } | null = null;
    for (;;) {
      if (wanted && !stopped && failure === null && portions.hasRoom()) {
        wanted = false;
        await portions.claim().catch((error: unknown) => (failure = { error }));
        continue;
      }
      if (!portions.isBusy()) break;
      await untilProgress();
    }
    running = null;
    if (failure !== null) throw (failure as { readonly error: unknown }).error;
    return portions.done() - before;
  }

  return {
    run() {
      if (stopped) return running ?? Promise.resolve(0);
      wanted = true;
      progress();
      running ??= pass();
      return running;
    },
    wantClaim() {
      wanted = true;
    },
    progress,
    isStopped: () => stopped,
    async stop() {
      stopped = true;
      // Whoever began the pass is told how it failed.
      await running?.catch(() => undefined);
    },
  };
}
