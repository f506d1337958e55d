import { Bug, ENVIRONMENTS, err, type Id, ok, type TenantKey, tenantKey } from '../kernel/index.js';
import { type PlatformLimit, reaches } from '../operators/index.js';
import type { Within } from '../statements/index.js';
import type { Core } from './core.js';
import type { OperatorReads } from './reads/index.js';
import type { ScreeningReads } from './screening-reads.js';

/**
 * The core as an operator with a limit reads it: lists and searches over platforms have the records of its platforms, and
 * other records are absent. A read in another tenant is a Bug, because a page checks its platform first. Actions check the
 * limit themselves (`allowedTo`).
 */
export function limitedCore(core: Core, limit: PlatformLimit): Core {
  if (limit === null) return core;
  const within = (tenant: TenantKey): boolean => reaches(limit, tenant);
  const own: Own = (record) => (record !== null && within(record.tenant) ? record : null);
  const guarded = (tenant: TenantKey | null): TenantKey => {
    if (tenant === null || !within(tenant)) throw new Bug(`a limited operator reads outside its platforms: ${tenant}`);
    return tenant;
  };
  const { operators, platforms } = core;
  const { actions } = operators;
  return {
    ...core,
    commands: {
      run: (ctx, ...rest) => core.commands.run({ ...ctx, tenant: guarded(ctx.tenant) }, ...rest),
      read: (tenant, work) => core.commands.read(guarded(tenant), work),
    },
    units: {
      read: (tenant, work, extent) => core.units.read(guarded(tenant), work, extent),
      run: (tenant, work, traffic) => core.units.run(guarded(tenant), work, traffic),
      removeExpired: (tenant, ...rest) => core.units.removeExpired(guarded(tenant), ...rest),
    },
    platforms: {
      ...platforms,
      listTenants: async () => (await platforms.listTenants()).filter(({ id }) => within(id)),
    },
    exceptions: {
      list: (filter) => core.exceptions.list({ ...filter, within }),
      get: async (id) => {
        const found = await core.exceptions.get(id);
        return found.ok && !within(found.value.tenant) ? err('REFERENCE_NOT_FOUND', `${id} does not exist`) : found;
      },
    },
    ledger: {
      ...core.ledger,
      positions: async () => (await core.ledger.positions()).filter(({ tenant }) => within(tenant)),
      positionsAt: (request) => core.ledger.positionsAt({ ...request, within: both(within, request.within) }),
      journal: (request) => core.ledger.journal({ ...request, within: both(within, request.within) }),
    },
    safeguarding: {
      ...core.safeguarding,
      // The figures are those of all platforms together.
      at: async () => ok([]),
      list: async () => ok({ data: [], hasMore: false, totalCount: 0 }),
      get: async (id) => err('REFERENCE_NOT_FOUND', `${id} does not exist`),
    },
    // A file of a bank is about persons of all platforms.
    vouchers: { ...core.vouchers, list: async () => [] },
    verification: {
      ...core.verification,
      reviews: {
        verifications: (filter) =>
          core.verification.reviews.verifications({ ...filter, within: both(within, filter.within) }),
        owners: (filter) => core.verification.reviews.owners({ ...filter, within: both(within, filter.within) }),
      },
    },
    sca: {
      ...core.sca,
      resetsInReview: (filter) => core.sca.resetsInReview({ ...filter, within: both(within, filter.within) }),
    },
    payments: {
      ...core.payments,
      findAnywhere: async (text) => (await core.payments.findAnywhere(text)).filter(({ tenant }) => within(tenant)),
    },
    operators: {
      ...operators,
      notes: {
        about: (filter) => operators.notes.about({ ...filter, tenant: guarded(filter.tenant) }),
        exceptions: (filter) => operators.notes.exceptions({ ...filter, within: both(within, filter.within) }),
        payments: (filter) => operators.notes.payments({ ...filter, within: both(within, filter.within) }),
        customers: (filter) => operators.notes.customers({ ...filter, within: both(within, filter.within) }),
        cases: (filter) => operators.notes.cases({ ...filter, within: both(within, filter.within) }),
      },
      screening: limitedScreening(operators.screening, within),
      travelRule: {
        list: (filter) => operators.travelRule.list({ ...filter, within: both(within, filter.within) }),
      },
      log: (filter) => operators.log({ ...filter, within }),
      search: (caller, request) => operators.search(caller, { ...request, platforms: tenantsOf(limit) }),
      actions: {
        ...actions,
        waiting: async () => (await actions.waiting()).filter(({ tenant }) => within(tenant)),
        findWaiting: async (id) => own(await actions.findWaiting(id)),
        waitingAbout: async (tenant, subject) => (within(tenant) ? actions.waitingAbout(tenant, subject) : []),
        findPast: async (id) => {
          const past = await actions.findPast(id);
          return past !== null && within(past.requested.tenant) ? past : null;
        },
        wordingOf: async (past) => (within(past.tenant) ? actions.wordingOf(past) : null),
      },
      reads: limitedReads(operators.reads, within, own),
    },
  };
}

/** Screenings and cases of other platforms are absent. */
function limitedScreening(screening: ScreeningReads, within: (tenant: TenantKey) => boolean): ScreeningReads {
  const { cases } = screening;
  return {
    list: (filter) => screening.list({ ...filter, within: both(within, filter.within) }),
    get: async (id) => {
      const found = await screening.get(id);
      return found !== null && within(found.tenant) ? found : null;
    },
    show: async (id) => {
      const found = await screening.get(id);
      return found !== null && within(found.tenant) ? screening.show(id) : null;
    },
    about: async (tenant, subject) => (within(tenant) ? screening.about(tenant, subject) : []),
    cases: {
      list: (filter) => cases.list({ ...filter, within: both(within, filter.within) }),
      get: async (id) => {
        const found = await cases.get(id);
        return found !== null && within(found.case.tenant) ? found : null;
      },
      about: async (tenant, subject) => (within(tenant) ? cases.about(tenant, subject) : []),
    },
  };
}

