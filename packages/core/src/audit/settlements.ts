import {
  SETTLEMENT_LINES,
  SETTLEMENT_PARTS,
  settlementEntries,
  type SettlementLine,
  type SettlementPart,
} from '../cards/index.js';
import { readAll, splitTenant } from '../kernel/index.js';
import { type Check, type EntryKind, unless } from '../ledger/index.js';
import { amountText } from '../money/index.js';
import { differences, type Pass, type PostedBooks } from './books.js';

/** A part of a settlement report with its lines, and the entries that it has caused. */
interface Settled {
  readonly part: SettlementPart;
  readonly lines: readonly SettlementLine[];
  readonly entries: readonly EntryKind[];
}

/** The totals of a report are booked once all of its parts have come. */
const hasItsEntries: Check<Settled> = ({ part, entries }) => {
  const { environment } = splitTenant(part.tenant);
  const expected = part.bookedAt === null ? [] : [...settlementEntries(environment, part).keys()];
  return differences(`entries of ${part.id}`, expected, entries);
};

const hasItsLines: Check<Settled> = ({ part: { id, lineCount, lineSum, currency }, lines }) => {
  const sum = lines.reduce((total, { amount }) => total + amount, 0n);
  return unless(
    lines.length === lineCount && sum === lineSum,
    () =>
      `${id} has ${lines.length} lines of ${amountText(sum, currency)}, ` +
      `but came with ${lineCount} of ${amountText(lineSum, currency)}`,
  );
};

const isBookedAtItsEnd: Check<Settled> = ({ part: { id, totals, bookedAt, part, parts } }) =>
  unless(
    (totals !== null) === (part === parts) && (bookedAt === null || totals !== null),
    () => `${id} is part ${part} of ${parts}, which does not match its totals`,
  );

export const SETTLEMENT_PASS: Pass<SettlementPart, Settled, PostedBooks> = {
  kind: SETTLEMENT_PARTS,
  subjects: async ({ reads, entries }, page) => {
    const subjects: Settled[] = [];
    for (const part of page) {
      const lines = await readAll(reads, SETTLEMENT_LINES, { settlementId: part.id });
      subjects.push({ part, lines, entries: entries.take(part.id) });
    }
    return subjects;
  },
  checks: [hasItsEntries, hasItsLines, isBookedAtItsEnd],
};
