import { type CurrencyCode, err, type Environment, ok, type Instant, type Result } from '../kernel/index.js';
import {
  type AccountInfo,
  type ExternalAccountType,
  type PaymentInstruction,
  type PaymentRail,
  primaryIdentifierField,
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
  /** Account types that it collects from; none where it does not pull. */
  readonly pullsFrom: readonly ExternalAccountType[];
  /** Receives money that payers send by payment instructions. */
  readonly receive: boolean;
  /**
   * Follows what the owner of an Embedded Wallet moves by himself with the seed that he exported. Only such a rail is
   * asked to receive at the wallet's own addresses: money that left one unseen would still be on the account.
   */
  readonly followsWallets: boolean;
  /** Takes deliveries and collections back that are still in their window, which the rail knows. */
  readonly cancellable: boolean;
  /** Usual time from submission to delivery, in seconds. */
  readonly settlementSeconds: number;
}

/**
 * One movement between us and an account outside, the same for every attempt: `reference` is written before the first
 * call and identifies it to the rail.
 */
export interface RailInstruction {
  readonly reference: string;
  readonly account: AccountInfo;
  readonly currency: CurrencyCode;
  /** Smallest units of the currency. */
  readonly amount: bigint;
  readonly remittanceInformation: string | null;
  /** When it was first given to the rail, in the tenant's time. */
  readonly submittedAt: Instant;
  /** When its platform asked to take it back, written before the rail was asked; null when it did not. */
  readonly cancelRequestedAt: Instant | null;
}

/** A delivery to the account. */
export interface PayoutInstruction extends RailInstruction {
  /** Asked for, or the one that the payment was priced for; null for wallets. */
  readonly paymentRail: PaymentRail | null;
  /** Why it is paid, where the platform said so: some countries want to be told. */
  readonly purposeOfPayment: string | null;
  /** A transfer within one currency; false for what was converted. The sandbox plays other outcomes for each. */
  readonly sameCurrency: boolean;
}

/** A collection from the account. */
export type PullInstruction = RailInstruction;

export const PAYOUT_FAILURES = [
  'QUOTE_EXECUTION_FAILED',
  'ACCOUNT_CANNOT_RECEIVE',
  'ACCOUNT_INVALID',
  'LIMIT_EXCEEDED',
  'COMPLIANCE_REJECTED',
  'LIGHTNING_PAYMENT_FAILED',
] as const;
export type PayoutFailure = (typeof PAYOUT_FAILURES)[number];

/** Money that came back after it had been delivered, or that was collected and had to be given back. */
export interface RailReturn {
  readonly state: 'returned';
  /** The rail's own id of the return: the same return told again has the same. */
  readonly returnId: string;
  /** What came back, smallest units, positive. Of a delivery it may be less than was sent, for banks charge for it. */
  readonly amount: bigint;
  /** In the words of the other side, or its code; null where it gave none. */
  readonly reason: string | null;
}

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
  | RailReturn;

/**
 * `cancelled`: from now on the movement does not take place, `status` says `failed`, and a `submit` that is still on its
 * way moves nothing. `too-late`: it goes on as if nobody had asked.
 */
export type CancelAnswer = 'cancelled' | 'too-late';

/** Takes a movement back. Called again with the same instruction after a crash: must answer the same. */
export type CancelOnRail<I extends RailInstruction> = (instruction: I) => Promise<CancelAnswer>;

export interface PayoutRail {
  /** Hands over a delivery. Called again with the same reference after a crash: must not deliver twice. */
  submit(instruction: PayoutInstruction): Promise<PayoutStatus>;
  /** How the delivery stands at `now`, in the tenant's time. */
  status(instruction: PayoutInstruction, now: Instant): Promise<PayoutStatus>;
  /** Null where deliveries cannot be taken back. */
  readonly cancel: CancelOnRail<PayoutInstruction> | null;
  /** Whether the account can be delivered to; asked before a payment is quoted, moves nothing. */
  lookUp(account: AccountInfo, currency: CurrencyCode): Promise<'reachable' | 'unreachable'>;
}

export const PULL_FAILURES = ['INSUFFICIENT_FUNDS', 'ACCOUNT_CLOSED', 'REJECTED', 'TIMED_OUT', 'CANCELLED'] as const;
export type PullFailure = (typeof PULL_FAILURES)[number];

/** What a rail says of a collection: done now, or ask again later. What is returned is returned whole. */
export type PullStatus =
  | {
      readonly state: 'collected';
      /** Ask once more after so many seconds whether it was returned; null where the rail would tell of it itself. */
      readonly checkAfterSeconds: number | null;
    }
  | { readonly state: 'pending'; readonly checkAfterSeconds: number }
  | { readonly state: 'failed'; readonly reason: PullFailure }
  | RailReturn;

