import { accountsArea, ADDRESS_COUNTERS, createRails, namingReceivables } from '../accounts/index.js';
import { agentsArea, deleteAgentsOf } from '../agents/index.js';
import { audit } from '../audit/index.js';
import { cardFunding, cardsArea } from '../cards/index.js';
import { codesArea } from '../codes/index.js';
import { bulkImportsArea, customersArea } from '../customers/index.js';
import { createClockCatchUp, createJobRunner, DISPATCH_DEFAULTS, eventsArea } from '../events/index.js';
import { overdueReceivable } from '../exceptions/index.js';
import {
  type Actor,
  type Context,
  createCommands,
  createCursors,
  createIds,
  instant,
  isId,
  type TenantKey,
} from '../kernel/index.js';
import { listEntries, readPositions } from '../ledger/index.js';
import { forgetOld, sealRecords } from '../maintenance/index.js';
import { platformsArea } from '../platforms/index.js';
import { hasOpenQuotesOn, quotedPayment, quotesArea, railTells } from '../quotes/index.js';
import { createCorridors, createRateBook, ratesArea } from '../rates/index.js';
import { sandboxArea } from '../sandbox/index.js';
import { lockOf, passkeyPlaceOf, scaArea } from '../sca/index.js';
import { createJournalSealer } from '../seals/index.js';
import { hasOpenOperations, type StablecoinIssuers, stablecoinsArea } from '../stablecoins/index.js';
import { hasOpenTransactions, transactionsArea } from '../transactions/index.js';
import { transferPayment, transfersArea } from '../transfers/index.js';
import { treasuryArea } from '../treasury/index.js';
import { NO_UMA, originOf, umaArea } from '../uma/index.js';
import { identityReviews, verificationArea } from '../verification/index.js';
import { walletsArea } from '../wallets/index.js';
import type { Core, CorePorts } from './core.js';

const RATE_CACHE_SECONDS = 300;
const RATE_MAX_AGE_SECONDS = 900;
/** Room for a tip. */
const CARD_TOLERANCE_BPS = 2_000;
const RECEIVABLE_DAYS = 30;

/** Where no adapter was given. */
const NO_ISSUERS: StablecoinIssuers = { SANDBOX: null, PRODUCTION: null };

