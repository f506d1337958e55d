import { performance } from 'node:perf_hooks';
// Imported, not global: a test that fakes timers must not stop the storage.
import { clearTimeout, setTimeout } from 'node:timers';

export interface Readiness {
  /** False if the probes fail or take too long. */
  ready(): Promise<boolean>;
  /**
   * Call when the disk has refused a write: the host is not ready for a while, although smaller writes may succeed.
   */
  refused(): void;
}

export interface Probes {
  /** Whether the schema is up to date. */
  readonly isMigrated: () => Promise<boolean>;
  /** Performs a write; throws if the database does not accept it. */
  readonly write: () => Promise<unknown>;
}

const WITHIN_MS = 2_000;
const EVERY_MS = 1_000;
const REFUSED_FOR_MS = 5_000;

/** Tests with a write whether the database accepts writes, at most once per second. */
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
      // Checks again on the next call, so that the end of a migration is seen immediately.
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

/** False if the answer takes longer. */
async function within(milliseconds: number, answer: Promise<boolean>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => (timer = setTimeout(resolve, milliseconds, false)));
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
