import { beforeEach, describe, expect, it } from 'vitest';
import { EXCEPTIONS } from '../exceptions/index.js';
import { type Instant, ok, plusSeconds } from '../kernel/index.js';
import { BALANCES, POSTINGS } from '../ledger/index.js';
import { MAX_COMPUTED } from '../money/index.js';
import { TRANSACTIONS } from '../transactions/index.js';
import { CARD_BALANCE, MERCHANT, type PlayCard, playCard } from '../testing/play-card.js';
import { valueOf } from '../testing/play-core.js';
import { CARD_LOG, type CardTransaction, NETWORK_MESSAGES } from './index.js';

const DAY = 24 * 60 * 60;
const LIMIT = 30 * DAY;
const refused = (code: string) => ({ ok: false, error: { code } });

let world: PlayCard;
beforeEach(async () => {
  world = await playCard();
});

const pass = (seconds: number) => world.payer.play.pass(seconds);
const later = (seconds: number): Instant => plusSeconds(world.now(), seconds);
const cards = () => world.payer.play.core.cards;
const release = (of: CardTransaction, reason = 'The merchant went out of business') =>
  world.run(cards().release, { id: of.id, reason });
const close = async () => valueOf(await world.run(cards().update, { id: world.card.id, state: 'CLOSED' }));
const exceptions = () => world.rows(EXCEPTIONS);
const eventsOf = async (of: CardTransaction) => {
  await pass(0);
  return world.payer.eventsOf(of.id).map((type) => type.replace('CARD_TRANSACTION.', ''));
};
let messages = 0;
const sent = (what: 'clear' | 'advise', of: CardTransaction, amount: bigint, dates: object = {}) =>
  world.run(cards().network[what], {
    cardId: of.card.cardId,
    transactionId: of.id,
    amount,
    networkMessageId: `dated ${(messages += 1)}`,
    ...dates,
  });
const told = async (...message: Parameters<typeof sent>) => {
  valueOf(await sent(...message));
  return world.latest(message[1]);
};

/** Sets what is available on the account, without an entry. */
async function setBalance(available: bigint): Promise<void> {
  const { core, tenant } = world.payer.play;
  const done = await core.units.run(tenant, async (tx) => {
    const row = (await tx.get(BALANCES, world.payer.usd.id))!;
    tx.change(BALANCES, row, { ...row, available, version: row.version + 1 });
    return ok();
  });
  valueOf(done);
}

/** Stores the authorization as a host of the former release writes it, which knows no end. */
async function withoutEnd(of: CardTransaction): Promise<void> {
  await written(of, ({ card: { expiresAt: _, ...card } }) => ({ card, holdEndsAt: null }));
}

/** Stores this change of the transaction, without an entry. */
async function written(
  { id }: CardTransaction,
  change: (row: CardTransaction) => Partial<CardTransaction>,
): Promise<void> {
  const { core, tenant } = world.payer.play;
  const done = await core.units.run(tenant, async (tx) => {
    const row = (await tx.get(TRANSACTIONS, id))! as CardTransaction;
    tx.change(TRANSACTIONS, row, { ...row, ...change(row), version: row.version + 1 });
    return ok();
  });
  valueOf(done);
}

/** A transaction in EXCEPTION with a reserve: 400 of 1,000 were cleared, returned, spent and reversed. */
async function shortWithReserve(): Promise<CardTransaction> {
  const spent = await world.approved();
  await world.told('clear', spent, 400n);
  await world.told('return', spent, 400n);
  valueOf(await world.asked({ amount: await world.balance(), mode: 'settle' }));
  return world.told('reverseReturn', spent);
}

