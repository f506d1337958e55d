import {
  Bug,
  type Clock,
  type Context,
  type Instant,
  instant,
  plusSeconds,
  type Random,
  type TenantKey,
  type UnitOfWork,
} from '../kernel/index.js';
import { createClockCheck } from './clock-check.js';
import { failedAttempt, type RetrySchedule, type Verdict, verdictOf } from './delivery.js';
import type { OutboxEvent } from './event.js';
import {
  adapt,
  type DeliverySettings,
  emptied,
  heldBy,
  isIdle,
  type Lane,
  nextOf,
  openLane,
  takeEvent,
  waitingIn,
} from './lane.js';
import { createPasses } from './passes.js';
import type { OutboxStore, WebhookTransport } from './ports.js';
import { recordVerdicts } from './record-verdicts.js';

export interface DispatchOptions extends RetrySchedule {
  /** After a crash another host sends the events that this one had in hand, once so many seconds have passed. */
  readonly leaseSeconds: number;
  /** Requests in flight at once, of all tenants and of one. */
  readonly parallel: { readonly overall: number; readonly perTenant: number };
}

/**
 * An event that asks the platform a question is kept from the dispatcher for so long by whoever asks: the longest lease
 * that an event has.
 */
export const QUESTION_LEASE_SECONDS = 90;

export const DISPATCH_DEFAULTS: DispatchOptions = {
  retryFor: 7 * 24 * 3600,
  firstRetry: 5,
  maxRetry: 1800,
  leaseSeconds: 30,
  parallel: { overall: 512, perTenant: 32 },
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
  /** Told of what went wrong on our side; an endpoint that fails is no such thing. */
  readonly report: (error: unknown) => void;
  readonly options: DispatchOptions;
}

export interface Dispatcher {
  /**
   * Delivers what is due and what becomes due meanwhile; answers how many events were delivered or given up. It lasts as long as
   * the slowest endpoint, so a worker does not wait for it before it does other work: a call while one runs joins it.
   */
  deliverDue(): Promise<number>;
  /** Ends the pause of a tenant whose endpoint failed: its clock has been moved. */
  resume(tenant: TenantKey): void;
  /** Claims and sends no more, gives back what was not sent, and waits for the requests in flight. */
  stop(): Promise<void>;
}

/** Longer than the transport's time-out, so that no other host can have the event while it is being sent. */
const SEND_SECONDS = 10;
/** Events in hand. Those beyond the ones in flight are there so that few claims are needed. */
const CAPACITY = 2048;
const CLAIM_PER_TENANT = 128;
const LANE_CAPACITY = 512;
/** Outcomes that are recorded in one unit. */
const BATCH = 128;
const RECORD_WITHIN_MS = 50;
const SETTINGS_FOR_MS = 1000;

/**
 * Sends the events of the outbox. Each tenant has a lane of its own, with its own bound on requests in flight and its
 * own batches of outcomes, so that an endpoint that hangs delays nobody else. Of one tenant, an event that is refused
 * delays its own resource alone, and what was never tried goes first. At least once: an outcome that could not
 * be recorded is forgotten, and the event is sent again, with the same id, when its lease has run out.
 */
