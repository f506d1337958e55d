import { exampleId } from '../../kit/schemas.js';
import type { Wire } from '../../kit/wire.js';
import type { apiToken } from './schemas.js';

/** A token that can read only. */
export const TOKEN_EXAMPLE: Wire<typeof apiToken> = {
  id: exampleId('Token'),
  name: 'reporting',
  permissions: ['VIEW'],
  clientId: 'client_q3JhYmNkZWZnaGlqa2xt',
  createdAt: '2026-01-05T10:00:00.000Z',
  updatedAt: '2026-01-05T10:00:00.000Z',
};
