import { beforeEach, describe, expect, it } from 'vitest';
import { amountText } from '../money/index.js';
import { EXTERNAL_ACCOUNTS, type ExternalAccount, INTERNAL_ACCOUNTS } from '../accounts/index.js';
import { AGENT_ACTIONS, AGENT_USAGES, type AgentAction } from '../agents/index.js';
import { CUSTOMERS } from '../customers/index.js';
import { EVENTS, JOBS } from '../events/index.js';
import { type BaseRecord, type CurrencyCode, instant, type KindOf, ok, toIso } from '../kernel/index.js';
import { BALANCES, everyRecord, POSTINGS } from '../ledger/index.js';
import { PLATFORMS } from '../platforms/index.js';
import { type Quote, QUOTES } from '../quotes/index.js';
import { DAILY_VOLUMES } from '../rates/index.js';
import { DEFAULT_OPTIONS } from '../service/index.js';
import { ARRIVALS, DEPOSITS, type Transaction, TRANSACTIONS } from '../transactions/index.js';
import { valueOf } from '../testing/play-core.js';
import { type PlayPayer, playPayer } from '../testing/play-payer.js';

let payer: PlayPayer;
/** Delivered, with a platform fee. */
let settled: Quote;
/** Delivered, returned and refunded. */
let returned: Quote;
/** A payment that is neither delivered nor refundable. */
let stuck: Quote;
/** Paid with a wrong amount and refunded. */
let misfunded: Quote;
/** A payment that was submitted to the rail, which has not answered yet. */
let processing: Quote;
/** A quote that was paid with a wrong amount; the refund is pending. */
let refunding: Quote;
let pending: Quote;

/** One payment for each outcome, and some that are in progress. */
beforeEach(async () => {
  payer = await playPayer();
  const { play, usd, quoted, fromAccount, funded, execute, pay } = payer;
  const good = (await payer.external()).id;
  const executed = async (destination: string, over = {}): Promise<Quote> => {
    const quote = await quoted(fromAccount(usd.id, destination, over));
    valueOf(await execute(quote.id));
    return quote;
  };
  const fee = { fixed: { amount: 100n, currency: 'USD' }, variableBps: 0 };
  settled = await executed(good, { platformFeeOverride: fee });
  returned = await executed((await payer.external('005')).id);
  stuck = await executed((await payer.external('007')).id);
  misfunded = await quoted(funded(good));
  valueOf(await pay(misfunded, 7n));
  valueOf(await pay(misfunded, 9n));
  await play.pass(0);
  await play.pass(31);
  processing = await executed((await payer.external('003')).id);
  await play.pass(0);
  valueOf(await pay(misfunded, 11n));
  refunding = await quoted(funded(good));
  valueOf(await pay(refunding, 5n));
  pending = await quoted(fromAccount(usd.id, good));
  expect(await findings()).toEqual([]);
});

const findings = async (): Promise<readonly string[]> => (await payer.play.core.ledger.audit()).findings;

const records = <T extends BaseRecord>(kind: KindOf<T>): Promise<readonly T[]> =>
  payer.play.storage.units.read(null, async (reads) => {
    const all: T[] = [];
    for await (const record of everyRecord(reads, kind)) all.push(record);
    return all;
  });

/** Changes a stored record directly, without any guard, including immutable fields; null removes the record. */
async function corrupt<T extends BaseRecord>(
  kind: KindOf<T>,
  which: (record: T) => boolean,
  patch: ((record: T) => Partial<T>) | null,
): Promise<T> {
  const record = (await records(kind)).find(which)!;
  const { units } = payer.play.storage;
  valueOf(await units.run(null, async (tx) => ok(tx.remove(kind, record))));
  if (patch !== null) {
    valueOf(await units.run(null, async (tx) => ok(tx.add(kind, { ...record, ...patch(record) }))));
  }
  return record;
}

const is =
  (id: string) =>
  (record: BaseRecord): boolean =>
    record.id === id;
const line = (cause: string, kind: string, account: string) => (p: { cause: string; kind: string; account: string }) =>
  p.cause === cause && p.kind === kind && p.account.startsWith(account);
const aboutJob = (kind: string, subject: string) => (job: { kind: string; subject: string }) =>
  job.kind === kind && job.subject === subject;
