import { CUSTOMERS } from '../customers/index.js';
import { type CurrencyCode, type Id, isId, type Reads } from '../kernel/index.js';
import {
  hasMaxima,
  type LimitedPayment,
  limitOf,
  NO_MAXIMA,
  type PaymentLimit,
  type Platform,
} from '../platforms/index.js';

type Limiting = Pick<Platform, 'customerLimits'>;

/** What is limited: a payment of a customer. */
export interface Limited {
  /** The payments of the platform's own accounts have no limits. */
  readonly customerId: string;
  readonly kind: LimitedPayment;
  readonly currency: CurrencyCode;
}

/** The limit of a platform and the one that a customer has in its place. */
export interface LimitOfCustomer {
  readonly limit: PaymentLimit;
  /** Whether the limit is the customer's own. */
  readonly isOwn: boolean;
}

/** The limits that apply to a customer: its own, and those of the platform that it has no own limit for. */
export const limitsFor = (
  { customerLimits }: Limiting,
  ownLimits: readonly PaymentLimit[] | null,
): readonly LimitOfCustomer[] =>
  (customerLimits ?? []).map((limit) => {
    const own = limitOf(ownLimits, limit);
    return own === null ? { limit, isOwn: false } : { limit: own, isOwn: true };
  });

/**
 * Where the platform has no limit and customers can have their own, this is kept with the platform: payments look for own
 * limits only where their platform has an entry, so that nothing is read while no limit is set.
 */
export const openLimit = ({ kind, currency }: Pick<PaymentLimit, 'kind' | 'currency'>): PaymentLimit => ({
  kind,
  currency,
  ...NO_MAXIMA,
});

const concerns = (limit: PaymentLimit, { kind, currency }: Limited): boolean =>
  limit.currency === currency && (limit.kind === kind || (limit.kind === 'ALL' && kind !== 'COLLECTION'));

export interface LimitsOfPayment {
  readonly customerId: Id<'Customer'>;
  readonly limits: readonly PaymentLimit[];
}

/** The limits with a maximum that concern a payment; null, without any read, if its platform has none for it. */
export async function limitsOf(reads: Reads, platform: Limiting, payment: Limited): Promise<LimitsOfPayment | null> {
  const { customerId } = payment;
  const customerLimits = (platform.customerLimits ?? []).filter((limit) => concerns(limit, payment));
  if (customerLimits.length === 0 || !isId('Customer', customerId)) return null;
  const customer = await reads.get(CUSTOMERS, customerId);
  const limits = limitsFor({ customerLimits }, customer?.ownLimits ?? null).map(({ limit }) => limit);
  const limiting = limits.filter(hasMaxima);
  return limiting.length === 0 ? null : { customerId, limits: limiting };
}
