import { nodeCrypto } from '@corridor/adapters-rails/custody';
import { SEAL_ERASURES } from '@corridor/core/records';
import { eraseEvents } from '@corridor/core/internal';
import { describe, expect, test } from 'vitest';
import { readAll } from '../../packages/core/src/kernel/index.js';
import { migrationNames } from '../../packages/adapters-storage/src/migrations/index.js';
import { approveErasing } from '../../packages/core/src/testing/approve-erasing.js';
import { valueOf } from '../../packages/core/src/testing/play-core.js';
import { DATABASES, DIALECTS } from './databases.js';
import { dumpPostgres, restorePostgres } from './postgres-dump.js';
import { openRecorded, paymentOf, recordedOf, recordedSealer, releasedSchemas, restore } from './released-schemas.js';

test('every recorded schema can be migrated by this code', () => {
  expect(releasedSchemas().length).toBeGreaterThan(0);
  expect(releasedSchemas().filter((schema) => !migrationNames.includes(schema))).toEqual([]);
});

describe.each(releasedSchemas())('a database of the schema %s', (schema) => {
  const recorded = recordedOf(schema);

  test.each(DIALECTS)('in %s is upgraded with a clean audit, and its payments continue', async (dialect) => {
    const database = await DATABASES[dialect]();
    await restore(schema, dialect, database);
    const storage = database.open();
    await storage.migrate();
    expect(await storage.ready()).toBe(true);
    const play = await openRecorded(storage, recorded);
    const { core } = play;
    const audited = async () => expect((await core.ledger.audit()).findings).toEqual([]);
    await audited();

    const payment = async (id: string) => paymentOf(valueOf(await play.read(core.transactions.get, { id })));
    expect(await payment(recorded.settled.id)).toEqual(recorded.settled);
    expect(await payment(recorded.processing.id)).toEqual(recorded.processing);
    const { id: customerId, fullName } = recorded.customer;
    expect(valueOf(await play.read(core.customers.get, { id: customerId })).customer.fullName).toBe(fullName);
    const accounts = valueOf(await play.read(core.accounts.listInternal, { customerId, currency: 'USD' })).data;
    expect(accounts.map(({ account: { id }, available }) => ({ id, available: String(available) }))).toEqual([
      recorded.account,
    ]);
    const { current } = valueOf(await core.platforms.webhookKeys(play.context()));
    expect(current).toContain('BEGIN PUBLIC KEY');

    await play.pass(86_400);
    expect((await payment(recorded.processing.id)).status).toBe('COMPLETED');
    expect(valueOf(await play.read(core.quotes.get, { id: recorded.pending.quoteId })).status).toBe('EXPIRED');
    expect(play.delivered.map(({ resource }) => resource)).toContain(recorded.processing.id);
    await core.work.sealJournal();
    await audited();

    // Rows of a former release have no salt: their erasure is explained by records.
    const ports = { ...nodeCrypto, units: storage.units, clock: play.clock, sealer: recordedSealer(), archive: null };
    const resources = [recorded.settled.id, recorded.processing.id, recorded.account.id];
    await approveErasing(play, customerId);
    await core.work.sealJournal();
    const { erased, waiting } = await eraseEvents(ports, { tenant: play.tenant, resources });
    expect(erased).toBeGreaterThan(3);
    expect(waiting).toBe(0);
    expect(await storage.units.read(null, (reads) => readAll(reads, SEAL_ERASURES))).not.toEqual([]);
    await core.work.sealJournal();
    await audited();
    await storage.close();
    await database.drop();
  });
});

test('a dump of Postgres restores completely', async () => {
  const [from, to] = [await DATABASES.postgres(), await DATABASES.postgres()];
  const newest = releasedSchemas().at(-1)!;
  await restore(newest, 'postgres', from);
  const before = await dumpPostgres(from.address);
  await restorePostgres(to.address, before);
  expect(await dumpPostgres(to.address)).toBe(before);
});