export function createDispatcher(ports: DispatcherPorts): Dispatcher {
  const { clock, options } = ports;
  const { overall, perTenant } = options.parallel;
  if (options.leaseSeconds < 2 * SEND_SECONDS) throw new Bug(`a lease of ${options.leaseSeconds} s is too short`);

  const checkClock = createClockCheck(ports.outbox, Math.max(options.leaseSeconds, QUESTION_LEASE_SECONDS));
  const lanes = new Map<TenantKey, Lane>();
  /** Lanes that have something to send, served in turn. */
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
    // Pauses were reckoned with a clock that was ahead.
    if (await checkClock(now)) for (const lane of lanes.values()) lane.pausedUntil = instant(0);
    const limit = CAPACITY - held;
    const enough = new Set([...lanes.values()].filter((lane) => hasEnough(lane, now)));
    const events = await ports.outbox.claim({
      now,
      leaseUntil: plusSeconds(now, options.leaseSeconds),
      limit,
      perTenant: CLAIM_PER_TENANT,
      except: [...enough].map((lane) => lane.tenant),
      untriedOnly: [...lanes.values()].filter((lane) => lane.retries.length >= lane.width).map(({ tenant }) => tenant),
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
      // What was read before these events were written may not hold for them: a TEST goes to the endpoint just set.
      lane.settings = null;
      // It may have been paused or stopped while the claim was under way.
      if (passes.isStopped() || lane.pausedUntil > now) putBack(lane, emptied(lane), now);
      enlist(lane);
    }
    send();
  }

  function putBack(lane: Lane, events: readonly OutboxEvent[], now: Instant): void {
    const at = lane.pausedUntil > now ? lane.pausedUntil : now;
    for (const event of events) queueVerdict(lane, event, { kind: 'put-back', at }, now);
    void record(lane);
  }

  function laneOf(tenant: TenantKey): Lane {
    const lane = lanes.get(tenant) ?? openLane(tenant, perTenant);
    lanes.set(tenant, lane);
    return lane;
  }

  /** Retries in hand are not enough: what was never tried goes before them. */
  const hasEnough = (lane: Lane, now: Instant): boolean =>
    lane.untried.length >= lane.width || heldBy(lane) >= LANE_CAPACITY || lane.pausedUntil > now;

  function enlist(lane: Lane): void {
    if (lane.inLine || waitingIn(lane) === 0 || lane.inFlight >= lane.width) return;
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
    queueVerdict(lane, event, verdict, now);
    const unsent = adapt(lane, verdict, now, perTenant, options.firstRetry);
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
    let settings: DeliverySettings;
    try {
      settings = await settingsFor(lane, now);
    } catch (error) {
      ports.report(error);
      const { firstRetry: delay } = options;
      return { kind: 'failed', error: "the platform's settings cannot be read", delay, isUnreached: true };
    }
    if (settings.endpoint === null) return { kind: 'stored' };
    const { endpoint: url, environment, privateKey, secrets } = settings;
    try {
      const outcome = await ports.transport.send({ url, environment, event, signing: { privateKey, secrets } });
      return verdictOf(event, outcome, options, fraction);
    } catch (error) {
      ports.report(error);
      // What cannot be made of one event says nothing about the others.
      return failedAttempt(event, 'the event could not be sent', options, fraction);
    }
  }

  function settingsFor(lane: Lane, now: Instant): Promise<DeliverySettings> {
    if (lane.settings === null || Math.abs(now - lane.settings.readAt) >= SETTINGS_FOR_MS) {
      lane.settings = { readAt: now, value: ports.settingsOf(lane.tenant) };
    }
    return lane.settings.value;
  }

  function fraction(): number {
    const [high, low] = ports.random.bytes(2);
    return (high! * 256 + low!) / 65_536;
  }

  function queueVerdict(lane: Lane, event: OutboxEvent, verdict: Verdict, now: Instant): void {
    if (lane.judged.length === 0) lane.judgedSince = now;
    lane.judged.push({ event, verdict });
  }

  /** While more is on its way, a batch is worth waiting for, but not for long: the next event of a resource waits. */
  function recordIfDue(lane: Lane, now: Instant): void {
    const count = lane.judged.length;
    const idle = waitingIn(lane) === 0 && lane.inFlight <= (lane.more ? 0 : count);
    if (count >= BATCH || idle || Math.abs(now - lane.judgedSince) >= RECORD_WITHIN_MS) void record(lane);
  }

  async function record(lane: Lane): Promise<void> {
    const batch = lane.judged;
    if (batch.length === 0) return;
    lane.judged = [];
    lane.recording += batch.length;
    try {
      const recorded = await recordVerdicts(ports.units, await ports.contextOf(lane.tenant), batch, options);
      if (recorded.ok) recordedCount += batch.filter(({ verdict }) => verdict.kind !== 'put-back').length;
      else ports.report(new Error(`${recorded.error.code}: ${recorded.error.message}`));
    } catch (error) {
      ports.report(error);
    }
    lane.recording -= batch.length;
    held -= batch.length;
    // What follows on the same resources can be claimed now; while enough else is in hand, that can wait.
    if (hasEnough(lane, clock.now())) lane.more = true;
    else passes.wantClaim();
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