/** What a rail says of money that it sends back: done now, or ask again later. */
export type RailRefundStatus =
  | { readonly state: 'completed' }
  | { readonly state: 'pending'; readonly checkAfterSeconds: number }
  /** It cannot go back, or it bounced. */
  | { readonly state: 'failed'; readonly reason: string };

/** Money that was collected and goes back to the account that it came from. */
export interface PullRefund {
  readonly reference: string;
  readonly pull: PullInstruction;
  /** When it was decided, in the tenant's time. */
  readonly submittedAt: Instant;
}

export interface PullRail {
  /** Hands over a collection. Called again with the same reference after a crash: must not collect twice. */
  submit(instruction: PullInstruction): Promise<PullStatus>;
  /** How the collection stands at `now`, in the tenant's time. */
  status(instruction: PullInstruction, now: Instant): Promise<PullStatus>;
  /** Null where collections cannot be taken back. */
  readonly cancel: CancelOnRail<PullInstruction> | null;
  /**
   * Sends collected money back, or says how that stands at `now`: called with the same reference until it is over, and
   * after a crash. Must not send twice.
   */
  refund(refund: PullRefund, now: Instant): Promise<RailRefundStatus>;
}

export interface WithdrawalRequest {
  readonly currency: CurrencyCode;
  readonly network: string;
  /** Smallest units of the currency. */
  readonly amount: bigint;
  readonly address: string;
}

/** What a chain takes for carrying money out. */
export interface NetworkFees {
  /** Names of the networks on which this currency goes out, the usual one first; without I/O. */
  networks(currency: CurrencyCode): readonly string[];
  /** The network by which the rail pays this account; null where no chain carries it. Without I/O. */
  networkOf(account: AccountInfo, currency: CurrencyCode): string | null;
  /** The fee in smallest units of the currency that is sent; null where the address is none of the network. */
  estimate(request: WithdrawalRequest): Promise<bigint | null>;
}

export interface FundingRequest {
  readonly currency: CurrencyCode;
  /** What the payer must put into the memo; unique over the host. */
  readonly reference: string;
  /** Exact amount that is awaited, smallest units; null for an account that takes any. */
  readonly amount: bigint | null;
  /** One of the rail's networks of the currency; null: off chain, or the usual network. */
  readonly cryptoNetwork: string | null;
  /**
   * Addresses of an Embedded Wallet by network, derived from its own key: it is paid at these and at no others. Null
   * for what is no wallet, which is paid at addresses of the rail.
   */
  readonly walletAddresses: ReadonlyMap<string, string> | null;
  /**
   * Of a rail that says `usesAddressIndex`: the number from which it derives the address, 0 to 2^31 − 1. It was
   * allocated in the same unit for this reference alone, and stays the same when the instructions are made anew.
   */
  readonly addressIndex: number | null;
}

/** Who sent money, as far as its rail knows. */
export interface Remitter {
  readonly name: string | null;
  /** Account number or address; without it nothing can be sent back. */
  readonly account: string | null;
}

/** Money that came in and goes back to whoever sent it. */
export interface FundingRefund {
  readonly reference: string;
  readonly currency: CurrencyCode;
  readonly amount: bigint;
  /** What the rail told of the money when it came; null where it came before that was kept. */
  readonly arrival: {
    /** The rail's own id of the arrival. */
    readonly paymentId: string;
    readonly remitter: Remitter;
    /** YYYY-MM-DD; null where the rail named none. */
    readonly valueDate: string | null;
  } | null;
  /** When it was decided, in the tenant's time. */
  readonly submittedAt: Instant;
}

