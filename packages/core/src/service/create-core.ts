import { addressesOf } from '../accounts/index.js';
import { audit, backgroundAudits } from '../audit/index.js';
import { createMissingEnds, expireOverdueUse } from '../cards/index.js';
import { DISPATCH_DEFAULTS, eventsArea, stepClock } from '../events/index.js';
import { erasing, sealedErasing } from '../erasure/index.js';
import { exceptionReads, overdueReceivable } from '../exceptions/index.js';
import { figuresArea } from '../figures/index.js';
import { type Context, createCommands, describeCause, houseTenant, type TenantKey, unitsFor } from '../kernel/index.js';
import { getEntry, listEntries, readPositions } from '../ledger/index.js';
import {
  createEndOverdue,
  endingOf,
  endingOneByOne,
  forgetOld,
  reconciliationArea,
  sealRecords,
  withFollowedStatements,
} from '../maintenance/index.js';
import { paymentsArea } from '../payments/index.js';
import { personalDataArea } from '../personal-data/index.js';
import { PLATFORMS } from '../platforms/index.js';
import { expireQuote, QUOTES } from '../quotes/index.js';
import { cardProcessorsArea, fetchDocument, hearProvider, kycArea, railsArea, screeningArea } from '../rails/index.js';
import { createActions, readLog, recordLook, tellApprovers } from '../operators/index.js';
import { fillMissingWords, fillWords, recordSearch, searchRecords } from '../search/index.js';
import { createJournalSealer } from '../seals/index.js';
import { eraseMonths, vouchersArea } from '../vouchers/index.js';
import { safeguardingArea } from '../safeguarding/index.js';
import { screeningWork } from '../screening/index.js';
import { signInArea } from '../sign-in/index.js';
import { passkeyPlaceOf } from '../sca/index.js';
import { expireStablecoinQuote, STABLECOIN_QUOTES } from '../stablecoins/index.js';
import { balancesAt, exportJournal, statementsArea } from '../statements/index.js';
import { senderParty, TRANSACTIONS } from '../transactions/index.js';
import { answerEnding, archiverOf } from './archiving.js';
import { refusingForBlocked } from './blocked-operations.js';
import type { Core } from './core.js';
import { recordNames } from './record-names.js';
import { screenedParty } from './screened-party.js';
import { createParties } from './create-parties.js';
import { createPayments } from './create-payments.js';
import { withDefaults } from './defaults.js';
import { createFoundation } from './foundation.js';
import { guardedReads } from './guarded-reads.js';
import { operatorActions } from './actions/operator-actions.js';
import type { CorePorts } from './ports.js';
import { noteLists } from './note-lists.js';
import { screeningReads } from './screening-reads.js';
import { travelRuleReads } from './travel-rule-reads.js';
import { operatorReads } from './reads/index.js';
import { refusingCancellations, refusingRedemptions } from './refuse-blocked-calls.js';
import { withCheckedAnswers } from './checked-answers.js';
import { createWork } from './work.js';

/** Operators serve both environments. Their records belong to one house tenant. */
const OPERATORS_TENANT = houseTenant('PRODUCTION');

/**
 * Composes the areas of the core (one folder each) over the adapters. This folder is the only place where one area is
 * given to another.
 *
 * @example
 * ```ts
 * import { ownershipProofs } from '@corridor/adapters-rails/accounts';
 * import { createSealer, nodeCrypto, systemClock } from '@corridor/adapters-rails/custody';
 * import { scaPorts, walletPorts } from '@corridor/adapters-rails/identity';
 * import { kycPorts } from '@corridor/adapters-rails/kyc';
 * import { sandboxRates } from '@corridor/adapters-rails/rates';
 * import { sandboxRails } from '@corridor/adapters-rails/sandbox';
 * import { createDatabaseBlobs } from '@corridor/adapters-storage/blobs';
 * import { createMemoryStorage } from '@corridor/adapters-storage/memory';
 * import { createCore, DEFAULT_OPTIONS } from '@corridor/core';
 *
 * const sealer = createSealer(nodeCrypto.random.bytes(32));
 * const storage = createMemoryStorage();
 * const core = createCore({
 *   ...nodeCrypto,
 *   storage,
 *   clock: systemClock,
 *   sealer,
 *   wallets: walletPorts({ sealer, clock: systemClock }),
 *   sca: scaPorts(),
 *   rails: sandboxRails(nodeCrypto.digest),
 *   rates: [sandboxRates(systemClock)],
 *   accountChecks: null,
 *   ownershipProofs,
 *   webhooks: { send: async () => ({ kind: 'answered', status: 200, body: '' }) },
 *   verification: kycPorts(createDatabaseBlobs(storage.units, systemClock)),
 *   messages: { send: async () => ({ kind: 'accepted' }) },
 *   report: console.error,
 *   options: { ...DEFAULT_OPTIONS, cursorKey: nodeCrypto.random.bytes(32), publicAuthority: 'pay.example' },
 * });
 * await core.work.refreshRates(); // needed once before the first quote
 * (await core.ledger.audit()).findings; // []
 * ```
 */
