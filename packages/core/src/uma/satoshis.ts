import { mulDiv } from '../money/index.js';

/** Institutions write amounts of bitcoin in thousandths of a satoshi. */
export const MSAT_PER_SAT = 1000n;

/** The smallest number of whole satoshis that covers an amount. */
export const toSatoshis = (msat: bigint): bigint => mulDiv(msat, 1n, MSAT_PER_SAT, 'ceil');
