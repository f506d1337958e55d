import { beforeEach, describe, expect, it } from 'vitest';
import { instant } from '../kernel/index.js';
import { valueOf } from '../testing/play-core.js';
import { type PlayPayer, playPayer } from '../testing/play-payer.js';
import { asked, byCode, CODE, regulated } from '../testing/play-regulated.js';
import type { Transaction } from '../transactions/index.js';
import { composeTimeline } from './compose-timeline.js';
import { readPayment } from './read-payment.js';
import type { TimelineEntry } from './timeline.js';

let payer: PlayPayer;
beforeEach(async () => {
  payer = await playPayer();
});

const executed = async () => {
  const quote = await payer.quoted(payer.fromAccount(payer.usd.id, (await payer.external()).id));
  valueOf(await payer.execute(quote.id));
  return quote;
};

/** A payment whose payout failed, and that a rail refunds. */
const refunded = async () => {
  const quote = await payer.quoted(payer.funded((await payer.external('004')).id));
  valueOf(await payer.pay(quote));
  await payer.play.pass(60);
  return { quote, transaction: await payer.payment(quote) };
};

/** What is composed of a payment whose transaction has these values. */
const composed = (id: string, over: Partial<Transaction>) =>
  payer.play.storage.units.read(payer.play.tenant, async (reads) => {
    const payment = (await readPayment(reads, id))!;
    return composeTimeline(reads, { ...payment, transaction: { ...payment.transaction!, ...over } });
  });

describe('the movements of a payment', () => {
  it('are none before a rail was asked', async () => {
    const quote = await executed();
    const waits = { submittedAt: null, pullSubmittedAt: null };
    expect((await composed(quote.id, { ...waits, rail: 'bank', fundingRail: 'funds' })).movements).toEqual([]);
    expect((await composed(quote.id, { ...waits, rail: null, fundingRail: null })).movements).toEqual([]);
  });

  it('are its collection at the rail that funds it and its delivery at the rail that pays it', async () => {
    const { id: quoteId, transactionId: reference } = await executed();
    const at = payer.play.clock.now();
    const both = { rail: 'bank', fundingRail: 'funds', pullSubmittedAt: at, submittedAt: at };
    const movements = async (over: Partial<Transaction>) => (await composed(quoteId, { ...both, ...over })).movements;
    expect(await movements({})).toEqual([
      { rail: 'funds', reference },
      { rail: 'bank', reference },
    ]);
    expect(await movements({ submittedAt: null })).toEqual([{ rail: 'funds', reference }]);
    expect(await movements({ pullSubmittedAt: null })).toEqual([{ rail: 'bank', reference }]);
    expect(await movements({ rail: null })).toEqual([{ rail: 'funds', reference }]);
    expect(await movements({ fundingRail: null })).toEqual([{ rail: 'bank', reference }]);
  });

  it('include a refund at the rail that funded it, or else at the rail that pays it, and none of a card', async () => {
    const { quote, transaction } = await refunded();
    const reference = transaction.refundReference!;
    const refunds = async (over: Partial<Transaction>) =>
      (await composed(quote.id, over)).movements.filter((movement) => movement.reference === reference);
    expect(reference).not.toBeNull();
    expect(await refunds({ rail: 'bank', fundingRail: 'funds' })).toEqual([{ rail: 'funds', reference }]);
    expect(await refunds({ rail: 'bank', fundingRail: null })).toEqual([{ rail: 'bank', reference }]);
    expect(await refunds({ rail: null, fundingRail: null })).toEqual([]);
    expect(await refunds({ rail: 'bank', fundingRail: 'funds', type: 'CARD' })).toEqual([]);
  });
});

describe('the challenge of a payment', () => {
  const challenges = (entries: readonly TimelineEntry[]) => entries.filter(({ kind }) => kind === 'challenge');

  it('is an entry when it is asked, and one when the payer answers it', async () => {
    const of = await regulated();
    const entriesOf = async (id: string) =>
      challenges(valueOf(await of.core.payments.timeline(of.play.tenant, id)).entries);
    const priced = await of.quoted(of.fromAccount(of.usd.id, (await of.external()).id));
    expect(await entriesOf(priced.id)).toEqual([]);
    await of.play.pass(5);
    valueOf(await of.execute(priced.id));
    const { id: challengeId } = (await of.challengeOf(priced))!;
    const opened = {
      kind: 'challenge',
      at: of.play.clock.now(),
      step: 'asked',
      challengeId,
      factor: 'SMS_OTP',
    };
    expect(await entriesOf(priced.id)).toEqual([opened]);
    await of.play.pass(7);
    valueOf(await of.authorize(priced, byCode(CODE)));
    const answered = { ...opened, at: of.play.clock.now(), step: 'authorized' };
    expect(await entriesOf(priced.id)).toEqual([opened, answered]);
  });

  it('is not before its quote, and its answer names no challenge that was not kept', async () => {
    const of = await regulated();
    const quote = await asked(of);
    const at = instant(quote.createdAt + 9_000);
    const composedOf = (sca: object, createdAt = quote.createdAt) =>
      of.play.storage.units.read(of.play.tenant, async (reads) => {
        const payment = (await readPayment(reads, quote.id))!;
        const changed = { ...payment.quote!, createdAt, sca: { ...payment.quote!.sca, ...sca } as never };
        return challenges((await composeTimeline(reads, { ...payment, quote: changed })).entries);
      });
    const later = instant(quote.createdAt + 3_600_000);
    expect((await composedOf({}, later)).map((entry) => entry.at)).toEqual([later]);
    expect(await composedOf({ challenge: null, authorized: { factor: 'TOTP', at, endUserIpAddress: null } })).toEqual([
      { kind: 'challenge', at, step: 'authorized', challengeId: null, factor: 'TOTP' },
    ]);
    expect(await composedOf({ challenge: null, authorized: null })).toEqual([]);
  });
});
