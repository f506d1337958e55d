import {
  BASE_COLUMNS,
  type BaseRecord,
  type CurrencyCode,
  type Environment,
  houseTenant,
  type Instant,
  instant,
  recordKind,
  splitTenant,
  type TenantKey,
} from '../kernel/index.js';

/** What a payment is in the figures: a transfer is a payment without a quote to or from an external account. */
export const PAYMENT_KINDS = ['INCOMING', 'OUTGOING', 'TRANSFER', 'CARD'] as const;
export type PaymentKind = (typeof PAYMENT_KINDS)[number];

/** The figures of the payments of one kind on one rail in one currency. */
export interface Cell {
  readonly kind: PaymentKind;
  /** Name of the rail or the card issuer; `internal` if the payment stays in the ledger, `uma` if it arrives by UMA. */
  readonly rail: string;
  readonly currency: CurrencyCode;
  readonly accepted: number;
  readonly settled: number;
  /** Total of the settled payments in smallest units. */
  readonly amount: bigint;
  /** Payments whose money was taken back after they had settled. */
  readonly returned: number;
  /** By reason: payments that ended without settling. */
  readonly failed: Readonly<Record<string, number>>;
  /** By number of the bucket (settle-times.ts): settled payments by their time to settle. */
  readonly times: Readonly<Record<string, number>>;
  /** The total of these times in milliseconds. */
  readonly settleMs: number;
}

/** By kind and by slot of five minutes in which they began: payments that an operator should see end. */
export type OpenSlots = Readonly<Partial<Record<PaymentKind, Readonly<Record<string, number>>>>>;

/**
 * The figures of one hour: of a platform in one environment, by its own clock, or (house tenant) of all platforms of the
 * environment, in host time; and the totals of an environment since its first payment, with the hour 0.
 */
export interface Figure extends BaseRecord {
  readonly hour: Instant;
  readonly cells: readonly Cell[];
  /** Only on totals; otherwise empty. */
  readonly open: OpenSlots;
}

export const FIGURES = recordKind<Figure>()({
  name: 'figures',
  scope: 'host',
  columns: { ...BASE_COLUMNS, hour: 'instant', cells: 'json', open: 'json' },
  states: [],
  unique: [],
  filters: [],
  immutable: ['hour'],
});

/** The position of the last event that the figures contain. One row, guarded against two hosts that count at once. */
export interface FigureHead extends BaseRecord {
  readonly position: number;
}

export const FIGURE_HEADS = recordKind<FigureHead>()({
  name: 'figure_heads',
  scope: 'host',
  columns: { ...BASE_COLUMNS, position: 'int' },
  states: [],
  unique: [],
  filters: [],
  immutable: [],
});

export const FIGURE_HEAD_ID = 'figures';

export const HOUR_MS = 3_600_000;
export const hourOf = (at: Instant): Instant => instant(Math.floor(at / HOUR_MS) * HOUR_MS);

const TOTALS_HOUR = instant(0);

/** A row of figures: whose they are, and of which hour. */
export interface Place {
  readonly tenant: TenantKey;
  readonly hour: Instant;
}

export const idOf = ({ tenant, hour }: Place): string => `${tenant}/${hour}`;
export const totalsOf = (environment: Environment): Place => ({ tenant: houseTenant(environment), hour: TOTALS_HOUR });

/** The rows that count what happened to a payment of a tenant: in host time, and by the clock of its platform. */
export function placesOf(tenant: TenantKey, at: Instant, ownAt: Instant): readonly Place[] {
  const { environment } = splitTenant(tenant);
  return [
    { tenant, hour: hourOf(ownAt) },
    { tenant: houseTenant(environment), hour: hourOf(at) },
    totalsOf(environment),
  ];
}
