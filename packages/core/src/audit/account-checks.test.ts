import { describe, expect, it } from 'vitest';
import { identityDigest, INTERNAL_ACCOUNTS } from '../accounts/index.js';
import { CUSTOMERS } from '../customers/index.js';
import type { EventType } from '../events/index.js';
import { BALANCES } from '../ledger/index.js';
import { QUOTES } from '../quotes/index.js';
import { AUDITED, findingsOf, type Stored } from '../testing/audited.js';
import { digest } from '../testing/ports.js';
import { TRANSACTIONS } from '../transactions/index.js';
import { ACCOUNT_PASS, BALANCE_PASS, CUSTOMER_PASS, EXTERNAL_ACCOUNT_PASS } from './accounts.js';

const UUID = '018bcfe5-6800-7000-8000-00000000000a';
const ID = `InternalAccount:${UUID}`;

describe('an audit of internal accounts', () => {
  const BALANCE = 'INTERNAL_ACCOUNT.STATUS_UPDATED';
  const held: Stored = [[BALANCES, [{ id: ID }]]];

  it.each(['ACTIVE', 'FROZEN', 'CLOSED'])('finds the missing or needless balance of one that is %s', async (status) => {
    const found = (stored: Stored) => findingsOf(ACCOUNT_PASS, { id: ID, status }, { events: [BALANCE] }, stored);
    const isClosed = status === 'CLOSED';
    expect(await found(held)).toEqual(isClosed ? [`${ID} is CLOSED but has a balance row`] : []);
    expect(await found([])).toEqual(isClosed ? [] : [`${ID} is ${status} but has no balance row`]);
  });

  it('finds a status that no event announced', async () => {
    const found = (status: string, events: readonly EventType[]) =>
      findingsOf(ACCOUNT_PASS, { id: ID, status }, { events }, held);
    expect(await found('ACTIVE', [])).toEqual([]);
    expect(await found('FROZEN', [BALANCE])).toEqual([]);
    expect(await found('FROZEN', [])).toEqual([`${ID} is FROZEN, but no event announced this status`]);
  });

  it('finds one of a deleted customer that is not closed', async () => {
    const owner = `Customer:${UUID}`;
    const found = (status: string, isDeleted: boolean) => {
      const balances: Stored = status === 'CLOSED' ? [] : held;
      const stored: Stored = [
        ...balances,
        [CUSTOMERS, [{ id: owner, isDeleted, blockedAs: null, identityReviews: [] }]],
      ];
      return findingsOf(ACCOUNT_PASS, { id: ID, status, owner }, { events: [BALANCE] }, stored);
    };
    for (const status of ['ACTIVE', 'FROZEN']) {
      expect(await found(status, false)).toEqual([]);
      expect(await found(status, true)).toEqual([`${owner} is deleted, but its account ${ID} is ${status}`]);
    }
    expect(await found('CLOSED', true)).toEqual([]);
  });

  it('compares the changes of its balance with the events that announced them', async () => {
    const found = async (changes: number, times: number, truly: boolean) => {
      const announced = new Map(times === 0 ? [] : [[ID, { times, truly }]]);
      const moves = new Map(changes === 0 ? [] : [[ID, { changes, available: 5n }]]);
      const about = await findingsOf(ACCOUNT_PASS, { id: ID, status: 'ACTIVE', currency: 'USD' }, {}, held, {
        announced,
        moves,
      });
      expect(announced.size).toBe(0);
      return about;
    };
    expect(await found(0, 0, false)).toEqual([]);
    expect(await found(2, 2, true)).toEqual([]);
    expect(await found(2, 2, false)).toEqual([`the balance of ${ID} is 0.05 USD, but no event announced it`]);
    expect(await found(2, 1, true)).toEqual([`the balance of ${ID} changed 2 times, but 1 events announced it`]);
    expect(await found(0, 1, true)).toEqual([`the balance of ${ID} changed 0 times, but 1 events announced it`]);
  });

  it.each([
    [ID, [INTERNAL_ACCOUNTS, [{ id: ID, currency: 'USD' }]]],
    [`receivables:${ID}`, [INTERNAL_ACCOUNTS, [{ id: ID, currency: 'USD' }]]],
    [`Quote:${UUID}`, [QUOTES, [{ id: `Quote:${UUID}`, sendingCurrency: 'USD' }]]],
    [`Transaction:${UUID}`, [TRANSACTIONS, [{ id: `Transaction:${UUID}`, sentCurrency: 'USD' }]]],
  ] as const)('finds a balance without a holder of its currency: %s', async (id, holder) => {
    const found = (currency: string, ...stored: Stored) => findingsOf(BALANCE_PASS, { id, currency }, {}, stored);
    expect(await found('USD', holder)).toEqual([]);
    expect(await found('EUR', holder)).toEqual([`the balance of ${id} is in EUR, its holder is in USD`]);
    expect(await found('USD')).toEqual([`the balance of ${id} has no holder`]);
  });

  it.each(['suspense', 'card-reserve'])('finds a balance of %s in another currency than its name', async (name) => {
    const id = `${name}:${AUDITED}:USD`;
    expect(await findingsOf(BALANCE_PASS, { id, currency: 'USD' } as never)).toEqual([]);
    expect(await findingsOf(BALANCE_PASS, { id, currency: 'EUR' } as never)).toEqual([
      `the balance of ${id} is in EUR, its holder is in USD`,
    ]);
  });
});

