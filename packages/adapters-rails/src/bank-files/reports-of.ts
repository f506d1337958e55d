import type { BatchStatus, StatusReason, StatusReport, TransactionStatus } from '../iso20022/messages.js';
import { isAboutDuplicate, rejectionOf, type StatusLevel } from '../iso20022/reasons.js';
import { bankTextOf, payeeNameIn } from '../iso20022/status-texts.js';
import { type ReadStatus, readStatus, type StatusMeaning } from '../iso20022/statuses.js';
import type { OutgoingPayment } from './payment.js';
import type { ReportedPayment } from './payment-changes.js';
import type { OutgoingBatch } from './payments.js';

/** NOTPROVIDED stands for an absent id. */
export const given = (id: string | null): string | null => (id === null || id === 'NOTPROVIDED' ? null : id);

/** A transaction of a report, and the payment that it names. */
export interface Named {
  readonly batch: BatchStatus;
  readonly transaction: TransactionStatus;
  /** Null if it is unknown. */
  readonly payment: OutgoingPayment | null;
}

export interface ReportInput {
  readonly report: StatusReport;
  /** Null if the report does not say which file it is about. */
  readonly messageId: string | null;
  /** The batches of that file. */
  readonly batches: readonly OutgoingBatch[];
  readonly named: readonly Named[];
  readonly by: string;
  /** The results of a verification after which a payment waits for a release. */
  readonly waitsFor: readonly VerificationResult[];
}

const REJECTED = 'RJCT';
/** A batch with such a status says nothing about its single transactions. */
const SAYS_NOTHING: readonly (string | null)[] = [null, 'PART'];

/** What the report says about each payment. A status of a batch or file covers all below it that is not named itself. */
export function reportsOf(input: ReportInput): {
  readonly reports: readonly ReportedPayment[];
  readonly remarks: readonly string[];
} {
  const { report, messageId, batches, named } = input;
  const remarks: string[] = [];
  const reports: ReportedPayment[] = [];
  const settledHere = new Set<string>();
  const unconfirmed = new Set<string>();
  for (const { batch, transaction, payment } of named) {
    const { status, reasons } = transaction;
    const read = readStatus(status, reasons);
    const text = transaction.endToEndId ?? transaction.uetr ?? transaction.instructionId ?? 'a transaction without ids';
    if (payment === null) remarks.push(`${text} is unknown`);
    // A bank that executed an earlier file has paid, so that the payment must not be sent again.
    else if (messageId !== null && payment.messageId !== messageId && read?.meaning !== 'settled')
      remarks.push(`${text} is in another file`);
    else if (transaction.amount !== null && transaction.amount !== payment.amount) {
      remarks.push(`${text} has another amount`);
      settledHere.add(payment.reference);
    } else if (read !== null) {
      settledHere.add(payment.reference);
      if (UNCONFIRMED.includes(read.meaning)) unconfirmed.add(payment.reference);
      reports.push(...aboutTransaction(input, { batch, transaction, payment }, read));
    } else if (reasons.length > 0 && isRejectedAbove(report, batch)) {
      settledHere.add(payment.reference);
      reports.push(rejection(payment, REJECTED, { reasons, level: 'transaction', by: input.by }));
    }
  }
  for (const batch of batches) {
    const above = statusAbove(report, batch, batches.length === 1);
    if (above === null) continue;
    const isExplained =
      above.level === 'file' ? unconfirmed.size > 0 : batch.references.some((reference) => unconfirmed.has(reference));
    for (const reference of batch.references) {
      if (!settledHere.has(reference)) reports.push(...aboutOneBelow(input, { batch, reference }, above, isExplained));
    }
  }
  const known = new Set(batches.map(({ paymentInformationId }) => paymentInformationId));
  for (const { paymentInformationId } of report.batches) {
    const id = given(paymentInformationId);
    if (messageId !== null && id !== null && !known.has(id)) remarks.push(`the batch ${id} is not in the file`);
  }
  return { reports, remarks };
}

export type VerificationResult = StatusMeaning & ('mismatched' | 'unchecked');

const UNCONFIRMED: readonly StatusMeaning[] = ['mismatched', 'unchecked'];

const isRejectedAbove = ({ group }: StatusReport, { status }: BatchStatus): boolean =>
  status === REJECTED || (SAYS_NOTHING.includes(status) && group.status === REJECTED);

interface Above {
  readonly status: string;
  readonly reasons: readonly StatusReason[];
  readonly level: StatusLevel;
}

