import { join } from 'node:path';
import type { OnMigration, Storage } from '@corridor/adapters-storage';
import { createDatabaseBlobs, createFileBlobs } from '@corridor/adapters-storage/blobs';
import { ContainerModule } from 'inversify';
import type { Configuration } from '../configuration.js';
import { CommandError, ConfigurationError } from '../errors.js';
import type { Log } from '../logging.js';
import { logMigration } from '../migration-notices.js';
import { signalling } from '../signal.js';
import { tracedUnits } from '../tracing.js';
import { T } from './tokens.js';

/** The database, with migrations applied, and the store for documents. */
export const storageModule = (): ContainerModule =>
  new ContainerModule(({ bind }) => {
    bind(T.Storage).toResolvedValue((configuration, log) => openStorage(configuration, log), [T.Configuration, T.Log]);
    bind(T.Units).toResolvedValue(
      (storage, signal, tracing) => tracedUnits(signalling(storage.units, signal), tracing),
      [T.Storage, T.Signal, T.Tracing],
    );
    bind(T.Blobs).toResolvedValue(
      ({ documents, dataDirectory }, units, clock) =>
        documents === 'files' ? createFileBlobs(join(dataDirectory, 'documents')) : createDatabaseBlobs(units, clock),
      [T.Configuration, T.Units, T.Clock],
    );
  });

type Database = Configuration['database'];

/**
 * Opens the configured database and migrates its schema; loads only the driver that is needed. Throws a
 * ConfigurationError with the setting if the system or the database refuses, and a CommandError if Node cannot load
 * the driver.
 */
export async function openStorage(
  { database }: { readonly database: Database },
  log: Log,
  onMigration: OnMigration = logMigration(log),
): Promise<Storage> {
  const storage = await openUnmigrated({ database }, log, onMigration);
  try {
    await storage.migrate();
    return storage;
  } catch (cause) {
    await storage.close();
    throw refusal(cause, database) ?? cause;
  }
}

/** Opens the configured database with the schema that it has. Throws as `openStorage`. */
export async function openUnmigrated(
  { database }: { readonly database: Database },
  log: Log,
  onMigration: OnMigration = logMigration(log),
): Promise<Storage> {
  try {
    return await connect(database, log, onMigration);
  } catch (cause) {
    throw refusal(cause, database) ?? cause;
  }
}

/** The message of better-sqlite3 when its native part is missing; the error has no code. */
const NEVER_BUILT = /^Could not locate the bindings file/;

/** Compared by name, so that no adapter has to be loaded. */
const REFUSALS = ['Unavailable', 'NewerSchemaError', 'MigrationRefusedError'];

/** An error of a system call, of SQLite or of Postgres has a code or one of these names; anything else is a bug. */
function refusal(cause: unknown, database: Database): ConfigurationError | CommandError | null {
  if (!(cause instanceof Error)) return null;
  const code = 'code' in cause ? String(cause.code) : null;
  if (code === 'ERR_DLOPEN_FAILED' || NEVER_BUILT.test(cause.message)) {
    return new CommandError(
      `the SQLite driver was not built for Node ${process.version}: run \`npm rebuild better-sqlite3\``,
      { cause },
    );
  }
  if (code === null && !REFUSALS.includes(cause.name)) return null;
  const [reason = ''] = (cause.message || (code ?? '')).split('\n');
  const where = database.kind === 'sqlite' ? `CORRIDOR_DATA_DIR: ${database.file}` : 'CORRIDOR_DATABASE_URL';
  return new ConfigurationError(`${where}: ${reason}`, { cause });
}

async function connect(database: Database, log: Log, onMigration: OnMigration): Promise<Storage> {
  const onUnavailable = (err: Error): void => log.error({ err }, 'database could not complete the work');
  if (database.kind === 'sqlite') {
    const { createSqliteStorage } = await import('@corridor/adapters-storage/sqlite');
    return createSqliteStorage({ path: database.file, onUnavailable, onMigration });
  }
  const { createPostgresStorage } = await import('@corridor/adapters-storage/postgres');
  return createPostgresStorage({
    url: database.url,
    ...(database.poolSize !== null && { poolSize: database.poolSize }),
    statementMs: database.statementMs,
    prepare: database.prepare,
    onUnavailable,
    onMigration,
    onConnectionError: (err) => log.warn({ err }, 'database connection lost'),
  });
}
