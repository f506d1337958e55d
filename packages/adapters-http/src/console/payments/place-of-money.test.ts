import type { Instant } from '@corridor/core';
import { statesOf } from '@corridor/core/internal';
import { CARD_TRANSACTION, type CardSpend, INCOMING, OUTGOING, REFUND } from '@corridor/core/records';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type PlaceFacts, placeOf } from './place-of-money.js';

const NOW = Date.parse('2026-01-15T12:00:00Z') as Instant;
const minutes = (count: number): Instant => (NOW + count * 60_000) as Instant;
const USD = { amount: 28_618n, currency: 'USD' } as PlaceFacts['sent'];
const EUR = { amount: 25_000n, currency: 'EUR' } as PlaceFacts['received'];

const FACTS: PlaceFacts = {
  now: NOW,
  type: 'OUTGOING',
  status: 'PROCESSING',
  sent: USD,
  received: EUR,
  payer: 'Maya Ferris (USD)',
  payee: 'Grace Hopper (…0138)',
  source: 'HELD',
  collection: { rail: null, begunAt: null, acceptedAt: null, collectedAt: null, reported: null },
  payout: { rail: 'sandbox-bank', begunAt: null, acceptedAt: null },
  isToInstitution: false,
  isReturned: false,
  expectedAt: null,
  cancelRequestedAt: null,
  settledAt: null,
  awaitsApproval: false,
  refund: { status: null, rail: null, begunAt: null, acceptedAt: null, settledAt: null, decision: null },
  fundingReversed: false,
  fundingRecovered: false,
  sentBack: null,
  cameBack: null,
  card: null,
  isCredit: false,
  holdEndsAt: null,
  openExceptions: [],
};

const CARD: CardSpend = {
  cardId: 'Card:1' as never,
  accountId: 'InternalAccount:1' as never,
  currency: 'USD' as never,
  merchant: { descriptor: 'SHOP', mcc: null, country: null },
  authorized: 1_250n,
  reserved: 1_250n,
  settled: 0n,
  refunded: 0n,
  lost: 0n,
  clearings: 0,
  returns: 0,
  pendingPulls: 0,
  moved: {},
  told: 1,
  pulls: 'AT_ONCE',
  delegate: null,
  authorizedAt: NOW,
  lastEventAt: NOW,
};

const saying = (patch: Partial<PlaceFacts>): string =>
  placeOf({ ...FACTS, ...patch }).text.text.replaceAll(/<[^>]+>/g, '');
const isBad = (patch: Partial<PlaceFacts>): boolean => placeOf({ ...FACTS, ...patch }).isBad;
const refund = (patch: Partial<PlaceFacts['refund']>): Pick<PlaceFacts, 'refund'> => ({
  refund: { ...FACTS.refund, ...patch },
});
const late = (decision: string | null = 'an operator decided: Credit an account'): Pick<PlaceFacts, 'collection'> => ({
  collection: { ...FACTS.collection, reported: { amount: USD!, decision } },
});
const at = { begunAt: minutes(-4), acceptedAt: minutes(-3) };

