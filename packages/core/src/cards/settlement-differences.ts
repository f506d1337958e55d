import { type ExceptionRecord, EXCEPTIONS, openException, resolveItself } from '../exceptions/index.js';
import { type CurrencyCode, type Tx, readAll, type Unit, update } from '../kernel/index.js';
import { amountText } from '../money/index.js';
import type { Settled } from './settled-amounts.js';
import {
  type Matter,
  matterKey,
  matterKindName,
  matterName,
  SETTLEMENT_LINES,
  SETTLEMENT_PARTS,
  type SettlementLine,
} from './settlement.js';

/** Stands for the operator of an exception that a later report or message ended. */
export const BY_REPORT = 'the reports of the processor';

const KIND = 'CARD_SETTLEMENT_DIFFERENCE';

/** Something about which a report and the ledger can differ. */
export interface Compared {
  readonly processor: string;
  readonly currency: CurrencyCode;
  /** The name of the matter in the reference of the exceptions. */
  readonly name: string;
  /** What the reports say more than the ledger has: positive for money that the service would receive. */
  readonly difference: bigint;
  /** Whether something other than money differs: the exception has no amount then. Default: false. */
  readonly isWithoutMoney?: boolean;
  readonly reason: string;
  /** Whether a difference opens no exception yet, because a message can be on its way. */
  readonly isEarly: boolean;
}

/**
 * Keeps the one exception about a difference in a currency: opens it, lets it follow the amount, and ends it with the difference. What
 * operators have booked for it counts as part of the ledger. True if nothing is left to decide.
 */
export async function followDifference(
  unit: Unit,
  { processor, currency, name, difference: found, isWithoutMoney = false, reason, isEarly }: Compared,
): Promise<boolean> {
  const { tx, ctx } = unit;
  const all = await exceptionsAbout(tx, processor, name);
  const times = all.filter((exception) => exception.currency === currency);
  const difference = times.reduce((left, exception) => left - bookedBy(exception), found);
  const direction = difference < 0n ? 'OUT' : 'IN';
  const stake = difference < 0n ? -difference : difference;
  const amount = isWithoutMoney ? 0n : stake;
  const last = times.at(-1) ?? null;
  const open = last?.status === 'OPEN' ? last : null;
  if (open !== null && difference !== 0n && open.reference.startsWith(`${direction}:`)) {
    if (open.amount !== amount || open.reason !== reason) update(tx, ctx, EXCEPTIONS, open, { amount, reason });
    return false;
  }
  if (open !== null) resolveItself(unit, open, 'REFUSED', BY_REPORT);
  if (difference === 0n || isAccepted(last, direction, amount)) return true;
  if (isEarly) return false;
  const reference = `${direction}:${referenceOf(name, all.length + 1)}`;
  await openException(unit, {
    ...{ kind: KIND, subject: processor, reference, rail: processor, currency, amount, reason },
  });
  return false;
}

const referenceOf = (name: string, time: number): string => `${name}/${time}`;

/** The exceptions about a matter in all currencies, the oldest first. */
async function exceptionsAbout(tx: Tx, processor: string, name: string): Promise<readonly ExceptionRecord[]> {
  const found: ExceptionRecord[] = [];
  for (;;) {
    const reference = referenceOf(name, found.length + 1);
    const exception =
      (await tx.find(EXCEPTIONS, 'matter', [KIND, processor, `IN:${reference}`])) ??
      (await tx.find(EXCEPTIONS, 'matter', [KIND, processor, `OUT:${reference}`]));
    if (exception === null) return found;
    found.push(exception);
  }
}

/** The name of what an exception is about; null if it is of another kind. */
export const nameIn = ({ kind, reference }: ExceptionRecord): string | null =>
  kind === KIND ? (/^(?:IN|OUT):(.*)\/[0-9]+$/s.exec(reference)?.[1] ?? null) : null;

/** What a resolution has added to what the ledger has received. */
const bookedBy = ({ moved, recovered }: ExceptionRecord): bigint => {
  if (moved === null) return 0n;
  const amount = moved.amount - (recovered ?? 0n);
  return moved.to === 'outside' ? -amount : amount;
};

