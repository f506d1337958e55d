import type { Rail } from '../accounts/index.js';
import type { Environment, Instant, Result } from '../kernel/index.js';
import type { Rate } from '../money/index.js';

/** Who speaks: the domain that others know a platform by, and the key that it signs with now (hex, secp256k1). */
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

/** A signature that a message carries, not yet verified. */
export interface VaspSignature {
  /** Domain of the institution that has to have signed. */
  readonly vasp: string;
  readonly nonce: string;
  /** Seconds since 1970. */
  readonly timestamp: number;
  /** `keys`: the signer's key document. False also for a signature that cannot be read. */
  isSignedBy(keys: string): Promise<boolean>;
}

/** A currency that a receiver takes. */
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
  /** In the terms of the protocol (`name`, `birthDate`). */
  readonly key: string;
  readonly mandatory: boolean;
}

/** What the receiver's institution answers to a look-up. */
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

/** The side whose amount is fixed: what the receiver gets, or what the invoice asks for. */
export type LockedAmount =
  | { readonly side: 'RECEIVING'; readonly amount: bigint }
  | { readonly side: 'SENDING'; readonly msat: bigint };

export interface PaymentRequest {
  readonly signer: Signer;
  readonly offer: UmaOffer;
  /** Key document of the receiver's institution: travel-rule data is encrypted to it. */
  readonly keys: string;
  readonly currency: OfferedCurrency;
  readonly amount: LockedAmount;
  readonly payer: string;
  /** By the keys of the protocol. */
  readonly payerData: Readonly<Record<string, unknown>>;
  readonly travelRule: string | null;
  readonly utxoCallback: string;
}

/** What the receiver's institution agreed to. */
export interface Agreement {
  readonly invoice: string;
  /** What the description hash of the invoice is the hash of. */
  readonly description: string;
  readonly currency: string;
  /** Smallest units that the receiver gets; null where the version of the protocol does not tell. */
  readonly receiving: bigint | null;
  readonly multiplier: Rate;
  readonly feeMsat: bigint;
  readonly utxoCallback: string | null;
  readonly payeeData: Readonly<Record<string, unknown>>;
}

/** What another institution asks about a receiver of ours. `raw` goes back to the protocol with the answer. */
export interface OfferRequest {
  readonly raw: unknown;
  readonly vasp: string;
  readonly signed: VaspSignature;
}

/** What another institution asks for on behalf of its payer. */
export interface PayRequestIn {
  readonly raw: unknown;
  readonly payer: string;
  /** Code of the currency that the receiver is to get. */
  readonly currency: string;
  readonly amount: LockedAmount;
  readonly payerData: Readonly<Record<string, unknown>>;
  readonly requestedPayeeData: readonly DataField[];
  readonly encryptedTravelRule: string | null;
  readonly signed: VaspSignature;
  /** What the invoice's description hash is to be the hash of. */
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
 * The UMA protocol, versions 1.0 and 0.3: its messages, their signatures, and the calls to other institutions. It keeps
 * nothing: whether keys are fresh, times within the window and nonces new is the core's to say. What an institution
 * does wrong comes back as the code of the catalogue that names it (behaviour, "Errors").
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
  /** Null where it was not encrypted to this key. */
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
 * How institutions pay each other: invoices over Lightning. `rail` pays them, as accounts of type LIGHTNING; the rest is
 * for those who are paid. A held payment is the payer's no longer and not yet ours: `settle` takes it, `cancel` lets go
 * of it. Times are the host's.
 */
export interface Settlement {
  readonly rail: Rail;
  /** Null where the text is no invoice of this network. */
  read(invoice: string): Promise<Invoice | null>;
  issue(order: {
    readonly satoshis: bigint;
    readonly description: string;
    readonly expiresAt: Instant;
    /** What is paid waits for `settle`; else it is settled when it is paid. */
    readonly hold: boolean;
  }): Promise<Invoice>;
  stateOf(paymentHash: string): Promise<InvoiceState>;
  /** The state in which it leaves the payment: one that is settled is not cancelled, and the other way round. */
  settle(paymentHash: string): Promise<InvoiceState>;
  cancel(paymentHash: string): Promise<InvoiceState>;
}

/** A counterparty that the host knows of: data, not code (contract: UmaProvider). */
export interface UmaProvider {
  readonly name: string;
  readonly domain: string;
  readonly supportedRegions: readonly string[];
  readonly supportedCurrencies: readonly string[];
  readonly logoUrl: string | null;
  readonly lei: string | null;
  /** Nothing is sent to it and nothing taken from it. */
  readonly isBlocked: boolean;
  /** Payments in either direction that are asked for within an hour, for one platform; null for no limit. */
  readonly hourlyLimit: number | null;
}

/** The environment in which the settlement layer pays; null on a host without one. */
export const settledEnvironment = ({ rail }: Pick<Settlement, 'rail'>): Environment | null =>
  rail.payouts === null ? null : rail.environment;

export interface UmaPorts {
  readonly protocol: UmaProtocol;
  readonly settlement: Settlement;
  readonly providers: readonly UmaProvider[];
}
