import type { CardIssuer } from '@corridor/core/ports';
import { guardedCalls, type RailGuard } from '../registry/guard-rail.js';

/** Wraps a card issuer as `guardRail` wraps rails: time-out, metrics, and one error. */
export function guardCardIssuer(issuer: CardIssuer, guard: RailGuard): CardIssuer {
  const call = guardedCalls(issuer.name, guard);
  return {
    name: issuer.name,
    environments: issuer.environments,
    issue: (order, elapsedSeconds) => call('card-issue', () => issuer.issue(order, elapsedSeconds)),
    tell: (cardId, state) => call('card-tell', () => issuer.tell(cardId, state)),
    reveal: (card) => call('card-reveal', () => issuer.reveal(card)),
  };
}
