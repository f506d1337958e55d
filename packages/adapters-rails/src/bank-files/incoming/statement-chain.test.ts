import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { balanceOf, bankEntry, bankStatement } from '../../testing/bank-reports.js';
import {
  assembled,
  type Chain,
  gapsIn,
  type Page,
  pageOf,
  type Segment,
  type Summary,
  summaryOf,
  withPage,
  withStatement,
} from './statement-chain.js';

const EMPTY: Chain = { segments: [], pages: [] };

const dayOf = (day: number): string => new Date(Date.UTC(2026, 0, 5 + day)).toISOString().slice(0, 10);

/** Statements of consecutive days. */
const history = (nets: readonly bigint[], isNumbered: boolean): readonly Summary[] => {
  let balance = 0n;
  return nets.map((net, day) => {
    const opening = balance;
    balance += net;
    return {
      report: `report ${day}`,
      id: `S${day}`,
      from: dayOf(day),
      to: dayOf(day),
      opening,
      closing: balance,
      net,
      sequence: isNumbered ? BigInt(day + 1) : null,
    };
  });
};

const add = (chain: Chain, all: readonly Summary[]) => {
  let now = chain;
  const contradictions: string[] = [];
  for (const one of all) {
    const after = withStatement(now, one, false);
    now = after.chain;
    contradictions.push(...after.contradictions.map(({ reason }) => reason));
  }
  return { chain: now, contradictions };
};

describe('a chain of statements', () => {
  it('has no gap once all statements are there, in whatever order they came', () => {
    // Positive movements, because statements without numbers are put in order by their balances.
    const nets = fc.array(fc.bigInt({ min: 1n, max: 9n }), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(nets, fc.boolean(), fc.infiniteStream(fc.nat()), (all, isNumbered, order) => {
        const statements = history(all, isNumbered);
        const keys = statements.map(() => order.next().value as number);
        const shuffled = [...statements].sort((a, b) => keys[statements.indexOf(a)]! - keys[statements.indexOf(b)]!);
        const { chain, contradictions } = add(EMPTY, shuffled);
        expect(contradictions).toEqual([]);
        expect(gapsIn('acme', chain)).toEqual([]);
        expect(chain.segments).toMatchObject([
          { opening: 0n, closing: all.reduce((sum, net) => sum + net, 0n), from: dayOf(0), to: dayOf(all.length - 1) },
        ]);
      }),
    );
  });

  it('shows every gap', () => {
    const statements = history([1n, 2n, 3n, 4n, 5n], true);
    const { chain } = add(EMPTY, [statements[4]!, statements[0]!, statements[2]!]);
    expect(gapsIn('acme', chain)).toEqual([
      'acme: statements are missing between 2026-01-05 (closing balance 0.01 EUR) and 2026-01-07 (opening balance 0.03 EUR), numbers 1 and 3',
      'acme: statements are missing between 2026-01-07 (closing balance 0.06 EUR) and 2026-01-09 (opening balance 0.10 EUR), numbers 3 and 5',
    ]);
  });

  it('shows a missing statement that moved nothing, because its number is missing', () => {
    const statements = history([1n, 0n, 3n], true);
    expect(gapsIn('acme', add(EMPTY, [statements[0]!, statements[2]!]).chain)).toHaveLength(1);
    const unnumbered = history([1n, 0n, 3n], false);
    expect(gapsIn('acme', add(EMPTY, [unnumbered[0]!, unnumbered[2]!]).chain)).toEqual([]);
  });

  it('continues where a bank begins a year again with number 1', () => {
    const [last, first] = history([1n, 2n], true);
    const { chain, contradictions } = add(EMPTY, [
      { ...last!, sequence: 250n },
      { ...first!, sequence: 1n },
    ]);
    expect([gapsIn('acme', chain), contradictions]).toEqual([[], []]);
  });

  it('ignores a statement that was issued again', () => {
    const statements = history([1n, 2n, 3n], true);
    const before = add(EMPTY, statements).chain;
    expect(add(before, [{ ...statements[1]!, report: 'again' }]).chain).toEqual(before);
  });

  it('ignores a statement that says nothing about balances or numbers', () => {
    const [one] = history([1n], false);
    expect(add(EMPTY, [{ ...one!, opening: null, closing: null }]).chain).toEqual(EMPTY);
  });

  it('contradicts itself if the entries do not lead from one balance to the other', () => {
    const [one, two] = history([1n, 2n], true);
    expect(add(EMPTY, [{ ...one!, closing: 9n }, two!]).contradictions).toEqual([
      'statement S0 opens with 0.00 EUR and closes with 0.09 EUR, but its entries sum to 0.01 EUR',
      'a statement closes with 0.09 EUR, but the next one opens with 0.01 EUR (statement S1)',
    ]);
  });

  it('names a debit balance with a minus', () => {
    const [one] = history([-250n], true);
    expect(add(EMPTY, [{ ...one!, closing: -150n }]).contradictions).toEqual([
      'statement S0 opens with 0.00 EUR and closes with -1.50 EUR, but its entries sum to -2.50 EUR',
    ]);
  });
});

