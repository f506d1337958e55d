import { type Instant, instant, plusSeconds } from '../kernel/index.js';

/** How long records of a customer are kept in production, in days. Laws differ: the operator sets what applies. */
export interface RetentionPeriods {
  /** Identity and verification, from the end of the relationship, which is the deletion of the customer. */
  readonly identityDays: number;
  /** Payments and their journal, from the end of the calendar year (UTC) of the last one. */
  readonly paymentDays: number;
  /** Notes, blocks and the operator log about the customer, from the deletion of the customer. */
  readonly operatorDays: number;
}

/**
 * More than five years for identity and what operators wrote (Directive (EU) 2015/849 Art. 40), ten for payments, as long
 * as the laws on accounting of most countries of the EU ask for.
 */
export const DEFAULT_PERIODS: RetentionPeriods = { identityDays: 1_827, paymentDays: 3_653, operatorDays: 1_827 };

const DAY_SECONDS = 86_400;

export const daysAfter = (from: Instant, days: number): Instant => plusSeconds(from, days * DAY_SECONDS);

/** The end of the calendar year of a time, in UTC. */
export const endOfYear = (at: Instant): Instant => instant(Date.UTC(new Date(at).getUTCFullYear() + 1, 0, 1));