export function createCore(given: CorePorts): Core {
  const ports = withCheckedAnswers(withDefaults(given));
  const foundation = createFoundation(ports);
  const { units, clock, random, digest, sealer, ids, cursors, rails } = foundation;
  const { storage, options } = ports;
  const parties = createParties(ports, foundation);
  const payments = createPayments(ports, foundation, parties);
  const { accounts, platforms, codes, wallets, cards, customers, sca, bulkImports, verification } = parties;
  const { rates, transactions, quotes, uma, stablecoins } = payments;
  const { contextOf, deliverySettings } = platforms;
  const { listTenants } = platforms.useCases;
  const background = unitsFor(units, 'jobs');
  const events = eventsArea({
    units,
    ids,
    cursors,
    random,
    clock,
    outbox: storage.outbox,
    transport: ports.webhooks,
    contextOf,
    settingsOf: deliverySettings,
    pauseEndpoint: platforms.pauseEndpoint,
    endpointOf: platforms.webhookEndpointOf,
    tracing: ports.tracing,
    report: (cause) => ports.report('events were not delivered', { cause: describeCause(cause) }),
    observer: ports.observer,
    options: DISPATCH_DEFAULTS,
  });
  const continuations = {
    ...payments.answered,
    party: screenedParty({
      approvals: parties.approval,
      decideAtOnce: (environment, deciding) =>
        ports.verification.providers[environment].decideAtOnce?.(deciding) ?? null,
    }),
  };
  const screening = screeningWork({
    ...{ units, ids, digest, sealer, gate: foundation.screening, contextOf, listTenants },
    ...{ report: ports.report, observer: ports.observer },
    otherParty: senderParty(sealer),
    continuations,
  });
  const connected = railsArea({
    units: background,
    ids,
    clock,
    connections: ports.connections.map((connection) =>
      withFollowedStatements({ units: background, ids, clock, contextOf }, connection),
    ),
    all: foundation.rails.all,
    contextOf,
    railTells: payments.railTells,
    hearTravelRule: payments.travelRule.hear,
    held: payments.held,
    pause: ports.pause ?? undefined,
    report: ports.report,
  });
  const overdue = createEndOverdue({
    units: background,
    ids,
    clock,
    contextOf,
    endings: [
      endingOf(QUOTES, expireQuote),
      endingOf(STABLECOIN_QUOTES, expireStablecoinQuote),
      endingOneByOne(TRANSACTIONS, expireOverdueUse),
    ],
    addDeadlines: createMissingEnds({ units: background, ids, clock, contextOf }),
  });
  const notices = ports.approverNotices;
  const vouchers = ports.vouchers === null ? null : { cipher: ports.vouchers.cipher, blobs: ports.verification.blobs };
  // Audits open the archive themselves: what cannot be read is a finding.
  const audited = {
    units: storage.units,
    archive: ports.archive?.store ?? null,
    vouchers,
    clock,
    digest,
    random,
    sealer,
  };
  const audits = backgroundAudits({ ...audited, ids, cursors, pause: ports.pause });
  const archivesAnswers = ports.archive?.answers === true;
  const commands = createCommands(units, digest, archivesAnswers);
  const contextOfAction = async (tenant: TenantKey, requestId: string): Promise<Context> => {
    // Reads the test clock. A platform that is about to be created has none.
    if ((await units.read(tenant, (reads) => reads.get(PLATFORMS, tenant))) !== null) await contextOf(tenant);
    return platforms.context(tenant, { kind: 'system' }, requestId);
  };
  const reconciliation = reconciliationArea({ units, clock, ids, connections: ports.connections });
  const safeguarding = safeguardingArea({
    ...{ units: background, clock, ids, digest, cursors },
    accounts: options.safeguardingAccounts,
    minuteOfDay: options.safeguardingMinute,
    positionsAt: (request) => balancesAt(background, clock.now(), request),
  });
  const figures = figuresArea({
    units: background,
    clock,
    jobs: storage.jobs,
    outbox: storage.outbox,
    archivePlan: { afterDays: ports.archive?.afterDays ?? null, answers: archivesAnswers },
  });
  /** The request for a platform that is about to be created has a job, and the platform no test clock yet. */
  const contextOfJob = (tenant: TenantKey): Promise<Context> =>
    contextOf(tenant).catch(async (cause: unknown) => {
      const platform = await units.read(tenant, (reads) => reads.get(PLATFORMS, tenant));
      if (platform !== null) throw cause;
      return platforms.context(tenant, { kind: 'system' }, 'job');
    });
  const erasure = {
    ...{ units: background, ids, blobs: ports.verification.blobs },
    // An erasure under seals reads the tables and the files themselves.
    sealed: sealedErasing(audited),
    periods: options.retention,
  };
  const work = createWork({
    units: background,
    clock,
    contextOf: contextOfJob,
    jobs: storage.jobs,
    outbox: storage.outbox,
    tracing: ports.tracing,
    pause: ports.pause,
    report: ports.report,
    observer: ports.observer,
    handlers: {
      ...codes.handlers,
      ...platforms.handlers,
      ...customers.handlers,
      ...bulkImports.handlers,
      ...transactions.handlers,
      ...payments.travelRule.handlers,
      ...payments.terms.handlers,
      ...quotes.handlers,
      ...uma.handlers,
      ...wallets.handlers,
      ...sca.handlers,
      ...cards.handlers,
      ...verification.handlers,
      ...stablecoins.handlers,
      ...connected.handlers,
      ...screening.handlers,
      'receivable.overdue': overdueReceivable({ units: background, ids, receivableDays: options.receivableDays }),
      'approval.tell': tellApprovers({
        ...{ units: background, notices, observer: ports.observer },
        consoleUrl: options.consoleUrl,
      }),
      'customer.erase': erasing(erasure),
      'records.seal': sealRecords({ units: background, ids, sealer }),
      'search.words': fillWords({ units: background, ids }),
    },
    endOverdue: overdue.ofTenant,
    expireOverdue: overdue.ofAll,
    refreshRates: async () => {
      await payments.terms.importOnce();
      await rates.refresh();
    },
    deliverEvents: events.dispatcher.deliverDue,
    resumeEvents: events.dispatcher.resume,
    stopEvents: events.dispatcher.stop,
    sealJournal: createJournalSealer({ units: background, clock, digest, random, sealer }),
    archiveEvents: archiverOf(ports),
    eraseVouchers: eraseMonths({
      ...{ units: background, ids, clock, digest, blobs: ports.verification.blobs },
      keepMonths: ports.vouchers?.keepMonths ?? null,
      contextOf: (tenant) => platforms.context(tenant, { kind: 'system' }, 'job'),
    }),
    foldFigures: figures.fold,
    runAudits: audits.work,
    reportSafeguarding: safeguarding.report,
    fillMissingWords: fillMissingWords({ units: background, ids, listTenants, contextOf: contextOfJob }),
    stopAudits: audits.stop,
    forgetAnswers: forgetOld({
      units: background,
      clock,
      listTenants,
      forgetNonces: uma.forgetNonces,
      endAnswers: answerEnding(ports, background),
      pause: ports.pause,
    }),
  });
  const sandbox = {
    ...payments.sandbox,
    stepClock: stepClock({
      units: background,
      ...{ commands, clock, contextOf },
      catchUp: work.catchUp,
      firstDeadline: overdue.firstDeadline,
      targetOf: payments.sandbox.clockTarget,
      advanceTo: payments.sandbox.advanceClockTo,
      read: payments.sandbox.clock,
    }),
  };
  const actions = createActions(
    {
      ...{ units, commands, clock, ids, digest, contextOf: contextOfAction, names: recordNames },
      approvalAmounts: options.approvalAmounts,
      tellsApprovers: notices !== null,
    },
    operatorActions({
      units,
      clock,
      accounts: accounts.useCases,
      customerAccounts: accounts.forCustomers,
      digest,
      erasure,
      agents: payments.agents,
      audits: audits.runs,
      cards: cards.useCases,
      events: events.useCases,
      platforms: platforms.useCases,
      sca: sca.useCases,
      terms: payments.terms,
      limits: { changed: platforms.changed },
      transactions: transactions.useCases,
      treasury: payments.treasury,
      verification: verification.useCases,
      documents: ports.verification.blobs,
      drawer: ports.verification.drawer ?? null,
      numbers: verification.numbers,
      connections: ports.connections,
      reconciliation,
      safeguarding: safeguarding.useCases,
      sandbox,
      screening: { digest, sealer, continuations, accounts: accounts.forCustomers },
      uma: uma.useCases,
    }),
  );
  const contextOfOperators = (requestId: string): Context =>
    platforms.context(OPERATORS_TENANT, { kind: 'system' }, requestId);
  const access = signInArea({
    ...ports.operators,
    ...{ units, clock, ids, random, digest, sealer },
    totp: ports.sca.totp,
    place: passkeyPlaceOf(options.consoleUrl),
    context: contextOfOperators,
  });
  const guarded = guardedReads(sca.guardRead, accounts.useCases, transactions.useCases);
  const offered = refusingForBlocked({
    platforms: platforms.useCases,
    customers: {
      ...customers.useCases,
      get: verification.customerWithOwners,
      create: wallets.createWithWallet(customers.plain.create, customers.createWith),
      update: wallets.signedUpdate(customers.plain.update),
    },
    bulkImports: bulkImports.useCases,
    verification: verification.useCases,
    accounts: guarded.accounts,
    rates,
    quotes: { ...quotes.useCases, create: payments.createQuote },
    transfers: payments.transfers,
    transactions: refusingCancellations(units, guarded.transactions),
    uma: uma.useCases,
    wallets: wallets.useCases,
    stablecoins: stablecoins.useCases,
    sca: sca.useCases,
    agents: { ...payments.agents, redeemCode: refusingRedemptions(units, payments.agents) },
    cards: cards.useCases,
    events: events.useCases,
    sandbox,
    ledger: {
      audit: (tenant) => audit(audited, { tenant }),
      auditSupply: stablecoins.auditSupply,
      entries: listEntries(cursors),
      entry: getEntry,
      audits: audits.runs,
      positions: () => readPositions(units, clock.now()),
      positionsAt: (request) => balancesAt(units, clock.now(), request),
      journal: (request) => exportJournal(units, clock.now(), request),
    },
    statements: statementsArea({ units, sealer, digest, contextOf }),
  });
  const railNames = rails.all.map(({ name }) => name);
  return {
    ...offered,
    treasury: payments.treasury,
    payments: paymentsArea({
      units,
      cursors,
      connections: ports.connections,
      railNames,
      report: ports.report,
    }),
    figures: figures.useCases,
    exceptions: exceptionReads({ units, cursors }),
    reconciliation,
    safeguarding: safeguarding.useCases,
    vouchers: vouchersArea({
      ...{ units, ids, digest, sealer, blobs: ports.verification.blobs, cipher: ports.vouchers?.cipher ?? null },
      context: (tenant, requestId) => platforms.context(tenant, { kind: 'system' }, requestId),
    }),
    operators: {
      actions,
      ...access,
      log: readLog({ units, cursors }),
      notes: noteLists({ units, cursors }),
      screening: screeningReads({ units, cursors, sealer }),
      travelRule: travelRuleReads({ units, cursors }),
      reads: operatorReads(units),
      recordLook: recordLook({
        units,
        ids,
        context: (tenant, requestId) => platforms.context(tenant ?? OPERATORS_TENANT, { kind: 'system' }, requestId),
      }),
      recordSearch: recordSearch({
        units,
        ids,
        context: (tenant, requestId) => platforms.context(tenant, { kind: 'system' }, requestId),
      }),
      personalData: personalDataArea({
        ...{ units, ids, sealer, blobs: ports.verification.blobs, statements: offered.statements },
        contextOf: contextOfAction,
      }),
      search: searchRecords({ units, ids, railNames, context: contextOfOperators }),
    },
    commands,
    units,
    railTells: payments.railTells,
    rails: {
      ...connected.useCases,
      start: async () => {
        const started = await connected.useCases.start();
        return started.ok ? screening.start() : started;
      },
    },
    kyc: kycArea({
      connections: ports.kycConnections ?? [],
      document: fetchDocument({ units, blobs: ports.verification.blobs, connections: ports.kycConnections ?? [] }),
      hear: hearProvider({
        ...{ units, ids, accounts: accounts.forCustomers, contextOf },
        providers: ports.verification.providers,
      }),
    }),
    screening: screeningArea({ connections: ports.screening, hear: screening.hear }),
    cardProcessors: cardProcessorsArea({ connections: ports.cardConnections, hear: cards.hear }),
    addressesOf: addressesOf({ units }),
    context: platforms.context,
    work,
  };
}
