import type { PaymentInstruction, PaymentRail } from '../accounts/index.js';
import {
  BASE_COLUMNS,
  type BaseRecord,
  type CurrencyCode,
  type Id,
  type Instant,
  type Reads,
  recordKind,
} from '../kernel/index.js';
import type { Rate } from '../money/index.js';
import type { QuoteStatus } from './quote-states.js';

export const LOCKED_SIDES = ['SENDING', 'RECEIVING'] as const;
export type LockedSide = (typeof LOCKED_SIDES)[number];

export type QuoteSource =
  | { readonly sourceType: 'ACCOUNT'; readonly accountId: Id<'InternalAccount'>; readonly customerId: string | null }
  | {
      readonly sourceType: 'REALTIME_FUNDING';
      readonly customerId: string | null;
      readonly currency: CurrencyCode;
      readonly cryptoNetwork: string | null;
    };

export type QuoteDestination =
  | {
      readonly destinationType: 'ACCOUNT';
      readonly accountId: Id<'InternalAccount'> | Id<'ExternalAccount'>;
      readonly paymentRail: PaymentRail | null;
    }
  | { readonly destinationType: 'UMA_ADDRESS'; readonly umaAddress: string; readonly currency: CurrencyCode };

/** What the institution of a UMA address has agreed to: the invoice that pays it, and what it makes of the money. */
export interface UmaTerms {
  readonly lookupId: string;
  readonly invoice: string;
  /** What the invoice asks for, in smallest units of the settlement currency (satoshis). */
  readonly settlementAmount: bigint;
  /** Fee that the receiving institution takes of it, in thousandths of a satoshi. */
  readonly counterpartyFeeMsat: bigint;
  /** Where it wants to hear of the settlement. */
  readonly utxoCallback: string | null;
  /** The domain of the platform that pays. */
  readonly domain: string;
  /** What it told of the receiver. */
  readonly payeeData: Readonly<Record<string, unknown>>;
}

/** The account of the destination, or its UMA address: what `destinationId` and the transaction's receiver name. */
export const destinationKey = (destination: QuoteDestination): string =>
  destination.destinationType === 'ACCOUNT' ? destination.accountId : destination.umaAddress;

/** A priced payment, valid until `expiresAt` (interface, "Quote"). Amounts in smallest units. */
export interface Quote extends BaseRecord {
  readonly id: Id<'Quote'>;
  readonly status: QuoteStatus;
  readonly expiresAt: Instant;
  /** The paying customer, or the platform for its own accounts. */
  readonly customerId: string;
  readonly platformCustomerId: string;
  readonly source: QuoteSource;
  readonly destination: QuoteDestination;
  /** Account or UMA address of the destination, for the question whether a quote on it is open. */
  readonly destinationId: string;
  readonly sendingCurrency: CurrencyCode;
  readonly receivingCurrency: CurrencyCode;
  readonly totalSendingAmount: bigint;
  readonly totalReceivingAmount: bigint;
  /** Mid-rate: receiving smallest units per one sending smallest unit, applied to the amount net of fees. */
  readonly exchangeRate: Rate;
  readonly platformFee: bigint;
  readonly serviceFee: bigint;
  /** Variable fee of the service, in basis points, and its fixed part: for `rateDetails`. */
  readonly serviceFeeBps: number;
  readonly serviceFixedFee: bigint;
  readonly paymentInstructions: readonly PaymentInstruction[] | null;
  /** What a payer of a realtime-funding quote puts into the memo; unique over the host. */
  readonly reference: string | null;
  readonly fundingRail: string | null;
  /** Name of the rail that delivers; null for a destination in this ledger. */
  readonly rail: string | null;
  readonly settlementSeconds: number | null;
  /** Reserved at creation; the transaction comes to be at execution. */
  readonly transactionId: Id<'Transaction'>;
  readonly description: string | null;
  readonly remittanceInformation: string | null;
  readonly purposeOfPayment: string | null;
  /** Of a quote to a UMA address. */
  readonly uma: UmaTerms | null;
}

export const QUOTES = recordKind<Quote>()({
  name: 'quotes',
  scope: 'tenant',
  columns: {
    ...BASE_COLUMNS,
    status: 'text',
    expiresAt: 'instant',
    customerId: 'text',
    platformCustomerId: 'text',
    source: 'json',
    destination: 'json',
    destinationId: 'text',
    sendingCurrency: 'text',
    receivingCurrency: 'text',
    totalSendingAmount: 'amount',
    totalReceivingAmount: 'amount',
    exchangeRate: 'json',
    platformFee: 'amount',
    serviceFee: 'amount',
    serviceFeeBps: 'int',
    serviceFixedFee: 'amount',
    paymentInstructions: 'json?',
    reference: 'text?',
    fundingRail: 'text?',
    rail: 'text?',
    settlementSeconds: 'int?',
    transactionId: 'text',
    description: 'text?',
    remittanceInformation: 'text?',
    purposeOfPayment: 'text?',
    uma: 'json?',
  },
  states: ['status'],
  unique: [{ name: 'reference', columns: ['reference'], global: true }],
  filters: ['destinationId'],
  immutable: [
    'customerId',
    'platformCustomerId',
    'source',
    'destination',
    'destinationId',
    'sendingCurrency',
    'receivingCurrency',
    'totalSendingAmount',
    'totalReceivingAmount',
    'exchangeRate',
    'platformFee',
    'serviceFee',
    'reference',
    'transactionId',
    'uma',
  ],
});

const OPEN: readonly QuoteStatus[] = ['PENDING', 'PENDING_AUTHORIZATION', 'PROCESSING'];

/** Whether a quote to this account can still move money. */
export async function hasOpenQuotesTo(reads: Reads, accountId: string, now: Instant): Promise<boolean> {
  let after: Quote | undefined;
  for (;;) {
    const page = await reads.list(QUOTES, {
      where: { destinationId: accountId },
      order: 'desc',
      limit: PAGE,
      after,
      counted: false,
    });
    if (page.rows.some((q) => OPEN.includes(q.status) && (q.status === 'PROCESSING' || q.expiresAt > now))) return true;
    after = page.rows.at(-1);
    if (!page.hasMore || after === undefined) return false;
  }
}

const PAGE = 100;
