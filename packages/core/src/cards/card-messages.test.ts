import { beforeEach, describe, expect, it } from 'vitest';
import { INTERNAL_ACCOUNTS } from '../accounts/index.js';
import { JOBS } from '../events/index.js';
import { EXCEPTIONS } from '../exceptions/index.js';
import {
  type AnyKind,
  createIds,
  err,
  type IdSource,
  ok,
  plusSeconds,
  type Reads,
  type Result,
  splitTenant,
  tenantKey,
  type Tx,
  withoutRefused,
} from '../kernel/index.js';
import { BALANCES } from '../ledger/index.js';
import { MAX_AMOUNT } from '../money/index.js';
import { TRANSACTIONS, UNSET } from '../transactions/index.js';
import { valueOf } from '../testing/play-core.js';
import { CARD_BALANCE, MERCHANT, type PlayCard, playCard } from '../testing/play-card.js';
import type { PlayPayer } from '../testing/play-payer.js';
import { seededRandom } from '../testing/ports.js';
import { authorize, type CardVerdict } from './authorize.js';
import type { CardUse } from './card-use.js';
import { type Card, CARD_LOG, CARD_REFUNDS, type CardTransaction } from './index.js';
import { NETWORK_MESSAGES } from './network-message.js';
import type { DelegatedSpending } from './ports.js';

const BALANCE = CARD_BALANCE;
const refused = (code: string) => ({ ok: false, error: { code } });

let world: PlayCard;
let payer: PlayPayer;
let card: Card;

beforeEach(async () => {
  world = await playCard();
  ({ payer, card } = world);
});

const network = () => payer.play.core.cards.network;
const run: PlayCard['run'] = (useCase, input) => world.run(useCase, input);
const now = () => world.now();
const rows: PlayCard['rows'] = (kind) => world.rows(kind);
const balance = () => world.balance();
const question: PlayCard['question'] = (over) => world.question(over);
const asked: PlayCard['asked'] = (over) => world.asked(over);
const approved: PlayCard['approved'] = (over) => world.approved(over);
const latest: PlayCard['latest'] = (of) => world.latest(of);
const send: PlayCard['send'] = (...message) => world.send(...message);
const told: PlayCard['told'] = (...message) => world.told(...message);
/**
 * Runs a unit that has looked for questions and messages of the network before the last one was stored. It finds them
 * once it has written to `until`, because this write waits for the unit that stored them.
 */
const unaware = <T>(work: (tx: Tx) => Promise<Result<T>>, until?: AnyKind): Promise<Result<T>> =>
  payer.play.core.units.run(payer.play.tenant, (tx) => {
    const late: readonly unknown[] = [TRANSACTIONS, CARD_LOG, NETWORK_MESSAGES];
    let hasWaited = false;
    const find: Tx['find'] = async (kind, ...key) => (late.includes(kind) && !hasWaited ? null : tx.find(kind, ...key));
    const add: Tx['add'] = (kind, ...row) => {
      hasWaited ||= kind.name === until?.name;
      tx.add(kind, ...row);
    };
    const increase: Tx['increase'] = (kind, ...by) => {
      hasWaited ||= kind.name === until?.name;
      tx.increase(kind, ...by);
    };
    return work({ ...tx, find, add, increase });
  });
/**
 * Runs a unit that has read this transaction, and looked for its message, before another unit changed the transaction.
 * If the unit runs again, it reads what is stored.
 */
const outdated = <T>(read: CardTransaction, work: (tx: Tx) => Promise<Result<T>>): Promise<Result<T>> => {
  let runs = 0;
  return payer.play.core.units.run(payer.play.tenant, (tx) => {
    runs += 1;
    if (runs > 1) return work(tx);
    let looks = 0;
    const get = (async (kind, id) => (id === read.id ? read : tx.get(kind, id))) as Tx['get'];
    const find: Tx['find'] = async (kind, ...key) =>
      kind.name === NETWORK_MESSAGES.name && (looks += 1) === 1 ? null : tx.find(kind, ...key);
    return work({ ...tx, get, find });
  });
};
const reasonOf = (verdict: Result<CardVerdict>) => {
  const value = valueOf(verdict);
  return value.approved ? null : value.reason;
};

const accountBecomes = async (status: 'FROZEN' | 'CLOSED'): Promise<void> => {
  const forged = await payer.play.core.units.run(payer.play.tenant, async (tx) => {
    const account = (await tx.get(INTERNAL_ACCOUNTS, payer.usd.id))!;
    tx.change(INTERNAL_ACCOUNTS, account, { ...account, status, version: account.version + 1 });
    return ok();
  });
  valueOf(forged);
};

