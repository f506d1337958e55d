/** Work that is claimed in portions and done in parallel. */
export interface Portions {
  /** Claims a portion and starts it; calls `wantClaim` if there may be more. */
  claim(): Promise<void>;
  /** False while enough work is claimed. */
  hasRoom(): boolean;
  /** True while claimed work is in progress. */
  isBusy(): boolean;
  /** The number of pieces done so far, in all passes. */
  done(): number;
}

export interface Passes {
  /**
   * Runs a pass, which lasts until nothing is left to claim and all claimed work is done, and returns the number of
   * pieces done. A call during a pass joins it and makes it claim again.
   */
  run(): Promise<number>;
  /** Signals that a claim would find work. */
  wantClaim(): void;
  /** Signals that work was done: there may be room for a claim, or the pass may be over. */
  progress(): void;
  isStopped(): boolean;
  /** Stops claiming and awaits the work in progress. */
  stop(): Promise<void>;
}

/**
 * Runs passes over work that is claimed in portions, one pass at a time. A slow piece of work does not hold up other
 * pieces.
 */
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
      // The caller that began the pass receives its failure.
      await running?.catch(() => undefined);
    },
  };
}
