import { describe, expect, it } from 'vitest';
import { EVENTS, JOBS } from '../events/index.js';
import { CARDS } from '../cards/index.js';
import { CUSTOMERS } from '../customers/index.js';
import { AUDITED, AUDITED_AT, booksOf, readsOf } from '../testing/audited.js';
import { TRANSACTIONS } from '../transactions/index.js';
import { INVITATIONS } from '../uma/index.js';
import { inspectTold, noteTold, type Told } from './told.js';
import { inspectEvents, inspectJobs } from './work.js';

const DAY = 86_400_000;
const iso = (at: number) => new Date(at).toISOString();

/** Delivered, with this answer to the last attempt. */
const accepted = (status: number) => ({
  ...{ status: 'DELIVERED', attempts: 1, deliveredAt: AUDITED_AT },
  tries: [{ at: AUDITED_AT, milliseconds: 1, status, reason: null }],
});

describe('an audit of events', () => {
  const event = {
    ...{
      id: 'Webhook:1',
      tenant: AUDITED,
      type: 'OUTGOING_PAYMENT.COMPLETED',
      resource: 'Transaction:1',
      available: null,
    },
    ...{ status: 'QUEUED', nextAttemptAt: AUDITED_AT, leaseUntil: 0, erasedDigest: null },
    snapshot: { id: 'Transaction:1', status: 'COMPLETED', version: 2 },
  };
  const inspected = (...events: readonly object[]) =>
    inspectEvents(
      booksOf(
        readsOf([EVENTS, events.map((over) => ({ ...event, ...over }))]),
        {},
        {
          moves: new Map([['InternalAccount:1', { changes: 1, available: 5n }]]),
        },
      ),
    );
  const found = async (over: object) => (await inspected(over)).findings;

  it('finds a waiting one that is due or leased too late', async () => {
    expect(await found({ nextAttemptAt: AUDITED_AT + 31 * DAY, leaseUntil: AUDITED_AT + DAY })).toEqual([]);
    const late = { nextAttemptAt: AUDITED_AT + 31 * DAY + 1, leaseUntil: AUDITED_AT + DAY + 1 };
    expect(await found(late)).toEqual([
      `Webhook:1 (${event.type}) is due at ${iso(late.nextAttemptAt)}, later than any work can be due`,
      `Webhook:1 (${event.type}) is leased until ${iso(late.leaseUntil)}, longer than any lease lasts`,
    ]);
    expect(await found({ ...late, ...accepted(200) })).toEqual([]);
  });

  it('finds one that is delivered without an accepted attempt', async () => {
    const never = [`Webhook:1 (${event.type}) is DELIVERED, but no attempt was accepted`];
    expect(await found(accepted(200))).toEqual([]);
    expect(await found(accepted(409))).toEqual([]);
    expect(await found(accepted(500))).toEqual(never);
    expect(await found({ ...accepted(200), deliveredAt: null })).toEqual(never);
    expect(await found({ ...accepted(200), tries: [] })).toEqual(never);
    // Tried before attempts were kept.
    expect(await found({ ...accepted(200), tries: null, attempts: 1 })).toEqual([]);
    expect(await found({ ...accepted(200), tries: null, attempts: 0 })).toEqual(never);
  });

  it('finds one that shows another record or another state', async () => {
    expect(await found({ snapshot: { status: 'COMPLETED' } })).toEqual([
      `Webhook:1 (${event.type}) is about Transaction:1, but shows nothing`,
    ]);
    expect(await found({ snapshot: { id: 'Transaction:1', status: 'FAILED' } })).toEqual([
      `Webhook:1 announces ${event.type} of Transaction:1, but shows the state FAILED`,
    ]);
    expect(await found({ type: 'TEST', resource: AUDITED, snapshot: {} })).toEqual([]);
  });

  it('lists the types of each resource, but counts those that announce balances', async () => {
    const balance = (available: bigint) => ({
      ...{ type: 'INTERNAL_ACCOUNT.BALANCE_UPDATED', resource: 'InternalAccount:1', available },
      snapshot: { id: 'InternalAccount:1' },
    });
    const test = { type: 'TEST', resource: AUDITED, snapshot: {} };
    const { books, count } = await inspected({}, balance(4n), balance(5n), balance(6n), test);
    expect(count).toBe(5);
    expect([...books.events.rest()]).toEqual([['Transaction:1', ['OUTGOING_PAYMENT.COMPLETED']]]);
    expect(new Map(books.announced)).toEqual(new Map([['InternalAccount:1', { times: 3, truly: true }]]));
    expect((await inspected(balance(4n))).books.announced.get('InternalAccount:1')).toEqual({ times: 1, truly: false });
    expect(books.told).toEqual(new Map([['Transaction:1', { event: 'Webhook:1', version: 2 }]]));
  });
});

