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

/** All in smallest units of the currency that is withdrawn: `totalFee` is the sum of both, `netAmount` what is left. */
export interface WithdrawalEstimate {
  readonly networkFee: bigint;
  readonly networkFeeAsset: CurrencyCode;
  readonly applicationFee: bigint;
  readonly totalFee: bigint;
  readonly netAmount: bigint;
}

/** Transfers carry no fee of the service: what is withdrawn loses the network's fee alone. */
const APPLICATION_FEE = 0n;

/** What is wrong with a request by itself. */
export const invalidInEstimate = (
  _ctx: Context,
  { amount }: Pick<WithdrawalEstimateRequest, 'amount'>,
): readonly FieldError[] =>
  typeof amount === 'bigint' && amount > 0n ? [] : [{ field: 'amount', message: 'must be positive' }];

/**
 * What a chain takes of a withdrawal (contract: estimateCryptoWithdrawalFee). Moves nothing. A transfer out that is created
 * while the chain's prices are the same takes the same fee.
 * 400 INVALID_AMOUNT, also where the fee leaves nothing of the amount; 404 REFERENCE_NOT_FOUND, 400 INVALID_CURRENCY (not a crypto asset, or not the account's),
 * 400 INVALID_INPUT naming `cryptoNetwork` that no rail serves, 400 INVALID_BANK_ACCOUNT naming `destinationAddress`,
 * 500 SVC_SWITCH_ERROR where the rail does not answer.
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
    if (registered(currency)?.kind !== 'crypto') return err('INVALID_CURRENCY', `${currency} is on no chain`);

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
