import type { PayoutFailure, RailRecord, RailWrites } from '@corridor/core/ports';
import {
  acceptanceOf,
  acceptedWith,
  contradict,
  endContradiction,
  isOlder,
  isOvertaken,
  isRefusalInDoubt,
  rejectedLate,
} from './acceptance.js';
import type { Booking, OutgoingPayment, OutgoingStatus, ReturnedPayment } from './payment.js';
import { paymentOf, PAYMENTS, storedPayment, UNDEBITED } from './payment-records.js';
import { statusAfter } from './payment-states.js';
import type { StoredUndebited } from './undebited.js';
import { closeProblem, openProblem } from './problems.js';

/** What the bank reports about a payment. `by` is the identity of the report or of the entry. */
export type PaymentReport =
  | {
      readonly event: 'note';
      readonly by: string;
      readonly messageId: string;
      readonly bankStatus: string;
      /** What the bank writes about the status; absent or null for nothing. */
      readonly text?: string | null;
    }
  /** The bank goes on with the payment: it waits for no release any more. */
  | { readonly event: 'proceed'; readonly by: string; readonly messageId: string; readonly bankStatus: string }
  | {
      /** `ask`: the bank waits for a release. `block`: it keeps the money. */
      readonly event: 'ask' | 'block';
      readonly by: string;
      readonly messageId: string;
      readonly bankStatus: string;
      readonly code: string;
      readonly payeeName: string | null;
    }
  | { readonly event: 'settle'; readonly by: string; readonly bankStatus: string }
  | { readonly event: 'book'; readonly by: string; readonly booking: Booking }
  | {
      /** `hold`: the payment waits for an operator instead of failing. */
      readonly event: 'reject' | 'hold';
      readonly by: string;
      /** MsgId of the file that the report is about. */
      readonly messageId: string;
      readonly bankStatus: string;
      readonly code: string | null;
      readonly failure: PayoutFailure;
      /** The bank refuses it because it has it already. */
      readonly isDuplicate?: boolean;
    }
  | { readonly event: 'return'; readonly by: string; readonly returned: ReturnedPayment };

export type ReportedPayment = PaymentReport & {
  readonly reference: string;
  /** CreDtTm of the report; absent or null if it is not known. */
  readonly writtenAt?: string | null;
};

/** The problem of a payment that the bank blocked after it had executed it. */
const blockedLate = (reference: string): string => `blocked/${reference}`;

export interface Reported {
  readonly payment: OutgoingPayment;
  /** Which report led to the status of the payment. */
  readonly by: string | null;
  readonly reported: ReportedPayment;
}

/** Changes the payments as the reports say, in their order. */
export async function applyAll(records: RailWrites, reports: readonly ReportedPayment[]): Promise<readonly Reported[]> {
  const found = await records.getMany(PAYMENTS, [...new Set(reports.map(({ reference }) => reference))]);
  const current = new Map(found.map((record) => [record.key, record]));
  const applied: Reported[] = [];
  for (const reported of reports) {
    const before = current.get(reported.reference);
    if (before === undefined) continue;
    const after = await apply(records, before, reported);
    current.set(reported.reference, after);
    applied.push({ payment: paymentOf(after), by: storedPayment(after).by, reported });
  }
  return applied;
}

async function debited(records: RailWrites, reference: string): Promise<void> {
  const record = await records.get(UNDEBITED, reference);
  if (record !== null) records.remove(record);
}

