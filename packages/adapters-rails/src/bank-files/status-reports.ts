import type { CurrencyCode } from '@corridor/core';
import { ok } from '@corridor/core';
import type { RailLog, RailStore, TellCore } from '@corridor/core/ports';
import type { BatchStatus, StatusReason, StatusReport, TransactionStatus } from '../iso20022/messages.js';
import { rejectionOf, type StatusLevel } from '../iso20022/reasons.js';
import { euros } from './euros.js';
import { fileOf, storedFile } from './file-records.js';
import { fileStatusAfter } from './file-states.js';
import type { ReportOutcome } from './incoming-port.js';
import type { OutgoingPayment } from './payment.js';
import { FILES } from './payment-records.js';
import { type OutgoingPayments, type ReportedPayment, tellCore } from './payment-store.js';
import type { OutgoingBatch, PaymentIds } from './payments.js';
import { openProblem } from './problems.js';
import { stored } from '../connections/stored.js';

const EUR = 'EUR' as CurrencyCode;

export interface StatusReportsPorts {
  readonly store: RailStore;
  readonly payments: OutgoingPayments;
  readonly log: RailLog;
}

/** A pain.002 at the levels of file, batch and transaction: docs/rails/bank-files-reference.md#status-reports. */
export function applyStatusReport({ store, payments, log }: StatusReportsPorts) {
  return async (report: StatusReport, tell: TellCore): Promise<ReportOutcome> => {
    const messageId = given(report.originalMessageId);
    const batches = messageId === null ? [] : await payments.findBatches({ messageId, paymentInformationId: null });
    if (messageId !== null && batches.length === 0) {
      return {
        kind: 'set-aside',
        reason: `the status report is about ${messageId}, a file that this connection has not sent`,
      };
    }
    const named = await paymentsNamed(payments, report);
    if (messageId === null && named.every((each) => each.payment === null)) {
      return { kind: 'set-aside', reason: 'the status report names no payment of this connection' };
    }
    const by = `status/${report.messageId}/${messageId ?? ''}`;
    const { reports, remarks } = reportsOf({ report, messageId, batches, named, by });
    if (messageId !== null) await noteFile(store, messageId, report.group.status);
    const after = await payments.report(reports, tell);
    await openException({ tell, log, by }, heldBy(reports, after));
    if (remarks.length > 0)
      log.warn({ messageId, remarks: remarks.slice(0, 20) }, 'status report contradicts our file');
    return { kind: 'applied' };
  };
}

/** NOTPROVIDED stands for an absent id. */
const given = (id: string | null): string | null => (id === null || id === 'NOTPROVIDED' ? null : id);

interface Named {
  readonly batch: BatchStatus;
  readonly transaction: TransactionStatus;
  /** Null if it is unknown. */
  readonly payment: OutgoingPayment | null;
}

async function paymentsNamed(payments: OutgoingPayments, { batches }: StatusReport): Promise<readonly Named[]> {
  const named = batches.flatMap((batch) => batch.transactions.map((transaction) => ({ batch, transaction })));
  const ids = named.map(({ transaction }): PaymentIds => ({
    endToEndId: given(transaction.endToEndId),
    instructionId: given(transaction.instructionId),
    uetr: transaction.uetr,
  }));
  const found = await payments.findMany(ids);
  return named.map((each, index) => ({ ...each, payment: found[index]! }));
}

export interface ReportInput {
  readonly report: StatusReport;
  /** Null if the report does not say which file it is about. */
  readonly messageId: string | null;
  /** The batches of that file. */
  readonly batches: readonly OutgoingBatch[];
  readonly named: readonly Named[];
  readonly by: string;
}

const EXECUTED: readonly (string | null)[] = ['ACSC', 'ACCC'];
const REJECTED = 'RJCT';
/** A batch with such a status says nothing about its single transactions. */
const SAYS_NOTHING: readonly (string | null)[] = [null, 'PART'];

/** What the report says about each payment. A rejection covers all below it that is not named with another status. */
export function reportsOf({ report, messageId, batches, named, by }: ReportInput): {
  readonly reports: readonly ReportedPayment[];
  readonly remarks: readonly string[];
} {
  const remarks: string[] = [];
  const reports: ReportedPayment[] = [];
  const settledHere = new Set<string>();
  for (const { batch, transaction, payment } of named) {
    const text = transaction.endToEndId ?? transaction.uetr ?? transaction.instructionId ?? 'a transaction without ids';
    if (payment === null) remarks.push(`${text} is unknown`);
    // A bank that executed an earlier file has paid, so that the payment must not be sent again.
    else if (messageId !== null && payment.messageId !== messageId && !EXECUTED.includes(transaction.status))
      remarks.push(`${text} is in another file`);
    else if (transaction.amount !== null && transaction.amount !== payment.amount) {
      remarks.push(`${text} has another amount`);
      settledHere.add(payment.reference);
    } else if (transaction.status !== null) {
      settledHere.add(payment.reference);
      reports.push(aboutTransaction(report, batch, transaction, payment, by));
    } else if (transaction.reasons.length > 0 && isRejectedAbove(report, batch)) {
      settledHere.add(payment.reference);
      reports.push(rejection(payment, { reasons: transaction.reasons, level: 'transaction', by }));
    }
  }
  for (const batch of batches) {
    const above = rejectionAbove(report, batch, batches.length === 1);
    if (above === null) continue;
    for (const reference of batch.references) {
      if (!settledHere.has(reference)) {
        reports.push(rejection({ reference, messageId: batch.messageId }, { ...above, by }));
      }
    }
  }
  const known = new Set(batches.map(({ paymentInformationId }) => paymentInformationId));
  for (const { paymentInformationId } of report.batches) {
    const id = given(paymentInformationId);
    if (messageId !== null && id !== null && !known.has(id)) remarks.push(`the batch ${id} is not in the file`);
  }
  return { reports, remarks };
}