const told = (type: string, resource: string) => (event: { type: string; resource: string }) =>
  event.type === type && event.resource === resource;

describe('an audit of prices finds', () => {
  it('a quote whose receiving amount does not follow from its rate', async () => {
    const { totalReceivingAmount } = await corrupt(QUOTES, is(settled.id), (quote) => ({
      exchangeRate: { ...quote.exchangeRate, num: quote.exchangeRate.num * 2n },
    }));
    expect(await findings()).toEqual([
      expect.stringMatching(`^exchangeRate of ${settled.transactionId} is .*, its quote has .*$`),
      expect.stringMatching(
        `^${settled.id} delivers ${amountText(totalReceivingAmount, 'EUR')}, but its rate converts [\\d.,]+ USD to [\\d.,]+ EUR$`,
      ),
      `${settled.id} has the rate 46/25, but its mid-rate less its spread is 23/25`,
    ]);
  });

  it('a quote whose rate is not its mid-rate less its spread', async () => {
    await corrupt(QUOTES, is(settled.id), ({ rateBasis }) => ({ rateBasis: { ...rateBasis!, spreadBps: 100 } }));
    expect(await findings()).toEqual([
      `${settled.id} has the rate 23/25, but its mid-rate less its spread is 2277/2500`,
      `${settled.id} has a fee of 50 bps, 0.00 USD fixed, a spread of 100 bps, but its terms say 50 bps, 0.00 USD fixed, a spread of 0 bps`,
    ]);
  });

  it('a quote whose terms do not exist', async () => {
    const gone = 'Terms:018bcfe5-6800-7000-8000-00000000dead' as never;
    await corrupt(QUOTES, is(settled.id), () => ({ termsIds: [gone] }));
    expect(await findings()).toEqual([`${settled.id} is priced by ${gone}, which does not exist`]);
  });

  it('nothing in a quote of an earlier release, which has no mid-rate', async () => {
    await corrupt(QUOTES, is(settled.id), () => ({ rateBasis: null }));
    expect(await findings()).toEqual([]);
  });
});

describe('an audit of entries finds', () => {
  it('a balanced settlement that delivers more than its quote', async () => {
    const id = settled.transactionId;
    await corrupt(POSTINGS, line(id, 'SETTLEMENT', 'clearing:'), ({ amount }) => ({ amount: amount + 1000n }));
    await corrupt(POSTINGS, line(id, 'SETTLEMENT', 'fx:SANDBOX:EUR'), ({ amount }) => ({ amount: amount - 1000n }));
    const clearing = 'clearing:SANDBOX:sandbox-bank:EUR';
    expect(await findings()).toEqual([
      `SETTLEMENT of ${id}: expected fx:SANDBOX:EUR -914.48 EUR, ${clearing} 914.48 EUR, ` +
        `found fx:SANDBOX:EUR -924.48 EUR, ${clearing} 924.48 EUR`,
    ]);
  });

  it.each([
    ['SETTLEMENT', () => settled.transactionId, 'revenue:SANDBOX:USD', 'USD', 500n],
    ['SETTLEMENT_REVERSAL', () => returned.transactionId, 'revenue:SANDBOX:USD', 'USD', -500n],
    ['FUNDING', () => misfunded.transactionId, 'clearing:SANDBOX:sandbox-bank:USD', 'USD', -7n],
    ['FUNDING_REFUND', () => misfunded.transactionId, 'clearing:SANDBOX:sandbox-bank:USD', 'USD', 7n],
  ])('a %s with a line on another account', async (kind, cause, account, currency, amount) => {
    await corrupt(POSTINGS, line(cause(), kind, account), () => ({ account: `loss:SANDBOX:${currency}` }));
    expect(await findings()).toEqual([
      `${kind} of ${cause()}: expected ${account} ${amountText(BigInt(amount), currency)}, found loss:SANDBOX:${currency} ${amountText(BigInt(amount), currency)}`,
    ]);
  });

  it.each(['SUSPENSE_IN', 'SUSPENSE_RETURN', 'DEPOSIT'])('a %s through another rail', async (kind) => {
    const posting = await corrupt(
      POSTINGS,
      (p) => p.kind === kind && p.account.startsWith('clearing:'),
      () => ({ account: 'clearing:SANDBOX:other:USD' }),
    );
    const { cause, amount } = posting;
    expect(await findings()).toEqual([
      `${kind} of ${cause}: expected clearing:SANDBOX:sandbox-bank:USD ${amountText(BigInt(amount), 'USD')}, ` +
        `found clearing:SANDBOX:other:USD ${amountText(BigInt(amount), 'USD')}`,
    ]);
  });

  it('fees that were swept to an account of another owner', async () => {
    const [sweep] = (await records(POSTINGS)).filter(({ kind }) => kind === 'FEE_SWEEP');
    const account = await corrupt(INTERNAL_ACCOUNTS, is(sweep!.cause), () => ({ owner: 'another' }));
    expect(await findings()).toEqual([
      `${sweep!.entryId} sweeps fees to ${account.id}, which is not an account of the platform`,
      expect.stringMatching(new RegExp(`^owner of ${account.id} is another, Webhook:\\S+ showed platform$`)),
    ]);
  });

  it('an entry and events without their payment', async () => {
    const { id } = await corrupt(TRANSACTIONS, ({ type }) => type === 'INCOMING', null);
    expect(await findings()).toEqual([
      expect.stringMatching(`has the outcome ACCOUNT_CREDITED, but ${id} does not match it`),
      `no record accounts for the entries DEPOSIT of ${id}`,
      `no record accounts for the events INCOMING_PAYMENT.COMPLETED of ${id}`,
    ]);
  });
});

