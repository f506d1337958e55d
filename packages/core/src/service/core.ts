import type { ArchivedEvents } from '../archive/index.js';
import type { Accounts, RailTelling } from '../accounts/index.js';
import type { agentsArea } from '../agents/index.js';
import type { AuditReport, AuditRuns } from '../audit/index.js';
import type { Cards } from '../cards/index.js';
import type { BulkImports, Customer, Customers, NewCustomer } from '../customers/index.js';
import type { Events } from '../events/index.js';
import type { ExceptionReads } from '../exceptions/index.js';
import type { FiguresArea, FoldedFigures } from '../figures/index.js';
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
import type { ReconciliationArea } from '../maintenance/index.js';
import type { NoteLists } from './note-lists.js';
import type { Actions, readLog, recordLook } from '../operators/index.js';
import type { PaymentsArea } from '../payments/index.js';
import type { PersonalDataArea } from '../personal-data/index.js';
import type { Platforms } from '../platforms/index.js';
import type { Quote, QuoteRequest, QuotesArea } from '../quotes/index.js';
import type { CardProcessorsArea, KycArea, RailsArea, ScreeningArea, Told } from '../rails/index.js';
import type { RatesArea } from '../rates/index.js';
import type { SandboxArea, TestClock } from '../sandbox/index.js';
import type { SafeguardingArea } from '../safeguarding/index.js';
import type { VouchersArea } from '../vouchers/index.js';
import type { Sca } from '../sca/index.js';
import type { recordSearch, searchRecords } from '../search/index.js';
import type { SealedJournal } from '../seals/index.js';
import type { SignInArea } from '../sign-in/index.js';
import type { StablecoinsArea } from '../stablecoins/index.js';
import type { BalancesRequest, ExportedJournal, JournalRequest, StatementsArea } from '../statements/index.js';
import type { TransactionsArea } from '../transactions/index.js';
import type { TransfersArea } from '../transfers/index.js';
import type { TreasuryArea } from '../treasury/index.js';
import type { UmaArea } from '../uma/index.js';
import type { CustomerWithOwners, VerificationArea } from '../verification/index.js';
import type { PreparedCustomer, Signed, SignedCustomerPatch, Wallets } from '../wallets/index.js';
import type { PreparedQuote } from './create-quote.js';
import type { OperatorActions } from './actions/operator-actions.js';
import type { OperatorReads } from './reads/index.js';
import type { ScreeningReads } from './screening-reads.js';
import type { TravelRuleReads } from './travel-rule-reads.js';

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
  readonly sandbox: SandboxArea & {
    /**
     * Moves the platform's time ahead: runs the work that is due, and moves the clock from due time to due time, at most
     * 1,000 times and for about 5 seconds; the result says which time was reached. Under an idempotency key, copies of
     * the request and its repetition after a crash move it to the same time. `Work.catchUp` runs the work that the last
     * move makes due.
     *
     * @example
     * ```ts
     * const moved = await run(core.sandbox.stepClock, { seconds: 3_600 });
     * await core.work.catchUp(tenant);
     * moved.aheadSeconds; // 3_600
     * ```
     */
    readonly stepClock: PreparedUseCase<{ readonly seconds: number }, number | null, TestClock>;
  };
  readonly treasury: TreasuryArea;
  /** The exceptions of all tenants, for operators. */
  readonly exceptions: ExceptionReads;
  /** Statements of banks beside the ledger, for operators. */
  readonly reconciliation: ReconciliationArea;
  /** Operators of the host: who they are, and everything that they do (docs/areas/operators.md). */
  readonly operators: SignInArea & {
    readonly actions: Actions<OperatorActions>;
    readonly log: ReturnType<typeof readLog>;
    /** Notes about records, and the records that an operator looks after. */
    readonly notes: NoteLists;
    /** What the screening of parties and payments has found, and the cases of operators. */
    readonly screening: ScreeningReads;
    /** The transfers on chains that the travel rule concerns. */
    readonly travelRule: TravelRuleReads;
    /** The records that pages and commands of operators show. */
    readonly reads: OperatorReads;
    /**
     * Writes into the log that an operator looks at personal data of a record, at most once in ten minutes. A page calls
     * it before it shows them.
     */
    readonly recordLook: ReturnType<typeof recordLook>;
    /** Answers for persons whose data are stored, and for authorities. */
    readonly personalData: PersonalDataArea;
    /** Writes into the log that an operator searches persons in a list of a platform, before the list is read. */
    readonly recordSearch: ReturnType<typeof recordSearch>;
    /** Searches the records of all platforms by names, numbers, references, amounts and ids. */
    readonly search: ReturnType<typeof searchRecords>;
  };
  /** What is owed to customers and platforms, and where that money is; for operators. */
  readonly safeguarding: SafeguardingArea;
  /** The files that were exchanged with banks; for operators. */
  readonly vouchers: VouchersArea;
  readonly payments: PaymentsArea;
  readonly statements: StatementsArea;
  readonly figures: FiguresArea;
  readonly ledger: {
    /**
     * Recomputes balances, payments and seals from the journal and compares them with the stored records, for all
     * tenants or for one. Returns one sentence for each difference.
     *
     * @example
     * ```ts
     * (await core.ledger.audit()).findings; // []
     * ```
     */
    readonly audit: (tenant?: TenantKey) => Promise<AuditReport>;
    /** Asks the issuers of stablecoins; one finding for each supply that differs from the mints and burns. */
    readonly auditSupply: () => Promise<readonly string[]>;
    readonly entries: Query<EntryFilter & PageRequest, Page<LedgerEntry>>;
    /** 404 REFERENCE_NOT_FOUND. */
    readonly entry: Query<{ readonly id: string }, LedgerEntry>;
    /** Audits that run in the background of a host, one at a time. */
    readonly audits: AuditRuns;
    /**
     * The trial balance of all tenants.
     *
     * @example
     * ```ts
     * const positions = await core.ledger.positions();
     * const usd = positions.filter(({ currency }) => currency === 'USD');
     * usd.reduce((sum, { balance }) => sum + balance, 0n); // 0n
     * ```
     */
    readonly positions: () => Promise<readonly Position[]>;
    /**
     * The trial balance of a moment: what was booked before it. 400 INVALID_INPUT for a time before which entries can still
     * be booked.
     *
     * @example
     * ```ts
     * const at = clock.now();
     * clock.advance(300);
     * const balances = await core.ledger.positionsAt({ at, within: (each) => each === tenant });
     * balances.ok; // true
     * ```
     */
    readonly positionsAt: (request: BalancesRequest) => Promise<Result<readonly Position[]>>;
    /**
     * The postings that were booked in a period, in the order of the journal. 400 INVALID_INPUT for an empty period, and for
     * one before whose end entries can still be booked.
     *
     * @example
     * ```ts
     * const to = clock.now();
     * clock.advance(300);
     * const journal = await core.ledger.journal({ to, within: (each) => each === tenant });
     * journal.ok && journal.value.classes.length > 0; // true
     * ```
     */
    readonly journal: (request: JournalRequest) => Promise<Result<ExportedJournal>>;
  };
  /**
   * Runs use cases with or without an idempotency key.
   *
   * @example
   * ```ts
   * const claim = {
   *   credential: 'my-server',
   *   operation: 'POST /sandbox/fund',
   *   key: 'order-4711', // the idempotency key of the caller
   *   bodyDigest: 'digest of the request body',
   *   seal: null,
   * };
   * const input = { accountId: dollars.id, amount: 5_000n };
   * const render = () => ({ status: 201, body: '{"funded":5000}', remember: true });
   * await core.commands.run(ctx, core.sandbox.fund, input, render, claim);
   * const repeated = await core.commands.run(ctx, core.sandbox.fund, input, render, claim);
   * repeated.ok && repeated.value.replayed; // true
   * (await read(core.accounts.getInternal, { id: dollars.id })).available; // 1_005_000n
   * ```
   */
  readonly commands: Commands;
  /**
   * Opens units of work, for callers who combine use cases, or read and write in one database transaction.
   *
   * @example
   * ```ts
   * const outcome = await core.units.run(tenant, async (tx) => {
   *   const funded = await core.sandbox.fund(tx, ctx, { accountId: dollars.id, amount: 5_000n });
   *   return funded.ok ? core.quotes.execute(tx, ctx, { id: 'Quote:unknown' }) : funded;
   * });
   * outcome.ok; // false
   * // The second use case failed, so the first one was rolled back.
   * (await read(core.accounts.getInternal, { id: dollars.id })).available; // 1_000_000n
   * ```
   */
  readonly units: UnitOfWork;
  /**
   * Accepts a message of a rail's callback: the status of a delivery, a collection or a refund, a return, or money that
   * arrived, was reversed or is recalled (docs/rails/write-a-rail.md#5-report). Messages may come at any time, in any
   * order and repeatedly; a repeated message has no effect. A message that contradicts an earlier one moves nothing and
   * opens the exception RAIL_CONTRADICTION.
   *
   * 404 REFERENCE_NOT_FOUND for a rail that does not serve the environment; 404 TRANSACTION_NOT_FOUND or
   * REFERENCE_NOT_FOUND for an unknown payment (arrived money goes to suspense instead); 403 FORBIDDEN for a payment of
   * another rail; 400 INVALID_INPUT, INVALID_AMOUNT, INVALID_CURRENCY. The rail must repeat the message after 503
   * SERVICE_UNAVAILABLE and after 409 CONFLICT (a concurrent message, or a payment not submitted to the rail yet).
   *
   * @example
   * ```ts
   * const told = await core.railTells('SANDBOX', {
   *   kind: 'arrival',
   *   rail: 'sandbox-bank',
   *   paymentId: 'bank-4711', // repeating it has no effect
   *   reference: dollars.reference,
   *   currency: 'USD',
   *   amount: 5_000n, // 50.00 USD
   *   remitter: { name: 'Grace Hopper', account: '123456789' },
   *   valueDate: '2026-01-15',
   * });
   * told.ok && told.value.arrival?.outcome; // 'ACCOUNT_CREDITED'
   * ```
   */
  railTells(environment: Environment, telling: RailTelling): Promise<Result<Told>>;
  readonly rails: RailsArea;
  /** The connections to KYC providers. */
  readonly kyc: KycArea;
  /** The connections to screening providers. */
  readonly screening: ScreeningArea;
  /** The connections to card processors. */
  readonly cardProcessors: CardProcessorsArea;
  /** The number of allocated indexes of an address space. Its rails watch the addresses of the lower indexes. */
  addressesOf(environment: Environment, space: string): Promise<number>;
  /**
   * The context of a call that is made now.
   *
   * @example
   * ```ts
   * const ctx = core.context(tenant, { kind: 'system' }, 'request-1');
   * ctx.requestId; // 'request-1'
   * ```
   */
  context(tenant: TenantKey, actor: Actor, requestId: string, trace?: string | null): Context;
  readonly work: Work;
}

