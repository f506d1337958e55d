import { instant } from '@corridor/core';
import { type CardIssuer, type ConnectionContext, type IssueOutcome, RailUnavailable } from '@corridor/core/ports';
import type { z } from 'zod';
import { type Ask, segment } from '../partners/exchange.js';
import { needsTls } from '../partners/tls.js';
import { type capabilities, cardLookUp, type OrderedCard, orderedCard, revealed, stored } from './answers.js';
import { orderBody, revealBody, TOLD_STATES } from './requests.js';

/** The issuer behind the protocol of docs/connections/cards.md. */
export function issuerOf(
  ask: Ask,
  { currencies }: z.output<typeof capabilities>,
  { name, environment }: Pick<ConnectionContext, 'name' | 'environment'>,
): CardIssuer {
  const pathOf = (cardId: string, rest = ''): string => `/cards/${segment(cardId)}${rest}`;
  return {
    name,
    environments: [environment],
    currencies,
    /** A look-up comes first, so an order whose answer was lost is not repeated, and its password is not sent again. */
    async issue(order) {
      const path = pathOf(order.cardId);
      const known = await ask({ name: 'look-up', method: 'GET', path, answer: cardLookUp });
      if (known.state !== 'unknown') return outcomeOf(known);
      return outcomeOf(await ask({ name: 'order', method: 'PUT', path, body: orderBody(order), answer: orderedCard }));
    },
    async tell(cardId, state) {
      const told = TOLD_STATES.find((each) => each === state);
      if (told === undefined) return;
      const path = pathOf(cardId, '/state');
      await ask({ name: 'state', method: 'PUT', path, body: { state: told }, answer: stored });
    },
    async reveal({ cardId, expiresAt }) {
      const path = pathOf(cardId, '/reveal');
      const page = await ask({ name: 'reveal', method: 'POST', path, body: revealBody(expiresAt), answer: revealed });
      const invalid = (member: string, why: string) =>
        new RailUnavailable(name, 'reveal', `the answer is invalid: ${member} ${why}`);
      if (!isPage(page.url, environment)) throw invalid('url', 'is not the address of a page');
      const until = instant(Date.parse(page.expiresAt));
      if (until > expiresAt) throw invalid('expiresAt', 'is after the time in the request');
      return { url: page.url, expiresAt: until };
    },
  };
}

/** A person goes there and sees the number of the card. */
function isPage(text: string, environment: ConnectionContext['environment']): boolean {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || url.username !== '' || url.password !== '') return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && !needsTls(text, environment));
}

function outcomeOf(card: OrderedCard): IssueOutcome {
  switch (card.state) {
    case 'pending':
      return { kind: 'pending', againInSeconds: card.checkAfterSeconds };
    case 'rejected':
      return { kind: 'rejected' };
    case 'issued': {
      const { processorCardId, brand, last4, expMonth, expYear } = card;
      return { kind: 'issued', issuerRef: processorCardId, brand, last4, expMonth, expYear };
    }
  }
}
