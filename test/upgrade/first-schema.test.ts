import { type Id, ok } from '@corridor/core';
import type { UnitOfWork } from '@corridor/core/ports';
import {
  BALANCES,
  type BaseRecord,
  type Customer,
  type Deposit,
  EVENTS,
  EXCEPTIONS,
  type HeldAddress,
  type Job,
  type KindOf,
  RECORD_KINDS,
} from '@corridor/core/records';
import { isUmaAddress, splitTenant } from '@corridor/core/internal';
import { Migrator } from 'kysely';
import { describe, expect, it } from 'vitest';
import { initial } from '../../packages/adapters-storage/src/migrations/0001-initial.js';
import { MIGRATION_TABLE } from '../../packages/adapters-storage/src/migrations/index.js';
import { playCore, valueOf } from '../../packages/core/src/testing/play-core.js';
import { type PlayPayer, playPayer } from '../../packages/core/src/testing/play-payer.js';
import { tableOf } from '../../packages/adapters-storage/src/schema/tables.js';
import { DATABASES, type Dialect, DIALECTS, type EmptyDatabase, type Tables } from './databases.js';
import { columnsOf, type FormerRow, formerRowsOf, type FormerRows, inColumns, insertFormer } from './former-rows.js';

type Row = Readonly<Record<string, unknown>>;

/** Migrates an empty database to the schema of the first release. */
async function toFirstRelease(db: Tables, dialect: Dialect): Promise<void> {
  const first = { '0001-initial': { up: (of: Tables) => initial(of, dialect) } };
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => first },
    migrationTableName: MIGRATION_TABLE,
    migrationLockTableName: `${MIGRATION_TABLE}_lock`,
  });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw error;
}

/** Inserts the columns that the first release had, including snapshots in events. */
async function insertFirst(rows: FormerRows, past: EmptyDatabase, dialect: Dialect): Promise<void> {
  const then = await columnsOf(past);
  const later = new Set(
    RECORD_KINDS.flatMap((kind) => {
      const known = then.get(kind.name);
      return known === undefined ? [] : tableOf(kind).columns.filter(({ name }) => !known.includes(name));
    }).map(({ field }) => field),
  );
  const changed = new Map<string, readonly FormerRow[]>(
    [...rows].map(([table, of]) => [
      table,
      of.map((row) => {
        if (table === 'customers') return { ...row, ...NUMBERS };
        if (table !== 'events') return row;
        const fields = Object.entries(JSON.parse(row['snapshot'] as string) as object);
        return { ...row, snapshot: JSON.stringify(Object.fromEntries(fields.filter(([field]) => !later.has(field)))) };
      }),
    ]),
  );
  await insertFormer(past, dialect, inColumns(changed, then));
}

const everything = (units: UnitOfWork): Promise<Readonly<Record<string, readonly BaseRecord[]>>> =>
  units.read(null, async (reads) => {
    const all: Record<string, readonly BaseRecord[]> = {};
    for (const kind of RECORD_KINDS) {
      const { rows } = await reads.list(kind as unknown as KindOf<BaseRecord>, {
        order: 'asc',
        limit: 1_000,
        counted: false,
      });
      // Snapshots repeat the other records, and lack fields that the first release did not have.
      all[kind.name] = rows.map((row) => ('snapshot' in row ? { ...row, snapshot: null } : row));
    }
    return all;
  });

/** The identification numbers of each customer, which the first release stored in plain text. */
const NUMBERS = {
  identifier: '078-05-1120',
  business_info: JSON.stringify({ legalName: 'Acme Inc', taxId: '12-3456789' }),
};
/** The fields of `NUMBERS` after the migration, as a host reads them before it encrypts them. */
const UNSEALED = {
  sealedIdentifier: `plain.${NUMBERS.identifier}`,
  businessInfo: { legalName: 'Acme Inc' },
  sealedTaxId: 'plain.12-3456789',
};

/** Record kinds without rows in the first release, which no migration can fill. */
const LATER: ReadonlySet<string> = new Set([
  'arrivals',
  'webhook_keys',
  'rail_steps',
  'failed_attempts',
  'search_terms',
  'legal_holds',
  'erasures',
  'screenings',
  'screening_matches',
  'screened_parties',
  'screening_rounds',
  'terms',
  'travel_rule_transfers',
  'card_settlements',
  'card_settlement_lines',
  'screening_cases',
  'screening_case_links',
]);