describe('an outgoing payment', () => {
  it.each<[string, Partial<PlaceFacts>, string]>([
    [
      'before its submission',
      {},
      '286.18 USD is held for this payment; the payout has not been submitted to sandbox-bank; next: the submission of the payout.',
    ],
    [
      'whose submission has no answer',
      { payout: { rail: 'sandbox-bank', begunAt: minutes(-4), acceptedAt: null } },
      '286.18 USD is held for this payment; the submission of the payout to sandbox-bank began 4 minutes ago, and no answer is recorded; next: the answer of sandbox-bank.',
    ],
    [
      'that a rail has, in time',
      { source: 'ARRIVED', payout: { rail: 'sandbox-bank', ...at }, expectedAt: minutes(5) },
      '286.18 USD arrived for this payment; sandbox-bank accepted the payout 3 minutes ago; it is expected to settle in 5 minutes; next: the answer of sandbox-bank.',
    ],
    [
      'that a rail has, late and cancelled',
      { payout: { rail: 'sandbox-bank', ...at }, expectedAt: minutes(-3), cancelRequestedAt: minutes(-1) },
      '286.18 USD is held for this payment; sandbox-bank accepted the payout 3 minutes ago; it was expected to settle 3 minutes ago; a cancellation was requested 1 minute ago; next: the answer of sandbox-bank.',
    ],
    [
      'inside the ledger',
      { payout: { rail: null, begunAt: null, acceptedAt: null } },
      '286.18 USD is held for this payment; next: the booking.',
    ],
    [
      'to another institution',
      { payout: { rail: null, begunAt: null, acceptedAt: null }, isToInstitution: true },
      '286.18 USD is held for this payment; next: the other institution.',
    ],
    [
      'that operators hold',
      { openExceptions: ['A payment waits for a decision'] },
      '286.18 USD is held for this payment; the payout has not been submitted to sandbox-bank. Waits for a decision: A payment waits for a decision.',
    ],
    [
      'to be collected',
      { status: 'PENDING', source: 'COLLECTED', collection: { ...FACTS.collection, rail: 'ach', ...at } },
      '286.18 USD is to be collected from Maya Ferris (USD); ach accepted the collection 3 minutes ago; next: the answer of ach.',
    ],
    [
      'that was delivered',
      { status: 'COMPLETED', settledAt: minutes(-1) },
      '250.00 EUR was delivered to Grace Hopper (…0138) by sandbox-bank on 2026-01-15 11:59:00 UTC.',
    ],
    [
      'that failed, with its money back',
      { status: 'FAILED', ...refund({ status: 'COMPLETED', settledAt: minutes(-1) }) },
      'The payment failed; 286.18 USD went back to Maya Ferris (USD) on 2026-01-15 11:59:00 UTC.',
    ],
    [
      'that failed, with a refund that waits for the rail',
      { status: 'FAILED', source: 'ARRIVED', payer: 'the payer', ...refund({ status: 'PENDING', rail: 'ach', ...at }) },
      'The payment failed; 286.18 USD is to go back to the payer; ach accepted the refund 3 minutes ago; next: the answer of the rail.',
    ],
    [
      'that failed, with a refund that failed',
      { status: 'FAILED', ...refund({ status: 'FAILED' }), openExceptions: ['A refund failed'] },
      'The payment failed; its refund of 286.18 USD to Maya Ferris (USD) failed. Waits for a decision: A refund failed.',
    ],
    [
      'whose failed refund operators have decided',
      { status: 'FAILED', ...refund({ status: 'COMPLETED', decision: 'two operators decided: Paid elsewhere' }) },
      'The payment failed; its refund of 286.18 USD failed, and two operators decided: Paid elsewhere.',
    ],
    [
      'that was cancelled before anything was collected',
      { status: 'FAILED', source: 'COLLECTED', ...refund({ status: 'COMPLETED', settledAt: NOW }) },
      'The payment failed; nothing was collected, so nothing had to go back.',
    ],
    [
      'that was cancelled, and whose collection was reported later',
      { status: 'FAILED', source: 'COLLECTED', ...late(null), ...refund({ status: 'COMPLETED', settledAt: NOW }) },
      'The payment failed; nothing was collected then; 286.18 USD was reported as collected later.',
    ],
    [
      'that was cancelled, and about whose later collection operators have decided',
      { status: 'FAILED', source: 'COLLECTED', ...late(), ...refund({ status: 'COMPLETED', settledAt: NOW }) },
      'The payment failed; nothing was collected then; 286.18 USD was reported as collected later, and an operator decided: Credit an account.',
    ],
    [
      'whose collection failed, and about whose later collection operators have decided',
      { status: 'FAILED', source: 'COLLECTED', ...late() },
      'The payment failed; 286.18 USD was not collected then; 286.18 USD was reported as collected later, and an operator decided: Credit an account.',
    ],
    [
      'whose money was collected, and about which a rail said so again',
      {
        ...{ status: 'FAILED', source: 'COLLECTED', ...refund({ status: 'COMPLETED', settledAt: NOW }) },
        collection: { ...late().collection, collectedAt: minutes(-9) },
      },
      'The payment failed; 286.18 USD went back to Maya Ferris (USD) on 2026-01-15 12:00:00 UTC.',
    ],
    [
      'that was returned after it had lost its funding',
      {
        status: 'FAILED',
        isReturned: true,
        source: 'ARRIVED',
        fundingReversed: true,
        fundingRecovered: true,
        ...refund({ status: 'COMPLETED' }),
      },
      'The payout was returned; its rail took back the money that had arrived for it; the refund of 286.18 USD covered what this had cost.',
    ],
  ])('%s', (_, patch, text) => {
    expect(saying(patch)).toBe(text);
  });

  it('warns if the expected time has passed, a refund failed, or an exception is open', () => {
    expect(isBad({ expectedAt: minutes(1) })).toBe(false);
    expect(isBad({ expectedAt: minutes(-1) })).toBe(true);
    expect(isBad({ expectedAt: minutes(-1), status: 'COMPLETED' })).toBe(false);
    expect(isBad({ status: 'FAILED', ...refund({ status: 'COMPLETED' }) })).toBe(false);
    expect(isBad({ status: 'FAILED', ...refund({ status: 'FAILED' }) })).toBe(true);
    expect(isBad({ status: 'COMPLETED', openExceptions: ['A rail contradicts itself'] })).toBe(true);
  });
});

