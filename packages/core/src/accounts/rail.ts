import {
  type CurrencyCode,
  err,
  type Environment,
  type Instant,
  ok,
  OutsideFailure,
  plusSeconds,
  type Result,
} from '../kernel/index.js';
import { isCurrency } from '../money/index.js';
import {
  type AccountInfo,
  type ExternalAccountType,
  type PaymentInstruction,
  type PaymentRail,
  primaryIdentifierField,
  railsOf,
} from './account-types/index.js';

/** What a rail can do, as data. Routing and the generated documentation of rails use it: docs/rails/write-a-rail.md#1-declare-what-it-can-do. */
export interface RailCapabilities {
  /** Account types that the rail delivers to. */
  readonly accountTypes: readonly ExternalAccountType[];
  readonly currencies: readonly CurrencyCode[];
  readonly paymentRails: readonly PaymentRail[];
  /** Delivers money to an external account. */
  readonly push: boolean;
  /** Collects money from an external account. */
  readonly pull: boolean;
  /** Account types that the rail collects from; empty if it does not pull. */
  readonly pullsFrom: readonly ExternalAccountType[];
  /** Receives money that payers send by payment instructions. */
  readonly receive: boolean;
  /**
   * Observes what the owner of an Embedded Wallet moves with an exported seed. Only such a rail receives at the
   * wallet's own addresses, because otherwise money that left unobserved would remain on the account in the ledger.
   */
  readonly followsWallets: boolean;
  /** Cancels deliveries and collections while they are in the rail's cancellation window. */
  readonly cancellable: boolean;
  /** Usual time from submission to delivery, in seconds. */
  readonly settlementSeconds: number;
}

/**
 * One movement between this service and an external account. Every attempt sends the same instruction: `reference` is
 * stored before the first call and identifies the movement to the rail.
 */
export interface RailInstruction {
  readonly reference: string;
  readonly account: AccountInfo;
  readonly currency: CurrencyCode;
  /** Smallest units of the currency. */
  readonly amount: bigint;
  readonly remittanceInformation: string | null;
  /** When the movement was first submitted to the rail, in the tenant's time. */
  readonly submittedAt: Instant;
  /**
   * When the platform requested the cancellation of the movement, stored before the rail is asked to cancel; null if no
   * cancellation was requested.
   */
  readonly cancelRequestedAt: Instant | null;
}

