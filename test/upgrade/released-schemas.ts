import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';
import { createSealer } from '@corridor/adapters-rails/custody';
import { walletPorts } from '@corridor/adapters-rails/identity';
import type { Storage } from '@corridor/adapters-storage';
import { instant } from '@corridor/core';
import type { Transaction } from '@corridor/core/records';
import { Database } from '../../packages/adapters-storage/src/testing/sqlite.js';
import { playCore, valueOf } from '../../packages/core/src/testing/play-core.js';
import { type FixedClock, fixedClock, seededRandom, START } from '../../packages/core/src/testing/ports.js';
import { playPayments } from '../support/altered-history.js';
import { migrationNames } from '../../packages/adapters-storage/src/migrations/index.js';
import { DATABASES, type Dialect, type EmptyDatabase } from './databases.js';
import { dumpPostgres, restorePostgres } from './postgres-dump.js';

/** One folder for each released schema, named after its last migration. */
const SCHEMAS = fileURLToPath(new URL('./schemas', import.meta.url));
const FILES: Readonly<Record<Dialect, string>> = { sqlite: 'sqlite.db.gz', postgres: 'postgres.sql.gz' };

/** This key is not secret: it is used only for the recorded databases. */
const MASTER_KEY = new Uint8Array(32).fill(0x5c);

/** The facts about a recorded database that a test must find again. */
export interface Recorded {
  /** The time of the recording by the clock of its host. */
  readonly at: string;
  readonly customer: { readonly id: string; readonly fullName: string };
  /** The internal account in dollars. */
  readonly account: { readonly id: string; readonly available: string };
  /** A completed payment, one whose quote is executed but not paid out, and a quote that was not executed. */
  readonly settled: Payment;
  readonly processing: Payment;
  readonly pending: { readonly quoteId: string };
}

export interface Payment {
  readonly id: string;
  readonly status: string;
  readonly sent: string;
  readonly received: string;
}

export const releasedSchemas = (): readonly string[] => readdirSync(SCHEMAS).sort();

export const recordedOf = (schema: string): Recorded =>
  JSON.parse(readFileSync(join(SCHEMAS, schema, 'recorded.json'), 'utf8')) as Recorded;

/** Fills an empty database with the recorded content of a schema. */
export async function restore(schema: string, dialect: Dialect, { address }: EmptyDatabase): Promise<void> {
  const content = gunzipSync(readFileSync(join(SCHEMAS, schema, FILES[dialect])));
  if (dialect === 'sqlite') writeFileSync(address, content);
  else await restorePostgres(address, content.toString('utf8'));
}

/** Opens what the recorded databases have sealed. */
export const recordedSealer = () => createSealer(MASTER_KEY);

const portsOf = (storage: Storage, clock: FixedClock, seed: string) => {
  const sealer = recordedSealer();
  return { storage, clock, sealer, wallets: walletPorts({ sealer, clock }), random: seededRandom(seed) };
};

/** A core on a recorded database, one hour later. */
export const openRecorded = (storage: Storage, { at }: Recorded) =>
  playCore(portsOf(storage, fixedClock(instant(Date.parse(at) + 3_600_000)), at), { existing: true });

/** Fills an empty database with payments of every source and outcome, and returns the facts about it. */
async function fill(storage: Storage): Promise<Recorded> {
  await storage.migrate();
  const { payer, clock, ids } = await playPayments(portsOf(storage, fixedClock(START), 'recorded'));
  const { core } = payer.play;
  const payment = async (of: typeof ids.settled): Promise<Payment> => paymentOf(await payer.payment(of));
  const { fullName } = valueOf(await payer.play.read(core.customers.get, { id: payer.customerId })).customer;
  return {
    at: new Date(clock.now()).toISOString(),
    customer: { id: payer.customerId, fullName: fullName! },
    account: { id: payer.usd.id, available: String((await payer.internal('USD')).available) },
    settled: await payment(ids.settled),
    processing: await payment(ids.processing),
    pending: { quoteId: ids.pending.id },
  };
}

export const paymentOf = ({ id, status, sentAmount, receivedAmount }: Transaction): Payment => ({
  id,
  status,
  sent: String(sentAmount),
  received: String(receivedAmount),
});

/** Records the present schema. The databases of an already recorded schema stay unchanged. */
export async function recordPresentSchema(): Promise<void> {
  const present = [...migrationNames].sort().at(-1)!;
  if (releasedSchemas().includes(present)) return;
  const [sqlite, postgres] = [await DATABASES.sqlite(), await DATABASES.postgres()];
  const recorded = await filled(sqlite);
  const inPostgres = await filled(postgres);
  if (JSON.stringify(inPostgres) !== JSON.stringify(recorded)) throw new Error('the two databases differ');
  const folder = join(SCHEMAS, present);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'recorded.json'), `${JSON.stringify(recorded, null, 2)}\n`);
  writeFileSync(join(folder, FILES.sqlite), gzipSync(compact(sqlite.address), { level: 9 }));
  writeFileSync(join(folder, FILES.postgres), gzipSync(await dumpPostgres(postgres.address), { level: 9 }));
  await Promise.all([sqlite.drop(), postgres.drop()]);
}

async function filled(database: EmptyDatabase): Promise<Recorded> {
  const storage = database.open();
  try {
    return await fill(storage);
  } finally {
    await storage.close();
  }
}

/** The database file without unused space. */
function compact(path: string): Buffer {
  const copy = `${path}.compact`;
  new Database(path).exec(`vacuum into '${copy}'`).close();
  return readFileSync(copy);
}
