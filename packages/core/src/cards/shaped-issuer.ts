import { shapedCalls } from '../accounts/index.js';
import { type Instant, type Shape, shapes } from '../kernel/index.js';
import { CARD_BRANDS } from './card.js';
import type { CardFrame, CardIssuer, IssueOutcome } from './ports.js';

const { aDelay, anId, anInstant, aWhole, objectWith, oneOf, someText, textThat, variants } = shapes;

const LAST_YEAR = 9_999;
const FIRST_YEAR = 2_000;

const ISSUE_OUTCOME: Shape<IssueOutcome> = variants<IssueOutcome>()('kind', {
  issued: {
    issuerRef: anId,
    brand: oneOf(CARD_BRANDS),
    last4: textThat('a text of 4 digits', (text) => /^\d{4}$/.test(text)),
    expMonth: aWhole(1, 12),
    expYear: aWhole(FIRST_YEAR, LAST_YEAR),
  },
  rejected: {},
  pending: { againInSeconds: aDelay },
});

const CARD_FRAME: Shape<CardFrame> = objectWith<CardFrame>({ url: someText, expiresAt: anInstant<Instant>() });

/** The issuer with every answer checked, and one error, as `shapedRail` does it for rails. */
export function shapedCardIssuer(issuer: CardIssuer): CardIssuer {
  const call = shapedCalls(issuer.name);
  return {
    name: issuer.name,
    environments: issuer.environments,
    ...(issuer.currencies !== undefined && { currencies: issuer.currencies }),
    issue: (order, elapsedSeconds) => call('card-issue', ISSUE_OUTCOME, () => issuer.issue(order, elapsedSeconds)),
    tell: (cardId, state) =>
      call(
        'card-tell',
        () => undefined,
        () => issuer.tell(cardId, state),
      ),
    reveal: (card) => call('card-reveal', CARD_FRAME, () => issuer.reveal(card)),
  };
}