it('an audit finds an entry that is not indexed by its cause', async () => {
  const { entryId } = await corrupt(
    POSTINGS,
    ({ entryCause }) => entryCause !== null,
    () => ({ entryCause: null }),
  );
  expect(await findings()).toEqual([
    `${entryId} is not indexed by its cause: exactly one posting must carry the entry cause`,
  ]);
});

describe('an audit of payments finds', () => {
  it('one with a missing entry', async () => {
    const id = returned.transactionId;
    const gone = (await records(POSTINGS)).filter((p) => p.cause === id && p.kind === 'SETTLEMENT_REVERSAL');
    for (const posting of gone) await corrupt(POSTINGS, is(posting.id), null);
    expect(await findings()).toEqual([
      `held:${payer.usd.id} is 1,000.00 USD, its postings sum to 0.00 USD`,
      `entries of ${id}: expected HOLD, SETTLEMENT, SETTLEMENT_REVERSAL, HOLD_RELEASE, ` +
        'found HOLD, SETTLEMENT, HOLD_RELEASE',
    ]);
  });

  it('one with a missing event', async () => {
    const id = stuck.transactionId;
    await corrupt(EVENTS, told('OUTGOING_PAYMENT.FAILED', id), null);
    expect(await findings()).toEqual([
      `events of ${id}: expected OUTGOING_PAYMENT.PROCESSING, OUTGOING_PAYMENT.FAILED, ` +
        'OUTGOING_PAYMENT.REFUND_PENDING, OUTGOING_PAYMENT.REFUND_FAILED, found OUTGOING_PAYMENT.PROCESSING, ' +
        'OUTGOING_PAYMENT.REFUND_PENDING, OUTGOING_PAYMENT.REFUND_FAILED',
    ]);
  });

  it('one without its quote', async () => {
    await corrupt(QUOTES, is(settled.id), null);
    expect(await findings()).toEqual([`${settled.transactionId} has no quote: ${settled.id} does not exist`]);
  });

  it.each([
    ['sentAmount', 100_000n, 'USD'],
    ['receivedAmount', 91_448n, 'EUR'],
    ['fees', 600n, 'USD'],
    ['platformFees', 100n, 'USD'],
  ] as const)('one whose %s differs from its quote', async (field, amount, currency) => {
    const id = settled.transactionId;
    await corrupt(TRANSACTIONS, is(id), () => ({ [field]: amount + 1n }));
    expect(await findings()).toEqual([
      `${field} of ${id} is ${amountText(amount + 1n, currency)}, its quote has ${amountText(amount, currency)}`,
    ]);
  });

  it('one that failed without a refund', async () => {
    const id = misfunded.transactionId;
    await corrupt(TRANSACTIONS, is(id), () => ({ refundStatus: null }));
    const E = 'OUTGOING_PAYMENT.';
    expect(await findings()).toEqual([
      `entries of ${id}: expected FUNDING, found FUNDING, FUNDING_REFUND`,
      `events of ${id}: expected ${E}FAILED, found ${E}FAILED, ${E}REFUND_PENDING, ${E}REFUND_COMPLETED`,
      `${id} is FAILED, its refund does not exist`,
    ]);
  });

  it.each([
    [
      'a payment without a job that delivers it',
      'payout.check',
      () => processing,
      (id: string) => `${id} is PROCESSING, but no job delivers it`,
    ],
    [
      'a refund without a job that completes it',
      'refund.advance',
      () => refunding,
      (id: string) => `the refund of ${id} is PENDING, but no job completes it`,
    ],
  ] as const)('%s', async (_, kind, of, finding) => {
    const id = of().transactionId;
    await corrupt(JOBS, aboutJob(kind, id), null);
    expect(await findings()).toEqual([finding(id)]);
  });

  it('one in progress without its destination', async () => {
    await corrupt(EXTERNAL_ACCOUNTS, is(processing.destinationId), null);
    expect(await findings()).toEqual([
      `${processing.transactionId} is in progress, but its account ${processing.destinationId} does not exist`,
    ]);
  });
});

