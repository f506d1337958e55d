import {
  BASE_COLUMNS,
  type BaseRecord,
  type CurrencyCode,
  type Environment,
  type ErrorCode,
  type Id,
  type Instant,
  recordKind,
} from '../kernel/index.js';
import { type Lookup, SETTLEMENT_CURRENCY } from '../quotes/index.js';
import type { UmaOffer } from './ports.js';
import type { InvitationStatus, ReceiptStatus } from './uma-states.js';

declare module '../events/event-types.js' {
  interface EventSnapshots {
    readonly INVITATION: Invitation;
  }
}

/** A lookup of a UMA address, with the offer of its institution to a customer here. */
export interface UmaLookup extends Lookup {
  readonly receiverType: 'UMA_ADDRESS';
  /** The customer who pays. */
  readonly customerId: Id<'Customer'>;
  readonly vasp: string;
  readonly counterparty: UmaOffer;
}

export const isUmaLookup = (lookup: Lookup): lookup is UmaLookup => lookup.receiverType === 'UMA_ADDRESS';

/**
 * The UMA data of an incoming transaction: the approval of the platform, the invoice, and the exchange with the payer's
 * institution. Its id is the id of the transaction.
 */
export interface UmaReceipt extends BaseRecord {
  readonly id: Id<'Transaction'>;
  readonly status: ReceiptStatus;
  readonly vasp: string;
  readonly accountId: Id<'InternalAccount'>;
  readonly currency: CurrencyCode;
  /** The amount for the customer, in smallest units. */
  readonly amount: bigint;
  /**
   * The layer and the asset by which the payer's institution pays, and the currency of the asset. Null for a receipt
   * from before institutions could choose: those were paid over Lightning (`settledIn`).
   */
  readonly layer: string | null;
  readonly asset: string | null;
  readonly settlementCurrency: CurrencyCode | null;
  /** The amount to be paid, in smallest units of the settlement currency. */
  readonly settlementAmount: bigint;
  /** Name of the rail at whose address the payment arrives; null for Lightning. */
  readonly rail: string | null;
  /** The reference that the address is allocated for; unique on the host. Null for Lightning. */
  readonly reference: string | null;
  /** The event that asks for approval; null if no platform is asked. */
  readonly eventId: Id<'Webhook'> | null;
  /** Host time until which the question is asked again after a crash. */
  readonly askUntil: Instant;
  readonly paymentHash: string | null;
  /** The payment request: an invoice, or the URI of a transfer on a chain. */
  readonly invoice: string | null;
  /** Tenant time until which the payment can be paid, or decided on. */
  readonly expiresAt: Instant;
  /** The data about the receiving customer that the platform gave with its approval. */
  readonly payeeData: Readonly<Record<string, unknown>>;
  /** The fields of payer data that the platform has requested by answering the approval question with HTTP 422. */
  readonly requiredFields: readonly string[];
  /** Sealed travel-rule data of the payer's institution. */
  readonly travelRule: string | null;
  /** The payer is simulated and pays as soon as there is an invoice. */
  readonly isSimulated: boolean;
  /** When the payer's institution reported that it had paid. */
  readonly notifiedAt: Instant | null;
}

export const UMA_RECEIPTS = recordKind<UmaReceipt>()({
  name: 'uma_receipts',
  scope: 'tenant',
  columns: {
    ...BASE_COLUMNS,
    status: 'text',
    vasp: 'text',
    accountId: 'text',
    currency: 'text',
    amount: 'amount',
    layer: 'text?',
    asset: 'text?',
    settlementCurrency: 'text?',
    settlementAmount: 'amount',
    rail: 'text?',
    reference: 'text?',
    eventId: 'text?',
    askUntil: 'instant',
    paymentHash: 'text?',
    invoice: 'text?',
    expiresAt: 'instant',
    payeeData: 'json',
    requiredFields: 'json',
    travelRule: 'text?',
    isSimulated: 'flag',
    notifiedAt: 'instant?',
  },
  states: ['status'],
  unique: [{ name: 'reference', columns: ['reference'], global: true }],
  filters: ['vasp'],
  sealed: ['travelRule'],
  immutable: [
    'vasp',
    'accountId',
    'currency',
    'amount',
    'layer',
    'asset',
    'settlementCurrency',
    'settlementAmount',
    'rail',
    'reference',
    'eventId',
    'isSimulated',
  ],
});

/** The name of Lightning in the ledger. */
export const UMA_RAIL = 'lightning';