/** A delivery to the account. */
export interface PayoutInstruction extends RailInstruction {
  /** The requested payment rail, or the one that the payment was priced for; null for wallets. */
  readonly paymentRail: PaymentRail | null;
  /** The purpose that the platform gave, which some countries require; null if none. */
  readonly purposeOfPayment: string | null;
  /**
   * True for a transfer within one currency, false for a converted payment. The sandbox simulates different outcomes
   * for transfers and payments.
   */
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

/** A return: of money that was delivered, or of money that was collected. */
export interface RailReturn {
  readonly state: 'returned';
  /** The rail's id of the return. A repeated message about the same return has the same id. */
  readonly returnId: string;
  /** The returned amount, positive, in smallest units. It can be less than a delivery, because banks deduct charges. */
  readonly amount: bigint;
  /** The text or code of the returning bank or payer; null if there is none. */
  readonly reason: string | null;
}

/** The state of a delivery: final now, or pending until the next check. */
export type PayoutStatus =
  | {
      readonly state: 'delivered';
      readonly onChainTransaction: { readonly transactionHash: string; readonly network: string } | null;
      /** Seconds until one more check whether the money was returned; null if the delivery is final. */
      readonly checkAfterSeconds: number | null;
      /**
       * What reached the payee, in smallest units, if it is another amount than was sent, as with a token that takes a
       * fee; absent otherwise. The books stay as they are, and an exception informs an operator.
       */
      readonly arrived?: bigint;
    }
  | {
      readonly state: 'pending';
      readonly checkAfterSeconds: number;
      /**
       * Why a delivery that the rail had reported did not last, such as a block that left its chain; absent otherwise.
       * The rail goes on with the delivery. The books stay as they are, and an exception informs an operator.
       */
      readonly undone?: string;
    }
  | {
      readonly state: 'failed';
      readonly reason: PayoutFailure;
      readonly refundReason: 'TRANSACTION_FAILED' | 'USER_CANCELLATION' | 'TIMEOUT';
      /** False if the rail cannot return the money; then an operator must resolve the payment. */
      readonly refundable: boolean;
    }
  | RailReturn;

/**
 * `cancelled`: the movement does not take place, `status` reports `failed` from now on, and a `submit` that is still in
 * flight moves nothing. `too-late`: the movement continues as without the request.
 */
export type CancelAnswer = 'cancelled' | 'too-late';

/** Cancels a movement. Repeated with the same instruction after a crash; it must then return the same answer. */
export type CancelOnRail<I extends RailInstruction> = (instruction: I) => Promise<CancelAnswer>;

export interface PayoutRail {
  /** Submits a delivery. Repeated with the same reference after a crash; it must not deliver twice. */
  submit(instruction: PayoutInstruction): Promise<PayoutStatus>;
  /** The state of the delivery at `now`, in the tenant's time. */
  status(instruction: PayoutInstruction, now: Instant): Promise<PayoutStatus>;
  /** Null if deliveries cannot be cancelled. */
  readonly cancel: CancelOnRail<PayoutInstruction> | null;
  /** Whether the account can receive a delivery. Called before a payment is quoted; it moves no money. */
  lookUp(account: AccountInfo, currency: CurrencyCode): Promise<'reachable' | 'unreachable'>;
  /**
   * When a delivery that is submitted at this moment settles, for a rail with closing days. Without I/O. If it is absent,
   * `settlementSeconds` says it.
   */
  readonly settlesAt?: (paymentRail: PaymentRail | null, submittedAt: Instant) => Instant;
  /**
   * Whether a delivery to this account that is submitted at this moment would be sent, as far as the rail knows without
   * I/O. False refuses quotes and transfers to the account. If it is absent, only the delivery itself shows it.
   */
  readonly isPayable?: (account: AccountInfo, paymentRail: PaymentRail | null, submittedAt: Instant) => boolean;
}

export const PULL_FAILURES = ['INSUFFICIENT_FUNDS', 'ACCOUNT_CLOSED', 'REJECTED', 'TIMED_OUT', 'CANCELLED'] as const;
export type PullFailure = (typeof PULL_FAILURES)[number];

/** The state of a collection: final now, or pending until the next check. A collection is always returned in full. */
export type PullStatus =
  | {
      readonly state: 'collected';
      /** Seconds until one more check whether the money was returned; null if the rail reports returns by itself. */
      readonly checkAfterSeconds: number | null;
    }
  | { readonly state: 'pending'; readonly checkAfterSeconds: number }
  | { readonly state: 'failed'; readonly reason: PullFailure }
  | RailReturn;

/** The state of a refund: final now, or pending until the next check. */
export type RailRefundStatus =
  | { readonly state: 'completed' }
  | { readonly state: 'pending'; readonly checkAfterSeconds: number }
  /** The money cannot be sent back, or the refund was returned. */
  | { readonly state: 'failed'; readonly reason: string };

/** A refund of collected money to the account that it came from. */
export interface PullRefund {
  readonly reference: string;
  readonly pull: PullInstruction;
  /** When the refund was decided, in the tenant's time. */
  readonly submittedAt: Instant;
}

export interface PullRail {
  /** Submits a collection. Repeated with the same reference after a crash; it must not collect twice. */
  submit(instruction: PullInstruction): Promise<PullStatus>;
  /** The state of the collection at `now`, in the tenant's time. */
  status(instruction: PullInstruction, now: Instant): Promise<PullStatus>;
  /** Null if collections cannot be cancelled. */
  readonly cancel: CancelOnRail<PullInstruction> | null;
  /**
   * Sends collected money back, and returns the state of the refund at `now`. Repeated with the same reference until it
   * is final, and after a crash; it must not send twice.
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

/** The fees of chains for withdrawals. */
export interface NetworkFees {
  /** The networks on which this currency is withdrawn, the usual one first. Without I/O. */
  networks(currency: CurrencyCode): readonly string[];
  /** The network by which the rail pays this account; null if no chain is involved. Without I/O. */
  networkOf(account: AccountInfo, currency: CurrencyCode): string | null;
  /** The fee in smallest units of the sent currency; null if the address does not belong to the network. */
  estimate(request: WithdrawalRequest): Promise<bigint | null>;
}

export interface FundingRequest {
  readonly currency: CurrencyCode;
  /** The text that the payer must write into the memo; unique on the host. */
  readonly reference: string;
  /** The exact expected amount in smallest units; null for an account that accepts any amount. */
  readonly amount: bigint | null;
  /** One of the rail's networks of the currency; null for off chain, or for the usual network. */
  readonly cryptoNetwork: string | null;
  /**
   * Addresses of an Embedded Wallet's own key, by network; the wallet receives only at these. Null for other targets,
   * which receive at addresses of the rail.
   */
  readonly walletAddresses: ReadonlyMap<string, string> | null;
  /**
   * For a rail with an `addressSpace`, the number from which it derives the address, 0 to 2^31 − 1. It is allocated in
   * the same unit of work for this reference only, and stays the same when the instructions are renewed.
   */
  readonly addressIndex: number | null;
}

/** The sender of incoming money, as far as the rail knows it. */
export interface Remitter {
  readonly name: string | null;
  /** Account number or address; with null the money cannot be sent back. */
  readonly account: string | null;
}

/** A refund of incoming money to its sender. */
export interface FundingRefund {
  readonly reference: string;
  readonly currency: CurrencyCode;
  readonly amount: bigint;
  /** What the rail reported about the incoming money; null in records from before this was stored. */
  readonly arrival: {
    /** The rail's own id of the arrival. */
    readonly paymentId: string;
    readonly remitter: Remitter;
    /** YYYY-MM-DD; null if the rail reported none. */
    readonly valueDate: string | null;
  } | null;
  /** When the refund was decided, in the tenant's time. */
  readonly submittedAt: Instant;
}

export interface FundingRail {
  /**
   * The networks on which the rail receives a currency, the usual one first; an entry null means off chain. Empty if it
   * does not receive the currency. Without I/O.
   */
  networks(currency: CurrencyCode): readonly (string | null)[];
  /**
   * The name of the numbers from which the rail derives an address for each reference; null if it derives none. Rails of
   * one environment with the same name share them: a reference has the same number on all of them, so that chains with
   * one form of addresses can have one address for each reference.
   */
  readonly addressSpace: string | null;
  /**
   * Payment instructions from the rail's configuration; null if it does not serve the currency or network. Without I/O.
   */
  instructions(request: FundingRequest): readonly PaymentInstruction[] | null;
  /**
   * Sends money back to its sender, and returns the state of the refund at `now`. Repeated with the same reference
   * until it is final, and after a crash; it must not send twice.
   */
  refund(refund: FundingRefund, now: Instant): Promise<RailRefundStatus>;
}

/**
 * A call of a rail failed: it threw or timed out. It is unknown whether the call took effect, so it is repeated with
 * the same reference. Any other exception from a rail is a `Bug`.
 */
export class RailUnavailable extends OutsideFailure {
  override readonly name = 'RailUnavailable';

