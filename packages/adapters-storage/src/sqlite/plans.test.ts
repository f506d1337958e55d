import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { instant, ok } from '@corridor/core';
import {
  type AnyKind,
  BALANCES,
  CHECKPOINTS,
  EVENTS,
  INTERNAL_ACCOUNTS,
  JOBS,
  POSTINGS,
  RECORD_KINDS,
} from '@corridor/core/records';
import { expect, test } from 'vitest';
import { account, ALICE, balance, event, job, posting, SHORT, T0 } from '../testing/records.js';
import { Database } from '../testing/sqlite.js';
import { createSqliteStorage } from './index.js';

test('reads tables only through indexes, and sums from the index alone', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'corridor-plans-'));
  const path = join(folder, 'a.db');
  const sent = new Set<string>();
  const storage = createSqliteStorage({ path, onStatement: (sql) => sent.add(sql) });
  await storage.migrate();
  const record = account('InternalAccount:1');
  await storage.units.run(ALICE, async (tx) => {
    tx.add(INTERNAL_ACCOUNTS, record);
    tx.add(BALANCES, balance('a', 5n));
    await tx.get(BALANCES, 'a');
    tx.change(INTERNAL_ACCOUNTS, record, { ...record, privateEnabled: true, version: 2 });
    tx.increase(BALANCES, { id: 'a', by: { available: 1n } }, SHORT);
    tx.increase(BALANCES, { id: 'b', by: { available: 1n }, initial: balance('b', 1n) }, SHORT);
    tx.add(POSTINGS, posting('JournalEntry:1/0', 'a', 1n));
    tx.add(EVENTS, event('Webhook:1'), {
      copy: { kind: BALANCES, id: 'a', columns: { available: 'available' } } as never,
    });
    tx.add(EVENTS, event('Webhook:2', { resource: event('Webhook:1').resource }));
    tx.add(JOBS, job('Job:1', { dedupe: 'x' }), { unlessExists: true });
    tx.add(JOBS, job('Job:2'));
    await tx.get(JOBS, 'Job:1');
    tx.remove(JOBS, job('Job:2'));
    return ok();
  });
  await storage.units.read(ALICE, async (reads) => {
    for (const kind of RECORD_KINDS) await readAllWays(reads, kind);
    await reads.sum(POSTINGS, 'amount', { account: 'a' }, 0, 10);
    await reads.horizon(POSTINGS as never);
    await reads.lastPosition(POSTINGS as never);
    const between = { after: 0, upTo: 10, limit: 5 };
    await reads.follow(POSTINGS, { ...between, order: 'desc', by: { column: 'account', value: 'a' } });
    await reads.follow(EVENTS, { ...between, order: 'asc' });
    await reads.positionOf(EVENTS as never, 'x');
    await reads.get(CHECKPOINTS, 'a');
  });
  for (const kind of RECORD_KINDS.filter(({ expiry }) => expiry !== null)) {
    await storage.units.removeExpired(kind.expiry!.clock === 'tenant' ? ALICE : null, kind as never, T0, 5);
  }
  for (const kind of RECORD_KINDS.filter(({ deadline }) => deadline !== null)) {
    await storage.units.read(null, (reads) => reads.waiting(kind));
    await storage.units.read(ALICE, (reads) => reads.overdue(kind as never, T0, 5));
  }
  await storage.jobs.nextDue();
  for (const waiting of [storage.jobs, storage.outbox]) {
    await waiting.moveDue({ tenant: ALICE, offset: 1, now: T0 });
    await waiting.isDue(ALICE, T0);
    await waiting.correctClock({ now: T0, latest: T0 });
  }
  await storage.outbox.nextDue();
  await storage.outbox.undelivered();
  await storage.jobs.claim({ now: T0, leaseUntil: T0, limit: 5 });
  await storage.outbox.claim({
    now: T0,
    leaseUntil: instant(T0 + 1),
    limit: 5,
    perTenant: 5,
    perResource: 5,
    except: [],
    untriedOnly: [],
    resumed: [],
  });
  await storage.close();

  const db = new Database(path);
  const plans = [...sent]
    .filter((sql) => !/^(BEGIN|COMMIT|ROLLBACK|SAVEPOINT|RELEASE)/.test(sql))
    .map((sql) => ({ sql, plan: plan(db, sql) }));
  expect(plans.length).toBeGreaterThan(50);
  const scans = plans.filter(({ plan: steps }) =>
    steps.some(
      (step) =>
        /^SCAN (?!CONSTANT|json_each|page|due|waiting|branch|matching|\(|VIRTUAL)/.test(step) &&
        !/USING (COVERING )?INDEX/.test(step),
    ),
  );
  expect(scans).toEqual([]);
  const sums = plans.filter(({ sql }) => sql.includes('>> 32')).map(({ plan: steps }) => steps.join());
  expect(sums.map((step) => step.includes('COVERING INDEX postings_sum'))).toEqual([true]);
  db.close();
  rmSync(folder, { recursive: true });
});

function plan(db: Database, sql: string): readonly string[] {
  const placeholders = sql.split('?').length - 1;
  const rows = db.prepare(`explain query plan ${sql}`).all(Array.from({ length: placeholders }, () => 1)) as {
    detail: string;
  }[];
  return rows.map(({ detail }) => detail);
}

type Reads = Parameters<Parameters<ReturnType<typeof createSqliteStorage>['units']['read']>[1]>[0];

async function readAllWays(reads: Reads, kind: AnyKind): Promise<void> {
  const any = kind as never;
  await reads.get(any, 'x');
  await reads.getMany(any, ['x', 'y']);
  for (const key of kind.unique)
    await reads.find(
      any,
      key.name,
      key.columns.map(() => 'x'),
    );
  const at = { createdAt: T0, id: 'x' };
  const of = (filter: string) =>
    kind.columns[filter]!.startsWith('flag') ? true : kind.columns[filter]!.startsWith('text') ? 'x' : 1;
  for (const order of ['asc', 'desc'] as const) {
    // Records that expire have no index for lists.
    if (kind.expiry === null) await reads.list(any, { order, limit: 5 });
    for (const filter of kind.filters) {
      await reads.list(any, { order, limit: 5, where: { [filter]: of(filter) } as never, after: at });
    }
  }
  const texts = kind.filters.filter((filter) => kind.columns[filter]!.startsWith('text')).slice(0, 2);
  if (texts.length === 2)
    await reads.list(any, { order: 'desc', limit: 5, anyOf: { columns: texts as never, value: 'x' }, after: at });
}
