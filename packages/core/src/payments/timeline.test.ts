import { beforeEach, describe, expect, it } from 'vitest';
import type { RailConnection } from '../accounts/index.js';
import { instant } from '../kernel/index.js';
import { valueOf } from '../testing/play-core.js';
import { bankRails, type PlayPayer, playPayer } from '../testing/play-payer.js';
import type { PaymentTimeline, TimelineEntry } from './timeline.js';
import { operatorNamed } from '../testing/ports.js';

let payer: PlayPayer;
beforeEach(async () => {
  payer = await playPayer();
});

const timelineOf = async (id: string, of: PlayPayer = payer): Promise<PaymentTimeline> =>
  valueOf(await of.play.core.payments.timeline(of.play.tenant, id));

const textOf = (entry: TimelineEntry): string => {
  switch (entry.kind) {
    case 'state':
      return `${entry.of} ${entry.from ?? '-'} > ${entry.to}${entry.reason === null ? '' : ` (${entry.reason})`}`;
    case 'rail':
      return entry.step;
    case 'journal':
      return entry.entry.kind;
    case 'event':
      return `${entry.type} ${entry.status}`;
    case 'exception':
      return `${entry.exception} ${entry.step}`;
    case 'deadline':
      return `until ${entry.of}`;
    default:
      return entry.kind;
  }
};

async function executed(suffix: string, of: PlayPayer = payer) {
  const quote = await of.quoted(of.fromAccount(of.usd.id, (await of.external(suffix)).id));
  valueOf(await of.execute(quote.id));
  return quote;
}

