import { createAnswerArchiver, createArchiver, NOTHING_ARCHIVED, removeReplacedFiles } from '../archive/index.js';
import { countedUpTo } from '../figures/index.js';
import { forgetAnswers, unitsFor, type UnitOfWork } from '../kernel/index.js';
import type { Work } from './core.js';
import type { CompletePorts } from './defaults.js';

/** Moves old events to the archive, if there is one. Reads the table only: what is archived is not archived again. */
export function archiverOf({ archive, storage, clock, digest, random, sealer }: CompletePorts): Work['archiveEvents'] {
  if (archive === null) return async () => NOTHING_ARCHIVED;
  const units = unitsFor(storage.units, 'jobs');
  // Metrics read the events that are not counted yet from the table alone.
  const archiver = createArchiver({ ...archive, units, clock, digest, random, sealer, readUpTo: countedUpTo });
  return async () => {
    // An erasure deletes the files that it replaces, unless its host dies.
    await removeReplacedFiles({ units, clock, store: archive.store });
    return archiver();
  };
}

/** Leaves the database to requests between two files. */
const PAUSE_MS = 100;

/** Deletes the expired answers of all tenants, or archives them, and returns their number. */
export function answerEnding(
  { archive, clock, digest, random, sealer, pause }: CompletePorts,
  units: UnitOfWork,
): () => Promise<number> {
  if (archive?.answers !== true) return () => forgetAnswers(units, clock.now(), pause);
  const archiver = createAnswerArchiver({ store: archive.store, units, clock, digest, random, sealer });
  return async () => {
    for (let archived = 0; ;) {
      const { rows, isBehind } = await archiver();
      archived += rows;
      if (!isBehind) return archived;
      await pause?.(PAUSE_MS);
    }
  };
}
