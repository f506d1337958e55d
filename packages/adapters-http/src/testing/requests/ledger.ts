import type { Requests } from './request.js';

export const ledgerRequests: Requests = {
  listLedgerEntries: { method: 'GET', path: '/ledger/entries', body: null },
};
