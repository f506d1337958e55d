import type { OrderedPayment, PaymentOrder } from './payment-order.js';
import { eurosOf, leaf, message, node } from './xml.js';

/** What a bank says about a file of payments: pain.002. */
export interface StatusReport {
  readonly id: string;
  readonly createdAt: string;
  /** The file that it is about; null if the bank could not read its id. */
  readonly order: Pick<PaymentOrder, 'messageId' | 'name' | 'transactions' | 'sum'> | null;
  readonly group: { readonly status: string; readonly reason: string | null } | null;
  readonly batches: readonly BatchReport[];
}

export interface BatchReport {
  readonly id: string;
  readonly status: string | null;
  readonly payments: readonly PaymentReport[];
}

export interface PaymentReport {
  readonly payment: OrderedPayment;
  readonly status: string;
  readonly reason: string | null;
}

const reasonOf = (reason: string | null) => node('StsRsnInf', node('Rsn', leaf('Cd', reason)));

export function writeStatusReport(
  version: '03' | '10',
  laterVersion: number,
  bic: string,
  { id, createdAt, order, group, batches }: StatusReport,
): string {
  const paymentOf = ({ payment, status, reason }: PaymentReport, position: string) =>
    node(
      'TxInfAndSts',
      leaf('StsId', position),
      leaf('OrgnlInstrId', payment.instructionId),
      leaf('OrgnlEndToEndId', payment.endToEndId),
      leaf('OrgnlUETR', version === '10' ? payment.uetr : null),
      leaf('TxSts', status),
      reasonOf(reason),
    );
  const batchOf = (batch: BatchReport, index: number) =>
    node(
      'OrgnlPmtInfAndSts',
      leaf('OrgnlPmtInfId', batch.id),
      leaf('PmtInfSts', batch.status),
      ...batch.payments.map((payment, position) => paymentOf(payment, `${id}-${index}-${position}`)),
    );
  return message(
    `pain.002.001.${String(Number(version) + laterVersion).padStart(2, '0')}`,
    node(
      'CstmrPmtStsRpt',
      node(
        'GrpHdr',
        leaf('MsgId', id),
        leaf('CreDtTm', createdAt),
        node('DbtrAgt', node('FinInstnId', leaf(version === '03' ? 'BIC' : 'BICFI', bic))),
      ),
      node(
        'OrgnlGrpInfAndSts',
        leaf('OrgnlMsgId', order?.messageId ?? 'NOTPROVIDED'),
        leaf('OrgnlMsgNmId', order?.name ?? 'pain.001'),
        leaf('OrgnlNbOfTxs', order?.transactions ?? null),
        leaf('OrgnlCtrlSum', order === null ? null : eurosOf(order.sum)),
        leaf('GrpSts', group?.status ?? null),
        reasonOf(group?.reason ?? null),
      ),
      ...batches.map(batchOf),
    ),
  );
}
