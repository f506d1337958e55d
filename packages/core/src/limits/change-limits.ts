import { type Customer, CUSTOMERS } from '../customers/index.js';
import {
  type Context,
  type CurrencyCode,
  err,
  type FieldError,
  type Id,
  invalidFields,
  isId,
  mark,
  ok,
  type Reads,
  type Result,
  type Tx,
} from '../kernel/index.js';
import { amountText } from '../money/index.js';
import {
  hasMaxima,
  isLoosened,
  type LimitKind,
  type LimitMaxima,
  limitOf,
  MAXIMA,
  NO_MAXIMA,
  type PaymentLimit,
  type Platform,
  PLATFORMS,
  withLimit,
} from '../platforms/index.js';
import { openLimit } from './limits-of.js';
import { LIMIT_KIND_NAMES } from './refusals.js';

/** The limit that is changed: that of a customer, or of the platform if none is named. */
export interface LimitPlace {
  readonly customerId?: Id<'Customer'> | undefined;
  readonly kind: LimitKind;
  readonly currency: CurrencyCode;
}

/** The maxima that are given change; null takes one away. */
export type LimitChange = LimitPlace & Partial<{ readonly [K in keyof LimitMaxima]: LimitMaxima[K] | undefined }>;

export interface PlannedLimit {
  readonly platform: Platform;
  readonly customer: Customer | null;
  /** The limit of this place now; null: it has none. */
  readonly before: PaymentLimit | null;
  /** What applies to a customer of this place now. */
  readonly applies: LimitMaxima;
  /** The limit of this place afterwards; null: it has none. */
  readonly after: PaymentLimit | null;
  /** What applies to a customer of this place afterwards. */
  readonly next: LimitMaxima;
  /** Whether customers may start more than before. */
  readonly loosens: boolean;
}

async function readPlace(
  reads: Reads,
  { tenant }: Pick<Context, 'tenant'>,
  place: LimitPlace,
): Promise<Result<Pick<PlannedLimit, 'platform' | 'customer' | 'before' | 'applies'>>> {
  const platform = await reads.get(PLATFORMS, tenant);
  if (platform === null) return err('REFERENCE_NOT_FOUND', 'the platform does not exist');
  const ofPlatform = limitOf(platform.customerLimits, place);
  const { customerId } = place;
  if (customerId === undefined)
    return ok({ platform, customer: null, before: ofPlatform, applies: ofPlatform ?? NO_MAXIMA });
  const customer = isId('Customer', customerId) ? await reads.get(CUSTOMERS, customerId) : null;
  if (customer === null || customer.isDeleted)
    return err('USER_NOT_FOUND', 'the customer does not exist or was deleted');
  const before = limitOf(customer.ownLimits, place);
  return ok({ platform, customer, before, applies: before ?? ofPlatform ?? NO_MAXIMA });
}

/** A maximum of a month below that of a day makes the day's one meaningless. */
function faultsOf({ dailyAmount, monthlyAmount, dailyCount, monthlyCount }: LimitMaxima): readonly FieldError[] {
  const isBelow = (month: bigint | number | null, day: bigint | number | null): boolean =>
    month !== null && day !== null && month < day;
  return [
    ...(isBelow(monthlyAmount, dailyAmount)
      ? [{ field: 'monthlyAmount', message: 'must not be less than dailyAmount' }]
      : []),
    ...(isBelow(monthlyCount, dailyCount)
      ? [{ field: 'monthlyCount', message: 'must not be less than dailyCount' }]
      : []),
  ];
}

/**
 * What a change would do. What is not given stays as it is; a new limit of a customer begins with that of the platform.
 * 404 USER_NOT_FOUND; 400 INVALID_INPUT for maxima that contradict each other; 409 CONFLICT if nothing would change.
 */
export async function planLimit(reads: Reads, ctx: Context, change: LimitChange): Promise<Result<PlannedLimit>> {
  const found = await readPlace(reads, ctx, change);
  if (!found.ok) return found;
  const { before, applies, customer } = found.value;
  const { kind, currency } = change;
  const given = MAXIMA.filter((name) => change[name] !== undefined);
  const named = Object.fromEntries(given.map((name) => [name, change[name]]));
  const base = { ...NO_MAXIMA, ...applies, kind, currency };
  const after: PaymentLimit = { ...base, ...named };
  const faults = faultsOf(after);
  if (faults.length > 0) return invalidFields(faults);
  if (MAXIMA.every((name) => after[name] === applies[name]) && (before !== null || customer === null))
    return err('CONFLICT', `nothing changes: ${limitText(after)} apply already`);
  return ok({ ...found.value, after, next: after, loosens: isLoosened(applies, after) });
}

/** What it would do to take a limit away. 404 USER_NOT_FOUND; 409 CONFLICT if there is none. */
export async function planRemoval(reads: Reads, ctx: Context, place: LimitPlace): Promise<Result<PlannedLimit>> {
  const found = await readPlace(reads, ctx, place);
  if (!found.ok) return found;
  const { platform, customer, before, applies } = found.value;
  if (before === null || (customer === null && !hasMaxima(before)))
    return err(
      'CONFLICT',
      `${customer === null ? 'the platform' : 'the customer'} has no limit of ${LIMIT_KIND_NAMES[place.kind]} in ${place.currency}`,
    );
  const next = customer === null ? NO_MAXIMA : (limitOf(platform.customerLimits, place) ?? NO_MAXIMA);
  return ok({ ...found.value, after: null, next, loosens: isLoosened(applies, next) });
}

export interface ChangedLimits {
  readonly platform: Platform;
  /** Set if the limit of a customer was changed. */
  readonly customer: Customer | null;
}

/**
 * Writes a change as it was planned in this unit. Neither record shows to its platform that it has changed. `changed`
 * drops the cached settings of the platform. Of a removed limit of the platform, an entry without maxima stays, so that
 * payments look for own limits as before.
 */
export function writeLimit(
  tx: Tx,
  { platform, customer, after }: PlannedLimit,
  place: LimitPlace,
  changed: (platform: Platform) => void,
): ChangedLimits {
  if (customer === null) {
    const customerLimits = withLimit(platform.customerLimits, place, after ?? openLimit(place));
    const written = mark(tx, PLATFORMS, platform, { customerLimits });
    changed(written);
    return { platform: written, customer };
  }
  const own = mark(tx, CUSTOMERS, customer, { ownLimits: withLimit(customer.ownLimits, place, after) });
  if (after === null || limitOf(platform.customerLimits, place) !== null) return { platform, customer: own };
  const customerLimits = withLimit(platform.customerLimits, place, openLimit(place));
  const written = mark(tx, PLATFORMS, platform, { customerLimits });
  changed(written);
  return { platform: written, customer: own };
}

const maximumText = (limit: PaymentLimit, name: keyof LimitMaxima): string | null => {
  const value = limit[name];
  if (value === null) return null;
  return typeof value === 'bigint' ? amountText(value, limit.currency) : `${value} in number`;
};

/** `payouts in USD of at most 1,000.00 USD in a day, 20 in number in a month`. */
export function limitText(limit: PaymentLimit): string {
  const parts = MAXIMA.flatMap((name) => {
    const text = maximumText(limit, name);
    return text === null ? [] : [`${text} in a ${name.startsWith('daily') ? 'day' : 'month'}`];
  });
  const name = LIMIT_KIND_NAMES[limit.kind];
  return parts.length === 0
    ? `${name} in ${limit.currency} without a limit`
    : `${name} in ${limit.currency} of at most ${parts.join(', ')}`;
}
