import { beforeEach, describe, expect, it } from 'vitest';
import { type InternalAccount, INTERNAL_ACCOUNTS, RailUnavailable } from '../accounts/index.js';
import { type Customer, CUSTOMERS } from '../customers/index.js';
import { JOBS } from '../events/index.js';
import { type BaseRecord, type CurrencyCode, type KindOf, ok, tenantKey } from '../kernel/index.js';
import { valueOf } from '../testing/play-core.js';
import { payerOn, type PlayPayer, playPayer } from '../testing/play-payer.js';
import { type Card, CARD_LOG, type CardIssuer, CARDS } from './index.js';
import type { CardOrder, IssueOutcome } from './ports.js';

const ISSUED: IssueOutcome = {
  kind: 'issued',
  issuerRef: 'at-issuer',
  brand: 'MASTERCARD',
  last4: '4242',
  expMonth: 7,
  expYear: 2031,
};
const ABSENT = 'Card:018bcfe5-6800-7000-8000-00000000abcd';

let payer: PlayPayer;
let outcome: IssueOutcome;
let issuer: CardIssuer;
let orders: { readonly order: CardOrder; readonly elapsed: number }[];
let tellings: (readonly [id: string, state: string])[];
/** What happens while the issuer creates a card or receives its state. */
let meanwhile: (id: string) => Promise<unknown>;

beforeEach(async () => {
  outcome = ISSUED;
  orders = [];
  tellings = [];
  meanwhile = async () => undefined;
  issuer = {
    name: 'test-cards',
    environments: ['SANDBOX'],
    async issue(order, elapsed) {
      orders.push({ order, elapsed });
      await meanwhile(order.cardId);
      return outcome;
    },
    async tell(id, state) {
      await meanwhile(id);
      tellings.push([id, state]);
    },
    reveal: async ({ cardId, expiresAt }) => ({ url: `https://issuer.example/${cardId}`, expiresAt }),
  };
  const notAsked = () => Promise.reject(new Error('the issuer of another environment was asked'));
  const live: CardIssuer = {
    name: 'live-cards',
    environments: ['PRODUCTION'],
    issue: notAsked,
    tell: notAsked,
    reveal: notAsked,
  };
  payer = await playPayer({ cardIssuers: [live, issuer] });
});

const cards = () => payer.play.core.cards;
const run: PlayPayer['play']['run'] = (useCase, input) => payer.play.run(useCase, input);
const order = (over: object = {}) =>
  run(cards().order, { cardholderId: payer.customerId, fundingSources: [payer.usd.id], ...over });
const read = async (id: string): Promise<Card> => valueOf(await payer.play.read(cards().get, { id }));
const change = (id: string, patch: object) => run(cards().update, { id, ...patch });
const now = () => payer.play.clock.now();
const rows = async <T extends BaseRecord>(kind: KindOf<T>): Promise<readonly T[]> =>
  (await payer.play.storage.units.read(payer.play.tenant, (reads) => reads.list(kind, { order: 'asc', limit: 100 })))
    .rows;
const jobsOf = async (id: string) =>
  (await rows(JOBS)).filter(({ subject }) => subject === id).map(({ kind, dueAt }) => [kind, (dueAt - now()) / 1000]);

async function active(over: object = {}): Promise<Card> {
  const { id } = valueOf(await order(over));
  await payer.play.pass(0);
  tellings.length = 0;
  payer.play.delivered.length = 0;
  return read(id);
}

/** Another dollar account of the cardholder. */
const second = (number = 2): Promise<InternalAccount> => anAccount('USD', number);

/** Another account of the cardholder. */
async function anAccount(currency: string, number = 2): Promise<InternalAccount> {
  const id = `InternalAccount:018bcfe5-6800-7000-8000-00000000000${number}` as InternalAccount['id'];
  const type = number === 2 ? 'INTERNAL_CRYPTO' : 'EMBEDDED_WALLET';
  const account: InternalAccount = {
    ...payer.usd,
    id,
    type,
    reference: `OTHER ${number}`,
    version: 1,
    currency: currency as CurrencyCode,
  };
  const added = await payer.play.core.units.run(payer.play.tenant, async (tx) => {
    tx.add(INTERNAL_ACCOUNTS, account);
    return ok();
  });
  valueOf(added);
  return account;
}