describe('the hold of an authorization', () => {
  it('ends 30 days after the approval, with its state, its entry and its event', async () => {
    const spent = await world.approved();
    await pass(LIMIT - 1);
    expect(await world.latest(spent)).toMatchObject({ status: 'AUTHORIZED', card: { reserved: 1_000n } });
    await pass(1);
    expect(await world.latest(spent)).toMatchObject({
      status: 'SETTLED',
      settledAt: world.now(),
      holdEndsAt: null,
      card: { settled: 0n, reserved: 0n, expiredAt: world.now(), moved: { CARD_RELEASE: { count: 1, total: 1_000n } } },
    });
    expect(await world.balance()).toBe(CARD_BALANCE);
    expect(await eventsOf(spent)).toEqual(['AUTHORIZED', 'SETTLED']);
    await world.payer.auditClean();
  });

  it('ends also after a part was cleared, and what was cleared stays with the merchant', async () => {
    const spent = await world.approved();
    await world.told('clear', spent, 300n);
    await pass(LIMIT);
    expect(await world.latest(spent)).toMatchObject({ status: 'SETTLED', card: { settled: 300n, reserved: 0n } });
    expect(await world.balance()).toBe(CARD_BALANCE - 300n);
    expect(await eventsOf(spent)).toEqual(['AUTHORIZED', 'PARTIALLY_SETTLED', 'SETTLED']);
    await world.payer.auditClean();
  });

  it('ends in EXCEPTION as well, where the loss is still missing, and is released once', async () => {
    const spent = await shortWithReserve();
    await pass(LIMIT);
    expect(await world.latest(spent)).toMatchObject({
      status: 'EXCEPTION',
      settledAt: null,
      holdEndsAt: null,
      card: { lost: 400n, reserved: 0n },
    });
    expect(await world.balance()).toBe(600n);
    expect((await eventsOf(spent)).slice(-1)).toEqual(['EXCEPTION']);
    await pass(LIMIT);
    expect((await world.latest(spent)).card.moved.CARD_RELEASE).toEqual({ count: 1, total: 600n });
    valueOf(await world.run(cards().recover, { id: spent.id }));
    expect((await world.latest(spent)).status).toBe('SETTLED');
    await world.payer.auditClean();
  });

  it('ends for a merchant that credits the card, from whom nothing is expected any more', async () => {
    const credit = await world.approved({ direction: 'CREDIT' });
    await pass(LIMIT);
    expect(await world.latest(credit)).toMatchObject({ status: 'SETTLED', card: { settled: 0n } });
    expect((await world.told('clear', credit, 1_000n)).card.settled).toBe(1_000n);
    expect(await world.balance()).toBe(CARD_BALANCE + 1_000n);
    await world.payer.auditClean();
  });

  it('ends after the card was closed, and then the customer can be deleted', async () => {
    const { play, customerId } = world.payer;
    const spent = await world.approved();
    valueOf(await world.asked({ amount: CARD_BALANCE - 1_000n, mode: 'settle' }));
    await close();
    const remove = () => world.run(play.core.customers.delete, { id: customerId } as never);
    expect(await remove()).toMatchObject({ ok: false });
    await pass(LIMIT - 1);
    expect(await remove()).toMatchObject({ ok: false });
    await pass(1);
    expect(await world.latest(spent)).toMatchObject({ status: 'SETTLED', card: { reserved: 0n } });
    const last = await world.approved({ mode: 'told' });
    await world.told('clear', last, 1_000n);
    valueOf(await remove());
    // What was dated in time and arrives now finds no account that could pay: it waits for an operator.
    const late = await told('clear', spent, 1_000n, { clearedAt: plusSeconds(world.now(), -DAY) });
    expect(late).toMatchObject({ status: 'SETTLED', card: { settled: 0n, lost: 0n, excess: 1_000n } });
    await world.payer.auditClean();
  });

  it.each([
    ['an increment', 1_500n, undefined, 20 * DAY, LIMIT],
    ['a reduction, which extends nothing', 500n, undefined, 20 * DAY, 10 * DAY],
    ['the same amount, which extends nothing', 1_000n, undefined, 20 * DAY, 10 * DAY],
    ['a date of the network', 1_000n, 3 * DAY, 20 * DAY, 3 * DAY],
    ['a date of the network with an increment', 1_500n, 7 * DAY, 20 * DAY, 7 * DAY],
  ])('is counted from the last approval or increment: %s', async (_, amount, dated, passed, left) => {
    const spent = await world.approved();
    await pass(passed);
    const named = dated === undefined ? {} : { expiresAt: later(dated) };
    expect((await told('advise', spent, amount, named)).holdEndsAt).toBe(later(left));
    await pass(left - 1);
    expect((await world.latest(spent)).status).toBe('AUTHORIZED');
    await pass(1);
    expect((await world.latest(spent)).status).toBe('SETTLED');
    expect(await world.balance()).toBe(CARD_BALANCE);
    await world.payer.auditClean();
  });

  it.each([
    ['sooner', 7 * DAY],
    ['later', 60 * DAY],
    ['at once, if it is over', -1],
  ])('ends at the date that the network names with its question: %s', async (_, seconds) => {
    const expiresAt = later(seconds);
    const spent = await world.approved({ expiresAt });
    expect(spent.holdEndsAt).toBe(expiresAt);
    await pass(Math.max(seconds - 1, 0));
    expect((await world.latest(spent)).status).toBe(seconds > 0 ? 'AUTHORIZED' : 'SETTLED');
    await pass(1);
    expect((await world.latest(spent)).status).toBe('SETTLED');
    await world.payer.auditClean();
  });

  it('waits for another day as long as its account cannot take the money', async () => {
    const spent = await world.approved();
    await setBalance(MAX_COMPUTED);
    await pass(LIMIT);
    expect(await world.latest(spent)).toMatchObject({ status: 'AUTHORIZED', holdEndsAt: later(DAY) });
    await pass(DAY);
    expect((await world.latest(spent)).holdEndsAt).toBe(later(DAY));
    await setBalance(CARD_BALANCE - 1_000n);
    await pass(DAY);
    expect(await world.latest(spent)).toMatchObject({ status: 'SETTLED', holdEndsAt: null, card: { reserved: 0n } });
    expect(await world.balance()).toBe(CARD_BALANCE);
    await world.payer.auditClean();
  });

  it('that the account cannot take does not keep a clearing that comes too late from being booked', async () => {
    const spent = await world.approved();
    await setBalance(MAX_COMPUTED);
    await pass(LIMIT + 1);
    expect(await told('clear', spent, 1_000n)).toMatchObject({
      status: 'AUTHORIZED',
      card: { settled: 0n, reserved: 1_000n, excess: 1_000n },
    });
    await setBalance(CARD_BALANCE - 1_000n);
    await pass(DAY);
    expect(await world.latest(spent)).toMatchObject({ status: 'SETTLED', card: { reserved: 0n, excess: 1_000n } });
    expect(await world.balance()).toBe(CARD_BALANCE);
    await world.payer.auditClean();
  });

  it.each([
    ['AUTHORIZED', () => world.approved(), CARD_BALANCE],
    [
      'PARTIALLY_SETTLED',
      async () => {
        const spent = await world.approved();
        await world.told('clear', spent, 300n);
        return spent;
      },
      CARD_BALANCE - 300n,
    ],
    ['EXCEPTION', shortWithReserve, 600n],
  ] as const)('ends also if a host of the former release wrote the authorization, %s', async (status, spend, left) => {
    const spent = await spend();
    const before = (await world.latest(spent)).holdEndsAt;
    await withoutEnd(spent);
    // The work looks for it once an hour.
    await pass(3_600);
    expect(await world.latest(spent)).toMatchObject({ status, holdEndsAt: before });
    await world.payer.auditClean();
    await pass(LIMIT - 3_601);
    expect((await world.latest(spent)).card.reserved).toBeGreaterThan(0n);
    await pass(1);
    expect(await world.latest(spent)).toMatchObject({ holdEndsAt: null, card: { reserved: 0n } });
    expect(await world.balance()).toBe(left);
    await world.payer.auditClean();
  });

  it('has no end left if a host of the former release has emptied it in EXCEPTION', async () => {
    const spent = await shortWithReserve();
    await pass(LIMIT);
    await written(spent, () => ({ holdEndsAt: later(DAY) }));
    await pass(3_600);
    expect(await world.latest(spent)).toMatchObject({ status: 'EXCEPTION', holdEndsAt: null, card: { lost: 400n } });
    await world.payer.auditClean();
  });

  it('ends at once if a host of the former release wrote it and its time is over', async () => {
    const spent = await world.approved();
    await withoutEnd(spent);
    await pass(400 * DAY);
    expect(await world.latest(spent)).toMatchObject({ status: 'SETTLED', card: { reserved: 0n } });
    await world.payer.auditClean();
  });

  it('does not become shorter by an increment than the network had named', async () => {
    const spent = await world.approved({ expiresAt: later(60 * DAY) });
    await pass(DAY);
    expect((await told('advise', spent, 1_100n)).holdEndsAt).toBe(spent.holdEndsAt);
  });
});

