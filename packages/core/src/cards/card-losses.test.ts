import { beforeEach, describe, expect, it } from 'vitest';
import { INTERNAL_ACCOUNTS } from '../accounts/index.js';
import { EXCEPTIONS } from '../exceptions/index.js';
import { type Id, ok } from '../kernel/index.js';
import { everyRecord, type Posting, POSTINGS } from '../ledger/index.js';
import { MAX_AMOUNT } from '../money/index.js';
import { DEPOSITS } from '../transactions/index.js';
import { CARD_BALANCE, MERCHANT, type PlayCard, playCard } from '../testing/play-card.js';
import { valueOf } from '../testing/play-core.js';
import { CARD_REFUNDS, type CardTransaction } from './index.js';

const DAY = 24 * 60 * 60;
const LATE = 30 * DAY + 1;
const refused = (code: string) => ({ ok: false, error: { code } });

let world: PlayCard;
beforeEach(async () => {
  world = await playCard();
});

const { approved, told, send, latest } = {
  approved: (...of: Parameters<PlayCard['approved']>) => world.approved(...of),
  told: (...of: Parameters<PlayCard['told']>) => world.told(...of),
  send: (...of: Parameters<PlayCard['send']>) => world.send(...of),
  latest: (...of: Parameters<PlayCard['latest']>) => world.latest(...of),
};
const at = (descriptor: string) => ({ merchant: { ...MERCHANT, descriptor } });
const fund = async (amount: bigint) =>
  valueOf(await world.run(world.payer.play.core.sandbox.fund, { accountId: world.payer.usd.id, amount }));
const recover = (of: { readonly id: string }) => world.run(world.payer.play.core.cards.recover, { id: of.id });
const eventsOf = async (of: CardTransaction) => {
  await world.payer.play.pass(0);
  return world.payer.eventsOf(of.id).map((type) => type.replace('CARD_TRANSACTION.', ''));
};

/** A transaction in EXCEPTION: 100 of 1,000,100 could not be pulled, and nothing is reserved. */
async function short(): Promise<CardTransaction> {
  const spent = await approved({ amount: CARD_BALANCE });
  return told('clear', spent, CARD_BALANCE + 100n);
}

/** A transaction in EXCEPTION with a reserve: 400 of 1,000 were cleared, returned, spent and reversed. */
async function shortWithReserve(): Promise<CardTransaction> {
  const spent = await approved();
  await told('clear', spent, 400n);
  await told('return', spent, 400n);
  await approved({ amount: await world.balance() });
  return told('reverseReturn', spent);
}

async function freeze(): Promise<void> {
  const { play, usd } = world.payer;
  valueOf(await world.run(play.core.accounts.freezeInternal, { id: usd.id }));
}

describe('an entry of a card transaction', () => {
  it('moves money between the account, the reserve of cards and the clearing account of the issuer', async () => {
    const spent = await approved();
    await told('clear', spent, 600n);
    await told('clear', spent, 0n);
    await told('return', spent, 50n);
    const { play } = world.payer;
    const lines = await play.storage.units.read(play.tenant, async (reads) => {
      const all: Posting[] = [];
      for await (const posting of everyRecord(reads, POSTINGS)) if (posting.cause === spent.id) all.push(posting);
      return all;
    });
    const available = `available:${world.payer.usd.id}`;
    const reserve = `card-reserve:${play.tenant}:USD`;
    const clearing = 'clearing:SANDBOX:sandbox-cards:USD';
    expect(lines.map(({ kind, account, amount }) => [kind, account, amount])).toEqual([
      ['CARD_HOLD', available, -1_000n],
      ['CARD_HOLD', reserve, 1_000n],
      ['CARD_CLEARING', reserve, -600n],
      ['CARD_CLEARING', clearing, 600n],
      ['CARD_RELEASE', reserve, -400n],
      ['CARD_RELEASE', available, 400n],
      ['CARD_RETURN', clearing, -50n],
      ['CARD_RETURN', available, 50n],
    ]);
  });
});