describe('an incoming payment', () => {
  const incoming = { type: 'INCOMING', sent: EUR, source: 'ARRIVED', payer: 'the payer', payee: 'Maya (EUR)' } as const;
  it.each<[string, Partial<PlaceFacts>, string]>([
    [
      'that awaits its platform',
      { status: 'PENDING', awaitsApproval: true },
      '250.00 EUR from the payer is not credited yet; next: the approval of the platform.',
    ],
    [
      'that was credited',
      { status: 'COMPLETED', settledAt: NOW },
      '250.00 EUR was credited to Maya (EUR) on 2026-01-15 12:00:00 UTC.',
    ],
    ['that was rejected', { status: 'FAILED' }, 'The payment failed; 250.00 EUR was not credited.'],
    [
      'whose collection failed, and about whose later collection operators have decided',
      { status: 'FAILED', source: 'COLLECTED', ...late('an operator decided: Do nothing') },
      'The payment failed; 250.00 EUR was not credited then; 286.18 USD was reported as collected later, and an operator decided: Do nothing.',
    ],
    [
      'that the rail took back',
      { status: 'FAILED', settledAt: NOW },
      'The payment failed; the rail took back 250.00 EUR after the credit.',
    ],
    [
      'that was refunded',
      { status: 'REFUNDED', ...refund({ status: 'COMPLETED', settledAt: NOW }) },
      'The payment was refunded; 250.00 EUR went back to the payer on 2026-01-15 12:00:00 UTC.',
    ],
  ])('%s', (_, patch, text) => {
    expect(saying({ ...incoming, ...patch })).toBe(text);
  });
});

