import type { Instant } from '@corridor/core';

/**
 * The content of the ISO 20022 messages that a bank connection exchanges, independent of message versions and of XML.
 * Amounts are integers in the smallest unit of their currency. Dates are `YYYY-MM-DD`. Times of received messages stay
 * as the bank wrote them, because banks may leave out the time zone: docs/rails/bank-messages.md.
 */

/** The versions of the credit transfer initiation that `writeCreditTransfers` writes. */
export const CREDIT_TRANSFER_MESSAGES = ['pain.001.001.09', 'pain.001.001.03'] as const;
export type CreditTransferMessage = (typeof CREDIT_TRANSFER_MESSAGES)[number];

/** SEPA Credit Transfer, or SEPA Instant Credit Transfer. */
export type CreditTransferScheme = 'SEPA' | 'SEPA_INSTANT';

/** A pain.001: instructions to the bank to pay from accounts of one party. All amounts are in EUR. */
export interface CreditTransferFile {
  /** MsgId, unique for this party; at most 35 characters. */
  readonly messageId: string;
  readonly createdAt: Instant;
  readonly initiatingParty: IdentifiedParty;
  readonly batches: readonly CreditTransferBatch[];
}

/** An organisation that the bank knows by a name, and often by a number that the bank gave it. */
export interface IdentifiedParty {
  readonly name: string;
  readonly id: PartyId | null;
}

/** OrgId/Othr; each at most 35 characters. */
export interface PartyId {
  readonly id: string;
  /** Who gave the id; null if the bank asks for none. */
  readonly issuer: string | null;
}

/** A PmtInf: payments from one account on one day in one scheme. */
export interface CreditTransferBatch {
  /** PmtInfId; at most 35 characters. */
  readonly paymentInformationId: string;
  readonly debtor: {
    readonly name: string;
    readonly iban: string;
    /** Null if unknown; the file then says NOTPROVIDED. */
    readonly bic: string | null;
    readonly address: PostalAddress | null;
  };
  /** For whom the debtor pays, such as the customer of a payment institution; null if the debtor pays for itself. */
  readonly ultimateDebtor: IdentifiedParty | null;
  /** BtchBookg: whether the bank books the payments in one sum. */
  readonly isBookedAsSum: boolean;
  readonly requestedExecutionDate: string;
  readonly scheme: CreditTransferScheme;
  readonly transfers: readonly CreditTransfer[];
}

export interface CreditTransfer {
  /** InstrId, for the bank of the debtor; at most 35 characters. */
  readonly instructionId: string;
  /** EndToEndId, which reaches the creditor; at most 35 characters. */
  readonly endToEndId: string;
  /** A lower-case uuid v4. Written from pain.001.001.09 on; older messages have no element for it. Null: not written. */
  readonly uetr: string | null;
  /** Cents, positive. */
  readonly amount: bigint;
  readonly creditor: Creditor;
  /** An ISO 20022 external purpose code, such as SALA. */
  readonly purposeCode: string | null;
  readonly remittance: Remittance | null;
}

export interface Creditor {
  readonly name: string;
  readonly iban: string;
  /** SEPA needs none. */
  readonly bic: string | null;
  readonly address: PostalAddress | null;
}

/** A postal address with the members of PstlAdr. It is written only with a town. */
export interface PostalAddress {
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  readonly townName: string | null;
  readonly postCode: string | null;
  readonly street: string | null;
  /** What the address says below the street, such as a floor or a building. */
  readonly secondLine: string | null;
  readonly buildingNumber: string | null;
  /** A state, province or region. */
  readonly subdivision: string | null;
}

export type Remittance =
  /** An ISO 11649 reference, in capitals without spaces; written as structured remittance information. */
  | { readonly kind: 'creditor-reference'; readonly reference: string }
  /** Free text; transliterated and cut to 140 characters. */
  | { readonly kind: 'text'; readonly text: string };

/** What a bank sends: pain.002, or camt.052, camt.053, camt.054. */
export type BankMessage = StatusReport | AccountReport;

/** A pain.002: what became of the payments of one pain.001. */
export interface StatusReport {
  readonly kind: 'status';
  /** The message with its version, such as `pain.002.001.10`. */
  readonly version: string;
  readonly messageId: string;
  readonly createdAt: string;
  /** MsgId of the file that the report is about. */
  readonly originalMessageId: string | null;
  /** The message of that file, as the bank wrote it, such as `pain.001.001.09` or `pain.001`. */
  readonly originalMessageName: string | null;
  readonly group: { readonly status: string | null; readonly reasons: readonly StatusReason[] };
  readonly batches: readonly BatchStatus[];
}

/** An OrgnlPmtInfAndSts. */
export interface BatchStatus {
  readonly paymentInformationId: string | null;
  /** PmtInfSts, such as ACCP, PART or RJCT. */
  readonly status: string | null;
  readonly reasons: readonly StatusReason[];
  readonly transactions: readonly TransactionStatus[];
}

