import type { Rail } from '../accounts/index.js';
import type { Environment, Instant, Result } from '../kernel/index.js';
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
}

/** The side with the fixed amount: what the receiver gets, or the amount of the invoice. */
export type LockedAmount =
  | { readonly side: 'RECEIVING'; readonly amount: bigint }
  | { readonly side: 'SENDING'; readonly msat: bigint };

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
}

/** The agreement of the receiver's institution to a payment. */
export interface Agreement {
  readonly invoice: string;
  /** The text whose hash the invoice carries as description hash. */
  readonly description: string;
  readonly currency: string;
  /**
   * The amount that the receiver gets, in smallest units; null if this version of the protocol does not transmit it.
   */
  readonly receiving: bigint | null;
  readonly multiplier: Rate;
  readonly feeMsat: bigint;
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
}

export interface PayAnswer {
  readonly request: PayRequestIn;
  readonly signer: Signer;
  readonly payee: string;
  readonly currency: OfferedCurrency;
  readonly receiving: bigint;
  readonly invoice: string;
  readonly utxoCallback: string;
  readonly payeeData: Readonly<Record<string, unknown>>;
}

/**
 * The UMA protocol, versions 1.0 and 0.3: its messages, their signatures, and the calls to other institutions. It
 * stores nothing: core checks the freshness of keys, timestamps and nonces. A failure of an institution is returned as
 * the error code that names it (docs/errors.md).
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
  }): Promise<Result<{ readonly offer: UmaOffer; readonly signed: VaspSignature }>>;
  /** `signed` is null in versions whose answers are not signed. */
  requestPayment(
    request: PaymentRequest,
  ): Promise<Result<{ readonly agreement: Agreement; readonly signed: VaspSignature | null }>>;
  notify(notice: { readonly signer: Signer; readonly url: string; readonly msat: bigint }): Promise<Result<void>>;

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

export interface Invoice {
  /** BOLT 11. */
  readonly text: string;
  readonly paymentHash: string;
  readonly msat: bigint;
  readonly descriptionHash: string | null;
  readonly expiresAt: Instant;
}

export type InvoiceState = 'AWAITED' | 'HELD' | 'SETTLED' | 'CANCELLED';

/**
 * How institutions pay each other: invoices over Lightning. `rail` pays them, as accounts of type LIGHTNING; the other
 * functions receive payments. A held payment has left the payer and is not final: `settle` takes it, `cancel` returns
 * it. Times are host times.
 */
export interface Settlement {
  readonly rail: Rail;
  /** The parsed invoice; null if the text is not an invoice of this network. */
  read(invoice: string): Promise<Invoice | null>;
  issue(order: {
    readonly satoshis: bigint;
    readonly description: string;
    readonly expiresAt: Instant;
    /** True: a payment is held until `settle`; false: it is settled at once. */
    readonly hold: boolean;
  }): Promise<Invoice>;
  stateOf(paymentHash: string): Promise<InvoiceState>;
  /** Returns the resulting state: a settled payment cannot be cancelled, nor a cancelled one settled. */
  settle(paymentHash: string): Promise<InvoiceState>;
  cancel(paymentHash: string): Promise<InvoiceState>;
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

/** The environment that the settlement layer serves; null on a host without one. */
export const settledEnvironment = ({ rail }: Pick<Settlement, 'rail'>): Environment | null =>
  rail.payouts === null ? null : rail.environment;

export interface UmaPorts {
  readonly protocol: UmaProtocol;
  readonly settlement: Settlement;
  readonly providers: readonly UmaProvider[];
}
