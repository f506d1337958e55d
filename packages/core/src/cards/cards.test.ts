import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { RailUnavailable } from '../accounts/index.js';
import { type Card, CARD_LOG, CARD_REFUNDS, type CardIssuer, CARDS, type CardTransaction } from './index.js';
import { EXCEPTIONS } from '../exceptions/index.js';
import {
  type BaseRecord,
  type Context,
  createIds,
  type Id,
  type KindOf,
  type Permission,
  type Result,
} from '../kernel/index.js';
import { everyRecord, POSTINGS } from '../ledger/index.js';
import { DEFAULT_OPTIONS } from '../service/index.js';
import { TRANSACTIONS } from '../transactions/index.js';
import { valueOf } from '../testing/play-core.js';
import { seededRandom } from '../testing/ports.js';
import { playBlocks } from '../testing/play-blocks.js';
import { type PlayPayer, playPayer } from '../testing/play-payer.js';
import { revealCard } from './reveal-card.js';

let payer: PlayPayer;
const BALANCE = 1_000_000n;

beforeEach(async () => {
  payer = await playPayer();
});

const cards = () => payer.play.core.cards;
const run: PlayPayer['play']['run'] = (useCase, input) => payer.play.run(useCase, input);

const ordered = (over: object = {}): Promise<Result<Card>> =>
  run(cards().order, {
    cardholderId: payer.customerId,
    fundingSources: [payer.usd.id],
    ...over,
  });

async function active(over: object = {}): Promise<Card> {
  const { id } = valueOf(await ordered(over));
  await payer.play.pass(0);
  return read(id);
}

const read = async (id: string): Promise<Card> => valueOf(await payer.play.read(cards().get, { id }));

const records = <T extends BaseRecord>(kind: KindOf<T>): Promise<readonly T[]> =>
  payer.play.storage.units.read(payer.play.tenant, async (reads) => {
    const all: T[] = [];
    for await (const record of everyRecord(reads, kind)) all.push(record);
    return all;
  });

type Use = 'authorization' | 'creditAuthorization' | 'creditAuthorizationAdvice' | 'financialAuthorization';

/** Uses the card. Returns the transaction, or null if the use was declined. */
async function used(
  card: Card,
  amount: bigint,
  { as = 'authorization' as Use | 'financialCreditAuthorization', descriptor = 'SHOP' } = {},
): Promise<CardTransaction | null> {
  const merchant = { descriptor, mcc: null, country: null };
  const input = { cardId: card.id, amount, currency: card.currency, merchant };
  const { issuerToken } = valueOf(await run(cards().simulate[as], input));
  const page = valueOf(await payer.play.read(payer.play.core.transactions.list, { limit: 100 }));
  return (page.data.find((transaction) => transaction.issuerToken === issuerToken) as CardTransaction) ?? null;
}

const now = async (of: CardTransaction): Promise<CardTransaction> =>
  valueOf(await payer.play.read(payer.play.core.transactions.get, { id: of.id })) as CardTransaction;

type Told = 'clearing' | 'authorizationAdvice' | 'return';

async function told(what: Told, of: CardTransaction, amount: bigint): Promise<CardTransaction> {
  valueOf(await tell(what, of, amount));
  return now(of);
}

const tell = (what: Told, of: CardTransaction, amount: bigint, networkMessageId?: string) =>
  run(cards().simulate[what], { cardId: of.card.cardId, transactionId: of.id, amount, networkMessageId });

const reversed = (of: CardTransaction, networkMessageId?: string) =>
  run(cards().simulate.returnReversal, { cardId: of.card.cardId, transactionId: of.id, networkMessageId });

const exceptions = () => records(EXCEPTIONS);

const balance = async (): Promise<bigint> => (await payer.internal('USD')).available;

const reasons = async (): Promise<readonly (string | null)[]> => (await records(CARD_LOG)).map(({ reason }) => reason);

