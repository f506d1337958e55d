import {
  type AccountInfo,
  EXTERNAL_ACCOUNTS,
  INTERNAL_ACCOUNTS,
  type PaymentRail,
  primaryIdentifier,
  type Rails,
  RailUnavailable,
  routePayout,
} from '../accounts/index.js';
import {
  Bug,
  type Context,
  type CurrencyCode,
  err,
  invalidFields,
  ok,
  type Result,
  type UnitOfWork,
} from '../kernel/index.js';
import { amountText } from '../money/index.js';

/** A withdrawal to a chain, derived from the external account and its rail. */
interface Withdrawal {
  readonly rail: string;
  readonly network: string;
  readonly currency: CurrencyCode;
  readonly address: string;
}

/**
 * The network fee of a transfer out, asked before the unit of work that creates the transfer. `withdrawal` is null if
 * there is no network fee: at a bank, or off chain.
 */
export interface WithdrawalFee {
  readonly withdrawal: Withdrawal | null;
  /**
   * In smallest units of the currency; zero without a withdrawal. An error only matters if the transfer needs the fee.
   */
  readonly fee: Result<bigint>;
}

export interface WithdrawalFeePorts {
  readonly units: UnitOfWork;
  readonly rails: Rails;
}

export interface FeeQuestion {
  readonly sourceId: string;
  readonly destinationId: string;
  readonly amount?: bigint | undefined;
  readonly paymentRail?: PaymentRail | undefined;
}

export const NO_WITHDRAWAL_FEE: WithdrawalFee = { withdrawal: null, fee: ok(0n) };

/** The chain and address of a payout; null if the rail uses no chain, or it has no fee. */
export function withdrawalTo(
  rails: Rails,
  railName: string,
  account: AccountInfo,
  currency: CurrencyCode,
): Withdrawal | null {
  const network = rails.byName(railName).networkFees?.networkOf(account, currency) ?? null;
  return network === null ? null : { rail: railName, network, currency, address: primaryIdentifier(account) };
}

/**
 * Asks the rail for the network fee of a transfer out, between units. If the transfer itself is invalid, the rail is
 * not asked; the unit that creates the transfer reads everything again and returns the error.
 */
export async function askWithdrawalFee(
  { units, rails }: WithdrawalFeePorts,
  ctx: Context,
  { sourceId, destinationId, amount, paymentRail }: FeeQuestion,
): Promise<WithdrawalFee> {
  const withdrawal = await units.read(ctx.tenant, async (reads) => {
    const internal = await reads.get(INTERNAL_ACCOUNTS, sourceId);
    const external = await reads.get(EXTERNAL_ACCOUNTS, destinationId);
    if (internal === null || external === null || external.owner !== internal.owner) return null;
    const rail = routePayout(rails, ctx, external, paymentRail ?? null);
    return rail.ok ? withdrawalTo(rails, rail.value.name, external.accountInfo, external.currency) : null;
  });
  if (withdrawal === null || amount === undefined) return NO_WITHDRAWAL_FEE;
  return { withdrawal, fee: await feeOf(rails, withdrawal, amount) };
}

/**
 * 503 SERVICE_UNAVAILABLE if the rail does not answer or fails, 400 INVALID_BANK_ACCOUNT if the address does not belong to
 * the network.
 */
export async function feeOf(
  rails: Rails,
  { rail, network, currency, address }: Withdrawal,
  amount: bigint,
  addressField = 'destination.accountId',
): Promise<Result<bigint>> {
  const { networkFees } = rails.byName(rail);
  if (networkFees === null) throw new Bug(`rail ${rail} has no network fees`);
  try {
    const fee = await networkFees.estimate({ currency, network, amount, address });
    if (fee !== null) return ok(fee);
  } catch (cause) {
    if (cause instanceof RailUnavailable)
      return err('SERVICE_UNAVAILABLE', 'the rail did not name its network fee; send the request again later');
    throw cause;
  }
  const message =
    addressField === 'destinationAddress'
      ? `is not an address on ${network}`
      : `names an account whose address is not on ${network}`;
  return invalidFields([{ field: addressField, message }], 'INVALID_BANK_ACCOUNT');
}

/** The delivered amount: 400 INVALID_AMOUNT if the fee uses up the amount. */
export const afterFee = (amount: bigint, fee: bigint, currency: CurrencyCode): Result<bigint> =>
  fee < amount
    ? ok(amount - fee)
    : err('INVALID_AMOUNT', `the amount must exceed the network fee of ${amountText(fee, currency)}`);
