import { describe, expect, it } from 'vitest';
import { CUSTOMERS } from '../customers/index.js';
import type { EventType, JobKind } from '../events/index.js';
import { houseTenant } from '../kernel/index.js';
import type { EntryKind } from '../ledger/index.js';
import { AUDITED, booksOf, findingsOf, readsOf, type Stored } from '../testing/audited.js';
import { DEPOSITS, TRANSACTIONS } from '../transactions/index.js';
import { UMA_RECEIPTS } from '../uma/index.js';
import { ARRIVAL_PASS } from './arrivals.js';
import { walk } from './books.js';
import { IMPORT_PASS } from './imports.js';
import { INVITATION_PASS } from './invitations.js';
import { DEPOSIT_PASS } from './deposits.js';
import { VERIFICATION_PASS } from './verification.js';

describe('an audit of deposits that belong to no payment', () => {
  const DEPOSIT = 'Deposit:1';
  const UNSENT = {
    creditedAs: null,
    returnAs: null,
    returnedAs: null,
    reversalId: null,
    reference: 'R0',
    ownerId: null,
  };
  const found = async (
    deposit: object,
    entries: readonly EntryKind[],
    jobs: readonly JobKind[] = [],
    credits: readonly object[] = [],
  ) => {
    const reads = readsOf(
      [DEPOSITS, [{ id: DEPOSIT, tenant: AUDITED, version: 1, ...UNSENT, ...deposit }]],
      [TRANSACTIONS, credits as never],
    );
    return (await walk(booksOf(reads, { entries: { [DEPOSIT]: entries }, jobs: { [DEPOSIT]: jobs } }), DEPOSIT_PASS))
      .findings;
  };
  const bounced: readonly EntryKind[] = ['SUSPENSE_IN', 'SUSPENSE_RETURN', 'REFUND_BOUNCED'];

  it.each([
    ['is kept', { status: 'KEPT' }, ['SUSPENSE_IN']],
    ['was returned', { status: 'RETURNED', bounces: null }, ['SUSPENSE_IN', 'SUSPENSE_RETURN']],
    ['was taken back', { status: 'REVERSED' }, ['SUSPENSE_IN', 'SUSPENSE_RETURN']],
    ['came back', { status: 'KEPT', bounces: 1 }, bounced],
    ['came back and was returned again', { status: 'RETURNED', bounces: 1 }, [...bounced, 'SUSPENSE_RETURN']],
  ] as const)('expects the entries of one that %s', async (_, deposit, entries) => {
    expect(await found(deposit, entries)).toEqual([]);
    expect(await found(deposit, [])).toEqual([`entries of ${DEPOSIT}: expected ${entries.join(', ')}, found none`]);
  });

  it('finds one that was credited after its answer as another payment, or that still waits', async () => {
    const money = { reference: 'R1', rail: 'bank', currency: 'USD', amount: 5n };
    const kept = { ...money, status: 'RESOLVED', creditedAs: 'Transaction:1' };
    const credit = { id: 'Transaction:1', type: 'INCOMING', reference: 'R1', fundingRail: 'bank' };
    const whole = { ...credit, receivedAmount: 5n, receivedCurrency: 'USD' };
    const findings = [`${DEPOSIT} is RESOLVED and credited as Transaction:1, which does not match it`];
    expect(await found(kept, ['SUSPENSE_IN'], [], [whole])).toEqual([]);
    expect(await found(kept, ['SUSPENSE_IN'], [], [{ ...whole, receivedAmount: 4n }])).toEqual(findings);
    expect(await found(kept, ['SUSPENSE_IN'])).toEqual(findings);
    expect(await found({ ...kept, status: 'KEPT' }, ['SUSPENSE_IN'], [], [whole])).toEqual([
      `${DEPOSIT} is KEPT and credited as Transaction:1, which does not match it`,
    ]);
  });

  it('finds one in suspense that no job returns', async () => {
    expect(await found({ status: 'IN_SUSPENSE' }, ['SUSPENSE_IN'], ['suspense.return'])).toEqual([]);
    expect(await found({ status: 'IN_SUSPENSE' }, ['SUSPENSE_IN'], ['payout.check'])).toEqual([
      `${DEPOSIT} is IN_SUSPENSE, but no job returns it`,
    ]);
  });
});

