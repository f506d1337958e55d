import { Bug } from '@corridor/core/ports';
import { BALANCES, EVENTS, INTERNAL_ACCOUNTS, JOBS, POSTINGS, TRANSACTIONS } from '@corridor/core/records';
import { describe, expect, test } from 'vitest';
import { account, ALICE, balance, BOB, event, LOST, SHORT, T0, TAKEN } from '../testing/records.js';
import { anyKind } from '../schema/tables.js';
import { createReads, delivered, openUnit, outcomeOf, type UnitEngine } from './handle.js';
import { Ended, LostRace, type Step } from './steps.js';

/** An engine that notes what it is asked for. Every read finds nothing. */
function engine(flush: (steps: readonly Step[]) => Promise<void> = async () => undefined) {
  const asked: unknown[][] = [];
  const answers = {
    get: null,
    getMany: [],
    find: null,
    list: { rows: [], hasMore: false },
    sum: 0n,
    follow: [],
    positionOf: 5,
    tenants: [],
    overdue: [],
    waiting: [],
    horizon: 8,
    lastPosition: 9,
  };
  const reads = Object.fromEntries(
    Object.entries(answers).map(([name, answer]) => [
      name,
      (table: { readonly name: string }, ...rest: unknown[]) => {
        asked.push([name, table.name, ...rest]);
        return answer;
      },
    ]),
  );
  const made = {
    ...reads,
    flush: async (steps: readonly Step[]) => {
      asked.push(['flush', ...steps.flatMap(({ guards, adds }) => [...guards, ...adds].map(({ id }) => id))]);
      await flush(steps);
    },
  } as unknown as UnitEngine;
  return { asked, made };
}

const list = { order: 'asc', limit: 2 } as const;

