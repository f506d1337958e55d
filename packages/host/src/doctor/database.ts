import { existsSync } from 'node:fs';
import type { DatabaseState, Storage } from '@corridor/adapters-storage';
import { openUnmigrated } from '../composition/storage-module.js';
import type { Configuration } from '../settings/configuration.js';
import { isExpected } from '../kernel/errors.js';
import type { Log } from '../logging/logging.js';
import { textOf } from '../terminal/terminal.js';
import { type Finding, ok, problem } from './finding.js';

const ABOUT = 'database';

export interface ExaminedDatabase {
  readonly finding: Finding;
  /** The database, if it can be read; the caller closes it. */
  readonly storage: Storage | null;
}

/** Opens the database and compares its schema with this release. Creates and migrates nothing. */
export async function examineDatabase({ database }: Configuration, log: Log): Promise<ExaminedDatabase> {
  const failed = (wrong: string, remedy: string): ExaminedDatabase => ({
    finding: problem(ABOUT, wrong, remedy),
    storage: null,
  });
  if (database.kind === 'sqlite' && !existsSync(database.file)) {
    return failed(
      `${database.file} does not exist`,
      'correct CORRIDOR_DATA_DIR, or create the database with `corridor migrate`',
    );
  }
  const remedy =
    database.kind === 'sqlite'
      ? `look at the permissions and the disk of ${database.file}`
      : 'look at the address in CORRIDOR_DATABASE_URL, at the network and at the log of the server';
  let storage: Storage | null = null;
  try {
    storage = await openUnmigrated({ database }, log);
    const state = await storage.inspect();
    const wrong = schemaProblem(state) ?? (await writeProblem(storage));
    if (wrong === null) {
      return { finding: ok(ABOUT, `${NAMES[database.kind]}, the schema is up to date, it accepts writes`), storage };
    }
    await storage.close();
    return { finding: wrong, storage: null };
  } catch (cause) {
    await storage?.close();
    if (isDatabaseFault(cause)) return failed(textOf(cause), remedy);
    throw cause;
  }
}

const NAMES = { sqlite: 'SQLite', postgres: 'Postgres' } as const;

/** SQLite reports a damaged or unreadable file with a code; anything without one is a bug. */
const isDatabaseFault = (cause: unknown): boolean =>
  isExpected(cause) || (cause instanceof Error && 'code' in cause && String(cause.code).startsWith('SQLITE_'));

function schemaProblem({ missing, unknown }: DatabaseState): Finding | null {
  if (unknown.length > 0) {
    return problem(
      ABOUT,
      `a newer release has migrated the schema (${unknown.join(', ')})`,
      'start that release or a later one, or restore a backup from before the update',
    );
  }
  if (missing.length > 0) {
    return problem(
      ABOUT,
      `the schema lacks ${missing.length} migrations, the first of them ${missing[0]}`,
      'make a backup and run `corridor migrate`',
    );
  }
  return null;
}

const writeProblem = async (storage: Storage): Promise<Finding | null> =>
  (await storage.ready())
    ? null
    : problem(
        ABOUT,
        'it does not accept writes',
        'free disk space, and make sure that neither the server nor the file is read-only',
      );