describe('the use of a card', () => {
  it.each<[PlaceFacts['status'], Partial<CardSpend>, string]>([
    [
      'AUTHORIZED',
      {},
      'The payment is authorized and not cleared; 12.50 USD is held for SHOP; the authorization ends in 5 minutes.',
    ],
    [
      'AUTHORIZED',
      { reserved: 0n },
      'The payment is authorized and not cleared; nothing is held, and nothing was charged; the authorization ends in 5 minutes.',
    ],
    [
      'PARTIALLY_SETTLED',
      { reserved: 250n, settled: 1_000n },
      'SHOP was paid 10.00 USD; 2.50 USD is held for SHOP; the authorization ends in 5 minutes.',
    ],
    [
      'REFUNDED',
      { reserved: 0n, settled: 1_250n, refunded: 1_250n },
      'SHOP was paid 12.50 USD; 12.50 USD of it was returned.',
    ],
    ['SETTLED', { reserved: 0n }, 'Nothing is held, and nothing was charged.'],
    [
      'EXCEPTION',
      { reserved: 0n, settled: 1_250n, lost: 250n },
      'SHOP was paid 12.50 USD; the funding source did not cover 2.50 USD.',
    ],
  ])('%s', (status, spend, text) => {
    const holdEndsAt = text.includes('ends') ? minutes(5) : null;
    expect(saying({ type: 'CARD', status, payee: 'SHOP', holdEndsAt, card: { ...CARD, ...spend } })).toBe(text);
    expect(isBad({ type: 'CARD', status, card: CARD })).toBe(status === 'EXCEPTION');
  });
});

it('every state has a sentence, and the payee of a failed payment does not have the money in it', () => {
  const time = fc.option(
    fc.integer({ min: NOW - 400 * 86_400_000, max: NOW + 400 * 86_400_000 }),
  ) as fc.Arbitrary<Instant | null>;
  const rail = fc.constantFrom(null, 'sandbox-bank');
  const payment = fc.record({
    type: fc.constantFrom('OUTGOING', 'INCOMING'),
    status: fc.constantFrom(...new Set([...statesOf(OUTGOING), ...statesOf(INCOMING)])),
    card: fc.constant(null),
  });
  const use = fc.record({
    type: fc.constant('CARD'),
    status: fc.constantFrom(...statesOf(CARD_TRANSACTION)),
    card: fc
      .record({
        reserved: fc.bigInt(0n, 2n),
        settled: fc.bigInt(0n, 2n),
        refunded: fc.bigInt(0n, 2n),
        lost: fc.bigInt(0n, 2n),
        excess: fc.option(fc.bigInt(0n, 2n), { nil: undefined }),
        pendingPulls: fc.nat(2),
      })
      .map((spend) => ({ ...CARD, ...spend })),
  });
  const others = fc.record({
    sent: fc.constantFrom(null, USD),
    received: fc.constantFrom(null, EUR),
    source: fc.constantFrom('HELD', 'COLLECTED', 'ARRIVED'),
    collection: fc.record({
      ...{ rail, begunAt: time, acceptedAt: time, collectedAt: time },
      reported: fc.constantFrom(null, { amount: USD!, decision: null }, { amount: USD!, decision: 'Write off' }),
    }),
    payout: fc.record({ rail, begunAt: time, acceptedAt: time }),
    isToInstitution: fc.boolean(),
    isReturned: fc.boolean(),
    expectedAt: time,
    cancelRequestedAt: time,
    settledAt: time,
    awaitsApproval: fc.boolean(),
    refund: fc.record({
      status: fc.constantFrom(null, ...statesOf(REFUND)),
      rail,
      begunAt: time,
      acceptedAt: time,
      settledAt: time,
      decision: fc.constantFrom(null, 'Write off'),
    }),
    fundingReversed: fc.boolean(),
    fundingRecovered: fc.boolean(),
    sentBack: fc.constantFrom(null, USD),
    cameBack: fc.constantFrom(null, EUR),
    isCredit: fc.boolean(),
    holdEndsAt: time,
    openExceptions: fc.constantFrom([], ['A refund failed']),
  });
  fc.assert(
    fc.property(fc.oneof(payment, use), others, (first, rest) => {
      const facts = { ...FACTS, ...rest, ...first } as PlaceFacts;
      const text = saying(facts);
      expect(text).toMatch(facts.card === null ? /^[\p{Lu}\d].*\.$/u : /^\S.*\.$/u);
      expect(text).not.toMatch(/undefined|null|NaN|\[object|;\s*[;.]|\s{2}/);
      if (facts.type !== 'CARD' && facts.status !== 'COMPLETED') expect(text).not.toMatch(/delivered to|credited to/);
    }),
    { numRuns: 2_000 },
  );
});