describe('a card', () => {
  it('is created by its issuer and emits an event when it becomes active', async () => {
    const order = valueOf(await ordered({ platformCardId: 'mine', maxSpendPerTransaction: 500n }));
    expect(order).toMatchObject({ state: 'PROCESSING', last4: null, currency: 'USD', processorRef: 'sandbox-cards' });
    await payer.play.pass(0);
    const card = await read(order.id);
    expect(card).toMatchObject({ state: 'ACTIVE', brand: 'VISA', platformCardId: 'mine' });
    expect(card.last4).toMatch(/^\d{4}$/);
    expect(payer.eventsOf(card.id)).toEqual(['CARD.STATE_CHANGE']);
    await payer.auditClean();
  });

  it.each([
    ['stays PROCESSING', '001', 'PROCESSING', null, []],
    ['is rejected by the issuer', '002', 'CLOSED', 'ISSUER_REJECTED', ['CARD.STATE_CHANGE']],
    ['is issued after 30 seconds', '005', 'PROCESSING', null, []],
  ])('%s if its platformCardId ends in %s', async (_what, suffix, state, stateReason, events) => {
    const card = await active({ platformCardId: `card-${suffix}` });
    expect(card).toMatchObject({ state, stateReason });
    expect(payer.eventsOf(card.id)).toEqual(events);
    await payer.play.pass(31);
    expect((await read(card.id)).state).toBe(suffix === '005' ? 'ACTIVE' : state);
    await payer.auditClean();
  });

  it('passes the 3-D Secure password to the issuer and does not keep it', async () => {
    const { id } = valueOf(await ordered({ threeDSecurePassword: 'canary-password' }));
    expect((await read(id)).sealedPassword).not.toContain('canary');
    await payer.play.pass(0);
    expect((await read(id)).sealedPassword).toBeNull();
    const { id: closed } = valueOf(await ordered({ threeDSecurePassword: 'canary-password' }));
    valueOf(await run(cards().update, { id: closed, state: 'CLOSED' }));
    expect((await read(closed)).sealedPassword).toBeNull();
    await payer.play.pass(0);
    expect(
      JSON.stringify(
        payer.play.delivered.map(({ snapshot }) => snapshot),
        replacer,
      ),
    ).not.toContain('sealed');
  });

  it('needs an approved cardholder', async () => {
    const waiting = valueOf(
      await run(payer.play.core.customers.create, {
        customerType: 'INDIVIDUAL',
        fullName: 'Bob 003',
        region: 'US',
        currencies: ['USD'],
      } as never),
    );
    const codeOf = async (over: object) => {
      const answer = await ordered(over);
      return answer.ok ? 'ok' : answer.error.code;
    };
    expect(await codeOf({ cardholderId: waiting.id })).toBe('CARDHOLDER_KYC_NOT_APPROVED');
    expect(await codeOf({ cardholderId: 'Customer:018bcfe5-6800-7000-8000-000000000001' })).toBe('USER_NOT_FOUND');
  });

  it('spends only from accounts of its cardholder in one currency, and names each other account', async () => {
    const { account: eur } = await payer.internal('EUR');
    const { account: platform } = await payer.internal('USD', 'platform');
    for (const [fundingSources, fields] of [
      [[], ['fundingSources']],
      [[platform.id], ['fundingSources', 'fundingSources.0']],
      [
        [payer.usd.id, eur.id],
        ['fundingSources', 'fundingSources.1'],
      ],
      [
        [payer.usd.id, payer.usd.id, 'nonsense'],
        ['fundingSources', 'fundingSources.1', 'fundingSources.2'],
      ],
    ] as const) {
      const answer = await ordered({ fundingSources });
      if (answer.ok) throw new Error('not refused');
      const { code, details } = answer.error;
      expect([code, details?.['reason']]).toEqual(['INVALID_INPUT', 'FUNDING_SOURCE_INELIGIBLE']);
      expect((details?.['errors'] as { field: string }[]).map(({ field }) => field)).toEqual(fields);
    }
  });

  it('is frozen, unfrozen and closed, each with one event', async () => {
    const card = await active();
    for (const state of ['FROZEN', 'ACTIVE', 'FROZEN', 'CLOSED'] as const) {
      expect(valueOf(await run(cards().update, { id: card.id, state })).state).toBe(state);
    }
    expect(await read(card.id)).toMatchObject({ state: 'CLOSED', stateReason: 'CLOSED_BY_PLATFORM' });
    await payer.play.pass(0);
    expect(payer.eventsOf(card.id)).toEqual(Array.from({ length: 5 }, () => 'CARD.STATE_CHANGE'));
    const again = await run(cards().update, { id: card.id, state: 'ACTIVE' });
    expect(again).toMatchObject({ ok: false, error: { code: 'CARD_ALREADY_CLOSED' } });
    const changed = await run(cards().update, { id: card.id, maxSpendPerTransaction: 1n });
    expect(changed).toMatchObject({ ok: false, error: { code: 'CARD_NOT_MUTABLE' } });
    await payer.auditClean();
  });

  it('changes its state only along its table', async () => {
    const card = await active();
    const same = await run(cards().update, { id: card.id, state: 'ACTIVE' });
    expect(same).toMatchObject({ ok: false, error: { code: 'INVALID_STATE_TRANSITION' } });
    const { id } = valueOf(await ordered({ platformCardId: 'waits-001' }));
    const early = await run(cards().update, { id, state: 'FROZEN' });
    expect(early).toMatchObject({ ok: false, error: { code: 'INVALID_STATE_TRANSITION' } });
    const nothing = await run(cards().update, { id });
    expect(nothing).toMatchObject({ ok: false, error: { code: 'INVALID_INPUT' } });
    valueOf(await run(cards().update, { id, state: 'CLOSED' }));
    await payer.play.pass(4_000);
    expect((await read(id)).state).toBe('CLOSED');
    await payer.auditClean();
  });

  it('emits an event of its funding sources only when they change', async () => {
    const card = await active();
    valueOf(await run(cards().update, { id: card.id, fundingSources: [payer.usd.id] }));
    await payer.play.pass(0);
    expect(payer.eventsOf(card.id)).toEqual(['CARD.STATE_CHANGE']);
    const { account: eur } = await payer.internal('EUR');
    const mixed = await run(cards().update, { id: card.id, fundingSources: [payer.usd.id, eur.id] });
    expect(mixed).toMatchObject({ ok: false, error: { details: { reason: 'FUNDING_SOURCE_INELIGIBLE' } } });
    const before = (await used(card, 100n))!;
    const changed = valueOf(await run(cards().update, { id: card.id, fundingSources: [eur.id] }));
    expect(changed).toMatchObject({ fundingSources: [eur.id], currency: 'EUR' });
    // An earlier authorization stays on the account that it reserved.
    await told('clearing', before, 100n);
    expect(await balance()).toBe(BALANCE - 100n);
    await payer.play.pass(0);
    expect(payer.eventsOf(card.id)).toEqual(['CARD.STATE_CHANGE', 'CARD.FUNDING_SOURCE_CHANGE']);
    await payer.auditClean();
  });

  it('is closed with its cardholder, who cannot be deleted while a card transaction is open', async () => {
    const card = await active();
    const spent = (await used(card, BALANCE))!;
    const remove = () => run(payer.play.core.customers.delete, { id: payer.customerId });
    expect(await remove()).toMatchObject({ ok: false, error: { code: 'CONFLICT' } });
    await told('clearing', spent, BALANCE);
    valueOf(await remove());
    expect(await read(card.id)).toMatchObject({ state: 'CLOSED', stateReason: 'CLOSED_BY_SVC' });
    await payer.play.pass(0);
    await payer.auditClean();
  });

  it('shows its number on a page of its issuer and logs the actor', async () => {
    const card = await active();
    const frame = valueOf(await run(cards().reveal, { id: card.id }));
    expect(frame.url).toMatch(/^http:\/\/localhost:8080\/card-frame\/[\w-]+\.[\w-]+$/);
    expect(frame.expiresAt - payer.play.clock.now()).toBe(120_000);
    expect(await records(CARD_LOG)).toEqual([
      expect.objectContaining({ cardId: card.id, what: 'REVEALED', actor: 'system', requestId: 'test' }),
    ]);
    valueOf(await run(cards().update, { id: card.id, state: 'CLOSED' }));
    expect(await run(cards().reveal, { id: card.id })).toMatchObject({ ok: false, error: { code: 'FORBIDDEN' } });
    expect(await records(CARD_LOG)).toHaveLength(1);
  });

  it('is ordered and revealed only by a token with TRANSACT; MANAGE is not enough', async () => {
    const card = await active();
    const actor = (...permissions: readonly Permission[]) => {
      const tokenId = 'Token:018bcfe5-6800-7000-8000-000000000009' as Id<'Token'>;
      return { ...payer.play.context(), actor: { kind: 'token', tokenId, permissions } as const };
    };
    const request = {
      cardholderId: payer.customerId,
      fundingSources: [payer.usd.id],
    };
    const { storage, tenant } = payer.play;
    const order = (ctx: Context) => storage.units.run(tenant, (tx) => cards().order(tx, ctx, request));
    const reveal = (ctx: Context) => cards().reveal.prepare(ctx, { id: card.id });
    const refused = { ok: false, error: { code: 'FORBIDDEN', message: expect.stringContaining('TRANSACT') } };
    for (const asked of [order, reveal]) {
      expect(await asked(actor('VIEW', 'MANAGE'))).toMatchObject(refused);
      expect(await asked(actor('VIEW', 'MANAGE', 'TRANSACT'))).toMatchObject({ ok: true });
    }
    const revealing = actor('TRANSACT');
    const ready = valueOf(await reveal(revealing));
    valueOf(await storage.units.run(tenant, (tx) => cards().reveal.finish(tx, revealing, ready)));
    expect(await records(CARD_LOG)).toMatchObject([{ what: 'REVEALED', actor: revealing.actor.tokenId }]);
  });

  it('is neither revealed nor logged if its issuer does not answer', async () => {
    const card = await active();
    const reveal = () => Promise.reject(new RailUnavailable(card.processorRef, 'card-reveal', 'no answer'));
    const silent = { name: card.processorRef, environments: ['SANDBOX'], reveal } as unknown as CardIssuer;
    const { storage, clock } = payer.play;
    const asked = revealCard({ units: storage.units, ids: createIds(clock, seededRandom()), issuers: [silent] });
    expect(await run(asked, { id: card.id })).toMatchObject({ ok: false, error: { code: 'SERVICE_UNAVAILABLE' } });
    expect(await records(CARD_LOG)).toEqual([]);
  });

  it('is not revealed while the entry of its issuer is missing in the connections file', async () => {
    const card = await active();
    const { storage, clock } = payer.play;
    const asked = revealCard({ units: storage.units, ids: createIds(clock, seededRandom()), issuers: [] });
    const message = `the issuer ${card.processorRef} is not configured; ask the operator to put its entry back into the connections file`;
    expect(await run(asked, { id: card.id })).toMatchObject({
      ok: false,
      error: { code: 'SERVICE_UNAVAILABLE', message },
    });
    expect(await records(CARD_LOG)).toEqual([]);
  });

  it('is not asked for at its issuer while its holder or the platform is blocked', async () => {
    const card = await active();
    let asks = 0;
    const issuer = { name: card.processorRef, environments: ['SANDBOX'], reveal: async () => (asks += 1) };
    const { storage, clock, context } = payer.play;
    const ports = { units: storage.units, ids: createIds(clock, seededRandom()) };
    const reveal = revealCard({ ...ports, issuers: [issuer as unknown as CardIssuer] });
    const blocks = await playBlocks(payer.play);
    for (const kind of ['customers', 'platforms'] as const) {
      await blocks.block(kind, kind === 'customers' ? payer.customerId : '');
      const error = { code: 'USER_BLOCKED' };
      expect(await reveal.prepare(context(), { id: card.id })).toMatchObject({ ok: false, error });
      await blocks.unblock(kind, kind === 'customers' ? payer.customerId : '');
    }
    expect(asks).toBe(0);
  });

  it('is found by cardholder, platformCardId, state and funding account', async () => {
    const first = await active({ platformCardId: 'one' });
    const second = valueOf(await ordered({ platformCardId: 'two-001' }));
    const found = async (filter: object) =>
      valueOf(await payer.play.read(cards().list, filter)).data.map(({ id }) => id);
    const { account: eur } = await payer.internal('EUR');
    expect(await found({})).toEqual([second.id, first.id]);
    expect(await found({ sortOrder: 'asc', cardholderId: payer.customerId })).toEqual([first.id, second.id]);
    expect(await found({ platformCardId: 'one' })).toEqual([first.id]);
    expect(await found({ state: 'PROCESSING' })).toEqual([second.id]);
    expect(await found({ state: 'PENDING_KYC' })).toEqual([]);
    expect(await found({ accountId: payer.usd.id, state: 'ACTIVE' })).toEqual([first.id]);
    expect(await found({ accountId: eur.id })).toEqual([]);
  });
});

