import { getInternalAccount, type Rails } from '../accounts/index.js';
import {
  type Context,
  type CurrencyCode,
  err,
  type FieldError,
  invalidFields,
  ok,
  type Result,
  splitTenant,
  type UnitOfWork,
} from '../kernel/index.js';
import { currency as registered } from '../money/index.js';
import { afterFee, feeOf } from './withdrawal-fee.js';

export interface WithdrawalEstimateRequest {
  readonly internalAccountId: string;
  readonly currency: string;
  readonly cryptoNetwork: string;
  /** Smallest units of the currency. */
  readonly amount: bigint;
  readonly destinationAddress: string;
}

/** Amounts in smallest units of the withdrawn currency: `totalFee` is the sum of both fees, `netAmount` the rest. */
export interface WithdrawalEstimate {
  readonly networkFee: bigint;
  readonly networkFeeAsset: CurrencyCode;
  readonly applicationFee: bigint;
  readonly totalFee: bigint;
  readonly netAmount: bigint;
}

/** Transfers have no service fee; a withdrawal pays only the network fee. */
const APPLICATION_FEE = 0n;

/** Field errors that need no stored data. */
export const invalidInEstimate = (
  _ctx: Context,
  { amount }: Pick<WithdrawalEstimateRequest, 'amount'>,
): readonly FieldError[] =>
  typeof amount === 'bigint' && amount > 0n ? [] : [{ field: 'amount', message: 'must be positive' }];

/**
 * The network fee of a withdrawal. Moves nothing. A transfer out created while the network price is unchanged has the
 * same fee.
 * Errors: 400 INVALID_AMOUNT, also if the fee uses up the amount; 404 REFERENCE_NOT_FOUND; 400 INVALID_CURRENCY for a
 * currency that is not a crypto asset or not the account's; 400 INVALID_INPUT for a `cryptoNetwork` that no rail
 * serves; 400 INVALID_BANK_ACCOUNT for the `destinationAddress`; 503 SERVICE_UNAVAILABLE if the rail does not answer or fails.
 */
export function estimateWithdrawal(ports: {
  readonly units: UnitOfWork;
  readonly rails: Rails;
}): (ctx: Context, request: WithdrawalEstimateRequest) => Promise<Result<WithdrawalEstimate>> {
  return async (ctx, request) => {
    const { cryptoNetwork: network, amount, destinationAddress: address } = request;
    const errors = invalidInEstimate(ctx, request);
    if (errors.length > 0) return invalidFields(errors, 'INVALID_AMOUNT');
    const found = await ports.units.read(ctx.tenant, (reads) =>
      getInternalAccount(reads, ctx, { id: request.internalAccountId }),
    );
    if (!found.ok) return found;
    const { currency } = found.value.account;
    if (request.currency !== currency) return err('INVALID_CURRENCY', `the account is in ${currency}`);
    if (registered(currency)?.kind !== 'crypto') return err('INVALID_CURRENCY', `${currency} is not a crypto asset`);

    const rails = ports.rails.forWithdrawal(splitTenant(ctx.tenant).environment, currency);
    const rail = rails.find(({ networkFees }) => networkFees.networks(currency).includes(network));
    if (rail === undefined) {
      const known = [...new Set(rails.flatMap(({ networkFees }) => networkFees.networks(currency)))];
      return invalidFields([{ field: 'cryptoNetwork', constraint: { enum: known } }]);
    }
    const networkFee = await feeOf(
      ports.rails,
      { rail: rail.name, network, currency, address },
      amount,
      'destinationAddress',
    );
    if (!networkFee.ok) return networkFee;
    const totalFee = networkFee.value + APPLICATION_FEE;
    const netAmount = afterFee(amount, totalFee, currency);
    if (!netAmount.ok) return netAmount;
    return ok({
      networkFee: networkFee.value,
      networkFeeAsset: currency,
      applicationFee: APPLICATION_FEE,
      totalFee,
      netAmount: netAmount.value,
    });
  };
}
