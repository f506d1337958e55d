import type { AccountInfo, RailConnection, RequestedPaymentPorts } from '../accounts/index.js';
import type { Context, CurrencyCode, Environment, Id, IdSource, Instant, Reads, UnitOfWork } from '../kernel/index.js';
import type { Platform } from '../platforms/index.js';
import type { FundingInstructions } from './operation.js';
import type { IssuanceStatus } from './stablecoin.js';
import type {
  BurnRail,
  BurnSourceType,
  MintSourceType,
  StablecoinNetwork,
  StablecoinOperationType,
  StablecoinProviderName,
} from './vocabulary.js';
import type { ScreenPorts } from '../transactions/index.js';

export interface IssuerCredentials {
  readonly apiClientId: string;
  readonly apiClientSecret: string;
}

/** An account at an issuer, with its credentials. */
export interface IssuerAccount extends IssuerCredentials {
  /** The platform that linked the account. */
  readonly platform: Id<'Platform'>;
  readonly providerAccountId: string;
}

/** The issuer refuses access: the credentials are wrong, or access was withdrawn. The call had no effect. */
export interface Refusal {
  readonly state: 'refused';
  readonly because: 'invalid' | 'revoked';
}

export interface TokenQuery {
  readonly providerTokenIdentifier: string;
  readonly networkTokenIdentifier: string;
  readonly network: StablecoinNetwork;
  /** The time of the registration, and the current time, both in the time of the tenant. */
  readonly registeredAt: Instant;
  readonly now: Instant;
}

/** The answer of an issuer about a token of the account. */
export type TokenAnswer =
  | {
      readonly state: 'known';
      readonly name: string;
      readonly symbol: string;
      readonly baseCurrency: CurrencyCode;
      readonly decimals: number;
      readonly issuanceStatus: IssuanceStatus;
      /** Seconds until the next question, while the token is in review or provisioning. */
      readonly checkAfterSeconds: number;
    }
  | { readonly state: 'unknown' };

/** A mint or burn to price or to execute. Amounts in smallest units of the token. */
export interface IssuerOrder {
  readonly operationType: StablecoinOperationType;
  readonly token: Pick<TokenQuery, 'providerTokenIdentifier' | 'networkTokenIdentifier' | 'network'> & {
    readonly decimals: number;
    readonly baseCurrency: CurrencyCode;
  };
  readonly amount: bigint;
  readonly source: {
    readonly type: MintSourceType | BurnSourceType;
    /** The bank account to debit. */
    readonly account: AccountInfo | null;
    readonly sourceTokenIdentifier: string | null;
    readonly cryptoNetwork: string | null;
  };
  readonly destination: {
    /**
     * The wallet that receives the tokens, or the bank account that is paid; null if the issuer keeps the tokens for
     * this service.
     */
    readonly account: AccountInfo | null;
    readonly rail: BurnRail | null;
  };
}

export interface Price {
  readonly state: 'priced';
  /** Smallest units of the token. Fees and net amount must be whole units of the base currency. */
  readonly fees: bigint;
  /** The usual delivery time, in the words of the issuer. */
  readonly timing: string | null;
}

/**
 * The issuer does not execute this order. The caller gets AMOUNT_OUT_OF_RANGE for the field `amount`, and INVALID_INPUT
 * for any other, with the message.
 */
export interface Unsupported {
  readonly state: 'unsupported';
  /** A field of the request, such as `fundingSource.type`. */
  readonly field: string;
  readonly message: string;
}

/** Tokens that were minted or burned, and not by an order of this service. */
export interface ForeignIssuance {
  readonly kind: 'MINT' | 'BURN';
  /** The transaction on the token's network. */
  readonly transaction: string;
  /** Smallest units of the token, positive. */
  readonly amount: bigint;
}

/**
 * A submitted order, the same in every attempt. `reference` is committed before the first call and identifies the
 * order.
 */
export interface IssuerInstruction extends IssuerOrder {
  readonly reference: Id<'StablecoinOperation'>;
  /** The amount minus the fees of the issuer. */
  readonly netAmount: bigint;
  readonly submittedAt: Instant;
}

/** The status of an order. `completed`, `failed` and `expired` are final; the others say when to ask again. */
export type IssuerStatus = { readonly providerStatus: string } & (
  | {
      readonly state: 'awaiting-funding';
      readonly fundingInstructions: FundingInstructions;
      readonly expiresAt: Instant;
      readonly checkAfterSeconds: number;
    }
  | { readonly state: 'pending' | 'processing'; readonly checkAfterSeconds: number }
  | { readonly state: 'completed' | 'expired' }
  | { readonly state: 'failed'; readonly reason: string }
);

/**
 * A stablecoin issuer, called between two units of work. Without a usable answer it throws `RailUnavailable`: whether
 * an order took effect is unknown then, and core repeats the call with the same reference.
 */
export interface StablecoinIssuer {
  readonly name: StablecoinProviderName;
  /**
   * Verifies credentials that a platform sent and returns the account that they belong to, which must be
   * `providerAccountId` if it is given.
   */
  verify(
    credentials: IssuerCredentials,
    providerAccountId: string | null,
    platform: Id<'Platform'>,
  ): Promise<{ readonly state: 'accepted'; readonly providerAccountId: string } | Refusal>;
  token(account: IssuerAccount, query: TokenQuery): Promise<TokenAnswer | Refusal>;
  /** The price of an order. Has no effect. */
  price(account: IssuerAccount, order: IssuerOrder): Promise<Price | Unsupported | Refusal>;
  /** Submits an order. May be called again with the same reference after a crash, and must not mint or burn twice. */
  submit(account: IssuerAccount, instruction: IssuerInstruction): Promise<IssuerStatus | Refusal>;
  /** The status of an order at `now`, in the time of the tenant. */
  status(account: IssuerAccount, instruction: IssuerInstruction, now: Instant): Promise<IssuerStatus | Refusal>;
  /**
   * The tokens that the issuer has minted for this account and not burned, in smallest units. `foreign` lists what others
   * minted or burned, which `supply` does not contain; absent if only the issuer can.
   */
  supply(
    account: IssuerAccount,
    providerTokenIdentifier: string,
  ): Promise<
    { readonly state: 'told'; readonly supply: bigint; readonly foreign?: readonly ForeignIssuance[] } | Refusal
  >;
}

/** A connection to an issuer. Several connections to one provider have accounts of their own. */
export interface IssuerConnection extends RailConnection {
  readonly issuer: StablecoinIssuer;
}

/** The issuers of each environment: at most one of each provider. */
export type StablecoinIssuers = Readonly<Record<Environment, readonly StablecoinIssuer[]>>;

export interface StablecoinPorts extends RequestedPaymentPorts, ScreenPorts {
  readonly units: UnitOfWork;
  readonly ids: IdSource;
  readonly issuers: StablecoinIssuers;
  readonly quoteSeconds: number;
  readonly settings: (reads: Reads, ctx: Context) => Promise<Platform>;
}