describe('an audit of arrivals', () => {
  const money = { rail: 'bank', reference: 'R1', currency: 'USD', amount: 5n };
  const arrival = { id: 'Arrival:1', ...money, transactionId: 'Transaction:1', depositId: null };
  const paid = {
    id: 'Transaction:1',
    type: 'OUTGOING',
    fundingRail: 'bank',
    reference: 'R1',
    sentCurrency: 'USD',
    sentAmount: 5n,
    failureReason: null,
    receivedAmount: 4n,
  };
  const credited = {
    ...paid,
    type: 'INCOMING',
    source: null,
    receivedCurrency: 'USD',
    receivedAmount: 5n,
    sentAmount: null,
  };
  const uma = {
    ...credited,
    source: { sourceType: 'UMA_ADDRESS' },
    fundingRail: null,
    reference: null,
    receivedCurrency: 'EUR',
  };
  const receipt = {
    id: 'Transaction:1',
    status: 'PAID',
    rail: 'bank',
    settlementCurrency: 'USD',
    reference: 'R1',
    settlementAmount: 5n,
  };
  const misfunded = { ...paid, failureReason: 'FUNDING_AMOUNT_MISMATCH' };
  const deposit = { ...money, id: 'Deposit:1' };
  const found = (outcome: string, over: object, ...stored: Stored) =>
    findingsOf(ARRIVAL_PASS, { ...arrival, outcome, ...over }, {}, stored);
  const unfit = (outcome: string, of = 'Transaction:1') => [
    `Arrival:1 has the outcome ${outcome}, but ${of} does not match it`,
  ];

  it.each([
    ['QUOTE_FUNDED', [[TRANSACTIONS, [paid]]]],
    ['QUOTE_REFUNDED', [[TRANSACTIONS, [misfunded]]]],
    ['ACCOUNT_CREDITED', [[TRANSACTIONS, [credited]]]],
    [
      'ACCOUNT_CREDITED',
      [
        [TRANSACTIONS, [uma]],
        [UMA_RECEIPTS, [receipt]],
      ],
    ],
  ] as [string, Stored][])('compares one with the outcome %s with its transaction', async (outcome, stored) => {
    expect(await found(outcome, {}, ...stored)).toEqual([]);
    for (const over of [{ rail: 'other' }, { reference: 'R2' }, { currency: 'MXN' }, { amount: 6n }]) {
      expect(await found(outcome, over, ...stored)).toEqual(unfit(outcome));
    }
    expect(await found(outcome, {})).toEqual(unfit(outcome));
  });

  it.each([
    ['QUOTE_FUNDED', [[TRANSACTIONS, [misfunded]]]],
    ['QUOTE_FUNDED', [[TRANSACTIONS, [{ ...paid, type: 'INCOMING' }]]]],
    ['QUOTE_REFUNDED', [[TRANSACTIONS, [paid]]]],
    ['ACCOUNT_CREDITED', [[TRANSACTIONS, [{ ...credited, type: 'OUTGOING' }]]]],
    ['ACCOUNT_CREDITED', [[TRANSACTIONS, [uma]]]],
    [
      'ACCOUNT_CREDITED',
      [
        [TRANSACTIONS, [uma]],
        [UMA_RECEIPTS, [{ ...receipt, status: 'ASKED' }]],
      ],
    ],
    ['UNKNOWN', [[TRANSACTIONS, [paid]]]],
  ] as [string, Stored][])('finds a transaction that does not have the outcome %s', async (outcome, stored) => {
    expect(await found(outcome, {}, ...stored)).toEqual(unfit(outcome));
  });

  it('compares one that was returned with its deposit', async () => {
    const over = { transactionId: null, depositId: 'Deposit:1' };
    expect(await found('RETURNED', over, [DEPOSITS, [deposit]])).toEqual([]);
    expect(await found('RETURNED', over, [DEPOSITS, [{ ...deposit, amount: 6n }]])).toEqual(
      unfit('RETURNED', 'Deposit:1'),
    );
    expect(await found('RETURNED', over)).toEqual(unfit('RETURNED', 'Deposit:1'));
  });
});

