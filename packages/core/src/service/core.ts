import type { Accounts } from '../accounts/index.js';
import type { agentsArea } from '../agents/index.js';
import type { AuditReport } from '../audit/index.js';
import type { Cards } from '../cards/index.js';
import type { BulkImports, Customer, Customers, NewCustomer } from '../customers/index.js';
import type { Events } from '../events/index.js';
import type {
  Actor,
  Commands,
  Context,
  Environment,
  Page,
  PageRequest,
  PreparedUseCase,
  Query,
  Result,
  TenantKey,
  UnitOfWork,
  UseCase,
} from '../kernel/index.js';
import type { EntryFilter, LedgerEntry, Position } from '../ledger/index.js';
import type { Platforms } from '../platforms/index.js';
import type { Quote, QuoteRequest, QuotesArea, RailTelling, Told } from '../quotes/index.js';
import type { RatesArea } from '../rates/index.js';
import type { SandboxArea } from '../sandbox/index.js';
import type { Sca } from '../sca/index.js';
import type { SealedJournal } from '../seals/index.js';
import type { StablecoinsArea } from '../stablecoins/index.js';
import type { TransactionsArea } from '../transactions/index.js';
import type { TransfersArea } from '../transfers/index.js';
import type { TreasuryArea } from '../treasury/index.js';
import type { UmaArea } from '../uma/index.js';
import type { CustomerWithOwners, VerificationArea } from '../verification/index.js';
import type { PreparedCustomer, Signed, SignedCustomerPatch, Wallets } from '../wallets/index.js';
import type { PreparedQuote } from './create-quote.js';

/**
 * The whole service without a server: use cases by area, `commands` and `units` (units of work) to run them, and
 * background work.
 */
export interface Core {
  readonly platforms: Platforms;
  readonly customers: Customers & CustomerUseCases;
  readonly verification: VerificationArea;
  readonly bulkImports: BulkImports;
  readonly accounts: Accounts;
  readonly rates: RatesArea;
  readonly quotes: QuotesArea & {
    /**
     * Creates a quote with a locked rate. For a quote to a UMA address, the receiving institution is asked for an
     * invoice before the unit of work.
     *
     * @example
     * ```ts
     * const quote = await run(core.quotes.create, {
     *   source: { sourceType: 'ACCOUNT', accountId: dollars.id },
     *   destination: { destinationType: 'ACCOUNT', accountId: recipient.id },
     *   lockedCurrencySide: 'SENDING',
     *   lockedCurrencyAmount: 100_000n, // 1,000.00 USD
     *   immediatelyExecute: false,
     * });
     * quote.status; // 'PENDING'
     * ```
     */
    readonly create: PreparedUseCase<QuoteRequest, PreparedQuote, Quote>;
  };
  readonly transfers: TransfersArea;
  readonly transactions: TransactionsArea;
  readonly uma: UmaArea;
  readonly wallets: Wallets;
  readonly stablecoins: StablecoinsArea;
  readonly sca: Sca;
  readonly agents: ReturnType<typeof agentsArea<PreparedQuote>>;
  readonly cards: Cards;
  readonly events: Events;
  readonly sandbox: SandboxArea;
  readonly treasury: TreasuryArea;
  readonly ledger: {
    readonly audit: (tenant?: TenantKey) => Promise<AuditReport>;
    /** Asks the issuers of stablecoins; one finding for each supply that differs from the mints and burns. */
    readonly auditSupply: () => Promise<readonly string[]>;
    readonly entries: Query<EntryFilter & PageRequest, Page<LedgerEntry>>;
    /** The trial balance of all tenants. */
    readonly positions: () => Promise<readonly Position[]>;
  };
  /** Runs use cases with or without an idempotency key. */
  readonly commands: Commands;
  /** Opens units of work, for callers who combine use cases, or read and write in one database transaction. */
  readonly units: UnitOfWork;
  /**
   * Accepts a message of a rail's callback: the status of a delivery, a collection or a refund, a return, or money that
   * arrived, was reversed or is recalled (docs/rails.md). Messages may come at any time, in any order and repeatedly; a
   * repeated message has no effect. A message that contradicts an earlier one moves nothing and opens the exception
   * RAIL_CONTRADICTION.
   *
   * 404 REFERENCE_NOT_FOUND for a rail that does not serve the environment; 404 TRANSACTION_NOT_FOUND or
   * REFERENCE_NOT_FOUND for an unknown payment (arrived money goes to suspense instead); 403 FORBIDDEN for a payment of
   * another rail; 400 INVALID_INPUT, INVALID_AMOUNT, INVALID_CURRENCY. The rail must repeat the message after 503
   * SERVICE_UNAVAILABLE and after 409 CONFLICT (a concurrent message, or a payment not submitted to the rail yet).
   */
  railTells(environment: Environment, telling: RailTelling): Promise<Result<Told>>;
  /** The number of addresses allocated on a rail. The rail watches the addresses with lower indexes. */
  addressesOf(rail: string): Promise<number>;
  /** The context of a call that is made now. */
  context(tenant: TenantKey, actor: Actor, requestId: string): Context;
  readonly work: Work;
}

/** Use cases of customers in which several areas take part. */
export interface CustomerUseCases {
  /** Returns the customer with the owners of a business. 404 USER_NOT_FOUND. */
  readonly get: Query<{ readonly id: string }, CustomerWithOwners>;
  /** `prepare` asks custody for the keys of the customer's embedded wallet. */
  readonly create: PreparedUseCase<NewCustomer, PreparedCustomer, Customer>;
  /** A change of the address with which the customer signs in to a wallet needs the wallet's signature. */
  readonly update: UseCase<SignedCustomerPatch, Signed<Customer>>;
}

/** Background work. A host runs each part in its own loop; `drain` runs all due work until nothing is left. */
export interface Work {
  /** Runs due jobs and returns the number of attempts; lasts as long as the slowest answer of a rail. */
  runJobs(): Promise<number>;
  /** Delivers due events and returns the number of recorded outcomes; lasts as long as the slowest endpoint. */
  deliverEvents(): Promise<number>;
  /** Fetches exchange rates if the cached ones are old. Needed once before the first quote. */
  refreshRates(): Promise<void>;
  /** Deletes expired answers, pending commands, codes and nonces, and returns their number. */
  forgetAnswers(): Promise<number>;
  /** Seals postings and events up to the horizon, so that the audit finds later changes. */
  sealJournal(): Promise<SealedJournal>;
  /** After a test clock was moved: runs the due work of that tenant, for a bounded time. */
  catchUp(tenant: TenantKey): Promise<void>;
  /** Runs all work that is due, and the work that becomes due through it. */
  drain(): Promise<void>;
  /** Starts no more jobs and deliveries, and awaits those in progress. */
  stop(): Promise<void>;
}