describe('reads', () => {
  const opened = (tenant: typeof ALICE | null = ALICE) => {
    const { asked, made } = engine();
    return { asked, reads: createReads(made, tenant, () => undefined) };
  };

  test('ask for rows of the tenant, and for all rows of a kind that belongs to no tenant or in a unit without one', async () => {
    const own = opened();
    await own.reads.get(INTERNAL_ACCOUNTS, 'a');
    await own.reads.getMany(INTERNAL_ACCOUNTS, ['b', 'c', 'b']);
    await own.reads.find(INTERNAL_ACCOUNTS, 'reference', ['r']);
    await own.reads.find(INTERNAL_ACCOUNTS, 'owner', ['o', 'USD', 'INTERNAL_FIAT']);
    const every = opened(null);
    await every.reads.get(INTERNAL_ACCOUNTS, 'a');
    await every.reads.find(INTERNAL_ACCOUNTS, 'reference', ['r']);
    expect(own.asked).toEqual([
      ['get', 'internal_accounts', 'a', ALICE],
      ['getMany', 'internal_accounts', ['b', 'c'], ALICE],
      ['find', 'internal_accounts', 'reference', ['r'], ALICE],
      ['find', 'internal_accounts', 'owner', ['o', 'USD', 'INTERNAL_FIAT'], ALICE],
    ]);
    expect(every.asked).toEqual([
      ['get', 'internal_accounts', 'a', null],
      ['find', 'internal_accounts', 'reference', ['r'], null],
    ]);
  });

  test('of texts with U+0000, which no row contains, find nothing without asking the database', async () => {
    const { asked, reads } = opened();
    const bad = 'a\0b';
    expect(await reads.get(BALANCES, bad)).toBeNull();
    expect(await reads.getMany(BALANCES, [bad])).toEqual([]);
    expect(await reads.find(INTERNAL_ACCOUNTS, 'reference', [bad])).toBeNull();
    expect(await reads.positionOf(anyKind(EVENTS), bad)).toBeNull();
    expect(
      await reads.follow(POSTINGS, {
        after: 0,
        upTo: 9,
        order: 'asc',
        limit: 1,
        by: { column: 'account', value: bad },
      }),
    ).toEqual([]);
    const nothing = { rows: [], hasMore: false, total: 0 };
    const after = { createdAt: T0, id: bad };
    expect(await reads.list(INTERNAL_ACCOUNTS, { ...list, after } as never)).toEqual(nothing);
    expect(await reads.list(INTERNAL_ACCOUNTS, { ...list, where: { owner: bad } } as never)).toEqual(nothing);
    const anyOf = { columns: ['senderIdentifier'], value: bad };
    expect(await reads.list(TRANSACTIONS, { ...list, anyOf } as never)).toEqual(nothing);
    expect(await reads.list(TRANSACTIONS, { ...list, anyOf, counted: false } as never)).toEqual({
      rows: [],
      hasMore: false,
    });
    expect(asked).toEqual([]);
    await reads.getMany(BALANCES, [bad, 'b']);
    expect(asked).toEqual([['getMany', 'balances', ['b'], ALICE]]);
  });

  test('count the rows of a list unless the query declines it, and leave out filters without a value', async () => {
    const { asked, reads } = opened();
    await reads.list(TRANSACTIONS, { ...list, where: { senderIdentifier: null, status: undefined } } as never);
    await reads.list(INTERNAL_ACCOUNTS, {
      ...list,
      counted: false,
      between: [{ column: 'createdAt', from: T0 }],
      after: { createdAt: T0, id: 'x' },
    } as never);
    const plain = { anyOf: undefined, order: 'asc', limit: 2 };
    expect(asked).toEqual([
      [
        'list',
        'transactions',
        { ...plain, where: [{ field: 'senderIdentifier', value: null }], between: [], after: undefined, counted: true },
        ALICE,
      ],
      [
        'list',
        'internal_accounts',
        {
          ...plain,
          where: [],
          between: [{ field: 'createdAt', from: T0, to: undefined }],
          after: { createdAt: T0, id: 'x' },
          counted: false,
        },
        ALICE,
      ],
    ]);
  });

  test('follow positions only if there are any between the two bounds', async () => {
    const { asked, reads } = opened();
    const query = { after: 4, upTo: 4, order: 'desc', limit: 3 } as const;
    expect(await reads.follow(POSTINGS, query)).toEqual([]);
    expect(await reads.follow(POSTINGS, { ...query, upTo: 3 })).toEqual([]);
    expect(asked).toEqual([]);
    await reads.follow(POSTINGS, { ...query, upTo: 5 });
    await reads.follow(POSTINGS, { ...query, upTo: 5, by: { column: 'account', value: 'fees' } });
    const checked = { after: 4, upTo: 5, order: 'desc', limit: 3 };
    expect(asked).toEqual([
      ['follow', 'postings', { ...checked, by: null }, ALICE],
      ['follow', 'postings', { ...checked, by: { field: 'account', value: 'fees' } }, ALICE],
    ]);
  });

  test('sum one column over one value of another', async () => {
    const { asked, reads } = opened();
    await reads.sum(POSTINGS, 'amount', { account: 'fees' }, 3, null);
    expect(asked).toEqual([
      ['sum', 'postings', { field: 'amount', by: 'account', value: 'fees', after: 3, upTo: null }, ALICE],
    ]);
  });

  test('refuse what the record kind does not declare', async () => {
    const { asked, reads } = opened();
    const refused: readonly (() => Promise<unknown>)[] = [
      () => reads.find(INTERNAL_ACCOUNTS, 'reference', []),
      () => reads.find(INTERNAL_ACCOUNTS, 'reference', ['r', 's']),
      () => reads.find(INTERNAL_ACCOUNTS, 'owner', ['o', 'USD']),
      () => opened(null).reads.find(INTERNAL_ACCOUNTS, 'owner', ['o', 'USD', 'INTERNAL_FIAT']),
      () => reads.list(INTERNAL_ACCOUNTS, { ...list, where: { reference: 'r' } } as never),
      () => reads.list(TRANSACTIONS, { ...list, anyOf: { columns: ['description'], value: 'r' } } as never),
      () => reads.list(INTERNAL_ACCOUNTS, { ...list, limit: 0 }),
      () => reads.list(INTERNAL_ACCOUNTS, { ...list, limit: 1.5 }),
      () => reads.list(INTERNAL_ACCOUNTS, { ...list, between: [{ column: 'currency' }] } as never),
      () => reads.sum(POSTINGS, 'amount', {}, 0, null),
      () => reads.sum(POSTINGS, 'amount', { account: 'a', currency: 'USD' } as never, 0, null),
      () => reads.sum(POSTINGS, 'amount', { currency: 'USD' } as never, 0, null),
      () => reads.sum(POSTINGS, 'kind', { account: 'a' }, 0, null),
      () => reads.follow(BALANCES, { after: 0, upTo: 1, order: 'asc', limit: 1 }),
      () => reads.follow(POSTINGS, { after: 0, upTo: 1, order: 'asc', limit: 1, by: { column: 'kind', value: 'x' } }),
      () => reads.positionOf(anyKind(BALANCES), 'a'),
      () => reads.horizon(anyKind(BALANCES)),
      () => reads.lastPosition(anyKind(BALANCES)),
      () => reads.tenants(anyKind(BALANCES)),
      () => reads.waiting(anyKind(BALANCES)),
      () => opened(null).reads.overdue(JOBS, T0, 1),
    ];
    for (const [index, read] of refused.entries()) await expect(read(), String(index)).rejects.toThrow(Bug);
    expect(asked).toEqual([]);
  });

  test('of positions are of the whole record kind', async () => {
    const { asked, reads } = opened();
    const kind = anyKind(EVENTS);
    expect([await reads.positionOf(kind, 'w'), await reads.horizon(kind), await reads.lastPosition(kind)]).toEqual([
      5, 8, 9,
    ]);
    expect(asked).toEqual([
      ['positionOf', 'events', 'w', ALICE],
      ['horizon', 'events'],
      ['lastPosition', 'events'],
    ]);
  });

  test('reach a closure in turns if the database is remote, each of them', async () => {
    const { made } = engine();
    let turns = 0;
    const reads = delivered(
      createReads(made, null, () => undefined),
      (answer) => {
        turns++;
        return answer;
      },
    );
    const kind = anyKind(EVENTS);
    expect(await reads.get(BALANCES, 'a')).toBeNull();
    await reads.getMany(BALANCES, ['a']);
    await reads.find(BALANCES, 'id', ['a']);
    await reads.list(INTERNAL_ACCOUNTS, list);
    await reads.sum(POSTINGS, 'amount', { account: 'a' }, 0, null);
    await reads.follow(POSTINGS, { after: 0, upTo: 1, order: 'asc', limit: 1 });
    expect(await reads.positionOf(kind, 'w')).toBe(5);
    await reads.tenants(kind);
    await reads.waiting(kind);
    await reads.horizon(kind);
    expect(await reads.lastPosition(kind)).toBe(9);
    await reads.overdue(JOBS, T0, 1).catch(() => undefined);
    expect(turns).toBe(12);
  });
});

