import { performance } from 'node:perf_hooks';
// Imported, not global: a test that fakes timers must not stop the storage.
import { clearTimeout, setTimeout } from 'node:timers';

export interface Readiness {
  /** False when the probes fail, and when they take too long. */
  ready(): Promise<boolean>;
  /** The disk has just refused a write: for a while the host is not ready, though smaller writes may pass. */
  refused(): void;
}

export interface Probes {
  /** Whether the schema is up to date. */
  readonly isMigrated: () => Promise<boolean>;
  /** Writes something; throws where the database takes no writes. */
  readonly write: () => Promise<unknown>;
}

const WITHIN_MS = 2_000;
const EVERY_MS = 1_000;
const REFUSED_FOR_MS = 5_000;

/** Whether a database can be written to: found out by a write, at most once a second however often it is asked. */
export function createReadiness({ isMigrated, write }: Probes): Readiness {
  let migrated = false;
  let pending = false;
  let last: { readonly at: number; readonly outcome: Promise<boolean> } | null = null;
  let refusedAt = Number.NEGATIVE_INFINITY;

  async function probe(): Promise<boolean> {
    pending = true;
    try {
      migrated ||= await isMigrated();
      if (migrated) await write();
      return migrated;
    } catch {
      return false;
    } finally {
      pending = false;
      // Whoever migrates is not kept waiting for the next probe.
      if (!migrated) last = null;
    }
  }

  async function find(): Promise<boolean> {
    const now = performance.now();
    if (last === null || (!pending && now - last.at >= EVERY_MS)) last = { at: now, outcome: probe() };
    return (await last.outcome) && performance.now() - refusedAt >= REFUSED_FOR_MS;
  }

  return {
    ready: () => within(WITHIN_MS, find()),
    refused() {
      refusedAt = performance.now();
    },
  };
}

/** False where the answer takes longer. */
async function within(milliseconds: number, answer: Promise<boolean>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => (timer = setTimeout(resolve, milliseconds, false)));
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
