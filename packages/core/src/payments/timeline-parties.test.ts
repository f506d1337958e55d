import { beforeEach, describe, expect, it } from 'vitest';
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
import { valueOf } from '../testing/play-core.js';
import { type PlayPayer, playPayer } from '../testing/play-payer.js';
import { type Transaction, TRANSACTIONS } from '../transactions/index.js';
import { UMA_RECEIPTS } from '../uma/index.js';
import type { PaymentTimeline, TimelineEntry } from './timeline.js';

let payer: PlayPayer;
beforeEach(async () => {
  payer = await playPayer();
});

const timelineOf = async (id: string): Promise<PaymentTimeline> =>
  valueOf(await payer.play.core.payments.timeline(payer.play.tenant, id));
const entriesOf = async <K extends TimelineEntry['kind']>(id: string, kind: K) =>
  (await timelineOf(id)).entries.filter((entry): entry is Extract<TimelineEntry, { kind: K }> => entry.kind === kind);
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

const executed = async (suffix = '890'): Promise<Quote> => {
  const quote = await payer.quoted(payer.fromAccount(payer.usd.id, (await payer.external(suffix)).id));
  valueOf(await payer.execute(quote.id));
  return quote;
};
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
    const refund = { transactionId: id, currency: 'USD', amount: 5n, reversedAt: null, messageId: null, parts: null };
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
      const ends = entries.flatMap((entry) => (entry.kind === 'deadline' ? [[entry.of, entry.at]] : []));
      return { approval, states, until: ends };
    };
    const eventId = `Webhook:${uuid(1)}`;
    const until = [['approval', plusSeconds(at, 60)]];
    const question = [at, null, 'ASKED', 'the platform is asked to approve the payment'];
    expect(await approvals(11, { status: 'ASKED', eventId })).toEqual({
      ...{ approval: 'ASKED', states: [question] },
      until,
    });
    expect(await approvals(12, { status: 'DEFERRED', eventId })).toEqual({
      approval: 'DEFERRED',
      states: [question, [at, null, 'DEFERRED', 'the platform decides later (answer 202)']],
      until,
    });
    // Two rows of the table lead to APPROVED, so the record does not say which was taken.
    expect(await approvals(13, { status: 'APPROVED' })).toEqual({
      approval: 'APPROVED',
      states: [[at, null, 'APPROVED', null]],
      until: [],
    });
    expect((await timelineOf(`Transaction:${uuid(13)}`)).isComplete).toBe(true);
  });
});
