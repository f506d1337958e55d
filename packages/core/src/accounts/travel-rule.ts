import type { Address } from '../customers/index.js';
import type { CurrencyCode } from '../kernel/index.js';

/** The originator or the beneficiary of a transfer on a chain. Null is what this service does not know. */
export interface TransferParty {
  readonly kind: 'INDIVIDUAL' | 'BUSINESS' | null;
  readonly name: string | null;
  readonly address: Address | null;
  /** Of residence, or of registration. ISO 3166-1 alpha-2. */
  readonly country: string | null;
  /** YYYY-MM-DD. */
  readonly birthDate: string | null;
  /** The id of the customer at the institution that keeps the account. */
  readonly customerId: string | null;
  /** The kind of the official number, such as `PASSPORT`, and the number; of a business: its registration. */
  readonly documentType: string | null;
  readonly documentNumber: string | null;
  /** The account at the institution that keeps it. */
  readonly accountId: string | null;
  /** The address on the chain. */
  readonly ledgerAddress: string | null;
}

/** What must accompany a transfer on a chain: Regulation (EU) 2023/1113, Article 14. */
export interface TravelRuleTransfer {
  /** Every call about one transfer has the same reference and the same content. */
  readonly reference: string;
  /** The network, such as `BASE`. */
  readonly network: string;
  readonly currency: CurrencyCode;
  /** Smallest units that the beneficiary receives, positive. */
  readonly amount: bigint;
  /** The institution that keeps the wallet of the beneficiary, as `accountInfo.vaspName` has it. */
  readonly institution: string;
  readonly originator: TransferParty;
  readonly beneficiary: TransferParty;
}

/**
 * What the institution of the beneficiary said.
 * - `pending`: nothing yet; it is asked again after this time.
 * - `accepted`: the transfer may be sent.
 * - `rejected`: it must not be sent. The reason is one sentence for the operator.
 */
export type TravelRuleAnswer =
  | { readonly state: 'pending'; readonly checkAfterSeconds: number }
  | { readonly state: 'accepted' }
  | { readonly state: 'rejected'; readonly reason: string };

/**
 * Sends what must accompany transfers on chains to other institutions, and asks for their answers. It is called between
 * units of work, at least once. While it throws, nothing is known, and the transfer waits
 * (docs/connections/travel-rule.md).
 */
export interface TravelRule {
  /** The name of the connection. */
  readonly name: string;
  /** A repeated reference is the same transfer: it is sent once, and the answer is the present one. */
  send(transfer: TravelRuleTransfer): Promise<TravelRuleAnswer>;
  /** `unknown`: no transfer was sent under this reference. */
  lookUp(reference: string): Promise<TravelRuleAnswer | { readonly state: 'unknown' }>;
}

/** What the entry of the connections file decides, whatever a partner says. */
export interface TravelRuleRules {
  /** Above this amount, in cents of EUR, a wallet in self-custody is paid only if its owner has proven the key. */
  readonly proofAbove: bigint;
  /** How long a transfer waits for an answer; then it fails, and its money goes back. */
  readonly waitSeconds: number;
}

/** What a connection to a chain has for the travel rule. */
export interface TravelRuleMember {
  readonly partner: TravelRule;
  /** From which its payouts are sent. */
  readonly sendingAddress: string;
  readonly rules: TravelRuleRules;
}

/** The partner has a new answer. It decides nothing: core asks. */
export interface AnswerTelling {
  readonly kind: 'travel-answer';
  /** A rail of the connection. */
  readonly rail: string;
  readonly reference: string;
}

/** Another institution announces a transfer to an address of this service, or has sent it. */
export interface InformationTelling {
  readonly kind: 'travel-information';
  /** The rail that receives at the address. */
  readonly rail: string;
  /** The partner's id of the transfer: a repeated id has no effect. */
  readonly reference: string;
  readonly addressIndex: number;
  readonly network: string;
  /** Null if the transfer is not on the chain yet. */
  readonly transactionHash: string | null;
  readonly currency: CurrencyCode;
  /** Smallest units, positive. */
  readonly amount: bigint;
  /** The institution of the originator. */
  readonly institution: string;
  readonly originator: TransferParty;
  readonly beneficiary: TransferParty;
}

/** A message of a partner of the travel rule. */
export type TravelRuleTelling = AnswerTelling | InformationTelling;
