import { exampleId } from '../../kit/schemas.js';
import type { Wire } from '../../kit/wire.js';
import type { card, cardSimulationResponse } from './schemas.js';

/** A card that was ordered, and does not exist at the issuer yet. */
export const ORDERED_CARD_EXAMPLE: Wire<typeof card> = {
  id: exampleId('Card'),
  cardholderId: exampleId('Customer'),
  platformCardId: 'ada-travel',
  state: 'PROCESSING',
  form: 'VIRTUAL',
  fundingSources: [exampleId('InternalAccount')],
  maxSpendPerTransaction: 50_000,
  controls: null,
  currency: 'USD',
  processorRef: 'sandbox-cards',
  createdAt: '2026-01-05T10:00:00.000Z',
  updatedAt: '2026-01-05T10:00:00.000Z',
};

/** The card once the issuer has created it. */
export const CARD_EXAMPLE: Wire<typeof card> = {
  ...ORDERED_CARD_EXAMPLE,
  state: 'ACTIVE',
  brand: 'VISA',
  last4: '4242',
  expMonth: 1,
  expYear: 2030,
  issuerRef: '01977c5e-6f2a-7b3c-9d4e-5f6a7b8c9d01',
  updatedAt: '2026-01-05T10:00:02.000Z',
};

/** Answer of every simulation. */
export const SIMULATED_EXAMPLE: Wire<typeof cardSimulationResponse> = {
  issuerTransactionToken: '6f1c2b7e9d3a4b58a0c4e8f2d7b61935',
  cardTransactionId: exampleId('Transaction'),
};
