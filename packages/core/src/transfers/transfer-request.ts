import { type ExternalAccount, EXTERNAL_ACCOUNTS, type InternalAccount, INTERNAL_ACCOUNTS } from '../accounts/index.js';
import {
  type Context,
  type CurrencyCode,
  err,
  type FieldError,
  invalidFields,
  ok,
  type Reads,
  type Result,
} from '../kernel/index.js';
import { amountText, MAX_AMOUNT } from '../money/index.js';
import { currencyLimits, type Platform } from '../platforms/index.js';
import { type Payer, platformPayer, readyCustomer, type TransactionType } from '../transactions/index.js';

/** The fields of both directions. A transfer without an amount is refused. */
export interface TransferRequest {
  readonly sourceId: string;
  readonly destinationId: string;
  /** Smallest units of the currency of both accounts. */
  readonly amount?: bigint | undefined;
}

export interface Endpoints {
  readonly internal: InternalAccount;
  readonly external: ExternalAccount;
  readonly payer: Payer;
  readonly amount: bigint;
}

const NOT_AN_AMOUNT: FieldError = { field: 'amount', message: 'must be a positive integer in smallest units' };

/** Field errors that need no stored data. */
export const invalidInTransfer = (_ctx: Context, { amount }: Pick<TransferRequest, 'amount'>): readonly FieldError[] =>
  typeof amount === 'bigint' && amount > 0n ? [] : [NOT_AN_AMOUNT];

/**
 * Reads and checks both accounts of a transfer: they must have one owner, who may move money, and one currency.
 * 400 INVALID_AMOUNT, 400 AMOUNT_OUT_OF_RANGE, 404 REFERENCE_NOT_FOUND (also for an account of another owner), 400
 * INVALID_CURRENCY, and the errors of `readyCustomer`.
 */
export async function readEndpoints(
  reads: Reads,
  settings: Platform,
  ids: { readonly internal: string; readonly external: string },
  amount: bigint | undefined,
): Promise<Result<Endpoints>> {
  if (amount === undefined || amount <= 0n) return invalidFields([NOT_AN_AMOUNT], 'INVALID_AMOUNT');
  if (amount > MAX_AMOUNT) return err('AMOUNT_OUT_OF_RANGE', `the amount must be at most ${MAX_AMOUNT}`);
  const internal = await reads.get(INTERNAL_ACCOUNTS, ids.internal);
  if (internal === null) return err('REFERENCE_NOT_FOUND', 'the internal account does not exist');
  const external = await reads.get(EXTERNAL_ACCOUNTS, ids.external);
  if (external === null || external.isDeleted) {
    return err('REFERENCE_NOT_FOUND', 'the external account does not exist or was deleted');
  }
  if (external.owner !== internal.owner) {
    return err('REFERENCE_NOT_FOUND', 'both accounts must have the same owner');
  }
  if (external.currency !== internal.currency) {
    return err(
      'INVALID_CURRENCY',
      `the internal account is in ${internal.currency}, the external account in ${external.currency}; a transfer does not convert, create a quote`,
    );
  }
  const payer =
    internal.customerId === null
      ? ok(platformPayer(settings))
      : await readyCustomer(reads, settings, internal.customerId, [internal.currency]);
  return payer.ok ? ok({ internal, external, payer: payer.value, amount }) : payer;
}

/**
 * Checks the platform's limits for one transfer: 400 INVALID_CURRENCY if it has not enabled the currency in this
 * direction, 400 AMOUNT_OUT_OF_RANGE outside its limits.
 */
export function withinLimits(
  settings: Platform,
  direction: TransactionType,
  currency: CurrencyCode,
  amount: bigint,
): Result<void> {
  const limits = currencyLimits(settings, currency);
  if (limits === undefined || !limits.enabledTransactionTypes.includes(direction)) {
    return err('INVALID_CURRENCY', `the platform has not enabled ${direction} payments in ${currency}`);
  }
  return amount >= limits.minAmount && amount <= limits.maxAmount
    ? ok()
    : err(
        'AMOUNT_OUT_OF_RANGE',
        `the amount must be from ${amountText(limits.minAmount, currency)} to ${amountText(limits.maxAmount, currency)} (limits of the platform)`,
      );
}
