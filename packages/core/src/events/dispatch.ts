import {
  Bug,
  type Clock,
  type Context,
  type Instant,
  instant,
  plusSeconds,
  type Random,
  type TenantKey,
  type Tracing,
  type UnitOfWork,
} from '../kernel/index.js';
import { createClockCheck } from './clock-check.js';
import type { RetrySchedule, Verdict } from './delivery.js';
import type { OutboxEvent } from './event.js';
import {
  abandon,
  adapt,
  canSend,
  type DeliverySettings,
  emptied,
  goOn,
  heldBy,
  heldUpBy,
  isIdle,
  judge,
  type Lane,
  nextOf,
  openLane,
  takeEvent,
} from './lane.js';
import type { WorkObserver } from './observe-work.js';
import { createPasses } from './passes.js';
import type { EventQueue, OutboxStore, WebhookTransport } from './ports.js';
import { createRecorder } from './record-verdicts.js';
import { createSender } from './send-event.js';

export interface DispatchOptions extends RetrySchedule {
  /** Seconds after which another host may send the events that a crashed host had claimed. */
  readonly leaseSeconds: number;
  /** The maximum number of requests in flight, overall and for one tenant. */
  readonly parallel: { readonly overall: number; readonly perTenant: number };
}

/**
 * An event that asks the platform a question is sent by the area that asks. That area leases it for this time, the
 * longest lease of an event, so that the dispatcher does not send it as well.
 */
export const QUESTION_LEASE_SECONDS = 90;

export const DISPATCH_DEFAULTS: DispatchOptions = {
  retryFor: 7 * 24 * 3600,
  firstRetry: 5,
  maxRetry: 1800,
  leaseSeconds: 30,
  parallel: { overall: 512, perTenant: 64 },
};

export interface DispatcherPorts {
  readonly units: UnitOfWork;
  readonly outbox: OutboxStore;
  readonly transport: WebhookTransport;
  readonly clock: Clock;
  readonly random: Random;
  /** The service's own context in a tenant. */
  readonly contextOf: (tenant: TenantKey) => Promise<Context>;
  readonly settingsOf: (tenant: TenantKey) => Promise<DeliverySettings>;
  /** Stops the deliveries to an endpoint that is gone, if it is still that of the platform, until it is set again. */
  readonly pauseEndpoint: (tenant: TenantKey, endpoint: string) => Promise<void>;
  /** Null if no spans are recorded. */
  readonly tracing: Tracing | null;
  /** Reports a fault of this host. A failing endpoint is not reported. */
  readonly report: (error: unknown) => void;
  readonly observer: WorkObserver;
  readonly options: DispatchOptions;
}

export interface Dispatcher {
  /**
   * Delivers events that are due or become due meanwhile, and returns how many were delivered, stored or failed an
   * attempt. A pass (claim and send until nothing is due) lasts as long as the slowest endpoint, so a worker does other
   * work without awaiting it. A call during a pass joins that pass.
   */
  deliverDue(): Promise<number>;
  /** Ends the pause of a tenant whose endpoint failed, because its clock has been moved. */
  resume(tenant: TenantKey): void;
  /** Stops claiming and sending, releases the leases of unsent events, and awaits the requests in flight. */
  stop(): Promise<void>;
}

/**
 * An event is sent only if its lease lasts at least this long. Longer than the transport's time-out, so that no other
 * host can claim the event while it is being sent.
 */
const SEND_SECONDS = 10;
/** The maximum number of claimed events. It exceeds the number in flight, so that few claims are needed. */
const CAPACITY = 4096;
const CLAIM_PER_TENANT = 256;
/** The number of events of one resource that are claimed together, to be sent one after another. */
const CLAIM_PER_RESOURCE = 32;
const LANE_CAPACITY = 1024;
/** The number of outcomes recorded in one unit of work. */
const BATCH = 128;
const RECORD_WITHIN_MS = 50;

