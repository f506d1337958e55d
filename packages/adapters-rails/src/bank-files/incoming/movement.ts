import type { Direction, TransactionCode } from '../../iso20022/messages.js';

/** The ids that the bank and the payer have given to a payment; empty or null where there is none. */
export interface MovementIds {
  /** AcctSvcrRef of the entry and of the detail. */
  readonly servicer: readonly string[];
  readonly transactionId: string | null;
  readonly uetr: string | null;
  readonly endToEndId: string | null;
  readonly instructionId: string | null;
}

/** The ids by which the bank names a file or a PmtInf of several payments. */
export interface BatchReference {
  readonly messageId: string | null;
  readonly paymentInformationId: string | null;
  readonly count: number | null;
}

/**
 * - `payment`: one payment.
 * - `batch`: a sum of payments without their details.
 * - `charge`: a charge inside an entry.
 */
export type MovementPart = 'payment' | 'batch' | 'charge';

/** One movement of money on an account: an entry, or a detail of an entry. */
export interface Movement {
  readonly part: MovementPart;
  readonly direction: Direction;
  /** Cents, positive. */
  readonly amount: bigint;
  /** Of a charge: the amount of the payment from which it was taken; absent if the entry has several payments. */
  readonly chargedOn?: bigint;
  readonly isReversal: boolean;
  /** YYYY-MM-DD; the value date if the bank gives no booking date. */
  readonly date: string | null;
  readonly valueDate: string | null;
  /** The bank gives no booking date. */
  readonly isValueDate?: true;
  readonly ids: MovementIds;
  /** Names of the entry, which its details share, such as `servicer:123`. */
  readonly groups: readonly string[];
  readonly batches: readonly BatchReference[];
  /** The codes of the detail and of the entry, the detail first. */
  readonly codes: readonly TransactionCode[];
  /** The reason of a return; null for a movement without RtrInf. */
  readonly returned: { readonly reason: string | null } | null;
  /** The payer of money that came in, the payee of money that went out. Personal data. */
  readonly counterparty: {
    readonly name: string | null;
    /** An IBAN. */
    readonly account: string | null;
  };
  /** The remittance, with structured references. Personal data. */
  readonly texts: readonly string[];
  /** What the bank writes about the entry. Personal data. */
  readonly information: string | null;
  /** What its only detail says in contradiction to the entry, for an operator. */
  readonly deviation?: string;
}

const withoutPrefix = (groups: readonly string[], prefix: string): readonly string[] =>
  groups.filter((group) => group.startsWith(prefix)).map((group) => group.slice(prefix.length));

/** The AcctSvcrRef of the entry of a movement. */
export const entryReferences = ({ groups }: Pick<Movement, 'groups'>): readonly string[] =>
  withoutPrefix(groups, 'servicer:');

/** The batches that a movement and its entry name. */
export const entryBatches = ({ groups }: Pick<Movement, 'groups'>): readonly BatchReference[] => [
  ...withoutPrefix(groups, 'batch:').map((id) => ({ messageId: null, paymentInformationId: id, count: null })),
  ...withoutPrefix(groups, 'message:').map((id) => ({ messageId: id, paymentInformationId: null, count: null })),
];