describe('an approved question of the network', () => {
  it('is a transaction with everything that was asked', async () => {
    const use = question();
    const verdict = valueOf(await run(network().authorize, use));
    const transaction = await latest((verdict as { readonly transaction: CardTransaction }).transaction);
    expect(verdict).toEqual({ approved: true, issuerToken: use.issuerToken, transaction });
    const { platformCustomerId } = valueOf(
      await payer.play.read(payer.play.core.customers.get, { id: payer.customerId }),
    ).customer;
    expect(transaction).toEqual({
      ...UNSET,
      id: transaction.id,
      tenant: payer.play.tenant,
      version: 1,
      createdAt: now(),
      updatedAt: now(),
      type: 'CARD',
      status: 'AUTHORIZED',
      direction: 'DEBIT',
      customerId: payer.customerId,
      platformCustomerId,
      destination: { destinationType: 'MERCHANT', descriptor: 'SHOP', currency: 'USD' },
      source: { sourceType: 'ACCOUNT', accountId: payer.usd.id, currency: 'USD' },
      senderIdentifier: payer.usd.id,
      receiverIdentifier: null,
      rail: 'sandbox-cards',
      issuerToken: use.issuerToken,
      card: {
        cardId: card.id,
        accountId: payer.usd.id,
        currency: 'USD',
        merchant: MERCHANT,
        authorized: 1_000n,
        asked: 1_000n,
        reserved: 1_000n,
        settled: 0n,
        refunded: 0n,
        lost: 0n,
        clearings: 0,
        returns: 0,
        pendingPulls: 0,
        moved: { CARD_HOLD: { count: 1, total: 1_000n } },
        told: 1,
        pulls: 'AT_ONCE',
        delegate: null,
        authorizedAt: now(),
        expiresAt: plusSeconds(now(), 30 * 24 * 60 * 60),
        lastEventAt: now(),
      },
      holdEndsAt: plusSeconds(now(), 30 * 24 * 60 * 60),
    });
    await payer.play.pass(0);
    const delivered = payer.play.delivered.filter(({ resource }) => resource === transaction.id);
    expect(delivered).toMatchObject([{ type: 'CARD_TRANSACTION.AUTHORIZED', snapshot: { card: transaction.card } }]);
    expect(await rows(CARD_LOG)).toEqual([]);
    await payer.auditClean();
  });

  it('of a credit reserves nothing and names the account as the destination', async () => {
    const credit = await approved({ direction: 'CREDIT' });
    expect(credit).toMatchObject({
      direction: 'CREDIT',
      source: null,
      senderIdentifier: null,
      receiverIdentifier: payer.usd.id,
      card: { authorized: 1_000n, reserved: 0n, moved: {}, pulls: 'AT_ONCE' },
    });
    expect(credit.destination).toEqual({
      destinationType: 'ACCOUNT',
      accountId: payer.usd.id,
      currency: 'USD',
      onChainTransaction: null,
    });
    const late = await approved({ direction: 'CREDIT', merchant: { ...MERCHANT, descriptor: 'SHOP 006' } });
    expect(late.card).toMatchObject({ pulls: 'AT_ONCE', pendingPulls: 0 });
    expect(await balance()).toBe(BALANCE);
  });

  it.each([
    ['DEBIT', 'CARD_CLEARING', BALANCE - 1_000n],
    ['CREDIT', 'CARD_CREDIT', BALANCE + 1_000n],
  ] as const)('that settles at once is cleared (%s)', async (direction, move, left) => {
    const settled = await approved({ direction, mode: 'settle' });
    expect(settled).toMatchObject({
      status: 'SETTLED',
      settledAt: now(),
      card: {
        reserved: 0n,
        settled: 1_000n,
        clearings: 1,
        told: 2,
        moved: { [move]: { count: 1, total: 1_000n } },
      },
    });
    expect(await latest(settled)).toEqual(settled);
    expect(await balance()).toBe(left);
    await payer.auditClean();
  });

  it.each([
    ['SHOP 005', 'LATE', [30]],
    ['SHOP 006', 'FAILING', [0]],
    ['SHOP 001', 'AT_ONCE', []],
  ] as const)('at the merchant %s is pulled %s', async (descriptor, pulls, due) => {
    const spent = await approved({ merchant: { ...MERCHANT, descriptor } });
    expect(spent.card).toMatchObject({ pulls, pendingPulls: due.length });
    const jobs = (await rows(JOBS)).filter(({ subject }) => subject === spent.id);
    expect(jobs.map(({ kind, dueAt }) => [kind, (dueAt - now()) / 1000])).toEqual(due.map((at) => ['card.pull', at]));
  });

  it('spends up to the limit of the card and the balance', async () => {
    valueOf(await run(payer.play.core.cards.update, { id: card.id, maxSpendPerTransaction: 1_000n }));
    expect(reasonOf(await asked({ amount: 1_001n }))).toBe('MAX_SPEND_EXCEEDED');
    expect(reasonOf(await asked({ amount: 1_000n }))).toBeNull();
    expect(reasonOf(await asked({ amount: 5_000n, direction: 'CREDIT' }))).toBeNull();
    valueOf(await run(payer.play.core.cards.update, { id: card.id, maxSpendPerTransaction: null }));
    const left = await balance();
    expect(reasonOf(await asked({ amount: left + 1n }))).toBe('INSUFFICIENT_FUNDS');
    expect(reasonOf(await asked({ amount: left }))).toBeNull();
    expect(await balance()).toBe(0n);
  });
});