describe('an audit of transfers and collections finds', () => {
  let collecting: Transaction;
  let delivered: Transaction;
  let collected: Transaction;
  let pulled: Quote;

  beforeEach(async () => {
    const { play, usd, dollars, quoted, fromAccount, execute, external } = payer;
    const [good, slow] = [(await dollars()).id, (await dollars('005')).id];
    const into = (sourceId: string) =>
      play.run(play.core.transfers.in, { sourceId, destinationId: usd.id, amount: 300n });
    collected = valueOf(await into(good));
    const out = { sourceId: usd.id, destinationId: good, amount: 200n };
    delivered = valueOf(await play.run(play.core.transfers.out, out));
    pulled = await quoted(fromAccount(good, (await external('002')).id));
    valueOf(await execute(pulled.id));
    await play.pass(0);
    collecting = valueOf(await into(slow));
    await play.pass(0);
    expect(await findings()).toEqual([]);
  });

  it('a collection without a job', async () => {
    await corrupt(JOBS, aboutJob('pull.check', collecting.id), null);
    expect(await findings()).toEqual([`${collecting.id} is PENDING, but no job collects it`]);
  });

  it.each([
    ['SETTLEMENT', () => delivered.id, 200n],
    ['DEPOSIT', () => collected.id, -300n],
    ['FUNDING', () => pulled.transactionId, -100_000n],
    ['FUNDING_REFUND', () => pulled.transactionId, 100_000n],
  ])('a %s with a line on another account', async (kind, cause, amount) => {
    await corrupt(POSTINGS, line(cause(), kind, 'clearing:'), () => ({ account: 'loss:SANDBOX:USD' }));
    expect(await findings()).toEqual([
      `${kind} of ${cause()}: expected clearing:SANDBOX:sandbox-bank:USD ${amountText(BigInt(amount), 'USD')}, ` +
        `found loss:SANDBOX:USD ${amountText(BigInt(amount), 'USD')}`,
    ]);
  });

  it('a transfer that delivers another amount than it debits', async () => {
    await corrupt(TRANSACTIONS, is(delivered.id), () => ({ receivedAmount: 201n }));
    expect(await findings()).toEqual([`${delivered.id} has no quote and is not a transfer`]);
  });

  it('a transfer that credits another amount than it collects', async () => {
    await corrupt(TRANSACTIONS, is(collected.id), () => ({ sentAmount: 301n }));
    expect(await findings()).toEqual([`${collected.id} collects 3.01 USD and credits 3.00 USD`]);
  });

  it('a collected transfer without the time of its collection', async () => {
    await corrupt(TRANSACTIONS, is(collected.id), () => ({ collectedAt: null }));
    expect(await findings()).toEqual([`entries of ${collected.id}: expected none, found DEPOSIT`]);
  });

  it('an uncollected failed transfer with a failed refund', async () => {
    const { id } = valueOf(await payer.play.core.transactions.cancel(payer.play.context(), { id: collecting.id }));
    await payer.play.pass(30);
    expect(await findings()).toEqual([]);
    await corrupt(TRANSACTIONS, is(id), () => ({ refundStatus: 'FAILED' as const }));
    expect(await findings()).toEqual([`${id} is FAILED, its refund is FAILED`]);
  });
});

