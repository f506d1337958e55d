import { keyIdOf, sealedWith } from '@corridor/adapters-rails/custody';
import type { HostState } from './host-state.js';
import type { Log } from '../logging/logging.js';

const EVERY_MS = 1_000;

export interface KeyWatchPorts {
  readonly masterKey: Uint8Array;
  /** Any text that the database has sealed with its present key; null if there is none. */
  readonly sealedText: () => Promise<string | null>;
  readonly state: HostState;
  readonly log: Log;
}

export interface Watch {
  /** Resolves when a running check has ended. */
  stop(): Promise<void>;
}

/**
 * Compares the master key of the host with that of the database every second. After a rotation the host seals nothing,
 * claims no work and is not ready.
 */
export function watchKey({ masterKey, sealedText, state, log }: KeyWatchPorts): Watch {
  const own = keyIdOf(masterKey);

  async function check(): Promise<void> {
    const text = await sealedText();
    const database = text === null ? null : sealedWith(text);
    const isForeign = database !== null && database !== own;
    if (isForeign === state.isKeyForeign) return;
    state.isKeyForeign = isForeign;
    if (isForeign) {
      log.error(
        { key: own, databaseKey: database },
        'database is sealed with another master key: the host serves no requests until it is restarted with that key',
      );
    } else log.info({ key: own }, 'database is sealed with the master key of the host again');
  }

  return every(EVERY_MS, check);
}

/**
 * Runs a check again and again, never two at a time. A check that the database does not answer says nothing, and the
 * host reports such faults elsewhere.
 */
export function every(milliseconds: number, check: () => Promise<void>): Watch {
  let running: Promise<void> | null = null;
  const timer = setInterval(() => {
    running ??= check()
      .catch(() => undefined)
      .finally(() => (running = null));
  }, milliseconds);
  timer.unref();
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}