/** Changes the record as the report says; returns it as it is if the report changes nothing. */
async function apply(records: RailWrites, record: RailRecord, reported: ReportedPayment): Promise<RailRecord> {
  const { status } = paymentOf(record);
  const value = storedPayment(record);
  const { by } = reported;
  switch (reported.event) {
    case 'note': {
      const { bankStatus, text: bankText = null } = reported;
      const isNews = value.messageId === reported.messageId && status === 'FILED' && value.bankStatus !== bankStatus;
      if (!isNews || isOvertaken(value, bankStatus)) return record;
      return records.change(record, {
        value: { ...value, bankStatus, acceptance: acceptanceOf(value), askedAt: null },
        secret: { ...record.secret, bankText },
      });
    }
    case 'proceed':
      return value.messageId === reported.messageId ? proceed(records, record, reported) : record;
    case 'ask':
      return value.messageId === reported.messageId ? ask(records, record, reported) : record;
    case 'block':
      return value.messageId === reported.messageId ? block(records, record, reported) : record;
    case 'settle': {
      const { bankStatus } = reported;
      const isCredited = bankStatus.startsWith(CREDITED);
      // A bank that has blocked the money has settled it for the payer, not for the payee.
      const event = status !== 'BLOCKED' ? 'deliver' : isCredited ? 'credit' : null;
      const next = event === null ? null : statusAfter(status, event);
      if (next === null) return record;
      await endContradiction(records, record);
      const { iban, amount } = value;
      const undebited = {
        collection: UNDEBITED,
        key: record.key,
        status: iban,
        value: { amount } satisfies StoredUndebited,
      };
      if (value.booking === null) records.add(undebited, { unlessExists: true });
      return records.change(record, { status: next, value: { ...value, by, bankStatus } });
    }
    case 'book': {
      const next = statusAfter(status, 'deliver');
      if (next === null && value.booking !== null) return record;
      if (next === null) await debited(records, record.key);
      else await endContradiction(records, record);
      const { entryId, date } = reported.booking;
      const booking = { entryId, date };
      return next === null
        ? records.change(record, { value: { ...value, booking } })
        : records.change(record, { status: next, value: { ...value, by, booking } });
    }
    case 'reject':
    case 'hold': {
      if (value.messageId !== reported.messageId) return record;
      const { bankStatus, code, failure, writtenAt = null, isDuplicate = false } = reported;
      const rejection = { code, failure, writtenAt };
      const next = statusAfter(status, reported.event);
      const refusal = { by, bankStatus, code, writtenAt, isDuplicate };
      if (isInFile(status) && isRefusalInDoubt(value, refusal)) return contradict(records, record, refusal);
      if (next !== null) {
        await endContradiction(records, record);
        return records.change(record, { status: next, value: { ...value, by, bankStatus, rejection } });
      }
      // The money comes back by a credit entry, if the bank tells the truth.
      if ((status !== 'DELIVERED' && status !== 'BLOCKED') || value.rejection !== null) return record;
      const [did, until] =
        status === 'DELIVERED' ? ['executed', 'the payment stays delivered'] : ['blocked', 'nothing is refunded'];
      openProblem(
        records,
        rejectedLate(record.key),
        `the bank refused ${record.key} (${code ?? 'no reason given'}) after it had ${did} it; ${until} until the credit is on the account`,
      );
      return records.change(record, { value: { ...value, bankStatus, rejection } });
    }
    case 'return': {
      const { returnId, amount, reason } = reported.returned;
      const returned = { returnId, amount, reason };
      const next = statusAfter(status, 'return');
      if (value.rejection !== null) await closeProblem(records, rejectedLate(record.key));
      else await endContradiction(records, record);
      await closeProblem(records, blockedLate(record.key));
      if (next !== null) return records.change(record, { status: next, value: { ...value, by, returned } });
      return value.returned === null ? records.change(record, { value: { ...value, returned } }) : record;
    }
  }
}

const CREDITED = 'ACCC';
const RELEASED_AT_THE_BANK = { kind: 'release', name: 'a person at the bank' } as const;

/** Statuses in which a refusal decides about the file that the payment is in. */
const isInFile = (status: OutgoingStatus): boolean => status === 'FILED' || status === 'BLOCKED';

type Proceeding = Extract<ReportedPayment, { readonly event: 'proceed' }>;

/**
 * The bank goes on with the payment. A refusal stays unless it is older: then the bank has decided otherwise, and the
 * payment must not go into a new file or be refunded.
 */