describe('an audit of deposits and quotes finds', () => {
  it('a deposit whose state does not match its entries', async () => {
    const { id } = await corrupt(
      DEPOSITS,
      ({ status }) => status === 'RETURNED',
      () => ({ status: 'KEPT' as const }),
    );
    expect(await findings()).toEqual([`entries of ${id}: expected SUSPENSE_IN, found SUSPENSE_IN, SUSPENSE_RETURN`]);
  });

  it('a deposit in suspense without a job that returns it', async () => {
    const { subject } = await corrupt(JOBS, ({ kind }) => kind === 'suspense.return', null);
    expect(await findings()).toEqual([`${subject} is IN_SUSPENSE, but no job returns it`]);
  });

  it('a deposit whose amount differs from its entries', async () => {
    const { id } = await corrupt(
      DEPOSITS,
      ({ status }) => status === 'IN_SUSPENSE',
      () => ({ amount: 12n }),
    );
    const suspense = `suspense:${payer.play.tenant}:USD`;
    expect(await findings()).toEqual([
      `SUSPENSE_IN of ${id}: expected clearing:SANDBOX:sandbox-bank:USD -0.12 USD, ${suspense} 0.12 USD, ` +
        `found clearing:SANDBOX:sandbox-bank:USD -0.11 USD, ${suspense} 0.11 USD`,
      expect.stringMatching(`has the outcome RETURNED, but ${id} does not match it`),
    ]);
  });

  it('a quote whose state does not match its payment', async () => {
    await corrupt(QUOTES, is(settled.id), () => ({ status: 'FAILED' as const }));
    expect(await findings()).toEqual([`${settled.id} is FAILED, its transaction is COMPLETED`]);
  });

  describe('a quote that has not expired', () => {
    const DAY_MS = 86_400_000;
    const overdue = (since: number): string =>
      `${pending.id} is PENDING, although it was valid until ${toIso(instant(since))}`;

    it('a day before the newest quote was made', async () => {
      const made = (await payer.quoted(payer.fromAccount(payer.usd.id, (await payer.external('871')).id))).createdAt;
      await corrupt(QUOTES, is(pending.id), () => ({ expiresAt: instant(made - DAY_MS) }));
      expect(await findings()).toEqual([]);
      const since = instant(made - DAY_MS - 1);
      await corrupt(QUOTES, is(pending.id), () => ({ expiresAt: since }));
      expect(await findings()).toEqual([overdue(since)]);
      await corrupt(QUOTES, is(pending.id), () => ({ status: 'PENDING_AUTHORIZATION' as const }));
      expect(await findings()).toEqual([overdue(since).replace('PENDING', 'PENDING_AUTHORIZATION')]);
      await corrupt(QUOTES, is(pending.id), () => ({ status: 'EXPIRED' as const }));
      expect(await findings()).toEqual([]);
    });

    it('a day before the last seal, but not because the hosts were stopped', async () => {
      const { play } = payer;
      play.clock.advance(2 * 86_400);
      expect(await findings()).toEqual([]);
      await play.core.work.sealJournal();
      expect(await findings()).toEqual([overdue(pending.expiresAt)]);
      await play.core.work.expireOverdue();
      expect(await findings()).toEqual([]);
    });

    it('but not one that only a moved test clock has made overdue', async () => {
      const { play } = payer;
      valueOf(await play.run(play.core.sandbox.advanceClock, { seconds: 2 * 86_400 }));
      await play.core.work.sealJournal();
      expect(await findings()).toEqual([]);
    });
  });

  it('a quote that is valid longer than any other', async () => {
    await corrupt(QUOTES, is(settled.id), () => ({ expiresAt: instant(Date.UTC(2099, 0, 1)) }));
    expect(await findings()).toEqual([
      `${settled.id} is valid until 2099-01-01T00:00:00.000Z, longer than any quote can be`,
    ]);
  });
});