/** Whether an operator has decided to do nothing about this difference. */
function isAccepted(last: ExceptionRecord | null, direction: 'IN' | 'OUT', amount: bigint): boolean {
  if (last === null || last.resolution !== 'REFUSED' || last.resolvedBy === BY_REPORT) return false;
  return last.reference.startsWith(`${direction}:`) && last.amount === amount;
}

/** A matter with what the ledger has of it. */
export interface Examined {
  readonly processor: string;
  /** That of the reports whose lines are compared. */
  readonly currency: CurrencyCode;
  readonly matter: Matter;
  /** Null if nothing is known of it. */
  readonly settled: Settled | null;
  readonly isEarly: boolean;
}

/**
 * Compares all lines about a matter, in any report of a currency, with what the ledger has of it in this currency. What
 * the ledger has in another one does not count: an amount of another currency settles nothing. Lines of another kind than
 * the matter are a difference without an amount if the sum is right. True if nothing is left to decide.
 */
export async function examineMatter(unit: Unit, examined: Examined): Promise<boolean> {
  const { processor, currency, matter, settled, isEarly } = examined;
  const all = await readAll(unit.tx, SETTLEMENT_LINES, { matter: matterKey(processor, matter) });
  const lines = await linesIn(unit.tx, all, currency);
  const sum = sumOf(lines);
  const has = settled?.currency === currency ? settled.amount : 0n;
  const said = saidText(examined, all.length, lines.length, sum);
  const about = { processor, currency, isEarly };
  const isEven = await followDifference(unit, {
    ...{ ...about, name: matterName(matter), difference: sum - has },
    reason: `The ${matter.of} ${matter.name} of ${processor}: ${said}, and ${knownText(examined)}.`,
  });
  const kind = settled?.currency === currency && sum === has ? settled.kind : null;
  const others = kind === null ? [] : otherKinds(lines, kind);
  const isKind = await followDifference(unit, {
    ...{ ...about, name: matterKindName(matter), difference: BigInt(others.length), isWithoutMoney: true },
    reason: `The ${matter.of} ${matter.name} of ${processor}: reports call it ${others.join(' and ')}, and the ledger has it as ${kind}: ask the processor which of them moved.`,
  });
  return isEven && isKind;
}

/** The lines that are in reports of a currency. */
async function linesIn(
  tx: Tx,
  lines: readonly SettlementLine[],
  currency: CurrencyCode,
): Promise<readonly SettlementLine[]> {
  const ids = [...new Set(lines.map(({ settlementId }) => settlementId))];
  const parts = await tx.getMany(SETTLEMENT_PARTS, ids);
  const own = new Set(parts.filter((part) => part.currency === currency).map(({ id }) => id));
  return lines.filter(({ settlementId }) => own.has(settlementId));
}

const sumOf = (lines: readonly SettlementLine[]): bigint => lines.reduce((total, { amount }) => total + amount, 0n);

/** The other kinds of the lines; a line of a wrong kind that another line takes back says nothing. */
const otherKinds = (
  lines: readonly SettlementLine[],
  kind: SettlementLine['kind'],
): readonly SettlementLine['kind'][] =>
  [...new Set(lines.map((line) => line.kind))]
    .filter((other) => other !== kind && sumOf(lines.filter((line) => line.kind === other)) !== 0n)
    .sort();

function saidText({ currency }: Examined, all: number, own: number, sum: bigint): string {
  if (all === 0) return 'no report has it';
  if (own === 0) return `no report in ${currency} has it`;
  return `${own === 1 ? 'one line of reports says' : `${own} lines of reports say`} ${amountText(sum, currency)}`;
}

function knownText({ currency, settled }: Examined): string {
  if (settled === null) return 'the ledger knows nothing of it';
  const known = `the ledger has ${amountText(settled.amount, settled.currency)}`;
  return settled.currency === currency
    ? known
    : `${known}, which is another currency: ask the processor to take this back, and to report it in ${settled.currency}`;
}