const replacer = (_key: string, value: unknown): unknown => (typeof value === 'bigint' ? String(value) : value);

describe('a card transaction', () => {
  it('is reserved at authorization and settled at clearing', async () => {
    const card = await active();
    const authorized = (await used(card, 1_000n))!;
    expect(authorized).toMatchObject({ type: 'CARD', status: 'AUTHORIZED', direction: 'DEBIT' });
    expect(await balance()).toBe(BALANCE - 1_000n);
    const settled = await told('clearing', authorized, 1_000n);
    expect(settled).toMatchObject({ status: 'SETTLED', card: { settled: 1_000n, reserved: 0n } });
    expect(await balance()).toBe(BALANCE - 1_000n);
    await payer.play.pass(0);
    expect(payer.eventsOf(settled.id)).toEqual(['CARD_TRANSACTION.AUTHORIZED', 'CARD_TRANSACTION.SETTLED']);
    await payer.auditClean();
  });

  it('is declined with a logged reason and without a transaction', async () => {
    const card = await active({ maxSpendPerTransaction: 5_000n });
    expect(await used(card, 5_001n)).toBeNull();
    expect(await used(card, 10n, { descriptor: 'SHOP 002' })).toBeNull();
    expect(await used(card, 10n, { descriptor: 'SHOP 003' })).toBeNull();
    valueOf(await run(cards().update, { id: card.id, state: 'FROZEN' }));
    expect(await used(card, 10n)).toBeNull();
    valueOf(await run(cards().update, { id: card.id, state: 'CLOSED' }));
    expect(await used(card, 10n)).toBeNull();
    expect(await used(valueOf(await ordered({ platformCardId: '001' })), 10n)).toBeNull();
    const poor = await active();
    expect(await used(poor, BALANCE + 1n)).toBeNull();
    valueOf(await run(payer.play.core.accounts.freezeInternal, { id: payer.usd.id }));
    expect(await used(poor, 10n)).toBeNull();
    expect(await reasons()).toEqual([
      'MAX_SPEND_EXCEEDED',
      'INSUFFICIENT_FUNDS',
      'CARD_PAUSED',
      'CARD_PAUSED',
      'CARD_CLOSED',
      'CARD_NOT_ACTIVE',
      'INSUFFICIENT_FUNDS',
      'FUNDING_SOURCE_UNAVAILABLE',
    ]);
    expect(await balance()).toBe(BALANCE);
    await payer.auditClean();
  });

  it('is settled in parts', async () => {
    const spent = (await used(await active(), 1_000n))!;
    expect((await told('clearing', spent, 300n)).status).toBe('PARTIALLY_SETTLED');
    expect((await told('clearing', spent, 300n)).status).toBe('PARTIALLY_SETTLED');
    expect(await told('clearing', spent, 400n)).toMatchObject({
      status: 'SETTLED',
      card: { settled: 1_000n, clearings: 3 },
    });
    expect(await balance()).toBe(BALANCE - 1_000n);
    await payer.auditClean();
  });

  it('releases its reserve at a clearing of zero', async () => {
    const card = await active();
    const expired = await told('clearing', (await used(card, 1_000n))!, 0n);
    expect(expired).toMatchObject({ status: 'SETTLED', card: { settled: 0n, reserved: 0n } });
    expect(await balance()).toBe(BALANCE);
    const spent = (await used(card, 1_000n))!;
    await told('clearing', spent, 250n);
    expect(await told('clearing', spent, 0n)).toMatchObject({ status: 'SETTLED', card: { settled: 250n } });
    expect(await balance()).toBe(BALANCE - 250n);
    await payer.auditClean();
  });

  it('pulls an excess within the tolerance from the account', async () => {
    const card = await active();
    const spent = (await used(card, 1_000n))!;
    expect(await told('clearing', spent, 1_200n)).toMatchObject({
      status: 'SETTLED',
      card: { settled: 1_200n, lost: 0n },
    });
    expect(await balance()).toBe(BALANCE - 1_200n);
    expect(await exceptions()).toEqual([]);
    await payer.auditClean();
  });

  it('books an excess that cannot be pulled to loss, until it is recovered', async () => {
    const spent = (await used(await active(), BALANCE))!;
    const missing = await told('clearing', spent, BALANCE + 70n);
    expect(missing).toMatchObject({ status: 'EXCEPTION', card: { settled: BALANCE + 70n, lost: 70n } });
    await payer.auditClean();
    const recover = () => run(cards().recover, { id: spent.id });
    expect(await recover()).toMatchObject({ ok: false, error: { code: 'INVALID_AMOUNT' } });
    expect((await told('clearing', spent, 5n)).card.lost).toBe(75n);
    valueOf(await run(payer.play.core.sandbox.fund, { accountId: payer.usd.id, amount: 100n }));
    valueOf(await recover());
    expect(await now(spent)).toMatchObject({ status: 'SETTLED', card: { lost: 0n } });
    expect(await balance()).toBe(25n);
    expect(await recover()).toMatchObject({ ok: false, error: { code: 'INVALID_STATE_TRANSITION' } });
    await payer.play.pass(0);
    expect(payer.eventsOf(spent.id)).toEqual(
      ['AUTHORIZED', 'EXCEPTION', 'EXCEPTION', 'SETTLED'].map((what) => `CARD_TRANSACTION.${what}`),
    );
    await payer.auditClean();
  });

  it('is changed by an advice before clearing, up to the balance', async () => {
    const card = await active();
    const spent = (await used(card, 1_000n))!;
    expect(await told('authorizationAdvice', spent, 400n)).toMatchObject({
      card: { authorized: 400n, reserved: 400n },
    });
    expect(await balance()).toBe(BALANCE - 400n);
    await told('authorizationAdvice', spent, 900n);
    expect(await balance()).toBe(BALANCE - 900n);
    const beyond = await told('authorizationAdvice', spent, BALANCE + 100n);
    expect(beyond).toMatchObject({ status: 'AUTHORIZED', card: { authorized: BALANCE + 100n, reserved: BALANCE } });
    await payer.auditClean();
    await told('clearing', spent, 10n);
    expect((await told('clearing', spent, BALANCE + 90n)).status).toBe('EXCEPTION');
    await payer.auditClean();
  });

  it('is changed by an advice after a clearing, but not any more once it is settled', async () => {
    const spent = (await used(await active(), 1_000n))!;
    await told('clearing', spent, 400n);
    expect(await told('authorizationAdvice', spent, 700n)).toMatchObject({
      status: 'PARTIALLY_SETTLED',
      card: { authorized: 700n, reserved: 300n, settled: 400n },
    });
    expect(await balance()).toBe(BALANCE - 700n);
    await told('clearing', spent, 300n);
    expect(await tell('authorizationAdvice', spent, 5n)).toMatchObject({
      ok: false,
      error: { code: 'INVALID_STATE_TRANSITION' },
    });
    await payer.auditClean();
  });

  it('is returned in parts or as a whole, with a record for each return, and returns can be reversed', async () => {
    const spent = (await used(await active(), 1_000n))!;
    await told('clearing', spent, 1_000n);
    expect(await told('return', spent, 300n)).toMatchObject({
      status: 'SETTLED',
      card: { refunded: 300n, returns: 1 },
    });
    expect(await told('return', spent, 700n)).toMatchObject({
      status: 'REFUNDED',
      card: { refunded: 1_000n, returns: 2 },
    });
    expect(await balance()).toBe(BALANCE);
    expect((await records(CARD_REFUNDS)).map(({ amount, reversedAt }) => [amount, reversedAt])).toEqual([
      [300n, null],
      [700n, null],
    ]);
    valueOf(await reversed(spent));
    expect(await now(spent)).toMatchObject({ status: 'SETTLED', card: { refunded: 300n, returns: 1 } });
    valueOf(await reversed(spent));
    expect(await now(spent)).toMatchObject({ status: 'SETTLED', card: { refunded: 0n, returns: 0 } });
    expect(await reversed(spent)).toMatchObject({ ok: false, error: { code: 'INVALID_STATE_TRANSITION' } });
    expect(await balance()).toBe(BALANCE - 1_000n);
    await payer.play.pass(0);
    expect(payer.eventsOf(spent.id)).toEqual(
      ['AUTHORIZED', 'SETTLED', 'SETTLED', 'REFUNDED', 'SETTLED', 'SETTLED'].map((what) => `CARD_TRANSACTION.${what}`),
    );
    await payer.auditClean();
  });

  it('books the reversal of a spent return to loss', async () => {
    const card = await active();
    const spent = await told('clearing', (await used(card, BALANCE))!, BALANCE);
    await told('return', spent, BALANCE);
    expect(await used(card, BALANCE)).not.toBeNull();
    valueOf(await reversed(spent));
    expect(await now(spent)).toMatchObject({ status: 'EXCEPTION', card: { refunded: 0n, lost: BALANCE } });
    await payer.auditClean();
  });

  it('can be settled at once', async () => {
    const card = await active();
    const spent = (await used(card, 700n, { as: 'financialAuthorization' }))!;
    expect(spent).toMatchObject({ status: 'SETTLED', card: { settled: 700n, clearings: 1 } });
    expect(await used(card, BALANCE, { as: 'financialAuthorization' })).toBeNull();
    await payer.play.pass(0);
    expect(payer.eventsOf(spent.id)).toEqual(['CARD_TRANSACTION.AUTHORIZED', 'CARD_TRANSACTION.SETTLED']);
    await payer.auditClean();
  });

  it('can be a credit that arrives at clearing or at once', async () => {
    const card = await active();
    const credit = (await used(card, 400n, { as: 'creditAuthorization' }))!;
    expect(credit).toMatchObject({ status: 'AUTHORIZED', direction: 'CREDIT' });
    expect(await balance()).toBe(BALANCE);
    expect((await told('clearing', credit, 100n)).status).toBe('PARTIALLY_SETTLED');
    expect((await told('clearing', credit, 300n)).status).toBe('SETTLED');
    expect(await balance()).toBe(BALANCE + 400n);
    expect(await told('clearing', credit, 20n)).toMatchObject({ status: 'SETTLED', card: { settled: 420n } });
    expect(await balance()).toBe(BALANCE + 420n);
    expect((await used(card, 50n, { as: 'financialCreditAuthorization' }))!.status).toBe('SETTLED');
    expect(await balance()).toBe(BALANCE + 470n);
    valueOf(await run(cards().update, { id: card.id, state: 'FROZEN' }));
    expect(await used(card, 50n, { as: 'creditAuthorization' })).toBeNull();
    const advised = (await used(card, 50n, { as: 'creditAuthorizationAdvice' }))!;
    expect((await told('clearing', advised, 0n)).status).toBe('SETTLED');
    expect(await balance()).toBe(BALANCE + 470n);
    await payer.auditClean();
  });

  it('is not created by a balance inquiry, which is only logged', async () => {
    const card = await active();
    const merchant = { descriptor: 'ATM', mcc: null, country: null };
    const inquire = (networkMessageId: string | undefined, cardId = card.id) =>
      run(cards().simulate.balanceInquiry, { cardId, merchant, networkMessageId });
    const { issuerToken } = valueOf(await inquire(undefined));
    expect(issuerToken).toMatch(/^[0-9a-f]{32}$/);
    for (const _ of [1, 2]) expect(valueOf(await inquire('i-1'))).toEqual({ issuerToken: 'i-1', transactionId: null });
    expect((await records(CARD_LOG)).map((entry) => [entry.what, entry.merchant, entry.issuerToken])).toEqual([
      ['BALANCE_INQUIRY', 'ATM', issuerToken],
      ['BALANCE_INQUIRY', 'ATM', 'i-1'],
    ]);
    const conflict = { ok: false, error: { code: 'CONFLICT' } };
    expect(await inquire('i-1', (await active()).id)).toMatchObject(conflict);
    const declined = { cardId: card.id, amount: BALANCE + 1n, currency: 'USD', merchant, networkMessageId: 'd-1' };
    expect(valueOf(await run(cards().simulate.authorization, declined))).toEqual({
      issuerToken: 'd-1',
      transactionId: null,
    });
    expect(await inquire('d-1')).toMatchObject(conflict);
    expect(await records(CARD_LOG)).toHaveLength(3);
  });
});