describe('an audit of arrivals finds', () => {
  const arrives = async (reference: string, amount: bigint) => {
    const money = { rail: 'sandbox-bank', paymentId: reference, reference, currency: 'USD', amount };
    const from = { kind: 'arrival', remitter: { name: 'Ada', account: '12' }, valueDate: null } as const;
    const { arrival: kept } = valueOf(await payer.play.core.railTells('SANDBOX', { ...money, ...from }));
    const arrival = kept!;
    await payer.play.pass(0);
    expect(await findings()).toEqual([]);
    return arrival;
  };

  it.each(['amount', 'rail'] as const)('one whose %s differs from its transaction or deposit', async (field) => {
    const { usd, quoted, funded, external } = payer;
    const exact = await quoted(funded((await external('891')).id));
    const wrong = await quoted(funded((await external('892')).id));
    const arrived = [
      await arrives(usd.reference, 300n),
      await arrives(exact.reference!, 100_000n),
      await arrives(wrong.reference!, 300n),
      await arrives('NOBODY', 300n),
    ];
    for (const { id } of arrived) await corrupt(ARRIVALS, is(id), () => ({ [field]: field === 'rail' ? 'other' : 1n }));
    expect((await findings()).map((finding) => finding.replace(/, but \S+ does not match it$/, ''))).toEqual(
      arrived.map(({ id, outcome }) => `${id} has the outcome ${outcome}`),
    );
  });

  it('one whose transaction or deposit does not exist', async () => {
    const { id, depositId } = await arrives('NOBODY', 300n);
    const other = 'Deposit:018bcfe5-6800-7000-8000-000000000000' as typeof depositId;
    await corrupt(ARRIVALS, is(id), () => ({ depositId: other }));
    expect(await findings()).toEqual([`${id} has the outcome RETURNED, but ${other} does not match it`]);
  });
});

describe('an audit of daily volumes finds', () => {
  /** One delivered payment, one returned after delivery, one failed before delivery, and one in progress. */
  beforeEach(async () => {
    const usdEur = { source: 'USD' as CurrencyCode, destination: 'EUR' as CurrencyCode };
    const options = { ...DEFAULT_OPTIONS, cursorKey: new Uint8Array(32).fill(1), publicAuthority: 'localhost:8080' };
    payer = await playPayer({ options: { ...options, corridors: [{ ...usdEur, dailyVolume: 500_000n }] } });
    for (const suffix of ['890', '005', '002', '003']) {
      const { id } = await payer.external(suffix);
      await payer.quoted(payer.fromAccount(payer.usd.id, id, { immediatelyExecute: true }));
    }
    await payer.play.pass(0);
    await payer.play.pass(31);
    expect((await records(DAILY_VOLUMES)).map(({ remaining }) => remaining)).toEqual([200_000n]);
    expect(await findings()).toEqual([]);
  });

  it('one whose remaining volume does not match its payments', async () => {
    const { id } = await corrupt(
      DAILY_VOLUMES,
      () => true,
      () => ({ remaining: 200_001n }),
    );
    expect(await findings()).toEqual([`${id} has 2,999.99 USD used, its payments sum to 3,000.00 USD`]);
  });

  it('one that was deleted', async () => {
    const { id } = await corrupt(DAILY_VOLUMES, () => true, null);
    expect(await findings()).toEqual([`payments have used 3,000.00 USD of ${id}, which does not exist`]);
  });
});

