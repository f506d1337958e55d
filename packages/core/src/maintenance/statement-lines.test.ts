import { createMemoryStorage } from '@corridor/adapters-storage/memory';
import { beforeEach, describe, expect, it } from 'vitest';
import type { RailStatements, StatedMovement } from '../accounts/index.js';
import {
  type Context,
  createIds,
  type CurrencyCode,
  err,
  type Id,
  type Instant,
  ok,
  tenantKey,
  toIso,
  type UnitOfWork,
} from '../kernel/index.js';
import { chart, post } from '../ledger/index.js';
import { fixedClock, seededRandom } from '../testing/ports.js';
import { NEVER_SHORT } from '../transactions/index.js';
import { reconcile, reconcileRail, reconciliationArea, recordDifferences, type StatementLine } from './index.js';

const USD = 'USD' as CurrencyCode;
const EUR = 'EUR' as CurrencyCode;
const PLATFORM = 'Platform:018bcfe5-6800-7000-8000-000000000001' as Id<'Platform'>;
const DAY = 86_400_000;
const NOW = Date.UTC(2026, 0, 10, 12) as Instant;
const SCOPE = { rail: 'bank', environment: 'SANDBOX' } as const;
const clock = fixedClock(NOW);
const ids = createIds(clock, seededRandom());

let units: UnitOfWork;
beforeEach(() => {
  units = createMemoryStorage().units;
});

interface Moved {
  readonly rail?: string;
  readonly environment?: 'SANDBOX' | 'PRODUCTION';
  readonly currency?: CurrencyCode;
  readonly at?: number;
}

/** Posts money that a rail received (positive) or sent (negative) for a cause. */
function move(
  cause: string,
  amount: bigint,
  { rail = 'bank', environment = 'SANDBOX', currency = USD, at = NOW }: Moved = {},
) {
  const tenant = tenantKey(PLATFORM, environment);
  const now = at as Instant;
  const ctx: Context = { tenant, actor: { kind: 'system' }, requestId: 'r', now, hostNow: now };
  const lines = [
    { account: chart.clearing(environment, rail, currency), amount: -amount },
    { account: chart.ownFunds(environment, currency), amount },
  ];
  return units.run(tenant, async (tx) =>
    ok(post({ tx, ctx, ids }, { kind: 'TREASURY_TOP_UP', cause, lines }, NEVER_SHORT)),
  );
}

const line = (at: number, reference: string, amount: bigint, over: Partial<StatementLine> = {}): StatementLine => ({
  ...{ line: at, reference, currency: 'USD', direction: amount < 0n ? 'OUT' : 'IN' },
  amount: amount < 0n ? -amount : amount,
  ...over,
});
async function* stated(...lines: readonly StatementLine[]): AsyncGenerator<StatementLine> {
  yield* lines;
}
const booked = (reference: string, amount: bigint, over: object = {}): unknown =>
  expect.objectContaining({
    ...{ reference, currency: 'USD', direction: amount < 0n ? 'OUT' : 'IN' },
    amount: amount < 0n ? -amount : amount,
    ...over,
  });
const NONE = { matched: 0, missingInLedger: [], missingInStatement: [] };

