import { type Customer, CUSTOMERS, isScaRegulated } from '../customers/index.js';
import { type Context, err, ok, type Query, type Reads, type Result } from '../kernel/index.js';
import { SCA_GUARDS } from './guard.js';
import { factorsOf } from './factor-service.js';

/** Whether a host wants a login before it shows what is a regulated customer's, or changes its factors. */
export type NeedsSession = boolean;

export const SESSION_SECONDS = 300;

/** 409 SCA_SESSION_REQUIRED where nobody has logged in for the customer within the last five minutes. */
async function requireSession(reads: Reads, ctx: Context, customer: Customer): Promise<Result<void>> {
  if (!isScaRegulated(customer.region)) return ok();
  const until = (await reads.get(SCA_GUARDS, customer.id))?.sessionUntil ?? null;
  return until !== null && until > ctx.now ? ok() : err('SCA_SESSION_REQUIRED');
}

/** For changes of factors: the first one of a customer is enrolled without a login, for there is nothing to log in by. */
export async function sessionFor(
  needed: NeedsSession,
  reads: Reads,
  ctx: Context,
  customer: Customer,
): Promise<Result<void>> {
  if (!needed) return ok();
  const { phone, totp, passkey } = await factorsOf(reads, customer);
  if (phone === null && totp === null && passkey === null) return ok();
  return requireSession(reads, ctx, customer);
}

/** Whose a read is, by either of a customer's ids; of nobody in particular where it names neither. */
export interface ReadOf {
  readonly customerId?: string | undefined;
  readonly platformCustomerId?: string | undefined;
}

/**
 * A read of what is one customer's, behind a login of that customer where the host wants one: else
 * 409 SCA_SESSION_REQUIRED. A customer that is not there is the read's own matter.
 */
export const guardRead =
  (needed: NeedsSession) =>
  <I extends ReadOf, O>(read: Query<I, O>): Query<I, O> =>
  async (reads, ctx, input) => {
    if (!needed) return read(reads, ctx, input);
    const { customerId, platformCustomerId } = input;
    const named = [
      customerId === undefined ? null : await reads.get(CUSTOMERS, customerId),
      platformCustomerId === undefined ? null : await reads.find(CUSTOMERS, 'platformCustomerId', [platformCustomerId]),
    ];
    for (const customer of named) {
      const allowed = customer === null || customer.isDeleted ? ok() : await requireSession(reads, ctx, customer);
      if (!allowed.ok) return allowed;
    }
    return read(reads, ctx, input);
  };