const refused = (code: string) => ({ ok: false, error: { code } });

describe('the order of a card', () => {
  it('is stored with what was asked, and goes to the issuer of the environment', async () => {
    const asked = { platformCardId: 'mine', threeDSecurePassword: 'secret', maxSpendPerTransaction: 500n };
    const card = valueOf(await order(asked));
    expect(card).toEqual({
      id: expect.stringMatching(/^Card:/) as string,
      tenant: payer.play.tenant,
      version: 1,
      createdAt: now(),
      updatedAt: now(),
      cardholderId: payer.customerId,
      platformCardId: 'mine',
      state: 'PROCESSING',
      stateReason: null,
      form: 'VIRTUAL',
      brand: null,
      last4: null,
      expMonth: null,
      expYear: null,
      fundingSources: [payer.usd.id],
      currency: 'USD',
      maxSpendPerTransaction: 500n,
      controls: null,
      processorRef: 'test-cards',
      issuerRef: null,
      sealedPassword: `sealed:cards/${card.id}/sealedPassword:terces`,
      stateChanges: 0,
      fundingChanges: 0,
    });
    expect(await jobsOf(card.id)).toEqual([['card.issue', 0]]);
    await payer.play.pass(2);
    expect(orders).toEqual([
      {
        order: {
          cardId: card.id,
          platformCardId: 'mine',
          cardholderName: 'Ada Lovelace',
          cardholder: {
            ...{ id: payer.customerId, customerType: 'INDIVIDUAL' },
            ...{ birthDate: null, email: null, phoneNumber: null, address: null },
          },
          form: 'VIRTUAL',
          currency: 'USD',
          threeDSecurePassword: 'secret',
        },
        elapsed: 2,
      },
    ]);
    const issued = await read(card.id);
    const { kind: _, ...details } = ISSUED as Extract<IssueOutcome, { kind: 'issued' }>;
    expect(issued).toEqual({
      ...card,
      ...details,
      state: 'ACTIVE',
      sealedPassword: null,
      stateChanges: 1,
      version: 2,
      updatedAt: now(),
    });
    const { sealedPassword: __, ...snapshot } = issued;
    await payer.play.pass(0);
    expect(payer.play.delivered).toMatchObject([{ type: 'CARD.STATE_CHANGE', resource: card.id, snapshot }]);
    expect(tellings).toEqual([]);
    expect(await jobsOf(card.id)).toEqual([]);
  });

  it('has no limit, password or platformCardId by default', async () => {
    const card = valueOf(await order());
    expect(card).toMatchObject({ maxSpendPerTransaction: null, sealedPassword: null, platformCardId: null });
    await payer.play.pass(0);
    expect(orders[0]!.order).toMatchObject({ platformCardId: null, threeDSecurePassword: null });
  });

  it('names a business by its legal name', async () => {
    const named = async (details: Partial<Customer>) => {
      const forged = await payer.play.core.units.run(payer.play.tenant, async (tx) => {
        const customer = (await tx.get(CUSTOMERS, payer.customerId))!;
        tx.change(CUSTOMERS, customer, { ...customer, ...details, version: customer.version + 1 });
        return ok();
      });
      valueOf(forged);
      valueOf(await order());
      await payer.play.pass(0);
      return orders.at(-1)!.order.cardholderName;
    };
    expect(await named({ fullName: null, businessInfo: { legalName: 'Acme Inc' } })).toBe('Acme Inc');
    expect(await named({ businessInfo: null })).toBe('');
  });

  it('is not told a time in the future if the clock of the host was ahead when it was ordered', async () => {
    outcome = { kind: 'pending', againInSeconds: 30 };
    const { clock } = payer.play;
    clock.advance(3600);
    valueOf(await order());
    clock.advance(-3600);
    await payer.play.pass(10);
    expect(orders.map(({ elapsed }) => elapsed)).toEqual([3590]);
  });

  it('is asked for again while the issuer has not decided', async () => {
    outcome = { kind: 'pending', againInSeconds: 30 };
    const { id } = valueOf(await order());
    await payer.play.pass(0);
    expect(await jobsOf(id)).toEqual([['card.issue', 30]]);
    await payer.play.pass(29);
    expect(orders).toHaveLength(1);
    outcome = { kind: 'rejected' };
    await payer.play.pass(1);
    expect(orders.map(({ elapsed }) => elapsed)).toEqual([0, 30]);
    expect(await read(id)).toMatchObject({
      state: 'CLOSED',
      stateReason: 'ISSUER_REJECTED',
      sealedPassword: null,
      stateChanges: 1,
    });
    expect(await jobsOf(id)).toEqual([]);
  });

  it('has no effect once the card is closed, which its issuer learns', async () => {
    outcome = { kind: 'pending', againInSeconds: 30 };
    const waiting = valueOf(await order({ threeDSecurePassword: 'secret' }));
    await payer.play.pass(0);
    const closed = valueOf(await change(waiting.id, { state: 'CLOSED' }));
    expect(closed).toMatchObject({ state: 'CLOSED', sealedPassword: null, stateChanges: 1 });
    await payer.play.pass(30);
    expect(orders).toHaveLength(1);
    expect(tellings).toContainEqual([waiting.id, 'CLOSED']);
    expect(await jobsOf(waiting.id)).toEqual([]);
    expect(await read(waiting.id)).toEqual(closed);
  });

  it.each([
    ['issued', ISSUED],
    ['rejected', { kind: 'rejected' }],
    ['pending', { kind: 'pending', againInSeconds: 30 }],
  ] as const)('has no effect if the card is closed while the issuer answers %s', async (_, answer) => {
    outcome = answer;
    const { id } = valueOf(await order());
    meanwhile = async () => {
      meanwhile = async () => undefined;
      valueOf(await change(id, { state: 'CLOSED' }));
    };
    await payer.play.pass(0);
    expect(await read(id)).toMatchObject({ state: 'CLOSED', stateReason: 'CLOSED_BY_PLATFORM', last4: null });
    await payer.play.pass(31);
    expect(orders).toHaveLength(1);
    // Once for the change, and once because the issuer has created the card after it.
    expect(tellings).toEqual([
      [id, 'CLOSED'],
      [id, 'CLOSED'],
    ]);
    expect(await jobsOf(id)).toEqual([]);
  });

  it('and the state of the card reach an issuer that does not answer later', async () => {
    const fails = async () => {
      meanwhile = async () => undefined;
      throw new RailUnavailable('test-cards', 'card', 'no answer');
    };
    meanwhile = fails;
    const { id } = valueOf(await order());
    await payer.play.pass(0);
    expect([(await read(id)).state, orders.length]).toEqual(['PROCESSING', 1]);
    await payer.play.pass(600);
    expect([(await read(id)).state, orders.length]).toEqual(['ACTIVE', 2]);
    meanwhile = fails;
    valueOf(await change(id, { state: 'FROZEN' }));
    await payer.play.pass(0);
    expect(tellings).toEqual([]);
    expect((await jobsOf(id)).map(([kind]) => kind)).toEqual(['card.tell']);
    await payer.play.pass(600);
    expect(tellings).toEqual([[id, 'FROZEN']]);
    expect(await jobsOf(id)).toEqual([]);
  });

  it('needs a known cardholder that is not deleted', async () => {
    const { id } = valueOf(
      await run(payer.play.core.customers.create, {
        customerType: 'INDIVIDUAL',
        fullName: 'Bob',
        region: 'US',
      } as never),
    );
    valueOf(await run(payer.play.core.customers.delete, { id }));
    for (const cardholderId of [id, 'nonsense', 'Customer:018bcfe5-6800-7000-8000-00000000abcd']) {
      expect(await order({ cardholderId })).toMatchObject(refused('USER_NOT_FOUND'));
    }
    expect(await rows(CARDS)).toEqual([]);
  });

  it('is not possible without an issuer for the environment', async () => {
    const none = await playPayer({ cardIssuers: [] });
    const input = { cardholderId: none.customerId, fundingSources: [none.usd.id] };
    expect(await none.play.run(none.play.core.cards.order, input)).toMatchObject(refused('NOT_IMPLEMENTED'));
  });

  it('is refused in a currency that the issuer does not have, and the card then keeps its currency', async () => {
    const at = (...currencies: readonly string[]) =>
      playPayer({ cardIssuers: [{ ...issuer, currencies: currencies as readonly CurrencyCode[] }] });
    payer = await at('EUR', 'GBP');
    expect(await order()).toMatchObject({
      ok: false,
      error: {
        code: 'INVALID_INPUT',
        details: {
          errors: [{ message: 'must be in EUR or GBP, but are in USD' }],
          reason: 'FUNDING_SOURCE_INELIGIBLE',
        },
      },
    });
    payer = await at('USD', 'EUR');
    const { id } = await active();
    const { id: euros } = await anAccount('EUR');
    expect(await change(id, { fundingSources: [euros] })).toMatchObject({
      error: { code: 'INVALID_INPUT', details: { errors: [{ message: 'must be in USD, but are in EUR' }] } },
    });
    expect(await read(id)).toMatchObject({ currency: 'USD', fundingSources: [payer.usd.id] });
  });
});

