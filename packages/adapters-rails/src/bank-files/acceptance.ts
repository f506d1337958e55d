import type { RailRecord, RailWrites } from '@corridor/core/ports';
import { statusCodeOf, STATUS_MEANINGS, type StatusMeaning } from '../iso20022/statuses.js';
import { type StoredAcceptance, type StoredPayment, storedPayment } from './payment-records.js';
import { closeProblem, openProblem } from './problems.js';

/** The problem of a payment that the bank refused after it had accepted or executed it. */
export const rejectedLate = (reference: string): string => `rejected/${reference}`;

const GOES_ON: readonly StatusMeaning[] = ['accepted', 'settled'];
const SAYS_MORE: readonly StatusMeaning[] = [...GOES_ON, 'unknown'];

const meaningOf = (bankStatus: string): StatusMeaning => STATUS_MEANINGS.get(statusCodeOf(bankStatus)) ?? 'unknown';

/** Payments of earlier versions have only their last status. */
export function acceptanceOf({ acceptance, bankStatus }: StoredPayment): StoredAcceptance | null {
  if (acceptance !== undefined) return acceptance;
  const isAccepted = bankStatus !== null && GOES_ON.includes(meaningOf(bankStatus));
  return isAccepted ? { writtenAt: null, isContradicted: false } : null;
}

/**
 * The members of a payment after a status with which the bank goes on; null if they are known. A report that is repeated
 * or comes late does not replace the last status.
 */
export function acceptedWith(
  value: StoredPayment,
  bankStatus: string,
  writtenAt: string | null,
): Pick<StoredPayment, 'bankStatus' | 'acceptance'> | null {
  const before = acceptanceOf(value);
  if (before === null) return { bankStatus, acceptance: { writtenAt, isContradicted: false } };
  const isNewest = before.writtenAt === null || isOlder(before.writtenAt, writtenAt);
  const isUnknown = value.bankStatus !== null && meaningOf(value.bankStatus) === 'unknown';
  if (!isNewest && (isUnknown || isOlder(writtenAt, before.writtenAt) || value.bankStatus === bankStatus)) return null;
  const { refusal = null } = before;
  const isTakenBack = refusal !== null && isOlder(refusal.writtenAt, writtenAt);
  return {
    bankStatus,
    acceptance: isNewest ? { ...before, writtenAt, refusal: isTakenBack ? null : refusal } : before,
  };
}

/** Whether a status is older than the acceptance by its meaning: the bank goes on, so that it comes late. */
export const isOvertaken = (value: StoredPayment, bankStatus: string): boolean =>
  acceptanceOf(value) !== null && !SAYS_MORE.includes(meaningOf(bankStatus));

/**
 * Whether a report was written before another one. Times with and without a zone cannot be compared; neither can other
 * forms.
 */
export function isOlder(time: string | null, other: string | null): boolean {
  if (time === null || other === null || hasZone(time) !== hasZone(other)) return false;
  return milliseconds(time) < milliseconds(other);
}

const ZONE = /(?:Z|[+-]\d{2}:\d{2})$/;
const hasZone = (text: string): boolean => ZONE.test(text);
/** NaN for other forms, which is before and after no number. */
const milliseconds = (text: string): number => Date.parse(hasZone(text) ? text : `${text}Z`);

interface Refusal {
  /** The report that refuses it. */
  readonly by: string;
  readonly bankStatus: string;
  readonly code: string | null;
  readonly writtenAt: string | null;
  /** The bank refuses the file or the payment because it has it already. */
  readonly isDuplicate: boolean;
}

/**
 * Whether a refusal does not refuse an accepted payment: the bank wrote it before it accepted the payment, or it refuses
 * another copy of it.
 */
export function isRefusalInDoubt(value: StoredPayment, { writtenAt, isDuplicate }: Refusal): boolean {
  const acceptance = acceptanceOf(value);
  return acceptance !== null && (isDuplicate || isOlder(writtenAt, acceptance.writtenAt));
}

/**
 * Shows the refusal as a problem until the bank settles, books or refuses the payment, or an operator ends it. An operator
 * can do so after a refusal that is not older than the acceptance.
 */
export function contradict(records: RailWrites, record: RailRecord, refused: Refusal): RailRecord {
  const { code, isDuplicate, by, bankStatus, writtenAt } = refused;
  const value = storedPayment(record);
  const acceptance = acceptanceOf(value)!;
  const isLater = isDuplicate && !isOlder(writtenAt, acceptance.writtenAt);
  const { refusal = null } = acceptance;
  if (acceptance.isContradicted && (!isLater || refusal !== null)) return record;
  const how = isDuplicate
    ? 'as a duplicate, after it had accepted it'
    : 'in a report that is older than the one in which it accepted it';
  const orUntil = isLater ? ', or until an operator who has asked the bank cancels it with cancel-payment' : '';
  openProblem(
    records,
    rejectedLate(record.key),
    `the bank refused ${record.key} (${code ?? 'no reason given'}) ${how}; the payment stays in its file until the bank books or refuses it${orUntil}`,
  );
  const contradicted = { ...acceptance, isContradicted: true, refusal: isLater ? { bankStatus, by, writtenAt } : null };
  return records.change(record, { value: { ...value, acceptance: contradicted } });
}

/**
 * Whether an operator can cancel the payment that the bank refused as a duplicate after it had accepted it: the bank has
 * booked no debit.
 */
export function isRefusedAsDuplicate({ status, value }: Pick<RailRecord, 'status' | 'value'>): boolean {
  const payment = storedPayment({ value });
  const refusal = acceptanceOf(payment)?.refusal ?? null;
  return (status === 'FILED' || status === 'BLOCKED') && refusal !== null && payment.booking === null;
}

/** Closes the problem of a refusal that contradicted the acceptance. */
export async function endContradiction(records: RailWrites, record: RailRecord): Promise<void> {
  if (acceptanceOf(storedPayment(record))?.isContradicted === true)
    await closeProblem(records, rejectedLate(record.key));
}
