import type { AccountInfo, PaymentInstruction, PaymentRail, RequestTerms } from '../accounts/index.js';
import {
  BASE_COLUMNS,
  type BaseRecord,
  type CurrencyCode,
  deadlineOf,
  type Id,
  type Instant,
  isId,
  type Reads,
  recordKind,
} from '../kernel/index.js';
import type { Rate } from '../money/index.js';
import type { DailyVolumeLimit, MidRate } from '../rates/index.js';
import type { ScaChallenge, ScaFactor } from '../sca/index.js';
import type { RateTerms } from '../transactions/index.js';
import { QUOTE, type QuoteStatus } from './quote-states.js';

declare module '../events/event-types.js' {
  interface EventSnapshots {
    readonly QUOTE: Quote;
  }
}

export const LOCKED_SIDES = ['SENDING', 'RECEIVING'] as const;
export type LockedSide = (typeof LOCKED_SIDES)[number];

export type QuoteSource =
  | {
      readonly sourceType: 'ACCOUNT';
      readonly accountId: Id<'InternalAccount'> | Id<'ExternalAccount'>;
      readonly customerId: string | null;
    }
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

/** How two institutions settle a payment. */
export interface UmaSettlement {
  /** By the names of the protocol, such as `eip155:8453` and `eip155:8453/erc20:0x…`. */
  readonly layer: string;
  readonly asset: string;
  /** The currency of the asset. */
  readonly currency: CurrencyCode;
  /** What the rail is instructed to pay: an invoice, or an address on a chain. */
  readonly account: AccountInfo;
}

/** The terms of the institution of a UMA address: what it wants to be paid, and what it delivers. */
export interface UmaTerms {
  readonly lookupId: string;
  /** Its payment request: an invoice, or the URI of a transfer on a chain. */
  readonly invoice: string;
  /** Absent for Lightning (`settlementOf`). */
  readonly settlement?: UmaSettlement;
  /** The requested amount, in smallest units of the settlement currency. */
  readonly settlementAmount: bigint;
  /** Fee of the receiving institution, in thousandths of a smallest unit of the settlement currency. */
  readonly counterpartyFeeMsat: bigint;
  /** Where the institution wants to be notified of the settlement. */
  readonly utxoCallback: string | null;
  /** The domain of the platform that pays. */
  readonly domain: string;
  /** The institution's data about the receiver. */
  readonly payeeData: Readonly<Record<string, unknown>>;
}

/** What the conversion of a quote was priced with. */
export interface RateBasis extends Pick<MidRate, 'origins'> {
  readonly mid: Rate;
  /** How much worse than the mid-rate the rate of the conversion is. */
  readonly spreadBps: number;
}

/** The authorization that a payment of a regulated customer needs, and its state. */
export interface QuoteSca {
  /** The factor that the caller chose; null for the first one of the payer. */
  readonly factor: ScaFactor | null;
  /** Null until a challenge is opened. Stays null if the beneficiary is trusted. */
  readonly challenge: ScaChallenge | null;
  readonly authorized: {
    readonly factor: ScaFactor;
    readonly at: Instant;
    readonly endUserIpAddress: string | null;
  } | null;
}