describe('an audit of imports', () => {
  const found = (
    status: string,
    events: readonly string[],
    jobs: readonly JobKind[],
    rows: readonly number[] = [3, 2, 1],
  ) =>
    findingsOf(
      IMPORT_PASS,
      { id: 'BulkImport:1', status, total: rows[0], successful: rows[1], failed: rows[2] } as never,
      { events: events as readonly EventType[], jobs },
    );

  it.each(['COMPLETED', 'FAILED'])('finds a %s one without its event, or with other rows', async (status) => {
    expect(await found(status, [`BULK_UPLOAD.${status}`], [])).toEqual([]);
    expect(await found(status, [], [])).toEqual([`events of BulkImport:1: expected BULK_UPLOAD.${status}, found none`]);
    for (const rows of [
      [3, 1, 1],
      [3, 2, 2],
    ]) {
      expect(await found(status, [`BULK_UPLOAD.${status}`], [], rows)).toEqual([
        `BulkImport:1 (${status}) has processed ${rows[1]! + rows[2]!} of 3 rows`,
      ]);
    }
  });

  it.each(['PENDING', 'PROCESSING'])('finds a %s one that no job continues, or with rows too many', async (status) => {
    expect(await found(status, [], ['import.rows'], [3, 1, 1])).toEqual([]);
    expect(await found(status, [], ['import.rows'], [3, 2, 1])).toEqual([]);
    expect(await found(status, [], ['kyc.review'])).toEqual([`BulkImport:1 is ${status}, but no job continues it`]);
    expect(await found(status, [], ['import.rows'], [3, 3, 1])).toEqual([
      `BulkImport:1 (${status}) has processed 4 of 3 rows`,
    ]);
    expect(await found(status, ['BULK_UPLOAD.COMPLETED'], ['import.rows'])).toEqual([
      'events of BulkImport:1: expected none, found BULK_UPLOAD.COMPLETED',
    ]);
  });
});

describe('an audit of invitations', () => {
  const found = (over: object, events: readonly EventType[], jobs: readonly JobKind[]) =>
    findingsOf(
      INVITATION_PASS,
      { id: 'Invitation:1', status: 'PENDING', expiresAt: 1, ...over },
      {
        events,
        jobs,
      },
    );

  it('finds a claimed one without its event, and an open one that no job ends', async () => {
    expect(await found({ status: 'CLAIMED' }, ['INVITATION.CLAIMED'], [])).toEqual([]);
    expect(await found({ status: 'CLAIMED' }, [], [])).toEqual([
      'events of Invitation:1: expected INVITATION.CLAIMED, found none',
    ]);
    expect(await found({}, [], ['uma.invitation-expire'])).toEqual([]);
    expect(await found({ expiresAt: null }, [], [])).toEqual([]);
    expect(await found({}, [], ['uma.receive'])).toEqual(['Invitation:1 is PENDING, but no job ends it']);
    expect(await found({}, ['INVITATION.CLAIMED'], ['uma.invitation-expire'])).toEqual([
      'events of Invitation:1: expected none, found INVITATION.CLAIMED',
    ]);
  });

  it('leaves the invitations of other tenants to their own audit', async () => {
    expect(await found({ tenant: houseTenant('SANDBOX') }, [], [])).toEqual([]);
  });
});

