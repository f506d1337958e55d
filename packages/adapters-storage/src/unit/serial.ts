import { AsyncResource } from 'node:async_hooks';
// Imported, not global: a test that fakes timers must not stop the storage.
import { setImmediate } from 'node:timers';
import { foreignAwait, type Interrupt } from './run.js';

/** A piece of work in the queue; it must settle without leaving the microtask queue. */
export type Turn = (onStart: (interrupt: Interrupt) => void) => Promise<void>;

export interface Watch {
  begin(): void;
  /** The function that ends the running turn on the next turn of the event loop; called at the start of each turn. */
  readonly onStart: (interrupt: Interrupt) => void;
  end(): void;
}

/**
 * Detects a turn that blocks the queue. A turn consists of microtasks only. A turn that is still running on the next
 * turn of the event loop awaits something other than its own reads and writes, and is ended, because it would block
 * every turn behind it.
 */
export function createWatch(): Watch {
  let interrupt: Interrupt | null = null;
  let watching = false;
  let armed = false;

  function arm(): void {
    if (armed) return;
    armed = true;
    setImmediate(() => {
      armed = false;
      if (!watching) return;
      interrupt?.(foreignAwait());
      arm();
    });
  }

  return {
    begin() {
      watching = true;
      arm();
    },
    onStart(end) {
      interrupt = end;
    },
    end() {
      watching = false;
      interrupt = null;
    },
  };
}

/** Runs turns one after another, each in the async context of its caller. */
export function createTurns(): (turn: Turn) => void {
  const queue: (() => Promise<void>)[] = [];
  const watch = createWatch();
  let draining = false;

  async function drain(): Promise<void> {
    draining = true;
    watch.begin();
    for (let turn = queue.shift(); turn !== undefined; turn = queue.shift()) await turn();
    watch.end();
    draining = false;
  }

  return (turn) => {
    const caller = new AsyncResource('corridor.turn');
    queue.push(() => caller.runInAsyncScope(turn, null, watch.onStart));
    if (!draining) void drain();
  };
}
