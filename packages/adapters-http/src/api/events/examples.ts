import { exampleId } from '../../kit/schemas.js';
import type { Wire } from '../../kit/wire.js';
import type { webhookEvent, webhookEventDetails } from './schemas.js';

/** A balance has changed, and the endpoint of the platform has accepted the event. */
export const EVENT_EXAMPLE: Wire<typeof webhookEvent> = {
  id: exampleId('Webhook'),
  type: 'INTERNAL_ACCOUNT.BALANCE_UPDATED',
  resource: exampleId('InternalAccount'),
  status: 'DELIVERED',
  createdAt: '2026-01-05T10:00:00.000Z',
  attempts: 1,
  deliveredAt: '2026-01-05T10:00:00.120Z',
};

const dollars = (amount: number) => ({
  amount,
  currency: { code: 'USD', name: 'United States dollar', symbol: '$', decimals: 2 },
});

/** The account after 500 USD have arrived. */
export const EVENT_DETAILS_EXAMPLE: Wire<typeof webhookEventDetails> = {
  ...EVENT_EXAMPLE,
  payload: {
    id: exampleId('Webhook'),
    type: 'INTERNAL_ACCOUNT.BALANCE_UPDATED',
    timestamp: '2026-01-05T10:00:00.000Z',
    data: {
      id: exampleId('InternalAccount'),
      customerId: exampleId('Customer'),
      type: 'INTERNAL_FIAT',
      status: 'ACTIVE',
      balance: dollars(50_000),
      totalBalance: dollars(50_000),
    },
  },
};

/** A public key on the curve P-256. */
export const PUBLIC_KEY_EXAMPLE = `-----BEGIN PUBLIC KEY-----
MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEaxfR8uEsQkf4vOblY6RA8ncDfYEt
6zOg9KE5RdiYwpZP40Li/hp/m47n60p8D54WK84zV2sxXs7LtkBoN79R9Q==
-----END PUBLIC KEY-----
`;

export const SECRET_EXAMPLE = 'whsec_Zm9yIGV4YW1wbGUgb25seSwgMzIgcmFuZG9tIGJ5dGVzIQ==';