describe('the funding sources of a card', () => {
  it('are at most ten', async () => {
    const fields = async (count: number) => {
      const answer = await order({ fundingSources: Array.from({ length: count }, () => payer.usd.id) });
      return answer.ok ? [] : (answer.error.details?.['errors'] as { field: string }[]).map(({ field }) => field);
    };
    expect((await fields(11)).at(-1)).toBe('fundingSources');
    expect((await fields(11))[0]).toBe('fundingSources.1');
    expect((await fields(10)).at(-1)).toBe('fundingSources.9');
  });

  it('belong to the cardholder and are active', async () => {
    const other = await payerOn(payer.play);
    const fields = async (sources: readonly string[]) => {
      const answer = await order({ fundingSources: sources });
      return answer.ok ? [] : (answer.error.details?.['errors'] as { field: string }[]).map(({ field }) => field);
    };
    expect(await fields([other.usd.id])).toEqual(['fundingSources', 'fundingSources.0']);
    expect(await fields([payer.usd.id, other.usd.id])).toEqual(['fundingSources', 'fundingSources.1']);
    expect(await fields(['nonsense'])).toEqual(['fundingSources', 'fundingSources.0']);
    // The first known account decides the currency.
    const { account: eur } = await payer.internal('EUR');
    expect(await fields(['nonsense', eur.id])).toEqual(['fundingSources', 'fundingSources.0']);
    expect(await fields([eur.id, payer.usd.id])).toEqual(['fundingSources', 'fundingSources.1']);
    expect(valueOf(await order({ fundingSources: [eur.id] })).currency).toBe('EUR');
    valueOf(await run(payer.play.core.accounts.freezeInternal, { id: payer.usd.id }));
    expect(await fields([payer.usd.id])).toEqual(['fundingSources', 'fundingSources.0']);
  });

  it('change with an event if the list differs in any place or in length', async () => {
    const [other, third] = [await second(), await second(3)];
    const card = await active();
    const steps: [readonly string[], number][] = [
      [[payer.usd.id], 0],
      [[payer.usd.id, other.id], 1],
      [[payer.usd.id, other.id], 1],
      [[other.id, payer.usd.id], 2],
      [[other.id], 3],
      [[payer.usd.id], 4],
      [[payer.usd.id, other.id], 5],
      [[payer.usd.id, third.id], 6],
    ];
    for (const [fundingSources, fundingChanges] of steps) {
      const changed = valueOf(await change(card.id, { fundingSources }));
      expect(changed).toMatchObject({ fundingSources, currency: 'USD', fundingChanges, stateChanges: 1 });
    }
    await payer.play.pass(0);
    expect(payer.eventsOf(card.id)).toEqual(Array.from({ length: 6 }, () => 'CARD.FUNDING_SOURCE_CHANGE'));
    expect(tellings).toEqual([]);
  });
});

