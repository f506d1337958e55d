import { createMemoryStorage } from '@corridor/adapters-storage/memory';
import { beforeEach, describe, expect, it } from 'vitest';
import { EXTERNAL_ACCOUNTS, exampleAccountInfo, INTERNAL_ACCOUNTS } from '../accounts/index.js';
import { account, ALICE, externalAccount, posting } from '../contract-tests/storage/records.js';
import { type Customer, CUSTOMERS } from '../customers/index.js';
import { type AnyKind, type Context, type Id, instant, ok, type UnitOfWork } from '../kernel/index.js';
import { POSTINGS } from '../ledger/index.js';
import { valueOf } from '../testing/play-core.js';
import { reversingSealer } from '../testing/ports.js';
import { type Arrival, ARRIVALS, sealRemitter, type Transaction, TRANSACTIONS } from '../transactions/index.js';
import { readStatement } from './read-statement.js';

const NOW = Date.UTC(2026, 0, 15);
const uuid = (serial: number): string => `018bcfe5-6800-7000-8000-${String(serial).padStart(12, '0')}`;
const OWN = `InternalAccount:${uuid(1)}`;
const OTHER = `InternalAccount:${uuid(2)}`;
const PAYEE = `ExternalAccount:${uuid(3)}`;
const transactionId = (serial: number) => `Transaction:${uuid(100 + serial)}` as Id<'Transaction'>;

let units: UnitOfWork;
let serial: number;
beforeEach(async () => {
  units = createMemoryStorage().units;
  serial = 0;
  await add(INTERNAL_ACCOUNTS, account(OWN));
  await add(EXTERNAL_ACCOUNTS, {
    ...externalAccount(PAYEE),
    accountInfo: { ...exampleAccountInfo('EUR_ACCOUNT'), beneficiary: { fullName: 'Grace Hopper' } } as never,
  });
});

const add = (kind: unknown, record: unknown) =>
  units.run(ALICE, async (tx) => ok(tx.add(kind as never, record as never)));

/** Adds an entry with these amounts on the lines of the account. */
async function book(amounts: Readonly<Record<string, bigint>>, over: Partial<ReturnType<typeof posting>> = {}) {
  serial += 1;
  const entryId = `JournalEntry:${uuid(serial)}` as Id<'JournalEntry'>;
  const at = instant(NOW + serial);
  for (const [line, amount] of Object.entries(amounts)) {
    const account = line === 'foreign' ? `available:${OTHER}` : `${line}:${OWN}`;
    const made = posting(`Posting:${uuid(serial)}${line}`, account, amount);
    await add(POSTINGS, { ...made, entryId, createdAt: at, updatedAt: at, ...over });
  }
  return entryId;
}

const emptyRow = (kind: unknown): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries((kind as AnyKind).columns).map(([field, type]) => [
      field,
      { text: 'text', json: {}, flag: false, amount: 0n, int: 0, instant: NOW }[type as 'text'] ?? null,
    ]),
  );

/** Adds a payment, and an entry that it caused. */
async function pay(over: Partial<Transaction>, amount = -5n): Promise<Id<'Transaction'>> {
  const id = transactionId(serial + 1);
  const empty = emptyRow(TRANSACTIONS);
  await add(TRANSACTIONS, { ...empty, tenant: ALICE, version: 1, id, reference: null, type: 'OUTGOING', ...over });
  await book({ available: amount }, { cause: id });
  return id;
}

const at = (accountId: string) => ({ destinationType: 'ACCOUNT', accountId, paymentRail: null }) as never;
const from = (accountId: string) => ({ sourceType: 'ACCOUNT', accountId, customerId: null }) as never;

const read = async (
  period: readonly [number, number] = [NOW - 1_000, NOW + 1_000],
  accountId: string = OWN,
  now = NOW + 5_000,
) =>
  readStatement({
    units,
    sealer: reversingSealer,
    digest: { sha256: (text: string) => `${text.length}`.padEnd(64, 'f') } as never,
    contextOf: async () => ({ now: instant(now) }) as Context,
  })(ALICE, { accountId, from: instant(period[0]), until: instant(period[1]) });
const entries = async () => valueOf(await read()).entries;

