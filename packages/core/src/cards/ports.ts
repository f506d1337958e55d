import type { Address, CustomerType } from '../customers/index.js';
import type { Context, CurrencyCode, Environment, Id, Instant, Result, TenantKey, Tx } from '../kernel/index.js';
import type { Card, CardBrand, CardState } from './card.js';

/** The person or business that a card is for. Null is what the service does not know. */
export interface Cardholder {
  readonly id: Id<'Customer'>;
  readonly customerType: CustomerType;
  readonly birthDate: string | null;
  readonly email: string | null;
  readonly phoneNumber: string | null;
  readonly address: Address | null;
}

/** The order of a card. */
export interface CardOrder {
  readonly cardId: Id<'Card'>;
  readonly platformCardId: string | null;
  readonly cardholderName: string;
  readonly cardholder: Cardholder;
  readonly form: Card['form'];
  /** The currency in which the card pays. */
  readonly currency: CurrencyCode;
  /** The password for 3-D Secure. Only the issuer stores it. */
  readonly threeDSecurePassword: string | null;
}

export type IssueOutcome =
  | {
      readonly kind: 'issued';
      readonly issuerRef: string;
      readonly brand: CardBrand;
      readonly last4: string;
      readonly expMonth: number;
      readonly expYear: number;
    }
  | { readonly kind: 'rejected' }
  | { readonly kind: 'pending'; readonly againInSeconds: number };

/** A page of the issuer that shows the card number, once. */
export interface CardFrame {
  readonly url: string;
  readonly expiresAt: Instant;
}

/**
 * A card issuer. It keeps the card numbers and shows them only on its own page. Core calls it between units of work, at
 * least once for each card: a repeated order must return the same card.
 */
export interface CardIssuer {
  /** The name of the issuer: of the rail of its settlement in the ledger, and of the processor of its cards. */
  readonly name: string;
  readonly environments: readonly Environment[];
  /** The currencies of its cards; a card keeps its currency. Absent: any, and a card may change its currency. */
  readonly currencies?: readonly CurrencyCode[];
  /** `elapsedSeconds`: seconds since the order, in the platform's time. */
  issue(order: CardOrder, elapsedSeconds: number): Promise<IssueOutcome>;
  /** Reports the state of a card. The card may be unknown to an issuer that has not created it. */
  tell(cardId: Id<'Card'>, state: CardState): Promise<void>;
  /** Creates the address of the page of a card, valid once and until `expiresAt` (platform's time). */
  reveal(card: {
    readonly cardId: Id<'Card'>;
    readonly tenant: TenantKey;
    readonly expiresAt: Instant;
  }): Promise<CardFrame>;
}

export interface DelegatedSpending {
  readonly publicKey: string;
  readonly signature: string;
}

/** Signs for a card that spends from an Embedded Wallet, with the delegated key of the funding source. */
export interface Delegates {
  /** Called between units. 403 FORBIDDEN if no key is active. */
  sign(
    ctx: Context,
    of: { readonly cardId: Id<'Card'>; readonly fundingSourceId: string },
    text: string,
  ): Promise<Result<DelegatedSpending>>;
  /** The public key of the active key, or null. The key stays active until the unit commits. */
  active(tx: Tx, of: { readonly cardId: Id<'Card'>; readonly fundingSourceId: string }): Promise<string | null>;
}