describe('the summary of a statement', () => {
  it('has the booked entries, and the previous closing balance if there is no opening balance', () => {
    const statement = bankStatement({
      balances: [
        balanceOf('CLAV', 99n),
        balanceOf('PRCD', 10n, '2026-01-04'),
        balanceOf('CLBD', 7n, '2026-01-05', 'INTM'),
        balanceOf('CLBD', 8n),
      ],
      entries: [
        bankEntry({ amount: 3n }),
        bankEntry({ amount: 5n, direction: 'OUT' }),
        bankEntry({ amount: 50n, status: 'PDNG' }),
      ],
      legalSequence: 4n,
    });
    expect(summaryOf(statement, 'r')).toEqual({
      report: 'r',
      id: statement.id,
      from: '2026-01-05',
      to: '2026-01-05',
      opening: 10n,
      closing: 8n,
      net: -2n,
      sequence: 4n,
    });
  });
});

describe('the pages of a statement', () => {
  const page = (number: string, isLast: boolean, net: bigint, over = {}) => {
    const statement = bankStatement({
      id: 'S',
      page: { number, isLast },
      entries: [bankEntry({ amount: net })],
      ...over,
    });
    return pageOf(statement, summaryOf(statement, 'r'));
  };

  it('are one statement once all are there', () => {
    const pages = [
      page('3', true, 4n, { balances: [balanceOf('CLBD', 107n)] }),
      page('1', false, 1n, { balances: [balanceOf('OPBD', 100n)] }),
      page('2', false, 2n),
    ];
    let chain = EMPTY;
    const statements = pages.map((one) => {
      const after = withPage(chain, one!);
      chain = after.chain;
      return after.statement;
    });
    expect(statements).toMatchObject([null, null, { opening: 100n, closing: 107n, net: 7n }]);
    expect(chain.pages).toEqual([]);
  });

  it('are not needed for a statement that has both balances or a single page', () => {
    expect(page('1', true, 1n)).toBeNull();
    expect(page('7', false, 1n, { balances: [balanceOf('OPBD', 1n), balanceOf('CLBD', 2n)] })).toBeNull();
    expect(page('0', false, 1n)).toBeNull();
    expect(page('1', false, 1n)).toMatchObject({ number: 1, isLast: false });
  });

  it('that came twice count once', () => {
    const one = page('00001', false, 1n)!;
    const { chain } = withPage(withPage(EMPTY, one).chain, one);
    expect(gapsIn('acme', chain)).toEqual(['acme: pages of statement S are missing']);
    expect(chain.pages).toHaveLength(1);
  });
});

const summary = (over: Partial<Summary> = {}): Summary => ({
  ...{ report: 'r', id: 'S', from: '2026-01-05', to: '2026-01-05' },
  ...{ opening: 10n, closing: 15n, net: 5n, sequence: 3n },
  ...over,
});
const segment = (over: Partial<Segment> = {}): Segment => ({
  ...{ from: '2026-01-05', to: '2026-01-05', opening: 10n, closing: 15n, first: 3n, last: 3n },
  ...over,
});
const chainOf = (...segments: readonly Segment[]): Chain => ({ segments, pages: [] });

