import type { AccountInfo, Rail } from '../accounts/index.js';
import type { CurrencyCode, Instant, Result } from '../kernel/index.js';
import type { Rate } from '../money/index.js';

/** The signing institution: its domain, and its current signing key (hex, secp256k1). */
export interface Signer {
  readonly domain: string;
  readonly signingKey: string;
}

/** Certificates as PEM chains, leaf first; private keys as hex. */
export interface KeyMaterial {
  readonly signingCertificates: string;
  readonly signingKey: string;
  readonly encryptionCertificates: string;
  readonly encryptionKey: string;
}

/** The signature of a message, not yet verified. */
export interface VaspSignature {
  /** Domain of the institution that must have signed. */
  readonly vasp: string;
  readonly nonce: string;
  /** Seconds since 1970. */
  readonly timestamp: number;
  /** `keys` is the key document of the signer. False also for a malformed signature. */
  isSignedBy(keys: string): Promise<boolean>;
}

/**
 * Answers the request of a payer's institution to a domain of this host, without the network: with its JSON, or with the
 * error that a request from outside would receive. `body` is null for GET.
 */
export type InProcess = (url: string, body: string | null) => Promise<Result<string>>;

/** A currency that a receiver accepts. */
export interface OfferedCurrency {
  readonly code: string;
  readonly name: string;
  readonly symbol: string;
  readonly decimals: number;
  /** Thousandths of a satoshi for one smallest unit. */
  readonly multiplier: Rate;
  /** Smallest units. */
  readonly min: bigint;
  readonly max: bigint;
}

export interface DataField {
  /** In the names of the protocol (`name`, `birthDate`). */
  readonly key: string;
  readonly mandatory: boolean;
}

/**
 * A layer and an asset over which institutions pay each other, by the names of the protocol: `ln` and `BTC` for
 * Lightning, `eip155:8453` and `eip155:8453/erc20:0x…` for a token on a chain.
 */
export interface SettlementAsset {
  readonly layer: string;
  readonly asset: string;
}

/** A way in which the receiver's institution can be paid. */
export interface OfferedSettlement extends SettlementAsset {
  /**
   * By currency code: the units of messages (`Settlement.precision`) for one smallest unit of the currency. Currencies
   * that are missing cannot be paid in this way. Not used for Lightning, whose rates are those of the currencies.
   */
  readonly multipliers: Readonly<Record<string, Rate>>;
}

/** The answer of the receiver's institution to a lookup. */
export interface UmaOffer {
  readonly receiver: string;
  readonly callback: string;
  readonly metadata: string;
  readonly minMsat: bigint;
  readonly maxMsat: bigint;
  readonly currencies: readonly OfferedCurrency[];
  readonly payerData: readonly DataField[];
  readonly isSubjectToTravelRule: boolean;
  readonly majorVersion: number;
  /** Absent if the institution names none: then it is paid over Lightning only. */
  readonly settlements?: readonly OfferedSettlement[];
}

/**
 * The side with the fixed amount: what the receiver gets, or what the payer's institution pays. The latter is in the
 * units of messages: thousandths of a satoshi for Lightning, smallest units of the token for a chain.
 */
export type LockedAmount =
  | { readonly side: 'RECEIVING'; readonly amount: bigint }
  | { readonly side: 'SENDING'; readonly units: bigint };

export interface PaymentRequest {
  readonly signer: Signer;
  readonly offer: UmaOffer;
  /** Key document of the receiver's institution, to which travel-rule data is encrypted. */
  readonly keys: string;
  readonly currency: OfferedCurrency;
  readonly amount: LockedAmount;
  readonly payer: string;
  /** By the keys of the protocol. */
  readonly payerData: Readonly<Record<string, unknown>>;
  readonly travelRule: string | null;
  readonly utxoCallback: string;
  /** Absent for Lightning, which is not named in requests: institutions without other layers do not know the member. */
  readonly settlement?: SettlementAsset;
  readonly inProcess?: InProcess;
}

/** What an institution signs about its payment request, which the signature of the protocol does not cover. */
export interface SignedTerms extends SettlementAsset {
  /** Until when the payment may be started. */
  readonly expiresAt: Instant;
}

