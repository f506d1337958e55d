import { query } from '../../kit/declare.js';
import type { Operation } from '../../kit/operation.js';
import { exampleId } from '../../kit/schemas.js';
import { pageBody } from '../../kit/wire.js';
import { AVAILABLE_EXAMPLE, ENTRY_EXAMPLE } from './examples.js';
import { ledgerEntryFilter, ledgerEntryList } from './schemas.js';
import { serializeLedgerEntry } from './serialize.js';

export const ledgerOperations: readonly Operation[] = [
  query({
    method: 'GET',
    path: '/ledger/entries',
    operationId: 'listLedgerEntries',
    tag: 'Ledger',
    summary: 'List journal entries, newest first; a page can be short or empty although more entries follow',
    description: `Returns the double-entry bookings behind the balances of your platform and its customers. Every
movement of money is one entry, written in the same step as the change that caused it, and never changed afterwards.
Use \`cause\` to see how a transaction was booked, and \`account\` to explain a balance: the lines on
\`available:{id}\` and \`held:{id}\` sum to the balances of the internal account.`,
    isExtension: true,
    permission: 'VIEW',
    query: ledgerEntryFilter,
    responses: { 200: ledgerEntryList },
    outcomes: { 200: 'A page of entries with all of their lines.' },
    examples: [
      {
        title: 'Explain the balance of an account',
        query: { account: AVAILABLE_EXAMPLE },
        status: 200,
        answer: { data: [ENTRY_EXAMPLE], hasMore: false },
      },
      {
        title: 'Show how a transaction was booked',
        query: { cause: exampleId('Transaction') },
        status: 200,
        answer: { data: [ENTRY_EXAMPLE], hasMore: false },
      },
    ],
    reads: (core) => core.ledger.entries,
    input: (request) => request.query,
    serialize: (page) => pageBody(page, serializeLedgerEntry),
  }),
];