export interface FundingRail {
  /**
   * The networks on which it receives a currency, the usual one first; null among them: off chain. None: not in this
   * currency. Without I/O.
   */
  networks(currency: CurrencyCode): readonly (string | null)[];
  /** Whether each reference gets an address of its own, which is derived from a number that the core allocates. */
  readonly usesAddressIndex: boolean;
  /** How a payer sends money; made from the rail's configuration, without I/O. Null: not in this currency or network. */
  instructions(request: FundingRequest): readonly PaymentInstruction[] | null;
  /**
   * Sends money back to whoever sent it, or says how that stands at `now`: called with the same reference until it is
   * over, and after a crash. Must not send twice.
   */
  refund(refund: FundingRefund, now: Instant): Promise<RailRefundStatus>;
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

/** What an issuer answers between two units: 503 SERVICE_UNAVAILABLE where it does not. */
export async function answerOfIssuer<T>(question: () => Promise<T>): Promise<Result<T>> {
  try {
    return ok(await question());
  } catch (cause) {
    if (cause instanceof RailUnavailable) return err('SERVICE_UNAVAILABLE', 'the issuer does not answer');
    throw cause;
  }
}

/** A rail is one value; the host composes the list, nothing registers itself on import. */
export interface Rail {
  readonly name: string;
  /** The one environment that it serves: a bank's test system and its live one are two rails. */
  readonly environment: Environment;
  /**
   * True for a rail that moves no money and makes its answers up. It serves `SANDBOX` alone, comes behind all others,
   * and the sandbox's simulations book through such rails only.
   */
  readonly simulated: boolean;
  readonly capabilities: RailCapabilities;
  readonly payouts: PayoutRail | null;
  readonly pulls: PullRail | null;
  readonly funding: FundingRail | null;
  readonly networkFees: NetworkFees | null;
}

/**
 * The payment rail by which a rail pays an account: the one that was asked for, else the first of the account's that
 * the rail has, and mobile money before others where a phone number is all that identifies it. Null for wallets, whose
 * rail is their chain.
 */
export function paymentRailOf(
  { capabilities }: Pick<Rail, 'capabilities'>,
  account: AccountInfo,
  wanted: PaymentRail | null,
): PaymentRail | null {
  if (wanted !== null) return wanted;
  const rails = railsOf(account.accountType).filter((rail) => capabilities.paymentRails.includes(rail));
  const isMobile = rails.includes('MOBILE_MONEY') && primaryIdentifierField(account) === 'phoneNumber';
  return isMobile ? 'MOBILE_MONEY' : (rails[0] ?? null);
}

export type Delivering = Rail & { readonly payouts: PayoutRail };
export type Receiving = Rail & { readonly funding: FundingRail };
export type Pulling = Rail & { readonly pulls: PullRail };
export type Charging = Rail & { readonly networkFees: NetworkFees };

export interface Rails {
  readonly all: readonly Rail[];
  byName(name: string): Rail;
  /** The rail that delivers this currency to this type of account; 501 where the environment has none. */
  forPayout(
    environment: Environment,
    type: ExternalAccountType,
    currency: CurrencyCode,
    paymentRail: PaymentRail | null,
  ): Result<Delivering>;
  /** The rail that collects this currency from this type of account; null where the environment has none. */
  forPull(environment: Environment, type: ExternalAccountType, currency: CurrencyCode): Pulling | null;
  /** The rails that carry a currency out on a chain. */
  forWithdrawal(environment: Environment, currency: CurrencyCode): readonly Charging[];
  /** The rails that receive this currency, the preferred one first. */
  forFunding(environment: Environment, currency: CurrencyCode): readonly Receiving[];
}

export function createRails(registered: readonly Rail[]): Rails {
  const byName = new Map(registered.map((rail) => [rail.name, rail]));
  if (byName.size < registered.length) throw new Error('two rails are registered under one name');
  for (const { name, environment, simulated } of registered) {
    if (simulated && environment !== 'SANDBOX')
      throw new Error(`${name} moves no money and cannot serve ${environment}`);
  }
  const all = [...registered.filter(({ simulated }) => !simulated), ...registered.filter(({ simulated }) => simulated)];
  const delivers = (rail: Rail): rail is Delivering => rail.payouts !== null && rail.capabilities.push;
  const pulls = (rail: Rail): rail is Pulling => rail.pulls !== null && rail.capabilities.pull;
  const charges = (rail: Rail): rail is Charging => rail.networkFees !== null && rail.capabilities.push;
  const receives = (rail: Rail): rail is Receiving => rail.funding !== null && rail.capabilities.receive;
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
          r.environment === environment &&
          r.capabilities.accountTypes.includes(type) &&
          r.capabilities.currencies.includes(currency) &&
          (paymentRail === null || r.capabilities.paymentRails.includes(paymentRail)),
      );
      return rail === undefined ? err('NOT_IMPLEMENTED', `no rail delivers ${currency} to ${type} here`) : ok(rail);
    },
    forPull: (environment, type, currency) =>
      all.find(
        (r): r is Pulling =>
          pulls(r) &&
          r.environment === environment &&
          r.capabilities.pullsFrom.includes(type) &&
          r.capabilities.currencies.includes(currency),
      ) ?? null,
    forWithdrawal: (environment, currency) =>
      all.filter(
        (r): r is Charging =>
          charges(r) && r.environment === environment && r.networkFees.networks(currency).length > 0,
      ),
    forFunding: (environment, currency) =>
      all.filter(
        (r): r is Receiving =>
          receives(r) &&
          r.environment === environment &&
          r.capabilities.currencies.includes(currency) &&
          r.funding.networks(currency).length > 0,
      ),
  };
}