/** The key with which the first release signed for all platforms. */
const SHARED_KEY = {
  id: 'webhook-signing',
  tenant: 'host',
  version: 1,
  created_at: 0,
  updated_at: 0,
  public_key: 'the key of all',
  sealed_private_key: 'sealed:lla fo yek eht',
};

/** Fields of existing tables that the first release did not store, by table. */
const NOT_KEPT: Readonly<Record<string, Row>> = {
  quotes: { paymentRail: null, rateBasis: null, termsIds: null },
  transactions: { rateTerms: null, corrections: null },
  customers: UNSEALED,
  internal_accounts: { fundingRails: null },
  deposits: { returnedAs: null },
  events: { tries: null, salt: null },
};

/** The reference of a return is filled while the return is open. */
const notKept = (row: object): object =>
  'returnAs' in row && (row as Deposit).status !== 'IN_SUSPENSE' ? { returnAs: null } : {};

/** The first release had no exceptions: an operator finds open work by its payment. */
const forgetExceptions = (units: UnitOfWork) =>
  units.run(null, async (tx) => {
    const all = { order: 'asc', limit: 1_000, counted: false } as const;
    for (const exception of (await tx.list(EXCEPTIONS, all)).rows) tx.remove(EXCEPTIONS, exception);
    for (const event of (await tx.list(EVENTS, all)).rows) {
      if (event.type.startsWith('EXCEPTION.')) tx.remove(EVENTS, event);
    }
    return ok();
  });

/** A wallet's funding instruction before wallets had addresses of their own. */
const FORMER = {
  instructionsNotes: null,
  isPlatformAccount: null,
  accountOrWalletInfo: { accountType: 'SPARK_WALLET', address: 'sparkrt1former', assetType: 'USDB' },
};

/** Payments of the first release: with every outcome, in progress, and not begun. */
async function history(payer: PlayPayer): Promise<void> {
  const { play, usd, quoted, fromAccount, funded, external, execute, pay } = payer;
  const fee = { fixed: { amount: 100n, currency: 'USD' }, variableBps: 0 };
  for (const suffix of ['890', '002', '005', '007']) {
    const { id } = await external(suffix);
    valueOf(await execute((await quoted(fromAccount(usd.id, id, { platformFeeOverride: fee }))).id));
  }
  const misfunded = await quoted(funded((await external('891')).id));
  for (const amount of [7n, 9n]) valueOf(await pay(misfunded, amount));
  await play.pass(0);
  await play.pass(31);
  valueOf(await execute((await quoted(fromAccount(usd.id, (await external('003')).id))).id));
  await play.pass(0);
  valueOf(await pay(await quoted(funded((await external('892')).id))));
  valueOf(await pay(misfunded, 11n));
  await quoted(fromAccount(usd.id, (await payer.internal('EUR')).account.id));
}

