import { idOf } from '../records/record.js';
import type { Requests } from './request.js';

export const transferIn: Record<string, unknown> = {
  source: { accountId: idOf('ExternalAccount') },
  destination: { accountId: idOf('InternalAccount') },
  amount: 10_000,
};

export const transferOut: Record<string, unknown> = {
  source: { accountId: idOf('InternalAccount') },
  destination: { accountId: idOf('ExternalAccount'), paymentRail: 'ACH' },
  amount: 10_000,
  remittanceInformation: 'Invoice 7',
  purposeOfPayment: 'GIFT',
};

export const transferRequests: Requests = {
  createTransferIn: { method: 'POST', path: '/transfer-in', body: transferIn },
  createTransferOut: { method: 'POST', path: '/transfer-out', body: transferOut },
  estimateCryptoWithdrawalFee: {
    method: 'POST',
    path: '/crypto/estimate-withdrawal-fee',
    body: {
      internalAccountId: idOf('InternalAccount'),
      currency: 'BTC',
      cryptoNetwork: 'BITCOIN',
      amount: 100,
      destinationAddress: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    },
  },
};
