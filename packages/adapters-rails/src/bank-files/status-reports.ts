import { ok } from '@corridor/core';
import type { RailLog, RailStore, TellCore } from '@corridor/core/ports';
import type { StatusReport } from '../iso20022/messages.js';
import type { BankFilesEntry } from './entry.js';
import { fileOf, storedFile } from './file-records.js';
import { fileStatusAfter } from './file-states.js';
import type { ReportOutcome } from './incoming-port.js';
import { FILES } from './payment-records.js';
import type { OutgoingPayments } from './payment-store.js';
import type { PaymentIds } from './payments.js';
import { openProblem } from './problems.js';
import { openExceptions } from './report-exceptions.js';
import { given, type Named, reportsOf } from './reports-of.js';
import { stored } from '../connections/stored.js';

export interface StatusReportsPorts {
  readonly store: RailStore;
  readonly payments: OutgoingPayments;
  readonly log: RailLog;
  readonly verification: BankFilesEntry['payeeVerification'];
}

/** A pain.002 at the levels of file, batch and transaction: docs/rails/bank-files-reference.md#status-reports. */
export function applyStatusReport({ store, payments, log, verification }: StatusReportsPorts) {
  const waitsFor = (['mismatched', 'unchecked'] as const).filter((result) => verification[result] === 'wait');
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
    const { reports: all, remarks } = reportsOf({ report, messageId, batches, named, by, waitsFor });
    const reports = all.map((each) => ({ ...each, writtenAt: report.createdAt }));
    if (messageId !== null) await noteFile(store, messageId, report.group.status);
    const after = await payments.report(reports, tell);
    await openExceptions({ tell, log, by, report }, reports, after);
    if (remarks.length > 0)
      log.warn({ messageId, remarks: remarks.slice(0, 20) }, 'status report contradicts our file');
    return { kind: 'applied' };
  };
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