describe('a clearing beyond the authorization', () => {
  const LOSS = 'loss:SANDBOX:USD';
  const lossOf = () =>
    payer.play.storage.units.read(payer.play.tenant, (reads) =>
      reads.sum(POSTINGS, 'amount', { account: LOSS }, 0, null),
    );
  const DAY = 24 * 60 * 60;

  it('books the amount above the tolerance to loss and opens an exception', async () => {
    const spent = (await used(await active(), 10_000n))!;
    expect(await told('clearing', spent, 50_000n)).toMatchObject({
      status: 'SETTLED',
      card: { authorized: 10_000n, settled: 10_000n, excess: 40_000n, lost: 0n },
    });
    expect(await balance()).toBe(BALANCE - 10_000n);
    expect(await lossOf()).toBe(-40_000n);
    expect(await exceptions()).toMatchObject([
      {
        kind: 'CARD_EXCESS',
        status: 'OPEN',
        subject: spent.id,
        rail: 'sandbox-cards',
        amount: 40_000n,
        currency: 'USD',
      },
    ]);
    await payer.auditClean();
  });

  it('does not debit the customer after the transaction is settled, expired or refunded', async () => {
    const card = await active();
    const settled = await told('clearing', (await used(card, 10_000n))!, 10_000n);
    const expired = await told('clearing', (await used(card, 10_000n))!, 0n);
    const refunded = await told('clearing', (await used(card, 10_000n))!, 10_000n);
    await told('return', refunded, 10_000n);
    const before = await balance();
    for (const spent of [settled, expired, refunded]) {
      const { status } = await now(spent);
      expect(await told('clearing', spent, 10_000n)).toMatchObject({ status, card: { excess: 10_000n } });
    }
    expect(await balance()).toBe(before);
    expect(await lossOf()).toBe(-30_000n);
    expect(await exceptions()).toHaveLength(3);
    await payer.auditClean();
  });

  it('does not debit the customer 30 days after the authorization, and releases the reserve', async () => {
    const card = await active();
    const [intime, late] = [(await used(card, 10_000n))!, (await used(card, 10_000n))!];
    valueOf(await run(cards().update, { id: card.id, state: 'CLOSED' }));
    await payer.play.pass(30 * DAY);
    expect(await told('clearing', intime, 10_000n)).toMatchObject({ status: 'SETTLED', card: { settled: 10_000n } });
    await payer.play.pass(1);
    expect(await told('clearing', late, 10_000n)).toMatchObject({
      status: 'SETTLED',
      card: { settled: 0n, reserved: 0n, excess: 10_000n },
    });
    expect(await balance()).toBe(BALANCE - 10_000n);
    await payer.auditClean();
  });

  it('is measured against the tolerance that the host configures', async () => {
    const options = {
      ...DEFAULT_OPTIONS,
      cursorKey: new Uint8Array(32).fill(1),
      publicAuthority: 'localhost:8080',
      cardToleranceBps: 0,
    };
    payer = await playPayer({ options });
    const spent = (await used(await active(), 10_000n))!;
    expect((await told('clearing', spent, 10_001n)).card).toMatchObject({ settled: 10_000n, excess: 1n });
    await payer.auditClean();
  });

  it('never debits more than the authorized amount with tolerance, in any sequence of messages', async () => {
    const message = fc.tuple(
      fc.constantFrom(
        'clearing' as const,
        'return' as const,
        'reversal' as const,
        'spend' as const,
        'recover' as const,
      ),
      fc.bigInt(0n, 15_000n),
      fc.integer({ min: 0, max: 5 }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(message, { maxLength: 8 }), async (messages) => {
        payer = await playPayer();
        const plastic = await active();
        const spent = (await used(plastic, 10_000n))!;
        let elsewhere = 0n;
        for (const [what, amount, id] of messages) {
          if (what === 'reversal') await reversed(spent, `${spent.id}/${id}`);
          else if (what === 'recover') {
            valueOf(await run(payer.play.core.sandbox.fund, { accountId: payer.usd.id, amount: amount + 1n }));
            elsewhere -= amount + 1n;
            await run(cards().recover, { id: spent.id });
          } else if (what === 'spend') {
            const all = await balance();
            if (all > 0n) await used(plastic, all);
            elsewhere += all;
          } else await tell(what, spent, amount, `${spent.id}/${id}`);
          await payer.auditClean();
        }
        const { card } = await now(spent);
        expect(card.settled).toBeLessThanOrEqual(12_000n);
        expect(BALANCE - elsewhere - (await balance())).toBe(card.reserved + card.settled - card.lost - card.refunded);
        await payer.auditClean();
      }),
      { numRuns: 40 },
    );
  });
});

