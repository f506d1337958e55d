import { manualKyc, sandboxKyc } from '@corridor/adapters-rails/kyc';
import { createMemoryStorage } from '@corridor/adapters-storage/memory';
import {
  type AccountChecks,
  type Accounts,
  accountsArea,
  type OwnershipPorts,
  type OwnershipProofs,
  type Rails,
} from '../accounts/index.js';
import { pinnedBlockOfPayee } from '../blocks/index.js';
import { codesArea } from '../codes/index.js';
import {
  type Customer,
  type Customers,
  customersArea,
  type PlainCustomers,
  sandboxDecision,
} from '../customers/index.js';
import { type DeliverySettings, EVENTS, type EventType, type OutboxEvent } from '../events/index.js';
import {
  type Actor,
  type Context,
  createCursors,
  createIds,
  type Environment,
  type Id,
  ok,
  type Query,
  type Result,
  type TenantKey,
  tenantKey,
  type UnitOfWork,
  type UseCase,
} from '../kernel/index.js';
import { type CreatedPlatform, type Platforms, platformsArea, type ProviderRequirements } from '../platforms/index.js';
import { identityReviews } from '../verification/index.js';
import { getCustomerWithOwners } from '../verification/owner-service.js';
import {
  countingKeyPairs,
  digest,
  fixedClock,
  type FixedClock,
  reversingSealer,
  seededRandom,
  testRails,
} from './ports.js';

const TERMS = { version: '2026-01', url: 'https://terms.example/2026-01', earlier: ['2025-06'] } as const;

export interface HostOptions {
  readonly environment?: Environment;
  readonly currencies?: readonly string[];
  readonly accountChecks?: AccountChecks | null;
  readonly ownershipProofs?: OwnershipProofs | null;
  readonly connections?: OwnershipPorts['connections'];
  readonly rails?: Rails;
  readonly strictSandboxAccounts?: boolean;
  readonly requirements?: readonly ProviderRequirements[];
  /** Ids of customers and accounts with open payments. */
  readonly busy?: ReadonlySet<string>;
}

/**
 * A test host: the areas of the core (use cases of platforms, customers and accounts) for one platform, with a storage
 * in memory and a fixed clock.
 */
export interface TestHost {
  readonly clock: FixedClock;
  readonly units: UnitOfWork;
  readonly platforms: Platforms;
  readonly customers: Customers & PlainCustomers & { readonly get: Query<{ readonly id: string }, Customer> };
  readonly deliverySettings: (tenant: TenantKey) => Promise<DeliverySettings>;
  readonly accounts: Accounts;
  readonly created: CreatedPlatform;
  readonly keyPairs: ReturnType<typeof countingKeyPairs>;
  context(actor?: Actor): Context;
  /** Runs a use case in its own unit of work. */
  run<I, O>(useCase: UseCase<I, O>, input: I, actor?: Actor): Promise<Result<O>>;
  read<I, O>(query: Query<I, O>, input: I): Promise<Result<O>>;
  /** Events of these types in the order in which they were written; without types, all events. */
  events(...types: readonly EventType[]): Promise<readonly OutboxEvent[]>;
}

export async function testHost(options: HostOptions = {}): Promise<TestHost> {
  const { environment = 'SANDBOX', currencies = ['USD', 'EUR', 'USDC'], busy = new Set() } = options;
  const clock = fixedClock();
  const random = seededRandom();
  const ids = createIds(clock, random);
  const cursors = createCursors(new Uint8Array(32));
  const { units } = createMemoryStorage();
  const keyPairs = countingKeyPairs();
  const { useCases: accounts, ...accountParts } = accountsArea({
    units,
    ids,
    random,
    digest,
    cursors,
    rails: options.rails ?? testRails(),
    accountChecks: options.accountChecks ?? null,
    ownershipProofs: options.ownershipProofs ?? null,
    connections: options.connections ?? [],
    publicAuthority: 'localhost:8080',
    strictSandboxAccounts: options.strictSandboxAccounts ?? false,
    pinnedBlockOfPayee,
    hasOpenPaymentsOn: async (_reads, _ctx, id) => busy.has(id),
  });
  const { useCases: platforms, deliverySettings } = platformsArea({
    units,
    clock,
    tracing: null,
    ids,
    random,
    digest,
    cursors,
    keyPairs,
    sealer: reversingSealer,
    accounts: accountParts.forPlatforms,
    publicAuthority: 'localhost:8080',
    domainRecords: null,
    requirements: options.requirements ?? [],
  });
  const codes = codesArea({
    units,
    ids,
    random,
    hostKey: new Uint8Array(32),
    messages: { send: async () => ({ kind: 'accepted' }) },
    lockOf: async () => null,
    senderName: async () => 'Test platform',
    report: () => undefined,
  });
  const { useCases: customers, plain } = customersArea({
    units,
    contextOf: async () => context(),
    codes,
    mayBeApproved: async () => true,
    decideAtOnce: (environment, deciding) => (environment === 'SANDBOX' ? sandboxDecision(deciding) : null),
    ids,
    random,
    sealer: reversingSealer,
    cursors,
    settings: platforms.settings,
    accounts: accountParts.forCustomers,
    endUserTerms: TERMS,
    taxNumbers: options.accountChecks ?? null,
    strictSandbox: options.strictSandboxAccounts ?? false,
    publicAuthority: 'localhost:8080',
    identityReviews: identityReviews({
      ids,
      sealer: reversingSealer,
      settings: platforms.settings,
      providers: { SANDBOX: sandboxKyc(), PRODUCTION: manualKyc() },
      accounts: accountParts.forCustomers,
    }),
    hasOpenPayments: async (_reads, _ctx, id) => busy.has(id),
  });

  const tenant = tenantKey(ids.next('Platform') as Id<'Platform'>, environment);
  const context = (actor: Actor = { kind: 'system' }): Context => ({
    tenant,
    actor,
    requestId: 'test',
    now: clock.now(),
    hostNow: clock.now(),
  });
  const run = <I, O>(useCase: UseCase<I, O>, input: I, actor?: Actor): Promise<Result<O>> =>
    units.run(tenant, (tx) => useCase(tx, context(actor), input));

  const created = valueOf(await run(platforms.create, { name: 'Test platform', currencies }));
  return {
    clock,
    units,
    platforms,
    customers: {
      ...customers,
      ...plain,
      get: async (reads, ctx, input) => {
        const found = await getCustomerWithOwners(reversingSealer)(reads, ctx, input);
        return found.ok ? ok(found.value.customer) : found;
      },
    },
    accounts,
    deliverySettings,
    created,
    keyPairs,
    context,
    run,
    read: (query, input) => units.read(tenant, (reads) => query(reads, context(), input)),
    events: async (...types) => {
      const slice = await units.read(tenant, (reads) => reads.list(EVENTS, { order: 'asc', limit: 100 }));
      return slice.rows.filter((event) => types.length === 0 || types.includes(event.type));
    },
  };
}

/** The value of a result that must be ok. */
export function valueOf<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`${result.error.code}: ${JSON.stringify(result.error)}`);
  return result.value;
}

/** The code of a result that must be an error, and the fields that it names. */
export function refusal(result: Result<unknown>): { readonly code: string; readonly fields: readonly string[] } {
  if (result.ok) throw new Error(`not refused: ${String(result.value)}`);
  const errors = (result.error.details?.['errors'] ?? []) as readonly { readonly field: string }[];
  return { code: result.error.code, fields: errors.map((error) => error.field) };
}
