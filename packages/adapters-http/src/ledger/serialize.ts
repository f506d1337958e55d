import { type LedgerEntry, toIso } from '@corridor/core';
import { integer } from '../app/wire.js';

export const serializeLedgerEntry = ({ id, kind, cause, createdAt, postings }: LedgerEntry): object => ({
  id,
  kind,
  cause,
  createdAt: toIso(createdAt),
  postings: postings.map(({ account, currency, amount }) => ({ account, currency, amount: integer(amount) })),
});
