import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { crashes, withCrashes } from '../../testing/bank-crashes.js';
import { inOrder } from '../../testing/in-order.js';
import { backlog } from '../../testing/bank-outcomes.js';
import { bankDetail, bankEntry, bankReport, type PlayBank, playBank } from '../../testing/bank-reports.js';
import type { AccountReport, StatementEntry } from '../../iso20022/messages.js';

/** A batch that a bank has booked as one entry: its parts, and what the bank calls it. */
interface Batch {
  readonly parts: readonly bigint[];
  readonly reference: string | null;
  readonly paymentInformationId: string;
}

const total = (all: readonly bigint[]): bigint => all.reduce((sum, one) => sum + one, 0n);

const entryOf = ({ parts, reference, paymentInformationId }: Batch, isDetailed: boolean): StatementEntry =>
  bankEntry({
    amount: total(parts),
    servicerReference: reference,
    batches: [{ messageId: null, paymentInformationId, count: BigInt(parts.length), total: null }],
    details: isDetailed ? parts.map((amount) => bankDetail({ amount, text: `part ${amount}` })) : [],
  });

const PARTS = {
  'of different amounts': [
    [10n, 20n],
    [15n, 25n],
    [17n, 33n],
  ],
  'of one amount': [
    [10n, 20n],
    [11n, 19n],
    [12n, 18n],
  ],
  'with an equal part': [
    [10n, 20n],
    [10n, 26n],
    [10n, 34n],
  ],
} as const;

/** Which reports name a batch, and how. The statement names each batch once. */
const naming = fc.record({
  sums: fc.record({ '052': fc.boolean(), '054': fc.boolean() }),
  details: fc.record({ '052': fc.boolean(), '054': fc.boolean() }),
  isDetailed: fc.boolean(),
});
type Naming = typeof naming extends fc.Arbitrary<infer T> ? T : never;

interface Delivery {
  readonly namings: readonly Naming[];
  /** Whether the batches of a kind are in one report. */
  readonly together: readonly boolean[];
  readonly order: readonly number[];
}

const delivery: fc.Arbitrary<Delivery> = fc.record({
  namings: fc.array(naming, { minLength: 3, maxLength: 3 }),
  together: fc.array(fc.boolean(), { minLength: 5, maxLength: 5 }),
  order: fc.array(fc.nat(), { minLength: 15, maxLength: 15 }),
});

function reportsOf(batches: readonly Batch[], { namings, together, order }: Delivery): readonly AccountReport[] {
  const kinds = [
    ...(['052', '054'] as const).flatMap((version) => [
      { version, isDetailed: false, isNamed: (index: number) => namings[index]!.sums[version] },
      { version, isDetailed: true, isNamed: (index: number) => namings[index]!.details[version] },
    ]),
    { version: '053' as const, isDetailed: null, isNamed: () => true },
  ];
  const reports = kinds.flatMap(({ version, isDetailed, isNamed }, kind) => {
    const entries = batches.flatMap((batch, index) =>
      isNamed(index) ? entryOf(batch, isDetailed ?? namings[index]!.isDetailed) : [],
    );
    const all = together[kind] ? [entries] : entries.map((entry) => [entry]);
    return all
      .filter(({ length }) => length > 0)
      .map((some, index) => bankReport(version, { id: `${version} ${isDetailed} ${index}`, entries: some }));
  });
  return inOrder(reports, order);
}

/** What core knows, what the statements have, and what no statement has, after all waits have ended. */
async function booksOf(bank: PlayBank) {
  bank.clock.advance(24 * 3600);
  await bank.work();
  let stated = 0n;
  for await (const { amount } of bank.reports.statements.movements('acme-bank', { from: null, to: null })) {
    stated += amount;
  }
  const amountOf = (kind: 'arrival' | 'difference'): bigint =>
    total([...bank.told.values()].flatMap((telling) => (telling.kind === kind ? telling.amount : [])));
  return { arrived: amountOf('arrival'), differs: amountOf('difference'), stated, ...(await backlog(bank)) };
}

