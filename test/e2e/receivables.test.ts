import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Storage } from '@corridor/adapters-storage';
import { createPostgresStorage } from '@corridor/adapters-storage/postgres';
import { createSqliteStorage } from '@corridor/adapters-storage/sqlite';
import type { Id, Result } from '@corridor/core';
import { EXCEPTIONS } from '@corridor/core/records';
import { readPositions } from '@corridor/core/internal';
import { describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../packages/adapters-storage/src/testing/postgres.js';
import { playCore, valueOf } from '../../packages/core/src/testing/play-core.js';
import { playPayer } from '../../packages/core/src/testing/play-payer.js';

const STORAGES: Readonly<Record<'sqlite' | 'postgres', () => Promise<[Storage, () => void]>>> = {
  sqlite: async () => {
    const folder = mkdtempSync(join(tmpdir(), 'corridor-receivables-'));
    const drop = () => rmSync(folder, { recursive: true, force: true });
    return [createSqliteStorage({ path: join(folder, 'test.db') }), drop];
  },
  postgres: async () => [
    createPostgresStorage({ url: await createTestDatabase({ migrated: false }) }),
    () => undefined,
  ],
};

const FEE = { fixed: { amount: 20_000n, currency: 'USD' }, variableBps: 0 };
const PAYOUTS = 10;
const DAY = 86_400;

describe.each(Object.keys(STORAGES) as (keyof typeof STORAGES)[])('two hosts on %s', (dialect) => {
  it('take back fees, settle and write off receivables concurrently with correct books', async () => {
    const [storage, drop] = await STORAGES[dialect]();
    await storage.migrate();
    const payer = await playPayer({ storage });
    const { play, usd } = payer;
    const other = await playCore({ storage, clock: play.clock }, { existing: true });
    const destination = (await payer.external('005')).id;
    for (let i = 0; i < PAYOUTS; i++) {
      const terms = { lockedCurrencyAmount: 50_000n, platformFeeOverride: FEE };
      valueOf(await payer.execute((await payer.quoted(payer.fromAccount(usd.id, destination, terms))).id));
    }
    await play.pass(0);
    await play.pass(5);
    const platform = (await payer.internal('USD', 'platform')).account;
    const outside = await payer.dollars('890', 'platform');
    const withdrawal = { sourceId: platform.id, destinationId: outside.id, amount: 200_000n };
    valueOf(await play.run(play.core.transfers.out, withdrawal));
    await play.pass(5);

    const credit = () => play.run(play.core.sandbox.fund, { accountId: platform.id, amount: 7_000n });
    play.clock.advance(31);
    const credits = Array.from({ length: 5 }, credit);
    await Promise.all([play.core.work.runJobs(), other.core.work.runJobs(), ...credits]);
    await play.pass(5);
    expect((await payer.internal('USD')).available).toBe(1_000_000n);
    expect((await payer.internal('USD', 'platform')).available).toBe(0n);
    const owed = (await play.core.ledger.audit()).receivables;
    expect(owed).toMatchObject([{ amount: BigInt(PAYOUTS) * 20_000n - 35_000n }]);
    await payer.auditClean();

    play.clock.advance(31 * DAY);
    await Promise.all([play.core.work.runJobs(), other.core.work.runJobs()]);
    const { rows } = await storage.units.read(play.tenant, (reads) =>
      reads.list(EXCEPTIONS, { where: { status: 'OPEN' }, order: 'asc', limit: 50 }),
    );
    expect(rows.reduce((sum, { amount }) => sum + amount, 0n)).toBe(owed[0]!.amount);
    const writeOff = ({ id: exceptionId }: { readonly id: string }, name: string): Promise<Result<unknown>> => {
      const by = { id: `Operator:${name}` as Id<'Operator'>, name };
      return play.run(play.core.treasury.resolve, {
        exceptionId,
        resolution: 'WRITTEN_OFF',
        by,
      });
    };
    const results = await Promise.all([
      ...rows.flatMap((row) => [writeOff(row, 'ann'), writeOff(row, 'bob')]),
      ...Array.from({ length: 5 }, credit),
    ]);
    const codes = results.map((result) => (result.ok ? 'ok' : result.error.code));
    expect(codes.filter((code) => !['ok', 'INVALID_STATE_TRANSITION', 'CONFLICT'].includes(code))).toEqual([]);
    await play.pass(0);
    await payer.auditClean();
    const sums = new Map<string, bigint>();
    for (const { currency, balance } of await readPositions(storage.units, play.clock.now())) {
      sums.set(currency, (sums.get(currency) ?? 0n) + balance);
    }
    expect([...sums.values()].filter((sum) => sum !== 0n)).toEqual([]);
    await storage.close();
    drop();
  });
});