describe('an audit of agents finds', () => {
  /** Two transfers: one executed action, and one that awaits approval. */
  beforeEach(async () => {
    payer = await playPayer();
    const { play, customerId, usd } = payer;
    const policy = {
      permissions: ['CREATE_TRANSFERS'],
      defaultExecutionMode: 'AUTO',
      spendingLimits: { currency: 'USD', perTransactionLimit: 2_000n },
      approvalThresholds: { amount: 1_000n },
    };
    const { view } = valueOf(await play.run(play.core.agents.create, { name: 'Clerk', customerId, policy }));
    const actor = { kind: 'agent', agentId: view.agent.id, customerId: view.agent.customerId } as const;
    const destinationId = (await payer.dollars('003')).id;
    for (const amount of [1_000n, 2_000n]) {
      const transfer = { sourceId: usd.id, destinationId, amount };
      const ctx = play.core.context(play.tenant, actor, 'test');
      const { prepare, finish } = play.core.agents.me.transferOut;
      const ready = valueOf(await prepare(ctx, transfer));
      valueOf(await play.core.units.run(play.tenant, (tx) => finish(tx, ctx, ready)));
    }
    await play.pass(0);
    expect(await findings()).toEqual([]);
  });
  const waiting = ({ wasAsked }: AgentAction): boolean => wasAsked;

  it('limits whose use does not match the actions', async () => {
    const { id } = await corrupt(
      AGENT_USAGES,
      ({ period }) => period.length === 'YYYY-MM'.length,
      ({ remaining }) => ({ remaining: remaining + 1n }),
    );
    expect(await findings()).toEqual([`${id} has 9.99 USD used in 1 actions, its actions sum to 10.00 USD in 1`]);
    await corrupt(AGENT_USAGES, is(id), null);
    expect(await findings()).toEqual([`actions have used the limits of ${id}, which does not exist`]);
  });

  it('an action with an event too many, and an approved action without a transaction', async () => {
    const { id } = await corrupt(AGENT_ACTIONS, waiting, () => ({ wasAsked: false }));
    expect(await findings()).toEqual([`events of ${id}: expected none, found AGENT_ACTION.PENDING_APPROVAL`]);
    await corrupt(AGENT_ACTIONS, is(id), () => ({ wasAsked: true, status: 'APPROVED' as const }));
    expect(await findings()).toEqual([`${id} is APPROVED, but its transaction or its spending does not match`]);
  });

  it('a transaction that names another agent than its action', async () => {
    const { id } = await corrupt(
      TRANSACTIONS,
      ({ agentId }) => agentId !== null,
      () => ({ agentId: null }),
    );
    expect((await findings()).filter((finding) => finding.includes('its transaction to no agent'))).toHaveLength(1);
    expect(id).toMatch(/^Transaction:/);
  });
});

describe('an audit of accounts finds', () => {
  const euros = async (): Promise<string> => (await payer.internal('EUR')).account.id;

  it('one without its balance row', async () => {
    const id = await euros();
    await corrupt(BALANCES, is(id), null);
    expect(await findings()).toEqual([`${id} is ACTIVE but has no balance row`]);
  });

  it('a balance without its account', async () => {
    const id = await euros();
    await corrupt(INTERNAL_ACCOUNTS, is(id), null);
    expect(await findings()).toEqual([`the balance of ${id} has no holder`]);
  });

  it('a balance in another currency than its account', async () => {
    const id = await euros();
    await corrupt(BALANCES, is(id), () => ({ currency: 'MXN' as CurrencyCode }));
    expect(await findings()).toEqual([`the balance of ${id} is in MXN, its holder is in EUR`]);
  });

  it('a change of balance without its event', async () => {
    const { id } = payer.usd;
    const changes = (await records(EVENTS)).filter(told('INTERNAL_ACCOUNT.BALANCE_UPDATED', id)).length;
    await corrupt(EVENTS, told('INTERNAL_ACCOUNT.BALANCE_UPDATED', id), null);
    expect(await findings()).toEqual([
      `the balance of ${id} changed ${changes} times, but ${changes - 1} events announced it`,
    ]);
  });

  it('an event about the balance of an account that does not exist', async () => {
    const { cause } = (await records(POSTINGS)).find(({ kind }) => kind === 'FEE_SWEEP')!;
    const resource = 'InternalAccount:none';
    await corrupt(EVENTS, told('INTERNAL_ACCOUNT.BALANCE_UPDATED', cause), () => ({
      resource,
      snapshot: { id: resource },
    }));
    expect(await findings()).toEqual([
      `the balance of ${cause} changed 1 times, but 0 events announced it`,
      `events announce balances of ${resource}, which does not exist`,
    ]);
  });

  it('an event whose balance differs from the ledger', async () => {
    const { cause } = (await records(POSTINGS)).find(({ kind }) => kind === 'FEE_SWEEP')!;
    await corrupt(EVENTS, told('INTERNAL_ACCOUNT.BALANCE_UPDATED', cause), () => ({ available: 105n }));
    expect(await findings()).toEqual([`the balance of ${cause} is 1.00 USD, but no event announced it`]);
  });

  it('a change of status without its event', async () => {
    await corrupt(INTERNAL_ACCOUNTS, is(await euros()), () => ({ status: 'FROZEN' as const }));
    expect(await findings()).toEqual([`${await euros()} is FROZEN, but no event announced this status`]);
  });

  it('a proof of ownership without its event', async () => {
    const { id } = await payer.external('891');
    const ownershipProof = {} as ExternalAccount['ownershipProof'];
    await corrupt(EXTERNAL_ACCOUNTS, is(id), () => ({ ownershipProof }));
    expect(await findings()).toEqual([`states of ${id}: expected EXTERNAL_ACCOUNT.STATUS_UPDATED, found none`]);
    await corrupt(EXTERNAL_ACCOUNTS, is(id), () => ({
      ownershipProof,
      status: 'PENDING_OWNERSHIP_VERIFICATION' as const,
    }));
    expect(await findings()).toContain(`${id} is PENDING_OWNERSHIP_VERIFICATION, but its ownership has been proven`);
  });

  it('a decision on a customer without its event', async () => {
    const id = payer.customerId;
    await corrupt(EVENTS, told('CUSTOMER.KYC_APPROVED', id), null);
    expect(await findings()).toEqual([`decisions on ${id}: expected CUSTOMER.KYC_APPROVED, found none`]);
  });

  it('a customer whose state differs from its event', async () => {
    const id = payer.customerId;
    await corrupt(CUSTOMERS, is(id), () => ({ kycStatus: 'REJECTED' as const }));
    expect(await findings()).toEqual([
      `decisions on ${id}: expected CUSTOMER.KYC_REJECTED, found CUSTOMER.KYC_APPROVED`,
    ]);
  });
});

