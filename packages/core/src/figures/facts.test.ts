import { describe, expect, it } from 'vitest';
import type { OutboxEvent } from '../events/index.js';
import { type Instant, instant, tenantKey } from '../kernel/index.js';
import { beginOf, factsOf, needsEarlier, slotOf } from './facts.js';

const PLATFORM = 'Platform:018bcfe5-6800-7000-8000-000000000001' as never;
const SANDBOX = tenantKey(PLATFORM, 'SANDBOX');
const PRODUCTION = tenantKey(PLATFORM, 'PRODUCTION');
/** The time in the ids of these tests, 2023-11-14T22:13:20Z, and other times. */
const OF_ID = instant(0x018bcfe56800);
const CREATED = instant(OF_ID + 5_000);
const UPDATED = instant(OF_ID + 65_000);
const SETTLED = instant(OF_ID + 35_000);

const OUTGOING = {
  id: 'Transaction:018bcfe5-6800-7000-8000-00000000beef',
  tenant: SANDBOX,
  type: 'OUTGOING',
  version: 1,
  createdAt: CREATED,
  updatedAt: UPDATED,
  settledAt: null,
  quoteId: null,
  rail: 'bank',
  fundingRail: null,
  source: null,
  sentAmount: 700n,
  sentCurrency: 'USD',
  receivedAmount: 600n,
  receivedCurrency: 'EUR',
  cancelRequestedAt: null,
  refundReason: null,
  refundReference: null,
  failureReason: null,
  corrections: null,
  card: null,
};
const INCOMING = { ...OUTGOING, type: 'INCOMING', rail: null };
const CARD = { ...OUTGOING, type: 'CARD', rail: 'issuer', card: { currency: 'GBP', settled: 500n } };

const event = (type: string, over: object = {}, id = 'Webhook:018bcfe5-6800-7000-8000-000000000002'): OutboxEvent =>
  ({ id, tenant: SANDBOX, type, createdAt: instant(1), snapshot: { ...OUTGOING, ...over } }) as unknown as OutboxEvent;
const facts = (type: string, over: object = {}, history: readonly OutboxEvent[] = []) =>
  factsOf(event(type, over), history)!;
const card = (name: string, over: object = {}) => event(`CARD_TRANSACTION.${name}`, { ...CARD, ...over });
const SETTLED_FACT = { what: 'settled', amount: 500n, settleMs: 60_000 };

describe('an event of a payment', () => {
  it('is of the host time at which its id was made, or of its record', () => {
    expect(facts('OUTGOING_PAYMENT.PENDING').at).toBe(OF_ID);
    expect(factsOf(event('OUTGOING_PAYMENT.PENDING', {}, 'Webhook:x'), [])!.at).toBe(1);
  });

  it('is of the time of its platform as well, which differs in the sandbox', () => {
    expect(facts('OUTGOING_PAYMENT.PENDING').ownAt).toBe(1);
    const live = { ...event('OUTGOING_PAYMENT.PENDING'), tenant: PRODUCTION };
    expect(factsOf(live, [])!.ownAt).toBe(OF_ID);
  });

  it.each(['CUSTOMER.CREATED', 'XOUTGOING_PAYMENT.PENDING', 'INVITATION.CLAIMED'])('is none of type %s', (type) => {
    expect(factsOf(event(type), [])).toBeNull();
    expect(needsEarlier(event(type, { ...CARD, version: 3, corrections: { refundBounces: 1 } }))).toBe(false);
  });

  it('shows its acceptance in the first version', () => {
    expect([1, 2].map((version) => facts('OUTGOING_PAYMENT.PENDING', { version }).isAccepted)).toEqual([true, false]);
  });

  it.each([
    [{}, 'TRANSFER', 'bank', 'USD'],
    [{ quoteId: 'Quote:x' }, 'OUTGOING', 'bank', 'USD'],
    [{ quoteId: 'Quote:x', rail: null }, 'OUTGOING', 'internal', 'USD'],
    [{ ...INCOMING, fundingRail: 'bank' }, 'INCOMING', 'bank', 'EUR'],
    [INCOMING, 'INCOMING', 'internal', 'EUR'],
    [{ ...INCOMING, source: { sourceType: 'UMA_ADDRESS' } }, 'INCOMING', 'uma', 'EUR'],
    [
      {
        ...INCOMING,
        source: { sourceType: 'ACCOUNT', accountId: 'ExternalAccount:018bcfe5-6800-7000-8000-00000000beef' },
      },
      'TRANSFER',
      'internal',
      'EUR',
    ],
    [CARD, 'CARD', 'issuer', 'GBP'],
    [{ ...CARD, rail: null }, 'CARD', 'internal', 'GBP'],
  ])('of %o is counted as %s on %s in %s', (over, kind, rail, currency) => {
    expect(facts('OUTGOING_PAYMENT.PENDING', over)).toMatchObject({ tenant: SANDBOX, kind, rail, currency });
  });
});

