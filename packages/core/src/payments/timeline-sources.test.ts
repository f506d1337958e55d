import { beforeEach, describe, expect, it } from 'vitest';
import type { RailConnection } from '../accounts/index.js';
import { type AgentAction, AGENT_ACTIONS } from '../agents/index.js';
import { CARD_REFUNDS } from '../cards/index.js';
import {
  type BaseRecord,
  type Id,
  instant,
  type Instant,
  type KindOf,
  newRecord,
  ok,
  plusSeconds,
} from '../kernel/index.js';
import type { Quote } from '../quotes/index.js';
import { operatorNamed } from '../testing/ports.js';
import { valueOf } from '../testing/play-core.js';
import { bankRails, type PlayPayer, playPayer } from '../testing/play-payer.js';
import { asked, byCode, CODE, regulated } from '../testing/play-regulated.js';
import { DEPOSITS, RAIL_MESSAGES, type Transaction, TRANSACTIONS } from '../transactions/index.js';
import { UMA_RECEIPTS } from '../uma/index.js';
import type { PaymentTimeline, TimelineEntry } from './timeline.js';

let payer: PlayPayer;
beforeEach(async () => {
  payer = await playPayer();
});

const timelineOf = async (id: string, of = payer): Promise<PaymentTimeline> =>
  valueOf(await of.play.core.payments.timeline(of.play.tenant, id));
const entriesOf = async <K extends TimelineEntry['kind']>(id: string, kind: K, of = payer) =>
  (await timelineOf(id, of)).entries.filter(
    (entry): entry is Extract<TimelineEntry, { kind: K }> => entry.kind === kind,
  );
const uuid = (end: number): string => `018bcfe5-6800-7000-8000-${String(end).padStart(12, '0')}`;

/** Writes a record as another area keeps it. */
async function kept<T extends BaseRecord>(kind: KindOf<T>, id: string, record: object, at?: Instant): Promise<void> {
  const { play } = payer;
  const ctx = at === undefined ? play.context() : { ...play.context(), now: at };
  const added = await play.storage.units.run(play.tenant, async (tx) => {
    tx.add(kind, { ...record, ...newRecord(id as Id, ctx) } as unknown as T);
    return ok();
  });
  valueOf(added);
}

const executed = async (suffix = '890', of = payer): Promise<Quote> => {
  const quote = await of.quoted(of.fromAccount(of.usd.id, (await of.external(suffix)).id));
  valueOf(await of.execute(quote.id));
  return quote;
};
const arrives = async (quote: Quote, paymentId: string, amount: bigint, of = payer) =>
  valueOf(
    await of.play.core.railTells('SANDBOX', {
      kind: 'arrival',
      rail: 'sandbox-bank',
      paymentId,
      reference: quote.reference!,
      currency: 'USD',
      amount,
      remitter: { name: 'Grace Hopper', account: 'DE89370400440532013000' },
      valueDate: '2026-01-15',
    }),
  );

