import { beforeEach, describe, expect, it } from 'vitest';
import { AGENT_ACTIONS } from '../agents/index.js';
import { CARD_REFUNDS, NETWORK_MESSAGES } from '../cards/index.js';
import { JOBS } from '../events/index.js';
import { EXCEPTIONS } from '../exceptions/index.js';
import { type BaseRecord, type Id, ID_TYPES, type KindOf, newRecord, ok, PENDING_COMMANDS } from '../kernel/index.js';
import type { Quote } from '../quotes/index.js';
import { valueOf } from '../testing/play-core.js';
import { type PlayPayer, playPayer } from '../testing/play-payer.js';
import { RAIL_MESSAGES, TRANSACTIONS } from '../transactions/index.js';

const uuid = (end: number): string => `018bcfe5-6800-7000-8000-${String(end).padStart(12, '0')}`;

const NETWORK = {
  issuer: 'issuer',
  messageId: 'n1',
  kind: 'AUTHORIZATION',
  amount: 1n,
  originalId: null,
  datedAt: null,
  details: null,
  answer: {},
};

let payer: PlayPayer;
beforeEach(async () => {
  payer = await playPayer();
});

const timeline = (id: string) => payer.play.core.payments.timeline(payer.play.tenant, id);
const transactionOf = async (id: string): Promise<string | undefined> => valueOf(await timeline(id)).transaction?.id;
const find = async (text: string) => valueOf(await payer.play.read(payer.play.core.payments.find, { text }));
const anywhere = (id: string) => payer.play.core.payments.findAnywhere(id);

async function kept<T extends BaseRecord>(kind: KindOf<T>, id: string, record: object): Promise<string> {
  const { play } = payer;
  const added = await play.storage.units.run(play.tenant, async (tx) => {
    tx.add(kind, { ...record, ...newRecord(id as Id, play.context()) } as unknown as T);
    return ok();
  });
  valueOf(added);
  return id;
}

const arrives = async (reference: string, paymentId: string, amount: bigint) =>
  valueOf(
    await payer.play.core.railTells('SANDBOX', {
      kind: 'arrival',
      rail: 'sandbox-bank',
      paymentId,
      reference,
      currency: 'USD',
      amount,
      remitter: { name: 'Grace Hopper', account: 'DE89370400440532013000' },
      valueDate: null,
    }),
  );

/** A payment that has arrived, failed, and was refunded. */
async function refunded(): Promise<Quote> {
  const quote = await payer.quoted(payer.funded((await payer.external('004')).id));
  await arrives(quote.reference!, 'p1', 100_000n);
  await payer.play.pass(60);
  return quote;
}

describe('a payment is found by', () => {
  it('its refund, its arrival, and what a rail said about it', async () => {
    const quote = await refunded();
    const { refundReference } = await payer.payment(quote);
    const { arrival } = await arrives(quote.reference!, 'p1', 100_000n);
    const told = {
      rail: 'sandbox-bank',
      messageId: 'm1',
      kind: 'payout',
      subject: quote.transactionId,
      effect: 'NONE',
      content: null,
    };
    const message = await kept(RAIL_MESSAGES, `RailMessage:${uuid(1)}`, told);
    for (const id of [refundReference!, arrival!.id, message]) {
      expect(await transactionOf(id)).toBe(quote.transactionId);
      const type = id.slice(0, id.indexOf(':'));
      const { tenant } = payer.play;
      expect(await anywhere(id)).toEqual([{ tenant, type, id, paymentId: quote.transactionId }]);
    }
    expect((await find('m1')).map(({ transaction }) => transaction!.id)).toEqual([quote.transactionId]);
  });

  it('the arrival of money that it could not use, which leads to the deposit', async () => {
    const quote = await refunded();
    const second = await arrives(quote.reference!, 'p2', 7n);
    const { deposits, transaction } = valueOf(await timeline(second.arrival!.id));
    expect([transaction!.id, deposits.map(({ id }) => id)]).toEqual([quote.transactionId, [second.deposit!.id]]);
    expect(await anywhere(second.arrival!.id)).toMatchObject([{ type: 'Arrival', paymentId: second.deposit!.id }]);
  });

  it('a job, a challenge, an action of an agent, a return to a card, and a message of its network', async () => {
    const quote = await payer.quoted(payer.fromAccount(payer.usd.id, (await payer.external('003')).id));
    valueOf(await payer.execute(quote.id));
    const id = quote.transactionId;
    const { rows } = await payer.play.storage.units.read(payer.play.tenant, (reads) =>
      reads.list(JOBS, { order: 'asc', limit: 20 }),
    );
    const job = rows.find(({ subject }) => subject === id)!;
    const command = { operation: 'payment', account: '', bodyDigest: '', payload: '', state: null };
    const challenge = { ...command, path: quote.id, expiresAt: quote.expiresAt };
    const action = { agentId: 'Agent:1', customerId: payer.customerId, platformCustomerId: 'x', status: 'APPROVED' };
    const none = { transfer: null, stamp: null, wasAsked: false, spent: null, rejectionReason: null };
    const executes = { ...action, ...none, type: 'EXECUTE_QUOTE', quoteId: null, transactionId: null };
    const card = { transactionId: id, currency: 'USD', amount: 1n, reversedAt: null, messageId: null, parts: null };
    const ids = [
      job.id,
      await kept(PENDING_COMMANDS, `Request:${uuid(1)}`, challenge),
      await kept(AGENT_ACTIONS, `AgentAction:${uuid(1)}`, { ...executes, quoteId: quote.id }),
      await kept(AGENT_ACTIONS, `AgentAction:${uuid(2)}`, { ...executes, transactionId: id }),
      await kept(CARD_REFUNDS, `CardRefund:${uuid(1)}`, card),
      await kept(NETWORK_MESSAGES, `NetworkMessage:${uuid(1)}`, { ...NETWORK, transactionId: id }),
    ];
    for (const each of ids) expect([each, await transactionOf(each)]).toEqual([each, id]);
  });

  it('an exception about its exception, but by no longer chain', async () => {
    const quote = await payer.quoted(payer.fromAccount(payer.usd.id, (await payer.external('003')).id));
    valueOf(await payer.execute(quote.id));
    const terms = {
      kind: 'RECALL',
      status: 'OPEN',
      reference: '',
      rail: null,
      currency: 'USD',
      amount: 1n,
      reason: 'x',
    };
    const open = {
      ...{ resolution: null, resolvedBy: null, approvedBy: null, resolvedAt: null, note: null, entryId: null },
      ...{ leg: null, direction: null, moved: null, recovered: null, isUntold: false },
    };
    const chain = [quote.transactionId as string];
    for (let end = 1; end <= 5; end++) {
      const about = { ...terms, ...open, subject: chain.at(-1), reference: String(end) };
      chain.push(await kept(EXCEPTIONS, `Exception:${uuid(end)}`, about));
    }
    const found = [];
    for (const id of chain.slice(1)) found.push((await timeline(id)).ok);
    expect(found).toEqual([true, true, true, false, false]);
  });
});