/** The status of the whole batch, or else of the file; null if neither says anything. */
function statusAbove(
  { group, batches }: StatusReport,
  { paymentInformationId }: OutgoingBatch,
  isOnly: boolean,
): Above | null {
  const own = batches.filter((each) => {
    const id = given(each.paymentInformationId);
    return id === paymentInformationId || (id === null && isOnly);
  });
  const rejected = own.find(({ status }) => status === REJECTED);
  const decides = rejected ?? own.find(({ status }) => !SAYS_NOTHING.includes(status));
  const ofFile = group.status === null || SAYS_NOTHING.includes(group.status) ? null : group.status;
  const file = ofFile === null ? null : { status: ofFile, reasons: group.reasons, level: 'file' as const };
  if (decides === undefined) return file;
  const isReasonOfFile = rejected !== undefined && rejected.reasons.length === 0 && ofFile === REJECTED;
  return isReasonOfFile ? file : { status: decides.status!, reasons: decides.reasons, level: 'batch' };
}

/** What follows for a payment that the report does not name itself. */
function aboutOneBelow(
  { report, by, waitsFor }: ReportInput,
  { batch, reference }: { readonly batch: OutgoingBatch; readonly reference: string },
  { status, reasons, level }: Above,
  isExplained: boolean,
): readonly ReportedPayment[] {
  const { messageId } = batch;
  const { meaning, code } = readStatus(status, reasons)!;
  const source = { by, reference, messageId, bankStatus: statusText(status, reasons) };
  switch (meaning) {
    case 'rejected':
    case 'cancelled':
      return [rejection({ reference, messageId }, status, { reasons, level, by })];
    case 'mismatched':
    case 'unchecked':
      // A report that names the payments whose payee is not confirmed has confirmed the others.
      if (isExplained) return [];
      return waitsFor.includes(meaning)
        ? [{ event: 'ask', ...source, code, payeeName: null }]
        : [{ event: 'note', ...source }];
    case 'blocked':
      return [{ event: 'block', ...source, code, payeeName: null }];
    case 'accepted':
    case 'settled':
      // Only the status of a transaction delivers a payment, but the bank goes on with those below.
      return [{ event: 'proceed', ...source }];
    case 'waiting':
    case 'unknown':
      return [{ event: 'note', ...source, text: bankTextOf(code, reasons, report.group.reasons) }];
    case 'pending':
    case 'matched':
      return [];
  }
}

function aboutTransaction(
  { report: { group }, by, waitsFor }: ReportInput,
  { batch, transaction, payment }: Named & { readonly payment: OutgoingPayment },
  { meaning, code }: ReadStatus,
): readonly ReportedPayment[] {
  const { reasons } = transaction;
  const { reference } = payment;
  const status = transaction.status ?? code;
  const source = { by, reference, messageId: payment.messageId ?? '', bankStatus: statusText(status, reasons) };
  switch (meaning) {
    case 'settled':
      return [{ event: 'settle', by, reference, bankStatus: source.bankStatus }];
    case 'rejected':
    case 'cancelled': {
      if (reasons.length > 0) return [rejection(payment, status, { reasons, level: 'transaction', by })];
      if (batch.status === status) return [rejection(payment, status, { reasons: batch.reasons, level: 'batch', by })];
      const isWhole = group.status === status;
      const above = { reasons: isWhole ? group.reasons : [], level: isWhole ? 'file' : 'transaction' } as const;
      return [rejection(payment, status, { ...above, by })];
    }
    case 'blocked':
      return [{ event: 'block', ...source, code, payeeName: null }];
    case 'accepted':
      return [{ event: 'proceed', ...source }];
    case 'mismatched':
    case 'unchecked':
      return [
        waitsFor.includes(meaning)
          ? { event: 'ask', ...source, code, payeeName: payeeNameIn(code, reasons) }
          : { event: 'note', ...source },
      ];
    case 'waiting':
    case 'unknown':
      return [{ event: 'note', ...source, text: bankTextOf(code, reasons, batch.reasons, group.reasons) }];
    case 'pending':
    case 'matched':
      return [{ event: 'note', ...source }];
  }
}

/** A payment that the bank cancelled fails, whatever the reason; a rejection for a reason of our account waits. */
function rejection(
  { reference, messageId }: Pick<OutgoingPayment, 'reference' | 'messageId'>,
  status: string,
  { reasons, level, by }: Omit<Above, 'status'> & { readonly by: string },
): ReportedPayment {
  const { failure, waits } = rejectionOf(reasons, level);
  return {
    event: waits && status === REJECTED ? 'hold' : 'reject',
    ...{ by, reference, failure },
    messageId: messageId ?? '',
    bankStatus: statusText(status, reasons),
    code: codesOf(reasons)[0] ?? (status === REJECTED ? null : status),
    ...(isAboutDuplicate(reasons) && { isDuplicate: true }),
  };
}

const codesOf = (reasons: readonly StatusReason[]): readonly string[] =>
  reasons.flatMap(({ code, proprietary }) => code ?? proprietary ?? []);

/** The code of the status comes first. */
const statusText = (status: string, reasons: readonly StatusReason[]): string =>
  [status, ...codesOf(reasons)].join(' ').slice(0, 100);
