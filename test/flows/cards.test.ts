import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { PLATFORMS } from '@corridor/core/records';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Api, expecting, refused } from '../support/api.js';
import {
  activeCard,
  authorize,
  type Card,
  type CardTransaction,
  cardWhen,
  orderCard,
  readCardTransaction,
  simulate,
  transactionOf,
  transactionsOn,
  useOf,
} from '../support/cards.js';
import { eventually } from '../support/eventually.js';
import { createDeployment, type Deployment, type Host } from '../support/host.js';
import { accountOf, balances, createCustomer, fundedAccount } from '../support/scenario.js';
import { databasesOf } from '../support/tiers.js';
import { useHost } from '../support/use-host.js';
import {
  call,
  challengeOf,
  enableWallets,
  newKey,
  openWallet,
  signInByCode,
  stampHeaders,
} from '../support/wallet-owner.js';
import type { Customer, InternalAccount, Page } from '../support/wire.js';

const BALANCE = 100_000;

async function holderWith(api: Api, amount = BALANCE): Promise<{ customer: Customer; account: InternalAccount }> {
  const customer = await createCustomer(api, { currencies: ['USD', 'EUR'] });
  return { customer, account: await fundedAccount(api, customer.id, 'USD', amount) };
}

describe.each(databasesOf(import.meta.url))('cards on %s', (database) => {
  const used = useHost(database);
  const spent = async (card: Card, amount: number, descriptor?: string): Promise<CardTransaction> => {
    const token = await authorize(used.api, card.id, amount, descriptor);
    return (await transactionOf(used.api, card.fundingSources[0]!, token))!;
  };
  const tell = (of: CardTransaction, what: string, amount?: number) =>
    simulate(used.api, of.cardId, what, { cardTransactionId: of.id, ...(amount !== undefined && { amount }) });
  const told = async (of: CardTransaction, what: string, amount?: number): Promise<CardTransaction> => {
    const answer = await expecting(202, tell(of, what, amount));
    expect(answer.issuerTransactionToken).toBe(of.issuerTransactionToken);
    return readCardTransaction(used.api, of.id);
  };

  it('follow the state table, with one event for each change', async () => {
    const { customer, account } = await holderWith(used.api);
    const order = await orderCard(used.api, customer.id, [account.id], { platformCardId: 'first' });
    expect(order).toMatchObject({ state: 'PROCESSING', maxSpendPerTransaction: null, currency: 'USD' });
    const card = await cardWhen(used.api, order.id, 'ACTIVE');
    expect(JSON.stringify(card)).not.toMatch(/panEmbedUrl|\d{12}(?!-)\d{4}/);
    for (const state of ['FROZEN', 'ACTIVE', 'CLOSED']) {
      expect(await expecting(200, used.api.patch<Card>(`/cards/${card.id}`, { state }))).toMatchObject({ state });
    }
    await used.receiver.sequence(
      card.id,
      Array.from({ length: 4 }, () => 'CARD.STATE_CHANGE'),
    );
    const states = used.receiver.deliveries
      .filter(({ event }) => event.data?.id === card.id)
      .map(({ event }) => (event.data as unknown as Card).state);
    expect(states).toEqual(['ACTIVE', 'FROZEN', 'ACTIVE', 'CLOSED']);
    await refused(409, 'CARD_ALREADY_CLOSED', used.api.patch(`/cards/${card.id}`, { state: 'ACTIVE' }));
    await refused(409, 'CARD_NOT_MUTABLE', used.api.patch(`/cards/${card.id}`, { maxSpendPerTransaction: 5 }));
    await refused(400, 'INVALID_INPUT', used.api.patch(`/cards/${card.id}`, {}));

    const refusedCard = await orderCard(used.api, customer.id, [account.id], { platformCardId: 'card-002' });
    expect(await cardWhen(used.api, refusedCard.id, 'CLOSED')).toMatchObject({ stateReason: 'ISSUER_REJECTED' });
    await used.receiver.sequence(refusedCard.id, ['CARD.STATE_CHANGE']);
    await refused(403, 'FORBIDDEN', used.api.post(`/cards/${refusedCard.id}/reveal`));
    const { data } = await expecting(200, used.api.get<Page<Card>>('/cards', { platformCardId: 'first' }));
    expect(data.map(({ id }) => id)).toEqual([card.id]);
  });

  it("require an approved cardholder and the cardholder's own accounts", async () => {
    const { customer, account } = await holderWith(used.api);
    const other = await holderWith(used.api, 1);
    const unapproved = await createCustomer(used.api, { fullName: 'Bob Hope 003' });
    const order = (cardholderId: string, fundingSources: readonly string[]) =>
      used.api.post('/cards', { cardholderId, form: 'VIRTUAL', fundingSources });
    await refused(400, 'CARDHOLDER_KYC_NOT_APPROVED', order(unapproved.id, [account.id]));
    const ineligible = await refused(400, 'INVALID_INPUT', order(customer.id, [other.account.id]));
    expect(ineligible.details).toMatchObject({
      reason: 'FUNDING_SOURCE_INELIGIBLE',
      errors: expect.arrayContaining([expect.objectContaining({ field: 'fundingSources' })]) as unknown,
    });
  });

  it('send an event with the whole card when funding sources change', async () => {
    const { customer, account } = await holderWith(used.api);
    const card = await activeCard(used.api, customer.id, [account.id]);
    await expecting(200, used.api.patch(`/cards/${card.id}`, { fundingSources: [account.id] }));
    await refused(400, 'INVALID_INPUT', used.api.patch(`/cards/${card.id}`, { fundingSources: [] }));
    const euros = await accountOf(used.api, customer.id, 'EUR');
    await expecting(200, used.api.patch(`/cards/${card.id}`, { fundingSources: [euros.id] }));
    await used.receiver.sequence(card.id, ['CARD.STATE_CHANGE', 'CARD.FUNDING_SOURCE_CHANGE']);
    const told = await used.receiver.delivery('CARD.FUNDING_SOURCE_CHANGE', card.id);
    expect(told.event.data).toMatchObject({ fundingSources: [euros.id], currency: 'EUR', state: 'ACTIVE' });
  });

  it('are limited by their controls until these are removed', async () => {
    const { customer, account } = await holderWith(used.api);
    const controls = { blockedCountries: ['KP'], spendLimits: [{ period: 'DAY', amount: 3_000, count: 9 }] };
    const card = await activeCard(used.api, customer.id, [account.id], { controls });
    expect(card).toMatchObject({ controls });
    await spent(card, 2_000);
    await authorize(used.api, card.id, 1_001);
    expect(await transactionsOn(used.api, account.id)).toHaveLength(1);
    const invalid = { allowedCategories: ['541'], blockedCategories: ['7995'], blockedCountries: ['XX'] };
    const { details } = await refused(400, 'INVALID_INPUT', used.api.patch(`/cards/${card.id}`, { controls: invalid }));
    expect(JSON.stringify(details)).toMatch(
      /controls.allowedCategories.0[^]*controls.blockedCountries.0[^]*controls.blockedCategories/,
    );
    const changed = used.api.patch<Card>(`/cards/${card.id}`, { controls: null });
    expect(await expecting(200, changed)).toMatchObject({ controls: null });
    await spent(card, 1_001);
  });

  it('are authorized, partly cleared, over-cleared, returned and reversed, with matching balances', async () => {
    const { customer, account } = await holderWith(used.api);
    const card = await activeCard(used.api, customer.id, [account.id], { maxSpendPerTransaction: 50_000 });
    const balance = async () => (await balances(used.api, customer.id, 'USD'))[0];

    const transaction = await spent(card, 10_000);
    expect(transaction).toMatchObject({
      type: 'CARD',
      status: 'AUTHORIZED',
      pullSummary: { count: 1, totalAmount: 10_000, pendingCount: 0 },
      settlementSummary: { count: 0, totalAmount: 0 },
    });
    expect(await balance()).toBe(BALANCE - 10_000);
    expect((await told(transaction, 'clearing', 4_000)).status).toBe('PARTIALLY_SETTLED');
    const over = await told(transaction, 'clearing', 7_000);
    expect(over).toMatchObject({
      status: 'SETTLED',
      settledAmount: { amount: 11_000 },
      pullSummary: { count: 2, totalAmount: 11_000 },
      settlementSummary: { count: 2, totalAmount: 11_000 },
    });
    expect(await balance()).toBe(BALANCE - 11_000);
    const part = await told(transaction, 'return', 1_000);
    expect(part).toMatchObject({ status: 'SETTLED', refundedAmount: { amount: 1_000 }, refundSummary: { count: 1 } });
    const whole = await told(transaction, 'return', 10_000);
    expect(whole).toMatchObject({ status: 'REFUNDED', refundSummary: { count: 2, totalAmount: 11_000 } });
    expect(await balance()).toBe(BALANCE);
    expect((await told(transaction, 'return_reversal')).status).toBe('SETTLED');
    expect(await balance()).toBe(BALANCE - 10_000);
    const ways = ['AUTHORIZED', 'PARTIALLY_SETTLED', 'SETTLED', 'SETTLED', 'REFUNDED', 'SETTLED'];
    await used.receiver.sequence(
      transaction.id,
      ways.map((way) => `CARD_TRANSACTION.${way}`),
    );

    await authorize(used.api, card.id, 50_001);
    await authorize(used.api, card.id, 100, 'SHOP 002');
    expect(await transactionsOn(used.api, account.id)).toHaveLength(1);
    const shown = await used.deployment.command(
      'card',
      'log',
      '--platform',
      await platformOf(used.deployment),
      '--card',
      card.id,
    );
    expect(shown.stdout).toMatch(/DECLINED {2}INSUFFICIENT_FUNDS {2}1.00 USD {2}SHOP 002[^]*MAX_SPEND_EXCEEDED/);

    const expired = await told(await spent(card, 5_000), 'clearing', 0);
    expect(expired).toMatchObject({ status: 'SETTLED', settledAmount: { amount: 0 }, pullSummary: { totalAmount: 0 } });
    await expecting(200, used.api.patch(`/cards/${card.id}`, { state: 'CLOSED' }));
    // The authorization has expired, so the customer is not debited.
    expect(await told(expired, 'clearing', 5_000)).toMatchObject({ status: 'SETTLED', settledAmount: { amount: 0 } });
    expect(await balance()).toBe(BALANCE - 10_000);
    await refused(409, 'INVALID_STATE_TRANSITION', tell(transaction, 'authorization_advice', 5));
    await refused(
      404,
      'TRANSACTION_NOT_FOUND',
      simulate(used.api, (await otherCard()).id, 'clearing', ofIt(transaction)),
    );
    await used.deployment.audit();
  });

  const ofIt = ({ id }: CardTransaction) => ({ cardTransactionId: id, amount: 1 });
  const otherCard = async (): Promise<Card> => {
    const { customer, account } = await holderWith(used.api);
    return activeCard(used.api, customer.id, [account.id]);
  };
  const recover = async (transactionId: string) => {
    const platform = await platformOf(used.deployment);
    return used.deployment.commandAsOperator('card', 'recover', '--platform', platform, '--transaction', transactionId);
  };

  it('end in EXCEPTION when a pull fails, and an operator recovers them', async () => {
    const { customer, account } = await holderWith(used.api, 1_000);
    const card = await activeCard(used.api, customer.id, [account.id]);
    const failing = await spent(card, 400, 'SHOP 006');
    await eventually(
      'the failed pull',
      async () => (await readCardTransaction(used.api, failing.id)).status === 'EXCEPTION',
    );
    expect((await balances(used.api, customer.id, 'USD'))[0]).toBe(1_000);
    await used.receiver.sequence(failing.id, ['CARD_TRANSACTION.AUTHORIZED', 'CARD_TRANSACTION.EXCEPTION']);
    const beyond = await spent(card, 1_000);
    expect((await told(beyond, 'clearing', 1_150)).status).toBe('EXCEPTION');
    await fundedAccount(used.api, customer.id, 'USD', 300);
    const recovered = await recover(beyond.id);
    expect([recovered.exitCode, recovered.stdout]).toEqual([0, `${beyond.id} is SETTLED\n`]);
    await used.receiver.sequence(
      beyond.id,
      ['AUTHORIZED', 'EXCEPTION', 'SETTLED'].map((way) => `CARD_TRANSACTION.${way}`),
    );
  });

  it('wait for a late pull by the platform’s test clock', async () => {
    const { customer, account } = await holderWith(used.api);
    const card = await activeCard(used.api, customer.id, [account.id]);
    const late = await spent(card, 400, 'SHOP 005');
    expect(late.pullSummary).toEqual({ count: 1, totalAmount: 400, pendingCount: 1 });
    await expecting(200, used.api.post('/sandbox/clock/advance', { seconds: 31 }));
    expect((await readCardTransaction(used.api, late.id)).pullSummary?.pendingCount).toBe(0);
  });

  it('have one use per idempotency key', async () => {
    const { customer, account } = await holderWith(used.api);
    const card = await activeCard(used.api, customer.id, [account.id]);
    const path = `/sandbox/cards/${card.id}/simulate/authorization`;
    const once = () => used.api.post(path, useOf(100), { idempotencyKey: `use ${database}` });
    const [first, second] = [await once(), await once()];
    expect([first.status, second.text]).toEqual([202, first.text]);
    expect(await transactionsOn(used.api, account.id)).toHaveLength(1);
  });

  it('spend from a wallet only with a delegated key', async () => {
    await enableWallets(used.api);
    const { customer, account, email } = await openWallet(used.api);
    await fundedAccount(used.api, customer.id, 'USDB', 5_000);
    const card = await activeCard(used.api, customer.id, [account.id]);
    const use = async (amount: number): Promise<number> => {
      await expecting(202, simulate(used.api, card.id, 'authorization', useOf(amount, 'SHOP', 'USDB')));
      return (await transactionsOn(used.api, account.id)).length;
    };
    expect(await use(100)).toBe(0);

    const key = newKey();
    await signInByCode(used.api, email, key);
    const path = '/auth/delegated-keys';
    const body = { cardId: card.id, internalAccountId: account.id, nickname: 'Card' };
    const first = await challengeOf(used.api, 'POST', path, body);
    const second = await expecting(
      202,
      call<typeof first>(used.api, 'POST', path, body, await stampHeaders(key, first)),
    );
    const { id } = await expecting(
      201,
      call<{ id: string }>(used.api, 'POST', path, body, await stampHeaders(key, second)),
    );
    expect(await use(100)).toBe(1);
    const [first100] = await transactionsOn(used.api, account.id);
    const raised = await told(first100!, 'authorization_advice', 150);
    expect(raised.pullSummary).toMatchObject({ totalAmount: 150 });
    await expecting(200, used.api.patch(`/cards/${card.id}`, { state: 'CLOSED' }));
    expect(await expecting(200, used.api.get(`${path}/${id}`))).toMatchObject({ status: 'REVOKED' });
    // The reserved amount still goes to the merchant; a higher one would need the revoked key.
    expect((await told(first100!, 'authorization_advice', 300)).pullSummary).toMatchObject({ totalAmount: 150 });
    expect(await told(first100!, 'clearing', 350)).toMatchObject({
      status: 'EXCEPTION',
      settledAmount: { amount: 350 },
      pullSummary: { totalAmount: 150 },
    });
    expect((await recover(first100!.id)).stderr).toContain('cannot pay the missing');
    expect(await balances(used.api, customer.id, 'USDB')).toEqual([4_850, 4_850]);

    const foreign = { ...body, cardId: (await otherCard()).id };
    await refused(400, 'INVALID_INPUT', call(used.api, 'POST', path, foreign));
  });
});

