import { idOf } from '../records/record.js';
import type { Requests } from './request.js';

export const transactionRequests: Requests = {
  confirmReceiptDelivery: {
    method: 'POST',
    path: `/transactions/${idOf('Transaction')}/confirm`,
    body: { receiptDeliveryConfirmedAt: '2025-10-13T12:00:00Z' },
  },
  cancelTransaction: {
    method: 'POST',
    path: `/transactions/${idOf('Transaction')}/cancel`,
    body: { reason: 'sent twice' },
  },
  listTransactions: { method: 'GET', path: '/transactions', body: null },
  getTransactionById: { method: 'GET', path: `/transactions/${idOf('Transaction')}`, body: null },
};