describe('a question of the network', () => {
  it('has an amount up to the largest one, at least 1 if it is cleared at once, in the currency of the card', async () => {
    for (const amount of [-1n, MAX_AMOUNT + 1n]) {
      expect(await asked({ amount })).toMatchObject(refused('AMOUNT_OUT_OF_RANGE'));
    }
    for (const amount of [0n, -1n, MAX_AMOUNT + 1n]) {
      expect(await asked({ amount, mode: 'settle' })).toMatchObject(refused('AMOUNT_OUT_OF_RANGE'));
    }
    expect(reasonOf(await asked({ amount: MAX_AMOUNT }))).toBe('MAX_SPEND_EXCEEDED');
    expect(reasonOf(await asked({ amount: 1n }))).toBeNull();
    expect(await asked({ currency: 'EUR' })).toMatchObject(refused('INVALID_CURRENCY'));
    expect(await asked({ cardId: 'nonsense' })).toMatchObject(refused('REFERENCE_NOT_FOUND'));
  });

  it('is checked also after the key has signed', async () => {
    const ready = valueOf(await network().authorize.prepare(payer.play.context(), question()));
    const { account: eur } = await payer.internal('EUR');
    valueOf(await run(payer.play.core.cards.update, { id: card.id, fundingSources: [eur.id] }));
    expect(await run(network().authorize.finish, ready)).toMatchObject(refused('INVALID_CURRENCY'));
  });

  it('that is declined is logged once, with what was asked', async () => {
    const use = question({ amount: BALANCE + 1n });
    const declined = { approved: false, issuerToken: use.issuerToken, reason: 'INSUFFICIENT_FUNDS' };
    expect(valueOf(await run(network().authorize, use))).toEqual(declined);
    const [entry] = await rows(CARD_LOG);
    expect(entry).toEqual({
      id: expect.stringMatching(/^CardLog:/) as string,
      tenant: payer.play.tenant,
      version: 1,
      createdAt: now(),
      updatedAt: now(),
      cardId: card.id,
      what: 'DECLINED',
      reason: 'INSUFFICIENT_FUNDS',
      amount: BALANCE + 1n,
      currency: 'USD',
      merchant: 'SHOP',
      issuerToken: use.issuerToken,
      actor: 'system',
      requestId: 'test',
    });
    valueOf(await run(payer.play.core.cards.update, { id: card.id, state: 'FROZEN' }));
    expect(valueOf(await run(network().authorize, use))).toEqual(declined);
    expect(await rows(CARD_LOG)).toHaveLength(1);
    expect((await rows(TRANSACTIONS)).filter(({ type }) => type === 'CARD')).toEqual([]);
  });

  it('that the network has decided itself is accepted, even after a decline and by a closed card', async () => {
    const use = question({ direction: 'CREDIT' });
    valueOf(await run(payer.play.core.cards.update, { id: card.id, state: 'FROZEN' }));
    expect(reasonOf(await run(network().authorize, use))).toBe('CARD_PAUSED');
    const verdict = valueOf(await run(network().authorize, { ...use, mode: 'told' }));
    expect(verdict).toMatchObject({ approved: true, transaction: { status: 'AUTHORIZED', direction: 'CREDIT' } });
    valueOf(await run(payer.play.core.cards.update, { id: card.id, state: 'CLOSED' }));
    expect(reasonOf(await asked({ direction: 'CREDIT', mode: 'told' }))).toBeNull();
    expect(reasonOf(await asked({ direction: 'CREDIT' }))).toBe('CARD_CLOSED');
  });

  it.each([
    ['approved, with money left for both', { amount: 1_000n }, BALANCE - 1_000n],
    ['approved, with too little left for both', { amount: 800_000n }, BALANCE - 800_000n],
    ['approved, for a credit', { direction: 'CREDIT' }, BALANCE],
    ['approved, and settled at once', { mode: 'settle' }, BALANCE - 1_000n],
    ['approved, as the network told', { mode: 'told' }, BALANCE - 1_000n],
    ['declined', { amount: BALANCE * 2n }, BALANCE],
  ] as const)('that arrives twice at the same time has one answer: %s', async (_, over, left) => {
    const use = question(over);
    const ready = valueOf(await network().authorize.prepare(payer.play.context(), use));
    const first = valueOf(await run(network().authorize.finish, ready));
    expect(first.approved).toBe(!('amount' in over) || over.amount <= BALANCE);
    const copy = await unaware((tx) => network().authorize.finish(tx, payer.play.context(), ready), BALANCES);
    expect(valueOf(copy)).toEqual(first);
    expect(valueOf(await run(network().authorize, use))).toEqual(first);
    expect(await balance()).toBe(left);
    expect(await rows(CARD_LOG)).toHaveLength(first.approved ? 0 : 1);
    await payer.auditClean();
  });

  it('that arrives twice at the same time keeps its approval although the card is frozen meanwhile', async () => {
    const ready = valueOf(await network().authorize.prepare(payer.play.context(), question()));
    const first = valueOf(await run(network().authorize.finish, ready));
    valueOf(await run(payer.play.core.cards.update, { id: card.id, state: 'FROZEN' }));
    const copy = await unaware((tx) => network().authorize.finish(tx, payer.play.context(), ready), BALANCES);
    expect(valueOf(copy)).toEqual(first);
    expect(await rows(CARD_LOG)).toEqual([]);
  });

  it('that arrives twice at the same time has the reason of the first decline although the account is closed', async () => {
    const use = question({ amount: BALANCE + 1n });
    const ready = valueOf(await network().authorize.prepare(payer.play.context(), use));
    const first = valueOf(await run(network().authorize.finish, ready));
    await accountBecomes('CLOSED');
    const copy = await unaware((tx) => network().authorize.finish(tx, payer.play.context(), ready), CARD_LOG);
    expect(valueOf(copy)).toEqual(first);
    expect(await rows(CARD_LOG)).toMatchObject([{ reason: 'INSUFFICIENT_FUNDS' }]);
  });

  it('has the id of one card only, also at the same time', async () => {
    const { id } = await world.ordered();
    const use = question();
    valueOf(await run(network().authorize, use));
    const other = valueOf(await network().authorize.prepare(payer.play.context(), { ...use, cardId: id }));
    const late = await unaware((tx) => network().authorize.finish(tx, payer.play.context(), other));
    expect(late).toMatchObject({ ok: false, error: { code: 'CONFLICT', message: expect.stringContaining('again') } });
    expect(await run(network().authorize.finish, other)).toMatchObject(refused('CONFLICT'));
    expect(await balance()).toBe(BALANCE - 1_000n);
  });

  it('is declined for an account that is frozen, unless it is a credit, and for one that is closed', async () => {
    await accountBecomes('FROZEN');
    expect(reasonOf(await asked())).toBe('FUNDING_SOURCE_UNAVAILABLE');
    expect(reasonOf(await asked({ direction: 'CREDIT' }))).toBeNull();
    await accountBecomes('CLOSED');
    for (const mode of ['ask', 'settle'] as const) {
      expect(reasonOf(await asked({ direction: 'CREDIT', mode }))).toBe('FUNDING_SOURCE_UNAVAILABLE');
    }
    expect(reasonOf(await asked({ direction: 'CREDIT', mode: 'told' }))).toBeNull();
  });

  it('is declined at merchants of the sandbox, a credit only if the card is paused', async () => {
    const at = (descriptor: string, direction: 'DEBIT' | 'CREDIT' = 'DEBIT') =>
      asked({ merchant: { ...MERCHANT, descriptor }, direction }).then(reasonOf);
    expect(await at('SHOP 002')).toBe('INSUFFICIENT_FUNDS');
    expect(await at('SHOP 003')).toBe('CARD_PAUSED');
    expect(await at('SHOP 002', 'CREDIT')).toBeNull();
    expect(await at('SHOP 003', 'CREDIT')).toBe('CARD_PAUSED');
    expect(await at('SHOP 001')).toBeNull();
  });

  it('is not declined for the name of a merchant in production', async () => {
    const { core, tenant, context } = payer.play;
    const live = { ...context(), tenant: tenantKey(splitTenant(tenant).platformId, 'PRODUCTION') };
    const settings = (reads: Reads) => core.platforms.settings(reads, context());
    const { finish } = authorize({ ids: createIds(payer.play.clock, seededRandom()), settings } as never);
    const use = question({ amount: BALANCE * 2n + 1n, merchant: { ...MERCHANT, descriptor: 'SHOP 003' } });
    // The unit is one of the sandbox, so it keeps no row of production.
    const verdict = await core.units.run(tenant, (tx) =>
      finish({ ...tx, add: () => undefined }, live, { use, delegate: null }),
    );
    expect(reasonOf(withoutRefused(verdict))).toBe('MAX_SPEND_EXCEEDED');
  });
});

