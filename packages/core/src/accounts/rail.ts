import { type CurrencyCode, err, type Environment, ok, type Instant, type Result } from '../kernel/index.js';
import {
  type AccountInfo,
  type ExternalAccountType,
  type PaymentInstruction,
  type PaymentRail,
  railsOf,
} from './account-types/index.js';

/** What a rail can do, as data: the registry routes by it and the documentation of rails is made from it. */
export interface RailCapabilities {
  /** Account types it delivers to. */
  readonly accountTypes: readonly ExternalAccountType[];
  readonly currencies: readonly CurrencyCode[];
  readonly paymentRails: readonly PaymentRail[];
  /** Delivers money to an external account. */
  readonly push: boolean;
  /** Collects money from an external account. */
  readonly pull: boolean;
  /** Receives money that payers send by payment instructions. */
  readonly receive: boolean;
  readonly cancellable: boolean;
  /** Usual time from submission to delivery, in seconds. */
  readonly settlementSeconds: number;
}

/** One delivery, the same for every attempt: `reference` is written before the first call and identifies it to the rail. */
export interface PayoutInstruction {
  readonly reference: string;
  readonly account: AccountInfo;
  readonly currency: CurrencyCode;
  /** Smallest units of the currency. */
  readonly amount: bigint;
  readonly paymentRail: PaymentRail | null;
  readonly remittanceInformation: string | null;
  /** When it was first given to the rail, in the tenant's time. */
  readonly submittedAt: Instant;
}

export const PAYOUT_FAILURES = [
  'QUOTE_EXECUTION_FAILED',
  'ACCOUNT_CANNOT_RECEIVE',
  'ACCOUNT_INVALID',
  'LIMIT_EXCEEDED',
  'COMPLIANCE_REJECTED',
  'LIGHTNING_PAYMENT_FAILED',
] as const;
export type PayoutFailure = (typeof PAYOUT_FAILURES)[number];

/** What a rail says of a delivery: done now, or ask again later. */
export type PayoutStatus =
  | {
      readonly state: 'delivered';
      readonly onChainTransaction: { readonly transactionHash: string; readonly network: string } | null;
      /** Ask once more after so many seconds whether it came back; null when it is final. */
      readonly checkAfterSeconds: number | null;
    }
  | { readonly state: 'pending'; readonly checkAfterSeconds: number }
  | {
      readonly state: 'failed';
      readonly reason: PayoutFailure;
      readonly refundReason: 'TRANSACTION_FAILED' | 'USER_CANCELLATION' | 'TIMEOUT';
      /** False: the rail cannot give the money back, an operator must resolve it. */
      readonly refundable: boolean;
    }
  | { readonly state: 'returned' };

export interface PayoutRail {
  /** Hands over a delivery. Called again with the same reference after a crash: must not deliver twice. */
  submit(instruction: PayoutInstruction): Promise<PayoutStatus>;
  /** How the delivery stands at `now`, in the tenant's time. */
  status(instruction: PayoutInstruction, now: Instant): Promise<PayoutStatus>;
}

export interface FundingRequest {
  readonly currency: CurrencyCode;
  /** What the payer must put into the memo; unique over the host. */
  readonly reference: string;
  /** Exact amount that is awaited, smallest units; null for an account that takes any. */
  readonly amount: bigint | null;
  readonly cryptoNetwork: string | null;
}

export interface FundingRefund {
  readonly reference: string;
  readonly currency: CurrencyCode;
  readonly amount: bigint;
}

export interface FundingRail {
  /** How a payer sends money; made from the rail's configuration, without I/O. Null: not in this currency or network. */
  instructions(request: FundingRequest): readonly PaymentInstruction[] | null;
  /** Sends money back to whoever sent it. Called again with the same reference after a crash: must not send twice. */
  refund(refund: FundingRefund): Promise<'completed' | 'failed'>;
}

/**
 * A rail gave no usable answer: it threw, or did not answer in time. Whether the call took effect is unknown, so it is
 * made again with the same reference. Anything else that comes out of a call is a `Bug`.
 */
export class RailUnavailable extends Error {
  override readonly name = 'RailUnavailable';

  constructor(
    readonly rail: string,
    readonly call: string,
    reason: string,
    options?: { readonly cause: unknown },
  ) {
    super(`${rail} ${call}: ${reason}`, options);
  }
}

/** A rail is one value; the host composes the list, nothing registers itself on import. */
export interface Registration {
  readonly name: string;
  readonly environments: readonly Environment[];
  readonly capabilities: RailCapabilities;
  readonly payouts: PayoutRail | null;
  readonly funding: FundingRail | null;
}

/**
 * The payment rail by which a rail pays such an account: the one that was asked for, else the first of the account's
 * that the rail has. Null for wallets, whose rail is their chain.
 */
export const paymentRailOf = (
  { capabilities }: Pick<Registration, 'capabilities'>,
  type: ExternalAccountType,
  wanted: PaymentRail | null,
): PaymentRail | null => wanted ?? railsOf(type).find((rail) => capabilities.paymentRails.includes(rail)) ?? null;

export interface Rails {
  readonly all: readonly Registration[];
  byName(name: string): Registration;
  /** The rail that delivers this currency to this type of account; 501 where the environment has none. */
  forPayout(
    environment: Environment,
    type: ExternalAccountType,
    currency: CurrencyCode,
    paymentRail: PaymentRail | null,
  ): Result<Registration & { readonly payouts: PayoutRail }>;
  /** The rail that receives this currency, with its instructions. */
  forFunding(
    environment: Environment,
    request: FundingRequest,
  ): Result<{
    readonly rail: Registration & { readonly funding: FundingRail };
    readonly instructions: readonly PaymentInstruction[];
  }>;
}

type Delivering = Registration & { readonly payouts: PayoutRail };
type Receiving = Registration & { readonly funding: FundingRail };

export function createRails(all: readonly Registration[]): Rails {
  const byName = new Map(all.map((rail) => [rail.name, rail]));
  const delivers = (rail: Registration): rail is Delivering => rail.payouts !== null && rail.capabilities.push;
  const receives = (rail: Registration): rail is Receiving => rail.funding !== null && rail.capabilities.receive;
  return {
    all,
    byName: (name) => {
      const rail = byName.get(name);
      if (rail === undefined) throw new Error(`no rail is registered as ${name}`);
      return rail;
    },
    forPayout: (environment, type, currency, paymentRail) => {
      const rail = all.find(
        (r): r is Delivering =>
          delivers(r) &&
          r.environments.includes(environment) &&
          r.capabilities.accountTypes.includes(type) &&
          r.capabilities.currencies.includes(currency) &&
          (paymentRail === null || r.capabilities.paymentRails.includes(paymentRail)),
      );
      return rail === undefined ? err('NOT_IMPLEMENTED', `no rail delivers ${currency} to ${type} here`) : ok(rail);
    },
    forFunding: (environment, request) => {
      for (const rail of all) {
        if (!receives(rail) || !rail.environments.includes(environment)) continue;
        if (!rail.capabilities.currencies.includes(request.currency)) continue;
        const instructions = rail.funding.instructions(request);
        if (instructions !== null) return ok({ rail, instructions });
      }
      return err('NOT_IMPLEMENTED', `no rail receives ${request.currency} here`);
    },
  };
}
