import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import { type ExceptionRecord, EXCEPTIONS, type Resolution } from '../exceptions/index.js';
import type { Id } from '../kernel/index.js';
import { chart, POSTINGS } from '../ledger/index.js';
import { type CardMessage, type PlayCard, playCard } from '../testing/play-card.js';
import { valueOf } from '../testing/play-core.js';
import { DEPOSITS } from '../transactions/index.js';
import { type CardTransaction, partsOf } from './index.js';
import { refundsOf } from './card-refund.js';
import { saidPayment } from '../testing/said-payment.js';

let world: PlayCard;
beforeEach(async () => {
  world = await playCard();
});

const USD = 'USD' as Parameters<typeof chart.loss>[1];
const BY = { id: 'Operator:018bcfe5-6800-7000-8000-000000000001' as Id<'Operator'>, name: 'Ann' };

/** The accounts between which money of a card moves, by the words of the chapter. The network is the other side. */
const accounts = () => ({
  customer: chart.available(world.payer.usd.id, USD),
  reserve: chart.cardReserve(world.payer.play.tenant, USD),
  loss: chart.loss('SANDBOX', USD),
  'own funds': chart.ownFunds('SANDBOX', USD),
  suspense: chart.suspense(world.payer.play.tenant, USD),
  network: chart.clearing('SANDBOX', 'sandbox-cards', USD),
});
type Account = keyof ReturnType<typeof accounts>;

const sums = (): Promise<Readonly<Record<Account, bigint>>> =>
  world.payer.play.storage.units.read(null, async (reads) => {
    const found: [string, bigint][] = [];
    for (const [word, { name }] of Object.entries(accounts()))
      found.push([word, await reads.sum(POSTINGS, 'amount', { account: name }, 0, null)]);
    return Object.fromEntries(found) as Record<Account, bigint>;
  });

const excesses = async (of: CardTransaction): Promise<readonly ExceptionRecord[]> =>
  (await world.rows(EXCEPTIONS)).filter(({ kind, subject }) => kind === 'CARD_EXCESS' && subject === of.id);

const resolve = (exception: ExceptionRecord, resolution: Resolution, account?: string) => {
  const { core } = world.payer.play;
  return world.run(core.treasury.resolve, {
    ...{ exceptionId: exception.id, resolution, account, by: BY },
    ...saidPayment(resolution),
  });
};
const { approved, told, send, latest } = {
  approved: (...of: Parameters<PlayCard['approved']>) => world.approved(...of),
  told: (...of: Parameters<PlayCard['told']>) => world.told(...of),
  send: (...of: Parameters<PlayCard['send']>) => world.send(...of),
  latest: (...of: Parameters<PlayCard['latest']>) => world.latest(...of),
};
const cleared = async (amount: bigint, authorized = amount): Promise<CardTransaction> => {
  const spent = await approved({ amount: authorized });
  valueOf(await send('clear', spent, amount, 'first'));
  return latest(spent);
};
const twice = async (resolution?: Resolution): Promise<CardTransaction> => {
  const spent = await cleared(1_000n);
  valueOf(await send('clear', spent, 1_000n, 'second'));
  if (resolution !== undefined) valueOf(await resolve((await excesses(spent))[0]!, resolution));
  return latest(spent);
};

