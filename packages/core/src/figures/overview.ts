import type { JobStore, OutboxStore, UndeliveredEvents } from '../events/index.js';
import { countOpenExceptions, type OpenExceptions } from '../exceptions/index.js';
import {
  Bug,
  type Clock,
  type CurrencyCode,
  type Environment,
  ENVIRONMENTS,
  houseTenant,
  type Instant,
  instant,
  isHouse,
  splitTenant,
  type TenantKey,
  type UnitOfWork,
} from '../kernel/index.js';
import { type Position, readPositions } from '../ledger/index.js';
import { VERIFICATIONS } from '../verification/index.js';
import { countedAs } from './counted-payments.js';
import { beginOf } from './facts.js';
import { failingEndpoints } from './failing-endpoints.js';
import {
  type Cell,
  HOUR_MS,
  hourOf,
  idOf,
  type OpenSlots,
  PAYMENT_KINDS,
  type PaymentKind,
  totalsOf,
} from './figure.js';
import { readFigures } from './read-figures.js';
import { type Percentile, percentileOf } from './settle-times.js';
import { roundedShare } from './share.js';
import { waitingReviews } from './waiting-reviews.js';

export interface OverviewPorts {
  readonly units: UnitOfWork;
  readonly clock: Clock;
  readonly jobs: Pick<JobStore, 'nextDue'>;
  readonly outbox: Pick<OutboxStore, 'nextDue' | 'undelivered'>;
}

/**
 * Times of the platform, which differ from host time in the sandbox, or host time for all platforms of an environment.
 * The hours that contain `from` and `to` are included. At most 31 days.
 */
export interface OverviewRequest {
  readonly from: Instant;
  readonly to: Instant;
  /** One platform in one environment, or an environment with all its platforms. */
  readonly of: TenantKey | Environment;
}

/** What happened to payments; a payment counts in the hour of each event. */
export interface Outcomes {
  readonly accepted: number;
  readonly settled: number;
  /** Payments that ended without settling, but those that were cancelled or expired. */
  readonly failed: number;
  readonly cancelled: number;
  readonly expired: number;
  /** Payments whose money was taken back after they had settled, in this hour or before. */
  readonly returned: number;
}

export interface RailFigures extends Outcomes {
  readonly rail: string;
  /** Of the payments that settled or failed, the share that settled, in rounded basis points; 10,000 only if none failed, and null if there are none. */
  readonly successBps: number | null;
  /** Time to settle, in the tenant's time, of the payments that were not settled at once. */
  readonly p50: Percentile | null;
  readonly p95: Percentile | null;
}

/** Payments that a rail has to collect or deliver, or whose refund it has to send. */
export interface OpenPayments {
  readonly environment: Environment;
  readonly kind: PaymentKind;
  readonly count: number;
  /** When the oldest one began, rounded down to five minutes. */
  readonly oldestSince: Instant;
}

export interface Overview {
  /** Each hour of the period, also those without payments. */
  readonly hours: readonly (Outcomes & { readonly hour: Instant })[];
  /** The outcomes of the same number of hours before the period, together. */
  readonly before: Outcomes;
  /** Settled payments, in smallest units. */
  readonly volume: readonly {
    readonly kind: PaymentKind;
    readonly currency: CurrencyCode;
    readonly settled: number;
    readonly amount: bigint;
  }[];
  readonly rails: readonly RailFigures[];
  readonly failures: readonly { readonly kind: PaymentKind; readonly reason: string; readonly count: number }[];
  /** Of all platforms of the environment. */
  readonly open: readonly OpenPayments[];
  /** True if the newest payments are missing, because the host still counts earlier ones. */
  readonly isBehind: boolean;
  /** Seconds by which the next job and the next event of all platforms are overdue. */
  readonly backlog: { readonly jobsSeconds: number; readonly eventsSeconds: number };
  readonly exceptions: readonly OpenExceptions[];
  /** Platforms whose present endpoint has not accepted an event yet that was tried, those with the oldest event first. */
  readonly failingEndpoints: readonly UndeliveredEvents[];
  /** The number of verifications that wait for a person; of a platform with more than 10,000, that many. */
  readonly waitingVerifications: number;
  readonly positions: readonly Position[];
}

const HOURS_AT_MOST = 31 * 24 + 1;

/** The figures of a period and the present state of a platform or of an environment. */
export const readOverview =
  (ports: OverviewPorts) =>
  async ({ from, to, of }: OverviewRequest): Promise<Overview> => {
    const tenant = isEnvironment(of) ? houseTenant(of) : of;
    const { environment } = splitTenant(tenant);
    const hours = hoursBetween(from, to);
    const totals = totalsOf(environment);
    const earlier = hours.map((hour) => instant(hour - hours.length * HOUR_MS));
    const places = [...earlier, ...hours].map((hour) => ({ tenant, hour }));
    const { rows, isBehind } = await readFigures(ports.units, [...places, totals]);
    const cellsOf = (hour: Instant): readonly Cell[] => rows.get(idOf({ tenant, hour }))?.cells ?? [];
    const cells = hours.flatMap(cellsOf);
    return {
      hours: hours.map((hour) => ({ hour, ...outcomesOf(cellsOf(hour)) })),
      before: outcomesOf(earlier.flatMap(cellsOf)),
      volume: volumeOf(cells),
      rails: railsOf(cells),
      failures: failuresOf(cells),
      open: openPayments(environment, rows.get(idOf(totals))?.open ?? {}),
      isBehind,
      ...(await stateOf(ports, tenant)),
    };
  };