/** A priced payment, valid until `expiresAt` (docs/areas/quotes.md). Amounts are in smallest units. */
export interface Quote extends BaseRecord {
  readonly id: Id<'Quote'>;
  readonly status: QuoteStatus;
  readonly expiresAt: Instant;
  /** The paying customer; the platform for payments of its own accounts. */
  readonly customerId: string;
  readonly platformCustomerId: string;
  readonly source: QuoteSource;
  readonly destination: QuoteDestination;
  /** Account id or UMA address of the destination, to find open quotes to it. */
  readonly destinationId: string;
  /** The external account that the money is collected from, to find open quotes on it. */
  readonly pulledFrom: Id<'ExternalAccount'> | null;
  readonly sendingCurrency: CurrencyCode;
  readonly receivingCurrency: CurrencyCode;
  readonly totalSendingAmount: bigint;
  readonly totalReceivingAmount: bigint;
  /**
   * Receiving smallest units per one sending smallest unit, applied to the amount net of fees: the mid-rate less the
   * spread. For a UMA address it is the agreed receiving amount for the converted amount.
   */
  readonly exchangeRate: Rate;
  /** The mid-rate of the conversion, and its sources; null for older quotes. */
  readonly rateBasis: RateBasis | null;
  /** The terms that the price was computed with, the general ones first; null for older quotes. */
  readonly termsIds: readonly Id<'Terms'>[] | null;
  readonly platformFee: bigint;
  readonly serviceFee: bigint;
  /** The service's variable fee in basis points and its fixed fee, for `rateDetails`. */
  readonly serviceFeeBps: number;
  readonly serviceFixedFee: bigint;
  readonly paymentInstructions: readonly PaymentInstruction[] | null;
  /** The reference that the payer of a quote with real-time funding uses; unique over the host. */
  readonly reference: string | null;
  /** Name of the rail that receives or collects the money; null for a source in this ledger. */
  readonly fundingRail: string | null;
  /** Name of the rail that delivers; null for a destination in this ledger. */
  readonly rail: string | null;
  /** The payment rail that delivers, chosen by the caller or by routing; null also for older quotes. */
  readonly paymentRail: PaymentRail | null;
  readonly settlementSeconds: number | null;
  /** The daily volume that the execution reserves a part of; null if its corridor has none. */
  readonly dailyVolume: DailyVolumeLimit | null;
  /** Reserved at creation; the transaction is created at execution. */
  readonly transactionId: Id<'Transaction'>;
  readonly description: string | null;
  readonly remittanceInformation: string | null;
  readonly purposeOfPayment: string | null;
  /** Set for a quote to a UMA address. */
  readonly uma: UmaTerms | null;
  /** The terms of the invoice or offer that the quote pays; null if it pays none, and for older quotes. */
  readonly paymentRequest: RequestTerms | null;
  /** Null if the payer need not authorize the payment. */
  readonly sca: QuoteSca | null;
  /** The agent that made the quote; null if the platform did. */
  readonly agentId: Id<'Agent'> | null;
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
    pulledFrom: 'text?',
    sendingCurrency: 'text',
    receivingCurrency: 'text',
    totalSendingAmount: 'amount',
    totalReceivingAmount: 'amount',
    exchangeRate: 'json',
    rateBasis: 'json?',
    termsIds: 'json?',
    platformFee: 'amount',
    serviceFee: 'amount',
    serviceFeeBps: 'int',
    serviceFixedFee: 'amount',
    paymentInstructions: 'json?',
    reference: 'text?',
    fundingRail: 'text?',
    rail: 'text?',
    paymentRail: 'text?',
    settlementSeconds: 'int?',
    dailyVolume: 'json?',
    transactionId: 'text',
    description: 'text?',
    remittanceInformation: 'text?',
    purposeOfPayment: 'text?',
    uma: 'json?',
    paymentRequest: 'json?',
    sca: 'json?',
    agentId: 'text?',
  },
  states: ['status'],
  unique: [{ name: 'reference', columns: ['reference'], global: true }],
  filters: ['destinationId', 'pulledFrom'],
  deadline: deadlineOf(QUOTE, 'expire', 'expiresAt'),
  immutable: [
    'customerId',
    'platformCustomerId',
    'source',
    'destination',
    'destinationId',
    'pulledFrom',
    'sendingCurrency',
    'receivingCurrency',
    'totalSendingAmount',
    'totalReceivingAmount',
    'exchangeRate',
    'rateBasis',
    'termsIds',
    'platformFee',
    'serviceFee',
    'reference',
    'transactionId',
    'uma',
    'paymentRequest',
    'agentId',
  ],
});

const OPEN: readonly QuoteStatus[] = ['PENDING', 'PENDING_AUTHORIZATION', 'PROCESSING'];

/** The internal account on which execution holds the money; null for a quote funded from outside. */
export const heldSource = ({ source }: Pick<Quote, 'source'>): Id<'InternalAccount'> | null =>
  source.sourceType === 'ACCOUNT' && isId('InternalAccount', source.accountId) ? source.accountId : null;

/** The terms of the rate and of the service fee, as the transaction stores them. */
export const rateTermsOf = ({ serviceFeeBps, serviceFixedFee, uma }: Quote): RateTerms => ({
  serviceFeeBps,
  serviceFixedFee,
  settlement:
    uma === null
      ? null
      : {
          amount: uma.settlementAmount,
          counterpartyFeeMsat: uma.counterpartyFeeMsat,
          ...(uma.settlement !== undefined && { currency: uma.settlement.currency }),
        },
});

/** The open challenge of a quote; null unless it is PENDING_AUTHORIZATION. */
export const scaChallengeOf = ({ status, sca }: Pick<Quote, 'status' | 'sca'>): ScaChallenge | null =>
  status === 'PENDING_AUTHORIZATION' ? (sca?.challenge ?? null) : null;

/** Payment instructions are shown only after the payer has authorized the quote. */
export const shownInstructions = (quote: Quote): Quote['paymentInstructions'] =>
  quote.status === 'PENDING_AUTHORIZATION' && quote.source.sourceType === 'REALTIME_FUNDING'
    ? null
    : quote.paymentInstructions;

/** Whether an open quote pays this account, or collects from it. */
export async function hasOpenQuotesOn(reads: Reads, accountId: string, now: Instant): Promise<boolean> {
  let after: Quote | undefined;
  for (;;) {
    const page = await reads.list(QUOTES, {
      anyOf: { columns: ['destinationId', 'pulledFrom'], value: accountId },
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