describe('a clearing of a transaction in EXCEPTION', () => {
  it('is a further loss within the tolerance, even if the money is there', async () => {
    const spent = await short();
    await fund(5_000n);
    const more = await told('clear', spent, 30n);
    expect(more).toMatchObject({ status: 'EXCEPTION', card: { settled: CARD_BALANCE + 130n, lost: 130n } });
    expect(await world.balance()).toBe(5_000n);
    await world.payer.auditClean();
  });

  it('beyond the tolerance is an excess of its whole amount', async () => {
    const spent = await short();
    const beyond = await told('clear', spent, CARD_BALANCE);
    expect(beyond).toMatchObject({
      status: 'EXCEPTION',
      card: { settled: CARD_BALANCE + 100n, lost: 100n, reserved: 0n, excess: CARD_BALANCE, clearings: 1 },
    });
    expect(await world.rows(EXCEPTIONS)).toMatchObject([
      { kind: 'CARD_EXCESS', subject: spent.id, amount: CARD_BALANCE, reference: expect.stringMatching(/^message/) },
    ]);
    await world.payer.auditClean();
  });

  it('of zero is refused if nothing is reserved', async () => {
    const spent = await short();
    expect(await send('clear', spent, 0n)).toMatchObject(refused('INVALID_STATE_TRANSITION'));
    expect(await latest(spent)).toEqual(spent);
  });

  it('that is too late changes nothing else if nothing is reserved', async () => {
    const spent = await short();
    await world.payer.play.pass(LATE);
    const late = await told('clear', spent, 30n);
    expect(late).toMatchObject({
      status: 'EXCEPTION',
      settledAt: spent.settledAt,
      card: { settled: CARD_BALANCE + 100n, lost: 100n, excess: 30n, told: spent.card.told },
    });
    expect(await eventsOf(spent)).toEqual(['AUTHORIZED', 'EXCEPTION']);
    await world.payer.auditClean();
  });

  it('keeps its reserve if it is in time but beyond the authorized amount', async () => {
    const spent = await shortWithReserve();
    expect(spent.card).toMatchObject({ settled: 400n, reserved: 600n, lost: 400n });
    const cleared = await told('clear', spent, 900n);
    expect(cleared).toMatchObject({
      status: 'EXCEPTION',
      card: { settled: 1_000n, reserved: 0n, lost: 400n, excess: 300n },
    });
    await world.payer.auditClean();
  });
});

describe('a clearing of a settled transaction', () => {
  it('is an excess and leaves state, reserve and settlement as they are, in time and later', async () => {
    const settled = await told('clear', await approved(), 1_000n);
    const early = await told('clear', settled, 10n);
    await world.payer.play.pass(LATE);
    const late = await told('clear', settled, 5n);
    for (const [after, excess] of [
      [early, 10n],
      [late, 15n],
    ] as const) {
      expect(after).toMatchObject({ status: 'SETTLED', settledAt: settled.settledAt });
      expect(after.card).toMatchObject({ settled: 1_000n, excess, told: 2, clearings: 1 });
    }
    expect(await world.balance()).toBe(CARD_BALANCE - 1_000n);
    expect(await eventsOf(settled)).toEqual(['AUTHORIZED', 'SETTLED']);
    await world.payer.auditClean();
  });

  it('may not bring settled and excess amounts above the largest amount', async () => {
    const settled = await told('clear', await approved(), 1_000n);
    await told('clear', settled, 500n);
    expect(await send('clear', settled, MAX_AMOUNT - 1_499n)).toMatchObject(refused('AMOUNT_OUT_OF_RANGE'));
    expect((await latest(settled)).card.excess).toBe(500n);
    const most = await told('clear', settled, MAX_AMOUNT - 1_500n);
    expect(most.card).toMatchObject({ settled: 1_000n, excess: MAX_AMOUNT - 1_000n });
  });

  it('that expired has the instant of its expiry', async () => {
    const spent = await approved();
    world.payer.play.clock.advance(7);
    expect(await told('clear', spent, 0n)).toMatchObject({ status: 'SETTLED', settledAt: world.now() });
  });
});

describe('an account that is frozen', () => {
  it('is debited for no more than the reserve', async () => {
    const [spent, other] = [await approved(), await approved()];
    await freeze();
    expect((await told('advise', other, 2_000n)).card).toMatchObject({ authorized: 2_000n, reserved: 1_000n });
    const cleared = await told('clear', spent, 1_100n);
    expect(cleared).toMatchObject({ status: 'EXCEPTION', card: { settled: 1_100n, lost: 100n } });
    expect(await recover(spent)).toMatchObject(refused('INVALID_AMOUNT'));
    expect(await world.balance()).toBe(CARD_BALANCE - 2_000n);
    await world.payer.auditClean();
  });
});

describe('an account that is closed', () => {
  it('receives no return, which waits in suspense for an operator', async () => {
    const { play, customerId } = world.payer;
    const spent = await approved({ amount: CARD_BALANCE, mode: 'settle' });
    valueOf(await world.run(play.core.customers.delete, { id: customerId }));
    const account = await play.storage.units.read(play.tenant, (reads) =>
      reads.get(INTERNAL_ACCOUNTS, world.payer.usd.id),
    );
    expect(account?.status).toBe('CLOSED');
    const after = await told('return', spent, 1n);
    expect(after).toMatchObject({ status: 'SETTLED', card: { refunded: 0n, returns: 0, told: spent.card.told } });
    const [deposit] = await world.rows(DEPOSITS);
    expect(deposit).toMatchObject({ status: 'KEPT', rail: 'sandbox-cards', reference: spent.id, amount: 1n });
    expect(await world.rows(EXCEPTIONS)).toMatchObject([
      { kind: 'DEPOSIT_HELD', status: 'OPEN', subject: deposit!.id, reason: expect.stringContaining('is closed') },
    ]);
    expect(await world.rows(CARD_REFUNDS)).toMatchObject([{ amount: 1n, parts: [{ of: deposit!.id, amount: 1n }] }]);
    await world.payer.auditClean();
  });
});