describe('a clearing', () => {
  it('is judged by its own date, not by its arrival', async () => {
    const [dated, undated, over] = [await world.approved(), await world.approved(), await world.approved()];
    const [inTime, tooLate] = [later(LIMIT), later(LIMIT + 1)];
    await pass(LIMIT + 2 * DAY);
    expect(await told('clear', dated, 1_000n, { clearedAt: inTime })).toMatchObject({
      status: 'SETTLED',
      card: { settled: 1_000n, lost: 0n, moved: { CARD_PULL: { count: 1, total: 1_000n } } },
    });
    for (const [spent, date] of [
      [undated, {}],
      [over, { clearedAt: tooLate }],
    ] as const)
      expect((await told('clear', spent, 1_000n, date)).card).toMatchObject({ settled: 0n, excess: 1_000n });
    expect(await world.balance()).toBe(CARD_BALANCE - 1_000n);
    expect((await exceptions()).map(({ subject }) => subject).sort()).toEqual([over.id, undated.id].sort());
    expect((await world.rows(NETWORK_MESSAGES)).map(({ datedAt }) => datedAt)).toEqual([inTime, null, tooLate]);
    await world.payer.auditClean();
  });

  it('of a date after its arrival counts as one of now', async () => {
    const spent = await world.approved();
    expect((await told('clear', spent, 1_000n, { clearedAt: later(2 * LIMIT) })).card.settled).toBe(1_000n);
  });

  it('dated in time may be one of several, of which a late one arrives first', async () => {
    const spent = await world.approved();
    const inTime = later(DAY);
    const { clock } = world.payer.play;
    // The host was down: nothing has handled the deadline.
    clock.advance(LIMIT + 1);
    expect((await told('clear', spent, 100n)).card).toMatchObject({ settled: 0n, excess: 100n, reserved: 0n });
    expect((await told('clear', spent, 700n, { clearedAt: inTime })).card).toMatchObject({ settled: 700n });
    expect((await told('clear', spent, 300n, { clearedAt: inTime })).card).toMatchObject({ settled: 1_000n });
    expect((await told('clear', spent, 300n, { clearedAt: inTime })).card).toMatchObject({
      settled: 1_000n,
      excess: 400n,
    });
    expect(await world.balance()).toBe(CARD_BALANCE - 1_000n);
    await world.payer.auditClean();
  });

  it('dated in time that arrives after the expiry is an EXCEPTION if the customer has spent the money', async () => {
    const spent = await world.approved();
    const inTime = later(DAY);
    await pass(LIMIT);
    valueOf(await world.asked({ amount: CARD_BALANCE - 400n, mode: 'settle' }));
    expect(await told('clear', spent, 1_000n, { clearedAt: inTime })).toMatchObject({
      status: 'EXCEPTION',
      card: { settled: 1_000n, lost: 1_000n },
    });
    expect(await world.balance()).toBe(400n);
    await world.payer.auditClean();
  });

  it('dated in time settles a returned transaction again that had expired in parts', async () => {
    const spent = await world.approved();
    await world.told('clear', spent, 400n);
    const inTime = later(DAY);
    await pass(LIMIT);
    expect((await world.told('return', spent, 400n)).status).toBe('REFUNDED');
    expect(await told('clear', spent, 600n, { clearedAt: inTime })).toMatchObject({
      status: 'SETTLED',
      card: { settled: 1_000n, refunded: 400n },
    });
    expect(await world.balance()).toBe(CARD_BALANCE - 600n);
    await world.payer.auditClean();
  });

  it('does not debit the customer after the network has ended the authorization, whatever its date', async () => {
    const spent = await world.approved();
    await world.told('clear', spent, 0n);
    expect((await told('clear', spent, 1_000n, { clearedAt: world.now() })).card).toMatchObject({
      settled: 0n,
      excess: 1_000n,
    });
    expect(await world.balance()).toBe(CARD_BALANCE);
  });
});

