import {
  type AccountChecks,
  type Accounts,
  accountsArea,
  createRails,
  type OwnershipProofs,
  type Registration,
} from './accounts/index.js';
import { agentsArea } from './agents/index.js';
import { audit, type AuditReport } from './audit.js';
import { cardFunding, type CardIssuer, type Cards, cardsArea } from './cards/index.js';
import { codesArea, forgetCodes, type Messages } from './codes/index.js';
import {
  type BulkImports,
  bulkImportsArea,
  type Customers,
  customersArea,
  type EndUserTerms,
} from './customers/index.js';
import {
  createClockSettler,
  createJobRunner,
  type DeliverySettings,
  DISPATCH_DEFAULTS,
  type Events,
  eventsArea,
  type JobStore,
  type OutboxStore,
  type WebhookTransport,
} from './events/index.js';
import {
  type Actor,
  Bug,
  type Clock,
  type Commands,
  type Context,
  createCommands,
  createCursors,
  createIds,
  forgetAnswers,
  forgetPending,
  type Digest,
  type Environment,
  err,
  instant,
  isId,
  type KeyPairs,
  type Page,
  type PageRequest,
  type Query,
  type Random,
  type Result,
  type Sealer,
  splitTenant,
  type TenantKey,
  type UnitOfWork,
} from './kernel/index.js';
import { type EntryFilter, type LedgerEntry, listEntries } from './ledger/index.js';
import {
  PLATFORMS,
  type Platforms,
  platformsArea,
  type ProviderRequirements,
  signingSecrets,
} from './platforms/index.js';
import {
  type ArrivedMoney,
  hasOpenQuotesOn,
  quotedPayment,
  type QuotesArea,
  quotesArea,
  type Receipt,
  tenantOf,
} from './quotes/index.js';
import {
  type CorridorSetting,
  createCorridors,
  createRateBook,
  type Institution,
  type RatesArea,
  ratesArea,
  type RateSource,
  type ServiceFees,
  type Vasp,
} from './rates/index.js';
import { type SandboxArea, sandboxArea } from './sandbox/index.js';
import {
  hasOpenOperations,
  type StablecoinIssuers,
  type StablecoinsArea,
  stablecoinsArea,
} from './stablecoins/index.js';
import { type PasskeyPlace, type ReadOf, type Sca, type ScaAdapters, scaArea } from './sca/index.js';
import { hasOpenTransactions, type TransactionsArea, transactionsArea } from './transactions/index.js';
import { transferPayment, type TransfersArea, transfersArea } from './transfers/index.js';
import { NO_UMA, type PreparedQuote, type UmaAdapters, type UmaArea, umaArea } from './uma/index.js';
import { type VerificationArea, verificationArea, type VerificationPorts } from './verification/index.js';
import { type WalletAdapters, type Wallets, walletsArea } from './wallets/index.js';

/** What the core needs from outside. Everything is a port of core; nothing is looked up anywhere else. */
export interface CoreAdapters {
  readonly storage: { readonly units: UnitOfWork; readonly jobs: JobStore; readonly outbox: OutboxStore };
  readonly clock: Clock;
  readonly random: Random;
  readonly digest: Digest;
  readonly sealer: Sealer;
  readonly keyPairs: KeyPairs;
  readonly rails: readonly Registration[];
  readonly rates: readonly RateSource[];
  /** Checksums of account details and tax numbers; null where nothing is checked beyond patterns, so that production takes none. */
  readonly accountChecks: AccountChecks | null;
  /** Signatures of wallets; null where ownership of wallets cannot be proven. */
  readonly ownershipProofs: OwnershipProofs | null;
  readonly webhooks: WebhookTransport;
  /** Payments between institutions; without them nobody is looked up, paid or taken money from over UMA. */
  readonly uma?: UmaAdapters | null;
  readonly wallets: WalletAdapters;
  /** Who mints and burns stablecoins; without them no issuer can be linked. */
  readonly stablecoins?: StablecoinIssuers;
  readonly sca: ScaAdapters;
  /** Who makes cards, for which environments; without one for its environment a platform has none. */
  readonly cardIssuers?: readonly CardIssuer[];
  /** Who decides on customers, and where and how their documents are kept. */
  readonly verification: VerificationPorts;
  /** The way to customers' mailboxes and phones. */
  readonly messages: Messages;
  /** Told of work that did not succeed and will be tried again. */
  readonly report: (what: string, details: Readonly<Record<string, unknown>>) => void;
  /** Waits in real time. Without it, a clock that is moved waits for whole passes of the work that is due. */
  readonly pause?: (milliseconds: number) => Promise<void>;
  readonly options: CoreOptions;
}