describe('a card that spends from a wallet', () => {
  const KEY: DelegatedSpending = { publicKey: 'key', signature: 'signed' };

  let ids: IdSource;

  beforeEach(async () => {
    ids = createIds(payer.play.clock, seededRandom());
    const { core, tenant, storage } = payer.play;
    const account = (await storage.units.read(tenant, (reads) => reads.get(INTERNAL_ACCOUNTS, payer.usd.id)))!;
    for (const write of ['remove', 'add'] as const) {
      const done = await core.units.run(tenant, async (tx) => {
        tx[write](INTERNAL_ACCOUNTS, write === 'add' ? { ...account, type: 'EMBEDDED_WALLET' } : account);
        return ok();
      });
      valueOf(done);
    }
  });

  /** Asks with these delegated keys. */
  async function walletAsked(signed: Result<DelegatedSpending>, activeKey: string | null, over: Partial<CardUse> = {}) {
    const texts: unknown[] = [];
    const delegates = {
      async sign(_ctx: unknown, of: object, text: string) {
        texts.push([of, JSON.parse(text)]);
        return signed;
      },
      active: async () => activeKey,
    };
    const { core, storage } = payer.play;
    const { settings } = core.platforms;
    const ports = { units: storage.units, ids, delegates, settings } as unknown as Parameters<typeof authorize>[0];
    return { texts, verdict: await run(authorize(ports), question(over)) };
  }

  it('signs the amount, the funding source and the id of the question', async () => {
    const { id } = payer.usd;
    const { texts, verdict } = await walletAsked(ok(KEY), 'key', { issuerToken: 'wallet question' });
    expect(texts).toEqual([
      [
        { cardId: card.id, fundingSourceId: id },
        {
          operation: 'card.spend',
          cardId: card.id,
          fundingSourceId: id,
          amount: '1000',
          currency: 'USD',
          issuerToken: 'wallet question',
        },
      ],
    ]);
    expect(valueOf(verdict)).toMatchObject({ approved: true, transaction: { card: { delegate: KEY } } });
    expect(await balance()).toBe(BALANCE - 1_000n);
  });

  it('is declined without an active key, or with the signature of another one', async () => {
    expect(reasonOf((await walletAsked(err('FORBIDDEN', 'no key'), null)).verdict)).toBe('NOT_DELEGATED');
    expect(reasonOf((await walletAsked(err('FORBIDDEN', 'no key'), 'key')).verdict)).toBe('NOT_DELEGATED');
    expect(reasonOf((await walletAsked(ok(KEY), null)).verdict)).toBe('NOT_DELEGATED');
    expect(reasonOf((await walletAsked(ok(KEY), 'other')).verdict)).toBe('NOT_DELEGATED');
  });

  it('is neither approved nor declined while custody does not answer, and can be asked again', async () => {
    const again = { issuerToken: 'asked again' };
    const { verdict } = await walletAsked(err('SERVICE_UNAVAILABLE', 'away'), 'key', again);
    expect(verdict).toMatchObject({ ok: false, error: { code: 'SERVICE_UNAVAILABLE' } });
    expect(await balance()).toBe(BALANCE);
    expect(valueOf((await walletAsked(ok(KEY), 'key', again)).verdict)).toMatchObject({ approved: true });
    expect(await balance()).toBe(BALANCE - 1_000n);
  });

  it.each([
    ['approved', { amount: 1_000n }, 'key'],
    ['declined for the balance', { amount: BALANCE + 1n }, 'key'],
    ['declined for the key', { amount: 1_000n }, null],
  ] as const)(
    'gets the first answer to a repeated question while custody does not answer: %s',
    async (answer, over, key) => {
      const use = { ...over, issuerToken: 'repeated' };
      const first = valueOf((await walletAsked(ok(KEY), key, use)).verdict);
      expect(first.approved).toBe(answer === 'approved');
      const left = await balance();
      const { texts, verdict } = await walletAsked(err('SERVICE_UNAVAILABLE', 'away'), 'key', use);
      expect(valueOf(verdict)).toEqual(first);
      expect(texts).toEqual([]);
      expect(await balance()).toBe(left);
    },
  );

  it('is asked for a signature although its balance was inquired with the same id', async () => {
    const { simulate } = payer.play.core.cards;
    const inquiry = { cardId: card.id, merchant: MERCHANT, networkMessageId: 'inquired' };
    valueOf(await run(simulate.balanceInquiry, inquiry));
    const { verdict } = await walletAsked(ok(KEY), 'key', { issuerToken: 'inquired' });
    expect(valueOf(verdict)).toMatchObject({ approved: true, transaction: { card: { delegate: KEY } } });
  });

  it.each([
    ['without an active key', 'FORBIDDEN'],
    ['while custody does not answer', 'SERVICE_UNAVAILABLE'],
  ] as const)('is debited %s if the network has decided, also after a decline', async (_, code) => {
    const use = { issuerToken: 'decided' };
    expect(reasonOf((await walletAsked(ok(KEY), null, use)).verdict)).toBe('NOT_DELEGATED');
    const { verdict } = await walletAsked(err(code, 'away'), null, { ...use, mode: 'told' });
    expect(valueOf(verdict)).toMatchObject({ approved: true, transaction: { card: { delegate: null } } });
    expect(await balance()).toBe(BALANCE - 1_000n);
  });

  it('is debited with a signature if the network has decided after a decline and custody answers', async () => {
    const use = { issuerToken: 'decided' };
    expect(reasonOf((await walletAsked(ok(KEY), null, use)).verdict)).toBe('NOT_DELEGATED');
    const { verdict } = await walletAsked(ok(KEY), 'key', { ...use, mode: 'told' });
    expect(valueOf(verdict)).toMatchObject({ approved: true, transaction: { card: { delegate: KEY } } });
  });

  it('receives a credit without a signature', async () => {
    const { texts, verdict } = await walletAsked(err('FORBIDDEN', 'no key'), null, { direction: 'CREDIT' });
    expect(texts).toEqual([]);
    expect(valueOf(verdict)).toMatchObject({ approved: true, transaction: { card: { delegate: null } } });
  });
});

