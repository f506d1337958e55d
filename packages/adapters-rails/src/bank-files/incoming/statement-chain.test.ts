import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { balanceOf, bankEntry, bankStatement } from '../../testing/bank-reports.js';
import { type Chain, gapsIn, pageOf, type Summary, summaryOf, withPage, withStatement } from './statement-chain.js';

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
      'acme: statements are missing between 2026-01-05 (closing balance EUR 0.01) and 2026-01-07 (opening balance EUR 0.03), numbers 1 and 3',
      'acme: statements are missing between 2026-01-07 (closing balance EUR 0.06) and 2026-01-09 (opening balance EUR 0.10), numbers 3 and 5',
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
      'statement S0 opens with EUR 0.00 and closes with EUR 0.09, but its entries sum to EUR 0.01',
      'a statement closes with EUR 0.09, but the next one opens with EUR 0.01 (statement S1)',
    ]);
  });

  it('names a debit balance with a minus', () => {
    const [one] = history([-250n], true);
    expect(add(EMPTY, [{ ...one!, closing: -150n }]).contradictions).toEqual([
      'statement S0 opens with EUR 0.00 and closes with EUR -1.50, but its entries sum to EUR -2.50',
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