describe('the entries of a statement', () => {
  it('are the sums of all lines of the account, with the balance after each, in the order of their first lines', async () => {
    const first = await book({ available: 100n });
    await book({ foreign: 50n });
    await book({ available: -30n, held: 30n });
    const last = await book({ held: -30n, available: 10n });
    const made = valueOf(await read());
    expect(made).toMatchObject({ opening: 0n, closing: 80n, held: 0n });
    expect(made.entries.map(({ id, amount, balance }) => [id, amount, balance])).toEqual([
      [first, 100n, 100n],
      [last, -20n, 80n],
    ]);
  });

  it('are all there, however many pages of lines they have', async () => {
    await units.run(ALICE, async (tx) => {
      for (let at = 1; at <= 2_500; at += 1) {
        const made = posting(`Posting:${at}`, `${at % 5 === 0 ? 'held' : 'available'}:${OWN}`, BigInt(at));
        const entryId = `JournalEntry:${at}` as Id<'JournalEntry'>;
        tx.add(POSTINGS, { ...made, entryId, createdAt: instant(NOW), updatedAt: instant(NOW) });
      }
      return ok();
    });
    const made = valueOf(await read());
    expect(made.entries.map(({ amount }) => amount)).toEqual(Array.from({ length: 2_500 }, (_, at) => BigInt(at + 1)));
    expect(made.closing).toBe((2_500n * 2_501n) / 2n);
    expect(made.held).toBe((500n * 501n * 5n) / 2n);
  });

  it('without a payment have no counterparty and no texts', async () => {
    await book({ available: 5n }, { cause: 'Booking:1' });
    await book({ available: 6n }, { cause: transactionId(999) });
    const nothing = { transactionId: null, counterparty: null, counterpartyId: null, reference: null, text: null };
    expect(await entries()).toMatchObject([
      { amount: 5n, cause: 'Booking:1', ...nothing },
      { amount: 6n, cause: transactionId(999), ...nothing },
    ]);
  });

  it('name the payee of a payment, and have what was written for him', async () => {
    const id = await pay({
      ...{ source: from(OWN), destination: at(PAYEE), reference: 'R1' },
      ...{ remittanceInformation: 'Invoice 7', description: 'internal' },
    });
    await pay({ source: from(OWN), destination: at(PAYEE), description: 'internal', remittanceInformation: null });
    await pay({ source: from(OWN), destination: at(PAYEE), description: null, remittanceInformation: null });
    const payee = { counterparty: expect.stringMatching(/^Grace Hopper \(….{4}\)$/) as string, counterpartyId: PAYEE };
    expect(await entries()).toMatchObject([
      { transactionId: id, ...payee, reference: 'R1', text: 'Invoice 7' },
      { ...payee, reference: null, text: 'internal' },
      { ...payee, text: null },
    ]);
  });

  it('name the side of a payment on which the account is not', async () => {
    const uma = { destinationType: 'UMA_ADDRESS', umaAddress: '$grace@b.example' } as never;
    const merchant = { destinationType: 'MERCHANT', descriptor: 'Coffee 7' } as never;
    const umaSource = { sourceType: 'UMA_ADDRESS', umaAddress: '$ada@a.example' } as never;
    await pay({ source: from(OWN), destination: uma });
    await pay({ source: from(OWN), destination: merchant, type: 'CARD' });
    await pay({ source: from(OWN), destination: at(OTHER) });
    await pay({ source: from(OTHER), destination: at(OWN) });
    await pay({ source: umaSource, destination: at(OWN) });
    await pay({ source: null as never, destination: at(OWN) });
    expect((await entries()).map(({ counterparty, counterpartyId }) => [counterparty, counterpartyId])).toEqual([
      ['$grace@b.example', null],
      ['Coffee 7', null],
      [null, OTHER],
      [null, OTHER],
      ['$ada@a.example', null],
      [null, null],
    ]);
  });

  it('name the sender of money that arrived, as far as his bank named him', async () => {
    const senders: readonly (readonly [string | null, string | null])[] = [
      ['Ada', '123456789'],
      ['Ada', null],
      [null, '123456789'],
      [null, null],
    ];
    for (const [number, [name, accountOf]] of senders.entries()) {
      const id = await pay({ type: 'INCOMING', source: null as never, destination: at(OWN) });
      const arrivalId = `Arrival:${number}` as Arrival['id'];
      await add(ARRIVALS, {
        ...emptyRow(ARRIVALS),
        ...{ id: arrivalId, tenant: ALICE, version: 1, paymentId: `p${number}`, transactionId: id, depositId: null },
        sealedRemitter: sealRemitter(reversingSealer, arrivalId, { name, account: accountOf }),
      });
    }
    expect((await entries()).map(({ counterparty }) => counterparty)).toEqual(['Ada (…6789)', 'Ada', '…6789', null]);
  });
});

describe('the holder of a statement', () => {
  it('is the person or the business of the account', async () => {
    const holderOf = async (number: number, over: Partial<Customer>) => {
      const customerId = `Customer:${uuid(number)}`;
      const id = `InternalAccount:${uuid(number)}`;
      const unique = { platformCustomerId: customerId, umaAddress: customerId };
      await add(CUSTOMERS, {
        ...emptyRow(CUSTOMERS),
        ...{ id: customerId, tenant: ALICE, version: 1, fullName: null, businessInfo: null, ...unique, ...over },
      });
      await add(INTERNAL_ACCOUNTS, account(id, { customerId: customerId as never }));
      return valueOf(await read(undefined, id)).holder;
    };
    expect(await holderOf(50, { fullName: 'Ada Lovelace' })).toBe('Ada Lovelace');
    expect(await holderOf(51, { businessInfo: { legalName: 'Acme' } as never })).toBe('Acme');
    expect(await holderOf(52, { businessInfo: { legalName: 7 } as never })).toBeNull();
    expect(await holderOf(53, {})).toBeNull();
    expect(valueOf(await read()).holder).toBeNull();
  });
});

describe('the period of a statement', () => {
  it('ends now at the latest, and names itself by what it is about', async () => {
    const made = valueOf(await read([NOW - 5, NOW + 9_000]));
    expect([made.from, made.until, made.createdAt]).toEqual([NOW - 5, NOW + 5_000, NOW + 5_000]);
    expect(made.id).toMatch(/^\d+f+$/);
    expect(made.id).toHaveLength(32);
  });

  it('is refused by the field that is wrong', async () => {
    const refused = async (...of: Parameters<typeof read>) => {
      const result = await read(...of);
      return result.ok ? null : [result.error.code, JSON.stringify(result.error.details)];
    };
    expect(await refused([NOW, NOW])).toEqual(['INVALID_INPUT', expect.stringContaining('"field":"until"')]);
    expect(await refused([NOW + 5_000, NOW + 6_000])).toEqual([
      'INVALID_INPUT',
      expect.stringContaining('"field":"from"'),
    ]);
    expect(await refused([NOW + 4_999, NOW + 6_000])).toBeNull();
    expect((await refused(undefined, `InternalAccount:${uuid(9)}`))![0]).toBe('REFERENCE_NOT_FOUND');
    expect((await refused(undefined, PAYEE))![0]).toBe('REFERENCE_NOT_FOUND');
  });
});
