import { idOf } from '../records/record.js';
import type { Requests } from './request.js';

const cardUse = {
  amount: 1_250,
  currency: { code: 'USD', name: 'US Dollar', symbol: '$', decimals: 2 },
  merchant: { descriptor: 'COFFEE BAR', mcc: '5814', country: 'US' },
};
const cardTransaction = { cardTransactionId: idOf('Transaction') };
const simulated = (name: string, body: Record<string, unknown>) => ({
  method: 'POST',
  path: `/sandbox/cards/${idOf('Card')}/simulate/${name}`,
  body,
});

export const cardRequests: Requests = {
  listCards: { method: 'GET', path: '/cards', body: null },
  createCard: {
    method: 'POST',
    path: '/cards',
    body: {
      cardholderId: idOf('Customer'),
      platformCardId: 'card-1',
      threeDSecurePassword: 'canary-password',
      form: 'VIRTUAL',
      fundingSources: [idOf('InternalAccount')],
      maxSpendPerTransaction: 50_000,
      controls: { blockedCountries: ['KP'], spendLimits: [{ period: 'DAY', amount: 200_000, count: 10 }] },
    },
  },
  getCardById: { method: 'GET', path: `/cards/${idOf('Card')}`, body: null },
  updateCardById: {
    method: 'PATCH',
    path: `/cards/${idOf('Card')}`,
    body: {
      state: 'FROZEN',
      fundingSources: [idOf('InternalAccount')],
      maxSpendPerTransaction: 40_000,
      controls: null,
    },
  },
  revealCard: { method: 'POST', path: `/cards/${idOf('Card')}/reveal`, body: null },
  sandboxSimulateCardAuthorization: simulated('authorization', cardUse),
  sandboxSimulateCardCreditAuthorization: simulated('credit_authorization', cardUse),
  sandboxSimulateCardFinancialAuthorization: simulated('financial_authorization', cardUse),
  sandboxSimulateCardFinancialCreditAuthorization: simulated('financial_credit_authorization', cardUse),
  sandboxSimulateCardCreditAuthorizationAdvice: simulated('credit_authorization_advice', cardUse),
  sandboxSimulateCardBalanceInquiry: simulated('balance_inquiry', { merchant: cardUse.merchant }),
  sandboxSimulateCardClearing: simulated('clearing', { ...cardTransaction, amount: 0 }),
  sandboxSimulateCardReturn: simulated('return', { ...cardTransaction, amount: 500 }),
  sandboxSimulateCardAuthorizationAdvice: simulated('authorization_advice', { ...cardTransaction, amount: 500 }),
  sandboxSimulateCardReturnReversal: simulated('return_reversal', cardTransaction),
};