describe('a return for a transaction in EXCEPTION', () => {
  it('that covers a part of the loss leaves the loss, and the reserve of the merchant', async () => {
    const spent = await shortWithReserve();
    const part = await told('return', spent, 399n);
    expect(part).toMatchObject({ status: 'EXCEPTION', card: { lost: 1n, refunded: 399n, reserved: 600n } });
    const whole = await told('return', spent, 1n);
    expect(whole).toMatchObject({ status: 'PARTIALLY_SETTLED', card: { lost: 0n, refunded: 400n, reserved: 600n } });
    expect(whole.card.moved).toMatchObject({
      CARD_LOSS_RETURN: { count: 2, total: 400n },
      CARD_RETURN: { count: 1, total: 400n },
    });
    expect(await world.balance()).toBe(0n);
    await world.payer.auditClean();
  });

  it('that covers exactly the loss settles it, if more than the loss is still with the merchant', async () => {
    const spent = await short();
    const returned = await told('return', spent, 100n);
    expect(returned).toMatchObject({ status: 'SETTLED', card: { lost: 0n, refunded: 100n } });
    expect(returned.card.moved['CARD_RETURN']).toBeUndefined();
    expect(await world.balance()).toBe(0n);
    await world.payer.auditClean();
  });
});

describe('the reversal of a return', () => {
  it('is of the last return that is not reversed yet, however many were reversed after it', async () => {
    const settled = await told('clear', await approved(), 1_000n);
    await told('return', settled, 40n);
    await told('return', settled, 30n);
    const { core, tenant, clock } = world.payer.play;
    clock.advance(1);
    const added = await core.units.run(tenant, async (tx) => {
      for (let index = 0; index < 250; index += 1) {
        const id = `CardRefund:018bcfe5-6800-7000-8000-${String(index).padStart(12, '0')}` as Id<'CardRefund'>;
        const base = { id, tenant, version: 1, createdAt: world.now(), updatedAt: world.now() };
        const refund = { transactionId: settled.id, currency: settled.card.currency, amount: 1n };
        tx.add(CARD_REFUNDS, { ...refund, ...base, reversedAt: world.now(), messageId: null, parts: null });
      }
      return ok();
    });
    valueOf(added);
    expect((await told('reverseReturn', settled)).card).toMatchObject({ refunded: 40n, returns: 1 });
    expect((await told('reverseReturn', settled)).card).toMatchObject({ refunded: 0n, returns: 0 });
    expect(await send('reverseReturn', settled)).toMatchObject(refused('INVALID_STATE_TRANSITION'));
    expect(await world.balance()).toBe(CARD_BALANCE - 1_000n);
  });
});

describe('a pull that fails', () => {
  it('leaves a clearing within the reserve as it is until then', async () => {
    const spent = await approved(at('SHOP 006'));
    expect(await told('clear', spent, 600n)).toMatchObject({
      status: 'PARTIALLY_SETTLED',
      card: { settled: 600n, reserved: 400n, lost: 0n, pendingPulls: 1 },
    });
  });

  it('gives back what was reserved and cleared, without a part that was a loss before or was returned', async () => {
    const spent = await approved(at('SHOP 006'));
    const cleared = await told('clear', spent, 1_100n);
    // The part above the reserve cannot be pulled either.
    expect(cleared).toMatchObject({ status: 'EXCEPTION', card: { settled: 1_100n, lost: 100n, reserved: 0n } });
    const returned = await told('return', spent, 50n);
    expect(returned).toMatchObject({ status: 'EXCEPTION', card: { lost: 50n, refunded: 50n } });
    await world.payer.play.pass(0);
    const failed = await latest(spent);
    expect(failed).toMatchObject({ status: 'EXCEPTION', card: { lost: 1_050n, refunded: 50n, pendingPulls: 0 } });
    expect(failed.card.moved).toMatchObject({ CARD_PULL_FAILED: { count: 1, total: 1_000n } });
    expect(await world.balance()).toBe(CARD_BALANCE);
    await world.payer.auditClean();
    expect(valueOf(await recover(spent))).toMatchObject({ status: 'SETTLED', card: { lost: 0n, pulls: 'AT_ONCE' } });
    expect(await world.balance()).toBe(CARD_BALANCE - 1_050n);
    await world.payer.auditClean();
  });
});

describe('a recovery', () => {
  it('is for a transaction of a card in EXCEPTION, and names the state of another one', async () => {
    const { payer } = world;
    const quote = await payer.quoted(payer.fromAccount(payer.usd.id, (await payer.external()).id));
    const payment = valueOf(await payer.execute(quote.id)).transactionId!;
    for (const id of [payment, 'nonsense', 'Transaction:018bcfe5-6800-7000-8000-00000000abcd']) {
      expect(await recover({ id })).toMatchObject(refused('TRANSACTION_NOT_FOUND'));
    }
    const spent = await approved();
    const { error } = (await recover(spent)) as { readonly error: { readonly code: string; readonly message: string } };
    expect(error.code).toBe('INVALID_STATE_TRANSITION');
    expect(error.message).toMatch(/AUTHORIZED.*EXCEPTION/);
  });
});
