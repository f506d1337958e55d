import { instant, type Result, runUseCase } from '@corridor/core';
import type { Storage } from '@corridor/adapters-storage';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { postgres, type TestDatabase } from '../../packages/adapters-storage/src/testing/backends.js';
import { embedCore } from '../support/embedded-core.js';
import { createPayers, quoteRequest } from '../support/embedded-payer.js';
import { eventually } from '../support/eventually.js';

let database: TestDatabase;
let storage: Storage;

beforeAll(async () => {
  database = await postgres.create();
  storage = database.open();
  await storage.migrate();
});
afterAll(async () => {
  await storage.close();
  await database.drop();
});

function valueOf<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`${result.error.code}: ${result.error.message}`);
  return result.value;
}

it('two concurrent payments for an expired quote make one transaction, and both go back', async () => {
  let now = Date.now();
  const core = embedCore(storage, { clock: { now: () => instant(now) } });
  await core.work.refreshRates();
  const [payer] = await createPayers(core);
  const context = () => core.context(payer!.tenant, { kind: 'system' }, 'late');
  const source = { sourceType: 'REALTIME_FUNDING', currency: 'USD' } as const;
  const quote = valueOf(
    await runUseCase(core.units, context(), core.quotes.create, { ...quoteRequest(payer!), source }),
  );
  now += 301_000;
  await core.work.runJobs();

  // The lock lets both units of work (database transactions) read that the quote has no transaction yet. Only then may
  // the first of them write.
  const gate = new pg.Client({ connectionString: database.address });
  await gate.connect();
  await gate.query('begin; lock table transactions in share mode');
  const send = () =>
    core.units.run(payer!.tenant, (tx) => core.sandbox.send(tx, context(), { quoteId: quote.id, currencyCode: 'USD' }));
  const sent = Promise.all([send(), send()]);
  await eventually('both units to wait for the lock', async () => {
    const { rows } = await gate.query<{ waiting: number }>(
      `select count(*)::int as waiting from pg_locks where not granted and relation = 'transactions'::regclass`,
    );
    return rows[0]!.waiting === 2;
  });
  await gate.query('rollback');
  await gate.end();

  const expected = { id: quote.transactionId, status: 'FAILED', failureReason: 'QUOTE_EXPIRED' };
  expect((await sent).map(valueOf)).toMatchObject([expected, expected]);
  await core.work.drain();
  const { findings, checked } = await core.ledger.audit(payer!.tenant);
  expect(findings).toEqual([]);
  // One deposit, and two payments, each with an entry in and an entry out.
  expect(checked.entries).toBe(1 + 2 * 2);
});