describe('an audit of events and jobs finds', () => {
  it('an event with the snapshot of another record', async () => {
    const id = settled.transactionId;
    const event = await corrupt(EVENTS, told('OUTGOING_PAYMENT.COMPLETED', id), () => ({
      snapshot: { id: 'other', status: 'COMPLETED' },
    }));
    expect(await findings()).toEqual([`${event.id} (OUTGOING_PAYMENT.COMPLETED) is about ${id}, but shows other`]);
  });

  it('an event whose snapshot has another state than its type', async () => {
    const id = settled.transactionId;
    const event = await corrupt(EVENTS, told('OUTGOING_PAYMENT.COMPLETED', id), ({ snapshot }) => ({
      snapshot: { ...snapshot, status: 'PROCESSING' },
    }));
    expect(await findings()).toEqual([
      `${event.id} announces OUTGOING_PAYMENT.COMPLETED of ${id}, but shows the state PROCESSING`,
      `status of ${id} is COMPLETED, ${event.id} showed PROCESSING`,
    ]);
  });

  it('an event about a record that does not exist', async () => {
    const { id } = await corrupt(
      EVENTS,
      ({ type }) => type === 'TEST',
      () => ({ resource: 'Transaction:none' }),
    );
    expect(await findings()).toEqual([`${id} (TEST) is about Transaction:none, but shows ${payer.play.tenant}`]);
  });

  it('a job that has failed ten times', async () => {
    await corrupt(JOBS, aboutJob('payout.check', processing.transactionId), () => ({
      attempts: 10,
      lastError: 'no answer',
    }));
    expect(await findings()).toEqual([`payout.check of ${processing.transactionId} has failed 10 times: no answer`]);
    await corrupt(JOBS, aboutJob('payout.check', processing.transactionId), () => ({ attempts: 9 }));
    expect(await findings()).toEqual([]);
  });

  it('rows of a platform that does not exist', async () => {
    await corrupt(PLATFORMS, is(payer.play.tenant), null);
    expect(await findings()).toEqual([
      `platform ${payer.play.tenant} does not exist, but has rows in postings, balances, checkpoints, events, jobs, ` +
        'tokens, webhook_keys, customers, uma_addresses, internal_accounts, external_accounts, quotes, transactions, ' +
        'deposits, arrivals, rail_steps, exceptions, search_terms',
    ]);
  });
});