/** The rail that owes the money of a receipt, and its currency there. */
export const settledIn = ({
  rail,
  settlementCurrency,
}: Pick<UmaReceipt, 'rail' | 'settlementCurrency'>): { readonly rail: string; readonly currency: CurrencyCode } => ({
  rail: rail ?? UMA_RAIL,
  currency: settlementCurrency ?? SETTLEMENT_CURRENCY,
});

/** Whether a payment of this receipt can be held until the platform decides. On a chain it is final when it arrives. */
export const isHoldable = ({ reference }: Pick<UmaReceipt, 'reference'>): boolean => reference === null;

/** The certificates of one domain, used from `activeFrom` until the next pair is. Private keys are sealed. */
export interface UmaKeys extends BaseRecord {
  /** `<domain>/<number>`: if two hosts create the same pair, the second uses the pair of the first. */
  readonly id: string;
  readonly domain: string;
  readonly activeFrom: Instant;
  readonly expiresAt: Instant;
  readonly signingCertificates: string;
  readonly sealedSigningKey: string;
  readonly encryptionCertificates: string;
  readonly sealedEncryptionKey: string;
}

export const UMA_KEYS = recordKind<UmaKeys>()({
  name: 'uma_keys',
  scope: 'host',
  columns: {
    ...BASE_COLUMNS,
    domain: 'text',
    activeFrom: 'instant',
    expiresAt: 'instant',
    signingCertificates: 'text',
    sealedSigningKey: 'text',
    encryptionCertificates: 'text',
    sealedEncryptionKey: 'text',
  },
  states: [],
  unique: [],
  filters: ['domain'],
  // The sealed keys are mutable, because a change of the master key seals them again.
  immutable: ['domain', 'activeFrom', 'expiresAt', 'signingCertificates', 'encryptionCertificates'],
  sealed: ['sealedSigningKey', 'sealedEncryptionKey'],
});

/** Key document of another institution, by its domain. */
export interface UmaPeer extends BaseRecord {
  readonly document: string;
  /** Host time until which the key document need not be fetched again. */
  readonly freshUntil: Instant;
}

export const UMA_PEERS = recordKind<UmaPeer>()({
  name: 'uma_peers',
  scope: 'host',
  columns: { ...BASE_COLUMNS, document: 'text', freshUntil: 'instant' },
  states: [],
  unique: [],
  filters: [],
  immutable: [],
});

/**
 * A used nonce. Its id contains the institution, the second and the nonce. It is kept while its time is within the
 * window.
 */
export interface UmaNonce extends BaseRecord {
  readonly expiresAt: Instant;
}

export const UMA_NONCES = recordKind<UmaNonce>()({
  name: 'uma_nonces',
  scope: 'host',
  columns: { ...BASE_COLUMNS, expiresAt: 'instant' },
  states: [],
  unique: [],
  filters: [],
  immutable: ['expiresAt'],
  expiry: { column: 'expiresAt', clock: 'host' },
});

/** An invitation by a customer. Anyone with the code can read it, and any platform of the environment can claim it. */
export interface Invitation extends BaseRecord {
  readonly id: Id<'Invitation'>;
  readonly status: InvitationStatus;
  readonly environment: Environment;
  readonly code: string;
  readonly inviterUma: string;
  readonly inviterId: Id<'Customer'>;
  readonly inviteeUma: string | null;
  readonly firstName: string | null;
  /** The amount that the inviter sends when the invitation is claimed, in smallest units of `currency`. */
  readonly amountToSend: bigint | null;
  readonly currency: CurrencyCode | null;
  readonly expiresAt: Instant | null;
  readonly claimedAt: Instant | null;
  /** The quote that the claim opened. */
  readonly quoteId: Id<'Quote'> | null;
  /** Why the claim opened no quote for the promised amount. */
  readonly quoteErrorCode: ErrorCode | null;
  readonly url: string;
}

/** Belongs to the host, not to a tenant, because it is found by its code before the tenant is known. */
export const INVITATIONS = recordKind<Invitation>()({
  name: 'invitations',
  scope: 'host',
  columns: {
    ...BASE_COLUMNS,
    status: 'text',
    environment: 'text',
    code: 'text',
    inviterUma: 'text',
    inviterId: 'text',
    inviteeUma: 'text?',
    firstName: 'text?',
    amountToSend: 'amount?',
    currency: 'text?',
    expiresAt: 'instant?',
    claimedAt: 'instant?',
    quoteId: 'text?',
    quoteErrorCode: 'text?',
    url: 'text',
  },
  states: ['status'],
  unique: [{ name: 'code', columns: ['code'], global: true }],
  filters: [],
  immutable: ['environment', 'code', 'inviterUma', 'inviterId', 'firstName', 'amountToSend', 'currency', 'url'],
});
