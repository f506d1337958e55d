import type { BatchStatus, StatusReason, StatusReport, TransactionStatus } from './messages.js';
import { codeOf, dateTime, type Deviations, identifier, moneyInAnyCurrency, type ReadAmount } from './read-fields.js';
import type { XmlElement } from './xml-element.js';

/** Reads the `CstmrPmtStsRpt` of a pain.002.001.03 or .10. */
export function readStatusReport(root: XmlElement, version: string, deviations: Deviations): StatusReport {
  const header = root.required('GrpHdr');
  const group = root.required('OrgnlGrpInfAndSts');
  return {
    kind: 'status',
    version,
    messageId: header.required('MsgId').requiredLeaf(),
    createdAt: dateTime(header.required('CreDtTm'), deviations),
    originalMessageId: identifier(group, 'OrgnlMsgId'),
    originalMessageName: group.value('OrgnlMsgNmId'),
    group: { status: group.value('GrpSts'), reasons: reasonsOf(group) },
    batches: root.all('OrgnlPmtInfAndSts').map((batch) => readBatch(batch, deviations)),
  };
}

const readBatch = (batch: XmlElement, deviations: Deviations): BatchStatus => ({
  paymentInformationId: identifier(batch, 'OrgnlPmtInfId'),
  status: batch.value('PmtInfSts'),
  reasons: reasonsOf(batch),
  transactions: batch.all('TxInfAndSts').map((element) => readTransaction(element, deviations)),
});

function readTransaction(transaction: XmlElement, deviations: Deviations): TransactionStatus {
  const amount = originalAmount(transaction.one('OrgnlTxRef'), deviations);
  return {
    statusId: identifier(transaction, 'StsId'),
    instructionId: identifier(transaction, 'OrgnlInstrId'),
    endToEndId: identifier(transaction, 'OrgnlEndToEndId'),
    uetr: identifier(transaction, 'OrgnlUETR')?.toLowerCase() ?? null,
    status: transaction.value('TxSts'),
    reasons: reasonsOf(transaction),
    servicerReference: identifier(transaction, 'AcctSvcrRef'),
    amount: amount?.amount ?? null,
    currency: amount?.currency ?? null,
  };
}

function originalAmount(original: XmlElement | null, deviations: Deviations): ReadAmount | null {
  const element = original?.one('Amt', 'InstdAmt') ?? null;
  const amount = element === null ? null : moneyInAnyCurrency(element);
  if (element !== null && amount === null) deviations.add(element, 'the currency is not in ISO 4217');
  return amount;
}

/** Banks write several StsRsnInf, and several AddtlInf in each. */
const reasonsOf = (element: XmlElement): readonly StatusReason[] =>
  element.all('StsRsnInf').map((information) => {
    const reason = information.one('Rsn');
    const isPlain = reason !== null && reason.children.length === 0;
    return {
      code: isPlain ? codeOf(reason) : (reason?.value('Cd') ?? null),
      proprietary: reason?.value('Prtry') ?? null,
      additional: information.all('AddtlInf').flatMap((text) => text.leaf() ?? []),
    };
  });