describe('the timeline of a payment has', () => {
  it('its quote, as it was priced', async () => {
    const quote = await executed();
    expect(await entriesOf(quote.id, 'quote')).toEqual([
      {
        kind: 'quote',
        at: quote.createdAt,
        quoteId: quote.id,
        sends: { currency: 'USD', amount: 100_000n },
        receives: { currency: 'EUR', amount: 91_540n },
        rate: { num: 23n, den: 25n },
        serviceFee: 500n,
        platformFee: 0n,
      },
    ]);
  });

  it('the times that end its quote and its challenge, and by which it is expected to settle', async () => {
    const quote = await executed('003');
    const { expectedSettlementAt } = await payer.payment(quote);
    expect(await entriesOf(quote.id, 'deadline')).toEqual(
      [
        { kind: 'deadline', at: quote.expiresAt, of: 'quote' },
        { kind: 'deadline', at: expectedSettlementAt, of: 'settlement' },
      ].toSorted((a, b) => a.at! - b.at!),
    );
    const of = await regulated();
    const waiting = await asked(of);
    const both = [
      { kind: 'deadline', at: waiting.expiresAt, of: 'quote' },
      { kind: 'deadline', at: waiting.expiresAt, of: 'challenge' },
    ];
    expect(await entriesOf(waiting.id, 'deadline', of)).toEqual(both);
    valueOf(await of.authorize(waiting, byCode(CODE)));
    expect((await entriesOf(waiting.id, 'deadline', of)).map((deadline) => deadline.of)).not.toContain('challenge');
  });

  it('its events, with the time of the next attempt only while they wait for one', async () => {
    payer.play.answer = { kind: 'answered', status: 503, body: '' };
    const quote = await executed();
    await payer.play.core.work.drain();
    const [queued] = await entriesOf(quote.transactionId, 'event');
    expect(queued).toMatchObject({ type: 'OUTGOING_PAYMENT.PROCESSING', status: 'QUEUED', deliveredAt: null });
    expect(queued!.nextAttemptAt).toBeGreaterThan(payer.play.clock.now());
    payer.play.answer = { kind: 'answered', status: 200, body: '' };
    await payer.play.pass(3_600);
    const [delivered] = await entriesOf(quote.transactionId, 'event');
    expect(delivered).toMatchObject({ eventId: queued!.eventId, status: 'DELIVERED', nextAttemptAt: null });
    expect(delivered!.deliveredAt).toBe(payer.play.clock.now());
  });

  it('its exceptions: why they were opened, and who resolved them how', async () => {
    const made = await payer.quoted(payer.funded((await payer.external('007')).id));
    valueOf(await payer.pay(made));
    await payer.play.pass(60);
    const [opened] = await entriesOf(made.id, 'exception');
    const base = {
      kind: 'exception',
      exceptionId: opened!.exceptionId,
      exception: 'REFUND_FAILED',
      currency: 'USD',
      amount: 100_000n,
    };
    const nobody = { resolution: null, resolvedBy: null, approvedBy: null };
    expect(await entriesOf(made.id, 'exception')).toEqual([
      { ...base, at: opened!.at, step: 'opened', reason: opened!.reason, ...nobody },
    ]);
    await payer.play.pass(1);
    const [by, approvedBy] = [operatorNamed('Ann'), operatorNamed('Bob')];
    const decided = {
      exceptionId: opened!.exceptionId,
      resolution: 'WRITTEN_OFF',
      note: 'lost',
      by,
      approvedBy,
    } as const;
    const at = payer.play.clock.now();
    const resolved = valueOf(await payer.play.run(payer.play.core.treasury.resolve, decided));
    expect(resolved.approvedBy).toContain('Bob');
    expect(await entriesOf(made.id, 'exception')).toEqual([
      { ...base, at: opened!.at, step: 'opened', reason: opened!.reason, ...nobody },
      {
        ...base,
        at,
        step: 'resolved',
        reason: 'lost',
        resolution: 'WRITTEN_OFF',
        resolvedBy: resolved.resolvedBy,
        approvedBy: resolved.approvedBy,
      },
    ]);
  });

  it('the money that arrived for it, and the messages of rails', async () => {
    const quote = await payer.quoted(payer.funded((await payer.external()).id));
    await arrives(quote, 'p1', 100_000n);
    await payer.play.pass(1);
    const second = await arrives(quote, 'p2', 7n);
    const { clock } = payer.play;
    await payer.play.pass(1);
    const base = {
      kind: 'arrival',
      rail: 'sandbox-bank',
      reference: quote.reference,
      currency: 'USD',
      valueDate: '2026-01-15',
    };
    const begin = quote.createdAt;
    expect(await entriesOf(quote.id, 'arrival')).toEqual([
      { ...base, at: begin, paymentId: 'p1', amount: 100_000n, outcome: 'QUOTE_FUNDED' },
      { ...base, at: plusSeconds(begin, 1), paymentId: 'p2', amount: 7n, outcome: 'RETURNED' },
    ]);
    const deposit = await payer.play.storage.units.read(payer.play.tenant, (reads) =>
      reads.get(DEPOSITS, second.deposit!.id),
    );
    const returned = (await entriesOf(quote.id, 'rail')).filter(({ step }) => step === 'return of the deposit');
    expect(returned).toEqual([
      {
        kind: 'rail',
        at: deposit!.updatedAt,
        step: 'return of the deposit',
        rail: 'sandbox-bank',
        reference: deposit!.returnedAs,
        reason: null,
      },
    ]);
    expect(deposit!.returnedAs).not.toBeNull();
    const told = { kind: 'recall', rail: 'sandbox-bank', messageId: 'm1', paymentId: 'p1', amount: 1n, reason: null };
    const recall = await payer.play.core.railTells('SANDBOX', told as never);
    expect(await entriesOf(quote.id, 'message')).toEqual([
      {
        kind: 'message',
        at: clock.now(),
        rail: 'sandbox-bank',
        messageId: 'm1',
        about: 'recall',
        effect: valueOf(recall).effect,
      },
    ]);
  });

  it('the reversal of money that waits', async () => {
    const told = {
      kind: 'arrival',
      rail: 'sandbox-bank',
      paymentId: 'p1',
      reference: 'lunch',
      currency: 'USD',
    } as const;
    const waits = { amount: 5n, remitter: null, valueDate: null, returnAfterSeconds: 3_600 };
    const { deposit } = valueOf(await payer.play.core.railTells('SANDBOX', { ...told, ...waits }));
    const reversal = {
      kind: 'reversal',
      rail: 'sandbox-bank',
      messageId: 'm1',
      paymentId: 'p1',
      amount: 5n,
      reason: null,
    };
    valueOf(await payer.play.core.railTells('SANDBOX', reversal as never));
    const timeline = await timelineOf(deposit!.id);
    expect([timeline.transaction, timeline.quote]).toEqual([null, null]);
    const steps = timeline.entries.filter((entry) => entry.kind === 'rail');
    const at = payer.play.clock.now();
    expect(steps).toEqual([
      { kind: 'rail', at, step: 'funding reversed', rail: 'sandbox-bank', reference: 'm1', reason: null },
    ]);
  });
});

