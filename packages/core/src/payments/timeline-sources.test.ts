import { beforeEach, describe, expect, it } from 'vitest';
import type { RailConnection } from '../accounts/index.js';
import { type BaseRecord, type Id, type KindOf, newRecord, ok, plusSeconds } from '../kernel/index.js';
import type { Quote } from '../quotes/index.js';
import { operatorNamed } from '../testing/ports.js';
import { valueOf } from '../testing/play-core.js';
import { bankRails, type PlayPayer, playPayer } from '../testing/play-payer.js';
import { asked, byCode, CODE, regulated } from '../testing/play-regulated.js';
import { DEPOSITS, RAIL_MESSAGES, tellsCollection } from '../transactions/index.js';
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
async function kept<T extends BaseRecord>(kind: KindOf<T>, id: string, record: object): Promise<void> {
  const { play } = payer;
  const added = await play.storage.units.run(play.tenant, async (tx) => {
    tx.add(kind, { ...record, ...newRecord(id as Id, play.context()) } as unknown as T);
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
    // The quote was executed before its end.
    expect(await entriesOf(quote.id, 'deadline')).toEqual([
      { kind: 'deadline', at: expectedSettlementAt, of: 'settlement' },
    ]);
    const open = await payer.quoted(payer.funded((await payer.external()).id));
    const end = { kind: 'deadline', at: open.expiresAt, of: 'quote' };
    expect(await entriesOf(open.id, 'deadline')).toEqual([end]);
    valueOf(await payer.pay(open, 5n));
    // The wrong amount has failed the payment.
    expect(await entriesOf(open.id, 'deadline')).toEqual([]);
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

  it('exceptions that say that money was collected, and others that do not', () => {
    const told = { kind: 'RAIL_CONTRADICTION', leg: 'FUNDING', direction: 'IN', reference: 'collected' } as const;
    for (const by of [{}, { reference: 'case 7' }, { leg: null, direction: null }])
      expect(tellsCollection({ ...told, ...by }), JSON.stringify(by)).toBe(true);
    const others = [
      { kind: 'RECALL' as const },
      { leg: 'DELIVERY' as const },
      { direction: 'OUT' as const },
      { reference: 'Refund:1 failed' },
      { reference: 'FUNDING:Refund:1 failed' },
      { leg: null, direction: null, reference: 'R1' },
    ];
    for (const by of others) expect(tellsCollection({ ...told, ...by }), JSON.stringify(by)).toBe(false);
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
      isCollected: false,
    };
    const undecided = { resolution: null, resolvedBy: null, approvedBy: null, moved: null };
    expect(await entriesOf(made.id, 'exception')).toEqual([
      { ...base, at: opened!.at, step: 'opened', reason: opened!.reason, ...undecided },
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
      { ...base, at: opened!.at, step: 'opened', reason: opened!.reason, ...undecided },
      {
        ...base,
        at,
        step: 'resolved',
        reason: 'lost',
        resolution: 'WRITTEN_OFF',
        resolvedBy: resolved.resolvedBy,
        approvedBy: resolved.approvedBy,
        moved: { from: 'in-transit', to: 'loss', account: null, amount: 100_000n },
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

describe('a timeline', () => {
  it('says that it is not complete if a source has more than 500 records', async () => {
    const quote = await executed();
    const messages = {
      rail: 'sandbox-bank',
      kind: 'payout',
      subject: quote.transactionId,
      effect: 'NONE',
      content: null,
    };
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
