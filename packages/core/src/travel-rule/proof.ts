import type { ExternalAccount } from '../accounts/index.js';
import { type Context, type CurrencyCode, err, invalidFields, ok, type Result, splitTenant } from '../kernel/index.js';
import { amountText } from '../money/index.js';
import type { RateBook } from '../rates/index.js';
import type { ConnectedTravelRule, TravelRuleMembers } from './members.js';
import { institutionOf, isBeneficiaryNamed } from './parties.js';

const EUR = 'EUR' as CurrencyCode;

/** A payment to an external account, before it is written or before its rail gets it. */
export interface PaidOnChain {
  readonly rail: string;
  readonly account: ExternalAccount;
  readonly currency: CurrencyCode;
  /** Smallest units that the account receives. */
  readonly amount: bigint;
}

export interface ProofPorts {
  readonly members: TravelRuleMembers;
  readonly rates: Pick<RateBook, 'mid'>;
}

/**
 * Whether the amount is above the limit of wallets in self-custody, at the present mid-rate and without rounding. The
 * error of the rates if they do not know the currency now.
 */
export function isAboveLimit(
  { rates }: Pick<ProofPorts, 'rates'>,
  ctx: Context,
  { rules }: ConnectedTravelRule,
  { currency, amount }: Pick<PaidOnChain, 'currency' | 'amount'>,
): Result<boolean> {
  const mid = rates.mid(splitTenant(ctx.tenant).environment, currency, EUR);
  if (!mid.ok) return mid;
  const { num, den } = mid.value.rate;
  return ok(amount * num > rules.proofAbove * den);
}

/**
 * Refuses a payment that could not leave: to a wallet in self-custody above the limit without a proof of its key, with 400
 * EXTERNAL_ACCOUNT_VERIFICATION_REQUIRED; to a wallet at an institution without the name that the institution needs, with 400 INVALID_INPUT. Without a rate no amount is known to be below the limit: 503 SERVICE_UNAVAILABLE.
 */
export type MustBeProven = (ctx: Context, paid: PaidOnChain, field: string) => Result<void>;

export const mustBeProven =
  (ports: ProofPorts): MustBeProven =>
  (ctx, paid, field) => {
    const { account } = paid;
    const member = ports.members.ofRail(paid.rail);
    if (member === null) return ok();
    if (institutionOf(account) !== null)
      return isBeneficiaryNamed(account) ? ok() : invalidFields([{ field, message: UNNAMED }]);
    if (account.ownershipProof !== null) return ok();
    const above = isAboveLimit(ports, ctx, member, paid);
    if (!above.ok) return err('SERVICE_UNAVAILABLE', NO_RATE);
    if (!above.value) return ok();
    const limit = amountText(member.rules.proofAbove, EUR);
    return invalidFields([{ field, message: `${unproven(limit)}; ${HOW_TO_PROVE}` }], UNVERIFIED);
  };

const UNVERIFIED = 'EXTERNAL_ACCOUNT_VERIFICATION_REQUIRED';

const UNNAMED =
  'is a wallet that an institution keeps, and names no beneficiary, whose name the institution needs; add the account again with `beneficiary`';

const NO_RATE = 'no rate is known by which the amount could be compared with the limit in EUR; try again later';

const unproven = (limit: string): string =>
  `is a wallet in self-custody, and payments above ${limit} need a proof that its owner holds the key`;

const HOW_TO_PROVE =
  'prove the ownership of the account, which must have the ownershipType FIRST_PARTY, or name the institution that keeps the wallet in `vaspName`';
