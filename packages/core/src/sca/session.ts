import { type Customer, CUSTOMERS, isScaRegulated } from '../customers/index.js';
import { type Context, err, isId, ok, type Query, type Reads, type Result } from '../kernel/index.js';
import { SCA_GUARDS } from './guard.js';
import { factorsOf } from './factor-service.js';

/** Whether the host requires a login before it shows the data of a regulated customer or changes its factors. */
export type NeedsSession = boolean;

export const SESSION_SECONDS = 300;

/**
 * 409 SCA_SESSION_REQUIRED with `details.customerIds`, if one of these customers is regulated and has not logged in
 * within the last five minutes. Deleted customers are ignored, because they cannot log in.
 */
async function requireSessions(reads: Reads, ctx: Context, customers: readonly Customer[]): Promise<Result<void>> {
  const regulated = customers.filter(({ region, isDeleted }) => isScaRegulated(region) && !isDeleted);
  if (regulated.length === 0) return ok();
  const guards = await reads.getMany(
    SCA_GUARDS,
    regulated.map(({ id }) => id),
  );
  const loggedIn = new Set(guards.filter(({ sessionUntil }) => (sessionUntil ?? 0) > ctx.now).map(({ id }) => id));
  const customerIds = regulated.map(({ id }) => id).filter((id) => !loggedIn.has(id));
  if (customerIds.length === 0) return ok();
  const message =
    `${customerIds.join(', ')} must log in first (POST /sca/login/start); or restrict the request to a customer who ` +
    'is logged in or needs no login';
  return err('SCA_SESSION_REQUIRED', message, { customerIds });
}

/**
 * Checks that a customer who changes a factor is logged in. The first factor needs no login, because the customer has
 * nothing to log in with yet. 409 SCA_SESSION_REQUIRED.
 */
export async function sessionFor(
  needed: NeedsSession,
  reads: Reads,
  ctx: Context,
  customer: Customer,
): Promise<Result<void>> {
  if (!needed) return ok();
  const { phone, totp, passkey } = await factorsOf(reads, customer);
  if (phone === null && totp === null && passkey === null) return ok();
  return requireSessions(reads, ctx, [customer]);
}

/**
 * The customer by whom a read filters: by Corridor's id (`customerId`) or by the platform's id (`platformCustomerId`).
 * Both are absent if the read does not filter by customer.
 */
interface ReadOf {
  readonly customerId?: string | undefined;
  readonly platformCustomerId?: string | undefined;
}

/**
 * Wraps a read of customers' data. If the host requires it, every customer that the read names or shows must be logged
 * in: otherwise 409 SCA_SESSION_REQUIRED. A page is refused as a whole, not filtered
 * (docs/areas/sca.md#reads-that-need-a-login).
 */
export type GuardRead = ReturnType<typeof guardRead>;

export const guardRead =
  (needed: NeedsSession) =>
  <I extends object, O>(read: Query<I, O>, shownIn: (answer: O) => readonly (string | null)[]): Query<I, O> =>
  async (reads, ctx, input) => {
    const answer = await read(reads, ctx, input);
    if (!needed || !answer.ok) return answer;
    const { customerId, platformCustomerId }: ReadOf = input;
    const ids = new Set([...shownIn(answer.value), customerId ?? null].filter((id) => id !== null));
    const named =
      platformCustomerId === undefined ? null : await reads.find(CUSTOMERS, 'platformCustomerId', [platformCustomerId]);
    if (named !== null) ids.add(named.id);
    const customers = await reads.getMany(
      CUSTOMERS,
      [...ids].filter((id) => isId('Customer', id)),
    );
    const allowed = await requireSessions(reads, ctx, customers);
    return allowed.ok ? answer : allowed;
  };
