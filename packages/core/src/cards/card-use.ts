import type { InternalAccount } from '../accounts/index.js';
import type { Customer } from '../customers/index.js';
import type { Instant } from '../kernel/index.js';
import type { CardDetails, Merchant } from '../transactions/index.js';
import type { Card } from './card.js';
import type { OpenSpend } from './spend-limits.js';

/** A use of a card, about which the network asks. */
export interface CardUse {
  readonly cardId: string;
  /** Zero verifies the account: the answer says whether the card can be used, and nothing is reserved. */
  readonly amount: bigint;
  /** The currency code; it must be the card's currency. */
  readonly currency: string;
  /** When the authorization expires, if the network names it. */
  readonly expiresAt?: Instant | undefined;
  readonly merchant: Merchant;
  /** The id of the question at the network. A repeated question has the same answer and no effect. */
  readonly issuerToken: string;
  /** DEBIT: the merchant takes money. CREDIT: the merchant gives money. */
  readonly direction: 'DEBIT' | 'CREDIT';
  /**
   * `ask`: the network asks for an authorization and clears later. `settle`: authorize and clear at once. `told`: the
   * network has already decided and informs the service, which cannot decline any more.
   */
  readonly mode: 'ask' | 'settle' | 'told';
  /** In the mode `told`: the use is authorized and cleared at once. */
  readonly isFinal?: boolean;
  /** In the mode `told`: the merchant collects without an authorization. */
  readonly isForced?: boolean;
  readonly details?: CardDetails;
  /** In the mode `told`: the network's date of its decision. */
  readonly decidedAt?: Instant;
  /** The merchant takes a part of the amount if the balance does not cover all of it. */
  readonly partialAllowed?: boolean;
}

/** The card of a question and the account that it spends from. */
export interface Used {
  readonly card: Card;
  readonly account: InternalAccount;
}

export interface Asked extends Used {
  /** The balance of the account, locked by this unit. */
  readonly balance: bigint;
  readonly holder: Customer;
  /** What is used of the spend limits of the card; null if the controls of the card do not apply to the question. */
  readonly spend: OpenSpend | null;
}