describe('an audit of jobs', () => {
  const job = {
    ...{ id: 'Job:1', tenant: AUDITED, kind: 'payout.check', subject: 'Transaction:1', clockOffset: 0 },
    ...{ dueAt: AUDITED_AT, leaseUntil: 0, attempts: 1, lastError: null, dedupe: null },
  };
  const inspected = (over: object, invitation: object | null = null) =>
    inspectJobs(
      booksOf(readsOf([JOBS, [{ ...job, ...over }]], [INVITATIONS, invitation === null ? [] : [invitation]])),
    );
  const found = async (over: object, invitation: object | null = null) => (await inspected(over, invitation)).findings;

  it('finds one that is due or leased too late', async () => {
    expect(await found({ dueAt: AUDITED_AT + 31 * DAY, leaseUntil: AUDITED_AT + DAY })).toEqual([]);
    const late = { dueAt: AUDITED_AT + 31 * DAY + 1, leaseUntil: AUDITED_AT + DAY + 1 };
    expect(await found(late)).toEqual([
      `payout.check of Transaction:1 is due at ${iso(late.dueAt)}, later than any work can be due`,
      `payout.check of Transaction:1 is leased until ${iso(late.leaseUntil)}, longer than any lease lasts`,
    ]);
  });

  it('allows a job to end an invitation when the platform said, less the time of its test clock', async () => {
    const expiresAt = AUDITED_AT + 100 * DAY;
    const dueAt = AUDITED_AT + 131 * DAY;
    const ends = { kind: 'uma.invitation-expire', subject: 'Invitation:1' };
    const invitation = { id: 'Invitation:1', expiresAt };
    const late = (at: number) => [
      `uma.invitation-expire of Invitation:1 is due at ${iso(at)}, later than any work can be due`,
    ];
    expect(await found({ ...ends, dueAt }, invitation)).toEqual([]);
    expect(await found({ ...ends, dueAt: dueAt + 1 }, invitation)).toEqual(late(dueAt + 1));
    expect(await found({ ...ends, dueAt, clockOffset: 1 }, invitation)).toEqual(late(dueAt));
    expect(await found({ ...ends, dueAt: AUDITED_AT + 31 * DAY }, { ...invitation, expiresAt: 1 })).toEqual([]);
    expect(await found({ ...ends, dueAt }, { ...invitation, expiresAt: null })).toEqual(late(dueAt));
    expect(await found({ ...ends, dueAt })).toEqual(late(dueAt));
    expect(await found({ dueAt, subject: 'Invitation:1' }, invitation)).toHaveLength(1);
  });

  it('finds one that has failed ten times, and lists the kinds of each subject', async () => {
    const failed = { attempts: 10, lastError: 'no answer' };
    expect(await found(failed)).toEqual(['payout.check of Transaction:1 has failed 10 times: no answer']);
    expect(await found({ ...failed, attempts: 9 })).toEqual([]);
    expect(await found({ ...failed, lastError: null })).toEqual([]);
    expect([...(await inspected({})).books.jobs.rest()]).toEqual([['Transaction:1', ['payout.check']]]);
  });

  it('lists the references of the refunds and returns for which no rail was asked', async () => {
    const waiting = { kind: 'refund.advance', dedupe: 'retry Refund:1' };
    expect([...(await inspected(waiting)).books.attempts]).toEqual([['Transaction:1', ['Refund:1']]]);
    for (const dedupe of [null, 'goes on FUNDING Transaction:1'])
      expect([...(await inspected({ ...waiting, dedupe })).books.attempts]).toEqual([]);
  });
});