/** A TxInfAndSts. */
export interface TransactionStatus {
  /** The bank's id of this status. */
  readonly statusId: string | null;
  readonly instructionId: string | null;
  readonly endToEndId: string | null;
  readonly uetr: string | null;
  /** TxSts, such as ACSC, ACCC, PDNG or RJCT. */
  readonly status: string | null;
  readonly reasons: readonly StatusReason[];
  /** The bank's reference of the payment. */
  readonly servicerReference: string | null;
  /** The instructed amount that the bank repeats. */
  readonly amount: bigint | null;
  readonly currency: string | null;
}

/** A StsRsnInf. */
export interface StatusReason {
  /** An ISO external status reason code, such as AC04: reasons.ts. */
  readonly code: string | null;
  /** A code of the bank's own. */
  readonly proprietary: string | null;
  readonly additional: readonly string[];
}

/** A camt.053 (statement), or a camt.054 or camt.052 (notification). */
export interface AccountReport {
  readonly kind: 'notification' | 'statement';
  /** The message with its version, such as `camt.053.001.08`. */
  readonly version: string;
  readonly messageId: string;
  readonly createdAt: string;
  /** One for each Stmt, Rpt or Ntfctn that can be read; a file can contain several, also of several accounts. */
  readonly statements: readonly AccountStatement[];
  /** Statements of the file that cannot be read, which does not keep the others from being read. */
  readonly refused: readonly RefusedStatement[];
}

export interface RefusedStatement {
  /** Its Id; null if that is what cannot be read. */
  readonly id: string | null;
  readonly problem: MessageProblem;
}

export interface AccountStatement {
  readonly id: string;
  /** ElctrncSeqNb: numbers without gaps for the messages of one account and type. */
  readonly electronicSequence: bigint | null;
  /** LglSeqNb: the number of the legal statement; some banks start again each year. */
  readonly legalSequence: bigint | null;
  /** StmtPgntn or RptPgntn, else MsgPgntn of the file. */
  readonly page: { readonly number: string; readonly isLast: boolean } | null;
  /** CpyDplctInd: COPY, CODU or DUPL; null for an original. */
  readonly copy: string | null;
  readonly createdAt: string | null;
  /** FrToDt as dates. */
  readonly from: string | null;
  readonly to: string | null;
  readonly account: StatementAccount;
  readonly balances: readonly AccountBalance[];
  readonly entries: readonly StatementEntry[];
  /** The sums of TxsSummry over credits and debits; absent if the bank gives none, or for one page of several. */
  readonly declared?: { readonly credits: bigint; readonly debits: bigint };
}

export interface StatementAccount {
  /** Without spaces, in capitals; also from Othr/Id, if its check digits are those of an IBAN. */
  readonly iban: string | null;
  /** An account id that is not an IBAN. */
  readonly other: string | null;
  readonly currency: string | null;
  readonly ownerName: string | null;
}

export interface AccountBalance {
  /** The ISO code OPBD, CLBD, PRCD, ITBD, CLAV, FWAV …, or the bank's own code. */
  readonly type: string;
  /** SubTp, such as INTM for the balance of an inner page; null if there is none. */
  readonly subType: string | null;
  /** Negative for a debit balance. */
  readonly amount: bigint;
  readonly currency: string;
  readonly date: string;
}

/** Whether the account received money or paid it. A reversal has the direction in which it moves money. */
export type Direction = 'IN' | 'OUT';

/** An Ntry: one booking on the account, of one payment or of a batch. */
export interface StatementEntry {
  /** NtryRef, unique in this message only. */
  readonly reference: string | null;
  /** Never negative. */
  readonly amount: bigint;
  readonly currency: string;
  readonly direction: Direction;
  /** RvslInd: the entry takes an earlier one back. */
  readonly isReversal: boolean;
  /** BOOK, PDNG, INFO, FUTR, or the bank's own text. Only BOOK moves money. */
  readonly status: string;
  readonly bookingDate: string | null;
  readonly valueDate: string | null;
  /** AcctSvcrRef: the bank's reference of the entry. */
  readonly servicerReference: string | null;
  readonly transactionCode: TransactionCode | null;
  /** One for each NtryDtls with a Btch. */
  readonly batches: readonly EntryBatch[];
  /** The TxDtls of all NtryDtls, in order. Empty for a batch without details and for simple entries of some banks. */
  readonly details: readonly EntryDetail[];
  /** Chrgs of the entry itself. */
  readonly charges: readonly Charge[];
  /** AddtlNtryInf. */
  readonly additionalInformation: string | null;
}

/** A BkTxCd. */
export interface TransactionCode {
  /** PMNT for payments. */
  readonly domain: string | null;
  /** RCDT for received, ICDT for sent credit transfers. */
  readonly family: string | null;
  /** ESCT for SEPA credit transfers, RRTN for returns, and others. */
  readonly subFamily: string | null;
  /** The bank's or the country's own code, such as NTRF+166. */
  readonly proprietary: string | null;
}