/** The states of the table, as the chapter names them. */
const STATES: Readonly<Record<string, () => Promise<CardTransaction>>> = {
  'nothing cleared': () => approved(),
  '400 cleared': () => cleared(400n, 1_000n),
  '1,000 cleared': () => cleared(1_000n),
  '1,000 cleared twice': () => twice(),
  'the same, `ADJUSTED`': () => twice('ADJUSTED'),
  'the same, `PAID_ELSEWHERE`': () => twice('PAID_ELSEWHERE'),
  'the same, `WRITTEN_OFF`': () => twice('WRITTEN_OFF'),
  '1,000 cleared, 300 returned': async () => told('return', await cleared(1_000n), 300n),
  '1,000 cleared and returned': async () => told('return', await cleared(1_000n), 1_000n),
  '1,100 cleared, 100 of them lost': async () => {
    const spent = await approved();
    await approved({ amount: await world.balance() });
    valueOf(await send('clear', spent, 1_100n, 'first'));
    return latest(spent);
  },
  '1,000 cleared, card closed': async () => {
    const spent = await cleared(1_000n);
    valueOf(await world.run(world.payer.play.core.cards.update, { id: world.card.id, state: 'CLOSED' }));
    return spent;
  },
  '1,000 cleared, customer deleted': async () => {
    const spent = await cleared(1_000n);
    await approved({ amount: await world.balance(), mode: 'settle' });
    valueOf(await world.run(world.payer.play.core.customers.delete, { id: world.payer.customerId }));
    return spent;
  },
  'credit of 1,000, cleared': () => approved({ direction: 'CREDIT', mode: 'settle' }),
  'credit of 1,000, card closed': async () => {
    valueOf(await world.run(world.payer.play.core.cards.update, { id: world.card.id, state: 'CLOSED' }));
    return approved({ direction: 'CREDIT', mode: 'told' });
  },
};

/** The messages of the table, as the chapter names them. */
const MESSAGES: Readonly<
  Record<string, { readonly what: CardMessage; readonly amount: bigint; readonly of?: string }>
> = {
  'clearing of 100': { what: 'clear', amount: 100n },
  'return of 500': { what: 'return', amount: 500n },
  'return of 500 of the first clearing': { what: 'return', amount: 500n, of: 'first' },
  'return of 5,000': { what: 'return', amount: 5_000n },
  'reversal of the last return': { what: 'reverseReturn', amount: 0n },
  'reversal of 500': { what: 'reverseReturn', amount: 500n },
};

const grouped = (amount: bigint): string => amount.toString().replace(/\B(?=(\d{3})+$)/gu, ',');

/** What a message books, in the words of the chapter; the answer of a message that is refused. */
async function booked(spent: CardTransaction, message: (typeof MESSAGES)[string]): Promise<string> {
  const before = await sums();
  const { play } = world.payer;
  const telling = { cardId: spent.card.cardId, transactionId: spent.id, amount: message.amount };
  const answer = await play.run(play.core.cards.network[message.what], {
    ...telling,
    networkMessageId: 'the message',
    originalNetworkMessageId: message.of,
  });
  const after = await sums();
  await world.payer.auditClean();
  if (!answer.ok) {
    expect(after).toEqual(before);
    return answer.error.code === 'INVALID_STATE_TRANSITION' ? 'refused' : answer.error.code;
  }
  const moved = (['customer', 'reserve', 'loss', 'own funds', 'suspense'] as const).flatMap((word) => {
    const by = after[word] - before[word];
    return by === 0n ? [] : [`${word} ${by < 0n ? '−' : '+'}${grouped(by < 0n ? -by : by)}`];
  });
  const isPaid = message.what === 'return' || spent.direction === 'CREDIT';
  const whole = isPaid && message.what !== 'reverseReturn' ? -message.amount : message.amount;
  // Every amount that the network names is booked once. The reversal of 0 takes back the whole return.
  if (whole !== 0n) expect(after.network - before.network).toBe(whole);
  return moved.join(', ');
}

const CHAPTER = readFileSync(new URL('../../../../docs/areas/cards.md', import.meta.url), 'utf8');
const TABLE = /^\| The transaction +\|.*\n(?:\|.*\n)+/mu.exec(CHAPTER)?.[0] ?? '';
const [header = [], , ...rows] = TABLE.trim()
  .split('\n')
  .map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );

describe('the table of messages and states', () => {
  it('has every state and every message', () => {
    expect(header.slice(1)).toEqual(Object.keys(MESSAGES));
    expect(rows.map(([state]) => state)).toEqual(Object.keys(STATES));
  });

  it.each(Object.keys(STATES))('says what a message books: %s', async (state) => {
    const found: string[] = [];
    for (const message of Object.values(MESSAGES)) {
      world = await playCard();
      found.push(await booked(await STATES[state]!(), message));
    }
    expect(found).toEqual(rows.find(([name]) => name === state)?.slice(1));
  });
});

