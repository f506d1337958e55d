import type { OrderInput } from '@corridor/core';
import { invalidInOrder } from '@corridor/core/internal';
import type * as z from 'zod';
import { command, prepared, query } from '../../kit/declare.js';
import type { Operation, Refusals } from '../../kit/operation.js';
import { pathId } from '../../kit/schemas.js';
import { pageBody } from '../../kit/wire.js';
import {
  BURN_EXAMPLE,
  BURN_QUOTE_EXAMPLE,
  BURN_REQUEST_EXAMPLE,
  MINT_EXAMPLE,
  MINT_QUOTE_EXAMPLE,
  MINT_REQUEST_EXAMPLE,
  WIRE_MINT_EXAMPLE,
  WIRE_MINT_REQUEST_EXAMPLE,
} from './examples.js';
import {
  burnRequest,
  mintRequest,
  stablecoinOperation,
  stablecoinOperationFilter,
  stablecoinOperationList,
  stablecoinQuote,
} from './schemas.js';
import { serializeStablecoinOperation, serializeStablecoinQuote } from './serialize.js';
import { TAG, stablecoinId, UNUSABLE_LINK, UNREACHED_ISSUER } from './refusals.js';

const stablecoinQuoteId = pathId('StablecoinQuote', 'QUOTE_NOT_FOUND');

interface OrderCall<B> {
  readonly params: Readonly<Record<'stablecoinId', string>>;
  readonly body: B;
}

/**
 * What a mint and its quote share. The core's rules are applied even if the schemas refused parts of the request; those
 * parts are passed as sent.
 */
const mint = {
  params: { stablecoinId },
  body: mintRequest,
  keyRequired: true,
  invalid: invalidInOrder,
  input: ({ params, body }: OrderCall<z.output<typeof mintRequest>>): OrderInput => ({
    stablecoinId: params.stablecoinId,
    request: {
      operationType: 'MINT',
      amount: body.amount,
      source: body.fundingSource,
      destination: { accountId: body.destination?.accountId },
      description: body.description,
    },
  }),
} as const;

/** What a burn and its quote share. */
const burn = {
  params: { stablecoinId },
  body: burnRequest,
  keyRequired: true,
  invalid: invalidInOrder,
  input: ({ params, body }: OrderCall<z.output<typeof burnRequest>>): OrderInput => ({
    stablecoinId: params.stablecoinId,
    request: {
      operationType: 'BURN',
      amount: body.amount,
      source: body.source,
      destination: { accountId: body.destination?.externalAccountId, rail: body.destination?.rail },
      description: body.description,
    },
  }),
} as const;

/** Refusals of the accounts of an order, and of their owner. */
const UNUSABLE_ACCOUNTS: Refusals = {
  REFERENCE_NOT_FOUND: 'The token or an account does not exist, or source and destination have different owners.',
  EXTERNAL_ACCOUNT_VERIFICATION_REQUIRED: 'An external account is not `ACTIVE`.',
  USER_NOT_FOUND: 'The customer who owns the accounts was deleted.',
  USER_NOT_READY:
    'The customer is not approved (KYC or KYB), a source is frozen, an account is closed, or a customer of the EEA does ' +
    'not trust the external destination.',
  END_USER_TERMS_NOT_ACCEPTED: 'The platform requires end-user terms, and the customer has not accepted them.',
  MISSING_MANDATORY_USER_INFO: 'The customer lacks information that the platform requires for the currencies.',
};

/** Refusals of the request of a mint or burn, as a quote or directly. */
const UNUSABLE_ORDER: Refusals = {
  ...UNUSABLE_LINK,
  ...UNREACHED_ISSUER,
  ...UNUSABLE_ACCOUNTS,
  INVALID_INPUT:
    'The request breaks a rule, the issuer does not execute orders of this kind, or an account is of the wrong kind, ' +
    'such as an Embedded Wallet as the source; `details.errors` names every invalid field.',
  INVALID_CURRENCY: 'An account is in another currency than the token or its base currency.',
  INVALID_AMOUNT:
    'The amount is zero, or it or its fees are not a whole number of smallest units of the base currency.',
  AMOUNT_OUT_OF_RANGE: 'The amount is too large, above the limit of the issuer, or not larger than the fees.',
  CONFLICT:
    'The `svcOperationsStatus` of the token is not `ENABLED`, or the idempotency key was used for another request.',
};

