import { euros } from '../euros.js';
import type { AccountBalance, AccountStatement } from '../../iso20022/messages.js';

/** What one statement, or all its pages, says about the balance. */
export interface Summary {
  /** The report; pages of one statement are one report. */
  readonly report: string;
  readonly id: string;
  /** The first and the last day, YYYY-MM-DD; empty if the bank names none. */
  readonly from: string;
  readonly to: string;
  readonly opening: bigint | null;
  readonly closing: bigint | null;
  /** The sum of the booked entries; money that went out is negative. */
  readonly net: bigint;
  /** What the bank declares as this sum; absent if it declares none, or may count entries that are not booked. */
  readonly declared?: bigint;
  readonly sequence: bigint | null;
}

/** Statements without a gap between them. */
export interface Segment {
  readonly from: string;
  readonly to: string;
  readonly opening: bigint | null;
  readonly closing: bigint | null;
  readonly first: bigint | null;
  readonly last: bigint | null;
}

/** One page of a statement whose other pages have not arrived. */
export interface Page extends Summary {
  readonly number: number;
  readonly isLast: boolean;
  /** The bank has made it again. */
  readonly isAgain?: true;
}

/** What is known about an account from its statements. */
export interface Chain {
  /** In the order of time. */
  readonly segments: readonly Segment[];
  readonly pages: readonly Page[];
}

/** The balances contradict the entries, or each other. */
export interface Contradiction {
  /** Unique for the matter. */
  readonly id: string;
  /** What the ledger lacks: positive for money that came in. */
  readonly missing: bigint;
  readonly reason: string;
}

/** The ids of what may not add up about a report. */
export const contradictionsOf = (report: string): readonly string[] => [
  `sum:${report}`,
  `balance:${report}:opening`,
  `balance:${report}:closing`,
];

const INTERMEDIATE = 'INTM';

const balance = (balances: readonly AccountBalance[], type: string): AccountBalance | undefined =>
  balances.find((balance) => balance.type === type && balance.subType !== INTERMEDIATE) ??
  balances.find((balance) => balance.type === type);

export function summaryOf(statement: AccountStatement, report: string): Summary {
  const booked = statement.entries.filter(({ status }) => status === 'BOOK');
  const days = booked.flatMap(({ bookingDate, valueDate }) => bookingDate ?? valueDate ?? []).sort();
  const opening = balance(statement.balances, 'OPBD') ?? balance(statement.balances, 'PRCD');
  const closing = balance(statement.balances, 'CLBD');
  const from = statement.from ?? days[0] ?? opening?.date ?? closing?.date ?? '';
  return {
    report,
    id: statement.id,
    from,
    to: statement.to ?? closing?.date ?? days.at(-1) ?? from,
    opening: opening?.amount ?? null,
    closing: closing?.amount ?? null,
    net: booked.reduce((sum, { direction, amount }) => (direction === 'IN' ? sum + amount : sum - amount), 0n),
    ...(statement.declared !== undefined &&
      booked.length === statement.entries.length && {
        declared: statement.declared.credits - statement.declared.debits,
      }),
    sequence: statement.electronicSequence ?? statement.legalSequence,
  };
}

/**
 * What names a statement that the bank makes again with another id: its number and day, or its day and balances.
 * Statements of one day without a change of the balance differ by their numbers only.
 */
export function namesOfStatement(statement: Summary): readonly (readonly unknown[])[] {
  const { from, to, opening, closing, sequence } = statement;
  const number = sequence === null ? [] : [['number', to, sequence]];
  if (opening === null || closing === null || isChange(statement)) return number;
  return [...number, ['balances', from, to, opening, closing, sequence]];
}

/** Whether the statement changes the balance as it says: another one of its day with the same balances repeats it. */
const isChange = ({ opening, closing, net }: Summary): boolean =>
  opening !== null && closing !== null && opening !== closing && opening + net === closing;

/** The name of all statements that change the balance in one way; null for a statement that does not. */
export const nameOfChange = (statement: Summary): readonly unknown[] | null =>
  isChange(statement) ? ['change', statement.from, statement.to, statement.opening, statement.closing] : null;

/** The name of all statements that begin a day, or several, with one balance; null for one that does not change it. */
export const nameOfStart = (statement: Summary): readonly unknown[] | null =>
  isChange(statement) ? ['start', statement.from, statement.to, statement.opening, statement.sequence] : null;

/** The page of a statement that has several; null for a statement that is complete in itself. */
export function pageOf({ page, balances }: AccountStatement, summary: Summary): Page | null {
  if (page === null) return null;
  const number = Number(page.number);
  if (!Number.isSafeInteger(number) || number < 1 || (number === 1 && page.isLast)) return null;
  const isWhole = ['OPBD', 'CLBD'].every((type) =>
    balances.some((balance) => balance.type === type && balance.subType !== INTERMEDIATE),
  );
  return isWhole ? null : { ...summary, number, isLast: page.isLast };
}

/** The statement whose pages are all there; null if one is missing. */
export function assembled(pages: readonly Page[]): Summary | null {
  const sorted = [...pages].sort((left, right) => left.number - right.number);
  const last = sorted.at(-1);
  if (last?.isLast !== true || sorted.some(({ number }, index) => number !== index + 1)) return null;
  // A page may declare its own sum or that of all pages, so that no declared sum holds for the statement.
  const [{ number: _, isLast: __, isAgain: ___, declared: ____, ...first }] = sorted as [Page, ...Page[]];
  return {
    ...first,
    to: last.to,
    closing: last.closing,
    net: sorted.reduce((sum, { net }) => sum + net, 0n),
  };
}