describe('a statement', () => {
  it('is the first if nothing is before it', () => {
    expect(withStatement(EMPTY, summary(), false)).toEqual({
      chain: chainOf(segment()),
      contradictions: [],
      isFirst: true,
    });
    const later = segment({ from: '2026-01-09', to: '2026-01-09', first: 9n, last: 9n });
    expect(withStatement(chainOf(later), summary(), false)).toMatchObject({ isFirst: true });
    const before = segment({ from: '2026-01-01', to: '2026-01-01', first: 1n, last: 1n });
    expect(withStatement(chainOf(before), summary(), false)).toMatchObject({ isFirst: false });
    const next = segment({ from: '2026-01-04', to: '2026-01-04', first: 2n, last: 2n, closing: 10n });
    expect(withStatement(chainOf(next), summary(), false)).toMatchObject({ isFirst: false });
    expect(withStatement(chainOf(segment()), summary(), false)).toMatchObject({ isFirst: false });
  });

  it('joins the statements before and after it', () => {
    const before = segment({ from: '2026-01-02', to: '2026-01-04', opening: 1n, closing: 10n, first: 1n, last: 2n });
    const after = segment({ from: '2026-01-06', to: '2026-01-08', opening: 15n, closing: 40n, first: 4n, last: 6n });
    expect(withStatement(chainOf(before, after), summary(), false)).toEqual({
      chain: chainOf({
        ...{ from: '2026-01-02', to: '2026-01-08', opening: 1n, closing: 40n },
        ...{ first: 1n, last: 6n },
      }),
      contradictions: [],
      isFirst: false,
    });
  });

  it('names each balance that another statement contradicts, with what the ledger lacks', () => {
    const before = segment({ from: '2026-01-04', to: '2026-01-04', closing: 4n, first: 2n, last: 2n });
    const after = segment({ from: '2026-01-06', to: '2026-01-06', opening: 12n, first: 4n, last: 4n });
    expect(withStatement(chainOf(before, after), summary(), false).contradictions).toEqual([
      {
        id: 'balance:r:opening',
        missing: 6n,
        reason: 'a statement closes with 0.04 EUR, but the next one opens with 0.10 EUR (statement S)',
      },
      {
        id: 'balance:r:closing',
        missing: -3n,
        reason: 'a statement closes with 0.15 EUR, but the next one opens with 0.12 EUR (statement S)',
      },
    ]);
    expect(withStatement(EMPTY, summary({ closing: 12n }), false).contradictions).toEqual([
      {
        id: 'sum:r',
        missing: -3n,
        reason: 'statement S opens with 0.10 EUR and closes with 0.12 EUR, but its entries sum to 0.05 EUR',
      },
    ]);
  });

  it('contradicts nothing where a balance is not stated', () => {
    const before = segment({ from: '2026-01-04', to: '2026-01-04', closing: null, first: 2n, last: 2n });
    const after = segment({ from: '2026-01-06', to: '2026-01-06', opening: null, first: 4n, last: 4n });
    expect(withStatement(chainOf(before, after), summary(), false).contradictions).toEqual([]);
    for (const over of [{ opening: null }, { closing: null }]) {
      const { contradictions, chain } = withStatement(EMPTY, summary({ net: 99n, ...over }), false);
      expect([contradictions, chain.segments]).toEqual([[], [segment(over)]]);
    }
    const known = segment({ from: '2026-01-04', to: '2026-01-04', closing: 4n, first: 2n, last: 2n });
    expect(withStatement(chainOf(known), summary({ opening: null, net: 0n }), false).contradictions).toEqual([]);
  });

  it('with any of its balances or its number is part of the chain', () => {
    const nothing = { opening: null, closing: null, sequence: null };
    expect(withStatement(EMPTY, summary(nothing), false).chain).toEqual(EMPTY);
    for (const over of [{ opening: 1n }, { closing: 1n }, { sequence: 1n }])
      expect(withStatement(EMPTY, summary({ ...nothing, ...over }), false).chain.segments).toHaveLength(1);
  });

  it('is known if its number and its days are those of known statements; without numbers, if it is a copy', () => {
    const known = segment({ from: '2026-01-02', to: '2026-01-08', first: 2n, last: 6n });
    const isKnown = (over: Partial<Summary>, isCopy = false, of = known) =>
      withStatement(chainOf(of), summary(over), isCopy).chain.segments.length === 1;
    expect([1n, 2n, 6n, 7n].map((sequence) => isKnown({ sequence }))).toEqual([false, true, true, false]);
    expect([isKnown({ from: '2026-01-02', to: '2026-01-08' }), isKnown({ from: '2026-01-01' })]).toEqual([true, false]);
    expect(isKnown({ to: '2026-01-09' })).toBe(false);
    expect([isKnown({ sequence: null }), isKnown({ sequence: null }, true)]).toEqual([false, true]);
    for (const over of [{ first: null }, { last: null }]) {
      expect(isKnown({ sequence: 4n }, true, { ...known, ...over })).toBe(true);
      expect(isKnown({ sequence: 4n }, false, { ...known, ...over })).toBe(false);
    }
    expect(isKnown({ sequence: 9n }, true)).toBe(false);
  });

  it('follows by its number, and by balances without numbers or where a bank begins again with 1', () => {
    const before = segment({ from: '2026-01-01', to: '2026-01-05', closing: 10n, first: 1n, last: 2n });
    const joins = (over: Partial<Summary>, end: Partial<Segment> = {}) =>
      withStatement(chainOf({ ...before, ...end }), summary(over), false).chain.segments.length === 1;
    expect([joins({}), joins({ sequence: 4n }), joins({ sequence: 4n, opening: 10n })]).toEqual([true, false, false]);
    // The same day, and a day before the other one ends.
    expect([joins({ from: '2026-01-05' }), joins({ from: '2026-01-04' })]).toEqual([true, false]);
    expect([joins({ sequence: null }), joins({ sequence: null, opening: 11n })]).toEqual([true, false]);
    expect([joins({}, { last: null }), joins({ opening: 11n }, { last: null })]).toEqual([true, false]);
    expect([joins({ sequence: 1n, from: '2026-01-06', to: '2026-01-06' }, { last: 9n })]).toEqual([true]);
    expect(joins({ sequence: 2n, from: '2026-01-06', to: '2026-01-06' }, { last: 9n })).toBe(false);
    expect(joins({ sequence: 9n, from: '2026-01-06', to: '2026-01-06' }, { last: 9n })).toBe(false);
    expect(joins({ sequence: null, opening: null }, { closing: null })).toBe(false);
  });

  it('is put in the order of days, and of numbers on one day', () => {
    const days = ['2026-01-09', '2026-01-01', '2026-01-05'].map((day, at) =>
      summary({ from: day, to: day, sequence: [90n, 10n, 50n][at]! }),
    );
    expect(add(EMPTY, days).chain.segments.map(({ from }) => from)).toEqual(['2026-01-01', '2026-01-05', '2026-01-09']);
    const numbers = [50n, 10n, null, 30n].map((sequence, at) => summary({ sequence, opening: BigInt(1_000 * at) }));
    expect(add(EMPTY, numbers).chain.segments.map(({ first }) => first)).toEqual([null, 10n, 30n, 50n]);
  });
});

