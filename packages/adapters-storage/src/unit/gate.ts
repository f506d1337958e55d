// Imported, not global: a test that fakes timers must not stop the storage.
import { clearTimeout, setTimeout } from 'node:timers';
import type { JobStore, OutboxStore, UnitOfWork } from '@corridor/core/ports';
import { type ConnectionUse, type DatabaseState, type Storage, Unavailable } from '../port/storage.js';
import { UNAVAILABLE } from './run.js';
import { assertNoUnit } from './turns.js';

/** The parts of a backend from which `gated` makes a storage. */
export interface Parts {
  readonly units: UnitOfWork;
  readonly jobs: JobStore;
  readonly outbox: OutboxStore;
  migrate(): Promise<void>;
  ready(): Promise<boolean>;
  connectionUse(): ConnectionUse | null;
  inspect(): Promise<DatabaseState>;
  exchangeSkew(machine: string, aheadMs: number): Promise<readonly number[]>;
  refuseOthers(): Promise<void>;
  eraseRemains(): Promise<void>;
  /** Called once, when all units of work have ended. */
  close(): Promise<void>;
  /** Aborts running work: a database that does not answer must not block closing. */
  breakOff?(): void;
}

/** Time for running work to end before it is aborted. */
const CLOSE_WITHIN_MS = 1_500;

/** Wraps a storage: prevents nested units of work, and on closing waits for running work and refuses new work. */
export function gated(parts: Parts): Storage {
  let running = 0;
  let closing: Promise<void> | null = null;
  let onIdle: (() => void) | null = null;

  async function enter<T>(work: () => Promise<T>): Promise<T> {
    running++;
    try {
      return await work();
    } finally {
      running--;
      if (running === 0) onIdle?.();
    }
  }

  function assertOpen(): void {
    if (closing !== null) throw new Unavailable('the storage is closed');
  }

  async function close(): Promise<void> {
    const late = setTimeout(() => parts.breakOff?.(), CLOSE_WITHIN_MS);
    if (running > 0) await new Promise<void>((resolve) => (onIdle = resolve));
    await parts.close().finally(() => clearTimeout(late));
  }

  const open =
    <A extends readonly unknown[], T>(work: (...args: A) => Promise<T>) =>
    async (...args: A): Promise<T> => {
      assertNoUnit();
      assertOpen();
      return enter(() => work(...args));
    };

  return {
    units: {
      async run(tenant, work, traffic) {
        assertNoUnit();
        return closing === null ? enter(() => parts.units.run(tenant, work, traffic)) : UNAVAILABLE;
      },
      async read(tenant, work, extent) {
        assertNoUnit();
        assertOpen();
        return enter(() => parts.units.read(tenant, work, extent));
      },
      removeExpired: open(parts.units.removeExpired),
    },
    jobs: {
      claim: open(parts.jobs.claim),
      nextDue: open(parts.jobs.nextDue),
      moveDue: open(parts.jobs.moveDue),
      correctClock: open(parts.jobs.correctClock),
      isDue: open(parts.jobs.isDue),
    },
    outbox: {
      claim: open(parts.outbox.claim),
      nextDue: open(parts.outbox.nextDue),
      moveDue: open(parts.outbox.moveDue),
      correctClock: open(parts.outbox.correctClock),
      isDue: open(parts.outbox.isDue),
      undelivered: open(parts.outbox.undelivered),
    },
    migrate: open(parts.migrate),
    connectionUse: parts.connectionUse,
    ready: async () => closing === null && enter(parts.ready),
    inspect: open(parts.inspect),
    exchangeSkew: open(parts.exchangeSkew),
    refuseOthers: open(parts.refuseOthers),
    eraseRemains: open(parts.eraseRemains),
    close: () => (closing ??= close()),
  };
}
