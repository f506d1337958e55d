import { Corridor } from '@corridor/client';
import type { Configuration } from '../settings/configuration.js';

export const clientOf = ({ remote }: Configuration): Corridor =>
  new Corridor({ baseUrl: remote.baseUrl!, credential: { clientId: '', clientSecret: '' } });
