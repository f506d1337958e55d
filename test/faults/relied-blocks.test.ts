import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Caller, Result } from '@corridor/core';
import { EXCEPTIONS, EXTERNAL_ACCOUNTS } from '@corridor/core/records';
import { postgres, type TestDatabase } from '../../packages/adapters-storage/src/testing/backends.js';
import { addOperator } from '../../packages/core/src/testing/operators.js';
import { codeOf, playCore, type PlayCore, valueOf } from '../../packages/core/src/testing/play-core.js';
import { bankRails, payerOn, type PlayPayer } from '../../packages/core/src/testing/play-payer.js';
import { operatorNamed } from '../../packages/core/src/testing/ports.js';
import { eventually } from '../support/eventually.js';

const AMOUNT = 1_000n;
const PENDING = { state: 'pending', checkAfterSeconds: 60 } as const;

/** Units of one Postgres whose order a gate decides: they wait for rows that another connection has locked. */
describe('on Postgres, beside a block,', () => {
  let database: TestDatabase;
  let storage: ReturnType<TestDatabase['open']>;
  /** A second host on the database, at which the operators are. */
  let second: ReturnType<TestDatabase['open']>;
  let gate: pg.Client;
  let observer: pg.Client;
  let payer: PlayPayer;
  let other: PlayCore;
  let ann: Caller;
  let paid: string[];

  beforeEach(async () => {
    paid = [];
    database = await postgres.create();
    storage = database.open();
    gate = new pg.Client({ connectionString: database.address });
    await gate.connect();
    observer = new pg.Client({ connectionString: database.address });
    await observer.connect();
    const rails = bankRails({ submit: async ({ reference }) => (paid.push(reference), PENDING) });
    const play = await playCore({ storage, rails });
    payer = await payerOn(play);
    second = database.open();
    other = await playCore(
      { storage: second, clock: play.clock, rails, random: { bytes: (length) => randomBytes(length) } },
      { existing: true },
    );
    ann = await addOperator(storage.units, 'Ann', 'APPROVER');
  });
  afterEach(async () => {
    await gate.end();
    await observer.end();
    await second.close();
    await storage.close();
    await database.drop();
  });

  const waiting = async (): Promise<number> => {
    const { rows } = await observer.query<{ count: number }>(
      `select count(*)::int as count from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rows[0]!.count;
  };
  const untilWaiting = (count: number) => eventually(`${count} wait`, async () => (await waiting()) === count);
  async function lockCustomer(): Promise<void> {
    await gate.query('begin');
    const { rowCount } = await gate.query('select 1 from customers for update');
    expect(rowCount).toBe(1);
  }
  async function accepted(): Promise<string> {
    const { play, usd } = payer;
    const destinationId = (await payer.dollars()).id;
    return valueOf(await play.run(play.core.transfers.out, { sourceId: usd.id, destinationId, amount: AMOUNT })).id;
  }
  const block = () =>
    other.core.operators.actions.request(ann, {
      tenant: payer.play.tenant,
      action: 'customers.block',
      input: { id: payer.customerId, reason: 'an order', caseReference: 'CASE-1', tellPlatform: true } as never,
    });
  const held = async () =>
    (
      await storage.units.read(payer.play.tenant, (reads) =>
        reads.list(EXCEPTIONS, { order: 'asc', limit: 10, counted: false }),
      )
    ).rows.map(({ kind, subject }) => [kind, subject]);

  it('a payout whose payer is blocked first is held, although its unit has read the payer before', async () => {
    const id = await accepted();
    await lockCustomer();
    const blocked = block();
    await untilWaiting(1);
    const handed = payer.play.core.work.runJobs();
    await untilWaiting(2);
    await gate.query('commit');
    valueOf(await blocked);
    await handed;
    expect(paid).toEqual([]);
    expect(await held()).toEqual([['PAYMENT_HELD', id]]);
    await payer.auditClean();
  });

  it('a payout of the platform to an account of a customer who is blocked first is held', async () => {
    const { play } = payer;
    const { account: own } = await payer.internal('USD', 'platform');
    valueOf(await play.run(play.core.sandbox.fund, { accountId: own.id, amount: 100_000n }));
    await play.pass(0);
    const quote = await payer.quoted(payer.fromAccount(own.id, (await payer.external()).id));
    valueOf(await payer.execute(quote.id));
    await lockCustomer();
    const blocked = block();
    await untilWaiting(1);
    const handed = play.core.work.runJobs();
    await untilWaiting(2);
    await gate.query('commit');
    valueOf(await blocked);
    await handed;
    expect(paid).toEqual([]);
    expect(await held()).toEqual([['PAYMENT_HELD', quote.transactionId]]);
    await payer.auditClean();
  });

  it('a payout that is handed over first is at its bank, where the operator finds it', async () => {
    const id = await accepted();
    await lockCustomer();
    const handed = payer.play.core.work.runJobs();
    await untilWaiting(1);
    const blocked = block();
    await untilWaiting(2);
    await gate.query('commit');
    await handed;
    valueOf(await blocked);
    expect(paid).toEqual([id]);
    const { play } = payer;
    const atBank = valueOf(await play.read(play.core.payments.atBank, { subject: payer.customerId }));
    expect(atBank.payments.map((payment) => payment.id)).toEqual([id]);
    expect(await held()).toEqual([]);
    await payer.auditClean();
  });

  it('money that arrives for a customer who is blocked first is held, although its unit has read the customer before', async () => {
    const { play, usd } = payer;
    const before = (await payer.internal('USD')).available;
    await lockCustomer();
    const blocked = block();
    await untilWaiting(1);
    const told = play.core.railTells('SANDBOX', {
      ...{ kind: 'arrival', rail: 'sandbox-bank', paymentId: 'arrival 1', reference: usd.reference },
      ...{ currency: 'USD', amount: AMOUNT, remitter: null, valueDate: null },
    });
    await untilWaiting(2);
    await gate.query('commit');
    valueOf(await blocked);
    const { deposit } = valueOf(await told);
    expect(await held()).toEqual([['DEPOSIT_HELD', deposit!.id]]);
    expect((await payer.internal('USD')).available).toBe(before);
    await payer.auditClean();
  });

  describe('an account that is added beside the block of the same account', () => {
    const IBAN = 'DE89370400440532013000';
    const BENEFICIARY = {
      ...{ beneficiaryType: 'INDIVIDUAL', fullName: 'Mary Somerville', birthDate: '1980-12-26', nationality: 'DE' },
      countryOfResidence: 'DE',
      address: { line1: 'Main St 1', city: 'Berlin', postalCode: '10115', country: 'DE' },
    };
    const add = (currency: string, details: object, more = {}) =>
      payer.play.run(payer.play.core.accounts.addExternal, {
        ...{ ownerType: 'CUSTOMER', customerId: payer.customerId, currency, ...more },
        accountInfo: { iban: IBAN, beneficiary: BENEFICIARY, ...details },
      } as never);
    const addInDollars = (more = {}) =>
      add(
        'USD',
        {
          ...{ accountType: 'SWIFT_ACCOUNT', swiftCode: 'COBADEFF', bankName: 'Commerzbank', country: 'DE' },
          paymentRails: ['SWIFT'],
        },
        more,
      );
    const blockPayee = (id: string) =>
      other.core.operators.actions.request(ann, {
        tenant: payer.play.tenant,
        action: 'external-accounts.block',
        input: { id, reason: 'an order', caseReference: 'CASE-1', tellPlatform: true } as never,
      });
    const accountsOf = async () =>
      (
        await storage.units.read(payer.play.tenant, (reads) =>
          reads.list(EXTERNAL_ACCOUNTS, { order: 'asc', limit: 10, counted: false }),
        )
      ).rows.map(({ currency, blockedAs }) => [currency, blockedAs]);
    async function lockPlatform(): Promise<void> {
      await gate.query('begin');
      await gate.query('select 1 from platforms for update');
    }

    it('is blocked with it if it is added first', async () => {
      const { id } = valueOf(await add('EUR', { accountType: 'EUR_ACCOUNT' }));
      await lockPlatform();
      const added = addInDollars();
      await untilWaiting(1);
      const blocked = blockPayee(id);
      await untilWaiting(2);
      await gate.query('commit');
      valueOf(await added);
      valueOf(await blocked);
      expect(await accountsOf()).toEqual([
        ['EUR', 'TOLD'],
        ['USD', 'TOLD'],
      ]);
      await payer.auditClean();
    });

    it('is refused if the block commits first, although its unit has found none before', async () => {
      const { id } = valueOf(await add('EUR', { accountType: 'EUR_ACCOUNT' }));
      await lockPlatform();
      const blocked = blockPayee(id);
      await untilWaiting(1);
      const added = addInDollars();
      await untilWaiting(2);
      await gate.query('commit');
      valueOf(await blocked);
      expect(codeOf(await added)).toBe('USER_BLOCKED');
      expect(await accountsOf()).toEqual([['EUR', 'TOLD']]);
      await payer.auditClean();
    });

    it('waits for a payout to the account, and the two do not deadlock', async () => {
      const { play, usd } = payer;
      const { id: destinationId } = await payer.dollars();
      await gate.query('begin');
      await gate.query('select 1 from external_accounts for update');
      const paid = play.run(play.core.transfers.out, { sourceId: usd.id, destinationId, amount: AMOUNT });
      await untilWaiting(1);
      const blocked = blockPayee(destinationId);
      await untilWaiting(2);
      await gate.query('commit');
      valueOf(await paid);
      valueOf(await blocked);
      const { rows } = await observer.query<{ deadlocks: string }>(
        'select deadlocks from pg_stat_database where datname = current_database()',
      );
      expect(rows).toEqual([{ deadlocks: '0' }]);
      await payer.auditClean();
    });

    it('is refused if the block commits while its unit waits for another account of the owner', async () => {
      const { id } = valueOf(await add('EUR', { accountType: 'EUR_ACCOUNT' }));
      const isDefault = { defaultUmaDepositAccount: true };
      valueOf(await add('EUR', { accountType: 'EUR_ACCOUNT', iban: 'FR1420041010050500013M02606' }, isDefault));
      await gate.query('begin');
      await gate.query('select 1 from external_accounts where default_uma_deposit_account for update');
      const added = addInDollars(isDefault);
      await untilWaiting(1);
      const blocked = blockPayee(id);
      const [order] = await Promise.race([
        blocked.then(() => ['the block is first'] as const),
        untilWaiting(2).then(() => ['the block waits'] as const),
      ]);
      await gate.query('commit');
      valueOf(await blocked);
      const isAdded = (await added).ok;
      const marks = (await accountsOf()).map(([, blockedAs]) => blockedAs);
      expect([order, isAdded, marks]).toEqual(
        order === 'the block is first' ? [order, false, ['TOLD', null]] : [order, true, ['TOLD', null, 'TOLD']],
      );
      await payer.auditClean();
    });
  });

  describe.each(['PAID_ELSEWHERE', 'CREDITED'] as const)('the decision %s about held money', (resolution) => {
    /** Money of the customer that its rail forbids to credit, and the decision that takes it out of the reach of a block. */
    async function decision(): Promise<() => Promise<Result<unknown>>> {
      const { play, usd } = payer;
      valueOf(
        await play.core.railTells('SANDBOX', {
          ...{ kind: 'arrival', rail: 'sandbox-bank', paymentId: 'arrival 1', reference: usd.reference },
          ...{ currency: 'USD', amount: AMOUNT, remitter: null, valueDate: null, hold: 'a list' },
        }),
      );
      const { account } = await payer.internal('USD', 'platform');
      const { rows } = await storage.units.read(play.tenant, (reads) =>
        reads.list(EXCEPTIONS, { order: 'asc', limit: 10, counted: false }),
      );
      const how =
        resolution === 'CREDITED' ? { account: account.id } : { bankReference: 'B1', valueDate: '2026-01-15' };
      const input = { exceptionId: rows[0]!.id, resolution, ...how, by: operatorNamed('Bob') };
      return () => play.run(play.core.treasury.resolve, input);
    }

    it('is refused if the block commits first, although its unit has read the owner before', async () => {
      const decide = await decision();
      await lockCustomer();
      const blocked = block();
      await untilWaiting(1);
      const decided = decide();
      await untilWaiting(2);
      await gate.query('commit');
      valueOf(await blocked);
      expect(codeOf(await decided)).toBe('CONFLICT');
      await payer.auditClean();
    });

    it('is carried out if it commits first', async () => {
      const decide = await decision();
      await lockCustomer();
      const decided = decide();
      await untilWaiting(1);
      const blocked = block();
      await untilWaiting(2);
      await gate.query('commit');
      expect(codeOf(await decided)).toBe('ok');
      valueOf(await blocked);
      await payer.auditClean();
    });
  });
});
