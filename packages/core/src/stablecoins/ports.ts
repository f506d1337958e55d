import type { AccountInfo } from '../accounts/index.js';
import type {
  Context,
  CurrencyCode,
  Environment,
  Id,
  IdSource,
  Instant,
  Reads,
  Sealer,
  UnitOfWork,
} from '../kernel/index.js';
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

export interface IssuerCredentials {
  readonly apiClientId: string;
  readonly apiClientSecret: string;
}

/** An account at an issuer, with what opens it. */
export interface IssuerAccount extends IssuerCredentials {
  readonly providerAccountId: string;
}

/** The issuer does not let us in: the credentials are wrong, or access was withdrawn. Nothing has been done. */
export interface Refusal {
  readonly state: 'refused';
  readonly because: 'invalid' | 'revoked';
}

export interface TokenQuery {
  readonly providerTokenIdentifier: string;
  readonly networkTokenIdentifier: string;
  readonly network: StablecoinNetwork;
  /** When it was registered, in the tenant's time, and what time it is. */
  readonly registeredAt: Instant;
  readonly now: Instant;
}

/** What an issuer says of a token of the account. */
export type TokenAnswer =
  | {
      readonly state: 'known';
      readonly name: string;
      readonly symbol: string;
      readonly baseCurrency: CurrencyCode;
      readonly decimals: number;
      readonly issuanceStatus: IssuanceStatus;
      /** Ask again after so many seconds, while it is reviewed or set up. */
      readonly checkAfterSeconds: number;
    }
  | { readonly state: 'unknown' };

/** What is to be minted or burned, whenever it is. Amounts in smallest units of the token. */
export interface IssuerOrder {
  readonly operationType: StablecoinOperationType;
  readonly token: Pick<TokenQuery, 'providerTokenIdentifier' | 'networkTokenIdentifier' | 'network'> & {
    readonly decimals: number;
    readonly baseCurrency: CurrencyCode;
  };
  readonly amount: bigint;
  readonly source: {
    readonly type: MintSourceType | BurnSourceType;
    /** The bank account that is debited. */
    readonly account: AccountInfo | null;
    readonly sourceTokenIdentifier: string | null;
    readonly cryptoNetwork: string | null;
  };
  readonly destination: {
    /** The wallet that gets the tokens, or the bank account that is paid; null: the issuer keeps them for us. */
    readonly account: AccountInfo | null;
    readonly rail: BurnRail | null;
  };
}

export interface Price {
  readonly state: 'priced';
  /** Smallest units of the token, so that fees and what remains are whole units of its base currency. */
  readonly fees: bigint;
  /** When it is usually there, in the issuer's words. */
  readonly timing: string | null;
}

/** An order that is given, the same for every attempt: `reference` is written before the first call and identifies it. */
export interface IssuerInstruction extends IssuerOrder {
  readonly reference: Id<'StablecoinOperation'>;
  /** What is left of the amount when the issuer has its fees. */
  readonly netAmount: bigint;
  readonly submittedAt: Instant;
}

/** What an issuer says of an order: done now, or ask again later. `completed`, `failed` and `expired` are final. */
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
 * Who mints and burns (behaviour, "Stablecoins"). Asked between two units. One that gives no usable answer throws
 * `RailUnavailable`: whether an order took effect is unknown then, and it is given again with the same reference.
 */
export interface StablecoinIssuer {
  readonly name: StablecoinProviderName;
  /** Accepts credentials and names the account that they are of; `providerAccountId` must be that, where one is named. */
  verify(
    credentials: IssuerCredentials,
    providerAccountId: string | null,
  ): Promise<{ readonly state: 'accepted'; readonly providerAccountId: string } | Refusal>;
  token(account: IssuerAccount, query: TokenQuery): Promise<TokenAnswer | Refusal>;
  /** What an order would cost; moves nothing. */
  price(account: IssuerAccount, order: IssuerOrder): Promise<Price | Refusal>;
  /** Gives an order. Called again with the same reference after a crash: must not mint or burn twice. */
  submit(account: IssuerAccount, instruction: IssuerInstruction): Promise<IssuerStatus | Refusal>;
  /** How an order stands at `now`, in the tenant's time. */
  status(account: IssuerAccount, instruction: IssuerInstruction, now: Instant): Promise<IssuerStatus | Refusal>;
  /** Smallest units of a token that it has minted for this account, and not burned. */
  supply(
    account: IssuerAccount,
    providerTokenIdentifier: string,
  ): Promise<{ readonly state: 'told'; readonly supply: bigint } | Refusal>;
}

/** Null: nobody mints in this environment. */
export type StablecoinIssuers = Readonly<Record<Environment, StablecoinIssuer | null>>;

export interface StablecoinPorts {
  readonly units: UnitOfWork;
  readonly ids: IdSource;
  readonly sealer: Sealer;
  readonly issuers: StablecoinIssuers;
  readonly quoteSeconds: number;
  readonly settings: (reads: Reads, ctx: Context) => Promise<Platform>;
}
