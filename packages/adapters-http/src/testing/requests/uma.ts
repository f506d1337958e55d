import { idOf } from '../records/record.js';
import type { Requests } from './request.js';

export const umaRequests: Requests = {
  lookupUma: {
    method: 'GET',
    path: `/receiver/uma/%24bob%40bank.example?customerId=${idOf('Customer')}`,
    body: null,
  },
  approvePendingPayment: {
    method: 'POST',
    path: `/transactions/${idOf('Transaction')}/approve`,
    body: { receiverCustomerInfo: { FULL_NAME: 'Bob Example' } },
  },
  rejectPendingPayment: {
    method: 'POST',
    path: `/transactions/${idOf('Transaction')}/reject`,
    body: { reason: 'Not expected' },
  },
  createInvitation: {
    method: 'POST',
    path: '/invitations',
    body: {
      inviterUma: '$ada@pay.example.com',
      firstName: 'Bob',
      amountToSend: 1_000,
      expiresAt: '2030-01-01T00:00:00Z',
    },
  },
  getInvitation: { method: 'GET', path: '/invitations/7hq4k9xm2c8nvtw3', body: null },
  claimInvitation: {
    method: 'POST',
    path: '/invitations/7hq4k9xm2c8nvtw3/claim',
    body: { inviteeUma: '$bob@bank.example' },
  },
  cancelInvitation: { method: 'POST', path: '/invitations/7hq4k9xm2c8nvtw3/cancel', body: null },
  getAvailableUmaProviders: { method: 'GET', path: '/uma-providers', body: null },
  sandboxReceive: {
    method: 'POST',
    path: '/sandbox/uma/receive',
    body: {
      senderUmaAddress: '$eve@bank.example',
      receiverUmaAddress: '$ada@pay.example.com',
      customerId: idOf('Customer'),
      receivingCurrencyCode: 'USD',
      receivingCurrencyAmount: 10_000,
    },
  },
};
