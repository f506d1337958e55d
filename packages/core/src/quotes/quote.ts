import type { PaymentInstruction, PaymentRail } from '../accounts/index.js';
import {
  BASE_COLUMNS,
  type BaseRecord,
  type CurrencyCode,
  type Id,
  type Instant,
  isId,
  type Reads,
  recordKind,
} from '../kernel/index.js';
import type { Rate } from '../money/index.js';
import type { DailyVolumeLimit } from '../rates/index.js';
import type { ScaChallenge, ScaFactor } from '../sca/index.js';
import type { RateTerms } from '../transactions/index.js';
import type { QuoteStatus } from './quote-states.js';

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

/** What a payment of a regulated customer has been asked, and who agreed. */
export interface QuoteSca {
  /** What the caller would have it authorized by; null: the first factor there is. */
  readonly factor: ScaFactor | null;
  /** Null until it is asked for, and where the beneficiary is trusted. */
  readonly challenge: ScaChallenge | null;
  readonly authorized: {
    readonly factor: ScaFactor;
    readonly at: Instant;
    readonly endUserIpAddress: string | null;
  } | null;
}

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
  /** The external account that pays, if one does, for the same question. */
  readonly pulledFrom: Id<'ExternalAccount'> | null;
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
  /** Name of the rail that receives or collects the money; null for a source in this ledger. */
  readonly fundingRail: string | null;
  /** Name of the rail that delivers; null for a destination in this ledger. */
  readonly rail: string | null;
  /** The payment rail that delivers, asked for or not; null also where the quote was made before this was kept. */
  readonly paymentRail: PaymentRail | null;
  readonly settlementSeconds: number | null;
  /** What its execution takes part of; null where its corridor has no daily volume. */
  readonly dailyVolume: DailyVolumeLimit | null;
  /** Reserved at creation; the transaction comes to be at execution. */
  readonly transactionId: Id<'Transaction'>;
  readonly description: string | null;
  readonly remittanceInformation: string | null;
  readonly purposeOfPayment: string | null;
  /** Of a quote to a UMA address. */
  readonly uma: UmaTerms | null;
  /** Null where its payer is not asked. */
  readonly sca: QuoteSca | null;
  /** The agent that made it; null where nobody but its platform did. */
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
    sca: 'json?',
    agentId: 'text?',
  },
  states: ['status'],
  unique: [{ name: 'reference', columns: ['reference'], global: true }],
  filters: ['destinationId', 'pulledFrom'],
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
    'platformFee',
    'serviceFee',
    'reference',
    'transactionId',
    'uma',
    'agentId',
  ],
});

const OPEN: readonly QuoteStatus[] = ['PENDING', 'PENDING_AUTHORIZATION', 'PROCESSING'];

/** The internal account on which execution holds the money; null for a quote whose money comes from outside. */
export const heldSource = ({ source }: Pick<Quote, 'source'>): Id<'InternalAccount'> | null =>
  source.sourceType === 'ACCOUNT' && isId('InternalAccount', source.accountId) ? source.accountId : null;

/** What its rate and the service's fee are made of, as its transaction keeps it. */
export const rateTermsOf = ({ serviceFeeBps, serviceFixedFee, uma }: Quote): RateTerms => ({
  serviceFeeBps,
  serviceFixedFee,
  settlement: uma === null ? null : { amount: uma.settlementAmount, counterpartyFeeMsat: uma.counterpartyFeeMsat },
});

/** The challenge that a quote carries while its payer is asked; null before and after. */
export const scaChallengeOf = ({ status, sca }: Pick<Quote, 'status' | 'sca'>): ScaChallenge | null =>
  status === 'PENDING_AUTHORIZATION' ? (sca?.challenge ?? null) : null;

/** Where to pay is told once the payer has agreed. */
export const shownInstructions = (quote: Quote): Quote['paymentInstructions'] =>
  quote.status === 'PENDING_AUTHORIZATION' && quote.source.sourceType === 'REALTIME_FUNDING'
    ? null
    : quote.paymentInstructions;

/** Whether a quote to this account, or paid from it outside, can still move money. */
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
