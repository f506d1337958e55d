import { availableParallelism } from 'node:os';
import type { Configuration } from '../settings/configuration.js';
import { LEAST_CONNECTIONS } from '../settings/process-count.js';

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
  /** The master key that its command has printed to the supervisor; null without a command. */
  readonly masterKey: string | null;
}

const CONNECTIONS_PER_PROCESSOR = 4;

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
  const { role, port, consolePort, poolSize, servingProcesses, masterKey } = assignment;
  return {
    ...configuration,
    port,
    console: {
      ...console,
      listener: consolePort === null ? null : { host: '127.0.0.1', ...console.listener, port: consolePort },
    },
    database: database.kind === 'sqlite' ? database : { ...database, poolSize },
    workers: role === 'workers',
    ...(masterKey !== null && { masterKey, masterKeyCommand: null }),
    uploads: { ...uploads, perHost: Math.max(1, Math.floor(uploads.perHost / servingProcesses)) },
  };
}