  constructor(
    readonly rail: string,
    readonly call: string,
    /** What went wrong; null if no answer came in time. */
    reason: string | null,
    options?: { readonly cause: unknown },
  ) {
    super(
      reason === null ? `${rail} did not answer in time (${call})` : `${rail} failed (${call}): ${reason}`,
      options,
    );
  }
}

/** The answer of an issuer, called between units. SERVICE_UNAVAILABLE if the call fails. */
export async function answerOfIssuer<T>(question: () => Promise<T>): Promise<Result<T>> {
  try {
    return ok(await question());
  } catch (cause) {
    if (cause instanceof RailUnavailable)
      return err('SERVICE_UNAVAILABLE', 'the issuer did not answer or failed; try again later');
    throw cause;
  }
}

/** A rail is one value. The host composes the list of rails; no rail registers itself on import. */
export interface Rail {
  readonly name: string;
  /** The environment that the rail serves. A bank's test system and its live system are two rails. */
  readonly environment: Environment;
  /**
   * True for a rail that moves no money and invents its answers. It serves only `SANDBOX` and has the lowest priority.
   * The sandbox's simulations use only such rails.
   */
  readonly simulated: boolean;
  readonly capabilities: RailCapabilities;
  readonly payouts: PayoutRail | null;
  readonly pulls: PullRail | null;
  readonly funding: FundingRail | null;
  readonly networkFees: NetworkFees | null;
}

/**
 * The payment rail by which a rail pays an account: the requested one, otherwise MOBILE_MONEY if the account is
 * identified by a phone number, otherwise the first rail of the account's type that the rail has. Null for wallets,
 * which are paid on their chain.
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

/** When a delivery that is submitted to this rail at this moment is expected to settle. */
export const expectedSettlement = (
  { payouts, capabilities }: Pick<Rail, 'payouts' | 'capabilities'>,
  paymentRail: PaymentRail | null,
  submittedAt: Instant,
): Instant =>
  payouts?.settlesAt?.(paymentRail, submittedAt) ?? plusSeconds(submittedAt, capabilities.settlementSeconds);

export type Delivering = Rail & { readonly payouts: PayoutRail };
export type Receiving = Rail & { readonly funding: FundingRail };
export type Pulling = Rail & { readonly pulls: PullRail };
export type Charging = Rail & { readonly networkFees: NetworkFees };

export interface Rails {
  readonly all: readonly Rail[];
  byName(name: string): Rail;
  /** The rail that delivers this currency to this type of account. NOT_IMPLEMENTED if the environment has none. */
  forPayout(
    environment: Environment,
    type: ExternalAccountType,
    currency: CurrencyCode,
    paymentRail: PaymentRail | null,
  ): Result<Delivering>;
  /** The rail that collects this currency from this type of account; null if the environment has none. */
  forPull(environment: Environment, type: ExternalAccountType, currency: CurrencyCode): Pulling | null;
  /** The rails that withdraw a currency on a chain. */
  forWithdrawal(environment: Environment, currency: CurrencyCode): readonly Charging[];
  /** The rails that receive this currency, the preferred one first. */
  forFunding(environment: Environment, currency: CurrencyCode): readonly Receiving[];
}

export function createRails(registered: readonly Rail[]): Rails {
  const byName = new Map(registered.map((rail) => [rail.name, rail]));
  if (byName.size < registered.length) throw new Error('two rails have the same name');
  for (const { name, environment, simulated, capabilities } of registered) {
    const foreign = capabilities.currencies.find((code) => !isCurrency(code));
    if (foreign !== undefined) throw new Error(`the rail ${name} moves ${foreign}, which customers cannot have`);
    if (simulated && environment !== 'SANDBOX')
      throw new Error(`the rail ${name} is simulated and cannot serve ${environment}`);
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
      return rail === undefined
        ? err(
            'NOT_IMPLEMENTED',
            `no rail in this environment delivers ${currency} to ${type}${paymentRail === null ? '' : ` by ${paymentRail}`}`,
          )
        : ok(rail);
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