/**
 * Sends the events of the outbox. Each tenant has its own queue (`Lane`), with its own limit of requests in flight and
 * its own batches of outcomes, so that a hanging endpoint does not delay other tenants. Within a tenant, the events of a
 * resource are sent one after another, a refused event delays only its own resource, and events that were never tried go
 * before retries. Delivery is at least once: if
 * an outcome cannot be recorded, the event is sent again with the same id when its lease ends.
 */
export function createDispatcher(ports: DispatcherPorts): Dispatcher {
  const { clock, options } = ports;
  const { overall, perTenant } = options.parallel;
  if (options.leaseSeconds < 2 * SEND_SECONDS) {
    throw new Bug(`leaseSeconds is ${options.leaseSeconds}, must be at least ${2 * SEND_SECONDS}`);
  }

  const sendEvent = createSender(ports);
  const recordOutcomes = createRecorder(ports);
  const checkClock = createClockCheck(ports.outbox, Math.max(options.leaseSeconds, QUESTION_LEASE_SECONDS));
  const lanes = new Map<TenantKey, Lane>();
  /** The lanes (queues of one tenant each) that have events to send, served in turn. */
  const line: Lane[] = [];
  let held = 0;
  let inFlight = 0;
  let recordedCount = 0;
  const passes = createPasses({
    claim,
    hasRoom: () => held < CAPACITY,
    isBusy: () => held > 0,
    done: () => recordedCount,
  });

  async function claim(): Promise<void> {
    const now = clock.now();
    // The clock has gone back: the pauses were computed with a clock that was ahead.
    if (await checkClock(now)) for (const lane of lanes.values()) lane.pausedUntil = instant(0);
    const limit = CAPACITY - held;
    const enough = new Set([...lanes.values()].filter((lane) => hasEnough(lane, now)));
    const resumed = [...lanes.values()].flatMap((lane) => (enough.has(lane) ? [] : takeResumed(lane)));
    const claiming = ports.outbox.claim({
      now,
      leaseUntil: plusSeconds(now, options.leaseSeconds),
      limit,
      perTenant: CLAIM_PER_TENANT,
      perResource: CLAIM_PER_RESOURCE,
      except: [...enough].map((lane) => lane.tenant),
      resumed,
      untriedOnly: [...lanes.values()].filter((lane) => lane.retries.length >= lane.width).map(({ tenant }) => tenant),
    });
    const events = await claiming.catch((error: unknown) => {
      for (const { tenant, resource } of resumed) laneOf(tenant).resumed.add(resource);
      throw error;
    });
    for (const lane of lanes.values()) {
      lane.asked = false;
      if (!enough.has(lane)) lane.more = false;
    }
    const counts = new Map<Lane, number>();
    for (const event of events) {
      const lane = laneOf(event.tenant);
      takeEvent(lane, event);
      counts.set(lane, (counts.get(lane) ?? 0) + 1);
    }
    held += events.length;
    if (events.length >= limit) passes.wantClaim();
    for (const [lane, count] of counts) {
      lane.more = count >= CLAIM_PER_TENANT;
      // Settings read before these events were written may be stale: a TEST must go to an endpoint that was just set.
      lane.settings = null;
      // The lane may have been paused, or the dispatcher stopped, during the claim.
      if (passes.isStopped() || lane.pausedUntil > now) putBack(lane, emptied(lane), now);
      enlist(lane);
    }
    for (const lane of lanes.values()) if (isIdle(lane)) lanes.delete(lane.tenant);
    send();
  }

  function takeResumed(lane: Lane): readonly EventQueue[] {
    const resources = [...lane.resumed];
    lane.resumed.clear();
    return resources.map((resource) => ({ tenant: lane.tenant, resource }));
  }

  function putBack(lane: Lane, events: readonly OutboxEvent[], now: Instant): void {
    const at = lane.pausedUntil > now ? lane.pausedUntil : now;
    for (const event of events) judge(lane, { event, verdict: { kind: 'put-back', at } }, now);
    void record(lane);
  }

  function laneOf(tenant: TenantKey): Lane {
    const lane = lanes.get(tenant) ?? openLane(tenant, perTenant);
    lanes.set(tenant, lane);
    return lane;
  }

  /** Claimed retries do not count as enough, because events that were never tried go before them. */
  const hasEnough = (lane: Lane, now: Instant): boolean =>
    lane.untried.length >= lane.width || heldBy(lane) >= LANE_CAPACITY || lane.pausedUntil > now;

  function enlist(lane: Lane): void {
    if (lane.inLine || !canSend(lane) || lane.inFlight >= lane.width) return;
    lane.inLine = true;
    line.push(lane);
  }

  function send(): void {
    while (inFlight < overall) {
      const lane = line.shift();
      if (lane === undefined) return;
      lane.inLine = false;
      const event = lane.inFlight < lane.width ? nextOf(lane) : undefined;
      if (event === undefined) continue;
      lane.inFlight += 1;
      inFlight += 1;
      void attempt(lane, event);
      enlist(lane);
    }
  }

  async function attempt(lane: Lane, event: OutboxEvent): Promise<void> {
    const verdict = await verdictOn(lane, event);
    const now = clock.now();
    lane.inFlight -= 1;
    inFlight -= 1;
    judge(lane, { event, verdict }, now);
    const behind = heldUpBy(lane, event, verdict);
    const unsent = [...behind, ...adapt(lane, verdict, now, perTenant, options.firstRetry)];
    if (unsent.length > 0) putBack(lane, unsent, now);
    enlist(lane);
    send();
    recordIfDue(lane, now);
    if (lane.more && !lane.asked && !hasEnough(lane, now)) {
      lane.asked = true;
      passes.wantClaim();
      passes.progress();
    }
  }

  async function verdictOn(lane: Lane, event: OutboxEvent): Promise<Verdict> {
    const now = clock.now();
    if (passes.isStopped() || plusSeconds(now, SEND_SECONDS) > event.leaseUntil) return { kind: 'put-back', at: now };
    return sendEvent(lane, event);
  }

  /**
   * Waits for a full batch while requests are in flight, but briefly. If claimed events wait for an outcome to be
   * recorded, it waits only while earlier ones are being recorded.
   */
  function recordIfDue(lane: Lane, now: Instant): void {
    const count = lane.judged.length;
    const idle = !canSend(lane) && lane.inFlight <= (lane.more ? 0 : count);
    const awaited = lane.isAwaited && lane.recording === 0;
    if (count >= BATCH || idle || awaited || Math.abs(now - lane.judgedSince) >= RECORD_WITHIN_MS) void record(lane);
  }

  async function record(lane: Lane): Promise<void> {
    const batch = lane.judged;
    if (batch.length === 0) return;
    lane.judged = [];
    lane.isAwaited = false;
    lane.recording += batch.length;
    const recorded = await recordOutcomes(lane.tenant, batch);
    recordedCount += recorded.filter(({ verdict }) => verdict.kind !== 'put-back').length;
    lane.recording -= batch.length;
    held -= batch.length;
    goOn(lane, recorded);
    const behind = recorded.length === batch.length ? [] : abandon(lane, batch);
    if (behind.length > 0) putBack(lane, behind, clock.now());
    enlist(lane);
    send();
    recordIfDue(lane, clock.now());
    // The next events of these resources can be claimed now. If enough other events are claimed, that can wait.
    if (hasEnough(lane, clock.now())) lane.more = true;
    else if (lane.resumed.size > 0) passes.wantClaim();
    if (isIdle(lane)) lanes.delete(lane.tenant);
    passes.progress();
  }

  return {
    deliverDue: passes.run,

    resume(tenant) {
      const lane = lanes.get(tenant);
      if (lane !== undefined) lane.pausedUntil = instant(0);
    },

    async stop() {
      const stopped = passes.stop();
      const now = clock.now();
      for (const lane of lanes.values()) putBack(lane, emptied(lane), now);
      await stopped;
    },
  };
}
