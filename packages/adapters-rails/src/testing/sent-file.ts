import { filesWith } from '../bank-files/file-records.js';
import type { OutgoingPayment } from '../bank-files/payment.js';
import { prepareFiles } from '../bank-files/prepare-files.js';
import { sendFiles } from '../bank-files/send-files.js';
import { applyStatusReport } from '../bank-files/status-reports.js';
import type { BatchStatus, StatusReason, StatusReport, TransactionStatus } from '../iso20022/messages.js';
import { bankParts, newPayment } from './bank-connection.js';

let serial = 0;

export const because = (...codes: readonly string[]): readonly StatusReason[] =>
  codes.map((code) => ({ code, proprietary: null, additional: [] }));

export const about = (
  { endToEndId }: Pick<OutgoingPayment, 'endToEndId'>,
  status: string | null,
  reasons: readonly StatusReason[] = [],
): TransactionStatus => ({
  ...{ statusId: null, instructionId: null, uetr: null, servicerReference: null, amount: null, currency: null },
  ...{ endToEndId, status, reasons },
});

export const batch = (over: Partial<BatchStatus>): BatchStatus => ({
  ...{ paymentInformationId: null, status: null, reasons: [], transactions: [] },
  ...over,
});

/** A file of payments that was sent, and how the bank reports about it. */
export async function sentFile(count: number, over: Readonly<Record<string, unknown>> = {}) {
  const parts = bankParts(over);
  const payments: OutgoingPayment[] = [];
  for (let i = 0; i < count; i += 1)
    payments.push(await parts.payments.submit(newPayment({ amount: BigInt(100 + i) })));
  await prepareFiles(parts.sending);
  await sendFiles(parts.sending);
  const [file] = await parts.whole.read((records) => filesWith(records, 'SENT', 1));
  const verification = parts.entry.payeeVerification;
  const apply = applyStatusReport({ store: parts.store, payments: parts.payments, log: parts.log, verification });
  const report = (over: Partial<StatusReport> = {}): StatusReport => ({
    kind: 'status',
    version: 'pain.002.001.10',
    messageId: `R${(serial += 1)}`,
    createdAt: '2026-11-23T12:00:00',
    originalMessageId: file!.messageId,
    originalMessageName: 'pain.001.001.09',
    group: { status: null, reasons: [] },
    batches: [],
    ...over,
  });
  return {
    ...parts,
    sent: payments,
    file: file!,
    report,
    hear: (over: Partial<StatusReport>) => apply(report(over), parts.tell),
    apply,
    statuses: async () =>
      (await Promise.all(payments.map(({ reference }) => parts.payments.get(reference)))).map((each) => each!.status),
    /** What core heard, as `state` or `state reason`. */
    heard: () =>
      payments.map(({ reference }) =>
        [...parts.told.values()].flatMap((message) =>
          message.kind === 'payout' && message.reference === reference
            ? [message.status.state === 'failed' ? `failed ${message.status.reason}` : message.status.state]
            : [],
        ),
      ),
  };
}

export const transactions = (...all: readonly TransactionStatus[]): Partial<StatusReport> => ({
  batches: [batch({ transactions: all })],
});
