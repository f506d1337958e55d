import { isIban } from './iban.js';
import { isTargetDay } from './target-days.js';
import { all, centsOf, type Element, needed, read, textAt } from './xml.js';

/** A file of credit transfers that a customer of the bank sent: pain.001. */
export interface PaymentOrder {
  readonly messageId: string;
  readonly name: 'pain.001.001.03' | 'pain.001.001.09';
  readonly transactions: number;
  readonly sum: bigint;
  readonly batches: readonly OrderedBatch[];
}

export interface OrderedBatch {
  readonly id: string;
  readonly debtor: { readonly name: string; readonly iban: string };
  /** YYYY-MM-DD */
  readonly executionDate: string;
  readonly isInstant: boolean;
  readonly payments: readonly OrderedPayment[];
}

export interface OrderedPayment {
  readonly endToEndId: string;
  readonly instructionId: string | null;
  readonly uetr: string | null;
  readonly amount: bigint;
  readonly creditor: { readonly name: string; readonly iban: string };
  readonly remittance: string | null;
}

/** Why the bank rejects a whole file, with a code of ISO 20022. */
export class RejectedOrder extends Error {
  override readonly name = 'RejectedOrder';

  constructor(
    readonly code: 'FF01' | 'AM10' | 'AM18' | 'AC02' | 'DT01' | 'DU01' | 'DU02' | 'CH03',
    message: string,
  ) {
    super(message);
  }
}

const NAMESPACE = /^urn:iso:std:iso:20022:tech:xsd:(pain\.001\.001\.0[39])$/;
const UUID_V4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
/** The characters that every bank of SEPA takes. */
const SEPA_TEXT = /^[A-Za-z0-9/\-?:().,'+ ]+$/;

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, amount) => total + amount, 0n);

function refuseUnless(holds: boolean, code: RejectedOrder['code'], message: string): asserts holds {
  if (!holds) throw new RejectedOrder(code, message);
}

/** An identification of at most 35 characters that every bank takes. */
function idAt(element: Element, path: string): string {
  const id = needed(element, path);
  const isTaken = id.length <= 35 && SEPA_TEXT.test(id) && !/^\/|\/\/|\/$/.test(id);
  refuseUnless(isTaken, 'CH03', `${path} is ${id}`);
  return id;
}

function textOf(element: Element, path: string, limit: number): string {
  const text = needed(element, path);
  refuseUnless(text.length <= limit && SEPA_TEXT.test(text), 'CH03', `${path} is ${text}`);
  return text;
}

function orderedPayment(transaction: Element, isNew: boolean): OrderedPayment {
  const [amount] = all(transaction, 'Amt/InstdAmt');
  refuseUnless(amount?.attributes['Ccy'] === 'EUR', 'FF01', 'an amount that is not in euros');
  const uetr = textAt(transaction, 'PmtId/UETR');
  refuseUnless(uetr === null || (isNew && UUID_V4.test(uetr)), 'FF01', `the UETR ${uetr}`);
  const instructed = textAt(transaction, 'PmtId/InstrId');
  const structured = textAt(transaction, 'RmtInf/Strd/CdtrRefInf/Ref');
  const free = textAt(transaction, 'RmtInf/Ustrd');
  refuseUnless(free === null || (free.length <= 140 && SEPA_TEXT.test(free)), 'CH03', `the remittance ${free}`);
  return {
    endToEndId: idAt(transaction, 'PmtId/EndToEndId'),
    instructionId: instructed === null ? null : idAt(transaction, 'PmtId/InstrId'),
    uetr,
    amount: centsOf(amount.text),
    creditor: { name: textOf(transaction, 'Cdtr/Nm', 70), iban: needed(transaction, 'CdtrAcct/Id/IBAN') },
    remittance: structured ?? free,
  };
}

function orderedBatch(batch: Element, isNew: boolean): OrderedBatch {
  refuseUnless(needed(batch, 'PmtMtd') === 'TRF', 'FF01', 'PmtMtd is not TRF');
  refuseUnless(needed(batch, 'ChrgBr') === 'SLEV', 'FF01', 'ChrgBr is not SLEV');
  refuseUnless(needed(batch, 'PmtTpInf/SvcLvl/Cd') === 'SEPA', 'FF01', 'SvcLvl is not SEPA');
  const executionDate = needed(batch, isNew ? 'ReqdExctnDt/Dt' : 'ReqdExctnDt');
  const isInstant = textAt(batch, 'PmtTpInf/LclInstrm/Cd') === 'INST';
  refuseUnless(
    /^\d{4}-\d\d-\d\d$/.test(executionDate) && (isInstant || isTargetDay(executionDate)),
    'DT01',
    `${executionDate} is not a TARGET day`,
  );
  const payments = all(batch, 'CdtTrfTxInf').map((transaction) => orderedPayment(transaction, isNew));
  const [count, control] = [textAt(batch, 'NbOfTxs'), textAt(batch, 'CtrlSum')];
  refuseUnless(count === null || count === String(payments.length), 'AM18', `NbOfTxs of a batch is ${count}`);
  refuseUnless(
    control === null || centsOf(control) === sum(payments.map(({ amount }) => amount)),
    'AM10',
    `CtrlSum of a batch is ${control}`,
  );
  return {
    id: idAt(batch, 'PmtInfId'),
    debtor: { name: textOf(batch, 'Dbtr/Nm', 70), iban: needed(batch, 'DbtrAcct/Id/IBAN') },
    executionDate,
    isInstant,
    payments,
  };
}

/** Reads a file as a bank does. Throws a RejectedOrder for one that the bank does not take. */
export function readOrder(text: string): PaymentOrder {
  try {
    const document = read(text);
    const name = NAMESPACE.exec(document.attributes['xmlns'] ?? '')?.[1] as PaymentOrder['name'] | undefined;
    refuseUnless(document.name === 'Document' && name !== undefined, 'FF01', 'not a message that the bank takes');
    const [initiation] = all(document, 'CstmrCdtTrfInitn');
    refuseUnless(initiation !== undefined, 'FF01', 'CstmrCdtTrfInitn is missing');
    const batches = all(initiation, 'PmtInf').map((batch) => orderedBatch(batch, name.endsWith('09')));
    const payments = batches.flatMap((batch) => batch.payments);
    const transactions = Number(needed(initiation, 'GrpHdr/NbOfTxs'));
    const control = centsOf(needed(initiation, 'GrpHdr/CtrlSum'));
    refuseUnless(payments.length > 0 && transactions === payments.length, 'AM18', `NbOfTxs is ${transactions}`);
    refuseUnless(control === sum(payments.map(({ amount }) => amount)), 'AM10', `CtrlSum is ${control} cents`);
    refuseUnless(new Set(batches.map(({ id }) => id)).size === batches.length, 'DU02', 'a PmtInfId comes twice');
    refuseUnless(
      batches.every(({ debtor }) => isIban(debtor.iban)),
      'AC02',
      'the account of the debtor is not an IBAN',
    );
    return { messageId: idAt(initiation, 'GrpHdr/MsgId'), name, transactions, sum: control, batches };
  } catch (error) {
    if (error instanceof RejectedOrder) throw error;
    throw new RejectedOrder('FF01', String(error));
  }
}