describe('the snapshots of events', () => {
  const shows = (id: string, snapshot: object, resource = 'Customer:1') => ({ id, resource, snapshot }) as never;

  it('count by their version, the last one of several with the same', () => {
    const told = new Map<string, Told>();
    noteTold(told, [
      shows('Webhook:1', { id: 'Customer:1', version: 2 }),
      shows('Webhook:2', { id: 'Customer:1', version: 3 }),
      shows('Webhook:3', { id: 'Customer:1', version: 3 }),
      shows('Webhook:4', { id: 'Customer:1', version: 1 }),
      shows('Webhook:5', { id: 'Customer:2', version: 9 }),
      shows('Webhook:6', { id: 'Customer:1' }),
    ]);
    expect(told).toEqual(new Map([['Customer:1', { event: 'Webhook:3', version: 3 }]]));
  });

  it('are compared with the records: what never changes, and states if the record has not changed since', async () => {
    const record = { id: 'Customer:1', version: 3, customerType: 'INDIVIDUAL', kycStatus: 'PENDING' };
    const differing = async (snapshot: object, version = 3, kind: object = CUSTOMERS) => {
      const told = new Map([[record.id, { event: 'Webhook:1', version }]]);
      const reads = readsOf([EVENTS, [{ id: 'Webhook:1', snapshot, erasedDigest: null }]]);
      const found = await inspectTold(reads, told, kind as never, [record] as never);
      expect(told.size).toBe(0);
      return found.flatMap(({ id, findings }) => {
        expect(id).toBe(record.id);
        return findings;
      });
    };
    expect(await differing({ customerType: 'INDIVIDUAL', kycStatus: 'PENDING' })).toEqual([]);
    expect(await differing({ customerType: 'BUSINESS', kycStatus: 'APPROVED' })).toEqual([
      'customerType of Customer:1 is INDIVIDUAL, Webhook:1 showed BUSINESS',
      'kycStatus of Customer:1 is PENDING, Webhook:1 showed APPROVED',
    ]);
    expect(await differing({ customerType: 'INDIVIDUAL', kycStatus: 'APPROVED' }, 2)).toEqual([]);
    expect(await differing({})).toEqual([]);
    expect(await inspectTold(readsOf(), new Map(), CUSTOMERS, [record] as never)).toEqual([]);
    const missing = new Map([[record.id, { event: 'Webhook:9', version: 3 }]]);
    expect(await inspectTold(readsOf(), missing, CUSTOMERS, [record] as never)).toEqual([]);
  });

  it('of a payment keep what they have shown, except the hash of its transfer on a chain', async () => {
    const destination = { accountId: 'ExternalAccount:1', onChainTransaction: null };
    const differing = async (record: object, snapshot: object, kind: object = TRANSACTIONS, erased: object = {}) => {
      const told = new Map([['Transaction:1', { event: 'Webhook:1', version: 1 }]]);
      const reads = readsOf([EVENTS, [{ id: 'Webhook:1', snapshot, erasedDigest: null, ...erased }]]);
      const records = [{ id: 'Transaction:1', version: 2, ...record }];
      return (await inspectTold(reads, told, kind as never, records as never)).flatMap(({ findings }) => findings);
    };
    const hashed = { ...destination, onChainTransaction: { transactionHash: '0x1', network: 'ETHEREUM' } };
    expect(await differing({ destination: hashed }, { destination })).toEqual([]);
    const fees = { sentCurrency: 'USD', fees: 5n };
    const said = ['fees of Transaction:1 is 0.05 USD, Webhook:1 showed 0.04 USD'];
    expect(await differing(fees, { fees: 4n })).toEqual(said);
    expect(await differing(fees, { sentCurrency: 'USD', fees: 4n })).toEqual(said);
    expect(await differing({ fees: 5n }, { fees: 4n })).toEqual([
      'fees of Transaction:1 is 5 (smallest units), Webhook:1 showed 4 (smallest units)',
    ]);
    const instructed = ['paymentRail', 'description', 'remittanceInformation', 'purposeOfPayment', 'rateTerms'];
    for (const field of [...instructed, 'railSelectionMode']) {
      expect(await differing({ [field]: 'B' }, { [field]: 'A' })).toEqual([
        `${field} of Transaction:1 is B, Webhook:1 showed A`,
      ]);
      expect(await differing({ [field]: 'B' }, {})).toEqual([]);
    }
    expect(await differing({ issuerRef: 'B' }, { issuerRef: 'A' }, CARDS)).toEqual([
      'issuerRef of Transaction:1 is B, Webhook:1 showed A',
    ]);
    expect(await differing({ fees: 5n }, { fees: 4n }, { ...CUSTOMERS, immutable: ['id'] })).toEqual([]);
    const other = { ...destination, accountId: 'ExternalAccount:2' };
    expect(await differing({ destination }, { destination: other })).toHaveLength(1);
    // Of an erased event, the members that say nothing of a person are compared alone.
    const erased = { type: 'OUTGOING_PAYMENT.COMPLETED', erasedDigest: 'digest' };
    const plain = { destination: {}, fees: 4n };
    expect(await differing({ destination, fees: 4n }, plain, TRANSACTIONS, erased)).toEqual([]);
    expect(await differing({ destination, fees: 5n }, plain, TRANSACTIONS, erased)).toHaveLength(1);
  });
});