describe('a change of a card', () => {
  it('of its limit is stored without an event, and null removes it', async () => {
    const card = await active();
    payer.play.clock.advance(1);
    const limited = valueOf(await change(card.id, { maxSpendPerTransaction: 5n }));
    expect(limited).toEqual({ ...card, maxSpendPerTransaction: 5n, version: card.version + 1, updatedAt: now() });
    expect(valueOf(await change(card.id, { maxSpendPerTransaction: null })).maxSpendPerTransaction).toBeNull();
    await payer.play.pass(0);
    expect(payer.eventsOf(card.id)).toEqual([]);
    expect(tellings).toEqual([]);
  });

  it('of its state reaches its issuer, and a reason is kept only of a closed card', async () => {
    const card = await active();
    for (const state of ['FROZEN', 'ACTIVE', 'CLOSED'] as const) {
      const moved = valueOf(await change(card.id, { state }));
      expect(moved).toMatchObject({ state, stateReason: state === 'CLOSED' ? 'CLOSED_BY_PLATFORM' : null });
      await payer.play.pass(0);
    }
    expect(tellings).toEqual([
      [card.id, 'FROZEN'],
      [card.id, 'ACTIVE'],
      [card.id, 'CLOSED'],
    ]);
    expect((await read(card.id)).stateChanges).toBe(4);
    expect(await jobsOf(card.id)).toEqual([]);
    expect(await change(card.id, { state: 'CLOSED' })).toMatchObject(refused('CARD_ALREADY_CLOSED'));
    for (const patch of [{ maxSpendPerTransaction: null }, { fundingSources: [payer.usd.id] }]) {
      expect(await change(card.id, patch)).toMatchObject(refused('CARD_NOT_MUTABLE'));
    }
  });

  it('of everything at once is applied as a whole or not at all', async () => {
    const card = await active();
    const { account: eur } = await payer.internal('EUR');
    const all = { state: 'FROZEN', fundingSources: [eur.id], maxSpendPerTransaction: 7n };
    expect(await change(card.id, { ...all, fundingSources: [] })).toMatchObject(refused('INVALID_INPUT'));
    expect(await change(card.id, { ...all, state: 'ACTIVE' })).toMatchObject(refused('INVALID_STATE_TRANSITION'));
    expect(await read(card.id)).toEqual(card);
    expect(valueOf(await change(card.id, all))).toMatchObject({ ...all, currency: 'EUR' });
  });

  it('needs a known card and something to change', async () => {
    for (const id of ['nonsense', ABSENT]) {
      expect(await change(id, { state: 'FROZEN' })).toMatchObject(refused('REFERENCE_NOT_FOUND'));
      expect(await payer.play.read(cards().get, { id })).toMatchObject(refused('REFERENCE_NOT_FOUND'));
    }
    const card = await active();
    expect(await change(card.id, {})).toMatchObject({
      error: { code: 'INVALID_INPUT', details: { errors: [{ field: 'state' }, { field: 'fundingSources' }] } },
    });
  });

  it('closes the cards of a deleted cardholder that are not closed yet, and no others', async () => {
    const other = await payerOn(payer.play);
    const theirs = valueOf(
      await run(cards().order, { cardholderId: other.customerId, fundingSources: [other.usd.id] }),
    );
    const [open, closed] = [await active(), await active()];
    valueOf(await change(closed.id, { state: 'CLOSED' }));
    const { core } = payer.play;
    const merchant = { descriptor: 'SHOP', mcc: null, country: null };
    const use = { cardId: open.id, amount: 1_000_000n, currency: 'USD', merchant };
    valueOf(await run(core.cards.simulate.financialAuthorization, use));
    valueOf(await run(core.customers.delete, { id: payer.customerId }));
    expect(await read(open.id)).toMatchObject({ state: 'CLOSED', stateReason: 'CLOSED_BY_SVC', stateChanges: 2 });
    expect(await read(closed.id)).toMatchObject({ stateReason: 'CLOSED_BY_PLATFORM', stateChanges: 2 });
    expect((await read(theirs.id)).state).toBe('ACTIVE');
  });
});