export interface CoreOptions {
  /** Key of the MACs in list cursors and of one-time codes' digests; the same on all hosts of one database. */
  readonly cursorKey: Uint8Array;
  /** Host and port under which the service is reached: domain of UMA addresses where a platform has none. */
  readonly publicAuthority: string;
  /** Address of the hosted page on which customers verify themselves, without a slash at its end. */
  readonly hostedPage: string;
  readonly quoteSeconds: number;
  readonly serviceFees: ServiceFees;
  /** Terms of single corridors, where they differ from what holds elsewhere. */
  readonly corridors?: readonly CorridorSetting[];
  /** What providers ask for before they move a currency. */
  readonly providerRequirements?: readonly ProviderRequirements[];
  /** How long rates are cached, and how old they may become while their source fails; default 5 and 15 minutes. */
  readonly rateCacheSeconds?: number;
  readonly rateMaxAgeSeconds?: number;
  /** The directories of `GET /discoveries` and `GET /vasps`; default none. */
  readonly institutions?: readonly Institution[];
  readonly vasps?: readonly Vasp[];
  readonly endUserTerms: EndUserTerms;
  /** Whether the sandbox checks checksums of accounts and tax numbers too. */
  readonly strictSandboxAccounts: boolean;
  /** Where customers register passkeys for strong customer authentication; default: the host's own public address. */
  readonly passkeys?: PasskeyPlace;
  /** Whether what is a regulated customer's is shown only within five minutes of a login; default: it is not asked for. */
  readonly scaSessions?: boolean;
}

/** What holds where nothing else is said. */
export const DEFAULT_OPTIONS = {
  hostedPage: 'http://localhost:8080/verify',
  quoteSeconds: 300,
  serviceFees: { variableBps: 50, fixed: new Map() },
  endUserTerms: { version: '1', url: 'https://example.com/terms', earlier: [] },
  strictSandboxAccounts: false,
} as const satisfies Partial<CoreOptions>;

/** The whole service without a server: its use cases by area, the way to run them, and the work that waits. */
export interface Core {
  readonly platforms: Platforms;
  readonly customers: Customers;
  readonly verification: Omit<VerificationArea, 'handlers'>;
  readonly bulkImports: BulkImports;
  readonly accounts: Accounts;
  readonly rates: RatesArea;
  readonly quotes: QuotesArea;
  readonly transfers: TransfersArea;
  readonly transactions: TransactionsArea;
  readonly uma: UmaArea;
  readonly wallets: Omit<Wallets, 'handlers' | 'forCustomers' | 'signedUpdate' | 'unsignedUpdate'> & {
    readonly updateCustomer: ReturnType<Wallets['signedUpdate']>;
  };
  readonly stablecoins: Omit<StablecoinsArea, 'handlers' | 'auditSupply'>;
  readonly sca: Omit<Sca, 'handlers' | 'ports' | 'guardRead'>;
  readonly agents: ReturnType<typeof agentsArea<PreparedQuote>>;
  readonly cards: Omit<Cards, 'handlers' | 'closeAll'>;
  readonly events: Pick<Events, 'test' | 'redeliver' | 'get' | 'list' | 'follow' | 'sign'>;
  readonly sandbox: SandboxArea;
  readonly ledger: {
    readonly audit: (tenant?: TenantKey) => Promise<AuditReport>;
    /** Asks the issuers of stablecoins; a sentence for each supply that is not what was minted and burned here. */
    readonly auditSupply: () => Promise<readonly string[]>;
    readonly entries: Query<EntryFilter & PageRequest, Page<LedgerEntry>>;
  };
  /** Runs use cases with an idempotency key, or without. */
  readonly commands: Commands;
  /** Units for callers who combine use cases, or read and write in one transaction. */
  readonly units: UnitOfWork;
  /**
   * What a rail's callback calls when it has been told of money: finds the platform that the reference is of, and takes
   * the money in (`receiveMoney`). Called again with the same `paymentId`, it answers what became of the first.
   * 503 SERVICE_UNAVAILABLE, and 409 CONFLICT against a twin: the rail is to tell again later. Throws for a rail that is
   * not registered, or receives nothing in this environment.
   */
  receiveMoney(environment: Environment, arrived: ArrivedMoney): Promise<Result<Receipt>>;
  /** The context of a call that comes now. */
  context(tenant: TenantKey, actor: Actor, requestId: string): Context;
  readonly work: Work;
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
  /** After a test clock was moved: what is due by it, of that tenant, in a bounded time. */
  catchUp(tenant: TenantKey): Promise<void>;
  /** Everything that is due, and what becomes due by it. */
  drain(): Promise<void>;
  /** Begins no more jobs and deliveries, and waits for those that have begun. */
  stop(): Promise<void>;
}

