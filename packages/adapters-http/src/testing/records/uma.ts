import { instant } from '@corridor/core';
import type { UmaProvider } from '@corridor/core/ports';
import type { Invitation, Quote } from '@corridor/core/records';
import type { UmaLookup } from '@corridor/core/internal';
import { lookup, quote } from './quotes.js';
import { idOf, NOW, record, USD } from './record.js';

export const umaQuote: Quote = {
  ...quote,
  destination: { destinationType: 'UMA_ADDRESS', umaAddress: '$bob@bank.example', currency: USD },
  destinationId: '$bob@bank.example',
  rail: 'lightning',
  uma: {
    lookupId: idOf('Lookup'),
    invoice: 'lnbcrt1560n1…',
    settlementAmount: 156n,
    counterpartyFeeMsat: 20n,
    utxoCallback: null,
    domain: 'pay.example.com',
    payeeData: { identifier: '$bob@bank.example' },
  },
};

export const umaLookup: UmaLookup = {
  ...lookup,
  receiverType: 'UMA_ADDRESS',
  receiver: '$bob@bank.example',
  customerId: idOf('Customer'),
  vasp: 'bank.example',
  counterparty: {
    receiver: '$bob@bank.example',
    callback: 'https://bank.example/payreq',
    metadata: '[]',
    minMsat: 1n,
    maxMsat: 1_000_000n,
    currencies: [],
    payerData: [],
    isSubjectToTravelRule: false,
    majorVersion: 1,
  },
};

export const invitation: Invitation = {
  ...record(idOf('Invitation')),
  status: 'CLAIMED',
  environment: 'SANDBOX',
  code: '7hq4k9xm2c8nvtw3',
  inviterUma: '$ada@pay.example.com',
  inviterId: idOf('Customer'),
  inviteeUma: '$bob@bank.example',
  firstName: 'Bob',
  amountToSend: 1_000n,
  currency: USD,
  expiresAt: instant(NOW + 600_000),
  claimedAt: NOW,
  quoteId: idOf('Quote'),
  quoteErrorCode: 'INVALID_RECEIVER',
  url: 'https://pay.example.com/invite/7hq4k9xm2c8nvtw3',
};

export const umaProvider: UmaProvider = {
  name: 'Bank',
  domain: 'bank.example',
  supportedRegions: ['DE'],
  supportedCurrencies: ['EUR', 'NOPE'],
  logoUrl: 'https://bank.example/logo.png',
  lei: '529900T8BM49AURSDO55',
  isBlocked: false,
  hourlyLimit: null,
};
