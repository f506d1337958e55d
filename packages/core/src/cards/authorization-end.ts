import { type Instant, instant, plusSeconds } from '../kernel/index.js';
import type { CardSpend } from '../transactions/index.js';

/** How long an authorization can be cleared, from its approval or its last increment. A date of the network goes first. */
export const CLEARING_SECONDS = 30 * 24 * 60 * 60;

/** The end of an authorization that the network approves or increments now. */
export const newEnd = (now: Instant, named: Instant | undefined): Instant =>
  named ?? plusSeconds(now, CLEARING_SECONDS);

/** Transactions of earlier releases can lack the end of their authorization. */
export const endOf = (card: Pick<CardSpend, 'expiresAt' | 'authorizedAt'>): Instant =>
  card.expiresAt ?? plusSeconds(card.authorizedAt, CLEARING_SECONDS);

/** Whether a clearing of this date comes too late. The end itself is in time. */
export const isOver = (card: CardSpend, at: Instant): boolean => at > endOf(card);

/** The date of a message: its own, or that of its arrival. The network cannot have sent it later than it arrived. */
export const dateOf = (now: Instant, named: Instant | undefined): Instant =>
  named === undefined ? now : instant(Math.min(named, now));