/** What the network paid or took, by account. */
async function movedBy(work: () => Promise<unknown>): Promise<Partial<Record<Account, bigint>>> {
  const before = await sums();
  await work();
  const after = await sums();
  await world.payer.auditClean();
  const moved = (Object.keys(after) as Account[]).map((word) => [word, after[word] - before[word]] as const);
  return Object.fromEntries(moved.filter(([, amount]) => amount !== 0n));
}

const sent = async (what: CardMessage, of: CardTransaction, amount: bigint, id: string, original?: string) => {
  const { play } = world.payer;
  const telling = { cardId: of.card.cardId, transactionId: of.id, amount, networkMessageId: id };
  return play.run(play.core.cards.network[what], { ...telling, originalNetworkMessageId: original });
};

describe('a return', () => {
  it('goes to the excess that the service bears, and the customer gets back nothing for it', async () => {
    const spent = await cleared(10_000n);
    await told('clear', spent, 10_000n);
    expect(await movedBy(() => told('return', spent, 10_000n))).toEqual({ loss: 10_000n, network: -10_000n });
    expect(await latest(spent)).toMatchObject({ status: 'SETTLED', card: { refunded: 0n, returns: 0, excess: 0n } });
    expect(await excesses(spent)).toMatchObject([
      { status: 'RESOLVED', resolution: 'REFUSED', resolvedBy: 'the card network', entryId: null, moved: null },
    ]);
  });

  it('of a clearing that the customer paid in part is booked as a whole', async () => {
    const spent = await approved({ amount: 5_000n });
    await told('clear', spent, 9_000n);
    expect(await movedBy(() => told('return', spent, 9_000n))).toEqual({
      customer: 5_000n,
      loss: 4_000n,
      network: -9_000n,
    });
    expect(await latest(spent)).toMatchObject({ status: 'REFUNDED', card: { refunded: 5_000n, excess: 0n } });
  });

  it('gives an account back what an operator charged it', async () => {
    const spent = await approved({ amount: 5_000n });
    await told('clear', spent, 9_000n);
    const [excess] = await excesses(spent);
    expect(await movedBy(() => resolve(excess!, 'ADJUSTED'))).toEqual({ customer: -4_000n, loss: 4_000n });
    expect(await movedBy(() => told('return', spent, 9_000n))).toEqual({ customer: 9_000n, network: -9_000n });
    expect(await excesses(spent)).toMatchObject([{ resolution: 'ADJUSTED', recovered: 4_000n }]);
  });

  it('of an excess that a platform took over from its customer goes to the platform', async () => {
    const spent = await approved({ amount: await world.balance() });
    await told('clear', spent, spent.card.authorized);
    await told('clear', spent, 700n);
    const [excess] = await excesses(spent);
    valueOf(await resolve(excess!, 'ADJUSTED'));
    const { play, usd } = world.payer;
    await play.pass(31 * 24 * 60 * 60);
    const overdue = (await world.rows(EXCEPTIONS)).find(({ kind }) => kind === 'RECEIVABLE_OVERDUE');
    expect(overdue).toMatchObject({ subject: usd.id, amount: 700n });
    const own = (await world.payer.internal('USD', 'platform')).account;
    valueOf(await world.run(play.core.sandbox.fund, { accountId: own.id, amount: 700n }));
    valueOf(await resolve(overdue!, 'ADJUSTED'));
    expect(await movedBy(() => told('return', spent, 700n))).toEqual({ network: -700n });
    expect((await world.payer.internal('USD', 'platform')).available).toBe(700n);
    expect(await world.balance()).toBe(0n);
  });

  it('covers the newest open excess first, and those that operators decided about after all open ones', async () => {
    const spent = await cleared(1_000n);
    for (const amount of [10n, 20n, 30n]) await told('clear', spent, amount);
    const [oldest, middle, newest] = await excesses(spent);
    valueOf(await resolve(newest!, 'WRITTEN_OFF'));
    const covered = async () => {
      const refunds = await world.payer.play.storage.units.read(world.payer.play.tenant, (reads) =>
        refundsOf(reads, spent.id),
      );
      return partsOf(refunds[0]!).map(({ of, amount }) => [of, amount]);
    };
    await told('return', spent, 25n);
    expect(await covered()).toEqual([
      [middle!.id, 20n],
      [oldest!.id, 5n],
    ]);
    await told('return', spent, 36n);
    expect(await covered()).toEqual([
      [oldest!.id, 5n],
      [newest!.id, 30n],
      ['SETTLED', 1n],
    ]);
    expect((await excesses(spent)).map(({ resolution }) => resolution)).toEqual(['REFUSED', 'REFUSED', 'WRITTEN_OFF']);
    await world.payer.auditClean();
  });

  it('that names its clearing covers this clearing first, also if the customer paid it', async () => {
    const spent = await twice();
    const whole = { customer: 1_000n, network: -1_000n };
    expect(await movedBy(() => sent('return', spent, 1_000n, 'r-1', 'first'))).toEqual(whole);
    expect(await latest(spent)).toMatchObject({ status: 'REFUNDED', card: { refunded: 1_000n, excess: 1_000n } });
    expect(await movedBy(() => sent('return', spent, 1_000n, 'r-2', 'second'))).toEqual({
      loss: 1_000n,
      network: -1_000n,
    });
  });

  it('that names a clearing covers what is left of it, then whatever else can be returned', async () => {
    const spent = await twice();
    expect(await movedBy(() => sent('return', spent, 600n, 'r-1', 'second'))).toEqual({ loss: 600n, network: -600n });
    expect(await movedBy(() => sent('return', spent, 600n, 'r-2', 'second'))).toEqual({
      loss: 400n,
      customer: 200n,
      network: -600n,
    });
    expect(await movedBy(() => sent('return', spent, 900n, 'r-3', 'first'))).toEqual({
      customer: 800n,
      suspense: 100n,
      network: -900n,
    });
  });

  it('names a use that was cleared at once by the id of this use, and treats an unknown name like none', async () => {
    const spent = await approved({ mode: 'settle' });
    await told('clear', spent, 400n);
    const other = await cleared(50n);
    const token = spent.issuerToken!;
    expect(await movedBy(() => sent('return', spent, 100n, 'r-1', token))).toEqual({ customer: 100n, network: -100n });
    expect(await movedBy(() => sent('return', spent, 1n, 'r-2', 'unknown'))).toEqual({ loss: 1n, network: -1n });
    expect(await movedBy(() => sent('return', spent, 1n, 'r-3', 'first'))).toEqual({ loss: 1n, network: -1n });
    expect(await movedBy(() => sent('return', other, 1n, 'r-4', other.issuerToken!))).toEqual({
      customer: 1n,
      network: -1n,
    });
  });

  it('that is repeated has no effect, and with another original it is another message', async () => {
    const spent = await twice();
    const first = await sent('return', spent, 5n, 'r-1', 'first');
    expect(await movedBy(() => sent('return', spent, 5n, 'r-1', 'first'))).toEqual({});
    expect(await sent('return', spent, 5n, 'r-1', 'first')).toEqual(first);
    expect(await sent('return', spent, 5n, 'r-1', 'second')).toMatchObject({ error: { code: 'CONFLICT' } });
    expect(await sent('return', spent, 5n, 'r-1')).toMatchObject({ error: { code: 'CONFLICT' } });
  });

  it('that is repeated with the original that it did not name before has no effect', async () => {
    const spent = await twice();
    const first = await sent('return', spent, 5n, 'r-1');
    expect(first.ok).toBe(true);
    expect(await movedBy(async () => expect(await sent('return', spent, 5n, 'r-1', 'first')).toEqual(first))).toEqual(
      {},
    );
    expect(await sent('return', spent, 6n, 'r-1', 'first')).toMatchObject({ error: { code: 'CONFLICT' } });
  });

  it('credits nothing more after an operator gave the customer what was in suspense', async () => {
    const spent = await approved();
    expect(await movedBy(() => told('return', spent, 1_000n))).toEqual({ suspense: 1_000n, network: -1_000n });
    await told('clear', spent, 1_000n);
    const [held] = (await world.rows(EXCEPTIONS)).filter(({ kind }) => kind === 'DEPOSIT_HELD');
    valueOf(await resolve(held!, 'CREDITED', world.payer.usd.id));
    expect(await movedBy(() => told('return', spent, 300n))).toEqual({ suspense: 300n, network: -300n });
    const [, second] = (await world.rows(EXCEPTIONS)).filter(({ kind }) => kind === 'DEPOSIT_HELD');
    const own = (await world.payer.internal('USD', 'platform')).account;
    valueOf(await resolve(second!, 'CREDITED', own.id));
    expect(await world.balance()).toBe(1_000_000n);
  });

  it('that no rail can send back stays with an operator, who tried to', async () => {
    const spent = await approved();
    await told('return', spent, 10n);
    const [held] = (await world.rows(EXCEPTIONS)).filter(({ kind }) => kind === 'DEPOSIT_HELD');
    valueOf(await resolve(held!, 'RETRIED'));
    await world.payer.play.pass(0);
    expect(await world.rows(DEPOSITS)).toMatchObject([{ status: 'KEPT' }]);
    const refused = (await world.rows(EXCEPTIONS)).find(({ kind }) => kind === 'DEPOSIT_REFUSED');
    expect(refused).toMatchObject({ status: 'OPEN', amount: 10n });
    expect(await movedBy(() => resolve(refused!, 'WRITTEN_OFF'))).toEqual({ suspense: -10n, loss: 10n });
  });
});