describe('the gaps of a chain', () => {
  it('name unknown balances, and numbers only if both are known', () => {
    const [one, other] = [segment({ closing: null }), segment({ from: '2026-01-09', opening: null, first: 9n })];
    expect(gapsIn('acme', chainOf(one, other))).toEqual([
      'acme: statements are missing between 2026-01-05 (closing balance unknown) and 2026-01-09 (opening balance unknown), numbers 3 and 9',
    ]);
    for (const [a, b] of [
      [{ ...one, last: null }, other],
      [one, { ...other, first: null }],
    ] as const) {
      expect(gapsIn('acme', chainOf(a, b))).toEqual([
        'acme: statements are missing between 2026-01-05 (closing balance unknown) and 2026-01-09 (opening balance unknown)',
      ]);
    }
  });
});

describe('the summary of a statement without', () => {
  const without = (over: Partial<Parameters<typeof bankStatement>[0]>) =>
    summaryOf(bankStatement({ id: 'S', ...over }), 'r');

  it('a period has the days of its entries, then of its balances', () => {
    const entries = [
      bankEntry({ amount: 1n, bookingDate: '2026-01-07' }),
      bankEntry({ amount: 1n, bookingDate: null, valueDate: '2026-01-06' }),
      bankEntry({ amount: 1n, bookingDate: null }),
      bankEntry({ amount: 1n, bookingDate: '2026-01-01', status: 'PDNG' }),
    ];
    const [opening, closing] = [balanceOf('OPBD', 1n, '2026-01-03'), balanceOf('CLBD', 2n, '2026-01-09')];
    const period = (over: Parameters<typeof without>[0]) => {
      const { from, to } = without(over);
      return [from, to];
    };
    expect(period({ entries })).toEqual(['2026-01-06', '2026-01-07']);
    expect(period({ entries, balances: [opening, closing] })).toEqual(['2026-01-06', '2026-01-09']);
    expect(period({ balances: [opening, closing] })).toEqual(['2026-01-03', '2026-01-09']);
    expect(period({ balances: [opening] })).toEqual(['2026-01-03', '2026-01-03']);
    expect(period({ balances: [closing] })).toEqual(['2026-01-09', '2026-01-09']);
    expect(period({})).toEqual(['', '']);
    expect(period({ entries, balances: [closing], from: '2026-01-01', to: '2026-01-31' })).toEqual([
      '2026-01-01',
      '2026-01-31',
    ]);
  });

  it('final balances has intermediate ones, and without any none', () => {
    const [opening, closing] = [
      balanceOf('OPBD', 1n, '2026-01-05', 'INTM'),
      balanceOf('CLBD', 2n, '2026-01-05', 'INTM'),
    ];
    expect(without({ balances: [opening, closing] })).toMatchObject({ opening: 1n, closing: 2n });
    expect(without({})).toMatchObject({ opening: null, closing: null, net: 0n, sequence: null });
    expect(without({ balances: [balanceOf('PRCD', 7n), opening] })).toMatchObject({ opening: 1n });
    expect(without({ electronicSequence: 8n, legalSequence: 4n })).toMatchObject({ sequence: 8n });
  });
});