describe('the timeline of a payment of an agent has', () => {
  const actionOn = (over: Partial<AgentAction>): object => ({
    agentId: 'Agent:1',
    customerId: payer.customerId,
    platformCustomerId: 'x',
    status: 'APPROVED',
    type: 'EXECUTE_QUOTE',
    quoteId: null,
    transfer: null,
    stamp: null,
    wasAsked: true,
    transactionId: null,
    spent: null,
    rejectionReason: null,
    ...over,
  });
  const base = { kind: 'agent', actionId: `AgentAction:${uuid(1)}`, agentId: 'Agent:1', reason: null };

  it('what its policy allowed, or what was asked and decided', async () => {
    const { clock } = payer.play;
    const steps = async (over: Partial<AgentAction>) => {
      const quote = await executed(String(100 + steps_++));
      await kept(AGENT_ACTIONS, `AgentAction:${uuid(steps_)}`, actionOn({ quoteId: quote.id, ...over }));
      const entries = await entriesOf(quote.id, 'agent');
      for (const { at, agentId, type } of entries)
        expect([at, agentId, type]).toEqual([clock.now(), 'Agent:1', 'EXECUTE_QUOTE']);
      return entries.map(({ step, reason }) => [step, reason]);
    };
    let steps_ = 10;
    expect(await steps({ wasAsked: false })).toEqual([['allowed by the policy', null]]);
    expect(await steps({ status: 'PENDING_APPROVAL' })).toEqual([['approval asked', null]]);
    expect(await steps({ status: 'APPROVED' })).toEqual([
      ['approval asked', null],
      ['APPROVED', null],
    ]);
    expect(await steps({ status: 'REJECTED', rejectionReason: 'too much' })).toEqual([
      ['approval asked', null],
      ['REJECTED', 'too much'],
    ]);
  });

  it('the action of a transfer, and no later action of the agent', async () => {
    const { play, usd } = payer;
    const request = { sourceId: usd.id, destinationId: (await payer.dollars()).id, amount: 5n };
    const { id, ...transfer } = valueOf(await play.run(play.core.transfers.out, request));
    const transaction = { ...transfer, agentId: 'Agent:1' };
    const other = `Transaction:${uuid(7)}` as Id<'Transaction'>;
    play.clock.advance(10);
    await kept(TRANSACTIONS, other, transaction);
    const action = actionOn({ type: 'CREATE_TRANSFER_OUT' as never, transactionId: other, wasAsked: false });
    await kept(
      AGENT_ACTIONS,
      `AgentAction:${uuid(2)}`,
      actionOn({ transactionId: id, wasAsked: false }),
      instant(play.clock.now() - 5_000),
    );
    await kept(AGENT_ACTIONS, `AgentAction:${uuid(1)}`, action, instant(play.clock.now() - 1_000));
    expect(await entriesOf(other, 'agent')).toEqual([
      { ...base, at: play.clock.now() - 1_000, type: 'CREATE_TRANSFER_OUT', step: 'allowed by the policy' },
    ]);
    expect(await entriesOf(id, 'agent')).toEqual([]);
  });
});

