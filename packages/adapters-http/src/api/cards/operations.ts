import { command, prepared, query } from '../../kit/declare.js';
import type { Operation } from '../../kit/operation.js';
import { exampleId, pathId } from '../../kit/schemas.js';
import { pageBody } from '../../kit/wire.js';
import { CARD_EXAMPLE, ORDERED_CARD_EXAMPLE } from './examples.js';
import { card, cardCreateRequest, cardFilter, cardList, cardRevealResponse, cardUpdateRequest } from './schemas.js';
import { serializeCard, serializeFrame } from './serialize.js';

const TAG = 'Cards';
const id = pathId('Card', 'REFERENCE_NOT_FOUND');

/** A card exists only where an issuer has been configured. */
const RESERVED = 'Reserved for hosts without a card issuer. In this version only `createCard` answers with it.';
const INELIGIBLE =
  'The funding sources are not different `ACTIVE` accounts of the cardholder in one currency (`details.reason` is ' +
  '`FUNDING_SOURCE_INELIGIBLE`)';

export const cardOperations: readonly Operation[] = [
  query({
    method: 'GET',
    path: '/cards',
    operationId: 'listCards',
    tag: TAG,
    summary: 'List cards',
    permission: 'VIEW',
    description: `Returns the cards of your customers with state, limit and funding sources; a closed card stays in the
list. With \`accountId\` a page can be short although more cards follow.`,
    query: cardFilter,
    responses: { 200: cardList },
    outcomes: { 200: 'A page of cards, without their numbers.' },
    refusals: { NOT_IMPLEMENTED: RESERVED },
    examples: [
      {
        title: 'Active cards of a customer',
        query: { cardholderId: exampleId('Customer'), state: 'ACTIVE' },
        status: 200,
        answer: { data: [CARD_EXAMPLE], hasMore: false, totalCount: 1 },
      },
    ],
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
    description: `Orders a virtual card that spends from internal accounts of an approved customer. It is
\`PROCESSING\` until the issuer has created it, usually within seconds; wait for the event before you show it. No money
moves: each use reserves its amount on the first funding source. A funding source that is an embedded wallet also needs
a delegated key for the card.

The token needs \`TRANSACT\` besides \`MANAGE\`, because a card spends money.

**Events:** \`CARD.STATE_CHANGE\` with \`ACTIVE\`, or with \`CLOSED\` if the issuer rejects the order.`,
    body: cardCreateRequest,
    responses: { 201: card },
    outcomes: { 201: 'The card is ordered.' },
    refusals: {
      INVALID_INPUT: `${INELIGIBLE}, or another field is invalid.`,
      CARDHOLDER_KYC_NOT_APPROVED:
        'The verification of the customer is not `APPROVED`, or a change of its identity is under review.',
      USER_NOT_FOUND: 'No customer of the platform has the id `cardholderId`, or the customer was deleted.',
      FORBIDDEN: 'The token does not have the permissions `MANAGE` and `TRANSACT`.',
      NOT_IMPLEMENTED: 'The host has no card issuer in this environment.',
    },
    examples: [
      {
        title: 'Order a card with a limit',
        status: 201,
        body: {
          cardholderId: exampleId('Customer'),
          platformCardId: 'ada-travel',
          form: 'VIRTUAL',
          fundingSources: [exampleId('InternalAccount')],
          maxSpendPerTransaction: 50_000,
        },
        answer: ORDERED_CARD_EXAMPLE,
      },
    ],
    useCase: (core) => core.cards.order,
    input: ({ body }) => ({
      ...body,
      maxSpendPerTransaction: body.maxSpendPerTransaction ?? undefined,
      controls: body.controls ?? undefined,
    }),
    serialize: serializeCard,
  }),
  query({
    method: 'GET',
    path: '/cards/{id}',
    operationId: 'getCardById',
    tag: TAG,
    summary: 'Read a card',
    permission: 'VIEW',
    description: `Returns state, limit and funding sources of a card. Of its number it has the last four digits only;
\`revealCard\` shows the whole number on a page of the issuer.`,
    params: { id },
    responses: { 200: card },
    outcomes: { 200: 'The card, without its number.' },
    refusals: { NOT_IMPLEMENTED: RESERVED },
    examples: [{ title: 'Read a card', status: 200, answer: CARD_EXAMPLE }],
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
    description: `Changes at least one of state, funding sources, limit and controls. Money that is reserved for authorized uses
stays reserved, and merchants still collect it, also after the card was frozen or closed. \`fundingSources\` replaces
the whole list, and with accounts in another currency the currency of the card; the number in
\`maxSpendPerTransaction\` then counts in the new one. Delegated keys of accounts that are left out are revoked.

**Events:** \`CARD.STATE_CHANGE\`, \`CARD.FUNDING_SOURCE_CHANGE\`, for each that changes.`,
    params: { id },
    body: cardUpdateRequest,
    responses: { 200: card },
    outcomes: { 200: 'The card after the change, which applies to its next use.' },
    refusals: {
      INVALID_INPUT: `The change is empty. ${INELIGIBLE}. Or another field is invalid.`,
      CARD_ALREADY_CLOSED: 'The change names a `state`, and the card is `CLOSED`.',
      CARD_NOT_MUTABLE: 'The change names funding sources, a limit or controls, and the card is `CLOSED`.',
      INVALID_STATE_TRANSITION: 'The card has the state already, or is `PROCESSING`: then it can only be closed.',
      NOT_IMPLEMENTED: RESERVED,
    },
    examples: [
      { title: 'Freeze a card', status: 200, body: { state: 'FROZEN' }, answer: { ...CARD_EXAMPLE, state: 'FROZEN' } },
      {
        title: 'Close a card',
        status: 200,
        body: { state: 'CLOSED' },
        answer: { ...CARD_EXAMPLE, state: 'CLOSED', stateReason: 'CLOSED_BY_PLATFORM' },
      },
      {
        title: 'Allow hotels and restaurants only, and 2,000 dollars in a month',
        status: 200,
        body: {
          controls: { allowedCategories: ['7011', '5812'], spendLimits: [{ period: 'MONTH', amount: 200_000 }] },
        },
        answer: {
          ...CARD_EXAMPLE,
          controls: { allowedCategories: ['7011', '5812'], spendLimits: [{ period: 'MONTH', amount: 200_000 }] },
        },
      },
      {
        title: 'Spend from an account in euros without a limit',
        status: 200,
        body: { fundingSources: [exampleId('InternalAccount', 2)], maxSpendPerTransaction: null },
        answer: {
          ...CARD_EXAMPLE,
          fundingSources: [exampleId('InternalAccount', 2)],
          maxSpendPerTransaction: null,
          currency: 'EUR',
        },
      },
    ],
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
    description: `Returns the address of a page of the issuer that displays number, expiry and security code. It opens
once and within two minutes, so ask for it when the cardholder wants to see the card, and embed it: the number never
passes through your systems. Who asked is written to the log of the card.

The token needs \`TRANSACT\` besides \`MANAGE\`, because the number is enough to pay.`,
    params: { id },
    responses: { 200: cardRevealResponse },
    outcomes: { 200: 'The address of the page. Show it at once.' },
    refusals: {
      FORBIDDEN:
        'The token does not have the permissions `MANAGE` and `TRANSACT`, or the card is neither `ACTIVE` nor `FROZEN`.',
      SERVICE_UNAVAILABLE:
        'The issuer did not answer or is not configured any more, or the host is starting, stopping or overloaded.',
      NOT_IMPLEMENTED: RESERVED,
    },
    examples: [
      {
        title: 'Show a card',
        status: 200,
        answer: {
          panEmbedUrl: 'https://corridor.example/cards/frame/3Zr0sTn5xYb7cDf1gHk3LpQ9uE4iAo6R',
          expiresAt: '2026-01-05T10:02:00.000Z',
        },
      },
    ],
    secretAnswer: true,
    useCase: (core) => core.cards.reveal,
    input: ({ params }) => ({ id: params.id }),
    serialize: serializeFrame,
  }),
];