describe('a message of the network', () => {
  it('is stored with its answer', async () => {
    const spent = await approved();
    const answer = valueOf(await send('clear', spent, 400n, 'm-1'));
    expect(answer).toEqual({
      transactionId: spent.id,
      issuerToken: spent.issuerToken,
      status: 'PARTIALLY_SETTLED',
      settled: 400n,
      refunded: 0n,
    });
    const [message, ...others] = await rows(NETWORK_MESSAGES);
    expect(others).toEqual([]);
    expect(message).toMatchObject({
      id: expect.stringMatching(/^NetworkMessage:/) as string,
      issuer: 'sandbox-cards',
      messageId: 'm-1',
      kind: 'CLEARING',
      transactionId: spent.id,
      amount: 400n,
      answer,
    });
    expect(await send('advise', spent, 400n, 'm-1')).toMatchObject(refused('CONFLICT'));
    expect(await send('clear', { ...spent, id: 'nonsense' as never }, 1n)).toMatchObject(
      refused('TRANSACTION_NOT_FOUND'),
    );
  });

  it('has no effect if its id was used at the same time for another transaction', async () => {
    const [spent, other] = [await approved(), await approved()];
    await told('clear', spent, 400n);
    const sent = { cardId: card.id, transactionId: other.id, amount: 400n, networkMessageId: 'm-1' };
    valueOf(await send('clear', spent, 100n, 'm-1'));
    const late = await unaware((tx) => network().clear(tx, payer.play.context(), sent));
    expect(late).toMatchObject(refused('CONFLICT'));
    expect(await latest(other)).toEqual(other);
    expect(await run(network().clear, sent)).toMatchObject(refused('CONFLICT'));
    await payer.auditClean();
  });

  it.each([
    ['clear', 1_000n],
    ['return', 1_000n],
    ['reverseReturn', 0n],
  ] as const)('that arrives twice at the same time has one answer: %s', async (what, amount) => {
    const spent = await approved();
    const before = what === 'clear' ? [] : what === 'return' ? (['clear'] as const) : (['clear', 'return'] as const);
    for (const earlier of before) await told(earlier, spent, 1_000n);
    const read = await latest(spent);
    const first = valueOf(await send(what, spent, amount, 'm-1'));
    const after = await latest(spent);
    const sent = { cardId: card.id, transactionId: spent.id, amount, networkMessageId: 'm-1' };
    const copy = await outdated(read, (tx) => network()[what](tx, payer.play.context(), sent));
    expect(valueOf(copy)).toEqual(first);
    expect(await latest(spent)).toEqual(after);
    expect(await rows(NETWORK_MESSAGES)).toHaveLength(before.length + 1);
    await payer.auditClean();
  });

  it('is refused if the state that another message has reached at the same time does not allow it', async () => {
    const spent = await approved();
    await told('clear', spent, 1_000n);
    await told('return', spent, 1_000n);
    const read = await latest(spent);
    await told('reverseReturn', spent);
    const sent = { cardId: card.id, transactionId: spent.id, amount: 0n, networkMessageId: 'm-1' };
    const late = await outdated(read, (tx) => network().reverseReturn(tx, payer.play.context(), sent));
    expect(late).toMatchObject(refused('INVALID_STATE_TRANSITION'));
  });

  it('has an amount in the range of its kind', async () => {
    const spent = await approved();
    for (const amount of [-1n, MAX_AMOUNT + 1n]) {
      expect(await send('clear', spent, amount)).toMatchObject(refused('AMOUNT_OUT_OF_RANGE'));
    }
    for (const amount of [0n, -1n, MAX_AMOUNT + 1n]) {
      expect(await send('advise', spent, amount)).toMatchObject(refused('AMOUNT_OUT_OF_RANGE'));
    }
    expect((await told('advise', spent, MAX_AMOUNT)).card).toMatchObject({ authorized: MAX_AMOUNT, reserved: BALANCE });
    const other = await approved({ direction: 'CREDIT' });
    await told('clear', other, 1n);
    expect(await send('clear', other, MAX_AMOUNT)).toMatchObject(refused('AMOUNT_OUT_OF_RANGE'));
    expect((await told('clear', other, MAX_AMOUNT - 1n)).card.settled).toBe(MAX_AMOUNT);
    for (const amount of [0n, -1n, MAX_AMOUNT + 1n]) {
      expect(await send('return', spent, amount)).toMatchObject(refused('AMOUNT_OUT_OF_RANGE'));
    }
    for (const amount of [-1n, MAX_AMOUNT + 1n]) {
      expect(await send('reverseReturn', spent, amount)).toMatchObject(refused('AMOUNT_OUT_OF_RANGE'));
    }
  });
});