/** Composes the areas over the adapters. The only place in which areas are given to one another. */
export function createCore(ports: CorePorts): Core {
  const { storage, clock, random, digest, sealer, keyPairs, options } = ports;
  const units = namingReceivables(storage.units);
  const ids = createIds(clock, random);
  const cursors = createCursors(options.cursorKey);
  const umaPorts = ports.uma ?? NO_UMA;
  const rails = createRails([...ports.rails, umaPorts.settlement.rail]);
  const describe = (cause: unknown): string =>
    cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause);

  const corridors = createCorridors(options.corridors ?? [], options);
  const book = createRateBook({
    sources: ports.rates,
    clock,
    cacheSeconds: options.rateCacheSeconds ?? RATE_CACHE_SECONDS,
    maxAgeSeconds: options.rateMaxAgeSeconds ?? RATE_MAX_AGE_SECONDS,
    onFailure: (cause, source) => ports.report('rates were not refreshed', { source, cause: describe(cause) }),
  });
  const accounts = accountsArea({
    units,
    ids,
    random,
    digest,
    rails,
    cursors,
    accountChecks: ports.accountChecks,
    ownershipProofs: ports.ownershipProofs,
    publicAuthority: options.publicAuthority,
    strictSandboxAccounts: options.strictSandboxAccounts,
    hasOpenPaymentsOn: async (reads, ctx, accountId) =>
      (await hasOpenTransactions(reads, { accountId })) ||
      (await hasOpenQuotesOn(reads, accountId, ctx.now)) ||
      (isId('ExternalAccount', accountId) && (await hasOpenOperations(reads, { externalAccountId: accountId }))),
  });
  const { handlers: platformHandlers, ...platforms } = platformsArea({
    units,
    clock,
    random,
    digest,
    sealer,
    keyPairs,
    ids,
    cursors,
    accounts: accounts.forPlatforms,
    publicAuthority: options.publicAuthority,
    domainRecords: ports.domainRecords ?? null,
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
    messages: ports.messages,
    senderName: async (reads, ctx) => (await platforms.settings(reads, ctx)).name,
    lockOf,
    report: (reason, code) => ports.report('a message was refused', { reason, code }),
  });
  const {
    handlers: walletHandlers,
    forCustomers,
    signedUpdate,
    unsignedUpdate,
    createCustomerWith,
    ...wallets
  } = walletsArea({
    ...ports.wallets,
    sealer,
    codes,
    ids,
    units,
    clock,
    digest,
    settings: platforms.settings,
    accounts,
    cardFunding,
    report: (cause) => ports.report('custody made no keys for a wallet', { cause: describe(cause) }),
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
    issuers: ports.cardIssuers ?? [],
    settings: platforms.settings,
    delegates: { sign: wallets.signAsDelegate, active: wallets.activeDelegate },
    endDelegations: wallets.endDelegations,
    toleranceBps: options.cardToleranceBps ?? CARD_TOLERANCE_BPS,
  });
  const { settings } = platforms;
  const reviewPorts = { ids, sealer, settings, providers: ports.verification.providers };
  const { handlers: customerHandlers, ...customers } = customersArea({
    units,
    ids,
    random,
    contextOf: (tenant) => contextOf(tenant),
    sealer,
    cursors,
    codes,
    publicAuthority: options.publicAuthority,
    settings: platforms.settings,
    endUserTerms: options.endUserTerms,
    taxNumbers: ports.accountChecks,
    strictSandbox: options.strictSandboxAccounts,
    identityReviews: identityReviews({ ...reviewPorts, accounts: forCustomers }),
    accounts: {
      ...forCustomers,
      close: async (tx, ctx, customerId) => {
        const closed = await forCustomers.close(tx, ctx, customerId);
        if (!closed.ok) return closed;
        await deleteAgentsOf(tx, ctx, customerId);
        return closeCards(tx, ctx, customerId);
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
    ...ports.sca,
    units,
    ids,
    random,
    digest,
    sealer,
    codes,
    passkeys: ports.wallets.passkeys,
    settings: platforms.settings,
    updateCustomer: unsignedUpdate(customers.update),
    place: options.passkeys ?? passkeyPlaceOf(options.hostedPage),
    needsSession: options.scaSessions ?? false,
  });
  const bulkImports = bulkImportsArea({ units, ids, sealer, create: customers.create });
  const paymentOfQuote = quotedPayment(ids);
  const transactions = transactionsArea({
    units,
    ids,
    rails,
    cursors,
    clock,
    sealer,
    bankChargeLimits: options.bankChargeLimits ?? new Map(),
    paymentOf: async (reads, transaction) =>
      transaction.quoteId === null ? transferPayment(transaction) : paymentOfQuote(reads, transaction),
  });
  const quotePorts = {
    units,
    ids,
    random,
    sealer,
    rails,
    rates: book,
    corridors,
    settings: platforms.settings,
    sca: scaPorts,
  };
  const quotes = quotesArea(quotePorts);
  const transfers = transfersArea({ units, ids, rails, corridors, settings: platforms.settings });
  const sandbox = sandboxArea({ ids, rails, quotes, changed: platforms.changed });

  const context = (tenant: TenantKey, actor: Actor, requestId: string): Context => {
    const hostNow = clock.now();
    return { tenant, actor, requestId, now: instant(hostNow + platforms.clockOffset(tenant)), hostNow };
  };
  /** The service's own context, with the tenant's clock as the database has it. */
  const contextOf = async (tenant: TenantKey): Promise<Context> => {
    await units.read(tenant, (reads) => platforms.settings(reads, { tenant }));
    return context(tenant, { kind: 'system' }, 'work');
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
    taxNumbers: ports.accountChecks,
    strictSandbox: options.strictSandboxAccounts,
    accounts: forCustomers,
    contextOf,
    ...ports.verification,
  });
  const events = eventsArea({
    units,
    ids,
    cursors,
    random,
    clock,
    outbox: storage.outbox,
    transport: ports.webhooks,
    contextOf,
    settingsOf: platforms.deliverySettings,
    endpointOf: async (reads, ctx) => (await platforms.settings(reads, ctx)).webhookEndpoint,
    report: (cause) => ports.report('events were not delivered', { cause: describe(cause) }),
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
    settingsOf: platforms.deliverySettings,
    transport: ports.webhooks,
    quotes: quotePorts,
    publicAuthority: options.publicAuthority,
    invitationPage: options.invitationPage ?? `${originOf(options.publicAuthority)}/invite`,
    quoteSeconds: options.quoteSeconds,
    uma: umaPorts,
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
    issuers: ports.stablecoins ?? NO_ISSUERS,
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
      ...platformHandlers,
      ...customerHandlers,
      ...bulkImports.handlers,
      ...transactions.handlers,
      ...quotes.handlers,
      ...uma.handlers,
      ...walletHandlers,
      ...scaHandlers,
      ...cardHandlers,
      ...verification.handlers,
      ...stablecoinHandlers,
      'receivable.overdue': overdueReceivable({
        units,
        ids,
        receivableDays: options.receivableDays ?? RECEIVABLE_DAYS,
      }),
      'records.seal': sealRecords({ units, ids, sealer }),
      'clock.catch-up': (ctx, job, ask) => clockCatchUp.handler(ctx, job, ask),
    },
    report: (job, reason) => ports.report('a job failed', { job: job.kind, subject: job.subject, reason }),
  });
  const clockCatchUp = createClockCatchUp({
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
    pause: ports.pause ?? null,
    report: (cause) => ports.report('what a test clock made due was not done', { cause: describe(cause) }),
  });
  return {
    platforms,
    customers: { ...customers, update: unsignedUpdate(customers.update) },
    bulkImports,
    verification,
    accounts: {
      ...accounts,
      getInternal: guardRead(accounts.getInternal, ({ account }) => [account.customerId]),
      listInternal: guardRead(accounts.listInternal, ({ data }) => data.map(({ account }) => account.customerId)),
    },
    rates,
    quotes,
    transfers,
    transactions: {
      ...transactions,
      get: guardRead(transactions.get, ({ customerId }) => [customerId]),
      list: guardRead(transactions.list, ({ data }) => data.map(({ customerId }) => customerId)),
    },
    uma,
    wallets: {
      ...wallets,
      createCustomer: createCustomerWith(customers),
      updateCustomer: signedUpdate(customers.update),
    },
    stablecoins,
    sca,
    agents,
    cards,
    events,
    sandbox,
    treasury: treasuryArea({ ids, digest, rails, approvalAmounts: options.approvalAmounts ?? new Map() }),
    ledger: {
      audit: (tenant) => audit({ units, clock, digest, sealer }, { tenant }),
      auditSupply: async () => auditSupply((await platforms.listTenants()).map(({ id }) => id)),
      entries: listEntries(cursors),
      positions: () => readPositions(units, clock.now()),
    },
    commands: createCommands(units, digest),
    units,
    railTells: railTells({ units, rails, contextOf, receiveMoney: quotes.receiveMoney, hear: transactions.hear }),
    addressesOf: async (rail) =>
      (await units.read(null, (reads) => reads.get(ADDRESS_COUNTERS, `${rails.byName(rail).environment}/${rail}`)))
        ?.allocated ?? 0,
    context,
    work: {
      runJobs: jobs.runDue,
      deliverEvents: events.deliverDue,
      refreshRates: rates.refresh,
      sealJournal: createJournalSealer({ units, clock, digest, random, sealer }),
      forgetAnswers: forgetOld({ units, clock, listTenants: platforms.listTenants, forgetNonces: uma.forgetNonces }),
      catchUp: clockCatchUp.catchUp,
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
