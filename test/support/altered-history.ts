import { createSqliteStorage } from '@corridor/adapters-storage/sqlite';
import { type CurrencyCode, DEFAULT_OPTIONS } from '@corridor/core';
import type { ArchiveStore } from '@corridor/core/ports';
import { houseTenant } from '@corridor/core/internal';
import type { Card, Quote } from '@corridor/core/records';
import { openReading } from '../../packages/adapters-storage/src/testing/alterable.js';
import { addOperator } from '../../packages/core/src/testing/operators.js';
import { valueOf } from '../../packages/core/src/testing/play-core.js';
import { playIssuer } from '../../packages/core/src/testing/play-issuer.js';
import { type PlayPayer, playPayer } from '../../packages/core/src/testing/play-payer.js';
import type { FixedClock } from '../../packages/core/src/testing/ports.js';

/**
 * A database with a history that seals (signed hashes over all postings, events and log entries) cover completely, and the ids of
 * its records.
 */
export interface History<Ids> {
  readonly path: string;
  readonly clock: FixedClock;
  readonly ids: Ids & Recorded;
}

/** The database before the alteration. */
export interface Recorded {
  /** The single value of a query's result. The query names tables by the views that `corridor schema` prints. */
  one(sql: string): unknown;
  /** Id of the last event about a record. */
  lastEvent(resource: string): unknown;
}

export function recorded(path: string): Recorded {
  const one = (sql: string): unknown => {
    const db = openReading(path);
    try {
      return db.prepare(sql).pluck().get();
    } finally {
      db.close();
    }
  };
  return {
    one,
    lastEvent: (resource) =>
      one(`select id from readable_events where resource = '${resource}' order by position desc`),
  };
}

export type PaymentIds = Awaited<ReturnType<typeof makePayments>> & Recorded;
export type OrderIds = Awaited<ReturnType<typeof playOrders>>['ids'] & Recorded;

/** Payments with every outcome, transfers, a card, an agent, and money that arrived without a quote. */
export async function recordPayments(path: string): Promise<History<PaymentIds>> {
  const storage = createSqliteStorage({ path });
  await storage.migrate();
  const { clock, ids } = await playPayments({ storage, isAnswered: true, changesTerms: true });
  await storage.close();
  return { path, clock, ids: { ...ids, ...recorded(path) } };
}

/**
 * The history of `recordPayments`, with its finished events moved to the archive. The ids are those of the other history,
 * from before they were moved.
 */
export async function recordArchived(
  path: string,
  archive: ArchiveStore,
  { ids }: History<PaymentIds>,
): Promise<History<PaymentIds>> {
  const storage = createSqliteStorage({ path });
  await storage.migrate();
  // Everything is older than the end of the next day.
  const { clock, payer } = await playPayments({
    storage,
    isAnswered: true,
    changesTerms: true,
    archive: { store: archive, afterDays: -1 },
  });
  await payer.play.core.work.archiveEvents();
  await payer.auditClean();
  await storage.close();
  return { path, clock, ids };
}

/**
 * Makes the payments of `recordPayments` on any storage, with the given ports, customer and currencies. `isAnswered`: one
 * has an idempotency key. `changesTerms`: an operator has changed the general terms.
 */
export async function playPayments(
  {
    isAnswered = false,
    changesTerms = false,
    ...ports
  }: Parameters<typeof playPayer>[0] & { readonly isAnswered?: boolean; readonly changesTerms?: boolean },
  ...[details, setUp]: [details?: Parameters<typeof playPayer>[1], setUp?: Parameters<typeof playPayer>[2]]
) {
  const usdEur = { source: 'USD' as CurrencyCode, destination: 'EUR' as CurrencyCode };
  const options = { ...DEFAULT_OPTIONS, cursorKey: new Uint8Array(32).fill(1), publicAuthority: 'localhost:8080' };
  const payer = await playPayer(
    { options: { ...options, corridors: [{ ...usdEur, dailyVolume: 5_000_000n }] }, ...ports },
    details,
    setUp,
  );
  const ids = await makePayments(payer, isAnswered);
  if (changesTerms) await changeTerms(payer);
  const { clock, core } = payer.play;
  await payer.auditClean();
  await core.work.sealJournal();
  await payer.auditClean();
  return { clock, ids, payer };
}