describe('an audit of verifications', () => {
  const customer = { id: 'Customer:1', kycStatus: 'APPROVED', identityReviews: [], isDeleted: false };
  const found = (
    over: object,
    events: readonly string[],
    jobs: readonly JobKind[] = [],
    of: object | null = customer,
  ) =>
    findingsOf(
      VERIFICATION_PASS,
      {
        id: 'Verification:1',
        verificationStatus: 'APPROVED',
        isChange: false,
        renews: null,
        customerId: 'Customer:1',
        ...over,
      } as never,
      { events: events.map((name) => `VERIFICATION.${name}` as EventType), jobs },
      of === null ? [] : [[CUSTOMERS, [of]]],
    );
  const approved = ['RESOLVE_ERRORS', 'IN_PROGRESS', 'APPROVED'];
  const open = { verificationStatus: 'IN_PROGRESS' };

  it('follows its events from one state to the next', async () => {
    expect(await found({}, approved)).toEqual([]);
    expect(await found({}, ['RESOLVE_ERRORS', 'IN_PROGRESS'])).toEqual([
      'Verification:1 is APPROVED, but no event announced this status',
    ]);
    expect(await found({}, ['APPROVED'])).toEqual([
      'Verification:1 has the event VERIFICATION.APPROVED, which does not follow from no state',
    ]);
    expect(await found({}, ['IN_PROGRESS', 'APPROVED', 'APPROVED'])).toEqual([
      'Verification:1 has the event VERIFICATION.APPROVED, which does not follow from APPROVED',
    ]);
  });

  it('compares a decision with its customer', async () => {
    expect(await found({}, approved, [], null)).toEqual(['Verification:1 has no customer']);
    expect(await found({}, approved, [], { ...customer, kycStatus: 'PENDING' })).toEqual([
      'Verification:1 is APPROVED, its customer is PENDING',
    ]);
    const rejected = { verificationStatus: 'REJECTED' };
    expect(await found(rejected, ['IN_PROGRESS', 'REJECTED'])).toEqual([
      'Verification:1 is REJECTED, its customer is APPROVED',
    ]);
    expect(await found(open, ['IN_PROGRESS'], ['kyc.review'], { ...customer, kycStatus: 'PENDING' })).toEqual([]);
  });

  it('compares the review of a change with what the customer awaits', async () => {
    const awaiting = { ...customer, identityReviews: ['Verification:1'] };
    expect(await found({ isChange: true }, approved)).toEqual([]);
    expect(await found({ isChange: true }, approved, [], awaiting)).toEqual([
      'Verification:1 is APPROVED, but Customer:1 awaits its decision',
    ]);
    const change = { ...open, isChange: true };
    expect(await found(change, ['IN_PROGRESS'], ['kyc.review'], awaiting)).toEqual([]);
    expect(await found(change, ['IN_PROGRESS'], ['kyc.review'])).toEqual([
      'Verification:1 is IN_PROGRESS, but Customer:1 does not await its decision',
    ]);
  });

  it('finds a renewal that the money of its customer would await', async () => {
    const renewal = { verificationStatus: 'RESOLVE_ERRORS', isChange: true, renews: 'R-1' };
    expect(await found(renewal, ['RESOLVE_ERRORS'])).toEqual([]);
    const awaiting = { ...customer, identityReviews: ['Verification:1'] };
    expect(await found(renewal, ['RESOLVE_ERRORS'], [], awaiting)).toEqual([
      'Verification:1 is a renewal, but Customer:1 awaits it',
    ]);
  });

  it('finds one that no job continues, unless its customer was deleted', async () => {
    const lost = ['Verification:1 is IN_PROGRESS, but no job asks its provider'];
    expect(await found(open, ['IN_PROGRESS'], ['import.rows'])).toEqual(lost);
    expect(await found(open, ['IN_PROGRESS'], [], { ...customer, isDeleted: true })).toEqual([]);
  });
});
