import { describe, expect, it } from 'vitest';
import { EXTERNAL_ACCOUNTS, INTERNAL_ACCOUNTS } from '../accounts/index.js';
import type { EventType, JobKind } from '../events/index.js';
import type { EntryKind } from '../ledger/index.js';
import { AUDITED, AUDITED_AT, booksOf, readsOf, type Stored } from '../testing/audited.js';
import { destinationKey, NO_CORRECTIONS, RAIL_STEPS, TRANSACTIONS, UNSET } from '../transactions/index.js';
import { UMA_RECEIPTS } from '../uma/index.js';
import { inspectTransactions } from './payments.js';

const UUID = '018bcfe5-6800-7000-8000-00000000000a';
const ID = `Transaction:${UUID}`;
const INTERNAL = `InternalAccount:${UUID}`;
const EXTERNAL = `ExternalAccount:${UUID}`;

const account = (accountId: string) => ({ accountId, currency: 'USD' });
const source = (accountId: string) => ({ source: { sourceType: 'ACCOUNT', ...account(accountId) } });
const destination = (accountId: string) => ({ destination: { destinationType: 'ACCOUNT', ...account(accountId) } });

/** A delivered transfer out of an internal account. */
const OUT = {
  ...UNSET,
  ...{ id: ID, tenant: AUDITED, type: 'OUTGOING', status: 'COMPLETED', settledAt: AUDITED_AT },
  ...source(INTERNAL),
  ...destination(EXTERNAL),
  ...{ sentAmount: 100n, sentCurrency: 'USD', receivedAmount: 100n, receivedCurrency: 'USD' },
};
/** A delivered payment with a quote that was funded from outside. */
const FUNDED = { ...OUT, source: { sourceType: 'REALTIME_FUNDING' }, quoteId: 'Quote:1' };
/** A delivered payment with a quote whose money a rail collected. */
const PULLED = { ...OUT, ...source(EXTERNAL), quoteId: 'Quote:1', collectedAt: AUDITED_AT };
/** A credited deposit. */
const IN = { ...OUT, type: 'INCOMING', source: null, ...destination(INTERNAL) };
/** A credited transfer into an internal account. */
const COLLECTED = { ...IN, ...source(EXTERNAL), collectedAt: AUDITED_AT };
/** A credited payment of another institution. */
const UMA = { ...IN, source: { sourceType: 'UMA_ADDRESS', umaAddress: '$ada@vasp.example' } };
const FAILED = { status: 'FAILED', refundStatus: 'COMPLETED' };
const NOT_YET = { status: 'PENDING', collectedAt: null, settledAt: null };

interface Found {
  readonly entries?: readonly EntryKind[];
  readonly events?: readonly EventType[];
  readonly jobs?: readonly JobKind[];
  readonly retries?: number;
  readonly attempts?: readonly string[];
  readonly stored?: Stored;
}

async function findings(
  transaction: object,
  { entries = [], events = [], jobs = [], retries = 0, attempts = [], stored = [] }: Found,
) {
  const books = booksOf(
    readsOf([TRANSACTIONS, [transaction]], ...stored),
    { entries: { [ID]: entries }, events: { [ID]: events }, jobs: { [ID]: jobs } },
    { retried: new Map([[ID, retries]]), attempts: new Map([[ID, attempts]]) },
  );
  return (await inspectTransactions(books)).findings;
}

