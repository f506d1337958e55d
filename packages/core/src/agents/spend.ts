import { type Context, type CurrencyCode, ok, type Result, splitTenant } from '../kernel/index.js';
import { mulDiv, type Rate } from '../money/index.js';
import type { RateBook } from '../rates/index.js';
import type { AgentPolicy, Spend } from './policy.js';

/** The amounts of a payment: both sides of a quote, or one amount. */
export interface Moved {
  readonly sent: bigint;
  readonly sentCurrency: CurrencyCode;
  readonly receivedCurrency: CurrencyCode;
  /** Smallest units of the receiving currency per smallest unit of the sending one. */
  readonly rate: Rate;
}

/**
 * The amount of a payment in the currencies of the limits and of the approval threshold. The sent amount is converted
 * at the rate of the quote if the limits are in the received currency, and at the current mid rate for a third
 * currency. Rounded up, so that rounding cannot pass a limit. 400 QUOTE_REQUEST_FAILED without a rate.
 */
export function spendOf(rates: RateBook, ctx: Context, policy: AgentPolicy, moved: Moved): Result<Spend> {
  const { currency } = policy.spendingLimits;
  const amount = worth(rates, ctx, moved, currency);
  if (!amount.ok) return amount;
  const against = worth(rates, ctx, moved, policy.approvalThresholds.currency ?? currency);
  return against.ok ? ok({ amount: amount.value, againstThreshold: against.value }) : against;
}

function worth(rates: RateBook, ctx: Context, moved: Moved, currency: CurrencyCode): Result<bigint> {
  const { sent, sentCurrency, receivedCurrency, rate } = moved;
  if (currency === sentCurrency) return ok(sent);
  if (currency === receivedCurrency) return ok(mulDiv(sent, rate.num, rate.den, 'ceil'));
  const mid = rates.mid(splitTenant(ctx.tenant).environment, sentCurrency, currency);
  return mid.ok ? ok(mulDiv(sent, mid.value.rate.num, mid.value.rate.den, 'ceil')) : mid;
}