describe('nothing is found by', () => {
  it('an id of any type that names no record', async () => {
    for (const type of ID_TYPES) {
      const id = `${type}:${uuid(99)}`;
      expect([type, await anywhere(id)]).toEqual([type, []]);
      expect([type, await timeline(id)]).toMatchObject([type, { error: { code: 'TRANSACTION_NOT_FOUND' } }]);
      expect([type, await find(id)]).toEqual([type, []]);
    }
  });

  it('the id of a record that belongs to no payment', async () => {
    for (const id of [payer.customerId, payer.usd.id]) {
      expect(await anywhere(id)).toMatchObject([{ id, paymentId: null }]);
      expect(await timeline(id)).toMatchObject({ error: { code: 'TRANSACTION_NOT_FOUND' } });
    }
    const command = { operation: 'x', account: '', bodyDigest: '', payload: '', state: null, path: '' };
    const other = await kept(PENDING_COMMANDS, `Request:${uuid(1)}`, { ...command, expiresAt: payer.play.clock.now() });
    expect(await timeline(other)).toMatchObject({ error: { code: 'TRANSACTION_NOT_FOUND' } });
  });
});

describe('a reference finds', () => {
  it('the payments to an account, and the deposits that have it', async () => {
    const first = await arrives(payer.usd.reference, 'p1', 5n);
    payer.play.clock.advance(1);
    const second = await arrives(payer.usd.reference, 'p2', 6n);
    const euros = await payer.play.core.railTells('SANDBOX', {
      kind: 'arrival',
      rail: 'sandbox-bank',
      paymentId: 'p3',
      reference: payer.usd.reference,
      currency: 'EUR',
      amount: 7n,
      remitter: null,
      valueDate: null,
    });
    const { deposit } = valueOf(euros);
    const found = await find(payer.usd.reference);
    expect(found.map(({ transaction, deposits }) => [transaction?.id, deposits.map(({ id }) => id)])).toEqual(
      expect.arrayContaining([
        [first.transaction!.id, []],
        [second.transaction!.id, []],
        [undefined, [deposit!.id]],
      ]),
    );
    expect((await find('p3')).map(({ deposits }) => deposits[0]!.id)).toEqual([deposit!.id]);
  });

  it('the deposits of its own payment only', async () => {
    const quote = await refunded();
    await arrives('lunch', 'p2', 7n);
    const third = await arrives(quote.reference!, 'p3', 8n);
    const [one, ...more] = await find(quote.reference!);
    expect(more).toEqual([]);
    expect(one!.deposits.map(({ id }) => id)).toEqual([third.deposit!.id]);
    const inside = await payer.quoted(payer.fromAccount(payer.usd.id, (await payer.external('890')).id));
    valueOf(await payer.execute(inside.id));
    expect(valueOf(await timeline(inside.id)).deposits).toEqual([]);
  });

  it('the use of a card by the id of its authorization', async () => {
    const { rows } = await payer.play.storage.units.read(payer.play.tenant, (reads) =>
      reads.list(TRANSACTIONS, { order: 'asc', limit: 1 }),
    );
    const { id: _, ...like } = rows[0]!;
    const id = await kept(TRANSACTIONS, `Transaction:${uuid(1)}`, { ...like, type: 'CARD', issuerToken: 'auth-1' });
    expect((await find('auth-1')).map(({ transaction }) => transaction!.id)).toEqual([id]);
  });
});
