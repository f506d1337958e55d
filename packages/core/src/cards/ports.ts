import type { Context, Environment, Id, Instant, Reads, Result, TenantKey } from '../kernel/index.js';
import type { CardBrand, CardState } from './card.js';

/** What an issuer is told of the card that it is to make. */
export interface CardOrder {
  readonly cardId: Id<'Card'>;
  readonly platformCardId: string | null;
  readonly cardholderName: string;
  /** For 3-D Secure; the issuer alone keeps it. */
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

/** A page of the issuer that shows the number of a card, once. */
export interface CardFrame {
  readonly url: string;
  readonly expiresAt: Instant;
}

/**
 * Who makes cards and keeps their numbers, which never leave it but on its own page. It is asked between units, at least
 * once for each card: the same order again is the same card.
 */
export interface CardIssuer {
  /** Stands in the ledger as the rail by which it settles, and on the card as its processor. */
  readonly name: string;
  readonly environments: readonly Environment[];
  /** `elapsedSeconds`: since the card was ordered, in the platform's time. */
  issue(order: CardOrder, elapsedSeconds: number): Promise<IssueOutcome>;
  /** That a card is now in this state; of one that the issuer has never made it need not know. */
  tell(cardId: Id<'Card'>, state: CardState): Promise<void>;
  /** Makes the address of its page for a card that it has made, good once and until `expiresAt` (platform's time). */
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

/** What spends from an Embedded Wallet for a card: the delegated key of the card's funding source. */
export interface Delegates {
  /** Asked between units; 403 FORBIDDEN where no key is active. */
  sign(
    ctx: Context,
    of: { readonly cardId: Id<'Card'>; readonly fundingSourceId: string },
    text: string,
  ): Promise<Result<DelegatedSpending>>;
  /** The public half of the active key; null where there is none. */
  active(reads: Reads, of: { readonly cardId: Id<'Card'>; readonly fundingSourceId: string }): Promise<string | null>;
}