describe('a merchant return', () => {
  it('is accepted while more clearings are expected', async () => {
    const spent = (await used(await active(), 1_000n))!;
    await told('clearing', spent, 400n);
    expect(await told('return', spent, 400n)).toMatchObject({
      status: 'PARTIALLY_SETTLED',
      card: { settled: 400n, refunded: 400n, reserved: 600n },
    });
    expect(await balance()).toBe(BALANCE - 600n);
    expect(await told('clearing', spent, 600n)).toMatchObject({ status: 'SETTLED', card: { settled: 1_000n } });
    expect(await balance()).toBe(BALANCE - 600n);
    await payer.auditClean();
  });

  it('in EXCEPTION covers the loss first and credits the rest to the customer', async () => {
    const spent = (await used(await active(), BALANCE))!;
    await told('clearing', spent, BALANCE + 70n);
    expect(await told('return', spent, 50n)).toMatchObject({ status: 'EXCEPTION', card: { lost: 20n, refunded: 50n } });
    expect(await balance()).toBe(0n);
    expect(await told('return', spent, 30n)).toMatchObject({ status: 'SETTLED', card: { lost: 0n, refunded: 80n } });
    expect(await balance()).toBe(10n);
    expect(await told('return', spent, BALANCE - 10n)).toMatchObject({ status: 'REFUNDED' });
    expect(await balance()).toBe(BALANCE);
    await payer.auditClean();
  });
});

