import { availableParallelism } from 'node:os';
import type { Configuration } from '../configuration.js';
import { ConfigurationError } from '../errors.js';

/** `serving` processes answer requests, `workers` processes run the background workers. */
export const ROLES = ['serving', 'workers'] as const;
export type Role = (typeof ROLES)[number];

/** Which process of a host this is: `number` counts the processes of a role from 1. */
export interface ProcessName {
  readonly role: Role;
  readonly number: number;
}

/** What the supervisor tells a process that starts. */
export interface Assignment extends ProcessName {
  readonly port: number;
  readonly consolePort: number | null;
  /** Connections of this process to Postgres. */
  readonly poolSize: number;
  /** Number of processes that answer requests. */
  readonly servingProcesses: number;
}

/** Each process needs one connection for requests and one that they share. */
const LEAST_CONNECTIONS = 2;
const CONNECTIONS_PER_PROCESSOR = 4;

/** The number of processes that `CORRIDOR_PROCESSES` asks for. Throws a ConfigurationError. */
export function processesOf(setting: string, isPostgres: boolean, poolSize: number | null): number {
  const count = setting !== 'auto' ? Number(setting) : isPostgres ? availableParallelism() : 1;
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

/** A third of the processes run the workers, at least one; none if other hosts run them. */
export function processNames(processes: number, hasWorkers: boolean): readonly ProcessName[] {
  const workers = hasWorkers ? Math.max(1, Math.floor(processes / 3)) : 0;
  const named = (role: Role, count: number) => Array.from({ length: count }, (_, at) => ({ role, number: at + 1 }));
  return [...named('serving', processes - workers), ...named('workers', workers)];
}

/** The share of one process in the connections of the host. */
export function poolShare(poolSize: number | null, processes: number): number {
  const ofHost = poolSize ?? availableParallelism() * CONNECTIONS_PER_PROCESSOR;
  return Math.max(LEAST_CONNECTIONS, Math.floor(ofHost / processes));
}

/** The configuration of the host as one of its processes uses it. */
export function configurationOf(configuration: Configuration, assignment: Assignment): Configuration {
  const { database, console, uploads } = configuration;
  const { role, port, consolePort, poolSize, servingProcesses } = assignment;
  return {
    ...configuration,
    port,
    console: {
      ...console,
      listener: consolePort === null ? null : { host: '127.0.0.1', ...console.listener, port: consolePort },
    },
    database: database.kind === 'sqlite' ? database : { ...database, poolSize },
    workers: role === 'workers',
    uploads: { ...uploads, perHost: Math.max(1, Math.floor(uploads.perHost / servingProcesses)) },
  };
}
