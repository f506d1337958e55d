import {
  BASE_COLUMNS,
  type BaseRecord,
  type Clock,
  domainError,
  type Instant,
  instant,
  newRecord,
  ok,
  readAll,
  recordKind,
  type Tx,
  type UnitOfWork,
  update,
} from '../kernel/index.js';
import type { ArchiveStore } from './ports.js';
import { HOST } from './segment.js';

/**
 * A file of the archive that an erasure has to delete: one that it has replaced, or one that it is about to write and that
 * no segment names if its host dies. Deleted with its file.
 */
export interface ArchiveRemoval extends BaseRecord {
  readonly file: string;
  /** From when on the file may be deleted, in host time. */
  readonly dueAt: Instant;
}

export const ARCHIVE_REMOVALS = recordKind<ArchiveRemoval>()({
  name: 'archive_removals',
  scope: 'host',
  columns: { ...BASE_COLUMNS, file: 'text', dueAt: 'instant' },
  states: [],
  unique: [],
  filters: [],
  immutable: ['file'],
});

const TAKEN = domainError('CONFLICT', 'another host deletes or keeps the file');

/** A host that writes a file has named it in a segment by then, or has died. */
export const WRITTEN_WITHIN_MS = 3_600_000;

export const removalOf = (file: string, clock: Clock, waitMs: number): ArchiveRemoval => ({
  file,
  dueAt: instant(clock.now() + waitMs),
  ...newRecord(`removal/${file}`, { tenant: HOST, now: clock.now() }),
});

/**
 * Deletes the files that erasures have replaced, and those that they have written and not named in a segment. Each is
 * claimed first: the erasure that would name it then fails. No other file ever has its name.
 */
export async function removeReplacedFiles({
  units,
  clock,
  store,
}: {
  readonly units: UnitOfWork;
  readonly clock: Clock;
  readonly store: ArchiveStore;
}): Promise<number> {
  const due = (await units.read(null, (reads) => readAll(reads, ARCHIVE_REMOVALS))).filter(
    ({ dueAt }) => dueAt <= clock.now(),
  );
  const isDone = async (work: (tx: Tx) => void): Promise<boolean> => {
    const done = await units.run(null, async (tx) => ok(work(tx)));
    if (done.ok || done.error.code === TAKEN.code) return done.ok;
    throw new Error(`a file of the archive was not deleted: ${done.error.message}`);
  };
  let removed = 0;
  for (const removal of due) {
    let claimed = removal;
    const isClaimed = await isDone((tx) => {
      claimed = update(tx, { now: clock.now() }, ARCHIVE_REMOVALS, removal, { dueAt: instant(0) }, TAKEN);
    });
    if (!isClaimed) continue;
    await store.remove(removal.file);
    if (await isDone((tx) => tx.remove(ARCHIVE_REMOVALS, claimed, TAKEN))) removed += 1;
  }
  return removed;
}