/** Adds a page. The statement is null until all its pages are there. */
export function withPage(chain: Chain, page: Page): { readonly chain: Chain; readonly statement: Summary | null } {
  const isThere = chain.pages.some(({ report, number }) => report === page.report && number === page.number);
  if (isThere && page.isAgain === true) return { chain, statement: null };
  const others = chain.pages.filter(({ report, number }) => report !== page.report || number !== page.number);
  const same = others.filter(({ report }) => report === page.report);
  const statement = assembled([...same, page]);
  const pages = statement === null ? [...others, page] : others.filter(({ report }) => report !== page.report);
  return { chain: { ...chain, pages }, statement };
}

/** Whether the statement follows one that is known, or comes before it, and none contains it. */
export function isNextIn({ segments }: Chain, statement: Summary): boolean {
  if (segments.some((segment) => contains(segment, statement, false))) return false;
  const added = { ...statement, first: statement.sequence, last: statement.sequence };
  return segments.some((segment) => follows(segment, added) || follows(added, segment));
}

/** Adds a complete statement to the chain, and says what does not add up. */
export function withStatement(
  chain: Chain,
  statement: Summary,
  isCopy: boolean,
): { readonly chain: Chain; readonly contradictions: readonly Contradiction[]; readonly isFirst: boolean } {
  const contradictions: Contradiction[] = [];
  const { opening, closing, net, sequence, id, report } = statement;
  if (opening !== null && closing !== null && opening + net !== closing) {
    contradictions.push({
      id: contradictionsOf(report)[0]!,
      missing: closing - opening - net,
      reason: `statement ${id} opens with ${euros(opening)} and closes with ${euros(closing)}, but its entries sum to ${euros(net)}`,
    });
  }
  // Without balances, the sums that the bank declares are the only check.
  const { declared } = statement;
  if (declared !== undefined && (opening === null || closing === null) && declared !== net) {
    contradictions.push({
      id: contradictionsOf(report)[0]!,
      missing: declared - net,
      reason: `statement ${id} declares entries of ${euros(declared)}, but its entries sum to ${euros(net)}`,
    });
  }
  const saysNothing = opening === null && closing === null && sequence === null;
  if (saysNothing || chain.segments.some((segment) => contains(segment, statement, isCopy))) {
    return { chain, contradictions, isFirst: false };
  }
  const before = chain.segments.find((segment) => follows(segment, { ...statement, first: sequence }));
  const after = chain.segments.find(
    (segment) => segment !== before && follows({ ...statement, last: sequence }, segment),
  );
  for (const [end, start, isOpening] of [
    [before?.closing, opening, true],
    [closing, after?.opening, false],
  ] as const) {
    if (end === undefined || start === undefined || end === null || start === null || end === start) continue;
    contradictions.push({
      id: contradictionsOf(report)[isOpening ? 1 : 2]!,
      missing: start - end,
      reason: `a statement closes with ${euros(end)}, but the next one opens with ${euros(start)} (statement ${id})`,
    });
  }
  const joined: Segment = {
    from: before?.from ?? statement.from,
    to: after?.to ?? statement.to,
    opening: before === undefined ? opening : before.opening,
    closing: after === undefined ? closing : after.closing,
    first: before === undefined ? sequence : before.first,
    last: after === undefined ? sequence : after.last,
  };
  const segments = [...chain.segments.filter((segment) => segment !== before && segment !== after), joined].sort(
    byTime,
  );
  return { chain: { ...chain, segments }, contradictions, isFirst: segments[0] === joined && before === undefined };
}

const byTime = (left: Segment, right: Segment): number =>
  left.from === right.from ? Number((left.first ?? 0n) - (right.first ?? 0n)) : left.from < right.from ? -1 : 1;

/** A statement that was issued again is known. */
function contains({ first, last, from, to }: Segment, statement: Summary, isCopy: boolean): boolean {
  const { sequence } = statement;
  if (statement.from < from || statement.to > to) return false;
  // Balances alone join the statements before and after a day without a change.
  if (sequence === null && statement.opening !== null && statement.opening === statement.closing) return true;
  return first !== null && last !== null && sequence !== null ? sequence >= first && sequence <= last : isCopy;
}

type End = Pick<Segment, 'to' | 'closing' | 'last'>;
type Start = Pick<Segment, 'from' | 'opening' | 'first'>;

/**
 * Numbers tell that one statement follows another. Without numbers, or where the bank begins again with 1, the balances
 * do.
 */
function follows({ to, closing, last }: End, { from, opening, first }: Start): boolean {
  if (to > from) return false;
  if (last !== null && first !== null && first > last) return first === last + 1n;
  if (last !== null && first !== null && first !== 1n) return false;
  return closing !== null && closing === opening;
}

/** The pages of statements that are not complete. One whose pages were all made again adds nothing to the first one. */
export function pagesLeft({ pages }: Pick<Chain, 'pages'>): readonly Page[] {
  const open = new Set(pages.flatMap(({ report, isAgain }) => (isAgain === true ? [] : report)));
  return pages.filter(({ report }) => open.has(report));
}

/** One sentence for each gap between statements, and for each statement with missing pages. */
export function gapsIn(rail: string, chain: Chain): readonly string[] {
  const { segments } = chain;
  const gaps = segments.slice(1).map((next, index) => {
    const before = segments[index]!;
    const numbers = before.last !== null && next.first !== null ? `, numbers ${before.last} and ${next.first}` : '';
    return `${rail}: statements are missing between ${before.to} (closing balance ${stated(before.closing)}) and ${next.from} (opening balance ${stated(next.opening)})${numbers}`;
  });
  const incomplete = new Map(pagesLeft(chain).map(({ report, id }) => [report, id]));
  return [...gaps, ...[...incomplete.values()].map((id) => `${rail}: pages of statement ${id} are missing`)];
}

const stated = (cents: bigint | null): string => (cents === null ? 'unknown' : euros(cents));
