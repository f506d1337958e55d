import { exampleId } from '../../kit/schemas.js';
import type { Wire } from '../../kit/wire.js';
import type { transaction } from '../transactions/schemas.js';
import type { receiverUmaLookup, umaInvitation, umaProvider } from './schemas.js';

const DOLLAR = { code: 'USD', name: 'United States dollar', symbol: '$', decimals: 2 };
const EURO = { code: 'EUR', name: 'Euro', symbol: '€', decimals: 2 };

export const RECEIVER_EXAMPLE = '$success.eur@sandbox.uma.money';

/** A receiver who accepts euros. */
export const LOOKUP_EXAMPLE: Wire<typeof receiverUmaLookup> = {
  receiverUmaAddress: RECEIVER_EXAMPLE,
  supportedCurrencies: [{ currency: EURO, estimatedExchangeRate: 0.92, min: 1, max: 100_000_000 }],
  requiredPayerDataFields: [],
  lookupId: exampleId('Lookup'),
};

/** An invitation with a gift of 12.50 dollars. */
export const INVITATION_EXAMPLE: Wire<typeof umaInvitation> = {
  code: '7hq4k9xm2c8nvtw3',
  createdAt: '2026-01-05T10:00:00.000Z',
  url: 'https://corridor.example/invite/7hq4k9xm2c8nvtw3',
  expiresAt: '2036-01-05T10:00:00.000Z',
  inviterUma: '$ada@pay.example',
  status: 'PENDING',
  firstName: 'Grace',
  amountToSend: { amount: 1_250, currency: DOLLAR },
};

/** The institution that the sandbox simulates. */
export const PROVIDER_EXAMPLE: Wire<typeof umaProvider> = {
  name: 'Sandbox',
  supportedRegions: ['US'],
  domain: 'sandbox.uma.money',
  supportedCurrencies: [DOLLAR, EURO],
  allowListStatus: true,
};

/** A payment to a customer that waits for the approval of its platform. */
export const RECEIVING_EXAMPLE: Wire<typeof transaction> = {
  type: 'INCOMING',
  id: exampleId('Transaction'),
  status: 'PENDING',
  direction: 'CREDIT',
  customerId: exampleId('Customer'),
  platformCustomerId: 'ada-1815',
  source: { sourceType: 'UMA_ADDRESS', umaAddress: '$grace@bank.example' },
  destination: { destinationType: 'ACCOUNT', accountId: exampleId('InternalAccount'), currency: 'USD' },
  receivedAmount: { amount: 2_500, currency: DOLLAR },
  createdAt: '2026-01-05T10:00:00.000Z',
  updatedAt: '2026-01-05T10:00:00.000Z',
};