describe('the outcome of a payment', () => {
  const outcome = (name: string, over: object = {}) => facts(`OUTGOING_PAYMENT.${name}`, over).outcome;

  it('is settled with what was sent or received, and the time to settle', () => {
    const later = { version: 2, settledAt: SETTLED };
    expect(outcome('COMPLETED', later)).toEqual({ what: 'settled', amount: 700n, settleMs: 30_000 });
    expect(facts('INCOMING_PAYMENT.COMPLETED', { ...INCOMING, ...later }).outcome).toEqual({
      what: 'settled',
      amount: 600n,
      settleMs: 30_000,
    });
    expect(outcome('COMPLETED', { version: 2 })).toMatchObject({ settleMs: 60_000 });
    expect(outcome('COMPLETED', { version: 1 })).toMatchObject({ settleMs: null });
  });

  it('is settled at once if another host accepted it later', () => {
    expect(outcome('COMPLETED', { version: 2, settledAt: instant(CREATED - 1) })).toMatchObject({ settleMs: 0 });
  });

  it.each([
    [{ failureReason: 'RAIL_REJECTED' }, 'RAIL_REJECTED'],
    [{}, 'UNKNOWN'],
    [{ cancelRequestedAt: CREATED, failureReason: 'RAIL_REJECTED' }, 'CANCELLED'],
    [{ refundReason: 'USER_CANCELLATION', failureReason: 'RAIL_REJECTED' }, 'CANCELLED'],
    [{ cancelRequestedAt: undefined, refundReason: 'OTHER' }, 'UNKNOWN'],
  ])('that failed with %o has the reason %s', (over, reason) => {
    expect(outcome('FAILED', over)).toEqual({ what: 'failed', reason });
  });

  it('is returned if the payment had settled', () => {
    expect(outcome('FAILED', { settledAt: SETTLED })).toEqual({ what: 'returned' });
  });

  it.each(['PENDING', 'PROCESSING', 'REFUND_PENDING', 'REFUND_COMPLETED'])('is none when it is %s', (name) => {
    expect(outcome(name)).toBeNull();
  });
});

describe('the outcome of the use of a card', () => {
  const outcome = (shown: OutboxEvent, history: readonly OutboxEvent[] = []) => factsOf(shown, history)!.outcome;

  it('is settled when it is first shown as settled', () => {
    expect(outcome(card('SETTLED', { version: 2 }))).toEqual(SETTLED_FACT);
    const third = card('SETTLED', { version: 3 });
    expect(outcome(third, [card('EXCEPTION', { version: 2 })])).toEqual(SETTLED_FACT);
    expect(outcome(third, [card('SETTLED', { version: 2 })])).toBeNull();
    // A later event is not an earlier one.
    expect(outcome(third, [card('SETTLED', { version: 3 }), card('SETTLED', { version: 4 })])).toEqual(SETTLED_FACT);
  });

  it('is not settled by an event that changed something else', () => {
    expect(outcome(card('SETTLED', { version: 3, settledAt: SETTLED }))).toBeNull();
    expect(outcome(card('SETTLED', { version: 3, settledAt: UPDATED }))).toEqual(SETTLED_FACT);
  });

  it('is an expired authorization if nothing was taken', () => {
    const nothing = card('SETTLED', { version: 2, card: { currency: 'GBP', settled: 0n } });
    expect(outcome(nothing)).toEqual({ what: 'failed', reason: 'AUTHORIZATION_EXPIRED' });
  });

  it('is an exception unless it settled before', () => {
    const failed = { what: 'failed', reason: 'CARD_EXCEPTION' };
    const exception = card('EXCEPTION', { version: 3 });
    expect(outcome(exception)).toEqual(failed);
    expect(outcome(exception, [card('SETTLED', { version: 2 })])).toBeNull();
    expect(outcome(exception, [card('EXCEPTION', { version: 2 })])).toBeNull();
  });

  it('is returned once', () => {
    const refunded = card('REFUNDED', { version: 4 });
    expect(outcome(refunded, [card('SETTLED', { version: 2 })])).toEqual({ what: 'returned' });
    expect(outcome(refunded, [card('REFUNDED', { version: 3 })])).toBeNull();
    expect(outcome(card('AUTHORIZED'))).toBeNull();
  });

  it('counts no events about other things', () => {
    const other = event('CUSTOMER.SETTLED', { ...CARD, version: 2 });
    expect(outcome(card('SETTLED', { version: 3 }), [other])).toEqual(SETTLED_FACT);
  });

  it('leaves nothing open', () => {
    for (const name of ['AUTHORIZED', 'PENDING', 'SETTLED']) expect(factsOf(card(name), [])!.open).toBeNull();
  });
});

