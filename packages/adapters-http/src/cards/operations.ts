import { command, prepared, query } from '../app/declare.js';
import type { Operation } from '../app/operation.js';
import { pathId } from '../app/schemas.js';
import { pageBody } from '../app/wire.js';
import { card, cardCreateRequest, cardFilter, cardList, cardRevealResponse, cardUpdateRequest } from './schemas.js';
import { serializeCard, serializeFrame } from './serialize.js';

const TAG = 'Cards';
const id = pathId('Card', 'REFERENCE_NOT_FOUND');

export const cardOperations: readonly Operation[] = [
  query({
    method: 'GET',
    path: '/cards',
    operationId: 'listCards',
    tag: TAG,
    summary: 'List cards',
    permission: 'VIEW',
    query: cardFilter,
    responses: { 200: cardList },
    errors: [501],
    reads: (core) => core.cards.list,
    input: (request) => request.query,
    serialize: (page) => pageBody(page, serializeCard),
  }),
  command({
    method: 'POST',
    path: '/cards',
    operationId: 'createCard',
    tag: TAG,
    summary: 'Issue a card',
    permission: 'MANAGE',
    body: cardCreateRequest,
    responses: { 201: card },
    errors: [404, 501],
    useCase: (core) => core.cards.order,
    input: ({ body }) => ({ ...body, maxSpendPerTransaction: body.maxSpendPerTransaction ?? undefined }),
    serialize: serializeCard,
  }),
  query({
    method: 'GET',
    path: '/cards/{id}',
    operationId: 'getCardById',
    tag: TAG,
    summary: 'Read a card',
    permission: 'VIEW',
    params: { id },
    responses: { 200: card },
    errors: [501],
    reads: (core) => core.cards.get,
    input: ({ params }) => ({ id: params.id }),
    serialize: serializeCard,
  }),
  command({
    method: 'PATCH',
    path: '/cards/{id}',
    operationId: 'updateCardById',
    tag: TAG,
    summary: 'Freeze, unfreeze or close a card, or change its funding sources',
    permission: 'MANAGE',
    params: { id },
    body: cardUpdateRequest,
    responses: { 200: card },
    errors: [409, 501],
    useCase: (core) => core.cards.update,
    input: ({ params, body }) => ({ id: params.id, ...body }),
    serialize: serializeCard,
  }),
  prepared({
    method: 'POST',
    path: '/cards/{id}/reveal',
    operationId: 'revealCard',
    tag: TAG,
    summary: 'Get the address of the page that displays the card number',
    permission: 'MANAGE',
    params: { id },
    responses: { 200: cardRevealResponse },
    errors: [501],
    secretAnswer: true,
    useCase: (core) => core.cards.reveal,
    input: ({ params }) => ({ id: params.id }),
    serialize: serializeFrame,
  }),
];
