import { type ExceptionRecord, EXCEPTIONS, openException, resolveItself } from '../exceptions/index.js';
import { type CurrencyCode, type Tx, readAll, type Unit, update } from '../kernel/index.js';
import { amountText } from '../money/index.js';
import { type Matter, matterKey, matterName, SETTLEMENT_LINES } from './settlement.js';

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
  readonly reason: string;
  /** Whether a difference opens no exception yet, because a message can be on its way. */
  readonly isEarly: boolean;
}

/**
 * Keeps the one exception about a difference: opens it, lets it follow the amount, and ends it with the difference. What
 * operators have booked for it counts as part of the ledger. True if nothing is left to decide.
 */
export async function followDifference(
  unit: Unit,
  { processor, currency, name, difference: found, reason, isEarly }: Compared,
): Promise<boolean> {
  const { tx, ctx } = unit;
  const times = await exceptionsAbout(tx, processor, name);
  const difference = times.reduce((left, exception) => left - bookedBy(exception), found);
  const direction = difference < 0n ? 'OUT' : 'IN';
  const amount = difference < 0n ? -difference : difference;
  const last = times.at(-1) ?? null;
  const open = last?.status === 'OPEN' ? last : null;
  if (open !== null && difference !== 0n && open.reference.startsWith(`${direction}:`)) {
    if (open.amount !== amount || open.reason !== reason) update(tx, ctx, EXCEPTIONS, open, { amount, reason });
    return false;
  }
  if (open !== null) resolveItself(unit, open, 'REFUSED', BY_REPORT);
  if (difference === 0n || isAccepted(last, difference)) return true;
  if (isEarly) return false;
  const reference = `${direction}:${referenceOf(name, times.length + 1)}`;
  await openException(unit, {
    ...{ kind: KIND, subject: processor, reference, rail: processor, currency, amount, reason },
  });
  return false;
}

const referenceOf = (name: string, time: number): string => `${name}/${time}`;

/** The exceptions about a matter, the oldest first. */
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
function isAccepted(last: ExceptionRecord | null, difference: bigint): boolean {
  if (last === null || last.resolution !== 'REFUSED' || last.resolvedBy === BY_REPORT) return false;
  return difference === (last.reference.startsWith('IN:') ? last.amount : -last.amount);
}

/** A matter with what the ledger has of it. */
export interface Examined {
  readonly processor: string;
  readonly currency: CurrencyCode;
  readonly matter: Matter;
  /** Null if nothing is known of it. */
  readonly settled: bigint | null;
  readonly isEarly: boolean;
}

const WHAT: Readonly<Record<Matter['of'], string>> = { message: 'message', use: 'use' };

/** Compares all lines about a matter, in any report, with what the ledger has of it. True if nothing is left to decide. */
export async function examineMatter(
  unit: Unit,
  { processor, currency, matter, settled, isEarly }: Examined,
): Promise<boolean> {
  const lines = await readAll(unit.tx, SETTLEMENT_LINES, { matter: matterKey(processor, matter) });
  const sum = lines.reduce((total, { amount }) => total + amount, 0n);
  const print = (amount: bigint): string => amountText(amount, currency);
  const said = lines.length === 0 ? 'no report has it' : `${linesText(lines.length)} of reports say ${print(sum)}`;
  const known = settled === null ? 'the ledger knows nothing of it' : `the ledger has ${print(settled)}`;
  return followDifference(unit, {
    ...{ processor, currency, isEarly, name: matterName(matter), difference: sum - (settled ?? 0n) },
    reason: `The ${WHAT[matter.of]} ${matter.name} of ${processor}: ${said}, and ${known}.`,
  });
}

const linesText = (count: number): string => (count === 1 ? 'one line' : `${count} lines`);
