import { createMemoryStorage } from '@corridor/adapters-storage/memory';
import {
  createDispatcher,
  type DeliveryOutcome,
  type DeliverySettings,
  DISPATCH_DEFAULTS,
  type Dispatcher,
  type DispatchOptions,
  EVENTS,
  type EventType,
  type OutboxEvent,
  queuedEvent,
  type WebhookOutcome,
  type WebhookRequest,
} from '../events/index.js';
import {
  type Context,
  createIds,
  type Environment,
  instant,
  ok,
  type TenantKey,
  tenantKey,
  type Tracing,
  type UnitOfWork,
} from '../kernel/index.js';
import { fixedClock, seededRandom } from './ports.js';

export const answered = (status: number): WebhookOutcome => ({ kind: 'answered', status, body: `body ${status}` });

export const PAID: EventType = 'OUTGOING_PAYMENT.COMPLETED';

/** Lets work in memory go on until it waits for the test. */
export const turns = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
};

/** `count` events of different resources. */
export const separate = (count: number) => Array.from({ length: count }, (_, i) => [PAID, `Transaction:${i}`] as const);

/** Requests that are answered when the test releases them. */
export function held() {
  const waiting: ((outcome: WebhookOutcome) => void)[] = [];
  return {
    answer: () => new Promise<WebhookOutcome>((resolve) => waiting.push(resolve)),
    inFlight: () => waiting.length,
    release: (status: number) => {
      for (const resolve of waiting.splice(0)) resolve(answered(status));
    },
  };
}

/** An outbox in memory, a scripted transport, and a fixed clock. */
export function deliveries() {
  const storage = createMemoryStorage();
  const clock = fixedClock();
  const random = seededRandom();
  const ids = createIds(clock, random);
  const offsets = new Map<TenantKey, number>();
  const sent: WebhookRequest[] = [];
  const reported: unknown[] = [];
  const outcomes: DeliveryOutcome[] = [];
  const lostLeases: string[] = [];
  const paused: (readonly [TenantKey, string])[] = [];
  const world = {
    storage,
    clock,
    random,
    ids,
    /** Every attempt, in order. */
    sent,
    reported,
    outcomes,
    lostLeases,
    paused,
    answer: (async () => answered(200)) as (request: WebhookRequest) => Promise<WebhookOutcome>,
    settings: async (tenant: TenantKey): Promise<DeliverySettings> => ({
      endpoint: `https://${tenant}`,
      environment: 'SANDBOX',
      secrets: ['whsec_AAAA'],
      privateKey: 'private key',
    }),
    tenant: () => tenantKey(ids.next('Platform'), 'SANDBOX'),
    /** Moves the tenant's test clock ahead of host time. */
    ahead: (tenant: TenantKey, seconds: number) => offsets.set(tenant, seconds * 1000),
    context: (tenant: TenantKey): Context => ({
      tenant,
      actor: { kind: 'system' },
      requestId: 'test',
      now: instant(clock.now() + (offsets.get(tenant) ?? 0)),
      hostNow: clock.now(),
    }),
    ports: {
      ids,
      clock,
      random,
      outbox: storage.outbox,
      transport: {
        send: (request: WebhookRequest) => {
          sent.push(request);
          return world.answer(request);
        },
      },
      contextOf: async (tenant: TenantKey) => world.context(tenant),
      settingsOf: (tenant: TenantKey) => world.settings(tenant),
      pauseEndpoint: async (tenant: TenantKey, endpoint: string) => void paused.push([tenant, endpoint]),
      tracing: null as Tracing | null,
      report: (error: unknown) => void reported.push(error),
      observer: {
        delivery: (_: Environment, outcome: DeliveryOutcome) => void outcomes.push(outcome),
        leaseLost: (of: 'job' | 'event') => void lostLeases.push(of),
        noticeGivenUp: () => undefined,
        screened: () => undefined,
      },
    },
    dispatcher: (options: Partial<DispatchOptions> = {}, units: UnitOfWork = storage.units): Dispatcher =>
      createDispatcher({ ...world.ports, units, options: { ...DISPATCH_DEFAULTS, ...options } }),
    /** Emits events in one unit of work, each `[type, resource, snapshot]`. */
    emit: async (tenant: TenantKey, ...events: readonly (readonly [EventType, string, object?])[]): Promise<void> => {
      await storage.units.run(tenant, async (tx) => {
        for (const [type, resource, snapshot = {}] of events) {
          const event = queuedEvent(world.context(tenant), ids, { type: 'TEST', resource, snapshot: {} });
          // These tests check deliveries, not contents, so any type can have any snapshot.
          tx.add(EVENTS, { ...event, type, snapshot });
        }
        return ok();
      });
    },
    /** The events in the order in which they were written. */
    events: async (tenant: TenantKey): Promise<readonly OutboxEvent[]> => {
      const all: OutboxEvent[] = [];
      for (let more = true; more;) {
        const slice = await storage.units.read(tenant, (reads) =>
          reads.list(EVENTS, { order: 'asc', limit: 100, after: all.at(-1) }),
        );
        all.push(...slice.rows);
        more = slice.hasMore;
      }
      return all;
    },
  };
  return world;
}

export type Deliveries = ReturnType<typeof deliveries>;

/** Requests of which the test answers one at a time, by resource. */
export function openRequests(world: Deliveries) {
  const open = new Map<string, (outcome: WebhookOutcome) => void>();
  world.answer = ({ event }) => new Promise((resolve) => open.set(event.resource, resolve));
  return {
    open: () => [...open.keys()],
    async answer(resource: string, status = 200): Promise<void> {
      const resolve = open.get(resource)!;
      open.delete(resource);
      resolve(answered(status));
      await turns();
    },
    async answerAll(): Promise<void> {
      world.answer = async () => answered(200);
      for (const resource of open.keys()) await this.answer(resource);
    },
  };
}