describe('a clearing', () => {
  it('moves the reserve, with the whole spend as its result', async () => {
    const spent = await approved();
    payer.play.clock.advance(5);
    const part = await told('clear', spent, 999n);
    expect(part).toEqual({
      ...spent,
      status: 'PARTIALLY_SETTLED',
      version: 2,
      updatedAt: now(),
      card: {
        ...spent.card,
        settled: 999n,
        reserved: 1n,
        clearings: 1,
        told: 2,
        lastEventAt: now(),
        moved: { ...spent.card.moved, CARD_CLEARING: { count: 1, total: 999n } },
      },
    });
    payer.play.clock.advance(5);
    const whole = await told('clear', spent, 1n);
    expect(whole).toEqual({
      ...part,
      status: 'SETTLED',
      settledAt: now(),
      holdEndsAt: null,
      version: 3,
      updatedAt: now(),
      card: {
        ...part.card,
        settled: 1_000n,
        reserved: 0n,
        clearings: 2,
        told: 3,
        lastEventAt: now(),
        moved: { ...spent.card.moved, CARD_CLEARING: { count: 2, total: 1_000n } },
      },
    });
    await payer.auditClean();
  });

  it('may exceed the authorized amount by a fifth, in the sum of all clearings', async () => {
    const spent = await approved();
    await told('clear', spent, 700n);
    const over = await told('clear', spent, 500n);
    expect(over.card).toMatchObject({ settled: 1_200n, reserved: 0n, lost: 0n });
    expect(over.card.moved).toMatchObject({ CARD_PULL: { count: 1, total: 200n } });
    expect(over.card.excess).toBeUndefined();
    const other = await approved();
    await told('clear', other, 700n);
    // Beyond the tolerance, only the authorized amount is debited.
    const beyond = await told('clear', other, 501n);
    expect(beyond.card).toMatchObject({ settled: 1_000n, excess: 201n, lost: 0n });
    expect(await rows(EXCEPTIONS)).toMatchObject([
      { kind: 'CARD_EXCESS', subject: other.id, amount: 201n, currency: 'USD', rail: 'sandbox-cards', status: 'OPEN' },
    ]);
    expect((await told('clear', other, 9n)).card).toMatchObject({ settled: 1_000n, excess: 210n });
    await payer.auditClean();
  });

  it('is pulled as a whole or not at all', async () => {
    const spent = await approved({ amount: BALANCE - 100n });
    const exact = await told('clear', spent, BALANCE);
    expect(exact).toMatchObject({ status: 'SETTLED', card: { settled: BALANCE, lost: 0n, pendingPulls: 0 } });
    expect(await balance()).toBe(0n);
    const jobs = (await rows(JOBS)).filter(({ kind }) => kind === 'card.pull');
    expect(jobs).toEqual([]);
    await payer.auditClean();
  });

  it('is a loss if one unit of the excess is missing', async () => {
    const spent = await approved({ amount: BALANCE - 100n });
    const short = await told('clear', spent, BALANCE + 1n);
    expect(short).toMatchObject({ status: 'EXCEPTION', card: { settled: BALANCE + 1n, lost: 101n, reserved: 0n } });
    expect(short.card.moved).toMatchObject({ CARD_LOSS: { count: 1, total: 101n } });
    expect(await balance()).toBe(100n);
    expect(await run(payer.play.core.cards.recover, { id: spent.id })).toMatchObject(refused('INVALID_AMOUNT'));
    valueOf(await run(payer.play.core.sandbox.fund, { accountId: payer.usd.id, amount: 1n }));
    const recovered = valueOf(await run(payer.play.core.cards.recover, { id: spent.id }));
    expect(recovered).toMatchObject({ status: 'SETTLED', card: { lost: 0n, pulls: 'AT_ONCE' } });
    expect(recovered.card.moved).toMatchObject({ CARD_RECOVERY: { count: 1, total: 101n } });
    expect(await balance()).toBe(0n);
    await payer.auditClean();
  });

  it('of a pull that completes late waits for the part that exceeds the reserve', async () => {
    const spent = await approved({ merchant: { ...MERCHANT, descriptor: 'SHOP 005' } });
    expect((await told('clear', spent, 600n)).card.pendingPulls).toBe(1);
    const over = await told('clear', spent, 500n);
    expect(over.card).toMatchObject({ settled: 1_100n, pendingPulls: 2 });
    const jobs = (await rows(JOBS)).filter(({ kind }) => kind === 'card.pull');
    expect(jobs.map(({ subject, dueAt }) => [subject, (dueAt - now()) / 1000])).toEqual([
      [spent.id, 30],
      [spent.id, 30],
    ]);
    await payer.play.pass(30);
    const done = await latest(spent);
    expect(done).toMatchObject({ status: 'SETTLED', card: { pendingPulls: 0, told: over.card.told } });
  });

  it('of a credit is a part until the authorized amount is reached', async () => {
    const credit = await approved({ direction: 'CREDIT' });
    const part = await told('clear', credit, 999n);
    expect(part).toMatchObject({ status: 'PARTIALLY_SETTLED', card: { settled: 999n, clearings: 1 } });
    const whole = await told('clear', credit, 1n);
    expect(whole).toMatchObject({ status: 'SETTLED', settledAt: now(), card: { settled: 1_000n, clearings: 2 } });
    expect(whole.card.moved).toEqual({ CARD_CREDIT: { count: 2, total: 1_000n } });
  });
});