describe('a card in lists', () => {
  it('is found on an account by its owner only', async () => {
    const other = await payerOn(payer.play);
    const card = await active();
    const found = async (filter: object) =>
      valueOf(await payer.play.read(cards().list, filter)).data.map(({ id }) => id);
    const accountId = payer.usd.id;
    expect(await found({ accountId, cardholderId: payer.customerId })).toEqual([card.id]);
    expect(await found({ accountId, cardholderId: other.customerId })).toEqual([]);
    expect(await found({ accountId: other.usd.id })).toEqual([]);
    const { account: platform } = await payer.internal('USD', 'platform');
    for (const unknown of [platform.id, 'nonsense', 'InternalAccount:018bcfe5-6800-7000-8000-00000000abcd']) {
      expect(valueOf(await payer.play.read(cards().list, { accountId: unknown }))).toEqual({
        data: [],
        hasMore: false,
      });
    }
    expect(await found({ cardholderId: other.customerId })).toEqual([]);
    const newer = await active({ fundingSources: [(await second()).id, accountId] });
    expect(await found({ accountId })).toEqual([newer.id, card.id]);
    expect(await found({ accountId, sortOrder: 'asc' })).toEqual([card.id, newer.id]);
    expect(await found({ accountId, platformCardId: 'none' })).toEqual([]);
  });
});