const isRejectedAbove = ({ group }: StatusReport, { status }: BatchStatus): boolean =>
  status === REJECTED || (SAYS_NOTHING.includes(status) && group.status === REJECTED);

interface Above {
  readonly reasons: readonly StatusReason[];
  readonly level: StatusLevel;
}

/** Why the whole batch is rejected; null if it is not. */
function rejectionAbove(
  { group, batches }: StatusReport,
  { paymentInformationId }: OutgoingBatch,
  isOnly: boolean,
): Above | null {
  const own = batches.filter((each) => {
    const id = given(each.paymentInformationId);
    return id === paymentInformationId || (id === null && isOnly);
  });
  const rejected = own.find(({ status }) => status === REJECTED);
  if (rejected !== undefined) {
    return rejected.reasons.length === 0 && group.status === REJECTED
      ? { reasons: group.reasons, level: 'file' }
      : { reasons: rejected.reasons, level: 'batch' };
  }
  const isOverruled = own.some(({ status }) => !SAYS_NOTHING.includes(status));
  return group.status === REJECTED && !isOverruled ? { reasons: group.reasons, level: 'file' } : null;
}

function aboutTransaction(
  { group }: StatusReport,
  batch: BatchStatus,
  { status, reasons }: TransactionStatus,
  payment: OutgoingPayment,
  by: string,
): ReportedPayment {
  const { reference } = payment;
  const bankStatus = statusText(status!, reasons);
  if (EXECUTED.includes(status)) return { event: 'settle', by, reference, bankStatus };
  if (status !== REJECTED) return { event: 'note', by, reference, messageId: payment.messageId ?? '', bankStatus };
  if (reasons.length > 0) return rejection(payment, { reasons, level: 'transaction', by });
  if (batch.status === REJECTED) return rejection(payment, { reasons: batch.reasons, level: 'batch', by });
  const isWhole = group.status === REJECTED;
  return rejection(payment, { reasons: isWhole ? group.reasons : [], level: isWhole ? 'file' : 'transaction', by });
}

function rejection(
  { reference, messageId }: Pick<OutgoingPayment, 'reference' | 'messageId'>,
  { reasons, level, by }: Above & { readonly by: string },
): ReportedPayment {
  const { failure, waits } = rejectionOf(reasons, level);
  return {
    event: waits ? 'hold' : 'reject',
    ...{ by, reference, failure },
    messageId: messageId ?? '',
    bankStatus: statusText(REJECTED, reasons),
    code: codesOf(reasons)[0] ?? null,
  };
}

const codesOf = (reasons: readonly StatusReason[]): readonly string[] =>
  reasons.flatMap(({ code, proprietary }) => code ?? proprietary ?? []);

const statusText = (status: string, reasons: readonly StatusReason[]): string =>
  [status, ...codesOf(reasons)].join(' ').slice(0, 100);

async function noteFile(store: RailStore, messageId: string, bankStatus: string | null): Promise<void> {
  stored(
    await store.run(async (records) => {
      const record = (await records.get(FILES, messageId))!;
      const { status } = fileOf(record);
      const next = fileStatusAfter(status, 'report');
      const value = storedFile(record);
      if (status === 'DISCARDED') {
        openProblem(
          records,
          `discarded/${messageId}`,
          `the bank reports about the file ${messageId}, which was discarded; its payments may be in another file`,
        );
      }
      const isNews = bankStatus !== null && bankStatus !== value.bankStatus;
      if (next !== null || isNews) {
        records.change(record, {
          status: next ?? status,
          value: { ...value, bankStatus: bankStatus ?? value.bankStatus },
        });
      }
      return ok();
    }),
  );
}

/** The payments that wait because of this report, by rail. */
function heldBy(
  reports: readonly ReportedPayment[],
  after: readonly OutgoingPayment[],
): ReadonlyMap<string, readonly OutgoingPayment[]> {
  const held = new Set(reports.filter(({ event }) => event === 'hold').map(({ reference }) => reference));
  const byRail = new Map<string, OutgoingPayment[]>();
  // A report can name a payment twice.
  for (const payment of new Map(after.map((each) => [each.reference, each])).values()) {
    if (payment.status === 'HELD' && held.has(payment.reference)) {
      byRail.set(payment.rail, [...(byRail.get(payment.rail) ?? []), payment]);
    }
  }
  return byRail;
}

async function openException(
  { tell, log, by }: { readonly tell: TellCore; readonly log: RailLog; readonly by: string },
  held: ReadonlyMap<string, readonly OutgoingPayment[]>,
): Promise<void> {
  for (const [rail, payments] of held) {
    const amount = payments.reduce((sum, payment) => sum + payment.amount, 0n);
    const [first] = payments;
    const what = payments.length === 1 ? `the payment ${first!.reference}` : `${payments.length} payments`;
    const reason = `the bank refused ${what} of the file ${first!.messageId} (${first!.bankStatus}) for a reason of ${first!.iban}, not of the payees: ${euros(amount)} wait for a new file`;
    await tellCore(tell, { kind: 'held', rail, messageId: `${by}/held`, currency: EUR, amount, reason }, log);
  }
}