describe('a unit of work', () => {
  test('sends its writes before it reads, once, and the rest at the commit', async () => {
    const { asked, made } = engine();
    const unit = openUnit(made, ALICE);
    unit.tx.add(BALANCES, balance('a', 1n));
    unit.tx.add(EVENTS, event('Webhook:1'));
    await unit.tx.get(BALANCES, 'a');
    await unit.tx.get(BALANCES, 'b');
    expect(asked).toEqual([
      ['flush', 'a'],
      ['get', 'balances', 'a', ALICE],
      ['get', 'balances', 'b', ALICE],
    ]);
    expect(unit.rest().flatMap(({ adds }) => adds.map(({ id }) => id))).toEqual(['Webhook:1']);
  });

  test('lets no read begin before the writes are sent, also not one that has nothing to send', async () => {
    let sent: () => void = () => undefined;
    const sending = new Promise<void>((resolve) => (sent = resolve));
    const { asked, made } = engine(() => sending);
    const { tx } = openUnit(made, ALICE);
    tx.add(BALANCES, balance('a', 1n));
    const reads = [tx.get(BALANCES, 'a'), tx.get(BALANCES, 'b')];
    await new Promise((resolve) => setImmediate(resolve));
    expect(asked).toEqual([['flush', 'a']]);
    sent();
    await Promise.all(reads);
    expect(asked).toHaveLength(3);
  });

  test('refuses every use after a write failed, even if its closure goes on, and reports the first failure', async () => {
    const failures = [new Ended(SHORT), new Ended(TAKEN)];
    const { made } = engine(() => Promise.reject(failures.shift()!));
    const unit = openUnit(made, ALICE);
    unit.tx.add(BALANCES, balance('a', 1n));
    const first = unit.tx.get(BALANCES, 'a');
    await expect(first).rejects.toThrow(SHORT.message);
    await expect(unit.tx.get(BALANCES, 'a')).rejects.toThrow(SHORT.message);
    expect(() => unit.tx.add(BALANCES, balance('b', 1n))).toThrow(SHORT.message);
    expect(outcomeOf(unit.failure())).toEqual({ kind: 'answer', result: { ok: false, error: SHORT } });
  });

  test('ends with the error of a guard, runs again after a lost race, and throws everything else', () => {
    expect(outcomeOf(new Ended(LOST))).toEqual({ kind: 'answer', result: { ok: false, error: LOST } });
    expect(outcomeOf(new LostRace())).toEqual({ kind: 'again' });
    const error = new Error('disk');
    expect(outcomeOf(error)).toEqual({ kind: 'threw', error });
  });

  test('refuses rows of another tenant, changes of fixed columns, and increases of anything but amounts', () => {
    const { tx, rest } = openUnit(engine().made, ALICE);
    const [foreign, own] = [balance('b', 1n, BOB), account('InternalAccount:1')];
    const misuses: readonly (() => void)[] = [
      () => tx.add(BALANCES, foreign),
      () => tx.change(BALANCES, foreign, { ...foreign, version: 2 }),
      () => tx.remove(BALANCES, foreign),
      () => tx.increase(BALANCES, { id: 'b', by: { available: 1n }, initial: foreign }, SHORT),
      () => tx.change(INTERNAL_ACCOUNTS, own, { ...own, id: 'InternalAccount:2' as never }),
      () => tx.change(INTERNAL_ACCOUNTS, own, { ...own, tenant: BOB }),
      () => tx.change(INTERNAL_ACCOUNTS, own, { ...own, createdAt: (T0 + 1) as never }),
      () => tx.increase(BALANCES, { id: 'a', by: {} }, SHORT),
      () => tx.increase(BALANCES, { id: 'a', by: { available: 1n, version: 1n } }, SHORT),
    ];
    for (const misuse of misuses) expect(misuse).toThrow(Bug);
    expect(rest()).toEqual([]);
    tx.increase(BALANCES, { id: 'a', by: { available: 1n } }, SHORT);
    expect(rest()).toHaveLength(1);
  });

  test('without a tenant writes rows of every tenant, and no unit is used after its end', async () => {
    const unit = openUnit(engine().made, null);
    unit.tx.add(BALANCES, balance('a', 1n, ALICE));
    unit.tx.add(BALANCES, balance('b', 1n, BOB));
    expect(unit.rest().flatMap(({ adds }) => adds.map(({ id }) => id))).toEqual(['a', 'b']);
    unit.close();
    expect(() => unit.tx.add(BALANCES, balance('c', 1n))).toThrow(Bug);
    await expect(unit.tx.get(BALANCES, 'a')).rejects.toThrow(Bug);
    expect(outcomeOf(unit.failure())).toEqual({ kind: 'threw', error: undefined });
  });
});