describe('the timeline of a payment', () => {
  it('has the quote, states, rail steps, journal entries and events in order of time', async () => {
    const quote = await executed('890');
    await payer.play.pass(60);
    const { entries, transaction, isComplete, unreadRails } = await timelineOf(quote.transactionId);
    expect(transaction?.status).toBe('COMPLETED');
    expect([isComplete, unreadRails]).toEqual([true, []]);
    expect(entries.map(textOf).filter((text) => !text.startsWith('until'))).toEqual([
      'quote',
      'HOLD',
      'quote PENDING > PROCESSING',
      'payment - > PROCESSING',
      'OUTGOING_PAYMENT.PROCESSING DELIVERED',
      'payout begun',
      'payout settled',
      'SETTLEMENT',
      'quote PROCESSING > COMPLETED',
      'payment PROCESSING > COMPLETED',
      'OUTGOING_PAYMENT.COMPLETED DELIVERED',
    ]);
    expect(entries.map(({ at }) => at)).toEqual(entries.map(({ at }) => at).sort((a, b) => a - b));
  });

  it('is the same for each id that leads to the payment', async () => {
    const quote = await executed('890');
    await payer.play.pass(60);
    const timeline = await timelineOf(quote.transactionId);
    const { entries } = timeline;
    const ids = entries.flatMap((entry): readonly string[] =>
      entry.kind === 'event' ? [entry.eventId] : entry.kind === 'journal' ? [entry.entry.id] : [],
    );
    expect(ids.length).toBeGreaterThan(3);
    for (const id of [quote.id, ...ids]) expect(await timelineOf(id)).toEqual(timeline);
  });

  it('has each attempt to deliver an event', async () => {
    payer.play.answer = { kind: 'answered', status: 503, body: 'secret body' };
    const quote = await executed('890');
    await payer.play.pass(1);
    payer.play.answer = { kind: 'unreachable', reason: 'the connection was refused' };
    await payer.play.pass(10);
    payer.play.answer = { kind: 'answered', status: 200, body: 'secret body' };
    await payer.play.pass(30);
    const { entries } = await timelineOf(quote.id);
    const event = entries.find((entry) => entry.kind === 'event');
    expect(event?.tries.map(({ status, reason }) => status ?? reason)).toEqual([
      503,
      'the connection was refused',
      200,
    ]);
    expect(JSON.stringify(entries, (_, value) => (typeof value === 'bigint' ? `${value}` : value))).not.toContain(
      'secret body',
    );
  });

  it('has the reason of a failure, the refund and its journal entry', async () => {
    const quote = await executed('004');
    await payer.play.pass(60);
    const { entries } = await timelineOf(quote.id);
    const texts = entries.map(textOf);
    for (const text of ['payment PROCESSING > FAILED (ACCOUNT_CANNOT_RECEIVE)', 'refund started', 'refund settled']) {
      expect(texts).toContain(text);
    }
    expect(texts).toContain('refund - > PENDING (TRANSACTION_FAILED)');
    expect(texts).toContain('refund PENDING > COMPLETED (TRANSACTION_FAILED)');
  });

  it('has an exception, its resolution, and the steps of the second refund', async () => {
    const made = await payer.quoted(payer.funded((await payer.external('007')).id));
    valueOf(await payer.pay(made));
    await payer.play.pass(60);
    const { entries } = await timelineOf(made.id);
    const opened = entries.find((entry) => entry.kind === 'exception')!;
    expect(await timelineOf(opened.exceptionId)).toEqual(await timelineOf(made.id));
    expect(opened).toMatchObject({ step: 'opened', exception: 'REFUND_FAILED', amount: made.totalSendingAmount });

    await payer.play.pass(1);
    const by = operatorNamed('Alice');
    const decided = { exceptionId: opened.exceptionId, resolution: 'RETRIED', note: 'the bank agreed', by } as const;
    valueOf(await payer.play.run(payer.play.core.treasury.resolve, decided));
    await payer.play.pass(1);
    const after = await timelineOf(made.id);
    expect(after.entries.find((entry) => entry.kind === 'exception' && entry.step === 'resolved')).toMatchObject({
      resolution: 'RETRIED',
      resolvedBy: expect.stringContaining('Alice'),
      reason: 'the bank agreed',
    });
    const started = after.entries.filter((entry) => entry.kind === 'rail' && entry.step === 'refund started');
    expect(new Set(started.map((entry) => entry.kind === 'rail' && entry.reference)).size).toBe(2);
  });

  it('shows the money that a payment could not use with the payment', async () => {
    const made = await payer.quoted(payer.funded((await payer.external('890')).id));
    valueOf(await payer.pay(made));
    const told = await payer.play.core.railTells('SANDBOX', {
      kind: 'arrival',
      rail: made.fundingRail!,
      paymentId: 'second',
      reference: made.reference!,
      currency: made.sendingCurrency,
      amount: 500n,
      remitter: { name: 'Grace Hopper', account: '123456789' },
      valueDate: '2026-01-15',
    });
    const depositId = valueOf(told).subject!;
    await payer.play.pass(60);
    const timeline = await timelineOf(depositId);
    expect(timeline.transaction?.id).toBe(made.transactionId);
    expect(timeline.deposits.map(({ id }) => id)).toEqual([depositId]);
    const texts = timeline.entries.map(textOf);
    expect(texts.filter((text) => text === 'arrival')).toHaveLength(2);
    expect(texts).toContain('deposit IN_SUSPENSE > RETURNED');
    expect(texts).toContain('SUSPENSE_RETURN');
    const text = JSON.stringify(timeline, (_, value: unknown) => (typeof value === 'bigint' ? `${value}` : value));
    expect(text).not.toContain('Grace Hopper');
    expect(text).not.toContain('123456789');
  });

  it('has what the connection of a rail keeps, and works without a connection that fails', async () => {
    const connection = (traces: RailConnection['traces']): readonly RailConnection[] => [
      {
        name: 'bank',
        environment: 'SANDBOX',
        claims: [],
        rails: bankRails({}).map((rail) => ({ ...rail, name: `bank.${rail.name}` })),
        tasks: [],
        callback: null,
        check: async () => ({ isReachable: true, lastExchangeAt: null, backlog: {}, problems: [] }),
        releases: null,
        ...(traces !== undefined && { traces }),
      },
    ];
    const at = instant(5);
    const kept = await playPayer({
      connections: connection(async (reference) => [{ at, text: `sent ${reference}`, file: 'M1' }]),
    });
    const quote = await executed('890', kept);
    await kept.play.pass(60);
    const { entries } = await timelineOf(quote.id, kept);
    expect(entries.filter(({ kind }) => kind === 'trace')).toEqual([
      {
        kind: 'trace',
        at,
        rail: 'bank.sandbox-bank',
        reference: quote.transactionId,
        text: `sent ${quote.transactionId}`,
        file: 'M1',
      },
    ]);

    const reports: unknown[] = [];
    const failing = await playPayer({
      connections: connection(async () => Promise.reject(new Error('no store'))),
      report: (...said) => void reports.push(said),
    });
    const other = await executed('890', failing);
    await failing.play.pass(60);
    const timeline = await timelineOf(other.id, failing);
    expect(timeline.unreadRails).toEqual(['bank.sandbox-bank']);
    expect(timeline.entries.map(textOf)).toContain('payment PROCESSING > COMPLETED');
    const cause = expect.stringContaining('no store') as unknown;
    expect(reports).toContainEqual(['the traces of a rail could not be read', { rail: 'bank.sandbox-bank', cause }]);
  });

  it('has a quote that expired without a payment', async () => {
    const quote = await payer.quoted(payer.fromAccount(payer.usd.id, (await payer.external()).id));
    await payer.play.pass(600);
    await payer.play.core.work.expireOverdue();
    await payer.play.pass(1);
    const timeline = await timelineOf(quote.id);
    expect(timeline.transaction).toBeNull();
    expect(timeline.entries.map(textOf)).toEqual([
      'quote',
      'until quote',
      'quote - > EXPIRED',
      'QUOTE.EXPIRED DELIVERED',
    ]);
  });

  it('finds nothing for an id of another tenant, of no payment, or of nothing', async () => {
    const quote = await executed('890');
    const { play } = payer;
    const other = 'Platform:018bcfe5-6800-7000-8000-000000000002/SANDBOX' as typeof play.tenant;
    for (const [tenant, id] of [
      [other, quote.id],
      [play.tenant, payer.customerId],
      [play.tenant, 'anything'],
      [play.tenant, 'Transaction:018bcfe5-6800-7000-8000-000000000009'],
    ] as const) {
      expect(await play.core.payments.timeline(tenant, id)).toMatchObject({
        ok: false,
        error: { code: 'TRANSACTION_NOT_FOUND' },
      });
    }
  });
});
