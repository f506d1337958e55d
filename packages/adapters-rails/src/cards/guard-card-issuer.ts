import type { CardIssuer } from '@corridor/core/ports';
import { shapedCardIssuer } from '@corridor/core/internal';
import { guardedCalls, type RailGuard } from '../registry/guard-rail.js';

/** Wraps a card issuer as `guardRail` wraps rails: time-out, metrics, checks of its answers, and one error. */
export function guardCardIssuer(issuer: CardIssuer, guard: RailGuard): CardIssuer {
  const checked = shapedCardIssuer(issuer);
  const call = guardedCalls(issuer.name, guard);
  return {
    name: issuer.name,
    environments: issuer.environments,
    ...(issuer.currencies !== undefined && { currencies: issuer.currencies }),
    issue: (order, elapsedSeconds) => call('card-issue', () => checked.issue(order, elapsedSeconds)),
    tell: (cardId, state) => call('card-tell', () => checked.tell(cardId, state)),
    reveal: (card) => call('card-reveal', () => checked.reveal(card)),
  };
}
