import type { ExceptionRecord } from '../exceptions/index.js';
import { type CurrencyCode, err, isId, ok, type Reads, type Result } from '../kernel/index.js';
import { amountText } from '../money/index.js';
import { STABLECOIN_OPERATIONS, STABLECOINS, stakeOfOperation } from '../stablecoins/index.js';
import { deliveryStakeOf, DEPOSITS, stakeOf, type Transaction, TRANSACTIONS } from '../transactions/index.js';

interface SubjectStake {
  readonly rail: string | null;
  readonly currency: CurrencyCode;
  /** Smallest units. */
  readonly amount: bigint;
}

type Concerned = Pick<ExceptionRecord, 'kind' | 'subject' | 'leg'>;

/** The kinds of exceptions about money that waits where its deposit, payment or order keeps it. */
const WAITS: ReadonlySet<string> = new Set(['PAYMENT_HELD', 'REFUND_FAILED', 'DEPOSIT_HELD', 'DEPOSIT_REFUSED']);

/**
 * The rail, the currency and the amount of the deposit, the payment or the order whose money waits for a decision, which
 * its exception repeats. Null for exceptions about other matters, and if the subject does not exist.
 */
export async function subjectStake(reads: Reads, exception: Concerned): Promise<SubjectStake | null> {
  const { kind, subject } = exception;
  if (!WAITS.has(kind)) return null;
  if (isId('Deposit', subject)) return reads.get(DEPOSITS, subject);
  if (isId('Transaction', subject)) {
    const transaction = await reads.get(TRANSACTIONS, subject);
    const stake = transaction === null ? null : paymentStake(exception, transaction);
    // An exception whose subject was altered can name a payment without this amount.
    return stake === null || (stake.amount as bigint | null) === null ? null : stake;
  }
  const operation = isId('StablecoinOperation', subject) ? await reads.get(STABLECOIN_OPERATIONS, subject) : null;
  const coin = operation === null ? null : await reads.get(STABLECOINS, operation.stablecoinId);
  if (operation === null || coin === null) return null;
  const { provider: rail, baseCurrency: currency } = operation;
  return { rail, currency, amount: stakeOfOperation(coin, operation) };
}

function paymentStake({ kind, leg }: Concerned, transaction: Transaction): SubjectStake {
  if (kind === 'PAYMENT_HELD') return (leg === 'FUNDING' ? stakeOf : deliveryStakeOf)({ transaction });
  const { fundingRail, rail, sentCurrency, sentAmount } = transaction;
  return { rail: fundingRail ?? rail, currency: sentCurrency!, amount: sentAmount! };
}

/** How an exception differs from the money that waits; null if it does not. */
export const differenceFrom = (
  { rail, currency, amount }: Pick<ExceptionRecord, 'rail' | 'currency' | 'amount'>,
  stake: SubjectStake,
): string | null =>
  rail === stake.rail && currency === stake.currency && amount === stake.amount
    ? null
    : `says ${amountText(amount, currency)} of ${rail ?? 'no rail'}, but ${amountText(stake.amount, stake.currency)} of ${stake.rail ?? 'no rail'} wait`;

/** 409 CONFLICT if the exception names another rail, currency or amount than the money that waits. */
export async function mustNameItsMoney(reads: Reads, exception: ExceptionRecord): Promise<Result<void>> {
  const stake = await subjectStake(reads, exception);
  const difference = stake === null ? null : differenceFrom(exception, stake);
  return difference === null
    ? ok()
    : err('CONFLICT', `${exception.id} ${difference}; the database was changed by other means: run corridor audit`);
}