const both =
  (one: Within, other: Within = () => true): Within =>
  (tenant) =>
    one(tenant) && other(tenant);

const tenantsOf = (limit: readonly Id<'Platform'>[]): readonly TenantKey[] =>
  limit.flatMap((id) => ENVIRONMENTS.map((environment) => tenantKey(id, environment)));

type Own = <T extends { readonly tenant: TenantKey }>(record: T | null) => T | null;

/** Reads that name a tenant are those of pages of one platform; the others filter. */
function limitedReads(reads: OperatorReads, within: (tenant: TenantKey) => boolean, own: Own): OperatorReads {
  const reached = async (tenant: Promise<TenantKey | null>): Promise<TenantKey | null> => {
    const found = await tenant;
    return found !== null && within(found) ? found : null;
  };
  /** A read of one tenant; of another one it finds what it finds for an unknown id. */
  const inside =
    <A extends readonly unknown[], R>(read: (tenant: TenantKey, ...rest: A) => Promise<R>, absent: R) =>
    async (tenant: TenantKey, ...rest: A): Promise<R> =>
      within(tenant) ? read(tenant, ...rest) : absent;
  const pagesInside = <A extends readonly unknown[], T>(read: (tenant: TenantKey, ...rest: A) => AsyncIterable<T>) =>
    async function* (tenant: TenantKey, ...rest: A): AsyncIterable<T> {
      if (within(tenant)) yield* read(tenant, ...rest);
    };
  return {
    // Every read is named, so that a new one does not compile before its limit is decided.
    operators: async () => [],
    operator: async () => null,
    lastSignIns: async () => new Map(),
    logEntry: async (id) => own(await reads.logEntry(id)),
    outsidePayment: async (id) => own(await reads.outsidePayment(id)),
    tenantOfReview: (id) => reached(reads.tenantOfReview(id)),
    tenantOfNumbers: (id) => reached(reads.tenantOfNumbers(id)),
    tenantOfReset: (id) => reached(reads.tenantOfReset(id)),
    tenantOfNoted: (id) => reached(reads.tenantOfNoted(id)),
    platform: inside(reads.platform, null),
    platforms: async () => (await reads.platforms()).filter(({ id }) => within(id)),
    platformEnvironments: async (id: Id<'Platform'>) => {
      const all = await reads.platformEnvironments(id);
      return new Map([...all].filter(([, platform]) => within(platform.id)));
    },
    platformNames: (tenants) => reads.platformNames(tenants.filter(within)),
    clocksAhead: (tenants) => reads.clocksAhead(tenants.filter(within)),
    newestPlatforms: async (count) =>
      (await reads.platforms())
        .filter(({ id }) => within(id))
        .toReversed()
        .slice(0, count),
    platformsWithTokens: async () => (await reads.platformsWithTokens()).filter(({ platform }) => within(platform.id)),
    newestSealAt: async () => null,
    openExceptions: async () => [],
    newestEvents: inside(reads.newestEvents, []),
    customer: inside(reads.customer, null),
    deposit: inside(reads.deposit, null),
    externalAccount: inside(reads.externalAccount, null),
    partyNames: inside(reads.partyNames, new Map()),
    recordNames: (records) => reads.recordNames(records.filter(({ tenant }) => within(tenant))),
    duplicateAccounts: pagesInside(reads.duplicateAccounts),
    payment: inside(reads.payment, null),
    failedAttempts: inside(reads.failedAttempts, []),
    failedAttemptsOn: async (...rail) => (await reads.failedAttemptsOn(...rail)).filter(({ tenant }) => within(tenant)),
    exceptionsOf: pagesInside(reads.exceptionsOf),
    blocks: inside(reads.blocks, []),
    blocksOf: inside(reads.blocksOf, []),
    erasures: inside(reads.erasures, []),
    erasuresOf: inside(reads.erasuresOf, []),
    erasureWaits: inside(reads.erasureWaits, []),
    legalHold: inside(reads.legalHold, null),
    legalHolds: inside(reads.legalHolds, []),
    legalHoldsOf: inside(reads.legalHoldsOf, []),
    heldBy: (tenant, subject) =>
      within(tenant) ? reads.heldBy(tenant, subject) : Promise.reject(new Bug(`a limited operator reads ${tenant}`)),
    keptByBlocks: (exceptions) => reads.keptByBlocks(exceptions.filter(({ tenant }) => within(tenant))),
    openExceptionsAbout: inside(reads.openExceptionsAbout, { exceptions: [], searched: 0, isPartial: false }),
    beneficialOwner: inside(reads.beneficialOwner, null),
    document: inside(reads.document, null),
    documentsOf: inside(reads.documentsOf, []),
    holdings: inside(reads.holdings, { owners: [], documents: [] }),
    reset: inside(reads.reset, null),
    choices: inside(reads.choices, []),
    // Terms apply to every platform, and platforms see their effect in every quote.
    terms: (environment) => reads.terms(environment),
    limits: inside(reads.limits, []),
    assignee: inside(reads.assignee, null),
    assignable: inside(reads.assignable, []),
  };
}