describe('an audit of payments', () => {
  const corrected = (corrections: object) => ({ corrections: { ...NO_CORRECTIONS, ...corrections } });
  const back = { ...FAILED, failureReason: 'PAYOUT_RETURNED' };
  const mismatch = { ...FAILED, failureReason: 'FUNDING_AMOUNT_MISMATCH' };
  const limited = { ...FAILED, failureReason: 'LIMIT_EXCEEDED' };
  const refunded = 'PROCESSING FAILED REFUND_PENDING REFUND_COMPLETED';
  const reversed = corrected({ fundingReversed: true });

  it.each([
    ['a delivered one', OUT, 'HOLD SETTLEMENT', 'PROCESSING COMPLETED'],
    ['one on its way', { ...OUT, status: 'PROCESSING' }, 'HOLD', 'PROCESSING'],
    ['a refunded one', { ...OUT, ...FAILED }, 'HOLD HOLD_RELEASE', refunded],
    [
      'one that was returned',
      { ...OUT, ...back },
      'HOLD SETTLEMENT SETTLEMENT_REVERSAL HOLD_RELEASE',
      `PROCESSING COMPLETED ${refunded.slice('PROCESSING '.length)}`,
    ],
    [
      'one that was returned with less',
      { ...OUT, ...back, ...corrected({ bankCharge: 1n }) },
      'HOLD SETTLEMENT SETTLEMENT_REVERSAL BANK_CHARGE HOLD_RELEASE',
      `PROCESSING COMPLETED ${refunded.slice('PROCESSING '.length)}`,
    ],
    [
      'one whose refund is under way',
      { ...OUT, ...FAILED, refundStatus: 'PENDING' },
      'HOLD',
      'PROCESSING FAILED REFUND_PENDING',
    ],
    ['one with the status REFUNDED', { ...OUT, ...FAILED, status: 'REFUNDED' }, 'HOLD HOLD_RELEASE', refunded],
    [
      'one whose refund failed',
      { ...OUT, ...FAILED, refundStatus: 'FAILED' },
      'HOLD REFUND_FAILED',
      'PROCESSING FAILED REFUND_PENDING REFUND_FAILED',
    ],
    ['a delivered one that was funded', FUNDED, 'FUNDING SETTLEMENT', 'PROCESSING COMPLETED'],
    ['a refunded one that was funded', { ...FUNDED, ...FAILED }, 'FUNDING FUNDING_REFUND', refunded],
    [
      'one that was funded and whose refund failed',
      { ...FUNDED, ...FAILED, refundStatus: 'FAILED' },
      'FUNDING',
      'PROCESSING FAILED REFUND_PENDING REFUND_FAILED',
    ],
    [
      'one whose funding was taken back',
      { ...FUNDED, ...reversed },
      'FUNDING SETTLEMENT FUNDING_LOST',
      'PROCESSING COMPLETED',
    ],
    [
      'one whose lost funding was recovered',
      { ...FUNDED, ...FAILED, ...corrected({ fundingReversed: true, fundingRecovered: true }) },
      'FUNDING FUNDING_LOST FUNDING_RECOVERED',
      refunded,
    ],
    [
      'one whose refund came back',
      { ...FUNDED, ...FAILED, ...corrected({ refundBounces: 1 }) },
      'FUNDING FUNDING_REFUND REFUND_BOUNCED FUNDING_REFUND',
      `${refunded} REFUND_COMPLETED`,
    ],
    [
      'one that was funded with another amount',
      { ...FUNDED, ...mismatch },
      'FUNDING FUNDING_REFUND',
      'FAILED REFUND_PENDING REFUND_COMPLETED',
    ],
    [
      'one that was funded too late',
      { ...FUNDED, ...FAILED, failureReason: 'QUOTE_EXPIRED' },
      'FUNDING FUNDING_REFUND',
      'FAILED REFUND_PENDING REFUND_COMPLETED',
    ],
    [
      'one above the daily volume',
      { ...FUNDED, ...limited, receivedAmount: null },
      'FUNDING FUNDING_REFUND',
      'FAILED REFUND_PENDING REFUND_COMPLETED',
    ],
    [
      'one whose invoice another payment spends',
      { ...FUNDED, ...FAILED, failureReason: 'ACCOUNT_CANNOT_RECEIVE', receivedAmount: null },
      'FUNDING FUNDING_REFUND',
      'FAILED REFUND_PENDING REFUND_COMPLETED',
    ],
    ['one above the limit of its receiver', { ...FUNDED, ...limited }, 'FUNDING FUNDING_REFUND', refunded],
    ['a delivered one that was collected', PULLED, 'FUNDING SETTLEMENT', 'PENDING PROCESSING COMPLETED'],
    ['one that is being collected', { ...PULLED, ...NOT_YET }, '', 'PENDING'],
    ['one that was not collected', { ...PULLED, ...NOT_YET, ...FAILED }, '', 'PENDING FAILED'],
    ['a credited deposit', IN, 'DEPOSIT', 'COMPLETED'],
    [
      'a deposit that was taken back',
      { ...IN, status: 'FAILED', ...reversed },
      'DEPOSIT DEPOSIT_REVERSAL',
      'COMPLETED FAILED',
    ],
    ['a failed deposit without money', { ...IN, status: 'FAILED', settledAt: null }, '', 'FAILED'],
    ['a collected transfer', COLLECTED, 'DEPOSIT', 'PENDING COMPLETED'],
    [
      'a collected transfer that was taken back',
      { ...COLLECTED, status: 'FAILED', ...reversed },
      'DEPOSIT DEPOSIT_REVERSAL',
      'PENDING COMPLETED FAILED',
    ],
    ['one that another institution has announced', { ...UMA, ...NOT_YET }, '', 'PENDING'],
    ['one that the platform refused', { ...UMA, ...NOT_YET, status: 'FAILED' }, '', 'PENDING FAILED'],
  ])('expects the entries and the events of %s', async (_, transaction, entries, events) => {
    const kinds = entries.split(' ').filter((kind) => kind !== '');
    const types = events.split(' ').map((what) => `${transaction.type}_PAYMENT.${what}`);
    const about = (found: readonly string[]) => found.filter((finding) => /^(entries|events) of /.test(finding));
    const sound = { entries: kinds as EntryKind[], events: types as EventType[] };
    expect(about(await findings(transaction, sound))).toEqual([]);
    expect(about(await findings(transaction, {}))).toEqual([
      ...(kinds.length === 0 ? [] : [`entries of ${ID}: expected ${kinds.join(', ')}, found none`]),
      `events of ${ID}: expected ${types.join(', ')}, found none`,
    ]);
  });

  it.each([
    ['was credited', UMA, 'PAID', ['UMA_RECEIPT'], ['PENDING', 'COMPLETED']],
    [
      'waits in suspense',
      { ...UMA, ...NOT_YET, status: 'FAILED' },
      'UNAPPLIED',
      ['UMA_RECEIPT'],
      ['PENDING', 'FAILED'],
    ],
    ['was not paid', { ...UMA, ...NOT_YET, status: 'FAILED' }, 'EXPIRED', [], ['PENDING', 'FAILED']],
  ] as const)('expects the entries of a payment of another institution that %s', async (...row) => {
    const [, transaction, status, entries, types] = row;
    const stored = [[UMA_RECEIPTS, [{ id: ID, status, amount: 100n, currency: 'USD' }]]] as unknown as Stored;
    const events = types.map((type) => `INCOMING_PAYMENT.${type}` as const);
    const about = (found: readonly string[]) => found.filter((finding) => /^(entries|events) of /.test(finding));
    expect(about(await findings(transaction, { stored, entries, events }))).toEqual([]);
    const other: readonly EntryKind[] = entries.length === 0 ? ['UMA_RECEIPT'] : [];
    expect(about(await findings(transaction, { stored, entries: other, events }))).toEqual([
      `entries of ${ID}: expected ${entries.join(', ') || 'none'}, found ${other.join(', ') || 'none'}`,
    ]);
  });

  it('expects the receipt of a payment of another institution to name the account of the payment', async () => {
    const receipt = { id: ID, status: 'PAID', amount: 100n, currency: 'USD', accountId: 'InternalAccount:other' };
    const found = await findings(UMA, { stored: [[UMA_RECEIPTS, [receipt]]] as unknown as Stored });
    const named = destinationKey(UMA.destination as never);
    expect(found).toContain(`${ID} is for ${named}, its receipt for InternalAccount:other`);
    const right = [[UMA_RECEIPTS, [{ ...receipt, accountId: named }]]] as unknown as Stored;
    expect((await findings(UMA, { stored: right })).filter((finding) => finding.includes('its receipt'))).toEqual([]);
  });

  it('expects the entries and events of each refund that an operator retried', async () => {
    const found = async (transaction: object, retries: number) =>
      (await findings(transaction, { retries })).filter((finding) => /^(entries|events) of /.test(finding));
    const events = (names: readonly string[]) =>
      `events of ${ID}: expected ${names.map((name) => `OUTGOING_PAYMENT.${name}`).join(', ')}, found none`;
    const [before, retry, after] = [
      ['PROCESSING', 'FAILED', 'REFUND_PENDING'],
      ['REFUND_PENDING', 'REFUND_FAILED'],
      ['REFUND_COMPLETED'],
    ];
    expect(await found({ ...OUT, ...FAILED }, 2)).toEqual([
      `entries of ${ID}: expected HOLD, HOLD_RELEASE, REFUND_FAILED, REFUND_RETRIED, REFUND_FAILED, REFUND_RETRIED, found none`,
      events([...before!, ...retry!, ...retry!, ...after!]),
    ]);
    expect(await found({ ...FUNDED, ...FAILED }, 1)).toEqual([
      `entries of ${ID}: expected FUNDING, FUNDING_REFUND, found none`,
      events([...before!, ...retry!, ...after!]),
    ]);
  });

  it.each([
    [
      'is delivered by its job',
      { ...OUT, status: 'PROCESSING' },
      ['payout.submit', 'payout.check'],
      `${ID} is PROCESSING, but no job delivers it`,
    ],
    [
      'is collected by its job',
      { ...COLLECTED, ...NOT_YET },
      ['pull.submit', 'pull.check'],
      `${ID} is PENDING, but no job collects it`,
    ],
    [
      'is refunded by its job',
      { ...OUT, ...FAILED, refundStatus: 'PENDING' },
      ['refund.advance'],
      `the refund of ${ID} is PENDING, but no job completes it`,
    ],
    [
      'is approved or received by its job',
      { ...UMA, ...NOT_YET },
      ['uma.question', 'uma.receive'],
      `${ID} is PENDING, but no job awaits its approval or its money`,
    ],
  ] as const)('finds one that waits and that no job continues, which %s', async (_, transaction, jobs, finding) => {
    expect(await findings(transaction, { jobs: ['card.pull'] })).toContain(finding);
    for (const job of jobs) expect(await findings(transaction, { jobs: [job] })).not.toContain(finding);
    const ended = { ...transaction, status: 'COMPLETED', refundStatus: null };
    expect((await findings(ended, {})).filter((each) => each.includes('no job'))).toEqual([]);
  });

  it('finds a refund under another reference than the one under which the rail was asked, or will be', async () => {
    const refund = { ...FUNDED, ...FAILED, refundStatus: 'PENDING', refundReference: 'Refund:2', fundingRail: 'bank' };
    const step = (reference: string, over: object = {}) =>
      [RAIL_STEPS, [{ id: 'RailStep:1', request: 'REFUND', step: 'BEGUN', reference, ...over }]] as const;
    const about = async (over: object, stored: Stored, attempts: readonly string[] = []) =>
      (await findings({ ...refund, ...over }, { stored, attempts })).filter((each) => each.includes('Refund:'));
    const otherwise = [`the refund of ${ID} has the reference Refund:2, but its rail was asked under Refund:1`];
    expect(await about({}, [step('Refund:2')])).toEqual([]);
    expect(await about({}, [])).toEqual([]);
    expect(await about({}, [step('Refund:1')])).toEqual(otherwise);
    expect(await about({}, [step('Refund:1')], ['Refund:2'])).toEqual([]);
    expect(await about({}, [], ['Refund:3'])).toEqual([
      `the refund of ${ID} has the reference Refund:2, but its rail is to be asked under Refund:3`,
    ]);
    for (const other of [{ request: 'COLLECTION' }, { step: 'ACCEPTED' }])
      expect(await about({}, [step('Refund:1', other)])).toEqual([]);
    expect(await about({ refundStatus: 'FAILED' }, [step('Refund:1')])).toEqual([]);
    expect(await about({ status: 'COMPLETED', refundStatus: null }, [])).toEqual([
      `${ID} is COMPLETED, but has the refund Refund:2`,
    ]);
  });

  it('finds one about which a rail is asked that was not asked for it', async () => {
    const about = async (transaction: object, job: JobKind) =>
      (await findings(transaction, { jobs: [job] })).filter((each) => each.includes('asks'));
    const outgoing = { ...OUT, status: 'PROCESSING' };
    expect(await about(outgoing, 'payout.check')).toEqual([
      `${ID} was not handed to its rail, but a job asks for its state`,
    ]);
    expect(await about({ ...outgoing, submittedAt: AUDITED_AT }, 'payout.check')).toEqual([]);
    expect(await about(outgoing, 'payout.submit')).toEqual([]);
    expect(await about({ ...outgoing, status: 'COMPLETED' }, 'payout.check')).toEqual([]);
    const collection = { ...COLLECTED, ...NOT_YET };
    expect(await about(collection, 'pull.check')).toEqual([
      `${ID} was not handed to its rail, but a job asks for its state`,
    ]);
    expect(await about({ ...collection, pullSubmittedAt: AUDITED_AT }, 'pull.check')).toEqual([]);
    expect(await about(collection, 'pull.submit')).toEqual([]);
  });

  it('finds a collection whose money was taken back although it is still to come', async () => {
    const about = async (transaction: object) =>
      (await findings({ ...transaction, ...corrected({ fundingReversed: true }) }, {})).filter((each) =>
        each.includes('taken back'),
      );
    expect(await about({ ...COLLECTED, ...NOT_YET })).toEqual([`${ID} is PENDING, but its money was taken back`]);
    expect(await about({ ...COLLECTED, ...NOT_YET, status: 'FAILED' })).toEqual([]);
    expect(await about(COLLECTED)).toEqual([]);
  });

  it('finds one that does not spend the invoice that it pays, unless it has failed', async () => {
    const paymentRequest = { key: 'bolt11/ab', expiresAt: null };
    const about = async (transaction: object) =>
      (await findings(transaction, {})).filter((each) => each.includes('invoice'));
    for (const status of ['PENDING', 'PROCESSING', 'COMPLETED']) {
      const payment = { ...OUT, status, paymentRequest };
      expect(await about(payment)).toEqual([`${ID} is ${status}, but another payment could pay its invoice bolt11/ab`]);
      expect(await about({ ...payment, spentRequest: 'bolt11/ab' })).toEqual([]);
      expect(await about({ ...payment, paymentRequest: { ...paymentRequest, key: null } })).toEqual([]);
    }
    expect(await about({ ...OUT, ...FAILED, paymentRequest })).toEqual([]);
  });

  it('finds a receipt that does not match the payment of another institution', async () => {
    const receipt = { id: ID, status: 'PAID', amount: 100n, currency: 'USD', accountId: INTERNAL };
    const about = async (transaction: object, ...receipts: readonly object[]) =>
      (await findings(transaction, { stored: [[UMA_RECEIPTS, receipts]] })).filter((each) => each.includes('receipt'));
    expect(await about(UMA, receipt)).toEqual([]);
    expect(await about(UMA)).toEqual([`${ID} is COMPLETED, its receipt does not exist`]);
    for (const patch of [{ amount: 99n }, { currency: 'EUR' }]) {
      expect(await about(UMA, { ...receipt, ...patch })).toEqual([`${ID} is COMPLETED, its receipt is PAID`]);
    }
    for (const status of ['ASKED', 'APPROVED', 'DEFERRED']) {
      expect(await about({ ...UMA, ...NOT_YET }, { ...receipt, status })).toEqual([]);
      expect(await about(UMA, { ...receipt, status })).toEqual([`${ID} is COMPLETED, its receipt is ${status}`]);
    }
    for (const status of ['REJECTED', 'TIMED_OUT', 'EXPIRED']) {
      expect(await about({ ...UMA, status: 'FAILED' }, { ...receipt, status })).toEqual([]);
      expect(await about({ ...UMA, ...NOT_YET }, { ...receipt, status })).toEqual([
        `${ID} is PENDING, its receipt is ${status}`,
      ]);
    }
  });

  it.each([
    ['another amount', { sentAmount: 101n }, '1.01 USD and credits 1.00 USD'],
    ['another currency', { sentCurrency: 'EUR' }, '1.00 EUR and credits 1.00 USD'],
  ])('finds a transfer that collects %s than it credits', async (_, patch, sums) => {
    const about = async (transaction: object) =>
      (await findings(transaction, {})).filter((finding) => finding.includes('collects'));
    expect(await about(COLLECTED)).toEqual([]);
    expect(await about({ ...COLLECTED, ...patch })).toEqual([`${ID} collects ${sums}`]);
    expect(await about({ ...IN, ...patch })).toEqual([]);
    expect(await about({ ...PULLED, ...patch })).toEqual([]);
  });

  it.each([
    ['delivers another amount', { receivedAmount: 99n }],
    ['delivers its fee as well', { fees: 1n }],
    ['delivers another currency', { receivedCurrency: 'EUR' }],
    ['delivers to an internal account', destination(INTERNAL)],
    ['is paid from outside', { source: { sourceType: 'REALTIME_FUNDING' } }],
  ])('finds a payment without a quote that %s', async (_, patch) => {
    const about = async (transaction: object) =>
      (await findings(transaction, {})).filter((finding) => finding.includes('quote'));
    expect(await about(OUT)).toEqual([]);
    expect(await about({ ...OUT, fees: 3n, receivedAmount: 97n })).toEqual([]);
    expect(await about({ ...OUT, ...patch })).toEqual([`${ID} has no quote and is not a transfer`]);
    expect(await about({ ...IN, ...patch })).toEqual([]);
  });

  it('finds a payment whose quote is missing or belongs to another payment', async () => {
    const about = async (transaction: object) =>
      (await findings(transaction, {})).filter((finding) => finding.includes('has no quote'));
    for (const payment of [FUNDED, { ...PULLED, quoteId: 'Quote:2' }, { ...COLLECTED, quoteId: 'Quote:3' }]) {
      expect(await about(payment)).toEqual([`${ID} has no quote: ${payment.quoteId} does not exist`]);
    }
  });

  it.each([
    ['a failed one without a refund', { ...OUT, status: 'FAILED' }, 'is FAILED, its refund does not exist'],
    ['a REFUNDED one without a refund', { ...OUT, status: 'REFUNDED' }, 'is REFUNDED, its refund does not exist'],
    ['a delivered one with a refund', { ...OUT, refundStatus: 'COMPLETED' }, 'is COMPLETED, its refund is COMPLETED'],
    [
      'an uncollected one with an open refund',
      { ...PULLED, ...NOT_YET, status: 'FAILED', refundStatus: 'PENDING' },
      'is FAILED, its refund is PENDING',
    ],
    [
      'an uncollected one that waits, with a refund',
      { ...PULLED, ...NOT_YET, refundStatus: 'COMPLETED' },
      'is PENDING, its refund is COMPLETED',
    ],
    [
      'a deposit that was taken back, with an open refund',
      { ...IN, status: 'FAILED', ...reversed, refundStatus: 'PENDING' },
      'is FAILED, its refund is PENDING',
    ],
    [
      'a deposit without money, with a failed refund',
      { ...IN, status: 'FAILED', settledAt: null, refundStatus: 'FAILED' },
      'is FAILED, its refund is FAILED',
    ],
  ])('finds %s', async (_, transaction, finding) => {
    expect((await findings(transaction, {})).filter((each) => each.includes('its refund'))).toEqual([
      `${ID} ${finding}`,
    ]);
  });

  it.each([
    ['a delivered one', OUT],
    ['a refunded one', { ...OUT, ...FAILED }],
    ['a REFUNDED one', { ...OUT, ...FAILED, status: 'REFUNDED' }],
    ['an uncollected one', { ...PULLED, ...NOT_YET }],
    ['an uncollected one that failed', { ...PULLED, ...NOT_YET, ...FAILED }],
    ['an uncollected one that failed without a refund', { ...PULLED, ...NOT_YET, status: 'FAILED' }],
    ['a deposit that was taken back', { ...IN, status: 'FAILED', ...reversed }],
    ['a deposit without money', { ...IN, status: 'FAILED', settledAt: null }],
  ])('finds no fault in the refund of %s', async (_, transaction) => {
    expect((await findings(transaction, {})).filter((each) => each.includes('its refund'))).toEqual([]);
  });

  it.each([
    ['is on its way', { ...OUT, status: 'PROCESSING' }],
    ['is being refunded', { ...OUT, ...FAILED, refundStatus: 'PENDING' }],
  ])('finds an account that does not exist and that a payment needs which %s', async (_, transaction) => {
    const missing = async (waiting: object, ...stored: Stored) =>
      (await findings(waiting, { stored })).filter((finding) => finding.includes('its account'));
    const inside = [INTERNAL_ACCOUNTS, [{ id: INTERNAL }]] as const;
    const outside = [EXTERNAL_ACCOUNTS, [{ id: EXTERNAL }]] as const;
    const lacks = (id: string) => `${ID} is in progress, but its account ${id} does not exist`;
    expect(await missing(transaction, inside, outside)).toEqual([]);
    expect(await missing(transaction, inside)).toEqual([lacks(EXTERNAL)]);
    expect(await missing(transaction, outside)).toEqual([lacks(INTERNAL)]);
    expect(await missing(OUT)).toEqual([]);
  });

  it('finds an account that a collection needs', async () => {
    expect(
      await findings({ ...COLLECTED, ...NOT_YET }, { stored: [[INTERNAL_ACCOUNTS, [{ id: INTERNAL }]]] }),
    ).toContain(`${ID} is in progress, but its account ${EXTERNAL} does not exist`);
  });
});
