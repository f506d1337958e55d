import { type BasisPoints, BPS_PER_ONE } from './fees.js';
import { type Rate, rateOf } from './rate.js';

/**
 * The rate for the customer: the mid-rate less a spread of less than 10,000 basis points. It is exact; rounding happens
 * only where amounts are computed from it, and never in favour of the customer (`floor` of a receiving amount, `ceil`
 * of a sending one). The opposite direction starts from the inverse mid-rate, so an equal spread worsens it equally.
 */
export const lessSpread = (mid: Rate, spread: BasisPoints): Rate =>
  spread === 0 ? mid : rateOf(mid.num * BigInt(BPS_PER_ONE - spread), mid.den * BigInt(BPS_PER_ONE));
