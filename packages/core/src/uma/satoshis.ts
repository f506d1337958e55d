import { mulDiv } from '../money/index.js';

/** Institutions write amounts of bitcoin in thousandths of a satoshi. */
export const MSAT_PER_SAT = 1000n;

/** Whole satoshis that cover so many thousandths. */
export const toSatoshis = (msat: bigint): bigint => mulDiv(msat, 1n, MSAT_PER_SAT, 'ceil');
