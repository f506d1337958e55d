import { type AccountChecks, type Accounts, accountsArea, createRails, type Registration } from './accounts/index.js';
import { audit, type AuditReport } from './audit.js';
import { type Customers, customersArea, type EndUserTerms } from './customers/index.js';
import {
  createJobRunner,
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
  instant,
  type KeyPairs,
  ok,
  type Random,
  type Sealer,
  splitTenant,
  type TenantKey,
  type UnitOfWork,
} from './kernel/index.js';
import { PLATFORMS, type Platforms, platformsArea, signingSecrets } from './platforms/index.js';
import { hasOpenQuotesTo, type QuotesArea, quotesArea, type ServiceFees } from './quotes/index.js';
import { createRateBook, type RateBook, type RateSource } from './rates/index.js';
import { type SandboxArea, sandboxArea } from './sandbox/index.js';
import { hasOpenTransactions, type TransactionsArea, transactionsArea } from './transactions/index.js';
import { type CardFunding, type WalletAdapters, type Wallets, walletsArea } from './wallets/index.js';

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
  /** Checksums of account details; null where nothing is checked beyond patterns, so that production takes none. */
  readonly accountChecks: AccountChecks | null;
  readonly webhooks: WebhookTransport;
  readonly wallets: WalletAdapters;
  /** Told of work that did not succeed and will be tried again. */
  readonly report: (what: string, details: Readonly<Record<string, unknown>>) => void;
  readonly options: CoreOptions;
}

export interface CoreOptions {
  /** Key of the MAC in list cursors; the same on all hosts of one database. */
  readonly cursorKey: Uint8Array;
  /** Host and port under which the service is reached: domain of UMA addresses where a platform has none. */
  readonly publicAuthority: string;
  readonly quoteSeconds: number;
  readonly serviceFees: ServiceFees;
  readonly endUserTerms: EndUserTerms;
  /** Whether the sandbox checks checksums of accounts too. */
  readonly strictSandboxAccounts: boolean;
}

/** What holds where nothing else is said. */
export const DEFAULT_OPTIONS = {
  quoteSeconds: 300,
  serviceFees: { variableBps: 50, fixed: new Map() },
  endUserTerms: { version: '1', url: 'https://example.com/terms', earlier: [] },
  strictSandboxAccounts: false,
} as const satisfies Partial<CoreOptions>;

/** The whole service without a server: its use cases by area, the way to run them, and the work that waits. */
export interface Core {
  readonly platforms: Platforms;
  readonly customers: Customers;
  readonly accounts: Accounts;
  readonly rates: RateBook;
  readonly quotes: QuotesArea;
  readonly transactions: TransactionsArea;
  readonly wallets: Omit<Wallets, 'handlers' | 'forCustomers' | 'signedUpdate' | 'unsignedUpdate'> & {
    readonly updateCustomer: ReturnType<Wallets['signedUpdate']>;
  };
  readonly events: Pick<Events, 'test' | 'redeliver'>;
  readonly sandbox: SandboxArea;
  readonly ledger: { readonly audit: (tenant?: TenantKey) => Promise<AuditReport> };
  /** Runs use cases with an idempotency key, or without. */
  readonly commands: Commands;
  /** Units for callers who combine use cases, or read and write in one transaction. */
  readonly units: UnitOfWork;
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
  /** Everything that is due, and what becomes due by it. */
  drain(): Promise<void>;
  /** Begins no more jobs and deliveries, and waits for those that have begun. */
  stop(): Promise<void>;
}

const RATE_CACHE_SECONDS = 300;
const RATE_MAX_AGE_SECONDS = 900;

/** A card spends from the accounts that it is told to: there are none here that know better. */
const anyCard: CardFunding = async (_reads, _ctx, { accountId }) => ok({ fundingSourceId: accountId });

