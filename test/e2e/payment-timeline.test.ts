import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Storage } from '@corridor/adapters-storage';
import { createMemoryStorage } from '@corridor/adapters-storage/memory';
import { createPostgresStorage } from '@corridor/adapters-storage/postgres';
import { createSqliteStorage } from '@corridor/adapters-storage/sqlite';
import { instant, type TimelineEntry } from '@corridor/core';
import { describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../packages/adapters-storage/src/testing/postgres.js';
import { valueOf } from '../../packages/core/src/testing/play-core.js';
import { playPayer } from '../../packages/core/src/testing/play-payer.js';

const STORAGES: Readonly<Record<'memory' | 'sqlite' | 'postgres', () => Promise<[Storage, () => void]>>> = {
  memory: async () => [createMemoryStorage(), () => undefined],
  sqlite: async () => {
    const folder = mkdtempSync(join(tmpdir(), 'corridor-timeline-'));
    const drop = () => rmSync(folder, { recursive: true, force: true });
    return [createSqliteStorage({ path: join(folder, 'test.db') }), drop];
  },
  postgres: async () => [
    createPostgresStorage({ url: await createTestDatabase({ migrated: false }) }),
    () => undefined,
  ],
};

const summaryOf = (entry: TimelineEntry): string => {
  switch (entry.kind) {
    case 'state':
      return `${entry.of} ${entry.to}`;
    case 'rail':
      return entry.step;
    case 'journal':
      return `${entry.entry.kind} of ${entry.entry.postings.length} lines`;
    case 'event':
      return `${entry.type}: ${entry.tries.map(({ status, reason }) => status ?? reason).join(', ')}`;
    default:
      return entry.kind;
  }
};

describe.each(Object.keys(STORAGES) as (keyof typeof STORAGES)[])('a payment on %s', (dialect) => {
  it('has a timeline, is found by its ids and amount, and is on the statement of its account', async () => {
    const [storage, drop] = await STORAGES[dialect]();
    await storage.migrate();
    const payer = await playPayer({ storage });
    const { play, usd } = payer;
    const { core, tenant } = play;
    play.answer = { kind: 'answered', status: 500, body: '' };
    const quote = await payer.quoted(payer.fromAccount(usd.id, (await payer.external('004')).id));
    valueOf(await payer.execute(quote.id));
    await play.pass(1);
    play.answer = { kind: 'unreachable', reason: 'the connection was refused' };
    await play.pass(10);
    play.answer = { kind: 'answered', status: 200, body: '' };
    await play.pass(60);
    await play.pass(1);

    const timeline = valueOf(await core.payments.timeline(tenant, quote.id));
    expect(timeline.entries.map(summaryOf)).toEqual([
      'quote',
      'HOLD of 2 lines',
      'quote PROCESSING',
      'payment PROCESSING',
      'OUTGOING_PAYMENT.PROCESSING: 500, the connection was refused, 200',
      // The rail refuses at once, so the rest happens at the same time of the test's clock: causes before effects.
      ...['deadline', 'payout begun', 'payout refused', 'refund started', 'refund settled', 'HOLD_RELEASE of 2 lines'],
      ...['quote FAILED', 'payment FAILED', 'refund PENDING', 'refund COMPLETED'],
      ...['OUTGOING_PAYMENT.FAILED: 200', 'OUTGOING_PAYMENT.REFUND_PENDING: 200'],
      'OUTGOING_PAYMENT.REFUND_COMPLETED: 200',
    ]);
    const refund = timeline.transaction!.refundReference!;
    expect(valueOf(await core.payments.timeline(tenant, refund))).toEqual(timeline);

    const found = valueOf(await play.read(core.payments.find, { text: refund }));
    expect(found.map(({ transaction }) => transaction?.id)).toEqual([quote.transactionId]);
    const searched = valueOf(
      await play.read(core.payments.search, { amount: quote.totalSendingAmount, status: 'FAILED' }),
    );
    expect(searched.data.map(({ id }) => id)).toEqual([quote.transactionId]);
    const journal = timeline.entries.find((entry) => entry.kind === 'journal')!;
    for (const id of [quote.id, quote.transactionId, refund, journal.entry.id]) {
      expect(await core.payments.findAnywhere(id)).toMatchObject([{ tenant, id, paymentId: expect.anything() }]);
    }

    const until = play.clock.now();
    const period = { accountId: usd.id, from: instant(until - 3_600_000), until };
    expect(valueOf(await core.statements.read(tenant, period))).toMatchObject({
      opening: 0n,
      closing: 1_000_000n,
      held: 0n,
      entries: [{ kind: 'DEPOSIT', amount: 1_000_000n, balance: 1_000_000n }],
    });
    await payer.auditClean();
    await storage.close();
    drop();
  });
});