describe('the timeline of a payment with a card has', () => {
  it('what the merchant gave back, and took back again', async () => {
    const quote = await executed();
    await payer.play.pass(0);
    const { id: _, ...paid } = await payer.payment(quote);
    const id = `Transaction:${uuid(9)}`;
    const card: Partial<Transaction> = {
      type: 'CARD',
      status: 'SETTLED',
      quoteId: null,
      destination: paid.destination,
    } as never;
    await kept(TRANSACTIONS, id, { ...paid, ...card, rail: 'issuer' });
    const at = payer.play.clock.now();
    const refund = { transactionId: id, currency: 'USD', amount: 5n, reversedAt: null };
    await kept(CARD_REFUNDS, `CardRefund:${uuid(1)}`, refund);
    await kept(CARD_REFUNDS, `CardRefund:${uuid(2)}`, { ...refund, reversedAt: plusSeconds(at, 3) });
    const base = { kind: 'rail', rail: 'issuer', reason: null };
    const refunds = (await entriesOf(id, 'rail')).filter(({ step }) => step.startsWith('card'));
    expect(refunds).toEqual([
      { ...base, at, step: 'card refund', reference: `CardRefund:${uuid(1)}` },
      { ...base, at, step: 'card refund', reference: `CardRefund:${uuid(2)}` },
      { ...base, at: plusSeconds(at, 3), step: 'card refund reversed', reference: `CardRefund:${uuid(2)}` },
    ]);
  });
});

describe('the timeline of a payment of another institution has', () => {
  it('the question to the platform, its answer, and the time until which it can answer', async () => {
    valueOf(await payer.play.run(payer.play.core.sandbox.fund, { accountId: payer.usd.id, amount: 5n }));
    const { rows } = await payer.play.storage.units.read(payer.play.tenant, (reads) =>
      reads.list(TRANSACTIONS, { order: 'desc', limit: 1 }),
    );
    const { id: _, ...credited } = rows[0]!;
    const at = payer.play.clock.now();
    const approvals = async (end: number, over: object) => {
      const id = `Transaction:${uuid(end)}`;
      await kept(TRANSACTIONS, id, credited);
      const receipt = { vasp: 'bank.example', accountId: payer.usd.id, currency: 'USD', amount: 5n, layer: null };
      const none = { asset: null, settlementCurrency: null, settlementAmount: 5n, rail: null, reference: null };
      const more = {
        askUntil: at,
        paymentHash: null,
        invoice: null,
        payeeData: {},
        requiredFields: [],
        travelRule: null,
      };
      const last = { isSimulated: false, notifiedAt: null, eventId: null, expiresAt: plusSeconds(at, 60) };
      await kept(UMA_RECEIPTS, id, { ...receipt, ...none, ...more, ...last, ...over });
      const { approval, entries } = await timelineOf(id);
      const states = entries.flatMap((entry) =>
        entry.kind === 'state' && entry.of === 'approval' ? [[entry.at, entry.from, entry.to, entry.why]] : [],
      );
      const until = entries.flatMap((entry) => (entry.kind === 'deadline' ? [[entry.of, entry.at]] : []));
      expect(until).toEqual([['approval', plusSeconds(at, 60)]]);
      return { approval, states };
    };
    const eventId = `Webhook:${uuid(1)}`;
    const question = [at, null, 'ASKED', 'the platform is asked to approve the payment'];
    expect(await approvals(11, { status: 'ASKED', eventId })).toEqual({ approval: 'ASKED', states: [question] });
    expect(await approvals(12, { status: 'DEFERRED', eventId })).toEqual({
      approval: 'DEFERRED',
      states: [question, [at, null, 'DEFERRED', 'the platform decides later (answer 202)']],
    });
    // Two rows of the table lead to APPROVED, so the record does not say which was taken.
    expect(await approvals(13, { status: 'APPROVED' })).toEqual({
      approval: 'APPROVED',
      states: [[at, null, 'APPROVED', null]],
    });
    expect((await timelineOf(`Transaction:${uuid(13)}`)).isComplete).toBe(true);
  });
});

