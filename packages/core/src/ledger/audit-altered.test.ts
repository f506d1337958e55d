import { createMemoryStorage } from '@corridor/adapters-storage/memory';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  type Context,
  createIds,
  type CurrencyCode,
  domainError,
  type Id,
  type Instant,
  newRecord,
  ok,
  tenantKey,
  type UnitOfWork,
} from '../kernel/index.js';
import { auditLedger, chart, lineId, post, type PostedEntry, type Posting, POSTINGS } from './index.js';

const USD = 'USD' as CurrencyCode;
const EUR = 'EUR' as CurrencyCode;
const tenant = tenantKey('Platform:018bcfe5-6800-7000-8000-000000000001' as Id<'Platform'>, 'SANDBOX');
const NOW = 1_700_000_000_000 as Instant;
const ctx: Context = { tenant, actor: { kind: 'system' }, requestId: 'r', now: NOW, hostNow: NOW };
const ids = createIds({ now: () => NOW }, { bytes: (n) => new Uint8Array(n).map((_, i) => i & 0xff) });
const ENTRY = 'JournalEntry:altered' as Id<'JournalEntry'>;
const CAUSE = 'Transaction:1';

let units: UnitOfWork;
beforeEach(() => {
  units = createMemoryStorage().units;
});

/** One line of the altered entry: its number, its amount, and what differs from a line that `post` writes. */
type Altered = readonly [index: number, amount: bigint, patch?: Partial<Posting>];

/** Adds lines of the altered entry at the end of the journal. */
const plant = (...lines: readonly Altered[]) =>
  units.run(tenant, async (tx) => {
    for (const [index, amount, patch] of lines) {
      tx.add(POSTINGS, {
        entryId: ENTRY,
        kind: 'SETTLEMENT',
        cause: CAUSE,
        entryCause: index === 0 ? CAUSE : null,
        account: 'fx:SANDBOX:USD',
        currency: USD,
        amount,
        ...newRecord(lineId(ENTRY, index), ctx),
        ...patch,
      });
    }
    return ok();
  });

/** Posts a sound entry, so that lines before and after it are not adjacent. */
const postAnother = () =>
  units.run(tenant, async (tx) => {
    const lines = [
      { account: chart.fx('SANDBOX', USD), amount: -1n },
      { account: chart.revenue('SANDBOX', USD), amount: 1n },
    ];
    return ok(post({ tx, ctx, ids }, { kind: 'SETTLEMENT', cause: 'Quote:1', lines }, domainError('INVALID_AMOUNT')));
  });

async function audited() {
  const seen: PostedEntry[] = [];
  const inspectEntries = async (entries: readonly PostedEntry[]) => {
    seen.push(...entries);
    return [];
  };
  const { findings, entries } = await units.read(tenant, (reads) => auditLedger(reads, { tenant, inspectEntries }));
  return { findings, entries, altered: seen.filter(({ id }) => id === ENTRY) };
}

const unbalanced = (sum: string) => `${ENTRY} does not balance: its postings sum to ${sum}`;
const unindexed = `${ENTRY} is not indexed by its cause: exactly one posting must carry the entry cause`;

describe('an audit judges an entry whose lines are apart by all of them together', () => {
  const cases: readonly (readonly [string, readonly Altered[], readonly Altered[], readonly string[]])[] = [
    [
      'a line was added to it later',
      [
        [0, 5n],
        [1, -5n],
      ],
      [[2, 1n]],
      [unbalanced('0.01 USD')],
    ],
    [
      'its first lines are numbered as later ones',
      [
        [3, 5n, { entryCause: CAUSE }],
        [4, -5n],
      ],
      [[0, 1n, { entryCause: null }]],
      [unbalanced('0.01 USD')],
    ],
    [
      'one of its lines has a number too high',
      [
        [0, 5n],
        [9, -5n],
      ],
      [[4, 1n]],
      [unbalanced('0.01 USD')],
    ],
    [
      'no adjacent line carries its cause',
      [
        [0, 5n, { entryCause: null }],
        [1, -5n],
      ],
      [[7, 1n, { entryCause: CAUSE }]],
      [unbalanced('0.01 USD')],
    ],
    [
      'two adjacent lines carry its cause',
      [
        [0, 5n],
        [1, -5n, { entryCause: CAUSE }],
      ],
      [[7, 1n]],
      [unbalanced('0.01 USD'), unindexed],
    ],
    [
      'its adjacent lines sum to more than zero',
      [
        [0, 5n],
        [1, -4n],
      ],
      [[8, -1n]],
      [],
    ],
    [
      'its adjacent lines balance in one currency only',
      [
        [0, 5n],
        [1, -5n],
        [2, 3n, { currency: EUR }],
      ],
      [[8, -3n, { currency: EUR }]],
      [],
    ],
    [
      'its adjacent lines balance only over both currencies',
      [
        [0, 5n],
        [1, -5n, { currency: EUR }],
      ],
      [
        [7, -5n],
        [8, 5n, { currency: EUR }],
      ],
      [],
    ],
  ];
  it.each(cases)('if %s', async (_, first, second, findings) => {
    await plant(...first);
    await postAnother();
    await plant(...second);
    await postAnother();
    const numbers = [...first, ...second].map(([index]) => index).toSorted((a, b) => a - b);
    expect(await audited()).toEqual({
      findings,
      entries: 3,
      altered: [
        {
          id: ENTRY,
          kind: 'SETTLEMENT',
          cause: CAUSE,
          postings: numbers.map((index): unknown => expect.objectContaining({ id: lineId(ENTRY, index) })),
        },
      ],
    });
  });

  it('in the order of their numbers, whatever their order in the journal', async () => {
    for (const index of [10, 2, 9, 11, 0]) {
      await plant([index, index === 0 ? -32n : BigInt(index)]);
      await postAnother();
    }
    const { findings, entries, altered } = await audited();
    expect(findings).toEqual([]);
    expect(entries).toBe(6);
    expect(altered.map(({ postings }) => postings.map(({ id }) => id))).toEqual([
      [0, 2, 9, 10, 11].map((index) => lineId(ENTRY, index)),
    ]);
  });
});

describe('an audit finds an entry', () => {
  it('with lines of two kinds', async () => {
    await plant([0, 5n], [1, -5n, { kind: 'DEPOSIT' }]);
    expect((await audited()).findings).toEqual([`${ENTRY} has postings of more than one kind or cause`]);
  });

  it.each([
    [
      'no line carries',
      [
        [0, 5n, { entryCause: null }],
        [1, -5n],
      ],
    ],
    [
      'two lines carry',
      [
        [0, 5n],
        [1, -5n, { entryCause: CAUSE }],
      ],
    ],
    [
      'its line carries another than',
      [
        [0, 5n, { entryCause: 'Transaction:2' }],
        [1, -5n],
      ],
    ],
  ] satisfies readonly (readonly [string, readonly Altered[]])[])('if %s its cause', async (_, lines) => {
    await plant(...lines);
    expect((await audited()).findings).toEqual([unindexed]);
  });

  it('that does not balance, once for each currency', async () => {
    await plant([0, 5n], [1, -3n, { currency: EUR }]);
    expect((await audited()).findings).toEqual([unbalanced('0.05 USD'), unbalanced('-0.03 EUR')]);
  });
});
