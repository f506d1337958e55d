import type { z } from 'zod';
import { operation, protocolDocument } from '../partners/open-api.js';
import { capabilities, capabilitiesAnswer, cardLookUp, orderedCard, revealed, stored } from './answers.js';
import { PARTS_OF_MESSAGES, processorMessage } from './messages.js';
import { reply } from './replies.js';
import { orderRequest, PARTS_OF_REQUESTS, revealRequest, stateRequest } from './requests.js';

const SCHEMAS: readonly z.ZodType[] = [
  ...PARTS_OF_REQUESTS,
  orderRequest,
  orderedCard,
  cardLookUp,
  stateRequest,
  stored,
  revealRequest,
  revealed,
  capabilities,
  capabilitiesAnswer,
  ...PARTS_OF_MESSAGES,
  processorMessage,
  reply,
];

const CARD = ['cardId'];

const paths = {
  '/capabilities': {
    get: operation({ id: 'getCapabilities', summary: 'What the processor issues', answer: capabilitiesAnswer }),
  },
  '/cards/{cardId}': {
    get: operation({ id: 'getCard', summary: 'A card, or that it is unknown', answer: cardLookUp, path: CARD }),
    put: operation({ id: 'orderCard', summary: 'Order a card', body: orderRequest, answer: orderedCard, path: CARD }),
  },
  '/cards/{cardId}/state': {
    put: operation({
      id: 'setState',
      summary: 'The state of a card, also of one that is not known',
      body: stateRequest,
      answer: stored,
      path: CARD,
    }),
  },
  '/cards/{cardId}/reveal': {
    post: operation({
      id: 'revealCard',
      summary: 'The address of your page that shows the number of a card, once',
      body: revealRequest,
      answer: revealed,
      path: CARD,
      needsKnown: true,
    }),
  },
};

/**
 * The OpenAPI document of the protocol of card processors, which docs/connections/cards.md explains.
 *
 * @example
 * ```ts
 * import { cardsOpenApi } from '@corridor/adapters-rails/http-cards';
 *
 * const { openapi, paths } = cardsOpenApi();
 * openapi; // '3.1.0'
 * Object.keys(paths as object)[1]; // '/cards/{cardId}'
 * ```
 */
export const cardsOpenApi = (): Readonly<Record<string, unknown>> =>
  protocolDocument({
    title: 'Corridor card processor',
    partner: 'processor',
    callback: '/cards/{name}/callbacks/events',
    address: '`url` of the entry in the connections file',
    paths,
    message: processorMessage,
    reply,
    answers: {
      200: 'The reply, signed with the id of the message.',
      400: 'The message is invalid. Do not repeat it.',
      404: 'The card or the use is unknown. Send it again later.',
      409: 'Not now, or the id was used for another message. Send it again later.',
      503: 'Not decided in time, or the database is not available. Send it again later.',
    },
    schemas: SCHEMAS,
    parameters: CARD,
  });
