import { type Context, err, invalidFields, ok, type Result, splitTenant } from '../kernel/index.js';
import { type PaymentRail, railsOf } from './account-types/index.js';
import type { ExternalAccount } from './external-account.js';
import type { Delivering, Pulling, Rails } from './rail.js';

/**
 * The rail that delivers to an external account. EXTERNAL_ACCOUNT_VERIFICATION_REQUIRED; INVALID_INPUT on
 * `destination.paymentRail` if that rail does not reach the account type; NOT_IMPLEMENTED if no rail delivers.
 */
export function routePayout(
  rails: Rails,
  ctx: Pick<Context, 'tenant'>,
  account: ExternalAccount,
  paymentRail: PaymentRail | null,
): Result<Delivering> {
  if (account.status !== 'ACTIVE') return err('EXTERNAL_ACCOUNT_VERIFICATION_REQUIRED');
  const { accountType } = account.accountInfo;
  const reached = railsOf(accountType);
  if (paymentRail !== null && !reached.includes(paymentRail)) {
    return invalidFields([{ field: 'destination.paymentRail', constraint: { enum: reached } }]);
  }
  return rails.forPayout(splitTenant(ctx.tenant).environment, accountType, account.currency, paymentRail);
}

/** INVALID_BANK_ACCOUNT on `destination.accountId` if the rail knows that it would not deliver to the account now. */
export const payableNow = (
  { payouts }: Delivering,
  { now }: Pick<Context, 'now'>,
  { accountInfo }: ExternalAccount,
  paymentRail: PaymentRail | null,
): Result<null> =>
  payouts.isPayable?.(accountInfo, paymentRail, now) === false
    ? invalidFields([{ field: 'destination.accountId', message: UNPAYABLE }], 'INVALID_BANK_ACCOUNT')
    : ok(null);

const UNPAYABLE = 'names an account that cannot be paid today, because no rail reaches its bank; use another account';

/**
 * The rail that collects from an external account. EXTERNAL_ACCOUNT_VERIFICATION_REQUIRED; INVALID_INPUT on
 * `source.accountId` if no rail collects from it.
 */
export function routePull(rails: Rails, ctx: Pick<Context, 'tenant'>, account: ExternalAccount): Result<Pulling> {
  const { accountType } = account.accountInfo;
  const rail = rails.forPull(splitTenant(ctx.tenant).environment, accountType, account.currency);
  if (rail === null) {
    return invalidFields([
      {
        field: 'source.accountId',
        message: 'cannot be debited: no rail in this environment collects from this account',
      },
    ]);
  }
  return account.status === 'ACTIVE' ? ok(rail) : err('EXTERNAL_ACCOUNT_VERIFICATION_REQUIRED');
}