describe('a timeline', () => {
  it('says that it is not complete if a source has more than 500 records', async () => {
    const quote = await executed();
    const messages = { rail: 'sandbox-bank', kind: 'payout', subject: quote.transactionId, effect: 'NONE' };
    const { play } = payer;
    const added = await play.storage.units.run(play.tenant, async (tx) => {
      for (let at = 0; at < 500; at++)
        tx.add(RAIL_MESSAGES, {
          ...messages,
          messageId: `m${at}`,
          ...newRecord(`RailMessage:${uuid(at)}`, play.context()),
        } as never);
      return ok();
    });
    valueOf(added);
    expect((await timelineOf(quote.id)).isComplete).toBe(true);
    await kept(RAIL_MESSAGES, `RailMessage:${uuid(500)}`, { ...messages, messageId: 'last' });
    const { isComplete, entries } = await timelineOf(quote.id);
    expect(isComplete).toBe(false);
    expect(entries.filter(({ kind }) => kind === 'message')).toHaveLength(500);
  });

  it('asks each connection once for the movements of its rails, and for no others', async () => {
    const questions: string[] = [];
    const connection = (
      name: string,
      rails: RailConnection['rails'],
      traces?: RailConnection['traces'],
    ): RailConnection => ({
      name,
      environment: 'SANDBOX',
      claims: [],
      rails,
      tasks: [],
      callback: null,
      check: async () => ({ isReachable: true, lastExchangeAt: null, backlog: {}, problems: [] }),
      releases: null,
      ...(traces !== undefined && { traces }),
    });
    const rails = bankRails({});
    const asks: RailConnection['traces'] = async (reference) => {
      questions.push(reference);
      return [];
    };
    const of = await playPayer({
      rails: [],
      connections: [
        connection(
          'bank',
          rails.filter(({ name }) => name === 'sandbox-bank'),
          asks,
        ),
        connection(
          'others',
          rails.filter(({ name }) => name !== 'sandbox-bank'),
        ),
      ],
    });
    const quote = await of.quoted(of.funded((await of.external('004')).id));
    await arrives(quote, 'p1', 100_000n, of);
    await of.play.pass(1);
    const second = await arrives(quote, 'p2', 7n, of);
    await of.play.pass(60);
    const { refundReference } = await of.payment(quote);
    const deposit = await of.play.storage.units.read(of.play.tenant, (reads) =>
      reads.get(DEPOSITS, second.deposit!.id),
    );
    await timelineOf(quote.id, of);
    expect(questions.toSorted()).toEqual(
      ['p1', 'p2', quote.transactionId, refundReference!, deposit!.returnedAs!].toSorted(),
    );
    questions.length = 0;
    const collected = await of.quoted(of.fromAccount((await of.dollars()).id, (await of.external('891')).id));
    valueOf(await of.execute(collected.id));
    await of.play.pass(60);
    await timelineOf(collected.id, of);
    // The collection and the delivery have one reference at one rail.
    expect(questions).toEqual([collected.transactionId]);
  });
});
