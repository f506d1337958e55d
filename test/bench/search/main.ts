import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Storage } from '@corridor/adapters-storage';
import { createPostgresStorage } from '@corridor/adapters-storage/postgres';
import { createSqliteStorage } from '@corridor/adapters-storage/sqlite';
import { amountText } from '@corridor/core/internal';
import { startPostgres } from '../../../packages/adapters-storage/src/testing/server.js';
import { embedCore } from '../../support/embedded-core.js';
import { createDatabase } from '../service/on-postgres.js';
import { nameOfCustomer, seedCustomers, seedPayments } from './seed.js';

const USAGE = 'node test/dist/test/bench/search/main.js [--customers 100000] [--payments 1000000] [--postgres]';
const HOLDER = { source: 'MASTER_KEY', name: 'bench', requestId: 'bench' } as const;

/** Each search is repeated with other values, so that no answer comes from the same pages as the one before. */
const ROUNDS = 30;

type Searches = Readonly<Record<string, (round: number) => string>>;

const searchesAmong = (customers: number, payments: number): Searches => {
  const other = (round: number, of: number): number => (round * 7_368_787) % of;
  return {
    'a whole name': (round) => nameOfCustomer(other(round, customers)),
    'two common beginnings': (round) => ['an be', 'ma so', 'jo ka'][round % 3]!,
    'a beginning that many have': (round) => ['an', 'be', 'ca', 'do'][round % 4]!,
    'two words that do not belong together': (round) => `${nameOfCustomer(other(round, customers)).split(' ')[0]} xyz`,
    'an email': (round) => {
      const n = other(round, customers);
      return `${nameOfCustomer(n).replace(' ', '.')}${n}@mail`;
    },
    'a phone number': (round) => `+4477${String((other(round, customers) * 104_729) % 100_000_000).padStart(8, '0')}`,
    'four last digits': (round) => String(other(round, 10_000)).padStart(4, '0'),
    'a reference': (round) => `REF${other(round, payments) + 1}`,
    'an amount': (round) => amountText(BigInt(100 + (((other(round, payments) + 1) * 7919) % 5_000_000)), 'USD'),
    'an id': (round) =>
      `Transaction:00000000-0000-0000-0000-${(other(round, payments) + 1).toString(16).padStart(12, '0')}`,
  };
};

/** Prints the milliseconds of each kind of search, all groups together: the median, and the slowest. */
async function measure(storage: Storage, address: string, customers: number, payments: number): Promise<void> {
  await storage.migrate();
  const core = embedCore(storage);
  const begun = performance.now();
  const since = () => ((performance.now() - begun) / 1000).toFixed(0);
  await seedCustomers(core, customers);
  process.stderr.write(`  ${customers} customers and accounts with their words after ${since()} s\n`);
  await seedPayments(address, payments);
  process.stderr.write(`  ${payments} payments after ${since()} s\n`);
  for (const [title, textOf] of Object.entries(searchesAmong(customers, payments))) {
    const times: number[] = [];
    let hits = 0;
    for (let round = 1; round <= ROUNDS; round++) {
      const from = performance.now();
      const found = await core.operators.search(HOLDER, { text: textOf(round), platforms: null, showsBlocks: true });
      times.push(performance.now() - from);
      if (!found.ok) throw new Error(found.error.message);
      hits += found.value.groups.reduce((sum, group) => sum + group.hits.length, 0);
    }
    times.sort((a, b) => a - b);
    const shown = (ms: number) => ms.toFixed(1).padStart(8);
    const median = times[Math.floor(ROUNDS / 2)]!;
    process.stdout.write(
      `${title.padEnd(40)} median${shown(median)} ms, slowest${shown(times.at(-1)!)} ms, ${(hits / ROUNDS).toFixed(1)} hits\n`,
    );
  }
}

async function run(): Promise<void> {
  const { values } = parseArgs({
    options: {
      customers: { type: 'string', default: '100000' },
      payments: { type: 'string', default: '1000000' },
      postgres: { type: 'boolean', default: false },
    },
  });
  const [customers, payments] = [Number(values.customers), Number(values.payments)];
  if (values.postgres) {
    const server = await startPostgres({ fsync: false });
    try {
      const address = await createDatabase(server, 'search');
      const storage = createPostgresStorage({ url: address });
      await measure(storage, address, customers, payments).finally(() => storage.close());
    } finally {
      await server.stop();
    }
    return;
  }
  const folder = mkdtempSync(join(tmpdir(), 'corridor-search-bench-'));
  try {
    const path = join(folder, 'corridor.db');
    const storage = createSqliteStorage({ path });
    await measure(storage, path, customers, payments).finally(() => storage.close());
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

try {
  await run();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n\n${USAGE}\n`);
  process.exitCode = 1;
}
