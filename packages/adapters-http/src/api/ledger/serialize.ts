import { type LedgerEntry, toIso } from '@corridor/core';
import { integer, type Wire } from '../../kit/wire.js';
import type { ledgerEntry } from './schemas.js';

export const serializeLedgerEntry = ({
  id,
  kind,
  cause,
  createdAt,
  postings,
}: LedgerEntry): Wire<typeof ledgerEntry> => ({
  id,
  kind,
  cause,
  createdAt: toIso(createdAt),
  postings: postings.map(({ account, currency, amount }) => ({ account, currency, amount: integer(amount) })),
});
