import { type Customer, CUSTOMERS, isScaRegulated } from '../customers/index.js';
import {
  type Environment,
  err,
  isId,
  ok,
  type Page,
  type PageRequest,
  type Query,
  type Result,
  type TenantKey,
} from '../kernel/index.js';
import { type OfPlatform, type OverPlatformsPorts, readOverPlatforms } from '../platforms/index.js';
import { factorsOf, type ScaFactorView, viewsOf } from './factor-service.js';
import { lockStateOf, type LockState, SCA_GUARDS } from './guard.js';
import { SCA_RESETS, type ScaReset } from './reset.js';

export type ResetInReview = OfPlatform<ScaReset, Customer>;

export interface ResetsFilter extends PageRequest {
  readonly environment?: Environment | undefined;
  /** The tenants that the caller may read; absent: all. */
  readonly within?: ((tenant: TenantKey) => boolean) | undefined;
}

/** Resets whose liveness check awaits a person's verdict, over all platforms, oldest first. */
export const resetsInReview =
  (ports: OverPlatformsPorts) =>
  ({ environment, within, ...page }: ResetsFilter): Promise<Result<Page<ResetInReview>>> =>
    readOverPlatforms<ScaReset, Customer>(
      ports,
      {
        kind: SCA_RESETS,
        where: { status: 'PENDING_REVIEW' },
        environment,
        within,
        about: async (reads, resets) => {
          const customers = await reads.getMany(
            CUSTOMERS,
            resets.map(({ customerId }) => customerId),
          );
          const byId = new Map<string, Customer>(customers.map((customer) => [customer.id, customer]));
          return new Map(
            resets.flatMap(({ id, customerId }) => {
              const customer = byId.get(customerId);
              return customer === undefined ? [] : [[id, customer] as const];
            }),
          );
        },
      },
      page,
    );

/** How a customer proves who it is. */
export interface ScaStanding {
  /** Whether the customer is in a region with strong customer authentication. */
  readonly isRegulated: boolean;
  readonly factors: readonly ScaFactorView[];
  readonly lock: LockState;
  /** Newest first, at most ten. */
  readonly resets: readonly ScaReset[];
}

const MOST_RESETS = 10;

/** For operators; also of a customer who is deleted or not regulated. USER_NOT_FOUND. */
export const readStanding: Query<{ readonly customerId: string }, ScaStanding> = async (
  reads,
  { now },
  { customerId },
) => {
  const customer = isId('Customer', customerId) ? await reads.get(CUSTOMERS, customerId) : null;
  if (customer === null) return err('USER_NOT_FOUND');
  const where = { customerId: customer.id };
  const { rows } = await reads.list(SCA_RESETS, { where, order: 'desc', limit: MOST_RESETS, counted: false });
  return ok({
    isRegulated: isScaRegulated(customer.region),
    factors: viewsOf(await factorsOf(reads, customer)),
    lock: lockStateOf(await reads.get(SCA_GUARDS, customer.id), now),
    resets: rows,
  });
};