describe('pages', () => {
  const page = (number: number, over: Partial<Page> = {}): Page => ({
    ...summary({ opening: null, closing: null, net: BigInt(number) }),
    number,
    isLast: false,
    ...over,
  });

  it('are a statement with the opening of the first and the end of the last', () => {
    const first = page(1, { opening: 10n, from: '2026-01-05', to: '2026-01-05', sequence: 7n });
    const last = page(3, { closing: 16n, from: '2026-01-06', to: '2026-01-07', sequence: 8n, isLast: true });
    expect(assembled([last, first, page(2)])).toEqual(
      summary({ to: '2026-01-07', opening: 10n, closing: 16n, net: 6n, sequence: 7n }),
    );
    for (const missing of [[], [first], [first, page(2)], [first, last], [page(2), last]])
      expect(assembled(missing)).toBeNull();
  });

  it('that declare a sum each are not compared as if the first one declared the sum of the statement', () => {
    const pages = [page(1, { declared: 1n }), page(2, { declared: 2n, isLast: true })];
    expect(withStatement(EMPTY, assembled(pages)!, false).contradictions).toEqual([]);
  });

  it('of several statements stay apart', () => {
    const other = page(1, { report: 'other', id: 'other' });
    const begun = withPage(withPage(EMPTY, other).chain, page(1));
    expect(begun).toEqual({ chain: { segments: [], pages: [other, page(1)] }, statement: null });
    const { chain, statement } = withPage(begun.chain, page(2, { isLast: true }));
    expect(chain.pages).toEqual([other]);
    expect(statement).toMatchObject({ report: 'r', net: 3n });
  });

  it('with a number that is none are complete statements', () => {
    const of = (number: string, isLast: boolean, balances: Parameters<typeof bankStatement>[0]['balances'] = []) => {
      const statement = bankStatement({ page: { number, isLast }, balances });
      return pageOf(statement, summaryOf(statement, 'r')) !== null;
    };
    expect(['x', '-1', '1.5', '0', '99999999999999999999'].map((number) => of(number, true))).toEqual(
      Array(5).fill(false),
    );
    expect([of('2', true), of('1', false), of('1', true)]).toEqual([true, true, false]);
    const both = (subType: string | null) => [balanceOf('OPBD', 1n), balanceOf('CLBD', 2n, '2026-01-05', subType)];
    expect([of('2', true, both(null)), of('2', true, both('INTM'))]).toEqual([false, true]);
  });
});
