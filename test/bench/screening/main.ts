import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { ok } from '@corridor/core';
import { createIds } from '@corridor/core/internal';
import { CUSTOMERS, SCREENING_ROUNDS, type ScreeningRound } from '@corridor/core/records';
import type { Storage } from '@corridor/adapters-storage';
import { startPostgres } from '../../../packages/adapters-storage/src/testing/server.js';
import { embedCore, SYSTEM_CLOCK } from '../../support/embedded-core.js';
import { createPayers, type EmbeddedPayer } from '../../support/embedded-payer.js';
import { type Scope, withScope } from '../scratch.js';
import { createDatabase } from '../service/on-postgres.js';
import { type Ask, openStorage, type Paid, type Start } from './host.js';

/**
 * `node test/dist/test/bench/screening/main.js [--customers n] [--seconds n] [--backend sqlite|postgres]
 * [--control]`: payments of one
 * host without a round of screening, beside a round, and after a kill -9 in the middle of it. With --control no round begins,
 * so that what slows each later measurement by itself is known.
 */
const { values } = parseArgs({
  options: {
    customers: { type: 'string', default: '100000' },
    seconds: { type: 'string', default: '30' },
    backend: { type: 'string' },
    control: { type: 'boolean', default: false },
  },
});
const [customers, seconds] = [Number(values.customers), Number(values.seconds)];
const NEXT_LISTS = values.control ? 'v1' : 'v2';
const PAYERS = 8;
const UNIT = 500;
const PAUSE_MS = 3_000;

const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** Writes copies of the customer of a payer, and a round that has ended by the lists `v1`. */
async function fill(storage: Storage, { tenant }: EmbeddedPayer): Promise<void> {
  const { units } = storage;
  const like = await units.read(tenant, async (reads) => (await reads.list(CUSTOMERS, PAGE)).rows[0]!);
  const ids = createIds(SYSTEM_CLOCK, { bytes: (length) => randomBytes(length) });
  for (let written = 0; written < customers; written += UNIT)
    await units.run(tenant, async (tx) => {
      for (let n = written; n < Math.min(written + UNIT, customers); n++)
        tx.add(CUSTOMERS, {
          ...{ ...like, id: ids.next('Customer'), fullName: `Ada Lovelace ${n}` },
          ...{ platformCustomerId: `copy ${n}`, umaAddress: `$copy${n}@localhost`, email: null, phoneNumber: null },
        });
      return ok();
    });
  const now = SYSTEM_CLOCK.now();
  const round: ScreeningRound = {
    ...{ id: ids.next('ScreeningRound'), tenant, version: 1, createdAt: now, updatedAt: now, status: 'DONE' },
    ...{ previous: '', provider: 'lists', listVersion: 'v1', cursor: 'end', asked: 0, held: 0, endedAt: now },
  };
  await units.run(tenant, async (tx) => {
    tx.add(SCREENING_ROUNDS, round);
    return ok();
  });
}

const PAGE = { order: 'asc', limit: 1, counted: false } as const;

interface Host {
  ask(asked: Ask): Promise<Paid | null>;
  kill(): Promise<void>;
}

async function startHost(scope: Scope, asked: Start): Promise<Host> {
  const child: ChildProcess = fork(new URL('./host.js', import.meta.url), {
    ...{ serialization: 'advanced', stdio: ['ignore', 'inherit', 'inherit', 'ipc'] },
  });
  const host: Host = {
    async ask(one) {
      child.send(one);
      const [reply] = (await once(child, 'message')) as [{ readonly answer: Paid | null; readonly error?: string }];
      if (reply.error !== undefined) throw new Error(reply.error);
      return reply.answer;
    },
    async kill() {
      if (child.signalCode !== null || child.exitCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
  scope.use({ stop: () => host.kill() });
  await host.ask(asked);
  return host;
}

/** What the provider was asked by rounds. */
function askedIn(book: string): { readonly questions: number; readonly twice: number; readonly parties: number } {
  const lines = existsSync(book) ? readFileSync(book, 'utf8').trim().split('\n') : [];
  const rounds = lines.filter((line) => line.startsWith('REPEAT '));
  const once = new Set(rounds);
  const parties = [...once].reduce((sum, line) => sum + Number(line.split(' ')[2]), 0);
  return { questions: once.size, twice: rounds.length - once.size, parties };
}

async function measure(scope: Scope, backend: string, address: string): Promise<void> {
  const folder = await scope.folder();
  const masterKey = randomBytes(32);
  const storage = openStorage(address);
  await storage.migrate();
  const core = embedCore(storage, { masterKey });
  await core.work.refreshRates();
  const payers = await createPayers(core, { customers: PAYERS });
  await fill(storage, payers[0]!);
  const presentRound = async () =>
    storage.units.read(payers[0]!.tenant, async (reads) => {
      const { rows } = await reads.list(SCREENING_ROUNDS, { ...PAGE, order: 'desc' });
      return rows[0]!;
    });
  const start = (lists: string): Start => ({
    ...{ kind: 'start', address, masterKey, lists, payers },
    book: join(folder, lists),
  });
  const said = (what: string, paid: Paid | null): void =>
    print(
      `${backend}, ${what}: ${paid!.perSecond.toFixed(1)} payments/s, p50 ${paid!.p50.toFixed(1)} ms, p99 ${paid!.p99.toFixed(1)} ms`,
    );
  const payFor = (host: Host, length: number) => host.ask({ kind: 'pay', seconds: length });

  const first = await startHost(scope, start('v1'));
  // Compiles the code of the host.
  await payFor(first, seconds / 3);
  said('without a round', await payFor(first, seconds));
  await first.kill();

  const second = await startHost(scope, start(NEXT_LISTS));
  await payFor(second, seconds / 3);
  said(values.control ? 'still without' : 'beside a round', await payFor(second, seconds));
  await second.kill();
  const [before, killed] = [askedIn(join(folder, NEXT_LISTS)), await presentRound()];
  print(`${backend}, killed: ${JSON.stringify(before)}; the round has counted ${killed.asked} parties`);

  const third = await startHost(scope, start(NEXT_LISTS));
  await payFor(third, seconds / 3);
  said(values.control ? 'without, after the kill' : 'beside the round after the kill', await payFor(third, seconds));
  await setTimeout(PAUSE_MS);
  await third.kill();
  const [after, present] = [askedIn(join(folder, NEXT_LISTS)), await presentRound()];
  const isSame = killed.id === present.id;
  print(
    `${backend}, resumed (${isSame ? 'the same round' : 'another round'}, ${present.status}): ${JSON.stringify(after)}; ${present.asked} parties counted`,
  );

  await storage.close();
}

await withScope(async (scope) => {
  if (values.backend !== 'postgres') await measure(scope, 'SQLite', join(await scope.folder(), 'corridor.db'));
  if (values.backend === 'sqlite') return;
  const server = scope.use(await startPostgres({ fsync: true }));
  await measure(scope, 'Postgres', await createDatabase(server, 'screening'));
});