/** A token with one completed mint and one in progress. */
export async function recordOrders(path: string): Promise<History<OrderIds>> {
  const storage = createSqliteStorage({ path });
  await storage.migrate();
  const { play, ids } = await playOrders({ storage });
  await play.core.work.sealJournal();
  await storage.close();
  return { path, clock: play.clock, ids: { ...ids, ...recorded(path) } };
}

/** Makes the orders of `recordOrders` on any storage. */
export async function playOrders({ storage }: { readonly storage: ReturnType<typeof createSqliteStorage> }) {
  const played = await playIssuer((issuer) => issuer, { storage });
  const coin = await played.issued();
  const quote = valueOf(await played.quote(coin, played.mint()));
  const { id: done } = valueOf(await played.execute(quote));
  await played.play.pass(0);
  await played.play.pass(1);
  const { id: open } = valueOf(await played.order(coin, played.mint()));
  await played.clean();
  const accounts = { usd: played.usd.id, usdb: played.usdb.id, customer: played.customerId };
  const token = { coin: coin.id, link: coin.stablecoinProviderAccountId };
  return { play: played.play, ids: { quote: quote.id, done, open, ...accounts, ...token } };
}

async function makePayments(payer: PlayPayer, isAnswered: boolean) {
  const { play, usd, quoted, fromAccount, funded, execute, pay, customerId } = payer;
  const { core } = play;
  const good = (await payer.external()).id;
  const executed = async (destination: string, over = {}): Promise<Quote> => {
    const quote = await quoted(fromAccount(usd.id, destination, over));
    valueOf(await execute(quote.id));
    return quote;
  };
  const fee = { fixed: { amount: 100n, currency: 'USD' }, variableBps: 0 };
  const settled = await executed(good, { platformFeeOverride: fee });
  const returned = await executed((await payer.external('005')).id);
  const stuck = await executed((await payer.external('007')).id);
  const misfunded = await quoted(funded(good));
  valueOf(await pay(misfunded, 7n));
  valueOf(await pay(misfunded, 9n));
  await play.pass(0);
  await play.pass(31);

  const dollars = (await payer.dollars()).id;
  const render = ({ id }: { readonly id: string }) => ({ status: 201, body: id, remember: true });
  const claim = { credential: 'Token:1', operation: 'POST /transfers-in', key: 'once', bodyDigest: 'body', seal: null };
  const request = { sourceId: dollars, destinationId: usd.id, amount: 300n };
  const answer = valueOf(
    await core.commands.run(play.context(), core.transfers.in, request, render, isAnswered ? claim : null),
  );
  const collected = answer.body;
  const delivered = valueOf(
    await play.run(core.transfers.out, { sourceId: usd.id, destinationId: dollars, amount: 200n }),
  ).id;
  await play.pass(0);

  const arrive = async (reference: string) => {
    const money = {
      kind: 'arrival',
      rail: 'sandbox-bank',
      paymentId: reference,
      reference,
      currency: 'USD',
      amount: 300n,
      remitter: { name: 'Grace Hopper', account: 'DE89370400440532013890' },
      valueDate: null,
    } as const;
    return valueOf(await core.railTells('SANDBOX', money)).arrival!;
  };
  const credited = await arrive(usd.reference);
  const unknown = await arrive('NOBODY');
  await play.pass(0);

  const policy = {
    permissions: ['CREATE_TRANSFERS'],
    defaultExecutionMode: 'AUTO',
    spendingLimits: { currency: 'USD', perTransactionLimit: 2_000n },
    approvalThresholds: { amount: 1_000n },
  };
  const { view } = valueOf(await play.run(core.agents.create, { name: 'Clerk', customerId, policy }));
  const actor = { kind: 'agent', agentId: view.agent.id, customerId: view.agent.customerId } as const;
  for (const amount of [1_000n, 2_000n]) {
    const ctx = core.context(play.tenant, actor, 'test');
    const order = { sourceId: usd.id, destinationId: dollars, amount };
    const { prepare, finish } = core.agents.me.transferOut;
    const ready = valueOf(await prepare(ctx, order));
    valueOf(await core.units.run(play.tenant, (tx) => finish(tx, ctx, ready)));
  }
  await play.pass(0);

  const card = await makeCard(payer);
  const used = await useCard(payer, card);

  const processing = await executed((await payer.external('003')).id);
  await play.pass(0);
  const refunding = await quoted(funded(good));
  valueOf(await pay(refunding, 5n));
  const pending = await quoted(fromAccount(usd.id, good));
  const { id: euros } = (await payer.internal('EUR')).account;
  const access = await changeAccess(payer);
  const blocked = await blockPayees(payer);
  const payments = { settled, returned, stuck, misfunded, processing, refunding, pending };
  return {
    ...payments,
    ...access,
    ...blocked,
    good,
    dollars,
    slow: processing.destinationId,
    usd: usd.id,
    euros,
    customer: customerId,
    collected,
    delivered,
    credited: credited.id,
    unknown: unknown.id,
    deposit: unknown.depositId!,
    agent: view.agent.id,
    card: card.id,
    used,
  };
}