/** Use cases of customers in which several areas take part. */
export interface CustomerUseCases {
  /** Returns the customer with the owners of a business. 404 USER_NOT_FOUND. */
  readonly get: Query<{ readonly id: string }, CustomerWithOwners>;
  /**
   * `prepare` asks custody for the keys of the customer's embedded wallet.
   *
   * @example
   * ```ts
   * const created = await run(core.customers.create, {
   *   customerType: 'INDIVIDUAL',
   *   fullName: 'Grace Hopper',
   *   region: 'US',
   *   currencies: ['USD', 'EUR'], // opens an internal account in each
   * });
   * created.customerType; // 'INDIVIDUAL'
   * ```
   */
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
  /**
   * Expires the quotes that were not executed in time and the authorizations of cards that were not cleared in time, and
   * returns their number. A host calls it every second.
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
   * clock.advance(300);
   * await core.work.expireOverdue(); // 1
   * (await read(core.quotes.get, { id: quote.id })).status; // 'EXPIRED'
   * ```
   */
  expireOverdue(): Promise<number>;
  /** Fetches exchange rates if the cached ones are old. Needed once before the first quote. */
  refreshRates(): Promise<void>;
  /** Deletes expired answers, pending commands, codes and nonces, and returns their number. */
  forgetAnswers(): Promise<number>;
  /**
   * Schedules the job that writes the words of search for platforms whose records a host of a former release wrote without
   * words, and returns their number. A host calls it when it starts, and daily.
   */
  fillMissingWords(): Promise<number>;
  /** Seals postings, events and the operator log up to the horizon, so that the audit finds later changes. */
  sealJournal(): Promise<SealedJournal>;
  /** Moves old events to the archive: at most one file of 1,000 events. A host calls it every ten minutes, and again soon while there is more. */
  archiveEvents(): Promise<ArchivedEvents>;
  /**
   * Deletes the files that were exchanged with banks in months whose period has ended, and returns the ids of these months.
   * A host calls it every hour.
   */
  eraseVouchers(): Promise<readonly string[]>;
  /**
   * Adds events of payments to the hourly figures: at most 1,000, from where the last run of any host ended. A host calls
   * it every few seconds, and again soon while there is more.
   */
  foldFigures(): Promise<FoldedFigures>;
  /**
   * Computes the safeguarding reports of the days that have none, once nothing more can be booked before the fixed time of the
   * day, and returns their number. Only environments with a safeguarding account have reports.
   */
  reportSafeguarding(): Promise<number>;
  /** Carries out the audit that an operator asked for; lasts as long as the audit. Returns the number of ended runs. */
  runAudits(): Promise<number>;
  /** After a test clock was moved: runs the due work of that tenant, for a bounded time. */
  catchUp(tenant: TenantKey): Promise<void>;
  /**
   * Runs all work that is due, and the work that becomes due through it.
   *
   * @example
   * ```ts
   * const quote = await run(core.quotes.create, {
   *   source: { sourceType: 'ACCOUNT', accountId: dollars.id },
   *   destination: { destinationType: 'ACCOUNT', accountId: recipient.id },
   *   lockedCurrencySide: 'SENDING',
   *   lockedCurrencyAmount: 100_000n, // 1,000.00 USD
   *   immediatelyExecute: true,
   * });
   * await core.work.drain(); // submits the payout
   * clock.advance(60);
   * await core.work.drain(); // asks the rail for its outcome
   * (await read(core.quotes.get, { id: quote.id })).status; // 'COMPLETED'
   * ```
   */
  drain(): Promise<void>;
  /** Starts no more jobs and deliveries, and awaits those in progress. */
  stop(): Promise<void>;
}
