import type { Effect } from '../accounts/index.js';
import { type Direction, type ExceptionRecord, EXCEPTIONS, type Leg, openException } from '../exceptions/index.js';
import { type CurrencyCode, ok, type Reads, type Result, type Unit, update } from '../kernel/index.js';

export interface Contradiction {
  readonly rail: string;
  /** Id of the transaction or deposit. */
  readonly subject: string;
  /** Distinguishes contradictions about one subject: the rail's id of the message, or the reported state. */
  readonly reference: string;
  readonly currency: CurrencyCode;
  /** The amount at stake, in smallest units. */
  readonly amount: bigint;
  /** The part of the payment that the rail reports about. */
  readonly leg: Leg;
  /** Whether the rail reports money that came to the service, or left it. */
  readonly direction: Direction;
  /** One sentence: what the rail reports, and what the ledger and the records say. */
  readonly reason: string;
  /** The account to which the amount is already booked; absent if the ledger does not contain the amount. */
  readonly bookedTo?: BookedTo;
}

/**
 * `arrived`: it is booked as delivered, because it left the rail, and did not reach the payee. `disputes`: the message about
 * a card dispute is booked, and operators decide about the money of the dispute.
 */
const BOOKED_TO = ['loss', 'bank-charges', 'arrived', 'disputes'] as const;
export type BookedTo = (typeof BOOKED_TO)[number];

/** The account to which the amount of a contradiction is already booked, read from its reference; null if none. */
export const bookedToOf = (reference: string): BookedTo | null =>
  BOOKED_TO.find((account) => reference.startsWith(`${account}:`)) ?? null;

/**
 * The reference of a contradiction. The reference of a rail or an operator is prefixed if it would look like a booked
 * one.
 */
export const contradictionReference = (reference: string, bookedTo: BookedTo | null = null): string => {
  if (bookedTo !== null) return `${bookedTo}:${reference}`;
  return bookedToOf(reference) === null ? reference : `told:${reference}`;
};

/**
 * Opens an exception for a report of a rail that contradicts an earlier one. The books stay as they are, because they
 * match the events that the platform has received; an operator investigates the money outside.
 */
export async function contradicted(unit: Unit, report: Contradiction): Promise<Result<Effect>> {
  const { bookedTo: _, ...contradiction } = report;
  const amount = report.amount > 0n ? report.amount : 1n;
  const { reference } = await sameMatter(unit.tx, report);
  await openException(unit, { kind: 'RAIL_CONTRADICTION', ...contradiction, reference, amount });
  return ok('CONTRADICTED');
}

/**
 * What follows from a report under a return id that has an exception: nothing is booked, because the id is spent. A
 * report with another amount is added to the reason of an open exception, and opens another one if that was resolved.
 * Null if the return id has no exception.
 */
export async function heardBefore(unit: Unit, report: Contradiction): Promise<Result<Effect> | null> {
  const { tx, ctx } = unit;
  const { exception } = await sameMatter(tx, report);
  if (exception === null) return null;
  if (exception.amount === report.amount || isAdded(exception.reason, report)) return ok('CONTRADICTED');
  if (exception.status !== 'OPEN')
    return contradicted(unit, { ...report, reference: `${report.reference}/${report.amount}` });
  update(tx, ctx, EXCEPTIONS, exception, { reason: `${exception.reason}${LATER}${report.reason}` });
  return ok('CONTRADICTED');
}

const LATER = '; later ';

/**
 * Whether a report was added to the reason before. The sentence may be that of another release, so its first amount is
 * compared, which releases wrote with the decimals of the currency or in smallest units.
 */
function isAdded(reason: string, { amount, currency, reason: sentence }: Contradiction): boolean {
  if (reason.includes(sentence)) return true;
  const [, ...added] = reason.split(LATER);
  const named = new RegExp(`(?<![\\d.,])(\\d[\\d.,]*) ${currency}\\b`);
  return added.some((each) => {
    const digits = named.exec(each)?.[1]!.replaceAll(/[.,]/g, '');
    return digits !== undefined && BigInt(digits) === amount;
  });
}

/** The reference of the contradiction about a delivery after a failure. */
export const DELIVERED = 'delivered';

/** The reference of the contradiction about a collection after a failure. */
export const COLLECTED = 'collected';

/**
 * Whether an exception says that money was collected for a payment that has none by the records. Operators open such
 * exceptions as well, under references of their own; those of a refund that failed are about money that never left.
 */
export const tellsCollection = ({
  kind,
  leg,
  direction,
  reference,
}: Pick<ExceptionRecord, 'kind' | 'leg' | 'direction' | 'reference'>): boolean => {
  if (kind !== 'RAIL_CONTRADICTION') return false;
  // A host of the former release stores neither.
  if (direction === null) return reference === COLLECTED;
  return leg === 'FUNDING' && direction === 'IN' && !/^(?:FUNDING:)*Refund:/.test(reference);
};

const MOST_EXCEPTIONS = 200;

/**
 * The contradiction that says that a payout was delivered after it had failed; null if there is none. The reference does
 * not find it, because a bank may use any text as the id of a return.
 */
export async function toldDelivery(reads: Reads, subject: string): Promise<ExceptionRecord | null> {
  const query = { where: { subject }, order: 'asc', limit: MOST_EXCEPTIONS, counted: false } as const;
  const { rows } = await reads.list(EXCEPTIONS, query);
  const isDelivery = ({ kind, leg, direction, reference }: ExceptionRecord): boolean =>
    kind === 'RAIL_CONTRADICTION' &&
    leg !== 'FUNDING' &&
    bookedToOf(reference) === null &&
    // A host of the former release stores no direction.
    (direction === 'OUT' || (direction === null && reference === DELIVERED));
  return rows.find(isDelivery) ?? null;
}

/**
 * The exception about the same movement under the same id, and the reference that it has or would have. The two legs of
 * a payment have ids of their own, also if one rail moves both, and so has money that comes beside money that goes: if an
 * exception about another movement has the reference, the leg is put before the id.
 */
async function sameMatter(reads: Reads, { subject, reference, bookedTo, leg, direction, rail }: Contradiction) {
  for (let id = reference; ; id = `${leg}:${id}`) {
    const stored = contradictionReference(id, bookedTo);
    const exception = await reads.find(EXCEPTIONS, 'matter', ['RAIL_CONTRADICTION', subject, stored]);
    // Exceptions of older releases do not say their leg.
    const isSameLeg = exception === null || (exception.leg === null ? exception.rail === rail : exception.leg === leg);
    const isSame = isSameLeg && (exception === null || (exception.direction ?? direction) === direction);
    if (isSame) return { reference: stored, exception };
  }
}