describe('an advice', () => {
  it('changes the authorized amount and its reserve', async () => {
    const spent = await approved();
    const same = await told('advise', spent, 1_000n);
    expect(same.card).toMatchObject({ authorized: 1_000n, reserved: 1_000n, moved: spent.card.moved });
    const less = await told('advise', spent, 999n);
    expect(less.card).toMatchObject({ authorized: 999n, reserved: 999n });
    expect(less.card.moved).toEqual({ ...spent.card.moved, CARD_RELEASE: { count: 1, total: 1n } });
    const more = await told('advise', spent, 1_001n);
    expect(more.card).toMatchObject({ authorized: 1_001n, reserved: 1_001n });
    expect(more.card.moved).toMatchObject({ CARD_HOLD: { count: 2, total: 1_002n } });
    expect(await balance()).toBe(BALANCE - 1_001n);
    await payer.auditClean();
  });

  it('of a credit moves no money', async () => {
    const credit = await approved({ direction: 'CREDIT' });
    expect((await told('advise', credit, 5_000n)).card).toMatchObject({ authorized: 5_000n, reserved: 0n, moved: {} });
    expect(await balance()).toBe(BALANCE);
  });

  it('reserves nothing more if pulls fail', async () => {
    const spent = await approved({ merchant: { ...MERCHANT, descriptor: 'SHOP 006' } });
    expect((await told('advise', spent, 2_000n)).card).toMatchObject({ authorized: 2_000n, reserved: 1_000n });
    expect((await told('advise', spent, 500n)).card).toMatchObject({ authorized: 500n, reserved: 500n });
  });
});