async function proceed(
  records: RailWrites,
  record: RailRecord,
  { by, bankStatus, writtenAt = null }: Proceeding,
): Promise<RailRecord> {
  const { status } = paymentOf(record);
  const value = storedPayment(record);
  const { rejection } = value;
  const isRefused = (status === 'HELD' || status === 'BLOCKED') && rejection !== null;
  if (isRefused && rejection.writtenAt !== undefined && !isOlder(rejection.writtenAt, writtenAt)) return record;
  const news = acceptedWith(value, bankStatus, writtenAt);
  if (news === null) return record;
  const accepted = { ...news, ...(isRefused && { rejection: null }) };
  const secret = { ...record.secret, bankText: null };
  switch (status) {
    case 'FILED':
      return records.change(record, { value: { ...value, ...accepted, askedAt: null }, secret });
    case 'BLOCKED': {
      if (isRefused) await closeProblem(records, rejectedLate(record.key));
      // The last status stays that of the blockade.
      return records.change(record, { value: { ...value, ...accepted, bankStatus: value.bankStatus } });
    }
    case 'HELD':
      return records.change(record, { status: statusAfter(status, 'proceed'), value: { ...value, ...accepted, by } });
    case 'UNRELEASED': {
      const question = { ...value.question!, decision: RELEASED_AT_THE_BANK };
      const next = statusAfter(status, 'proceed');
      return records.change(record, { status: next, value: { ...value, ...accepted, by, question } });
    }
    default:
      return record;
  }
}

type Asked = Extract<ReportedPayment, { readonly event: 'ask' | 'block' }>;

/**
 * The bank waits for a release. A decision for this file is never replaced. A bank that has accepted the payment waits no
 * longer, so that a result that comes late is only recorded.
 */
function ask(records: RailWrites, record: RailRecord, { by, bankStatus, code, payeeName }: Asked): RailRecord {
  const { status } = paymentOf(record);
  const value = storedPayment(record);
  const before = value.question ?? null;
  if (before !== null && before.decision !== null) return record;
  const secret = { ...record.secret, payeeName };
  if (status === 'UNRELEASED') {
    const isNews = value.bankStatus !== bankStatus;
    const question = { ...before!, code };
    return isNews ? records.change(record, { value: { ...value, bankStatus, question }, secret }) : record;
  }
  const next = statusAfter(status, 'ask');
  if (next === null) return record;
  if (acceptanceOf(value) !== null) {
    const late = { code, by, decision: RELEASED_AT_THE_BANK };
    return records.change(record, { value: { ...value, question: late }, secret });
  }
  const question = { code, by, decision: null };
  return records.change(record, { status: next, value: { ...value, by, bankStatus, question }, secret });
}

/** The bank keeps the money: nothing is refunded. */
function block(records: RailWrites, record: RailRecord, { by, bankStatus, code }: Asked): RailRecord {
  const { status } = paymentOf(record);
  const value = storedPayment(record);
  const next = statusAfter(status, 'block');
  if (next !== null) {
    const question = { code, by, decision: value.question?.decision ?? null };
    return records.change(record, { status: next, value: { ...value, by, bankStatus, question } });
  }
  if (status !== 'DELIVERED' || value.bankStatus === bankStatus) return record;
  openProblem(
    records,
    blockedLate(record.key),
    `the bank blocked ${record.key} (${bankStatus}) after it had executed it; the payment stays delivered until the money comes back`,
  );
  return records.change(record, { value: { ...value, bankStatus } });
}

/**
 * Cancels a payment for which the bank waits for a release, or which it refused without a debit. The decision is stored
 * with the status that it answers.
 */
export function cancelUnreleased(records: RailWrites, record: RailRecord, name: string): RailRecord {
  const value = storedPayment(record);
  const refusal = acceptanceOf(value)?.refusal ?? null;
  const asked = refusal === null ? value.question! : { code: refusal.bankStatus, by: refusal.by };
  const question = { ...asked, decision: { kind: 'cancel', name } as const };
  return records.change(record, {
    status: statusAfter(paymentOf(record).status, 'cancel-unreleased'),
    value: { ...value, question },
  });
}
