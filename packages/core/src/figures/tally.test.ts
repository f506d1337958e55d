import { describe, expect, it } from 'vitest';
import { instant, tenantKey } from '../kernel/index.js';
import type { Facts } from './facts.js';
import { type Cell, HOUR_MS, idOf, placesOf, totalsOf } from './figure.js';
import { addFacts, sumOf, type Tally } from './tally.js';

const TENANT = tenantKey('Platform:018bcfe5-6800-7000-8000-000000000001' as never, 'SANDBOX');
const AT = instant(500 * HOUR_MS + 1);
const OWN_AT = instant(900 * HOUR_MS + 1);
const [HOUR, ENVIRONMENT] = placesOf(TENANT, AT, OWN_AT).map(idOf) as [string, string];
const TOTALS = idOf(totalsOf('SANDBOX'));

const facts = (over: object = {}): Facts =>
  ({
    tenant: TENANT,
    at: AT,
    ownAt: OWN_AT,
    kind: 'OUTGOING',
    rail: 'bank',
    currency: 'USD',
    isAccepted: false,
    outcome: null,
    open: null,
    ...over,
  }) as Facts;
const settled = (amount: bigint, settleMs: number | null): object => ({
  outcome: { what: 'settled', amount, settleMs },
});
const NOTHING = { accepted: 0, settled: 0, amount: 0n, returned: 0, failed: {}, times: {}, settleMs: 0 };
const cell = (over: object = {}): Cell =>
  ({ kind: 'OUTGOING', rail: 'bank', currency: 'USD', ...NOTHING, ...over }) as Cell;
const began = (by: 1 | -1, since: number): object => ({ open: { by, since: instant(since) } });

function tallied(all: readonly Facts[], counts?: (id: string) => boolean): Tally {
  const tally: Tally = new Map();
  for (const each of all) addFacts(tally, each, counts);
  return tally;
}

describe('what events say about payments', () => {
  it('is added to the hour of the platform, the hour of the environment and the totals of the environment', () => {
    const tally = tallied([facts({ isAccepted: true })]);
    expect([...tally.keys()]).toEqual([HOUR, ENVIRONMENT, TOTALS]);
    for (const sheet of tally.values()) {
      expect(sumOf(undefined, sheet)).toEqual({ cells: [cell({ accepted: 1 })], open: {} });
    }
  });

  it('adds up the payments of one kind on one rail in one currency', () => {
    const tally = tallied([
      facts({ isAccepted: true, ...settled(700n, null) }),
      facts({ isAccepted: true }),
      facts(settled(50n, 2_000)),
      facts(settled(5n, 3_000)),
      facts({ outcome: { what: 'failed', reason: 'RAIL_REJECTED' } }),
      facts({ outcome: { what: 'failed', reason: 'RAIL_REJECTED' } }),
      facts({ outcome: { what: 'failed', reason: 'CANCELLED' } }),
      facts({ outcome: { what: 'returned' } }),
      facts({ outcome: { what: 'returned' } }),
    ]);
    expect(sumOf(undefined, tally.get(HOUR)).cells).toEqual([
      cell({
        accepted: 2,
        settled: 3,
        amount: 755n,
        returned: 2,
        failed: { RAIL_REJECTED: 2, CANCELLED: 1 },
        times: { 1: 1, 2: 1 },
        settleMs: 5_000,
      }),
    ]);
  });

  it('has a cell for each kind, rail and currency, in the order of these', () => {
    const accepted = [
      { kind: 'TRANSFER' },
      { rail: 'wire' },
      { currency: 'USD' },
      { kind: 'INCOMING' },
      { kind: 'CARD' },
      { currency: 'EUR' },
    ];
    const cells = [
      { kind: 'CARD' },
      { kind: 'INCOMING' },
      { currency: 'EUR' },
      {},
      { rail: 'wire' },
      { kind: 'TRANSFER' },
    ];
    for (const order of [accepted, accepted.toReversed()]) {
      const tally = tallied(order.map((over) => facts({ ...over, isAccepted: true })));
      expect(sumOf(undefined, tally.get(TOTALS)).cells).toEqual(cells.map((over) => cell({ ...over, accepted: 1 })));
    }
  });

  it('adds no cell if nothing was accepted and nothing has ended', () => {
    const tally = tallied([facts(began(1, 300_000))]);
    expect([...tally.keys()]).toEqual([TOTALS]);
    expect(sumOf(undefined, tally.get(TOTALS))).toEqual({ cells: [], open: { OUTGOING: { 1: 1 } } });
  });

  it('is not added to rows that the reader leaves out', () => {
    const all = [facts({ isAccepted: true, ...began(1, 0) })];
    expect([...tallied(all, (id) => id === HOUR).keys()]).toEqual([HOUR]);
    expect([...tallied(all, (id) => id === TOTALS).keys()]).toEqual([TOTALS]);
    expect([...tallied(all, () => false).keys()]).toEqual([]);
  });
});

describe('stored figures', () => {
  const stored = {
    cells: [cell({ accepted: 1, settled: 2, amount: 3n, returned: 4, failed: { A: 5 }, times: { 0: 6 }, settleMs: 7 })],
    open: { OUTGOING: { 1: 1, 2: 3 }, CARD: { 4: 1 } },
  };

  it('grow by what events add, and are not changed themselves', () => {
    const before = structuredClone(stored);
    const tally = tallied([
      facts({ isAccepted: true, ...settled(10n, 900) }),
      facts({ outcome: { what: 'failed', reason: 'B' } }),
      facts({ kind: 'CARD', isAccepted: true }),
    ]);
    expect(sumOf(stored, tally.get(TOTALS)).cells).toEqual([
      cell({ kind: 'CARD', accepted: 1 }),
      cell({
        accepted: 2,
        settled: 3,
        amount: 13n,
        returned: 4,
        failed: { A: 5, B: 1 },
        times: { 0: 7 },
        settleMs: 907,
      }),
    ]);
    expect(stored).toEqual(before);
    expect(sumOf(stored, undefined)).toEqual(stored);
    expect(sumOf(undefined, undefined)).toEqual({ cells: [], open: {} });
  });

  it('lose the slots and kinds of which no payment is open any more', () => {
    const tally = tallied([
      facts(began(-1, 300_000)),
      facts(began(-1, 600_000)),
      facts({ kind: 'CARD', ...began(-1, 1_200_000) }),
      facts({ kind: 'TRANSFER', ...began(1, 0) }),
    ]);
    expect(sumOf(stored, tally.get(TOTALS)).open).toEqual({ OUTGOING: { 2: 2 }, TRANSFER: { 0: 1 } });
  });
});