/** The books if every batch is booked once: a batch without details anywhere is a difference. */
function expectedOf(batches: readonly Batch[], namings: readonly Naming[]) {
  const sumOf = (all: readonly Batch[]): bigint => total(all.flatMap(({ parts }) => parts));
  const isKnown = (_: Batch, index: number): boolean => {
    const { details, isDetailed } = namings[index]!;
    return isDetailed || details['052'] || details['054'];
  };
  const arrived = sumOf(batches.filter(isKnown));
  const all = sumOf(batches);
  return { arrived, differs: all - arrived, stated: all, toTell: 0, waiting: 0, noted: 0, inFlight: 0 };
}

const settings = fc.constantFrom('notification' as const, 'statement' as const);

const batchesOf = (
  amounts: keyof typeof PARTS,
  { isNumbered, names }: { readonly isNumbered: boolean; readonly names: readonly string[] },
): readonly Batch[] =>
  names.map((paymentInformationId, index) => ({
    parts: PARTS[amounts][index]!,
    reference: isNumbered ? `S${index}` : null,
    paymentInformationId,
  }));

const different = fc
  .record({
    isNumbered: fc.boolean(),
    names: fc.array(fc.constantFrom('P1', 'P2'), { minLength: 1, maxLength: 3 }),
  })
  .map((how) => batchesOf('of different amounts', how));
const named = (amounts: keyof typeof PARTS) =>
  fc
    .record({ isNumbered: fc.boolean(), names: fc.constantFrom(['P1'], ['P1', 'P2'], ['P1', 'P2', 'P3']) })
    .map((how) => batchesOf(amounts, how));

describe.each([
  ['of different amounts', different],
  ['of one amount, with names of their own', named('of one amount')],
  ['with an equal part, and names of their own', named('with an equal part')],
])('batches %s', (_which, batches) => {
  it('are booked once each, whatever reports name them as sums or with details, in whatever order', async () => {
    await fc.assert(
      fc.asyncProperty(batches, delivery, settings, async (all, how, credit) => {
        const bank = playBank({ credit });
        for (const report of reportsOf(all, how)) expect(await bank.apply(report)).toEqual({ kind: 'applied' });
        expect(await booksOf(bank)).toEqual(expectedOf(all, how.namings));
      }),
      { numRuns: 150, endOnFailure: true },
    );
  });

  it('are booked once each if the host crashes before or after any call', async () => {
    await fc.assert(
      fc.asyncProperty(batches, delivery, settings, crashes(8, 12), async (all, how, credit, gaps) => {
        const bank = playBank({ credit });
        await withCrashes(bank, gaps, async () => {
          for (const report of reportsOf(all, how)) await bank.apply(report);
        });
        expect(await booksOf(bank)).toEqual(expectedOf(all, how.namings));
      }),
      { numRuns: 50, endOnFailure: true },
    );
  });

  it('are booked once each if two hosts read the reports at the same time', async () => {
    await fc.assert(
      fc.asyncProperty(batches, delivery, settings, async (all, how, credit) => {
        const bank = playBank({ credit });
        const reports = reportsOf(all, how);
        await Promise.all(
          [reports, reports.toReversed()].map(async (some) => {
            for (const report of some) await bank.apply(report);
          }),
        );
        expect(await booksOf(bank)).toEqual(expectedOf(all, how.namings));
      }),
      { numRuns: 50, endOnFailure: true },
    );
  });
});

describe('batches of one amount that nothing tells apart', () => {
  it('are booked once each if the statements have all of them in one way', async () => {
    const batches = fc
      .constantFrom(['P1', 'P1'], ['P1', 'P1', 'P1'], ['P1', 'P1', 'P2'])
      .map((names) => batchesOf('of one amount', { isNumbered: false, names }));
    await fc.assert(
      fc.asyncProperty(batches, delivery, fc.boolean(), settings, async (all, how, isDetailed, credit) => {
        const bank = playBank({ credit });
        const namings = how.namings.map((one) => ({ ...one, isDetailed }));
        for (const report of reportsOf(all, { ...how, namings })) await bank.apply(report);
        expect(await booksOf(bank)).toEqual(expectedOf(all, namings));
      }),
      { numRuns: 150, endOnFailure: true },
    );
  });
});
