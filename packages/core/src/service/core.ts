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

/** The whole service without a server: its use cases by area, the way to run them, and the work that waits. */
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
    /**
     * Recomputes balances, payments and seals from the journal and compares them with the stored records, for all tenants or
     * for one. Returns one sentence for each difference.
     *
     * @example
     * ```ts
     * (await core.ledger.audit()).findings; // []
     * ```
     */
    readonly audit: (tenant?: TenantKey) => Promise<AuditReport>;
    /** Asks the issuers of stablecoins; a sentence for each supply that is not what was minted and burned here. */
    readonly auditSupply: () => Promise<readonly string[]>;
    readonly entries: Query<EntryFilter & PageRequest, Page<LedgerEntry>>;
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
  };
  /**
   * Runs use cases with an idempotency key, or without.
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
   * Units for callers who combine use cases, or read and write in one transaction.
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
   * What a rail's callback calls, whatever the rail has been told: how a delivery, a collection or a refund stands, that
   * one of them came back, that money has arrived, was taken away again or is asked back. At any time, also long after
   * the last job of a payment has ended, in any order, however often: a message that was heard before has no effect.
   * What contradicts what the rail has said before becomes the exception RAIL_CONTRADICTION, and moves nothing.
   *
   * 404 REFERENCE_NOT_FOUND for a rail that does not serve the environment, 404 TRANSACTION_NOT_FOUND or
   * REFERENCE_NOT_FOUND for what nobody there knows (arrived money goes to suspense instead), 403 FORBIDDEN for a
   * payment of another rail, 400 INVALID_INPUT, INVALID_AMOUNT, INVALID_CURRENCY. 503 SERVICE_UNAVAILABLE, and 409
   * CONFLICT against a twin or for what the rail was not given yet: the rail is to tell again later.
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
  /** How many addresses of a rail were allocated: it watches those of the numbers below. */
  addressesOf(rail: string): Promise<number>;
  /**
   * The context of a call that comes now.
   *
   * @example
   * ```ts
   * const ctx = core.context(tenant, { kind: 'system' }, 'request-1');
   * ctx.requestId; // 'request-1'
   * ```
   */
  context(tenant: TenantKey, actor: Actor, requestId: string): Context;
  readonly work: Work;
}

/** What more than one area has a part in. */
export interface CustomerUseCases {
  /** With the owners of a business. 404 USER_NOT_FOUND. */
  readonly get: Query<{ readonly id: string }, CustomerWithOwners>;
  /** Custody is asked for the keys of its Embedded Wallet before the unit. */
  readonly create: PreparedUseCase<NewCustomer, PreparedCustomer, Customer>;
  /** Where a customer signs in to a wallet by what changes, it signs the change. */
  readonly update: UseCase<SignedCustomerPatch, Signed<Customer>>;
}

/** What waits and is due. A host runs the parts in loops of their own; `drain` runs them until nothing is left. */
export interface Work {
  /** Does due jobs; lasts as long as the slowest answer of a rail. Answers how many were done. */
  runJobs(): Promise<number>;
  /** Delivers due events; lasts as long as the slowest endpoint. Answers how many were settled. */
  deliverEvents(): Promise<number>;
  /** Fetches exchange rates when those in force have grown old. Needed once before the first quote. */
  refreshRates(): Promise<void>;
  /** Deletes remembered answers and waiting commands that are no longer kept; answers how many. */
  forgetAnswers(): Promise<number>;
  /** Seals postings and events that nothing can precede any more, so that the audit finds whoever changes them. */
  sealJournal(): Promise<SealedJournal>;
  /** After a test clock was moved: what is due by it, of that tenant, in a bounded time. */
  catchUp(tenant: TenantKey): Promise<void>;
  /**
   * Everything that is due, and what becomes due by it.
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
  /** Begins no more jobs and deliveries, and waits for those that have begun. */
  stop(): Promise<void>;
}