const UNPAID_ORDER: Refusals = {
  ...UNUSABLE_ORDER,
  VELOCITY_LIMIT_EXCEEDED: 'The payment exceeds what the customer may start in a day or a month.',
  INVALID_AMOUNT:
    'The balance of the paying account does not cover the amount, the amount is zero, or it or its fees are not a whole ' +
    'number of smallest units of the base currency.',
};

const EVENTS_OF_ORDERS = `**Events:** \`INTERNAL_ACCOUNT.BALANCE_UPDATED\` for an internal account that pays, at the hold and if the hold is released, and for
one that receives the tokens. The operation itself has no events: read it until its \`status\` is final.`;

/** Quotes, mints and burns. */
export const orderOperations: readonly Operation[] = [
  prepared({
    method: 'POST',
    path: '/stablecoins/{stablecoinId}/mint-quotes',
    operationId: 'createStablecoinMintQuote',
    tag: TAG,
    summary: 'Quote a mint',
    description: `Asks the issuer for its fees of a mint and keeps them until \`expiresAt\`. The request is checked as if the mint began now,
but no money is held. Execute the quote with \`executeStablecoinQuote\`, which holds the money; without execution it
becomes \`EXPIRED\`. No event follows either way.`,
    permission: 'TRANSACT',
    ...mint,
    responses: { 201: stablecoinQuote },
    outcomes: { 201: 'The quote, with the fees fixed and nothing held.' },
    refusals: UNUSABLE_ORDER,
    examples: [
      { title: 'Quote a mint from a balance', status: 201, body: MINT_REQUEST_EXAMPLE, answer: MINT_QUOTE_EXAMPLE },
      { title: 'Quote a mint paid by wire', status: 201, body: WIRE_MINT_REQUEST_EXAMPLE, answer: MINT_QUOTE_EXAMPLE },
    ],
    useCase: (core) => core.stablecoins.createQuote,
    serialize: serializeStablecoinQuote,
  }),
  prepared({
    method: 'POST',
    path: '/stablecoins/{stablecoinId}/burn-quotes',
    operationId: 'createStablecoinBurnQuote',
    tag: TAG,
    summary: 'Quote a burn',
    description: `Asks the issuer for its fees of a burn and keeps them until \`expiresAt\`. The request is checked as if the burn began now,
but no tokens are held. Execute the quote with \`executeStablecoinQuote\`, which holds the tokens; without execution it
becomes \`EXPIRED\`. No event follows either way.`,
    permission: 'TRANSACT',
    ...burn,
    responses: { 201: stablecoinQuote },
    outcomes: { 201: 'The quote, with the fees fixed and nothing held.' },
    refusals: UNUSABLE_ORDER,
    examples: [
      { title: 'Quote a burn to a bank account', status: 201, body: BURN_REQUEST_EXAMPLE, answer: BURN_QUOTE_EXAMPLE },
    ],
    useCase: (core) => core.stablecoins.createQuote,
    serialize: serializeStablecoinQuote,
  }),
  query({
    method: 'GET',
    path: '/stablecoin-quotes/{stablecoinQuoteId}',
    operationId: 'getStablecoinQuote',
    tag: TAG,
    summary: 'Read the quote of a mint or burn',
    description: `Shows whether a quote can still be executed (\`PENDING\`), and after its execution which mint or burn it became:
\`stablecoinOperationId\`.`,
    permission: 'VIEW',
    params: { stablecoinQuoteId },
    responses: { 200: stablecoinQuote },
    outcomes: { 200: 'The quote as it is now.' },
    examples: [{ title: 'Read the quote of a mint', status: 200, answer: MINT_QUOTE_EXAMPLE }],
    reads: (core) => core.stablecoins.getQuote,
    input: ({ params }) => ({ id: params.stablecoinQuoteId }),
    serialize: serializeStablecoinQuote,
  }),
  command({
    method: 'POST',
    path: '/stablecoin-quotes/{stablecoinQuoteId}/execute',
    operationId: 'executeStablecoinQuote',
    tag: TAG,
    summary: 'Execute the quote of a mint or burn',
    description: `Starts the mint or burn of a quote with its fees, once: a second call returns the same operation as it is now, also with
another idempotency key. The request is checked again. What an internal account pays, the whole \`amount\`, is held in the
same step; it is debited at \`COMPLETED\`, and released at \`FAILED\` or \`EXPIRED\`. If the execution is refused, for example
because the balance does not cover the amount, the quote stays \`PENDING\`.

${EVENTS_OF_ORDERS}`,
    permission: 'TRANSACT',
    keyRequired: true,
    params: { stablecoinQuoteId },
    responses: { 200: stablecoinOperation },
    outcomes: { 200: 'The operation of the quote. A new one is `CREATED` and goes to the issuer at once.' },
    refusals: {
      ...UNUSABLE_LINK,
      ...UNUSABLE_ACCOUNTS,
      REFERENCE_NOT_FOUND: 'An account of the quote was deleted.',
      INVALID_AMOUNT: 'The balance of the paying account does not cover the amount.',
      CONFLICT:
        'The quote has expired (`details.reason` is `QUOTE_EXPIRED`), or the idempotency key was used for another request.',
    },
    examples: [{ title: 'Execute the quote of a mint', status: 200, answer: MINT_EXAMPLE }],
    useCase: (core) => core.stablecoins.executeQuote,
    input: ({ params }) => ({ id: params.stablecoinQuoteId }),
    serialize: serializeStablecoinOperation,
  }),
  prepared({
    method: 'POST',
    path: '/stablecoins/{stablecoinId}/mints',
    operationId: 'createStablecoinMint',
    tag: TAG,
    summary: 'Mint a stablecoin',
    description: `Starts a mint at the fees that the issuer states now, without a quote. One token costs one unit of the base currency; the
fees come off the tokens. If an internal account pays, the whole \`amount\` is held in the same step; at \`COMPLETED\` it is
debited and the tokens are credited, and at \`FAILED\` the hold is released. With \`WIRE\`, nothing is held: pay as
\`fundingInstructions\` say, which the operation has once it is \`PENDING_FUNDING\`.

${EVENTS_OF_ORDERS}`,
    permission: 'TRANSACT',
    ...mint,
    responses: { 201: stablecoinOperation },
    outcomes: {
      201: 'The mint is `CREATED`, and the order goes to the issuer at once. The money of an internal account is held.',
    },
    refusals: UNPAID_ORDER,
    examples: [
      { title: 'Mint from a balance', status: 201, body: MINT_REQUEST_EXAMPLE, answer: MINT_EXAMPLE },
      { title: 'Mint for a wire', status: 201, body: WIRE_MINT_REQUEST_EXAMPLE, answer: WIRE_MINT_EXAMPLE },
    ],
    useCase: (core) => core.stablecoins.order,
    serialize: serializeStablecoinOperation,
  }),
  prepared({
    method: 'POST',
    path: '/stablecoins/{stablecoinId}/burns',
    operationId: 'createStablecoinBurn',
    tag: TAG,
    summary: 'Burn a stablecoin',
    description: `Starts a burn at the fees that the issuer states now, without a quote. One token is worth one unit of the base currency;
the fees come off the payout. If an internal account pays, its tokens are held in the same step; at \`COMPLETED\` they are
debited, and at \`FAILED\` the hold is released. The issuer itself pays the bank account. With \`EXTERNAL_ACCOUNT\`,
send the tokens as \`fundingInstructions\` say, which the operation has once it is \`PENDING_FUNDING\`.

**Events:** \`INTERNAL_ACCOUNT.BALANCE_UPDATED\` for an internal account that pays, at the hold and if the hold is
released. The operation itself has no events: read it until its \`status\` is final.`,
    permission: 'TRANSACT',
    ...burn,
    responses: { 201: stablecoinOperation },
    outcomes: {
      201: 'The burn is `CREATED`, and the order goes to the issuer at once. The tokens of an internal account are held.',
    },
    refusals: UNPAID_ORDER,
    examples: [{ title: 'Burn to a bank account', status: 201, body: BURN_REQUEST_EXAMPLE, answer: BURN_EXAMPLE }],
    useCase: (core) => core.stablecoins.order,
    serialize: serializeStablecoinOperation,
  }),
  query({
    method: 'GET',
    path: '/stablecoins/{stablecoinId}/operations',
    operationId: 'listStablecoinOperations',
    tag: TAG,
    summary: 'List mints and burns of a stablecoin',
    description: `The mints and burns of one token in every state, newest first. They have no events of their own: read this list, or one
operation with \`getStablecoinOperation\`, to follow those that are open.`,
    permission: 'VIEW',
    params: { stablecoinId },
    query: stablecoinOperationFilter,
    responses: { 200: stablecoinOperationList },
    outcomes: { 200: 'One page of mints and burns.' },
    examples: [
      {
        title: 'List the mints of a token',
        status: 200,
        query: { operationType: 'MINT' },
        answer: { data: [MINT_EXAMPLE], hasMore: false, totalCount: 1 },
      },
    ],
    reads: (core) => core.stablecoins.listOperations,
    input: ({ params, query: filter }) => ({ ...filter, stablecoinId: params.stablecoinId }),
    serialize: (page) => pageBody(page, serializeStablecoinOperation),
  }),
  query({
    method: 'GET',
    path: '/stablecoin-operations/{stablecoinOperationId}',
    operationId: 'getStablecoinOperation',
    tag: TAG,
    summary: 'Read a mint or burn',
    description: `Shows the progress of a mint or burn. Mints and burns have no events of their own, so read the operation until \`status\` is
\`COMPLETED\`, \`FAILED\` or \`EXPIRED\`. While it is \`PENDING_FUNDING\`, \`fundingInstructions\` say how to pay, and
\`expiresAt\` says until when.`,
    permission: 'VIEW',
    params: { stablecoinOperationId: pathId('StablecoinOperation', 'REFERENCE_NOT_FOUND') },
    responses: { 200: stablecoinOperation },
    outcomes: { 200: 'The mint or burn as it is now.' },
    examples: [
      {
        title: 'Read a mint that is complete',
        status: 200,
        answer: {
          ...MINT_EXAMPLE,
          status: 'COMPLETED',
          providerStatus: 'completed',
          updatedAt: '2026-01-05T10:03:02.000Z',
        },
      },
      {
        title: 'Read a mint that waits for a wire',
        status: 200,
        answer: {
          ...WIRE_MINT_EXAMPLE,
          status: 'PENDING_FUNDING',
          fundingInstructions: {
            rail: 'WIRE',
            valueType: 'USD',
            bankName: 'Sandbox Trust',
            beneficiaryName: 'Sandbox Issuer',
            accountNumber: '5414029862',
            routingNumber: '021000021',
            reference: '5D41402ABC4B',
          },
          expiresAt: '2026-01-06T10:03:01.000Z',
          providerStatus: 'awaiting_funding',
          updatedAt: '2026-01-05T10:03:01.000Z',
        },
      },
    ],
    reads: (core) => core.stablecoins.getOperation,
    input: ({ params }) => ({ id: params.stablecoinOperationId }),
    serialize: serializeStablecoinOperation,
  }),
];