/** The agreement of the receiver's institution to a payment. */
export interface Agreement {
  /** The payment request: an invoice, or the URI of a transfer on a chain. */
  readonly pr: string;
  /** Null if the institution signs nothing about `pr`. Verified with the signature of the answer. */
  readonly terms: SignedTerms | null;
  /** The text whose hash an invoice carries as description hash. */
  readonly description: string;
  readonly currency: string;
  /**
   * The amount that the receiver gets, in smallest units; null if this version of the protocol does not transmit it.
   */
  readonly receiving: bigint | null;
  readonly multiplier: Rate;
  /** Units of messages. */
  readonly fee: bigint;
  readonly utxoCallback: string | null;
  readonly payeeData: Readonly<Record<string, unknown>>;
}

/** A request of another institution about a receiver here. `raw` is passed back to the protocol with the answer. */
export interface OfferRequest {
  readonly raw: unknown;
  readonly vasp: string;
  readonly signed: VaspSignature;
}

/** A pay request of another institution for its payer. */
export interface PayRequestIn {
  readonly raw: unknown;
  readonly payer: string;
  /** Code of the currency that the receiver will get. */
  readonly currency: string;
  readonly amount: LockedAmount;
  /** The layer and asset that the payer's institution chose; null for Lightning. */
  readonly settlement: SettlementAsset | null;
  readonly payerData: Readonly<Record<string, unknown>>;
  readonly requestedPayeeData: readonly DataField[];
  readonly encryptedTravelRule: string | null;
  readonly signed: VaspSignature;
  /** The text whose hash the invoice must carry as description hash. */
  readonly description: (metadata: string) => string;
}

export interface OfferAnswer {
  readonly request: OfferRequest;
  readonly signer: Signer;
  readonly callback: string;
  readonly metadata: string;
  readonly minMsat: bigint;
  readonly maxMsat: bigint;
  readonly currencies: readonly OfferedCurrency[];
  readonly payerData: readonly DataField[];
  readonly isSubjectToTravelRule: boolean;
  /** Absent: Lightning only. */
  readonly settlements?: readonly OfferedSettlement[];
}

export interface PayAnswer {
  readonly request: PayRequestIn;
  readonly signer: Signer;
  readonly payee: string;
  /** `multiplier` is that of the settlement. */
  readonly currency: OfferedCurrency;
  readonly receiving: bigint;
  readonly pr: string;
  /** What is signed about `pr` in the payee data; null for an invoice, which its issuer has signed. */
  readonly terms: SignedTerms | null;
  readonly utxoCallback: string;
  readonly payeeData: Readonly<Record<string, unknown>>;
}

/**
 * The UMA protocol, versions 1.0 and 0.3: its messages, their signatures, and the calls to other institutions. It
 * stores nothing: core checks the freshness of keys, timestamps and nonces. A failure of an institution is returned as
 * the error code that names it (docs/errors.md). A request with `inProcess` is answered by it instead of the network;
 * its messages and their checks are the same.
 */
export interface UmaProtocol {
  makeKeys(of: { readonly domain: string; readonly from: Instant; readonly until: Instant }): Promise<KeyMaterial>;
  keysDocument(
    keys: Pick<KeyMaterial, 'signingCertificates' | 'encryptionCertificates'>,
    expiresAt: Instant,
  ): Promise<string>;
  /** `/.well-known/uma-configuration`. */
  configuration(name: string): Promise<string>;

  /** COUNTERPARTY_PUBKEY_FETCH_ERROR, CERT_CHAIN_INVALID, CERT_CHAIN_EXPIRED, INVALID_PUBKEY_FORMAT. */
  fetchKeys(
    domain: string,
    now: Instant,
  ): Promise<Result<{ readonly document: string; readonly expiresAt: Instant | null }>>;
  lookUp(request: {
    readonly signer: Signer;
    readonly receiver: string;
    readonly isSubjectToTravelRule: boolean;
    readonly inProcess?: InProcess;
  }): Promise<Result<{ readonly offer: UmaOffer; readonly signed: VaspSignature }>>;
  /** `signed` is null in versions whose answers are not signed. */
  requestPayment(
    request: PaymentRequest,
  ): Promise<Result<{ readonly agreement: Agreement; readonly signed: VaspSignature | null }>>;
  notify(notice: {
    readonly signer: Signer;
    readonly url: string;
    readonly units: bigint;
    readonly inProcess?: InProcess;
  }): Promise<Result<void>>;

