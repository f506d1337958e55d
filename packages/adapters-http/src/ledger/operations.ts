import { query } from '../app/declare.js';
import type { Operation } from '../app/operation.js';
import { pageBody } from '../app/wire.js';
import { ledgerEntryFilter, ledgerEntryList } from './schemas.js';
import { serializeLedgerEntry } from './serialize.js';

export const ledgerOperations: readonly Operation[] = [
  query({
    method: 'GET',
    path: '/ledger/entries',
    operationId: 'listLedgerEntries',
    tag: 'Ledger',
    summary: 'List journal entries, newest first; a page can be short or empty although more entries follow',
    permission: 'VIEW',
    query: ledgerEntryFilter,
    responses: { 200: ledgerEntryList },
    reads: (core) => core.ledger.entries,
    input: (request) => request.query,
    serialize: (page) => pageBody(page, serializeLedgerEntry),
  }),
];