const isEnvironment = (of: TenantKey | Environment): of is Environment => ENVIRONMENTS.some((each) => each === of);

function hoursBetween(from: Instant, to: Instant): readonly Instant[] {
  const first = hourOf(from);
  const count = (hourOf(to) - first) / HOUR_MS + 1;
  if (!(count >= 1 && count <= HOURS_AT_MOST)) throw new Bug(`an overview has 1 to ${HOURS_AT_MOST} hours`);
  return Array.from({ length: count }, (_, i) => instant(first + i * HOUR_MS));
}

function outcomesOf(cells: readonly Cell[]): Outcomes {
  const outcomes = { accepted: 0, settled: 0, failed: 0, cancelled: 0, expired: 0, returned: 0 };
  for (const { accepted, settled, returned, failed } of cells) {
    outcomes.accepted += accepted;
    outcomes.settled += settled;
    outcomes.returned += returned;
    for (const [reason, count] of Object.entries(failed)) {
      outcomes[countedAs(reason)] += count;
    }
  }
  return outcomes;
}

function volumeOf(cells: readonly Cell[]): Overview['volume'] {
  const settled = cells.filter((cell) => cell.settled > 0);
  return grouped(settled, ({ kind, currency }) => `${kind}/${currency}`).map(([{ kind, currency }, some]) => ({
    kind,
    currency,
    settled: total(some, (cell) => cell.settled),
    amount: some.reduce((sum, { amount }) => sum + amount, 0n),
  }));
}

const railsOf = (cells: readonly Cell[]): readonly RailFigures[] =>
  grouped(cells, ({ rail }) => rail).map(([{ rail }, some]) => {
    const outcomes = outcomesOf(some);
    const { settled, failed } = outcomes;
    const times: Record<string, number> = {};
    for (const cell of some) {
      for (const [bucket, count] of Object.entries(cell.times)) times[bucket] = (times[bucket] ?? 0) + count;
    }
    const successBps = settled + failed === 0 ? null : roundedShare(settled, settled + failed, 10_000);
    return { rail, ...outcomes, successBps, p50: percentileOf(times, 50), p95: percentileOf(times, 95) };
  });

function failuresOf(cells: readonly Cell[]): Overview['failures'] {
  const failures = cells.flatMap(({ kind, failed }) =>
    Object.entries(failed).map(([reason, count]) => ({ kind, reason, count })),
  );
  return grouped(failures, ({ kind, reason }) => `${kind}/${reason}`).map(([{ kind, reason }, some]) => ({
    kind,
    reason,
    count: total(some, ({ count }) => count),
  }));
}

export const openPayments = (environment: Environment, open: OpenSlots): readonly OpenPayments[] =>
  PAYMENT_KINDS.flatMap((kind) => {
    const slots = Object.keys(open[kind] ?? {}).map(beginOf);
    if (slots.length === 0) return [];
    const count = Object.values(open[kind]!).reduce((sum, each) => sum + each, 0);
    return [{ environment, kind, count, oldestSince: instant(Math.min(...slots)) }];
  });

/** In the order of the keys, each group with its first member. */
function grouped<T>(all: readonly T[], keyOf: (each: T) => string): readonly (readonly [T, readonly T[]])[] {
  const groups = new Map<string, T[]>();
  for (const each of all) {
    const group = groups.get(keyOf(each));
    if (group === undefined) groups.set(keyOf(each), [each]);
    else group.push(each);
  }
  return [...groups].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, some]) => [some[0]!, some] as const);
}

const total = <T>(all: readonly T[], of: (each: T) => number): number => all.reduce((sum, each) => sum + of(each), 0);

type State = Pick<Overview, 'backlog' | 'exceptions' | 'failingEndpoints' | 'waitingVerifications' | 'positions'>;

async function stateOf({ units, clock, jobs, outbox }: OverviewPorts, tenant: TenantKey): Promise<State> {
  const now = clock.now();
  const { environment } = splitTenant(tenant);
  const isAll = isHouse(tenant);
  const behind = (due: Instant | null): number => (due === null ? 0 : Math.max(now - due, 0) / 1000);
  const { exceptions, tenants } = await units.read(isAll ? null : tenant, async (reads) => ({
    exceptions: await countOpenExceptions(reads),
    tenants: isAll ? await reads.tenants(VERIFICATIONS) : [tenant],
  }));
  const positions = await readPositions(units, now);
  const undelivered = await outbox.undelivered();
  const isOwn = (owner: TenantKey): boolean =>
    isAll ? splitTenant(owner).environment === environment : owner === tenant;
  return {
    backlog: { jobsSeconds: behind(await jobs.nextDue()), eventsSeconds: behind(await outbox.nextDue()) },
    exceptions: exceptions.filter((exception) => exception.environment === environment),
    failingEndpoints: await failingEndpoints(
      units,
      undelivered.filter((each) => isOwn(each.tenant)),
    ),
    waitingVerifications: await waitingVerifications(units, tenants.filter(isOwn)),
    positions: positions.filter((position) => isOwn(position.tenant)),
  };
}

/** The index begins with the tenant, so the verifications of all platforms are counted for one after another. */
async function waitingVerifications(units: UnitOfWork, tenants: readonly TenantKey[]): Promise<number> {
  let waiting = 0;
  for (const each of tenants) waiting += (await units.read(each, waitingReviews)).count;
  return waiting;
}
