import { toIso } from '@corridor/core';
import type { ScaChallenge } from '@corridor/core/records';
import type { Wire } from '../../kit/wire.js';
import type { scaChallenge } from './schemas.js';

/** The challenge that a quote or an operation of strong customer authentication waits for. */
export const serializeChallenge = (challenge: ScaChallenge): Wire<typeof scaChallenge> => ({
  id: challenge.id,
  expiresAt: toIso(challenge.expiresAt),
  factor: challenge.factor,
  availableFactors: challenge.availableFactors,
  purpose: challenge.purpose,
  passkeyAssertionOptions: challenge.passkey?.options,
  passkeyAllowedOrigins: challenge.passkey?.origins,
});