describe.each(databasesOf(import.meta.url))('cards under load on %s', (database) => {
  const USES = 500;
  const COVERED = 200;
  const LONG = { timeout: 90_000 };
  let deployment: Deployment;
  let hosts: readonly Host[] = [];
  beforeAll(async () => {
    deployment = await createDeployment(database);
    hosts = await Promise.all(Array.from({ length: database === 'postgres' ? 2 : 1 }, () => deployment.start()));
  });
  afterAll(async () => {
    try {
      await Promise.all(hosts.map((host) => host.stop()));
      await deployment.audit();
    } finally {
      await deployment.remove();
    }
  });

  it(`approve exactly ${COVERED} of ${USES} concurrent authorizations on a balance for ${COVERED}`, LONG, async () => {
    const { api } = hosts[0]!;
    const { customer, account } = await holderWith(api, COVERED * 10);
    const cards = await Promise.all([1, 2].map(() => activeCard(api, customer.id, [account.id])));
    const tokens = await Promise.all(
      Array.from({ length: USES }, (_, index) =>
        authorize(hosts[index % hosts.length]!.api, cards[index % cards.length]!.id, 10),
      ),
    );
    expect(new Set(tokens).size).toBe(USES);
    const made = await transactionsOn(api, account.id);
    expect(made).toHaveLength(COVERED);
    expect(made.every(({ status }) => status === 'AUTHORIZED')).toBe(true);
    expect(await balances(api, customer.id, 'USD')).toEqual([0, 0]);
    // One of the card transactions is cleared by many concurrent copies of the same message, which count as one
    // clearing.
    const [one] = made;
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        expecting(
          202,
          simulate(hosts[index % hosts.length]!.api, one!.cardId, 'clearing', {
            cardTransactionId: one!.id,
            amount: 10,
            networkMessageId: 'clearing of one',
          }),
        ),
      ),
    );
    expect(await readCardTransaction(api, one!.id)).toMatchObject({
      status: 'SETTLED',
      settledAmount: { amount: 10 },
      settlementSummary: { count: 1 },
    });
  });
});