/** Operators and tokens of every state: two operators, of whom one is disabled, and two tokens, one of them deleted. */
async function changeAccess({ play }: PlayPayer) {
  const { operators, platforms } = play.core;
  const root = { source: 'MASTER_KEY', name: 'root', requestId: 'access' } as const;
  const { operator: viewer } = valueOf(await operators.automate({ name: 'Ann', role: 'VIEWER' }, root));
  const { operator: disabled } = valueOf(await operators.automate({ name: 'Bob', role: 'ADMIN' }, root));
  valueOf(await operators.disable({ name: 'Bob' }, root));
  const token = async (name: string) =>
    valueOf(await play.run(platforms.createToken, { name, permissions: ['VIEW'] })).token.id;
  const [reader, revoked] = [await token('reader'), await token('revoked')];
  valueOf(await play.run(platforms.deleteToken, { id: revoked }));
  return { viewer: viewer.id, disabled: disabled.id, reader, revoked };
}

/** Silent blocks of two external accounts: one lasts, and one has ended. */
async function blockPayees({ play, external }: PlayPayer) {
  const { actions } = play.core.operators;
  const { tenant } = play;
  const cleo = await addOperator(play.storage.units, 'Cleo', 'OPERATOR');
  const dora = await addOperator(play.storage.units, 'Dora', 'APPROVER');
  const texts = { reason: 'sanctions match', caseReference: 'CASE-77' };
  const [stopped, freed] = [(await external('891')).id, (await external('892')).id];
  for (const id of [stopped, freed]) {
    const input = { id, ...texts, tellPlatform: false };
    valueOf(await actions.request(cleo, { tenant, action: 'external-accounts.block', input }));
  }
  const input = { id: freed, ...texts };
  const asked = valueOf(await actions.request(cleo, { tenant, action: 'external-accounts.unblock', input }));
  if (asked.kind !== 'awaiting') throw new Error(asked.kind);
  valueOf(await actions.approve(dora, tenant, asked.awaiting));
  return { stopped, freed };
}

/** General terms that come into force in an hour. */
async function changeTerms({ play }: PlayPayer): Promise<void> {
  const eve = await addOperator(play.storage.units, 'Eve', 'ADMIN');
  const validFrom = play.clock.now() + 3_600_000;
  valueOf(
    await play.core.operators.actions.request(eve, {
      tenant: houseTenant('SANDBOX'),
      action: 'terms.change',
      input: { variableFeeBps: 40, validFrom, reason: 'pricing' } as never,
    }),
  );
}

async function makeCard({ play, customerId, usd }: PlayPayer): Promise<Card> {
  const { cards } = play.core;
  const order = { cardholderId: customerId };
  const { id } = valueOf(await play.run(cards.order, { ...order, fundingSources: [usd.id] }));
  await play.pass(0);
  return valueOf(await play.read(cards.get, { id }));
}

/** A card transaction: approved for 1,000, cleared in full, 100 returned. Returns its id. */
async function useCard({ play }: PlayPayer, { id: cardId, currency }: Card): Promise<string> {
  const { simulate } = play.core.cards;
  const merchant = { descriptor: 'SHOP', mcc: null, country: null };
  const { issuerToken } = valueOf(
    await play.run(simulate.authorization, { cardId, amount: 1_000n, currency, merchant }),
  );
  const page = valueOf(await play.read(play.core.transactions.list, { limit: 100 }));
  const { id: transactionId } = page.data.find((transaction) => transaction.issuerToken === issuerToken)!;
  valueOf(await play.run(simulate.clearing, { cardId, transactionId, amount: 1_000n }));
  valueOf(await play.run(simulate.return, { cardId, transactionId, amount: 100n }));
  await play.pass(0);
  return transactionId;
}