describe('the resolution of an excess', () => {
  it.each([
    ['ADJUSTED', { customer: -700n, loss: 700n }],
    ['PAID_ELSEWHERE', { 'own funds': -700n, loss: 700n }],
    ['WRITTEN_OFF', {}],
  ] as const)('moves only what returns have not covered: %s', async (resolution, moved) => {
    const spent = await twice();
    await told('return', spent, 300n);
    const [excess] = await excesses(spent);
    const { play } = world.payer;
    const input = { exceptionId: excess!.id, resolution, ...saidPayment(resolution) };
    const planned = valueOf(await world.run(play.core.treasury.planResolution, input));
    expect(planned.moves).toEqual([{ currency: 'USD', amount: 700n }]);
    const choices = valueOf(await play.read(play.core.treasury.choices, { exceptionId: excess!.id }));
    expect(choices.map(({ amount }) => amount)).toEqual([700n, 700n, 700n]);
    expect(await movedBy(() => resolve(excess!, resolution))).toEqual(moved);
    const back = { ADJUSTED: 'customer', PAID_ELSEWHERE: 'own funds', WRITTEN_OFF: 'loss' }[resolution];
    expect(await movedBy(() => told('return', spent, 800n))).toEqual(
      back === 'customer' ? { customer: 800n, network: -800n } : { customer: 100n, [back]: 700n, network: -800n },
    );
  });

  it('conflicts with a return at the same moment', async () => {
    const spent = await twice();
    const [excess] = await excesses(spent);
    const [resolved, returned] = await Promise.all([resolve(excess!, 'ADJUSTED'), send('return', spent, 1_000n)]);
    expect(returned.ok).toBe(true);
    const after = await sums();
    // If the resolution came first, the account has the return; otherwise nothing was left to decide.
    expect(after.customer).toBe(999_000n);
    expect(after.loss).toBe(0n);
    expect(resolved.ok || resolved.error.code === 'INVALID_STATE_TRANSITION').toBe(true);
    await world.payer.auditClean();
  });
});