describe.each(databasesOf(import.meta.url, 'sqlite'))('the number of a card', () => {
  let deployment: Deployment;
  let host: Host;
  beforeAll(async () => {
    deployment = await createDeployment('sqlite');
    host = await deployment.start();
  });
  afterAll(() => deployment.remove());

  it("is shown on its issuer's page once, within two minutes, and is stored nowhere else", async () => {
    const { api } = host;
    const { customer, account } = await holderWith(api);
    const password = 'canary-3ds-password';
    const card = await activeCard(api, customer.id, [account.id], { threeDSecurePassword: password });
    const reveal = () =>
      expecting(200, api.post<{ panEmbedUrl: string; expiresAt: string }>(`/cards/${card.id}/reveal`));
    const { panEmbedUrl } = await reveal();
    expect((await fetch(panEmbedUrl, { method: 'HEAD' })).status).toBe(405);
    const page = await fetch(panEmbedUrl);
    const text = await page.text();
    const [number = ''] = /(\d{4} ){3}\d{4}/.exec(text) ?? [];
    const [, code = ''] = /Security code<\/dt><dd>(\d{3})</.exec(text) ?? [];
    expect([page.status, number.slice(-4), code.length]).toEqual([200, card.last4, 3]);
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(page.headers.get('cache-control')).toBe('no-store');
    const again = await fetch(panEmbedUrl);
    expect([again.status, (await again.text()).includes(number)]).toEqual([410, false]);

    const late = await reveal();
    await expecting(200, api.post('/sandbox/clock/advance', { seconds: 121 }));
    expect((await fetch(late.panEmbedUrl)).status).toBe(410);
    const forged = (await reveal()).panEmbedUrl.replace(/.(?=.{4}$)/, (one) => (one === 'A' ? 'B' : 'A'));
    expect((await fetch(forged)).status).toBe(410);

    const digits = number.replaceAll(' ', '');
    expect(luhn(digits)).toBe(true);
    const events = await expecting(200, api.get('/webhooks/events', { limit: 100 }));
    await host.stop();
    const kept = keptIn(deployment.dataDirectory) + host.stderr() + host.stdout() + JSON.stringify(events);
    expect(kept).toContain(card.id);
    for (const secret of [digits, number, password, panEmbedUrl.split('/').at(-1)!]) expect(kept).not.toContain(secret);
    expect(kept).not.toMatch(new RegExp(`"(code|cvv|cvc)":"?${code}\\b`));
    const log = await deployment.command('card', 'log', '--platform', await platformOf(deployment), '--card', card.id);
    expect(log.stdout.match(/REVEALED {2}by Token:/g)).toHaveLength(3);
    const named = ['--platform', await platformOf(deployment), '--card', card.id];
    const json = JSON.parse((await deployment.command('card', 'log', ...named, '--json')).stdout) as { what: string }[];
    expect(json.filter(({ what }) => what === 'REVEALED')).toHaveLength(3);
  });
});

/** The only platform of a deployment. */
async function platformOf(deployment: Deployment): Promise<string> {
  const storage = deployment.open();
  try {
    const first = { order: 'asc', limit: 1, counted: false } as const;
    const { rows } = await storage.units.read(null, (reads) => reads.list(PLATFORMS, first));
    return rows[0]!.platformId;
  } finally {
    await storage.close();
  }
}

function luhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = index % 2 === 1 ? Number(digit) * 2 : Number(digit);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

/** All content of a host's data folder, with the issuer's own store. */
function keptIn(folder: string): string {
  return readdirSync(folder)
    .map((name) => join(folder, name))
    .map((path) => (statSync(path).isDirectory() ? keptIn(path) : readFileSync(path, 'latin1')))
    .join('\n');
}
