import type { Id, Instant } from '@corridor/core';
import type { RailRecord, RailRecords } from '@corridor/core/ports';
import type {
  CreditTransfer,
  CreditTransferBatch,
  CreditTransferFile,
  CreditTransferMessage,
  PartyId,
  PostalAddress,
} from '../iso20022/messages.js';
import { isCreditorReference } from '../iso20022/references.js';
import type { FileStatus } from './file-states.js';
import type { OutgoingPayment } from './payment.js';
import { BATCHES, FILES, paymentOf, PAYMENTS } from './payment-records.js';

type StoredPartyId = { readonly [Name in keyof PartyId]: PartyId[Name] };

/** What is stored about an outgoing file. Its content is composed from the records whenever it is needed. */
export type StoredFile = {
  /** The version in which it is written, also after a change of the configuration. */
  readonly message: CreditTransferMessage;
  readonly initiatingParty: string;
  /** Absent in files of earlier versions, which had none. */
  readonly initiatingPartyId?: StoredPartyId | null;
  readonly createdAt: Instant;
  /** PmtInfIds in the order of the file. */
  readonly batches: readonly string[];
  readonly payments: number;
  /** Cents. */
  readonly total: bigint;
  /** SHA-256 of the content. */
  readonly digest: string;
  /** The day whose limit it uses up. */
  readonly day: string;
  /** The temporary name of the upload that runs or ran last; null before the first. */
  readonly temporaryName: string | null;
  /** Why a second person must release it; null if it needs no release. */
  readonly needsRelease: string | null;
  /** The operator who asked for it to be sent again. */
  readonly requestedBy: { readonly id: Id<'Operator'>; readonly name: string } | null;
  readonly releasedBy: { readonly id: Id<'Operator'>; readonly name: string } | null;
  readonly sentAt: Instant | null;
  /** The status of the whole file that the bank reported last. */
  readonly bankStatus: string | null;
};

export interface OutgoingFile extends StoredFile {
  /** MsgId. */
  readonly messageId: string;
  readonly status: FileStatus;
}

export const fileOf = ({ key, status, value }: Pick<RailRecord, 'key' | 'status' | 'value'>): OutgoingFile => ({
  ...(value as StoredFile),
  messageId: key,
  status: status as FileStatus,
});

export const storedFile = ({ value }: Pick<RailRecord, 'value'>): StoredFile => value as StoredFile;

/** The name under which the bank takes the file. */
export const finalName = (messageId: string): string => `${messageId}.xml`;

/** What is stored about a PmtInf. */
export type StoredBatch = {
  readonly messageId: string;
  readonly iban: string;
  readonly bic: string | null;
  readonly name: string;
  /** This member and the next three are absent in files of earlier versions: no address, one booking, a UETR. */
  readonly address?: { readonly [Name in keyof PostalAddress]: PostalAddress[Name] } | null;
  readonly ultimateDebtor?: { readonly name: string; readonly id: StoredPartyId | null } | null;
  readonly isBookedAsSum?: boolean;
  readonly hasUetr?: boolean;
  readonly executionDate: string;
  readonly scheme: CreditTransferBatch['scheme'];
  readonly total: bigint;
  readonly references: readonly string[];
};

/** One payment of the file. A remittance text that is a creditor reference is written as one. */
export function transferOf(
  payment: Omit<CreditTransfer, 'remittance'> & Pick<OutgoingPayment, 'remittanceText'>,
): CreditTransfer {
  const { instructionId, endToEndId, uetr, amount, creditor, purposeCode, remittanceText } = payment;
  const reference = remittanceText?.replace(/\s/g, '').toUpperCase() ?? '';
  return {
    ...{ instructionId, endToEndId, uetr, amount, creditor, purposeCode },
    remittance:
      remittanceText === null
        ? null
        : isCreditorReference(reference)
          ? { kind: 'creditor-reference', reference }
          : { kind: 'text', text: remittanceText },
  };
}

export const batchMessage = (
  paymentInformationId: string,
  { iban, bic, name, address = null, ultimateDebtor = null, ...batch }: StoredBatch,
  payments: readonly OutgoingPayment[],
): CreditTransferBatch => ({
  paymentInformationId,
  debtor: { name, iban, bic, address },
  ultimateDebtor,
  isBookedAsSum: batch.isBookedAsSum ?? true,
  requestedExecutionDate: batch.executionDate,
  scheme: batch.scheme,
  transfers: payments.map((payment) => transferOf((batch.hasUetr ?? true) ? payment : { ...payment, uetr: null })),
});

/** The payments with these references, in their order. */
export async function paymentsInOrder(
  records: RailRecords,
  references: readonly string[],
): Promise<readonly OutgoingPayment[]> {
  const found = new Map<string, OutgoingPayment>();
  for (const record of await records.getMany(PAYMENTS, references)) found.set(record.key, paymentOf(record));
  return references.map((reference) => found.get(reference)!);
}

/** The content of a file, from what is stored about it. */
export async function messageOf(records: RailRecords, file: OutgoingFile): Promise<CreditTransferFile> {
  const batches: CreditTransferBatch[] = [];
  for (const id of file.batches) {
    const batch = (await records.get(BATCHES, id))!.value as StoredBatch;
    batches.push(batchMessage(id, batch, await paymentsInOrder(records, batch.references)));
  }
  const { messageId, createdAt, initiatingParty: name, initiatingPartyId: id = null } = file;
  return { messageId, createdAt, initiatingParty: { name, id }, batches };
}

/** The first payment of a file that must not be sent (again) with it, because the bank has dealt with it; null if none. */
export async function endedPayment(records: RailRecords, file: OutgoingFile): Promise<OutgoingPayment | null> {
  for (const batch of await records.getMany(BATCHES, file.batches)) {
    const payments = await paymentsInOrder(records, (batch.value as StoredBatch).references);
    const ended = payments.find(({ status, messageId }) => status !== 'FILED' || messageId !== file.messageId);
    if (ended !== undefined) return ended;
  }
  return null;
}

/** The file records with a status, oldest first. */
export async function filesWith(
  records: RailRecords,
  status: FileStatus,
  limit: number,
): Promise<readonly OutgoingFile[]> {
  return (await records.list(FILES, { status, limit })).map(fileOf);
}
