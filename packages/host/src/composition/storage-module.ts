import { join } from 'node:path';
import type { Storage } from '@corridor/adapters-storage';
import { createDatabaseBlobs, createFileBlobs } from '@corridor/adapters-storage/blobs';
import { ContainerModule } from 'inversify';
import type { Configuration } from '../configuration.js';
import { CommandError, ConfigurationError } from '../errors.js';
import type { Log } from '../logging.js';
import { signalling } from '../signal.js';
import { T } from './tokens.js';

/** The database, migrated, and where documents are kept. */
export const storageModule = (): ContainerModule =>
  new ContainerModule(({ bind }) => {
    bind(T.Storage).toResolvedValue(openStorage, [T.Configuration, T.Log]);
    bind(T.Units).toResolvedValue((storage, signal) => signalling(storage.units, signal), [T.Storage, T.Signal]);
    bind(T.Blobs).toResolvedValue(
      ({ documents, dataDirectory }, units, clock) =>
        documents === 'files' ? createFileBlobs(join(dataDirectory, 'documents')) : createDatabaseBlobs(units, clock),
      [T.Configuration, T.Units, T.Clock],
    );
  });

type Database = Configuration['database'];

/**
 * Opens the configured database and brings its schema up to date; only the driver that is needed is loaded. Throws a
 * ConfigurationError with the setting where the system or the database refuse, and a CommandError where Node cannot load
 * the driver.
 */
export async function openStorage({ database }: { readonly database: Database }, log: Log): Promise<Storage> {
  try {
    const storage = await connect(database, log);
    try {
      await storage.migrate();
    } catch (cause) {
      await storage.close();
      throw cause;
    }
    return storage;
  } catch (cause) {
    throw refusal(cause, database) ?? cause;
  }
}

/** How better-sqlite3 says that its native part is missing; it gives no code. */
const NEVER_BUILT = /^Could not locate the bindings file/;

/** By name, so that telling them apart loads no adapter. */
const REFUSALS = ['Unavailable', 'NewerSchemaError'];

/** What system calls, SQLite and Postgres refuse has a code, or is one of these; anything else is a mistake of ours. */
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

async function connect(database: Database, log: Log): Promise<Storage> {
  const onUnavailable = (err: Error): void => log.error({ err }, 'the database could not be used');
  if (database.kind === 'sqlite') {
    const { createSqliteStorage } = await import('@corridor/adapters-storage/sqlite');
    return createSqliteStorage({ path: database.file, onUnavailable });
  }
  const { createPostgresStorage } = await import('@corridor/adapters-storage/postgres');
  return createPostgresStorage({
    url: database.url,
    ...(database.poolSize !== null && { poolSize: database.poolSize }),
    statementMs: database.statementMs,
    onUnavailable,
    onConnectionError: (err) => log.warn({ err }, 'a database connection broke'),
  });
}
