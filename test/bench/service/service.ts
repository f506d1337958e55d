import { setTimeout } from 'node:timers/promises';
import type { Storage } from '@corridor/adapters-storage';
import { createApi, expecting } from '../../support/api.js';
import { startGenerator } from '../load/generator.js';
import type { Load, Payer } from '../load/task.js';
import type { Side } from '../rounds.js';
import type { Scope } from '../scratch.js';
import type { Host, HostOptions } from './host.js';

/** A host with payers, and the database that it runs on. */
export interface Service {
  readonly host: Host;
  readonly payers: readonly Payer[];
  /** Concurrent clients that saturate the host. */
  readonly clients: number;
  readonly database: ServiceDatabase;
}

/** The database of a service, read beside the host on connections of its own. */
export interface ServiceDatabase {
  query(sql: string): Promise<readonly Readonly<Record<string, unknown>>[]>;
  /** A storage on the database, which the caller closes. */
  storage(): Storage;
  /** The present bytes of each table. */
  sizes(): Promise<readonly TableSize[]>;
}

export interface TableSize {
  readonly name: string;
  /** Bytes of the table itself, without indexes. */
  readonly table: number;
  readonly indexes: number;
}

export type ServiceOptions = Pick<HostOptions, 'workers' | 'settings'>;

/** Options of a service that settles payments and sends webhooks to a receiver on this machine. */
export const SENDS_WEBHOOKS: ServiceOptions = { workers: true, settings: { CORRIDOR_WEBHOOK_ALLOW_PRIVATE: 'true' } };

/** Sends the webhooks of the service's first platform to this port. */
export async function sendWebhooksTo(port: number, { host, payers }: Service): Promise<void> {
  const api = createApi(() => host.baseUrl, payers[0]!);
  await expecting(200, api.patch('/config', { webhookEndpoint: `http://127.0.0.1:${port}/webhooks` }));
}

const POLL_MS = 50;
const UNSETTLED = `select 1 from jobs where kind like 'payout.%' limit 1`;
const UNDELIVERED = `select 1 from events where status = 'QUEUED' limit 1`;

/** Waits until no payout is left. */
export const settled = ({ database }: Service): Promise<void> => emptied(database, UNSETTLED);

/** Waits until no payout and no event is left. */
export async function delivered({ database }: Service): Promise<void> {
  await emptied(database, UNSETTLED);
  await emptied(database, UNDELIVERED);
}

async function emptied(database: ServiceDatabase, left: string): Promise<void> {
  while ((await database.query(left)).length > 0) await setTimeout(POLL_MS);
}

/** Starts a process that puts load on a service: payments from all of its clients for the given seconds. */
export function payments(scope: Scope, { host, payers, clients }: Service): (seconds: number) => Promise<Load> {
  const generator = scope.use(startGenerator());
  const { port, base } = host;
  return (seconds) => generator.ask({ kind: 'payments', port, base, clients, payers, seconds });
}

/** One side of a ratio: accepted payments per second. */
export function paymentSide(scope: Scope, service: Service): Side {
  const load = payments(scope, service);
  return async (seconds) => {
    const { count, seconds: taken } = await load(seconds);
    return count / taken;
  };
}