describe('an audit of external accounts', () => {
  const accountInfo = { accountType: 'US_ACCOUNT', accountNumber: '123456890', routingNumber: '021000021' } as never;
  const identity = identityDigest(digest, 'USD' as never, accountInfo);
  const bank = {
    id: 'ExternalAccount:1',
    status: 'ACTIVE',
    currency: 'USD',
    accountInfo,
    identity,
    ownershipProof: null,
    blockedAs: null,
  };
  const PROVEN: EventType = 'EXTERNAL_ACCOUNT.STATUS_UPDATED';

  it('finds details that differ from those that the account was added with', async () => {
    expect(await findingsOf(EXTERNAL_ACCOUNT_PASS, bank)).toEqual([]);
    expect(await findingsOf(EXTERNAL_ACCOUNT_PASS, { ...bank, currency: 'EUR' } as never)).toEqual([
      `the details of ${bank.id} differ from those it was added with`,
    ]);
  });

  it('finds a proof of ownership without its event or its state', async () => {
    const proven = { ...bank, ownershipProof: {} };
    expect(await findingsOf(EXTERNAL_ACCOUNT_PASS, proven, { events: [PROVEN] })).toEqual([]);
    expect(await findingsOf(EXTERNAL_ACCOUNT_PASS, proven)).toEqual([
      `states of ${bank.id}: expected ${PROVEN}, found none`,
    ]);
    expect(await findingsOf(EXTERNAL_ACCOUNT_PASS, bank, { events: [PROVEN] })).toEqual([
      `states of ${bank.id}: expected none, found ${PROVEN}`,
    ]);
    const pending = { status: 'PENDING_OWNERSHIP_VERIFICATION' };
    expect(await findingsOf(EXTERNAL_ACCOUNT_PASS, { ...bank, ...pending } as never)).toEqual([]);
    expect(await findingsOf(EXTERNAL_ACCOUNT_PASS, { ...proven, ...pending }, { events: [PROVEN] })).toEqual([
      `${bank.id} is ${pending.status}, but its ownership has been proven`,
    ]);
  });
});

it.each([
  ['INDIVIDUAL', 'CUSTOMER.KYC_'],
  ['BUSINESS', 'CUSTOMER.KYB_'],
])('an audit finds a decision on an %s without its event', async (customerType, prefix) => {
  const found = (kycStatus: string, ...events: readonly string[]) =>
    findingsOf(
      CUSTOMER_PASS,
      {
        id: 'Customer:1',
        customerType,
        kycStatus,
        blockedAs: null,
        isDeleted: true,
        tenant: 'Platform:1/SANDBOX',
        umaAddress: '',
      },
      {
        events: events.map((name) => `${prefix}${name}` as EventType),
      },
    );
  expect(await found('APPROVED', 'PENDING', 'PENDING', 'APPROVED')).toEqual([]);
  expect(await found('REJECTED', 'REJECTED')).toEqual([]);
  expect(await found('PENDING', 'PENDING')).toEqual([]);
  expect(await found('PENDING', 'APPROVED')).toEqual([
    `decisions on Customer:1: expected none, found ${prefix}APPROVED`,
  ]);
  for (const status of ['APPROVED', 'REJECTED']) {
    expect(await found(status, 'PENDING')).toEqual([
      `decisions on Customer:1: expected ${prefix}${status}, found none`,
    ]);
  }
});
