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

/** The question that a chain is asked about a transfer out, as its account and rail tell. */
interface Withdrawal {
  readonly rail: string;
  readonly network: string;
  readonly currency: CurrencyCode;
  readonly address: string;
}

/**
 * What the chain takes of a transfer out, asked before the unit that creates the transfer. `withdrawal` is null where no
 * chain takes a fee: at a bank, or off chain.
 */
export interface WithdrawalFee {
  readonly withdrawal: Withdrawal | null;
  /** Smallest units of the currency; zero without a withdrawal. An error only matters to a transfer that needs the fee. */
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

/** Which chain a rail takes to an account, and where to; null where it takes none, or no fee. */
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
 * Asks the rail of a transfer out what its chain takes, between units. What is wrong with the transfer itself is for the
 * unit that creates it to say, which reads everything again: here it only means that no fee is asked for.
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
 * 500 SVC_SWITCH_ERROR where the rail does not answer, 400 INVALID_BANK_ACCOUNT where the address is none of the network.
 */
export async function feeOf(
  rails: Rails,
  { rail, network, currency, address }: Withdrawal,
  amount: bigint,
  addressField = 'destination.accountId',
): Promise<Result<bigint>> {
  const { networkFees } = rails.byName(rail);
  if (networkFees === null) throw new Bug(`rail ${rail} takes no network fees`);
  try {
    const fee = await networkFees.estimate({ currency, network, amount, address });
    if (fee !== null) return ok(fee);
  } catch (cause) {
    if (cause instanceof RailUnavailable) return err('SVC_SWITCH_ERROR', 'the rail does not answer');
    throw cause;
  }
  return invalidFields([{ field: addressField, message: `is no address on ${network}` }], 'INVALID_BANK_ACCOUNT');
}

/** What is delivered of an amount: 400 INVALID_AMOUNT where the fee leaves nothing. */
export const afterFee = (amount: bigint, fee: bigint, currency: CurrencyCode): Result<bigint> =>
  fee < amount
    ? ok(amount - fee)
    : err('INVALID_AMOUNT', `the network fee is ${fee} ${currency} in smallest units: send more than that`);
