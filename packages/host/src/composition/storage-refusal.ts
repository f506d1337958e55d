import { dirname } from 'node:path';
import type { Configuration } from '../settings/configuration.js';
import { diskSpace } from '../metrics/disk-space.js';
import { CommandError, ConfigurationError } from '../kernel/errors.js';

type Database = Configuration['database'];

/** The message of better-sqlite3 12 when its native part is missing; the error has no code. */
const NEVER_BUILT = /^Could not locate the bindings file/;

/** Compared by name, so that no adapter has to be loaded. */
const REFUSALS = ['Unavailable', 'NewerSchemaError', 'MigrationRefusedError', 'DatabaseInUseError', 'AddressError'];

/**
 * Why the database cannot be used, as an error that names its setting. An error of a system call, of SQLite or of
 * Postgres has a code or one of the names above; anything else is a bug, for which the result is null.
 */
export async function storageRefusal(
  cause: unknown,
  database: Database,
): Promise<ConfigurationError | CommandError | null> {
  if (!(cause instanceof Error)) return null;
  const code = 'code' in cause ? String(cause.code) : null;
  if (code === 'ERR_DLOPEN_FAILED' || NEVER_BUILT.test(cause.message)) return unloadable(cause);
  if (cause.name === 'UnusableDriverError') return new CommandError(cause.message, { cause });
  if (code === null && !REFUSALS.includes(cause.name)) return null;
  const [reason = ''] = (cause.message || (code ?? '')).split('\n');
  if (database.kind !== 'sqlite') return new ConfigurationError(`CORRIDOR_DATABASE_URL: ${reason}`, { cause });
  const folder = dirname(database.file);
  const isFull = code !== null && (await isDiskFull(code, folder));
  const remedy = isFull ? FULL : (REMEDIES.find(([codes]) => codes.test(code ?? ''))?.[1] ?? '');
  return new ConfigurationError(`CORRIDOR_DATA_DIR: ${database.file}: ${reason}${remedy}`, { cause });
}

/** Version 13 of the driver comes with its native part; version 12, which a Node without Node-API 10 uses, is built. */
function unloadable(cause: Error): CommandError {
  const reason = cause.message.replaceAll(/\s*\n\s*/g, ' ').trim();
  const remedy =
    Number(process.versions['napi']) < 10 ? 'run: npm run install --prefix node_modules/better-sqlite3-12' : reason;
  return new CommandError(`Node ${process.version} cannot load the SQLite driver: ${remedy}`, { cause });
}

const FULL = '; the disk is full: free space, or name a folder on a larger disk';

/** What to do about an error of the data folder, by its code. */
const REMEDIES: readonly (readonly [RegExp, string])[] = [
  [/^(EACCES|EPERM)$/, '; make the user of the host the owner of the folder'],
  [/^(EROFS|SQLITE_READONLY.*)$/, '; name a folder that this user can write to'],
  [/^ENOENT$/, '; name a folder in another place'],
  [/^(ENOTDIR|EEXIST|EISDIR)$/, '; a part of the path is a file: name a folder'],
];

/** Below this size SQLite has no room for a database: its shared memory alone takes as much. */
const ROOM_BYTES = 64 * 1024;

/** SQLite reports a disk that has become full also as a failed write or a file that it cannot open. */
async function isDiskFull(code: string, folder: string): Promise<boolean> {
  if (['SQLITE_FULL', 'ENOSPC', 'EDQUOT'].includes(code)) return true;
  if (!/^SQLITE_(IOERR|CANTOPEN)/.test(code)) return false;
  const space = await diskSpace(folder);
  return space !== null && space.free < ROOM_BYTES;
}