describe('the number of a card', () => {
  it('is shown while the card is active or frozen', async () => {
    const waiting = valueOf(await order());
    expect(await run(cards().reveal, { id: waiting.id })).toMatchObject(refused('FORBIDDEN'));
    const card = await active();
    const frame = { url: `https://issuer.example/${card.id}`, expiresAt: now() + 120_000 };
    expect(valueOf(await run(cards().reveal, { id: card.id }))).toEqual(frame);
    valueOf(await change(card.id, { state: 'FROZEN' }));
    expect(valueOf(await run(cards().reveal, { id: card.id }))).toEqual(frame);
    expect(await run(cards().reveal, { id: ABSENT })).toMatchObject(refused('REFERENCE_NOT_FOUND'));
    const entry = {
      tenant: payer.play.tenant,
      version: 1,
      createdAt: now(),
      updatedAt: now(),
      cardId: card.id,
      what: 'REVEALED',
      reason: null,
      amount: null,
      currency: null,
      merchant: null,
      issuerToken: null,
      actor: 'system',
      requestId: 'test',
    };
    const logged = await rows(CARD_LOG);
    expect(logged).toEqual(logged.map(({ id }) => ({ id, ...entry })));
    expect(logged).toHaveLength(2);
    const page = valueOf(await payer.play.read(cards().log, { cardId: card.id }));
    expect(page.data.map(({ id }) => id)).toEqual(logged.map(({ id }) => id).toReversed());
    expect(valueOf(await payer.play.read(cards().log, { cardId: waiting.id })).data).toEqual([]);
  });

  it('is not shown if the card was closed while the issuer was asked', async () => {
    const card = await active();
    const ready = valueOf(await cards().reveal.prepare(payer.play.context(), { id: card.id }));
    valueOf(await change(card.id, { state: 'CLOSED' }));
    expect(await run(cards().reveal.finish, ready)).toMatchObject(refused('FORBIDDEN'));
    expect(await rows(CARD_LOG)).toEqual([]);
  });
});

it('simulations of the network are for the sandbox only', async () => {
  const { core, context } = payer.play;
  const tenant = tenantKey('Platform:018bcfe5-6800-7000-8000-000000000001' as never, 'PRODUCTION');
  const ctx = { ...context(), tenant };
  const merchant = { descriptor: 'SHOP', mcc: null, country: null };
  const { simulate } = core.cards;
  const use = { cardId: ABSENT, amount: 1n, currency: 'USD', merchant };
  const telling = { cardId: ABSENT, transactionId: 'x', amount: 1n };
  const hidden = {
    ok: false,
    error: { code: 'REFERENCE_NOT_FOUND', message: expect.stringContaining('sandbox') as string },
  };
  expect(await simulate.authorization.prepare(ctx, use)).toMatchObject(hidden);
  const inUnit = async (work: (tx: never) => Promise<unknown>) =>
    core.units.run(tenant, async (tx) => ({ ok: true, value: await work(tx as never) }));
  expect(valueOf(await inUnit((tx) => simulate.clearing(tx, ctx, telling)))).toMatchObject(hidden);
  expect(valueOf(await inUnit((tx) => simulate.balanceInquiry(tx, ctx, use)))).toMatchObject(hidden);
});