  /** MISSING_REQUIRED_UMA_PARAMETERS, UNSUPPORTED_UMA_VERSION, INVALID_INPUT, INVALID_REQUEST_FORMAT. */
  readOfferRequest(url: string): Promise<Result<OfferRequest>>;
  answerOffer(answer: OfferAnswer): Promise<string>;
  /** INVALID_REQUEST_FORMAT, MISSING_REQUIRED_UMA_PARAMETERS, INVALID_AMOUNT, AMOUNT_OUT_OF_RANGE, INVALID_CURRENCY. */
  readPayRequest(body: string): Promise<Result<PayRequestIn>>;
  answerPayRequest(answer: PayAnswer): Promise<string>;
  readNotice(body: string): Promise<Result<VaspSignature>>;
  /** The decrypted text; null if it was not encrypted to this key. */
  decrypt(key: string, ciphertext: string): Promise<string | null>;
}

/** What the receiver's institution asks the payer's institution to pay. */
export interface Demand {
  /** As the protocol carries it in `pr`: a BOLT 11 invoice, or an EIP-681 URI. */
  readonly text: string;
  /** Under which a layer that holds payments knows the payment; null on other layers. */
  readonly paymentHash: string | null;
  /** In units of messages, see `Settlement.precision`. */
  readonly units: bigint;
  readonly descriptionHash: string | null;
  /** Null if the text does not say it. */
  readonly expiresAt: Instant | null;
  /** What the rail of the settlement is instructed to pay. */
  readonly account: AccountInfo;
}

export type InvoiceState = 'AWAITED' | 'HELD' | 'SETTLED' | 'CANCELLED';

/** A layer that holds payments: they have left the payer and are not final until the receiver's side decides. */
export interface Holds {
  stateOf(paymentHash: string): Promise<InvoiceState>;
  /** Returns the resulting state: a settled payment cannot be cancelled, nor a cancelled one settled. */
  settle(paymentHash: string): Promise<InvoiceState>;
  cancel(paymentHash: string): Promise<InvoiceState>;
}

/** How institutions pay each other: one asset on one layer, for the environment of its rail. Times are host times. */
export interface Settlement extends SettlementAsset {
  /** The currency of the asset in the ledger. */
  readonly currency: CurrencyCode;
  /**
   * How many units of messages are one smallest unit of the currency: 1000 for Lightning, whose messages count
   * thousandths of a satoshi; 1 for a token.
   */
  readonly precision: bigint;
  /** Pays demands. */
  readonly rail: Rail;
  /** Null for a layer on which a payment is final when it arrives. */
  readonly holds: Holds | null;
  /**
   * The rail and network at whose addresses payments arrive, each at an address of its own, which core allocates. Null
   * for a layer with invoices.
   */
  readonly receives: { readonly rail: Rail; readonly network: string } | null;
  /** The parsed demand; null if the text does not ask for this asset on this layer. */
  read(text: string): Promise<Demand | null>;
  issue(order: {
    /** Smallest units of the currency. */
    readonly amount: bigint;
    readonly description: string;
    readonly expiresAt: Instant;
    /** True: a payment is held until `settle`; false: it is settled at once. */
    readonly hold: boolean;
    /** Where the payment has to arrive; null for a layer with invoices. */
    readonly address: string | null;
  }): Promise<Demand>;
}

/** A configured counterparty: data, not code. */
export interface UmaProvider {
  readonly name: string;
  readonly domain: string;
  readonly supportedRegions: readonly string[];
  readonly supportedCurrencies: readonly string[];
  readonly logoUrl: string | null;
  readonly lei: string | null;
  /** If true, payments to and from the institution are refused. */
  readonly isBlocked: boolean;
  /** Limit of payments per hour, direction and platform; null for no limit. */
  readonly hourlyLimit: number | null;
}

export interface UmaPorts {
  readonly protocol: UmaProtocol;
  /** The layer of institutions that know no other, which is Lightning. Its rail has no payouts on a host without it. */
  readonly settlement: Settlement;
  /** Tokens on chains, the preferred one first. */
  readonly chains?: readonly Settlement[];
  readonly providers: readonly UmaProvider[];
}
