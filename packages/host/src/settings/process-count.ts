import { availableParallelism } from 'node:os';
import { ConfigurationError } from '../kernel/errors.js';

/** Each process needs one connection for requests and one that they share. */
export const LEAST_CONNECTIONS = 2;

/** The number of processes that `CORRIDOR_PROCESSES` asks for. Throws a ConfigurationError. */
export function processesOf(setting: string, isPostgres: boolean, poolSize: number | null): number {
  const count = setting !== 'auto' ? Number(setting) : isPostgres ? automatic(poolSize) : 1;
  if (count === 1) return 1;
  if (!isPostgres) {
    throw new ConfigurationError(
      `CORRIDOR_PROCESSES: ${count} processes need Postgres, because SQLite has one writer; set CORRIDOR_DATABASE_URL, or CORRIDOR_PROCESSES to 1`,
    );
  }
  if (poolSize !== null && poolSize < count * LEAST_CONNECTIONS) {
    throw new ConfigurationError(
      `CORRIDOR_DATABASE_POOL_SIZE: ${poolSize} connections are too few for ${count} processes, which need ${LEAST_CONNECTIONS} each; set it to ${count * LEAST_CONNECTIONS} or more, or lower CORRIDOR_PROCESSES`,
    );
  }
  return count;
}

/** One for each processor, or fewer if their connections would be too few: commands also run on larger machines. */
const automatic = (poolSize: number | null): number =>
  Math.max(1, Math.min(availableParallelism(), Math.floor((poolSize ?? Infinity) / LEAST_CONNECTIONS)));
