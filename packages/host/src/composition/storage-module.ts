import { join } from 'node:path';
import type { OnMigration, Storage } from '@corridor/adapters-storage';
import type { BlobStore, Clock, UnitOfWork } from '@corridor/core/ports';
import { createDatabaseBlobs, createFileArchive, createFileBlobs } from '@corridor/adapters-storage/blobs';
import { ContainerModule } from 'inversify';
import type { Configuration } from '../settings/configuration.js';
import { withOwnKey } from '../workers/host-state.js';
import type { Log } from '../logging/logging.js';
import { logMigration } from './migration-notices.js';
import { signalling } from '../workers/signal.js';
import { tracedUnits } from '../tracing/tracing.js';
import { storageRefusal } from './storage-refusal.js';
import { TOKENS } from './tokens.js';

/** The database, with migrations applied, the archive of its events, and the store for documents. */
export const storageModule = (): ContainerModule =>
  new ContainerModule(({ bind }) => {
    bind(TOKENS.Storage).toResolvedValue(
      (configuration, log) => openStorage(configuration, log),
      [TOKENS.Configuration, TOKENS.Log],
    );
    bind(TOKENS.Units).toResolvedValue(
      (storage, state, signal, tracing) => tracedUnits(signalling(withOwnKey(storage.units, state), signal), tracing),
      [TOKENS.Storage, TOKENS.HostState, TOKENS.Signal, TOKENS.Tracing],
    );
    bind(TOKENS.Archive).toResolvedValue(({ archive }) => createFileArchive(archive.directory), [TOKENS.Configuration]);
    bind(TOKENS.Blobs).toResolvedValue(documentStore, [TOKENS.Configuration, TOKENS.Units, TOKENS.Clock]);
  });

/** The store for documents and files of banks. */
export const documentStore = (
  { documents, dataDirectory }: Pick<Configuration, 'documents' | 'dataDirectory'>,
  units: UnitOfWork,
  clock: Clock,
): BlobStore =>
  documents === 'files' ? createFileBlobs(join(dataDirectory, 'documents')) : createDatabaseBlobs(units, clock);

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
    await storage.close().catch((err: unknown) => log.warn({ err }, 'database could not be closed'));
    throw (await storageRefusal(cause, database)) ?? cause;
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
    throw (await storageRefusal(cause, database)) ?? cause;
  }
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
