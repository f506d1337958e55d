import { INTERNAL_ACCOUNTS } from '../accounts/index.js';
import {
  type Cursors,
  err,
  type Id,
  isId,
  ok,
  type Page,
  type PageRequest,
  type Query,
  readMatching,
  readPage,
} from '../kernel/index.js';
import { type Card, CARDS } from './card.js';
import type { CardState } from './card.js';

/** Filters of the list. A card must match all of them. */
export interface CardFilter extends PageRequest {
  readonly cardholderId?: string | undefined;
  /** An internal account that funds the card. */
  readonly accountId?: string | undefined;
  readonly platformCardId?: string | undefined;
  readonly state?: CardState | 'PENDING_KYC' | undefined;
  readonly sortOrder?: 'asc' | 'desc' | undefined;
}

/** 404 REFERENCE_NOT_FOUND. */
export const getCard: Query<{ readonly id: string }, Card> = async (reads, _ctx, { id }) => {
  const card = isId('Card', id) ? await reads.get(CARDS, id) : null;
  return card === null ? err('REFERENCE_NOT_FOUND', 'no such card') : ok(card);
};

/**
 * Newest first by default. Cards on an account are looked for among the cards of its owner, because only the owner's
 * cards spend from it.
 */
export const listCards =
  (cursors: Cursors): Query<CardFilter, Page<Card>> =>
  async (reads, _ctx, { cardholderId, accountId, platformCardId, state, sortOrder = 'desc', ...request }) => {
    const where = {
      cardholderId: cardholderId as Id<'Customer'> | undefined,
      platformCardId,
      state: state as CardState | undefined,
    };
    if (accountId === undefined) return readPage(reads, cursors, CARDS, { where, order: sortOrder }, request);
    const account = isId('InternalAccount', accountId) ? await reads.get(INTERNAL_ACCOUNTS, accountId) : null;
    const owner = account?.customerId ?? null;
    if (owner === null || (cardholderId !== undefined && cardholderId !== owner))
      return ok({ data: [], hasMore: false });
    return readMatching(
      reads,
      cursors,
      CARDS,
      { where: { ...where, cardholderId: owner as Id<'Customer'> }, order: sortOrder },
      ({ fundingSources }) => fundingSources.some((id) => id === accountId),
      request,
    );
  };