describe('the reversal of a return', () => {
  it('leaves an excess that is still open with a larger amount', async () => {
    const spent = await twice();
    await told('return', spent, 300n);
    expect(await movedBy(() => told('reverseReturn', spent))).toEqual({ loss: -300n, network: 300n });
    const [excess, ...others] = await excesses(spent);
    expect(others).toEqual([]);
    expect(await movedBy(() => resolve(excess!, 'ADJUSTED'))).toEqual({ customer: -1_000n, loss: 1_000n });
  });

  it('reopens an excess that is written off without another exception', async () => {
    const spent = await twice('WRITTEN_OFF');
    await told('return', spent, 300n);
    expect(await movedBy(() => told('reverseReturn', spent))).toEqual({ loss: -300n, network: 300n });
    expect(await excesses(spent)).toHaveLength(1);
    expect(await movedBy(() => told('return', spent, 1_000n))).toEqual({ loss: 1_000n, network: -1_000n });
  });

  it.each([
    ['was returned as a whole', undefined],
    ['was charged to the account', 'ADJUSTED'],
    ['was paid by own funds', 'PAID_ELSEWHERE'],
  ] as const)('opens an exception of its own for an excess that %s', async (_, resolution) => {
    const spent = await twice(resolution);
    await told('return', spent, 1_000n);
    expect(await movedBy(() => sent('reverseReturn', spent, 0n, 'undo'))).toEqual({ loss: -1_000n, network: 1_000n });
    const [, newExcess] = await excesses(spent);
    expect(newExcess).toMatchObject({ status: 'OPEN', reference: 'undo', amount: 1_000n });
    expect(await movedBy(() => told('return', spent, 1_500n))).toEqual({
      loss: 1_000n,
      customer: 500n,
      network: -1_500n,
    });
  });

  it('takes money in suspense back from there, and resolves its exception', async () => {
    const spent = await approved();
    await told('return', spent, 300n);
    expect(await movedBy(() => told('reverseReturn', spent))).toEqual({ suspense: -300n, network: 300n });
    expect(await world.rows(DEPOSITS)).toMatchObject([{ status: 'REVERSED' }]);
    expect(await world.rows(EXCEPTIONS)).toMatchObject([{ kind: 'DEPOSIT_HELD', status: 'RESOLVED' }]);
  });

  it('takes money in suspense back in pieces, and leaves no more there than the merchant has left', async () => {
    const spent = await cleared(5_000n);
    await told('return', spent, 9_000n);
    expect(await movedBy(() => told('reverseReturn', spent, 1_000n))).toEqual({ suspense: -1_000n, network: 1_000n });
    const held = async () =>
      (await world.rows(EXCEPTIONS)).filter(({ kind, status }) => kind === 'DEPOSIT_HELD' && status === 'OPEN');
    expect(await held()).toMatchObject([{ amount: 3_000n }]);
    expect(await movedBy(() => told('reverseReturn', spent, 500n))).toEqual({ suspense: -500n, network: 500n });
    expect(await held()).toMatchObject([{ amount: 2_500n }]);
    expect(await movedBy(() => told('reverseReturn', spent))).toEqual({
      customer: -5_000n,
      suspense: -2_500n,
      network: 7_500n,
    });
    expect([await held(), await excesses(spent)]).toEqual([[], []]);
    expect((await world.rows(DEPOSITS)).map(({ status, amount }) => [status, amount])).toEqual([
      ['REVERSED', 4_000n],
      ['REVERSED', 3_000n],
      ['REVERSED', 2_500n],
    ]);
    const refunds = await world.payer.play.storage.units.read(world.payer.play.tenant, (reads) =>
      refundsOf(reads, spent.id),
    );
    expect(partsOf(refunds[0]!).map(({ amount, reversed }) => [amount, reversed])).toEqual([
      [5_000n, 5_000n],
      [1_000n, 1_000n],
      [500n, 500n],
      [2_500n, 2_500n],
    ]);
  });

  it('takes money in suspense back while an operator tries to send it back', async () => {
    const spent = await approved();
    await told('return', spent, 300n);
    valueOf(await resolve((await world.rows(EXCEPTIONS))[0]!, 'RETRIED'));
    expect(await movedBy(() => told('reverseReturn', spent, 100n))).toEqual({ suspense: -100n, network: 100n });
    await world.payer.play.pass(0);
    expect(await movedBy(() => told('reverseReturn', spent))).toEqual({ suspense: -200n, network: 200n });
    expect(await excesses(spent)).toEqual([]);
  });

  it('of the rest in suspense that an operator gave away is an excess', async () => {
    const spent = await approved();
    await told('return', spent, 300n);
    await told('reverseReturn', spent, 100n);
    const held = (await world.rows(EXCEPTIONS)).find(({ status }) => status === 'OPEN');
    expect(await movedBy(() => resolve(held!, 'CREDITED', world.payer.usd.id))).toEqual({
      suspense: -200n,
      customer: 200n,
    });
    expect(await movedBy(() => told('reverseReturn', spent, 50n))).toEqual({ loss: -50n, network: 50n });
    expect(await movedBy(() => told('reverseReturn', spent))).toEqual({ loss: -150n, network: 150n });
    expect((await excesses(spent)).map(({ amount }) => amount)).toEqual([50n, 150n]);
  });

  it('of money in suspense that an operator gave away is an excess', async () => {
    const spent = await approved();
    await told('return', spent, 300n);
    const [held] = await world.rows(EXCEPTIONS);
    valueOf(await resolve(held!, 'CREDITED', world.payer.usd.id));
    expect(await movedBy(() => told('reverseReturn', spent))).toEqual({ loss: -300n, network: 300n });
    expect(await excesses(spent)).toMatchObject([{ status: 'OPEN', amount: 300n }]);
  });

  it('names the return that it takes back, or takes back the last one', async () => {
    const spent = await cleared(1_000n);
    for (const [id, amount] of [
      ['r-1', 100n],
      ['r-2', 20n],
      ['r-3', 3n],
    ] as const)
      valueOf(await sent('return', spent, amount, id));
    expect(await movedBy(() => sent('reverseReturn', spent, 0n, 'u-1', 'r-1'))).toEqual({
      customer: -100n,
      network: 100n,
    });
    expect(await movedBy(() => sent('reverseReturn', spent, 0n, 'u-2'))).toEqual({ customer: -3n, network: 3n });
    expect(await movedBy(() => sent('reverseReturn', spent, 15n, 'u-3', 'r-2'))).toEqual({
      customer: -15n,
      network: 15n,
    });
    expect((await latest(spent)).card).toMatchObject({ refunded: 5n, returns: 1 });
    expect(await movedBy(() => sent('reverseReturn', spent, 0n, 'u-4', 'r-1'))).toEqual({ customer: -5n, network: 5n });
    expect((await latest(spent)).card).toMatchObject({ refunded: 0n, returns: 0 });
  });
});