describe.each(DIALECTS)('a database of the first release in %s', (dialect) => {
  it('keeps its content, and its payments continue', async () => {
    const present = await DATABASES[dialect]();
    const written = present.open();
    await written.migrate();
    const payer = await playPayer({ storage: written });
    await history(payer);
    valueOf(await forgetExceptions(written.units));
    const before = Object.entries(await everything(written.units)).map(
      ([kind, rows]) =>
        [kind, LATER.has(kind) ? [] : rows.map((row) => ({ ...row, ...NOT_KEPT[kind], ...notKept(row) }))] as const,
    );
    const former = await formerRowsOf(written);
    await written.close();

    const past = await DATABASES[dialect]();
    const to = past.direct();
    await toFirstRelease(to, dialect);
    await insertFirst(former, past, dialect);
    await to.insertInto('host_keys').values(SHARED_KEY).execute();
    await to.destroy();

    const storage = past.open();
    expect(await storage.ready()).toBe(false);
    await storage.migrate();
    expect(await storage.ready()).toBe(true);
    const { jobs, operator_log: log, ...others } = await everything(storage.units);
    const { jobs: jobsBefore, operator_log: _, ...othersBefore } = Object.fromEntries(before);
    expect(others).toEqual(othersBefore);
    expect(log).toMatchObject(others['tokens']!.map(({ id }) => ({ action: 'tokens.baseline', subject: id })));
    const kept = jobs!.filter((job) => (job as Job).kind !== 'search.words');
    const [seals, rest] = [true, false].map((wanted) =>
      kept.filter((job) => ((job as Job).kind === 'records.seal') === wanted),
    );
    expect(rest).toEqual(jobsBefore);
    expect(seals).toMatchObject([{ tenant: payer.play.tenant }]);

    const play = await playCore({ storage, clock: payer.play.clock }, { existing: true });
    const findings = async () => (await play.core.ledger.audit()).findings;
    const audited = async () => expect(await findings()).toEqual([]);
    // The numbers are not sealed before a host has run the job of the migration.
    const plain = (await findings()).map((finding) => finding.replace(/^Customer:[\w-]+ has a | that cannot .*$/g, ''));
    expect(new Set(plain)).toEqual(new Set(['sealedIdentifier', 'sealedTaxId']));
    const signing = valueOf(await play.core.platforms.webhookKeys(play.context())).current;
    expect(signing).not.toBe(SHARED_KEY.public_key);
    await play.pass(0);
    await play.pass(400);
    await audited();
    const customers = valueOf(await play.read(play.core.customers.list, { limit: 100 })).data;
    expect(customers.map(({ businessInfo }) => businessInfo?.['taxId'])).toEqual(customers.map(() => '12-3456789'));
    expect(customers.length).toBeGreaterThan(0);
    const direct = past.direct();
    const held = JSON.stringify(await direct.selectFrom('customers').selectAll().execute(), (_, value: unknown) =>
      typeof value === 'bigint' ? String(value) : value,
    );
    await direct.destroy();
    for (const plain of [NUMBERS.identifier, '12-3456789']) expect(held).not.toContain(plain);
    const { data } = valueOf(await play.read(play.core.transactions.list, { limit: 100 }));
    expect(data.filter(({ status, refundStatus }) => status === 'PROCESSING' || refundStatus === 'PENDING')).toEqual(
      [],
    );
    const { rows } = await storage.units.read(null, (reads) => reads.list(BALANCES, { order: 'asc', limit: 100 }));
    expect(rows.map(({ held }) => held).filter((held) => held !== 0n)).toEqual([]);

    const stuck = data.find(({ refundStatus }) => refundStatus === 'FAILED')!;
    const matter = { kind: 'REFUND_FAILED', subject: stuck.id, reason: 'from the first release' } as const;
    const exception = valueOf(await play.run(play.core.treasury.open, matter));
    const decision = { resolution: 'CREDITED', account: payer.usd.id } as const;
    const by = { id: 'Operator:ann' as Id<'Operator'>, name: 'Ann' };
    valueOf(await play.run(play.core.treasury.resolve, { exceptionId: exception.id, ...decision, by }));
    await audited();
    await storage.close();
    await Promise.all([present.drop(), past.drop()]);
  });

  it("changes the funding addresses of wallets from the rail's to their own", async () => {
    const present = await DATABASES[dialect]();
    const written = present.open();
    await written.migrate();
    const first = await playCore({ storage: written }, { currencies: ['USDB', 'EUR'] });
    valueOf(await first.run(first.core.platforms.updateConfig, { embeddedWalletConfig: { appName: 'Purse' } }));
    const owner = { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace', region: 'US', email: 'ada@example.com' };
    const { id: customerId } = valueOf(await first.run(first.core.customers.create, owner));
    await first.core.work.drain();
    const former = await formerRowsOf(written);
    await written.close();

    const past = await DATABASES[dialect]();
    const to = past.direct();
    await toFirstRelease(to, dialect);
    await insertFirst(former, past, dialect);
    await to
      .updateTable('internal_accounts')
      .set({ funding_payment_instructions: JSON.stringify([FORMER]) })
      .where('type', '=', 'EMBEDDED_WALLET')
      .execute();
    await to.destroy();

    const storage = past.open();
    await storage.migrate();
    const play = await playCore({ storage, clock: first.clock }, { existing: true });
    const wallet = async () =>
      valueOf(await play.read(play.core.accounts.listInternal, { customerId, currency: 'USDB' })).data[0]!;
    const { account: before } = await wallet();
    expect(before.fundingPaymentInstructions).toEqual([FORMER]);
    await play.pass(0);
    const { account } = await wallet();
    expect(account.fundingPaymentInstructions).toMatchObject([
      { accountOrWalletInfo: { address: account.walletAddresses!['SPARK'], reference: before.reference } },
    ]);
    const told = play.delivered.filter(({ type }) => type === 'INTERNAL_ACCOUNT.FUNDING_INSTRUCTIONS_UPDATED');
    expect(told.map(({ resource }) => resource)).toEqual([account.id]);

    const { reference } = before;
    valueOf(await play.run(play.core.sandbox.deposit, { reference, currencyCode: 'USDB', amount: 700n }));
    await play.pass(0);
    expect((await wallet()).available).toBe(700n);
    expect((await play.core.ledger.audit()).findings).toEqual([]);
    await storage.close();
    await Promise.all([present.drop(), past.drop()]);
  });

  it('gives each shared UMA address to its oldest customer that is not deleted', async () => {
    const past = await DATABASES[dialect]();
    const db = past.direct();
    await toFirstRelease(db, dialect);
    const [one, two] = ['Platform:1/SANDBOX', 'Platform:2/SANDBOX'] as const;
    const production = 'Platform:2/PRODUCTION';
    await addCustomers(db, dialect, [
      { id: 'Customer:1', tenant: one, address: '$ada@host.example', createdAt: 10 },
      { id: 'Customer:2', tenant: two, address: '$ada@host.example', createdAt: 30 },
      { id: 'Customer:3', tenant: 'Platform:3/SANDBOX', address: '$ada@host.example', createdAt: 20 },
      { id: 'Customer:4', tenant: production, address: '$ada@host.example', createdAt: 40 },
      { id: 'Customer:5', tenant: two, address: '$ada-2@host.example', createdAt: 50 },
      { id: 'Customer:6', tenant: one, address: '$bob@host.example', createdAt: 1, isDeleted: true },
      { id: 'Customer:7', tenant: two, address: '$bob@host.example', createdAt: 60 },
      { id: 'Customer:8', tenant: one, address: `$${'z'.repeat(64)}@host.example`, createdAt: 70 },
      { id: 'Customer:9', tenant: two, address: `$${'z'.repeat(64)}@host.example`, createdAt: 70 },
    ]);
    await db.destroy();

    const storage = past.open();
    await storage.migrate();
    const { customers, uma_addresses: held } = await everything(storage.units);
    const addresses = new Map((customers as readonly Customer[]).map(({ id, umaAddress }) => [id, umaAddress]));
    expect(Object.fromEntries(addresses)).toEqual({
      'Customer:1': '$ada@host.example',
      'Customer:3': '$ada-3@host.example',
      'Customer:2': '$ada-4@host.example',
      'Customer:4': '$ada@host.example',
      'Customer:5': '$ada-2@host.example',
      'Customer:6': '$bob@host.example',
      'Customer:7': '$bob@host.example',
      'Customer:8': `$${'z'.repeat(64)}@host.example`,
      'Customer:9': `$${'z'.repeat(49)}-2@host.example`,
    });
    for (const address of addresses.values()) expect(isUmaAddress(address)).toBe(true);
    addresses.delete('Customer:6' as Customer['id']);
    expect(held).toHaveLength(addresses.size);
    for (const { id, tenant, customerId, domain } of held as readonly HeldAddress[]) {
      expect(id).toBe(`${splitTenant(tenant).environment}/${addresses.get(customerId)}`);
      expect(domain).toBe('host.example');
    }
    await storage.close();
    await past.drop();
  });
});

interface PastCustomer {
  readonly id: string;
  readonly tenant: string;
  readonly address: string;
  readonly createdAt: number;
  readonly isDeleted?: boolean;
}

/** Inserts customers of the first release, with default values for the other fields. */
async function addCustomers(db: Tables, dialect: Dialect, customers: readonly PastCustomer[]): Promise<void> {
  for (const { id, tenant, address, createdAt, isDeleted = false } of customers) {
    const values = {
      id,
      tenant,
      version: 1,
      created_at: createdAt,
      updated_at: createdAt,
      platform_customer_id: id,
      customer_type: 'INDIVIDUAL',
      currencies: '[]',
      uma_address: address,
      kyc_status: 'APPROVED',
      is_deleted: dialect === 'sqlite' ? Number(isDeleted) : isDeleted,
    };
    await db.insertInto('customers').values(values).execute();
  }
}