describe('a line of a statement', () => {
  it.each([
    ['reference', line(1, 'B', 5n)],
    ['amount', line(1, 'A', 6n)],
    ['direction', line(1, 'A', -5n)],
    ['currency', line(1, 'A', 5n, { currency: 'EUR' })],
  ])('does not match a posting with another %s', async (_, other) => {
    await move('A', 5n);
    const same = line(1, 'A', 5n);
    expect(await reconcile(units, SCOPE, stated(same))).toEqual({ ...NONE, matched: 1 });
    expect(await reconcile(units, SCOPE, stated(other))).toEqual({
      matched: 0,
      missingInLedger: [other],
      missingInStatement: [booked('A', 5n, { kind: 'TREASURY_TOP_UP', createdAt: NOW })],
    });
  });

  it.each([
    ['environment', { environment: 'PRODUCTION' }],
    ['rail', { rail: 'other' }],
  ] as const)('does not match a posting of another %s', async (_, over) => {
    await move('A', 5n, over);
    const one = line(1, 'A', 5n);
    expect(await reconcile(units, SCOPE, stated(one))).toEqual({ ...NONE, missingInLedger: [one] });
  });

  it('is not confused with one whose amount and reference make the same text', async () => {
    await move('x', 11n);
    const other = line(1, '1x', 1n);
    expect((await reconcile(units, SCOPE, stated(other))).missingInLedger).toEqual([other]);
  });

  it('matches one posting, and a posting matches one line', async () => {
    await move('A', 5n);
    const lines = [line(2, 'A', 5n), line(3, 'A', 5n)];
    expect(await reconcile(units, SCOPE, stated(...lines))).toEqual({
      ...NONE,
      matched: 1,
      missingInLedger: [lines[1]],
    });
    await move('A', 5n);
    expect(await reconcile(units, SCOPE, stated(...lines))).toEqual({ ...NONE, matched: 2 });
    await move('A', 5n);
    expect(await reconcile(units, SCOPE, stated(...lines))).toEqual({
      ...{ ...NONE, matched: 2 },
      missingInStatement: [booked('A', 5n)],
    });
  });

  it('is listed in the order of the statement if the ledger lacks it', async () => {
    const lines = [line(2, 'A', 5n), line(3, 'B', 5n), line(4, 'A', 5n), line(5, 'B', 5n)];
    expect((await reconcile(units, SCOPE, stated(...lines))).missingInLedger).toEqual(lines);
  });
});

describe('the lines and postings of one payment', () => {
  it('match if their sums are equal, in either direction', async () => {
    await move('A', -100n);
    await move('A', 90n);
    await move('A', 7n);
    expect(await reconcile(units, SCOPE, stated(line(1, 'A', -100n), line(2, 'A', 97n)))).toEqual({
      ...NONE,
      matched: 2,
    });
    expect(await reconcile(units, SCOPE, stated(line(1, 'A', -3n)))).toEqual({ ...NONE, matched: 1 });
    const less = line(1, 'A', -4n);
    expect(await reconcile(units, SCOPE, stated(less))).toEqual({
      matched: 0,
      missingInLedger: [less],
      missingInStatement: [booked('A', -100n), booked('A', 90n), booked('A', 7n)],
    });
  });

  it('do not match if the statement has none, even if the postings sum to zero', async () => {
    await move('A', -100n);
    await move('A', 100n);
    expect((await reconcile(units, SCOPE, stated())).missingInStatement).toHaveLength(2);
  });

  it('are not added up with those of another payment or of another currency', async () => {
    await move('A', -100n);
    await move('B', -50n);
    const lines = [line(1, 'A', -90n), line(2, 'B', -60n)];
    expect(await reconcile(units, SCOPE, stated(...lines))).toMatchObject({ matched: 0, missingInLedger: lines });
    const euros = [line(1, 'A', -40n, { currency: 'EUR' }), line(2, 'A', -60n)];
    await move('A', -10n, { currency: EUR });
    expect(await reconcile(units, SCOPE, stated(...euros))).toMatchObject({ matched: 0, missingInLedger: euros });
  });
});

describe('the postings of a period', () => {
  it('are those between both ends, inclusive', async () => {
    for (const at of [1, 2, 3]) await move(`at ${at}`, 5n, { at: NOW + at });
    const missing = async (from?: number, to?: number) => {
      const period = {
        from: from === undefined ? undefined : ((NOW + from) as Instant),
        to: to === undefined ? undefined : ((NOW + to) as Instant),
      };
      return (await reconcile(units, { ...SCOPE, ...period }, stated())).missingInStatement.map(
        ({ reference }) => reference,
      );
    };
    expect(await missing()).toEqual(['at 1', 'at 2', 'at 3']);
    expect(await missing(2)).toEqual(['at 2', 'at 3']);
    expect(await missing(undefined, 2)).toEqual(['at 1', 'at 2']);
    expect(await missing(2, 2)).toEqual(['at 2']);
    expect(await missing(4)).toEqual([]);
  });

  it('are all found, however many they are, in the order of the journal', async () => {
    for (let at = 0; at < 1_001; at++) await move(String(at), 5n);
    const { missingInStatement } = await reconcile(units, SCOPE, stated());
    expect(missingInStatement.map(({ reference }) => reference)).toEqual(
      Array.from({ length: 1_001 }, (_, at) => String(at)),
    );
  });
});

