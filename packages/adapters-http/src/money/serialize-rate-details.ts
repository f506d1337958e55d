import { printRate, type Rate, rateOf } from '@corridor/core';
import type { RateTerms } from '@corridor/core/records';
import { BPS_PER_ONE, MSAT_PER_SAT } from '@corridor/core/internal';
import { integer, type Wire } from '../app/wire.js';
import type { outgoingRateDetails } from '../quotes/schemas.js';

/** A rate and its terms with the amounts that they were agreed for. */
export interface Rated extends RateTerms {
  readonly exchangeRate: Rate;
  /** What is left of the sent amount after fees. */
  readonly converted: bigint;
  readonly receivedAmount: bigint;
  readonly serviceFee: bigint;
}

/** How the rate and the service's fee came about: the same for a quote and for its transaction. */
export const serializeRateDetails = (rated: Rated): Wire<typeof outgoingRateDetails> => ({
  ...multipliers(rated),
  svcApiFixedFee: integer(rated.serviceFixedFee),
  svcApiVariableFeeRate: rated.serviceFeeBps / BPS_PER_ONE,
  svcApiVariableFeeAmount: integer(rated.serviceFee - rated.serviceFixedFee),
});

/**
 * No counterparty takes part in a payment to an account: its multiplier is one, and the whole rate is ours. With one we
 * convert into thousandths of a satoshi, and it converts these; its fee is in them.
 */
function multipliers({
  settlement,
  exchangeRate,
  converted,
  receivedAmount,
}: Rated): Pick<
  Wire<typeof outgoingRateDetails>,
  'counterpartyMultiplier' | 'counterpartyFixedFee' | 'svcApiMultiplier'
> {
  if (settlement === null) {
    return { counterpartyMultiplier: 1, counterpartyFixedFee: 0, svcApiMultiplier: printRate(exchangeRate) };
  }
  const settled = settlement.amount * MSAT_PER_SAT;
  return {
    counterpartyMultiplier: printRate(rateOf(receivedAmount, settled)),
    counterpartyFixedFee: integer(settlement.counterpartyFeeMsat),
    svcApiMultiplier: printRate(rateOf(settled, converted)),
  };
}
