import { idOf } from '../records/record.js';
import type { Requests } from './request.js';

export const sandboxRequests: Requests = {
  getSandboxClock: { method: 'GET', path: '/sandbox/clock', body: null },
  advanceSandboxClock: { method: 'POST', path: '/sandbox/clock/advance', body: { seconds: 360 } },
  sandboxSend: {
    method: 'POST',
    path: '/sandbox/send',
    body: { quoteId: idOf('Quote'), currencyCode: 'USD', currencyAmount: 10_000 },
  },
  sandboxDeposit: {
    method: 'POST',
    path: '/sandbox/deposits',
    body: { reference: 'K7QF9M3X', currencyCode: 'USD', amount: 10_000 },
  },
  sandboxFundInternalAccount: {
    method: 'POST',
    path: `/sandbox/internal-accounts/${idOf('InternalAccount')}/fund`,
    body: { amount: 1_000_000 },
  },
};
