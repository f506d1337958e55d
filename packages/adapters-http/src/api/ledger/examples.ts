import { exampleId } from '../../kit/schemas.js';
import type { Wire } from '../../kit/wire.js';
import type { ledgerEntry } from './schemas.js';

/** The internal account as a ledger account: what its owner can spend. */
export const AVAILABLE_EXAMPLE = `available:${exampleId('InternalAccount')}`;

/** 500 USD arrive in an internal account. */
export const ENTRY_EXAMPLE: Wire<typeof ledgerEntry> = {
  id: exampleId('JournalEntry'),
  kind: 'DEPOSIT',
  cause: exampleId('Transaction'),
  createdAt: '2026-01-05T10:00:00.000Z',
  postings: [
    { account: 'clearing:SANDBOX:sandbox-bank:USD', currency: 'USD', amount: -50_000 },
    { account: AVAILABLE_EXAMPLE, currency: 'USD', amount: 50_000 },
  ],
};