describe('a return', () => {
  const cleared = async (amount = 1_000n) => told('clear', await approved({ amount }), amount);

  it('is a record, and credits the customer with at most what the merchant has received', async () => {
    const spent = await cleared();
    const returned = await told('return', spent, 999n);
    expect(returned).toMatchObject({ status: 'SETTLED', card: { refunded: 999n, returns: 1, lost: 0n } });
    expect(await told('return', spent, 3n)).toMatchObject({
      status: 'REFUNDED',
      card: { refunded: 1_000n, returns: 2 },
    });
    expect(await balance()).toBe(BALANCE);
    expect(await rows(CARD_REFUNDS)).toMatchObject([
      {
        id: expect.stringMatching(/^CardRefund:/),
        transactionId: spent.id,
        currency: 'USD',
        amount: 999n,
        reversedAt: null,
        messageId: expect.stringMatching(/^message/),
        parts: [{ of: 'SETTLED', clearing: null, amount: 999n, reversed: 0n, reopened: 0n }],
      },
      {
        transactionId: spent.id,
        amount: 3n,
        parts: [
          { of: 'SETTLED', amount: 1n },
          { of: expect.stringMatching(/^Deposit:/), amount: 2n },
        ],
      },
    ]);
    await payer.auditClean();
  });

  it('is reversed from the last one, if the customer still has the money', async () => {
    const [spent, other] = [await cleared(), await cleared()];
    await told('return', spent, 300n);
    await told('return', spent, 200n);
    await told('return', other, 100n);
    payer.play.clock.advance(7);
    const back = await told('reverseReturn', spent);
    expect(back).toMatchObject({ status: 'SETTLED', card: { refunded: 300n, returns: 1, lost: 0n } });
    expect(back.card.moved).toMatchObject({ CARD_RETURN_REVERSAL: { count: 1, total: 200n } });
    expect((await rows(CARD_REFUNDS)).map(({ amount, reversedAt }) => [amount, reversedAt])).toEqual([
      [300n, null],
      [200n, now()],
      [100n, null],
    ]);
    await told('reverseReturn', spent);
    expect(await send('reverseReturn', spent)).toMatchObject(refused('INVALID_STATE_TRANSITION'));
    expect((await latest(other)).card.refunded).toBe(100n);
    await payer.auditClean();
  });

  it('is reversed to loss if one unit of it is spent, and stays an exception until all is recovered', async () => {
    const spent = await cleared();
    await told('return', spent, 300n);
    await told('return', spent, 200n);
    const left = await balance();
    await approved({ amount: left - 199n });
    const short = await told('reverseReturn', spent);
    expect(short).toMatchObject({ status: 'EXCEPTION', card: { refunded: 300n, returns: 1, lost: 200n } });
    expect(short.card.moved).toMatchObject({ CARD_LOSS: { count: 1, total: 200n } });
    expect(await balance()).toBe(199n);
    valueOf(await run(payer.play.core.sandbox.fund, { accountId: payer.usd.id, amount: 101n }));
    // The money for the next reversal is there, but the first loss is still missing.
    const still = await told('reverseReturn', spent);
    expect(still).toMatchObject({ status: 'EXCEPTION', card: { refunded: 0n, returns: 0, lost: 200n } });
    expect(still.card.moved).toMatchObject({ CARD_RETURN_REVERSAL: { count: 1, total: 300n } });
    expect(await balance()).toBe(0n);
    await payer.auditClean();
  });
});
