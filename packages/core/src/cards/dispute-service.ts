import {
  type Cursors,
  err,
  type Id,
  isId,
  ok,
  type Page,
  type PageRequest,
  type Query,
  readPage,
} from '../kernel/index.js';
import { CARD_DISPUTES, type CardDispute, type CardDisputeStatus } from './card-dispute.js';

/** Filters of the list. A dispute must match all of them. */
export interface DisputeFilter extends PageRequest {
  readonly transactionId?: string | undefined;
  readonly customerId?: string | undefined;
  readonly status?: CardDisputeStatus | undefined;
  readonly sortOrder?: 'asc' | 'desc' | undefined;
}

/** 404 REFERENCE_NOT_FOUND. */
export const getDispute: Query<{ readonly id: string }, CardDispute> = async (reads, _ctx, { id }) => {
  const dispute = isId('CardDispute', id) ? await reads.get(CARD_DISPUTES, id) : null;
  return dispute === null ? err('REFERENCE_NOT_FOUND', 'no such dispute') : ok(dispute);
};

/** Newest first by default. */
export const listDisputes =
  (cursors: Cursors): Query<DisputeFilter, Page<CardDispute>> =>
  (reads, _ctx, { transactionId, customerId, status, sortOrder = 'desc', ...request }) => {
    const where = {
      transactionId: transactionId as Id<'Transaction'> | undefined,
      customerId: customerId as Id<'Customer'> | undefined,
      status,
    };
    return readPage(reads, cursors, CARD_DISPUTES, { where, order: sortOrder }, request);
  };