describe('the release of a hold by an operator', () => {
  it('frees the hold, tells the platform, and changes nothing else', async () => {
    const spent = await world.approved();
    valueOf(await release(spent));
    const freed = await world.latest(spent);
    expect(freed).toMatchObject({ status: 'AUTHORIZED', settledAt: null, holdEndsAt: spent.holdEndsAt });
    expect(freed.card).toMatchObject({ authorized: 1_000n, reserved: 0n, released: 1_000n, settled: 0n });
    expect(await world.balance()).toBe(CARD_BALANCE);
    expect(await eventsOf(spent)).toEqual(['AUTHORIZED', 'AUTHORIZED']);
    await world.payer.auditClean();
    await pass(LIMIT);
    expect((await world.latest(spent)).status).toBe('SETTLED');
    await world.payer.auditClean();
  });

  it('frees the rest of a partly cleared one, and of one in EXCEPTION', async () => {
    const part = await world.approved();
    await world.told('clear', part, 300n);
    valueOf(await release(part));
    expect(await world.latest(part)).toMatchObject({ status: 'PARTIALLY_SETTLED', card: { reserved: 0n } });
    const short = await shortWithReserve();
    valueOf(await release(short));
    expect(await world.latest(short)).toMatchObject({ status: 'EXCEPTION', card: { reserved: 0n, lost: 400n } });
    expect(await world.balance()).toBe(600n);
    await world.payer.auditClean();
  });

  it('leaves a clearing in time to the customer, who has the money', async () => {
    const spent = await world.approved();
    valueOf(await release(spent));
    expect(await world.told('clear', spent, 400n)).toMatchObject({ status: 'PARTIALLY_SETTLED' });
    expect(await world.told('clear', spent, 600n)).toMatchObject({ status: 'SETTLED', card: { settled: 1_000n } });
    expect(await world.balance()).toBe(CARD_BALANCE - 1_000n);
    expect(await exceptions()).toEqual([]);
    await world.payer.auditClean();
  });

  it('leaves a clearing in time to the customer also if a loss was recovered before', async () => {
    const short = await shortWithReserve();
    valueOf(await release(short));
    valueOf(await world.run(cards().recover, { id: short.id }));
    expect(await world.latest(short)).toMatchObject({ status: 'PARTIALLY_SETTLED', holdEndsAt: short.holdEndsAt });
    expect(await world.balance()).toBe(200n);
    expect(await world.told('clear', short, 200n)).toMatchObject({
      status: 'PARTIALLY_SETTLED',
      card: { settled: 600n, lost: 0n, moved: { CARD_PULL: { count: 1, total: 200n } } },
    });
    await pass(LIMIT);
    expect((await world.latest(short)).status).toBe('SETTLED');
    expect(await exceptions()).toEqual([]);
    await world.payer.auditClean();
  });

  it('leaves a clearing in time to the customer also if the merchant has returned a loss before', async () => {
    const short = await shortWithReserve();
    valueOf(await release(short));
    expect((await world.told('return', short, 400n)).status).toBe('PARTIALLY_SETTLED');
    expect(await world.told('clear', short, 600n)).toMatchObject({ status: 'SETTLED', card: { lost: 0n } });
    expect(await world.balance()).toBe(0n);
    expect(await exceptions()).toEqual([]);
    await world.payer.auditClean();
  });

  it('of one in EXCEPTION leaves it to the network to end the authorization', async () => {
    const short = await shortWithReserve();
    valueOf(await release(short));
    expect((await world.told('clear', short, 0n)).status).toBe('EXCEPTION');
    expect(await sent('clear', short, 0n)).toMatchObject(refused('INVALID_STATE_TRANSITION'));
    valueOf(await world.run(cards().recover, { id: short.id }));
    expect((await world.latest(short)).status).toBe('SETTLED');
    expect((await world.told('clear', short, 200n)).card.excess).toBe(200n);
    await world.payer.auditClean();
  });

  it('makes a clearing in time an EXCEPTION if the customer has spent the money', async () => {
    const spent = await world.approved();
    valueOf(await release(spent));
    valueOf(await world.asked({ amount: CARD_BALANCE, mode: 'settle' }));
    expect(await world.told('clear', spent, 1_000n)).toMatchObject({
      status: 'EXCEPTION',
      card: { settled: 1_000n, lost: 1_000n },
    });
    await world.payer.auditClean();
  });

  it('is not undone by a later message: only an increment is held', async () => {
    const spent = await world.approved();
    valueOf(await release(spent));
    expect((await world.told('advise', spent, 1_000n)).card.reserved).toBe(0n);
    expect((await world.told('advise', spent, 1_200n)).card).toMatchObject({ authorized: 1_200n, reserved: 200n });
    expect((await world.told('advise', spent, 600n)).card).toMatchObject({ authorized: 600n, reserved: 0n });
    expect((await world.told('advise', spent, 700n)).card).toMatchObject({ authorized: 700n, reserved: 100n });
    expect(await world.told('clear', spent, 700n)).toMatchObject({ status: 'SETTLED', card: { settled: 700n } });
    await world.payer.auditClean();
  });

  it('needs a reason, a card transaction, and something that is held', async () => {
    const spent = await world.approved();
    for (const reason of ['', '  '])
      expect(await release(spent, reason)).toMatchObject({
        ok: false,
        error: { code: 'INVALID_INPUT', details: { errors: [{ field: 'reason' }] } },
      });
    for (const id of ['nonsense', spent.card.cardId])
      expect(await world.run(cards().release, { id, reason: 'x' })).toMatchObject(refused('TRANSACTION_NOT_FOUND'));
    valueOf(await release(spent));
    expect(await release(spent)).toMatchObject(refused('INVALID_STATE_TRANSITION'));
    await world.told('clear', spent, 1_000n);
    expect(await release(spent)).toMatchObject(refused('INVALID_STATE_TRANSITION'));
  });
});