/** A Btch: the file or batch that the entry books in one sum. */
export interface EntryBatch {
  readonly messageId: string | null;
  readonly paymentInformationId: string | null;
  readonly count: bigint | null;
  /** Null also if it is in another currency than the entry. */
  readonly total: bigint | null;
}

/** A TxDtls: one payment of an entry. */
export interface EntryDetail {
  readonly references: EntryReferences;
  /**
   * The payment in the currency of the entry: the first of TxDtls/Amt, AmtDtls/TxAmt and AmtDtls/CntrValAmt that is in
   * this currency. TxDtls/Amt comes first because the bank's sum over the entry uses it; camt versions before 04 have
   * only AmtDtls. Null if none is in this currency; then the amount of an entry with one detail is its amount.
   */
  readonly amount: bigint | null;
  /** The currency of `amount`; null with it. */
  readonly currency: string | null;
  /** Null if the detail states none; it then has the direction of the entry. */
  readonly direction: Direction | null;
  /** InstdAmt: what the payer instructed, or for a return the amount of the original payment. */
  readonly instructed: { readonly amount: bigint; readonly currency: string } | null;
  readonly transactionCode: TransactionCode | null;
  readonly debtor: Party;
  readonly ultimateDebtor: Party;
  readonly creditor: Party;
  readonly ultimateCreditor: Party;
  readonly remittance: {
    /** Ustrd, one element for each occurrence. */
    readonly unstructured: readonly string[];
    /** CdtrRefInf/Ref of every Strd, with or without a type, as the payer wrote it. */
    readonly creditorReferences: readonly string[];
    /** AddtlRmtInf of every Strd. */
    readonly additional: readonly string[];
  };
  /** RtrInf: the payment is a return. */
  readonly returned: ReturnInformation | null;
  readonly charges: readonly Charge[];
  /** Purp: the ISO code, else the bank's own. */
  readonly purpose: string | null;
  /** AddtlTxInf. */
  readonly additionalInformation: string | null;
}

/** Refs of a payment. NOTPROVIDED counts as absent. */
export interface EntryReferences {
  readonly messageId: string | null;
  readonly servicerReference: string | null;
  readonly paymentInformationId: string | null;
  readonly instructionId: string | null;
  readonly endToEndId: string | null;
  readonly transactionId: string | null;
  /** In lower case. */
  readonly uetr: string | null;
  readonly clearingSystemReference: string | null;
}

export interface Party {
  readonly name: string | null;
  /** The IBAN without spaces, or an account id of another form. */
  readonly account: string | null;
  /** Whether `account` came as IBAN and has its form, whatever its check digits, or came as Othr/Id and passes them. */
  readonly isIban: boolean;
  /** The BIC of the party's bank. */
  readonly bic: string | null;
}

export interface ReturnInformation {
  /** An ISO external return reason code, such as AC04: reasons.ts. */
  readonly reasonCode: string | null;
  readonly proprietary: string | null;
  /** AddtlInf. */
  readonly texts: readonly string[];
  /** OrgnlBkTxCd: the code under which the original payment was booked. */
  readonly originalTransactionCode: TransactionCode | null;
}

export interface Charge {
  readonly amount: bigint;
  readonly currency: string;
  /** OUT for a charge that the account pays. Null if the bank states none. */
  readonly direction: Direction | null;
  /** SLEV, SHAR, DEBT or CRED. */
  readonly bearer: string | null;
  /** Whether the amount of the entry contains the charge; null if the bank does not say. */
  readonly included: boolean | null;
}

/** Why a message was refused. */
export const MESSAGE_PROBLEMS = [
  'EMPTY',
  'TRUNCATED',
  'TOO_LARGE',
  'NOT_XML',
  'ENCODING',
  'DOCUMENT_TYPE',
  'PROCESSING_INSTRUCTION',
  'TOO_DEEP',
  'TOO_COMPLEX',
  'INVALID_ARCHIVE',
  'UNKNOWN_MESSAGE',
  'UNKNOWN_VERSION',
  'MISSING_FIELD',
  'INVALID_FIELD',
  'INVALID_AMOUNT',
  'CURRENCY_MISMATCH',
] as const;
export type MessageProblemCode = (typeof MESSAGE_PROBLEMS)[number];

export interface MessageProblem {
  readonly code: MessageProblemCode;
  /** One sentence for an operator. */
  readonly message: string;
  /** The path of the element, such as `/Document/BkToCstmrStmt/Stmt[2]/Ntry[17]/Amt`; null if no element is to blame. */
  readonly place: string | null;
}

/**
 * `deviations` lists where the message departs from its schema or from itself without touching a field that is used.
 * The text of each begins with the place.
 */
export type ReadOutcome =
  | { readonly ok: true; readonly message: BankMessage; readonly deviations: readonly string[] }
  | { readonly ok: false; readonly problem: MessageProblem };