const RATE_CACHE_SECONDS = 300;
const RATE_MAX_AGE_SECONDS = 900;

/** Where no adapter was given. */
const NO_ISSUERS: StablecoinIssuers = { SANDBOX: null, PRODUCTION: null };

/** Composes the areas over the adapters. The only place in which areas are given to one another. */
export function createCore(adapters: CoreAdapters): Core {
  const { storage, clock, random, digest, sealer, keyPairs, options } = adapters;
  const { units } = storage;
  const ids = createIds(clock, random);
  const cursors = createCursors(options.cursorKey);
  const umaAdapters = adapters.uma ?? NO_UMA;
  const rails = createRails([...adapters.rails, umaAdapters.settlement.rail]);
  const describe = (cause: unknown): string =>
    cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause);

  const corridors = createCorridors(options.corridors ?? [], options);
  const book = createRateBook({
    sources: adapters.rates,
    clock,
    cacheSeconds: options.rateCacheSeconds ?? RATE_CACHE_SECONDS,
    maxAgeSeconds: options.rateMaxAgeSeconds ?? RATE_MAX_AGE_SECONDS,
    onFailure: (cause, source) => adapters.report('rates were not refreshed', { source, cause: describe(cause) }),
  });
  const accounts = accountsArea({
    units,
    ids,
    random,
    digest,
    rails,
    cursors,
    accountChecks: adapters.accountChecks,
    ownershipProofs: adapters.ownershipProofs,
    publicAuthority: options.publicAuthority,
    strictSandboxAccounts: options.strictSandboxAccounts,
    hasOpenPaymentsOn: async (reads, ctx, accountId) =>
      (await hasOpenTransactions(reads, { accountId })) ||
      (await hasOpenQuotesOn(reads, accountId, ctx.now)) ||
      (isId('ExternalAccount', accountId) && (await hasOpenOperations(reads, { externalAccountId: accountId }))),
  });
  const platforms = platformsArea({
    units,
    clock,
    random,
    digest,
    sealer,
    keyPairs,
    ids,
    cursors,
    accounts: accounts.forPlatforms,
    requirements: options.providerRequirements ?? [],
  });
  const rates = ratesArea({
    rails,
    book,
    corridors,
    cursors,
    settings: platforms.settings,
    institutions: options.institutions ?? [],
    vasps: options.vasps ?? [],
  });
  const codes = codesArea({
    units,
    ids,
    random,
    hostKey: options.cursorKey,
    messages: adapters.messages,
    senderName: async (reads, ctx) => (await platforms.settings(reads, ctx)).name,
    report: (reason, code) => adapters.report('a message was refused', { reason, code }),
  });
  const {
    handlers: walletHandlers,
    forCustomers,
    signedUpdate,
    unsignedUpdate,
    ...wallets
  } = walletsArea({
    ...adapters.wallets,
    codes,
    ids,
    units,
    clock,
    digest,
    settings: platforms.settings,
    accounts,
    cardFunding,
  });
  const {
    handlers: cardHandlers,
    closeAll: closeCards,
    ...cards
  } = cardsArea({
    units,
    ids,
    random,
    cursors,
    sealer,
    issuers: adapters.cardIssuers ?? [],
    delegates: { sign: wallets.signAsDelegate, active: wallets.activeDelegate },
    endDelegations: wallets.endDelegations,
  });
  const customers = customersArea({
    ids,
    random,
    cursors,
    codes,
    publicAuthority: options.publicAuthority,
    settings: platforms.settings,
    endUserTerms: options.endUserTerms,
    taxNumbers: adapters.accountChecks,
    strictSandbox: options.strictSandboxAccounts,
    accounts: {
      ...forCustomers,
      close: async (tx, ctx, customerId) => {
        const closed = await forCustomers.close(tx, ctx, customerId);
        return closed.ok ? closeCards(tx, ctx, customerId) : closed;
      },
    },
    hasOpenPayments: async (reads, _ctx, customerId) =>
      (await hasOpenTransactions(reads, { customerId })) || (await hasOpenOperations(reads, { owner: customerId })),
  });
  const {
    handlers: scaHandlers,
    ports: scaPorts,
    guardRead,
    ...sca
  } = scaArea({
    ...adapters.sca,
    units,
    ids,
    random,
    digest,
    sealer,
    codes,
    passkeys: adapters.wallets.passkeys,
    settings: platforms.settings,
    updateCustomer: unsignedUpdate(customers.update),
    place: options.passkeys ?? passkeysOf(options.hostedPage),
    needsSession: options.scaSessions ?? false,
  });
  const bulkImports = bulkImportsArea({ units, ids, create: customers.create });
  const paymentOfQuote = quotedPayment(ids);
  const transactions = transactionsArea({
    units,
    ids,
    rails,
    cursors,
    clock,
    paymentOf: async (reads, transaction) =>
      transaction.quoteId === null ? transferPayment(transaction) : paymentOfQuote(reads, transaction),
  });
  const quotePorts = {
    units,
    ids,
    random,
    rails,
    rates: book,
    corridors,
    settings: platforms.settings,
    sca: scaPorts,
  };
  const quotes = quotesArea(quotePorts);
  const transfers = transfersArea({ units, ids, rails, corridors, settings: platforms.settings });
  const sandbox = sandboxArea({ ids, rails, receiveMoney: quotes.receiveMoney, changed: platforms.changed });

  const context = (tenant: TenantKey, actor: Actor, requestId: string): Context => {
    const hostNow = clock.now();
    return { tenant, actor, requestId, now: instant(hostNow + platforms.clockOffset(tenant)), hostNow };
  };
  /** The service's own context, with the tenant's clock as the database has it. */
  const contextOf = async (tenant: TenantKey): Promise<Context> => {
    await units.read(tenant, (reads) => platforms.settings(reads, { tenant }));
    return context(tenant, { kind: 'system' }, 'work');
  };
  const settingsOf = async (tenant: TenantKey): Promise<DeliverySettings> => {
    // Not those kept for a second: another host may have changed them and written an event of it since.
    const platform = await units.read(tenant, (reads) => reads.get(PLATFORMS, tenant));
    if (platform === null) throw new Bug(`no platform ${tenant}`);
    return {
      endpoint: platform.webhookEndpoint,
      environment: splitTenant(tenant).environment,
      secrets: signingSecrets(platform, sealer, instant(clock.now() + platform.clockOffset)),
      privateKey: (await platforms.signingKey()).privateKey,
    };
  };
  const verification = verificationArea({
    units,
    ids,
    random,
    digest,
    sealer,
    cursors,
    settings: platforms.settings,
    hostedPage: options.hostedPage,
    contextOf,
    ...adapters.verification,
  });
  const events = eventsArea({
    units,
    ids,
    cursors,
    random,
    clock,
    outbox: storage.outbox,
    transport: adapters.webhooks,
    contextOf,
    settingsOf,
    endpointOf: async (reads, ctx) => (await platforms.settings(reads, ctx)).webhookEndpoint,
    report: (cause) => adapters.report('events were not delivered', { cause: describe(cause) }),
    options: DISPATCH_DEFAULTS,
  });
  const uma = umaArea({
    units,
    clock,
    random,
    digest,
    sealer,
    ids,
    cursors,
    rates: book,
    settings: platforms.settings,
    listTenants: platforms.listTenants,
    contextOf,
    settingsOf,
    transport: adapters.webhooks,
    quotes: quotePorts,
    publicAuthority: options.publicAuthority,
    quoteSeconds: options.quoteSeconds,
    adapters: umaAdapters,
  });
  const {
    handlers: stablecoinHandlers,
    auditSupply,
    ...stablecoins
  } = stablecoinsArea({
    units,
    ids,
    sealer,
    cursors,
    issuers: adapters.stablecoins ?? NO_ISSUERS,
    quoteSeconds: options.quoteSeconds,
    settings: platforms.settings,
  });
  const agents = agentsArea({
    units,
    ids,
    random,
    digest,
    cursors,
    rates: book,
    settings: platforms.settings,
    contextOf,
    operations: {
      createQuote: uma.createQuote,
      executeQuote: quotes.execute,
      transferIn: transfers.in,
      transferOut: transfers.out,
      listTransactions: transactions.list,
      listInternalAccounts: accounts.listInternal,
      listExternalAccounts: accounts.listExternal,
      addExternalAccount: accounts.addExternal,
      deleteExternalAccount: accounts.deleteExternal,
    },
  });
  const jobs = createJobRunner({
    units,
    jobs: storage.jobs,
    clock,
    contextOf,
    handlers: {
      ...codes.handlers,
      ...bulkImports.handlers,
      ...transactions.handlers,
      ...quotes.handlers,
      ...uma.handlers,
      ...walletHandlers,
      ...scaHandlers,
      ...cardHandlers,
      ...verification.handlers,
      ...stablecoinHandlers,
      'clock.settle': (ctx, job, ask) => testClocks.handler(ctx, job, ask),
    },
    report: (job, reason) => adapters.report('a job failed', { job: job.kind, subject: job.subject, reason }),
  });
  const testClocks = createClockSettler({
    units,
    jobs: storage.jobs,
    outbox: storage.outbox,
    clock,
    contextOf,
    resume: events.resume,
    work: async () => {
      const [done, settled] = await Promise.all([jobs.runDue(), events.deliverDue()]);
      return done + settled;
    },
    pause: adapters.pause ?? null,
    report: (cause) => adapters.report('what a test clock made due was not done', { cause: describe(cause) }),
  });
  return {
    platforms,
    customers: { ...customers, update: unsignedUpdate(customers.update) },
    bulkImports,
    verification,
    accounts: {
      ...accounts,
      listInternal: guarded(guardRead, accounts.listInternal),
    },
    rates,
    quotes,
    transfers,
    transactions: {
      ...transactions,
      list: guarded(guardRead, transactions.list),
    },
    uma,
    wallets: { ...wallets, updateCustomer: signedUpdate(customers.update) },
    stablecoins,
    sca,
    agents,
    cards,
    events,
    sandbox,
    ledger: {
      audit: (tenant) => audit(units, tenant ?? null),
      auditSupply: async () => auditSupply((await platforms.listTenants()).map(({ id }) => id)),
      entries: listEntries(cursors),
    },
    commands: createCommands(units, digest),
    units,
    async receiveMoney(environment, arrived) {
      const tenant = await tenantOf(units, environment, arrived.reference);
      if (tenant === null) return err('REFERENCE_NOT_FOUND', `no platform in ${environment}`);
      // What cannot be credited goes back by the same rail.
      const { funding, environments } = rails.byName(arrived.rail);
      if (funding === null || !environments.includes(environment)) {
        throw new Bug(`${arrived.rail} receives nothing in ${environment}`);
      }
      const ctx = await contextOf(tenant);
      return units.run(tenant, (tx) => quotes.receiveMoney(tx, ctx, arrived));
    },
    context,
    work: {
      runJobs: jobs.runDue,
      deliverEvents: events.deliverDue,
      refreshRates: rates.refresh,
      async forgetAnswers() {
        let forgotten = await uma.forgetNonces();
        for (const { id, clockOffset } of await platforms.listTenants()) {
          forgotten += await forgetAnswers(units, id, clock.now());
          forgotten += await forgetPending(units, id, instant(clock.now() + clockOffset));
          forgotten += await forgetCodes(units, id, instant(clock.now() + clockOffset));
        }
        return forgotten;
      },
      catchUp: testClocks.catchUp,
      async drain() {
        await rates.refresh();
        while ((await jobs.runDue()) + (await events.deliverDue()) > 0);
      },
      async stop() {
        await Promise.all([jobs.stop(), events.stop()]);
      },
    },
  };
}

/** The origin of the host's own pages, and the name of its host. */
function passkeysOf(hostedPage: string): PasskeyPlace {
  const [, origin = '', host = ''] = /^(https?:\/\/([^/:]+)(?::\d+)?)/.exec(hostedPage) ?? [];
  return { origins: [origin], relyingPartyId: host };
}

/** A read of what is one customer's, for which a host may want a login of that customer. */
const guarded =
  <I extends ReadOf, O>(guard: Sca['guardRead'], read: Query<I, O>): Query<I, O> =>
  async (reads, ctx, input) => {
    const allowed = await guard(reads, ctx, input);
    return allowed.ok ? read(reads, ctx, input) : allowed;
  };