describe('a use that the network has decided', () => {
  it('is reserved as far as the balance goes, and is accepted without an account', async () => {
    const spent = await approved({ amount: 1_500_000n, mode: 'told' });
    expect(spent).toMatchObject({ status: 'AUTHORIZED', card: { authorized: 1_500_000n, reserved: 1_000_000n } });
    expect(await movedBy(() => told('clear', spent, 1_500_000n))).toEqual({
      reserve: -1_000_000n,
      network: 1_500_000n,
    });
    expect(await latest(spent)).toMatchObject({ status: 'SETTLED', card: { settled: 1_500_000n, lost: 0n } });
  });

  it('is accepted after the customer was deleted, and what is cleared is an excess', async () => {
    await approved({ amount: await world.balance(), mode: 'settle' });
    valueOf(await world.run(world.payer.play.core.customers.delete, { id: world.payer.customerId }));
    const spent = await approved({ mode: 'told' });
    expect(spent.card.reserved).toBe(0n);
    expect(await movedBy(() => told('clear', spent, 1_000n))).toEqual({ loss: -1_000n, network: 1_000n });
    const credit = await approved({ mode: 'told', direction: 'CREDIT' });
    expect(await movedBy(() => told('clear', credit, 1_000n))).toEqual({ suspense: 1_000n, network: -1_000n });
    expect(await latest(credit)).toMatchObject({ status: 'SETTLED', card: { settled: 0n, clearings: 1 } });
  });
});