describe('the statements that a connection keeps', () => {
  const day = (days: number) => toIso((NOW + days * DAY) as Instant).slice(0, 10);
  const movement = (reference: string, amount: bigint, date: string | null): StatedMovement => ({
    ...{ reference, currency: USD, date, direction: amount < 0n ? 'OUT' : 'IN' },
    amount: amount < 0n ? -amount : amount,
  });
  function kept(movements: readonly StatedMovement[], date: string | null, amount = 0n): RailStatements {
    return {
      movements: async function* () {
        yield* movements;
      },
      closing: async () => (date === null ? null : { date, currency: USD, amount, inFlight: 0n }),
    };
  }
  const compared = (statements: RailStatements, from?: number, to?: number) =>
    reconcileRail(
      units,
      {
        ...SCOPE,
        from: from === undefined ? undefined : ((NOW + from * DAY) as Instant),
        to: to === undefined ? undefined : ((NOW + to * DAY) as Instant),
      },
      statements,
      NOW,
    );

  it('do not contain what was booked after the newest one, or anything before the first one', async () => {
    for (const days of [-1, 0, 1]) await move(`day ${days}`, 5n, { at: NOW + days * DAY });
    const references = async (statements: RailStatements) => {
      const { missingInStatement, inFlight } = await compared(statements);
      return [missingInStatement, inFlight].map((found) => found.map(({ reference }) => reference));
    };
    expect(await references(kept([], day(0)))).toEqual([['day -1', 'day 0'], ['day 1']]);
    expect(await references(kept([], null))).toEqual([[], ['day -1', 'day 0', 'day 1']]);
  });

  it('have a balance that the clearing account of their rail, currency and environment must have', async () => {
    await move('A', 100n);
    await move('B', 7n, { rail: 'other' });
    await move('D', 9n, { environment: 'PRODUCTION' });
    const statements = kept([movement('A', 100n, day(0))], day(0), 100n);
    const balances = { date: day(0), currency: 'USD', closing: 100n, ledger: 100n, unexplained: 0n };
    expect(await compared(statements)).toMatchObject({ matched: 1, balances });
    expect((await compared(kept([movement('A', 100n, day(0))], day(0), 98n))).balances).toMatchObject({
      unexplained: 2n,
    });
    await move('C', 8n, { currency: EUR });
    const euros = { ...movement('E', 4n, day(0)), currency: EUR };
    expect((await compared(kept([movement('A', 100n, day(0)), euros], day(0), 100n))).balances).toEqual(balances);
    expect((await compared(kept([], null))).balances).toBeNull();
    expect((await compared(statements, -1)).balances).toBeNull();
    expect((await compared(statements, undefined, 1)).balances).toBeNull();
  });

  it('are compared in a period: movements of both of its days, of unknown days, and no others', async () => {
    const days = [-2, -1, 0, 1, 2].map((days) => movement(`day ${days}`, 5n, day(days)));
    const statements = kept([...days, movement('unknown', 5n, null)], day(5));
    const missing = async (from?: number, to?: number) =>
      (await compared(statements, from, to)).missingInLedger.map(({ line: at, reference }) => [at, reference]);
    const all = [
      [1, 'day -2'],
      [2, 'day -1'],
      [3, 'day 0'],
      [4, 'day 1'],
      [5, 'day 2'],
    ];
    const unknown = [6, 'unknown'];
    expect(await missing()).toEqual([...all, unknown]);
    expect(await missing(-1, 1)).toEqual([...all.slice(1, 4), unknown]);
    expect(await missing(-1)).toEqual([...all.slice(1), unknown]);
    expect(await missing(undefined, 1)).toEqual([...all.slice(0, 4), unknown]);
  });

  it('are compared in a period with the postings of the period, both ends inclusive', async () => {
    for (const days of [-2, -1, 0, 1, 2]) await move(`day ${days}`, 5n, { at: NOW + days * DAY });
    const missing = async (from?: number, to?: number) =>
      (await compared(kept([], day(5)), from, to)).missingInStatement.map(({ reference }) => reference);
    expect(await missing(-1, 1)).toEqual(['day -1', 'day 0', 'day 1']);
    expect(await missing(-1)).toEqual(['day -1', 'day 0', 'day 1', 'day 2']);
    expect(await missing(undefined, 1)).toEqual(['day -2', 'day -1', 'day 0', 'day 1']);
  });

  it('are found by their rail; a rail without them is not found', async () => {
    await move('A', 5n);
    const connection = {
      environment: 'SANDBOX',
      rails: [{ name: 'other' }, { name: 'bank' }],
      statements: kept([], day(0), 5n),
    };
    const silent = { environment: 'SANDBOX', rails: [{ name: 'silent' }] };
    const connections = [silent, connection] as never;
    const area = reconciliationArea({ units, clock, ids, connections });
    expect(await area.compare({ rail: 'bank' })).toMatchObject({
      ok: true,
      value: { missingInStatement: [booked('A', 5n)], balances: { ledger: 5n } },
    });
    const recorded = await area.record({ rail: 'bank' });
    expect(recorded).toMatchObject({ ok: true, value: [{ rail: 'bank', amount: 5n, kind: 'STATEMENT_DIFFERENCE' }] });
    expect(await area.record({ rail: 'bank' })).toEqual(recorded);
    for (const rail of ['silent', 'unknown']) {
      const missing = { ok: false, error: { code: 'REFERENCE_NOT_FOUND' } };
      expect(await area.compare({ rail })).toMatchObject(missing);
      expect(await area.record({ rail })).toMatchObject(missing);
    }
    const past = (await area.compare({ rail: 'bank', to: (NOW - 20 * DAY) as Instant })) as { value: object };
    expect(past.value).toMatchObject({ missingInStatement: [], balances: null });
  });
});

