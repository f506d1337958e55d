import { domainError } from '@corridor/core/internal';
import { Unavailable } from '../port/storage.js';
import { Ended, LostRace } from '../unit/steps.js';

/** The fields of a Postgres error. */
export interface PostgresError extends Error {
  readonly code?: string;
  readonly table?: string;
  readonly constraint?: string;
  readonly detail?: string;
}

/** Raised by `corridor_touched`; the message is the index of the guard. */
export const GUARD_FAILED = 'CG001';
export const UNIQUE_VIOLATION = '23505';
export const UNDEFINED_TABLE = '42P01';
export const READ_ONLY = '25006';
const RACE = new Set(['40001', '40P01']);
const CONFLICT_WITH_RECOVERY = '40001';
const STANDBY_REMEDY =
  'the primary has removed rows that the read needs; try again, or set hot_standby_feedback = on on the standby, or raise its max_standby_streaming_delay';
const LOCK_TIMEOUT = '55P03';
const CANCELLED = '57014';
/**
 * A named statement is missing on the connection, or already exists: a connection pooler gives each transaction another
 * connection to the server.
 */
const NAMES_LOST = new Set(['26000', '42P05']);
const NAMES_LOST_REMEDY =
  'a connection pooler that does not track prepared statements (PgBouncer before 1.21 in transaction mode) needs CORRIDOR_POSTGRES_PREPARE=false';
/**
 * Connection exceptions, insufficient resources, operator intervention (a cancelled statement, a timeout), system
 * errors, a refused login or database, a read-only server, and network errors.
 */
const GONE = /^(08|28|3D|53|57|58|25006$|25P03$|E[A-Z]+$)/;
const GONE_MESSAGE =
  /^(Connection terminated|Client has encountered a connection error|Query read timeout|timeout expired|timeout exceeded|Client was closed|Cannot use a pool|database \S+ is not currently accepting connections|cannot assign transaction ?IDs during recovery|recovery is in progress)/i;
/** The disk is full, or cannot be read or written. */
const DISK = new Set(['53100', '58030']);

/**
 * Translates an error of the driver into an error that ends a unit of work or runs it again. Errors that indicate a bug
 * are returned unchanged.
 */
export function translate(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof Ended || error instanceof LostRace) return error;
  const { code = '', message } = error as PostgresError;
  if (RACE.has(code)) return new LostRace(message, { cause: error });
  if (code === LOCK_TIMEOUT)
    return new Ended(
      domainError('CONFLICT', 'the resource is locked by another request; try again', { retryAfter: 1 }),
    );
  if (NAMES_LOST.has(code)) return new Unavailable(`${message}: ${NAMES_LOST_REMEDY}`, { cause: error });
  if (GONE.test(code) || GONE_MESSAGE.test(message)) return new Unavailable(message, { cause: error });
  return error;
}

/**
 * Why a read failed. Nothing conflicts with a read of one snapshot on a primary, so a conflict comes from a standby: it
 * ends reads that need rows which the primary has removed. `ended`: the error with which the server ended the connection.
 */
export function readFailure(error: unknown, ended: Error | null): unknown {
  const causes = [ended, error, error instanceof Error ? error.cause : null] as readonly (PostgresError | null)[];
  const conflict = causes.find((cause) => cause?.code === CONFLICT_WITH_RECOVERY);
  if (conflict) return new Unavailable(`${conflict.message}: ${STANDBY_REMEDY}`, { cause: conflict });
  return error instanceof LostRace ? new Unavailable(error.message, { cause: error }) : error;
}

/** Whether the server cancelled the statement: the connection still works. */
export const isCancelled = ({ cause }: Unavailable): boolean =>
  (cause as PostgresError | undefined)?.code === CANCELLED;

/** Whether the database failed to write because of its disk. */
export const isDiskFault = ({ cause }: Unavailable): boolean =>
  DISK.has((cause as PostgresError | undefined)?.code ?? '');
