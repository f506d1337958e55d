import { shapedCardIssuer } from '../cards/index.js';
import { shapedMessages } from '../codes/index.js';
import { shapedSource } from '../rates/index.js';
import { shapedIssuer } from '../stablecoins/index.js';
import { shapedVerification } from '../verification/index.js';
import type { CompletePorts } from './defaults.js';

/**
 * The ports that users write, with the shape of every answer checked (docs/rails.md#answers-are-checked). The
 * foundation does it for rails, and the area of wallets for custody.
 */
export const withCheckedAnswers = (ports: CompletePorts): CompletePorts => ({
  ...ports,
  rates: ports.rates.map(shapedSource),
  cardIssuers: ports.cardIssuers.map(shapedCardIssuer),
  stablecoins: {
    SANDBOX: ports.stablecoins.SANDBOX.map(shapedIssuer),
    PRODUCTION: ports.stablecoins.PRODUCTION.map(shapedIssuer),
  },
  verification: shapedVerification(ports.verification),
  messages: shapedMessages(ports.messages),
});