describe('the reversal of a return that cannot be pulled while clearings are expected', () => {
  async function missing(): Promise<CardTransaction> {
    const card = await active();
    const spent = (await used(card, 1_000n))!;
    await told('clearing', spent, 400n);
    await told('return', spent, 400n);
    await used(card, BALANCE - 600n);
    valueOf(await reversed(spent));
    expect(await now(spent)).toMatchObject({ status: 'EXCEPTION', card: { lost: 400n, reserved: 600n } });
    return spent;
  }

  it.each(['recovered', 'returned'] as const)('keeps the reserve for the merchant once the loss is %s', async (how) => {
    const spent = await missing();
    if (how === 'returned') await told('return', spent, 400n);
    else {
      valueOf(await run(payer.play.core.sandbox.fund, { accountId: payer.usd.id, amount: 400n }));
      valueOf(await run(cards().recover, { id: spent.id }));
    }
    expect(await now(spent)).toMatchObject({ status: 'PARTIALLY_SETTLED', card: { lost: 0n, reserved: 600n } });
    await payer.auditClean();
    expect(await told('clearing', spent, 600n)).toMatchObject({ status: 'SETTLED', card: { reserved: 0n } });
    expect(await exceptions()).toEqual([]);
    await payer.auditClean();
  });

  it.each([
    ['a clearing of zero arrives', 0, 0n, 0n, 600n],
    // The other use that had spent the money has expired as well.
    ['a clearing arrives too late', 31, 600n, 600n, BALANCE],
  ] as const)('releases its reserve if %s', async (_, days, asked, excess, left) => {
    const spent = await missing();
    await payer.play.pass(days * 86_400);
    expect((await told('clearing', spent, asked)).card.excess ?? 0n).toBe(excess);
    expect(await now(spent)).toMatchObject({
      status: 'EXCEPTION',
      card: { lost: 400n, reserved: 0n },
    });
    expect(await balance()).toBe(left);
    await payer.auditClean();
    valueOf(await run(cards().recover, { id: spent.id }));
    expect(await now(spent)).toMatchObject({ status: 'SETTLED' });
    await payer.auditClean();
  });
});

