import { sandboxRails } from '@corridor/adapters-rails/sandbox';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Rail } from '../accounts/index.js';
import { EXCEPTIONS } from '../exceptions/index.js';
import type { CurrencyCode } from '../kernel/index.js';
import { SCREENINGS } from '../screening/index.js';
import { BANK, type PlayBank, playBank, SENT } from '../testing/play-bank.js';
import { valueOf } from '../testing/play-core.js';
import { playScreening, type PlayScreening } from '../testing/play-screening.js';
import { digest } from '../testing/ports.js';

const PENDING = { state: 'pending', checkAfterSeconds: 600 } as const;
const LARGE = SENT * 2n;
const RULE = {
  ...{ party: null, list: 'RULES', entry: 'amount', entryVersion: '1', name: null, score: null },
  reason: 'the amount is unusual',
};

let lists: PlayScreening;
let bank: PlayBank;
let grace: string;
/** Whether the bank cancels a payment that it has. */
let cancels: boolean;

const banks = (): readonly Rail[] =>
  sandboxRails(digest).map((rail) =>
    rail.name !== BANK
      ? rail
      : ({
          ...rail,
          capabilities: { ...rail.capabilities, cancellable: true },
          payouts: {
            ...rail.payouts!,
            submit: async () => PENDING,
            status: async () => PENDING,
            cancel: async () => (cancels ? 'cancelled' : 'too-late'),
          },
        } as Rail),
  );

async function toGrace(amount = SENT): Promise<string> {
  const { play, usd } = bank.payer;
  const quote = await bank.payer.quoted(bank.payer.fromAccount(usd.id, grace, { lockedCurrencyAmount: amount }));
  valueOf(await play.run(play.core.quotes.execute, { id: quote.id }));
  await play.pass(0);
  return quote.transactionId;
}

const list = <T>(kind: never, subject: string): Promise<readonly T[]> =>
  bank.payer.play.storage.units.read(
    bank.payer.play.tenant,
    async (reads) => (await reads.list(kind, { where: { subject } as never, order: 'asc', limit: 50 })).rows as never,
  );
const statusOf = async (subject: string) =>
  (await list<{ readonly status: string }>(SCREENINGS as never, subject)).map(({ status }) => status);
const hitOf = async (subject: string) =>
  (await list<{ readonly kind: string; readonly status: string }>(EXCEPTIONS as never, subject)).filter(
    ({ kind, status }) => kind === 'SCREENING_HIT' && status === 'OPEN',
  );

/** The parties were clear, and now the provider is away. */
beforeEach(async () => {
  cancels = true;
  lists = playScreening({ rules: { passBelow: { ['USD' as CurrencyCode]: SENT + 1n } } });
  bank = await playBank({ rails: banks(), screening: [lists.connection] });
  grace = (await bank.payer.external()).id;
  await bank.payer.play.pass(60);
  await toGrace();
  await bank.payer.play.pass(60);
  lists.isAway = true;
  lists.asked.length = 0;
});

const askedAbout = (): readonly string[] =>
  lists.answered.filter(({ question }) => question.payment !== null).map(({ question }) => question.payment!.id);

describe('payments that passed while the provider was away', () => {
  it('are asked about before everything else, the oldest first', async () => {
    const waiting = await toGrace(LARGE);
    const passed = [await toGrace(), await toGrace(), await toGrace()];
    expect(await Promise.all(passed.map(statusOf))).toEqual([['PASSED'], ['PASSED'], ['PASSED']]);
    const newer = await toGrace(LARGE);
    lists.answered.length = 0;
    lists.isAway = false;
    for (let step = 0; step < 60; step += 1) await bank.payer.play.pass(1);
    expect(askedAbout().slice(0, 3)).toEqual(passed);
    expect(askedAbout().slice(3).toSorted()).toEqual([waiting, newer].toSorted());
    await bank.payer.auditClean();
  });

  it('let the others go on after a time if the provider does not answer about one of them', async () => {
    const passed = await toGrace();
    const waiting = await toGrace(LARGE);
    lists.answered.length = 0;
    lists.isAway = false;
    lists.before = async ({ payment }) => {
      if (payment?.id === passed) throw new Error('the provider fails');
    };
    for (let step = 0; step < 90; step += 1) await bank.payer.play.pass(1);
    expect([await statusOf(passed), await statusOf(waiting)]).toEqual([['PASSED'], ['CLEAR']]);
  });

  it('still let a small payment pass while the provider is away', async () => {
    await toGrace();
    await bank.payer.play.pass(30);
    expect(await statusOf(await toGrace())).toEqual(['PASSED']);
  });

  it('keep their hit when they are cancelled, because they had left', async () => {
    const passed = await toGrace();
    // A finding about the payment blocks no party, so the platform can cancel it.
    lists.ofPayment = () => RULE;
    lists.isAway = false;
    await bank.payer.play.pass(60);
    expect([await statusOf(passed), (await hitOf(passed)).length]).toEqual([['HELD'], 1]);
    const { play } = bank.payer;
    valueOf(await play.core.transactions.cancel(play.context(), { id: passed }));
    await play.pass(60);
    expect(await bank.read(passed)).toMatchObject({ status: 'FAILED' });
    expect([await statusOf(passed), (await hitOf(passed)).length]).toEqual([['HELD'], 1]);
    await bank.payer.auditClean();
  });

  it('keep their hit when the rail reports that they failed', async () => {
    const passed = await toGrace();
    lists.change([{ entry: 'E1', version: '1', matches: 'Grace Hopper' }]);
    lists.isAway = false;
    await bank.payer.play.pass(60);
    const reason = { reason: 'ACCOUNT_INVALID', refundReason: 'TRANSACTION_FAILED', refundable: true } as const;
    await bank.tell({ kind: 'payout', reference: passed, status: { state: 'failed', ...reason } } as never);
    await bank.payer.play.pass(60);
    expect(await bank.read(passed)).toMatchObject({ status: 'FAILED' });
    expect([await statusOf(passed), (await hitOf(passed)).length]).toEqual([['HELD'], 1]);
    await bank.payer.auditClean();
  });
});