describe('an event', () => {
  it.each<[OutboxEvent, boolean]>([
    [card('SETTLED', { version: 2 }), false],
    [card('SETTLED', { version: 3 }), true],
    [card('SETTLED', { version: 3, settledAt: SETTLED }), false],
    [card('SETTLED', { version: 3, settledAt: UPDATED }), true],
    [card('EXCEPTION', { version: 2 }), false],
    [card('EXCEPTION', { version: 3 }), true],
    [card('REFUNDED', { version: 3 }), true],
    [card('AUTHORIZED', { version: 3 }), false],
    [event('OUTGOING_PAYMENT.COMPLETED', { version: 3 }), false],
    [event('OUTGOING_PAYMENT.EXCEPTION', { version: 3 }), false],
    [event('OUTGOING_PAYMENT.REFUND_COMPLETED', { version: 3 }), true],
    [event('OUTGOING_PAYMENT.REFUND_FAILED', { version: 3 }), false],
    [event('OUTGOING_PAYMENT.REFUND_FAILED', { corrections: { refundBounces: 0 } }), false],
    [event('OUTGOING_PAYMENT.REFUND_FAILED', { corrections: { refundBounces: 1 } }), true],
  ])('%# needs the earlier events of its payment only if they say what it means', (shown, needs) => {
    expect(needsEarlier(shown)).toBe(needs);
  });
});

describe('an open payment', () => {
  const open = (name: string, over: object = {}, history: readonly OutboxEvent[] = []) =>
    facts(`OUTGOING_PAYMENT.${name}`, over, history).open;
  const began = (by: number, since: Instant = OF_ID) => ({ by, since });

  it.each([
    ['PENDING', { version: 1 }, began(1)],
    ['PROCESSING', { version: 1 }, began(1)],
    ['PENDING', { version: 2 }, null],
    ['PROCESSING', { version: 2 }, null],
    ['COMPLETED', { version: 1 }, null],
    ['COMPLETED', { version: 2 }, began(-1)],
    ['FAILED', { version: 1 }, null],
    ['FAILED', { version: 2 }, began(-1)],
    ['FAILED', { version: 2, settledAt: SETTLED }, null],
    ['EXPIRED', { version: 2 }, null],
  ])('%s of %o changes what is open by %o', (name, over, changed) => {
    expect(open(name, over)).toEqual(changed);
    const uma = { ...INCOMING, source: { sourceType: 'UMA_ADDRESS' } };
    expect(open(name, { ...uma, ...over })).toBeNull();
  });

  it('began when it was accepted in production, where clocks are not moved', () => {
    expect(open('PENDING', { tenant: PRODUCTION })).toEqual(began(1, CREATED));
    expect(open('PENDING', { id: 'Transaction:x' })).toEqual(began(1, CREATED));
  });

  it('is also one whose refund has to be sent, from the reference of the refund on', () => {
    const refundReference = 'Refund:018bcfe5-6801-7000-8000-000000000003';
    const since = instant(OF_ID + 1);
    expect(open('REFUND_PENDING', { refundReference })).toEqual(began(1, since));
    expect(open('REFUND_COMPLETED', { refundReference })).toEqual(began(-1, since));
    expect(open('REFUND_FAILED', { refundReference })).toEqual(began(-1, since));
    expect(open('REFUND_PENDING')).toEqual(began(1));
    expect(open('REFUND_PENDING', { source: { sourceType: 'UMA_ADDRESS' }, type: 'INCOMING' })).toEqual(began(1));
  });

  it('is none whose failed refund an operator settled, and one whose retry completed', () => {
    const shown = (name: string, version: number) => event(`OUTGOING_PAYMENT.${name}`, { version });
    const failed = [shown('REFUND_PENDING', 3), shown('REFUND_FAILED', 4)];
    expect(open('REFUND_COMPLETED', { version: 5 }, failed)).toBeNull();
    expect(open('REFUND_COMPLETED', { version: 6 }, [...failed, shown('REFUND_PENDING', 5)])).toEqual(began(-1));
  });

  it('is none whose completed refund came back', () => {
    const shown = (name: string, version: number) => event(`OUTGOING_PAYMENT.${name}`, { version });
    const bounced = { version: 6, corrections: { refundBounces: 1 } };
    const completed = [shown('REFUND_PENDING', 4), shown('REFUND_COMPLETED', 5)];
    expect(open('REFUND_FAILED', bounced, completed)).toBeNull();
    expect(open('REFUND_FAILED', bounced, completed.toReversed())).toBeNull();
    // It was tried again and not sent.
    const again = [shown('REFUND_COMPLETED', 3), shown('REFUND_PENDING', 5)];
    expect(open('REFUND_FAILED', bounced, again)).toEqual(began(-1));
    expect(open('REFUND_FAILED', bounced, [])).toEqual(began(-1));
    expect(open('REFUND_FAILED', { version: 6 }, completed)).toEqual(began(-1));
  });

  it('is counted in a slot of five minutes', () => {
    expect([0, 299_999, 300_000].map((since) => slotOf(instant(since)))).toEqual(['0', '0', '1']);
    expect(beginOf(slotOf(instant(899_999)))).toBe(600_000);
  });
});
