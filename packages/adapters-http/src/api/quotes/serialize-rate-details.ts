import { printRate, type Rate, rateOf } from '@corridor/core';
import type { RateTerms } from '@corridor/core/records';
import { BPS_PER_ONE, MSAT_PER_SAT } from '@corridor/core/internal';
import { integer, type Wire } from '../../kit/wire.js';
import type { outgoingRateDetails } from './schemas.js';

/** A rate and its terms with the amounts of the payment. */
export interface Rated {
  readonly terms: RateTerms;
  readonly exchangeRate: Rate;
  /** The sent amount minus fees. */
  readonly converted: bigint;
  readonly receivedAmount: bigint;
  readonly serviceFee: bigint;
}

/** The parts of the rate and of the service's fee, the same for a quote and for its transaction. */
export function serializeRateDetails(rated: Rated): Wire<typeof outgoingRateDetails> {
  const { serviceFixedFee, serviceFeeBps } = rated.terms;
  const { counterpartyMultiplier, counterpartyFixedFee, svcApiMultiplier } = multipliers(rated);
  return {
    counterpartyMultiplier,
    counterpartyFixedFee,
    svcApiMultiplier,
    svcApiFixedFee: integer(serviceFixedFee),
    svcApiVariableFeeRate: serviceFeeBps / BPS_PER_ONE,
    svcApiVariableFeeAmount: integer(rated.serviceFee - serviceFixedFee),
  };
}

/**
 * A payment to an account involves no counterparty: its multiplier is 1, and Corridor's multiplier is the whole rate.
 * With a counterparty, Corridor converts into what the counterparty receives and converts: thousandths of a satoshi, or
 * smallest units of a token. Its fee is in them too.
 */
function multipliers({
  terms: { settlement },
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
  const isToken = settlement.currency !== undefined;
  const settled = isToken ? settlement.amount : settlement.amount * MSAT_PER_SAT;
  const fee = settlement.counterpartyFeeMsat;
  return {
    counterpartyMultiplier: printRate(rateOf(receivedAmount, settled)),
    counterpartyFixedFee: integer(isToken ? fee / MSAT_PER_SAT : fee),
    svcApiMultiplier: printRate(rateOf(settled, converted)),
  };
}
