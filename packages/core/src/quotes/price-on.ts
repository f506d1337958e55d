import { err, ok, type Result } from '../kernel/index.js';
import { amountText, priceFixedReceiving, priceFixedSending, type Pricing } from '../money/index.js';
import { checkSendingAmount } from '../rates/index.js';
import type { LockedSide } from './quote.js';
import type { Route } from './route.js';

/**
 * Prices an amount on a route. The receiving amount is in the currency that the sending amount is converted into.
 * Errors: the errors of pricing; AMOUNT_OUT_OF_RANGE outside the platform's limits for the sending currency; the errors
 * of `checkSendingAmount` for the corridor.
 */
export function priceOn({ rate, fees, limits, corridor }: Route, side: LockedSide, amount: bigint): Result<Pricing> {
  const price = side === 'SENDING' ? priceFixedSending : priceFixedReceiving;
  const pricing = price(amount, rate, fees);
  if (!pricing.ok) return pricing;
  const { sending } = pricing.value;
  const { minAmount, maxAmount, currencyCode } = limits;
  if (sending < minAmount || sending > maxAmount) {
    return err(
      'AMOUNT_OUT_OF_RANGE',
      `the sending amount must be from ${amountText(minAmount, currencyCode)} to ${amountText(maxAmount, currencyCode)} (limits of the platform)`,
    );
  }
  const inRange = checkSendingAmount(corridor, currencyCode, sending);
  return inRange.ok ? pricing : inRange;
}

/** AMOUNT_OUT_OF_RANGE outside the platform's limits for the receiving currency. */
export function checkReceivingAmount({ receivingLimits }: Route, receiving: bigint): Result<void> {
  if (receivingLimits === undefined) return ok();
  const { minAmount, maxAmount, currencyCode } = receivingLimits;
  return receiving >= minAmount && receiving <= maxAmount
    ? ok()
    : err(
        'AMOUNT_OUT_OF_RANGE',
        `the receiving amount must be from ${amountText(minAmount, currencyCode)} to ${amountText(maxAmount, currencyCode)} (limits of the platform)`,
      );
}