describe('a repeated message of the network', () => {
  it('gets the first answer and has no effect, for every kind of message', async () => {
    const spent = (await used(await active(), 10_000n))!;
    const once = async (what: Told, amount: bigint, id: string) => {
      const first = valueOf(await tell(what, spent, amount, id));
      const state = await now(spent);
      expect(valueOf(await tell(what, spent, amount, id))).toEqual(first);
      expect(await now(spent)).toEqual(state);
      return state;
    };
    await once('authorizationAdvice', 9_000n, 'm-1');
    expect(await once('clearing', 9_000n, 'm-2')).toMatchObject({ status: 'SETTLED', card: { settled: 9_000n } });
    expect(await once('return', 1_000n, 'm-3')).toMatchObject({ card: { refunded: 1_000n, returns: 1 } });
    for (const _ of [1, 2]) valueOf(await reversed(spent, 'm-4'));
    expect((await now(spent)).card).toMatchObject({ settled: 9_000n, refunded: 0n });
    expect(await balance()).toBe(BALANCE - 9_000n);
    expect(await exceptions()).toEqual([]);
    await payer.auditClean();
  });

  it('is refused without effect if its content differs', async () => {
    const card = await active();
    const [spent, other] = [(await used(card, 1_000n))!, (await used(card, 1_000n))!];
    valueOf(await tell('clearing', spent, 400n, 'm-1'));
    for (const wrong of [
      await tell('clearing', spent, 401n, 'm-1'),
      await tell('clearing', other, 400n, 'm-1'),
      await tell('return', spent, 400n, 'm-1'),
    ]) {
      expect(wrong).toMatchObject({ ok: false, error: { code: 'CONFLICT' } });
    }
    expect((await now(spent)).card.settled).toBe(400n);
    expect((await now(other)).card.settled).toBe(0n);
  });

  it('has one effect if both copies arrive concurrently', async () => {
    const spent = (await used(await active(), 10_000n))!;
    await Promise.all(Array.from({ length: 10 }, () => tell('clearing', spent, 10_000n, 'm-1')));
    expect(await now(spent)).toMatchObject({ status: 'SETTLED', card: { settled: 10_000n, clearings: 1 } });
    expect(await exceptions()).toEqual([]);
    await payer.auditClean();
  });

  it('is applied after a refusal once its cause is gone', async () => {
    const spent = (await used(await active(), 1_000n))!;
    await told('clearing', spent, 1_000n);
    expect(await reversed(spent, 'm-1')).toMatchObject({ error: { code: 'INVALID_STATE_TRANSITION' } });
    await told('return', spent, 100n);
    expect(await reversed(spent, 'm-1')).toMatchObject({ ok: true });
    expect((await now(spent)).card).toMatchObject({ refunded: 0n, returns: 0 });
  });
});

describe('the pull of the sandbox', () => {
  it('is confirmed after 30 seconds for a merchant ending in 005', async () => {
    const spent = (await used(await active(), 1_000n, { descriptor: 'SHOP 005' }))!;
    expect(spent).toMatchObject({ status: 'AUTHORIZED', card: { pendingPulls: 1 } });
    await payer.play.pass(29);
    expect((await now(spent)).card.pendingPulls).toBe(1);
    await told('clearing', spent, 1_100n);
    expect((await now(spent)).card.pendingPulls).toBe(2);
    await payer.auditClean();
    await payer.play.pass(31);
    expect(await now(spent)).toMatchObject({ status: 'SETTLED', card: { pendingPulls: 0 } });
    await payer.auditClean();
  });

  it('fails for a merchant ending in 006, and the account gets its money back', async () => {
    const card = await active();
    const spent = (await used(card, 1_000n, { descriptor: 'SHOP 006' }))!;
    await payer.play.pass(0);
    expect(await now(spent)).toMatchObject({ status: 'EXCEPTION', card: { reserved: 0n, lost: 0n, pendingPulls: 0 } });
    expect(await balance()).toBe(BALANCE);
    await payer.auditClean();
    expect(await told('clearing', spent, 400n)).toMatchObject({ status: 'EXCEPTION', card: { lost: 400n } });
    await payer.auditClean();
    valueOf(await run(cards().recover, { id: spent.id }));
    expect(await balance()).toBe(BALANCE - 400n);
    await payer.auditClean();
  });

  it('books a loss if it fails after the clearing', async () => {
    const spent = (await used(await active(), 1_000n, { descriptor: 'SHOP 006' }))!;
    await told('clearing', spent, 600n);
    await payer.play.pass(0);
    expect(await now(spent)).toMatchObject({ status: 'EXCEPTION', card: { settled: 600n, lost: 600n, reserved: 0n } });
    expect(await balance()).toBe(BALANCE);
    await payer.auditClean();
  });
});