describe('an advice after the first clearing', () => {
  it.each([
    ['less', 700n, 'PARTIALLY_SETTLED', 700n, 300n],
    ['more', 1_300n, 'PARTIALLY_SETTLED', 1_300n, 900n],
    ['what is cleared', 400n, 'SETTLED', 400n, 0n],
    ['less than what is cleared', 1n, 'SETTLED', 400n, 0n],
  ])('sets the authorized total to %s, not below what is cleared', async (_, amount, status, authorized, reserved) => {
    const spent = await world.approved();
    await world.told('clear', spent, 400n);
    const advised = await world.told('advise', spent, amount);
    expect(advised).toMatchObject({ status, card: { authorized, reserved, settled: 400n } });
    expect(advised.settledAt).toBe(status === 'SETTLED' ? world.now() : null);
    expect(await world.balance()).toBe(CARD_BALANCE - 400n - reserved);
    await world.payer.auditClean();
    await pass(LIMIT);
    expect(await world.balance()).toBe(CARD_BALANCE - 400n);
    await world.payer.auditClean();
  });

  it('of a credit ends what is expected of the merchant', async () => {
    const credit = await world.approved({ direction: 'CREDIT' });
    await world.told('clear', credit, 400n);
    expect(await world.told('advise', credit, 900n)).toMatchObject({ status: 'PARTIALLY_SETTLED' });
    expect(await world.told('advise', credit, 100n)).toMatchObject({ status: 'SETTLED', card: { authorized: 400n } });
    await world.payer.auditClean();
  });

  it('in EXCEPTION frees the difference and holds nothing more', async () => {
    const spent = await shortWithReserve();
    expect(await world.told('advise', spent, 700n)).toMatchObject({
      status: 'EXCEPTION',
      card: { authorized: 700n, reserved: 300n, lost: 400n },
    });
    expect((await world.told('advise', spent, 2_000n)).card).toMatchObject({ authorized: 2_000n, reserved: 300n });
    expect((await world.told('advise', spent, 1n)).card).toMatchObject({ authorized: 400n, reserved: 0n });
    expect(await world.balance()).toBe(600n);
    await world.payer.auditClean();
  });
});

