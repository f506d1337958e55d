import type { LedgerEntry } from '@corridor/core';
import { idOf, NOW, record, USD } from './record.js';

export const ledgerEntry: LedgerEntry = {
  id: idOf('JournalEntry'),
  kind: 'DEPOSIT',
  cause: idOf('Transaction'),
  createdAt: NOW,
  postings: [-1_000n, 1_000n].map((amount, index) => ({
    ...record(`${idOf('JournalEntry')}/${index}`),
    entryId: idOf('JournalEntry'),
    kind: 'DEPOSIT',
    cause: idOf('Transaction'),
    entryCause: index === 0 ? idOf('Transaction') : null,
    account: index === 0 ? 'clearing:SANDBOX:sandbox-bank:USD' : `available:${idOf('InternalAccount')}`,
    currency: USD,
    amount,
  })),
};