describe('the network', () => {
  it('gets the same answer for a repeated question, and nothing moves twice', async () => {
    const card = await active();
    const use = {
      cardId: card.id,
      amount: 1_000n,
      currency: 'USD',
      merchant: { descriptor: 'SHOP', mcc: null, country: null },
      issuerToken: 'token-1',
      direction: 'DEBIT',
      mode: 'ask',
    } as const;
    const first = valueOf(await run(cards().network.authorize, use));
    const second = valueOf(await run(cards().network.authorize, use));
    expect(second).toEqual(first);
    expect(await balance()).toBe(BALANCE - 1_000n);
  });

  it('gets a decline while a new identity of the cardholder is being verified', async () => {
    const card = await active();
    const { customerId } = payer;
    valueOf(await run(payer.play.core.customers.update, { id: customerId, fullName: 'Someone Else 001' }));
    expect(await used(card, 10n)).toBeNull();
    expect(await reasons()).toEqual(['CARDHOLDER_NOT_READY']);
    const { data } = valueOf(await payer.play.read(payer.play.core.verification.list, { customerId }));
    valueOf(await run(payer.play.core.verification.decide, { id: data[0]!.id, decision: 'REJECTED' }));
    expect(await used(card, 10n)).not.toBeNull();
  });

  it('gets the same decline for a repeated question, even if the balance is sufficient by then', async () => {
    const card = await active();
    const use = {
      cardId: card.id,
      amount: BALANCE + 1n,
      currency: 'USD',
      merchant: { descriptor: 'SHOP', mcc: null, country: null },
      issuerToken: 'token-2',
      direction: 'DEBIT',
      mode: 'ask',
    } as const;
    const first = valueOf(await run(cards().network.authorize, use));
    expect(first).toMatchObject({ approved: false, reason: 'INSUFFICIENT_FUNDS' });
    valueOf(await run(payer.play.core.sandbox.fund, { accountId: payer.usd.id, amount: 1n }));
    expect(valueOf(await run(cards().network.authorize, use))).toEqual(first);
    expect(await balance()).toBe(BALANCE + 1n);
    expect(await reasons()).toEqual(['INSUFFICIENT_FUNDS']);
  });

  it('cannot use another currency or a transaction of another card', async () => {
    const card = await active();
    const other = await active();
    const merchant = { descriptor: 'SHOP', mcc: null, country: null };
    const input = { cardId: card.id, amount: 1n, currency: 'EUR', merchant };
    const refused = await run(cards().simulate.authorization, input);
    expect(refused).toMatchObject({ ok: false, error: { code: 'INVALID_CURRENCY' } });
    const approved = { ...input, currency: 'USD', networkMessageId: 'approved' };
    const answer = valueOf(await run(cards().simulate.authorization, approved));
    expect(answer).toEqual({
      issuerToken: 'approved',
      transactionId: expect.stringMatching(/^Transaction:/) as string,
    });
    const spent = (await used(card, 10n))!;
    const stolen = await run(cards().simulate.clearing, { cardId: other.id, transactionId: spent.id, amount: 10n });
    expect(stolen).toMatchObject({ ok: false, error: { code: 'TRANSACTION_NOT_FOUND' } });
    const quote = await payer.quoted(payer.fromAccount(payer.usd.id, (await payer.external()).id));
    const payment = valueOf(await payer.execute(quote.id)).transactionId!;
    for (const [cardId, transactionId, code] of [
      [card.id, payment, 'TRANSACTION_NOT_FOUND'],
      ['nonsense', spent.id, 'REFERENCE_NOT_FOUND'],
    ] as const) {
      const wrong = await run(cards().simulate.clearing, { cardId, transactionId, amount: 10n });
      expect(wrong).toMatchObject({ ok: false, error: { code } });
    }
    const cleared = await run(cards().simulate.clearing, { cardId: card.id, transactionId: spent.id, amount: 10n });
    expect(valueOf(cleared)).toEqual({ issuerToken: spent.issuerToken, transactionId: spent.id });
  });
});

describe('the audit', () => {
  /** Changes a stored record without the core. */
  const forge = async <T extends BaseRecord>(kind: KindOf<T>, id: string, change: Partial<T>): Promise<void> => {
    const changed = await payer.play.storage.units.run(payer.play.tenant, async (tx) => {
      const record = await tx.get(kind, id);
      if (record === null) throw new Error(`no ${id}`);
      tx.change(kind, record, { ...record, ...change, version: record.version + 1 });
      return { ok: true, value: undefined };
    });
    valueOf(changed);
  };
  const replace = async <T extends BaseRecord>(kind: KindOf<T>, record: T): Promise<void> => {
    for (const write of ['remove', 'add'] as const) {
      const done = await payer.play.storage.units.run(payer.play.tenant, async (tx) => {
        tx[write](kind, record);
        return { ok: true, value: undefined };
      });
      valueOf(done);
    }
  };
  const findings = async (): Promise<string> => (await payer.play.core.ledger.audit()).findings.join('\n');

  it('finds a transaction whose sums differ from its entries', async () => {
    const spent = (await used(await active(), 1_000n))!;
    await payer.auditClean();
    await forge(TRANSACTIONS, spent.id, { card: { ...spent.card, reserved: 900n } });
    expect(await findings()).toMatch(/has taken 10\.00 USD[^]*transactions have reserved 9\.00 USD/);
    await forge(TRANSACTIONS, spent.id, { card: { ...spent.card, moved: {} } });
    expect(await findings()).toMatch(
      /CARD_HOLD of Transaction:\S+: the transaction has 0 with a total of 0.00 USD, the journal has 1 with a total of 10.00 USD/,
    );
  });

  it('finds an entry on accounts of another card, and a state without an event', async () => {
    const card = await active();
    const spent = (await used(card, 1_000n))!;
    await payer.play.pass(0);
    await payer.auditClean();
    const [line] = (await records(POSTINGS)).filter(({ cause }) => cause === spent.id);
    await replace(POSTINGS, { ...line!, account: 'available:InternalAccount:018bcfe5-6800-7000-8000-000000000001' });
    expect(await findings()).toMatch(/CARD_HOLD of Transaction/);
    await forge(CARDS, card.id, { stateChanges: 2 });
    expect(await findings()).toMatch(/events of Card:\S+: expected CARD.STATE_CHANGE, CARD.STATE_CHANGE, found/);
  });
});