describe('the exceptions of differences', () => {
  it('name each of several equal lines, the postings in the other direction, and no line that is one already', async () => {
    await move('A', 5n);
    const exception = `Exception:${'018bcfe5-6800-7000-8000-00000000000a'}`;
    const lines = [
      line(2, 'fee', -3n),
      line(3, 'fee', -3n),
      line(4, 'fee', 3n),
      line(5, 'due', -1n, { date: '2026-01-09' }),
      line(6, 'old', -1n, { date: null }),
      line(7, exception, -1n),
    ];
    const found = await reconcile(units, SCOPE, stated(...lines));
    const opened = await recordDifferences({ units, clock, ids }, SCOPE, found);
    const [entry] = found.missingInStatement;
    expect(opened.ok && opened.value.map(({ reference, amount, reason }) => [reference, amount, reason])).toEqual([
      ['OUT:fee:USD:3', 3n, 'line 2 of the statement, OUT fee, is not in the ledger'],
      ['OUT:fee:USD:3:2', 3n, 'line 3 of the statement, OUT fee, is not in the ledger'],
      ['IN:fee:USD:3', 3n, 'line 4 of the statement, IN fee, is not in the ledger'],
      ['OUT:due:USD:1', 1n, 'an entry of 2026-01-09, OUT due, is not in the ledger'],
      ['OUT:old:USD:1', 1n, 'an entry of an unknown day, OUT old, is not in the ledger'],
      [`OUT:${entry!.entryId}:USD:5`, 5n, `${entry!.entryId} (TREASURY_TOP_UP), IN, is not in the statement`],
    ]);
  });

  it('are not opened if the database is not available', async () => {
    const failing: UnitOfWork = { ...units, run: async () => err('SERVICE_UNAVAILABLE') };
    const found = { ...NONE, missingInLedger: [line(1, 'A', 1n)] };
    expect(await recordDifferences({ units: failing, clock, ids }, SCOPE, found)).toMatchObject({
      ok: false,
      error: { code: 'SERVICE_UNAVAILABLE' },
    });
  });
});