/** Composes the areas over the adapters. The only place in which areas are given to one another. */
export function createCore(adapters: CoreAdapters): Core {
  const { storage, clock, random, digest, sealer, keyPairs, options } = adapters;
  const { units } = storage;
  const ids = createIds(clock, random);
  const cursors = createCursors(options.cursorKey);
  const rails = createRails(adapters.rails);
  const describe = (cause: unknown): string =>
    cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause);

  const rates = createRateBook({
    sources: adapters.rates,
    clock,
    cacheSeconds: RATE_CACHE_SECONDS,
    maxAgeSeconds: RATE_MAX_AGE_SECONDS,
    onFailure: (cause, source) => adapters.report('rates were not refreshed', { source, cause: describe(cause) }),
  });
  const accounts = accountsArea({
    ids,
    random,
    digest,
    rails,
    cursors,
    accountChecks: adapters.accountChecks,
    strictSandboxAccounts: options.strictSandboxAccounts,
    hasOpenPaymentsOn: async (reads, ctx, accountId) =>
      (await hasOpenTransactions(reads, { accountId })) || (await hasOpenQuotesTo(reads, accountId, ctx.now)),
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
  });
  const {
    handlers: walletHandlers,
    forCustomers,
    signedUpdate,
    unsignedUpdate,
    ...wallets
  } = walletsArea({
    ...adapters.wallets,
    ids,
    units,
    clock,
    random,
    digest,
    sealer,
    settings: platforms.settings,
    accounts,
    cardFunding: anyCard,
    report: (reason, credential) => adapters.report('a code was refused', { reason, credential }),
  });
  const customers = customersArea({
    ids,
    random,
    cursors,
    publicAuthority: options.publicAuthority,
    settings: platforms.settings,
    endUserTerms: options.endUserTerms,
    accounts: forCustomers,
    hasOpenPayments: (reads, _ctx, customerId) => hasOpenTransactions(reads, { customerId }),
  });
  const transactions = transactionsArea({ cursors });
  const quotes = quotesArea({
    units,
    ids,
    random,
    rails,
    rates,
    settings: platforms.settings,
    serviceFees: options.serviceFees,
    quoteSeconds: options.quoteSeconds,
  });
  const sandbox = sandboxArea({ ids, rails });

  const context = (tenant: TenantKey, actor: Actor, requestId: string): Context => {
    const hostNow = clock.now();
    return { tenant, actor, requestId, now: instant(hostNow + platforms.clockOffset(tenant)), hostNow };
  };
  /** The service's own context, with the tenant's clock as the database has it. */
  const contextOf = async (tenant: TenantKey): Promise<Context> => {
    await units.read(tenant, (reads) => platforms.settings(reads, { tenant }));
    return context(tenant, { kind: 'system' }, 'work');
  };
  const events = eventsArea({
    units,
    ids,
    random,
    clock,
    outbox: storage.outbox,
    transport: adapters.webhooks,
    contextOf,
    settingsOf: async (tenant) => {
      // Not those kept for a second: another host may have changed them and written an event of it since.
      const platform = await units.read(tenant, (reads) => reads.get(PLATFORMS, tenant));
      if (platform === null) throw new Bug(`no platform ${tenant}`);
      return {
        endpoint: platform.webhookEndpoint,
        environment: splitTenant(tenant).environment,
        secrets: signingSecrets(platform, sealer, clock.now()),
        privateKey: (await platforms.signingKey()).privateKey,
      };
    },
    endpointOf: async (reads, ctx) => (await platforms.settings(reads, ctx)).webhookEndpoint,
    report: (cause) => adapters.report('events were not delivered', { cause: describe(cause) }),
    options: DISPATCH_DEFAULTS,
  });
  const jobs = createJobRunner({
    units,
    jobs: storage.jobs,
    clock,
    contextOf,
    handlers: { ...quotes.handlers, ...walletHandlers },
    report: (job, reason) => adapters.report('a job failed', { job: job.kind, subject: job.subject, reason }),
  });
  return {
    platforms,
    customers: { ...customers, update: unsignedUpdate(customers.update) },
    accounts,
    rates,
    quotes,
    transactions,
    wallets: { ...wallets, updateCustomer: signedUpdate(customers.update) },
    events,
    sandbox,
    ledger: { audit: (tenant) => audit(units, tenant ?? null) },
    commands: createCommands(units, digest),
    units,
    context,
    work: {
      runJobs: jobs.runDue,
      deliverEvents: events.deliverDue,
      refreshRates: rates.refresh,
      async forgetAnswers() {
        let forgotten = 0;
        for (const { id, clockOffset } of await platforms.listTenants()) {
          forgotten += await forgetAnswers(units, id, clock.now());
          forgotten += await forgetPending(units, id, instant(clock.now() + clockOffset));
        }
        return forgotten;
      },
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