describe('an authorization of zero', () => {
  const verify = (over: object = {}) => world.asked({ amount: 0n, ...over });
  const reasonOf = async (over: object = {}) => {
    const verdict = valueOf(await verify(over));
    return verdict.approved ? null : verdict.reason;
  };

  it('verifies the account: it is approved without a transaction, a hold, an entry or an event', async () => {
    const before = (await world.rows(POSTINGS)).length;
    world.payer.play.delivered.length = 0;
    expect(valueOf(await verify({ issuerToken: 'v' }))).toEqual({
      approved: true,
      issuerToken: 'v',
      transaction: null,
    });
    await pass(0);
    expect(await world.rows(POSTINGS)).toHaveLength(before);
    expect(await world.balance()).toBe(CARD_BALANCE);
    expect(world.payer.play.delivered).toEqual([]);
    expect(await world.rows(CARD_LOG)).toMatchObject([
      { what: 'VERIFIED', amount: 0n, issuerToken: 'v', reason: null },
    ]);
    await world.payer.auditClean();
  });

  it('depends on the state of the card, not on the balance', async () => {
    valueOf(await world.asked({ amount: CARD_BALANCE, mode: 'settle' }));
    expect(await reasonOf({ merchant: { ...MERCHANT, descriptor: 'SHOP 002' } })).toBeNull();
    expect(await reasonOf({ direction: 'CREDIT' })).toBeNull();
    valueOf(await world.run(cards().update, { id: world.card.id, state: 'FROZEN' }));
    expect(await reasonOf()).toBe('CARD_PAUSED');
    expect(await reasonOf({ mode: 'told' })).toBeNull();
    await close();
    expect(await reasonOf()).toBe('CARD_CLOSED');
  });

  it('has the same answer again, and its id is not used for anything else', async () => {
    const same = { issuerToken: 'v' };
    const first = valueOf(await verify(same));
    valueOf(await world.run(cards().update, { id: world.card.id, state: 'FROZEN' }));
    expect(valueOf(await verify(same))).toEqual(first);
    expect(await world.asked({ amount: 5n, ...same })).toMatchObject(refused('CONFLICT'));
    const declined = { issuerToken: 'd' };
    expect(await reasonOf(declined)).toBe('CARD_PAUSED');
    valueOf(await world.run(cards().update, { id: world.card.id, state: 'ACTIVE' }));
    expect(await reasonOf(declined)).toBe('CARD_PAUSED');
    const spent = await world.approved({ issuerToken: 'u' });
    expect(await verify({ issuerToken: 'u' })).toMatchObject(refused('CONFLICT'));
    expect(await exceptions()).toEqual([]);
    expect((await world.latest(spent)).card.reserved).toBe(1_000n);
  });
});
