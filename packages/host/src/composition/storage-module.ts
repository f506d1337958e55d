import type { Storage } from '@corridor/adapters-storage';
import { ContainerModule } from 'inversify';
import type { Configuration } from '../configuration.js';
import type { Log } from '../logging.js';
import { signalling } from '../signal.js';
import { T } from './tokens.js';

/** The database, migrated. */
export const storageModule = (): ContainerModule =>
  new ContainerModule(({ bind }) => {
    bind(T.Storage).toResolvedValue(openStorage, [T.Configuration, T.Log]);
    bind(T.Units).toResolvedValue((storage, signal) => signalling(storage.units, signal), [T.Storage, T.Signal]);
  });

/** Opens the configured database and brings its schema up to date; only the driver that is needed is loaded. */
export async function openStorage({ database }: Pick<Configuration, 'database'>, log: Log): Promise<Storage> {
  const storage = await connect(database, log);
  try {
    await storage.migrate();
  } catch (cause) {
    await storage.close();
    throw cause;
  }
  return storage;
}

async function connect(database: Configuration['database'], log: Log): Promise<Storage> {
  if (database.kind === 'sqlite') {
    const { createSqliteStorage } = await import('@corridor/adapters-storage/sqlite');
    return createSqliteStorage({ path: database.file });
  }
  const { createPostgresStorage } = await import('@corridor/adapters-storage/postgres');
  return createPostgresStorage({
    url: database.url,
    ...(database.poolSize !== null && { poolSize: database.poolSize }),
    onConnectionError: (err) => log.warn({ err }, 'a database connection broke'),
  });
}
