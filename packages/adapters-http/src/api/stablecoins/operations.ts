import type { OrderInput } from '@corridor/core';
import { invalidInOrder } from '@corridor/core/internal';
import type * as z from 'zod';
import { command, prepared, query } from '../../kit/declare.js';
import type { Operation, Refusals } from '../../kit/operation.js';
import { exampleId, pathId } from '../../kit/schemas.js';
import { pageBody } from '../../kit/wire.js';
import {
  BURN_EXAMPLE,
  BURN_QUOTE_EXAMPLE,
  BURN_REQUEST_EXAMPLE,
  MINT_EXAMPLE,
  MINT_QUOTE_EXAMPLE,
  MINT_REQUEST_EXAMPLE,
  PROVIDER_ACCOUNT_EXAMPLE,
  STABLECOIN_EXAMPLE,
  WIRE_MINT_EXAMPLE,
  WIRE_MINT_REQUEST_EXAMPLE,
} from './examples.js';
import {
  burnRequest,
  linkRequest,
  mintRequest,
  providerAccount,
  providerAccountFilter,
  providerAccountList,
  registerRequest,
  stablecoin,
  stablecoinFilter,
  stablecoinList,
  stablecoinOperation,
  stablecoinOperationFilter,
  stablecoinOperationList,
  stablecoinQuote,
} from './schemas.js';
import {
  serializeProviderAccount,
  serializeStablecoin,
  serializeStablecoinOperation,
  serializeStablecoinQuote,
} from './serialize.js';

const TAG = 'Stablecoins';
const stablecoinId = pathId('Stablecoin', 'REFERENCE_NOT_FOUND');
const quoteId = pathId('StablecoinQuote', 'QUOTE_NOT_FOUND');

interface OrderCall<B> {
  readonly params: Readonly<Record<'stablecoinId', string>>;
  readonly body: B;
}

/** The core's rules are applied even if the schemas refused parts of the request; those parts are passed as sent. */
const mint = ({ params, body }: OrderCall<z.output<typeof mintRequest>>): OrderInput => ({
  stablecoinId: params.stablecoinId,
  request: {
    operationType: 'MINT',
    amount: body.amount,
    source: body.fundingSource,
    destination: { accountId: body.destination?.accountId },
    description: body.description,
  },
});

const burn = ({ params, body }: OrderCall<z.output<typeof burnRequest>>): OrderInput => ({
  stablecoinId: params.stablecoinId,
  request: {
    operationType: 'BURN',
    amount: body.amount,
    source: body.source,
    destination: { accountId: body.destination?.externalAccountId, rail: body.destination?.rail },
    description: body.description,
  },
});

/** Refusals of everything that uses the credentials of a link. */
const UNUSABLE_LINK: Refusals = {
  STABLECOIN_PROVIDER_ACCOUNT_INVALID: 'The issuer refuses the credentials of the linked account.',
  STABLECOIN_PROVIDER_ACCOUNT_REVOKED: 'The issuer reports that access to the linked account was withdrawn.',
};

/** Refusals of everything that calls the issuer. */
const UNREACHED_ISSUER: Refusals = {
  NOT_IMPLEMENTED: 'This host has no connection to the issuer in this environment.',
  SERVICE_UNAVAILABLE: 'The issuer did not answer or failed, or the host is starting, stopping or overloaded.',
};

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
  INVALID_AMOUNT:
    'The balance of the paying account does not cover the amount, the amount is zero, or it or its fees are not a whole ' +
    'number of smallest units of the base currency.',
};

const EVENTS_OF_ORDERS = `**Events:** \`INTERNAL_ACCOUNT.BALANCE_UPDATED\` for an internal account that pays, at the hold and if the hold is released, and for
one that receives the tokens. The operation itself has no events: read it until its \`status\` is final.`;

export const stablecoinOperations: readonly Operation[] = [
  query({
    method: 'GET',
    path: '/stablecoin-provider-accounts',
    operationId: 'listStablecoinProviderAccounts',
    tag: TAG,
    summary: 'List linked issuer accounts',
    description: `The accounts at stablecoin issuers whose credentials your platform has linked in this environment, newest first. A link
that is not \`ACTIVE\` cannot mint or burn until it is linked again with \`linkStablecoinProviderAccount\`.`,
    permission: 'VIEW',
    query: providerAccountFilter,
    responses: { 200: providerAccountList },
    outcomes: { 200: 'One page of links, without their credentials.' },
    examples: [
      {
        title: 'List the links that work',
        status: 200,
        query: { status: 'ACTIVE' },
        answer: { data: [PROVIDER_ACCOUNT_EXAMPLE], hasMore: false, totalCount: 1 },
      },
    ],
    reads: (core) => core.stablecoins.listLinks,
    input: (request) => request.query,
    serialize: (page) => pageBody(page, serializeProviderAccount),
  }),
  prepared({
    method: 'POST',
    path: '/stablecoin-provider-accounts',
    operationId: 'linkStablecoinProviderAccount',
    tag: TAG,
    summary: 'Link an issuer account; its credentials are encrypted and never returned',
    description: `Asks the issuer to verify the credentials, and stores them encrypted if it accepts them. Refused credentials are not
stored. No money moves, and no event follows. Afterwards register the tokens of the account with \`registerStablecoin\`.

A link that became \`INVALID\` or \`REVOKED\` is renewed by the same call: it keeps its id and becomes \`ACTIVE\`, and mints
and burns that waited for it continue. The sandbox accepts all credentials of \`BRALE\`, unless \`apiClientId\` ends in \`002\`.`,
    permission: 'MANAGE',
    keyRequired: true,
    body: linkRequest,
    responses: { 201: providerAccount },
    outcomes: { 201: 'The link is `ACTIVE` and can be used at once.' },
    refusals: {
      STABLECOIN_PROVIDER_ACCOUNT_INVALID:
        'The issuer refuses the credentials, or they are not of `providerAccountId`. Nothing was stored.',
      STABLECOIN_PROVIDER_ACCOUNT_REVOKED: 'The issuer reports that access was withdrawn. Nothing was stored.',
      ...UNREACHED_ISSUER,
      CONFLICT: 'The account is linked and `ACTIVE`, or the idempotency key was used for another request.',
    },
    examples: [
      {
        title: 'Link an account at Brale',
        status: 201,
        body: { provider: 'BRALE', apiClientId: 'client-5d41402a', apiClientSecret: 'the secret that Brale has shown' },
        answer: PROVIDER_ACCOUNT_EXAMPLE,
      },
    ],
    useCase: (core) => core.stablecoins.link,
    input: ({ body }) => body,
    serialize: serializeProviderAccount,
  }),
  query({
    method: 'GET',
    path: '/stablecoin-provider-accounts/{stablecoinProviderAccountId}',
    operationId: 'getStablecoinProviderAccount',
    tag: TAG,
    summary: 'Read a linked issuer account',
    description: `Shows whether the credentials of a linked account still work: \`status\` changes to \`INVALID\` or \`REVOKED\` when the issuer
refuses them in a later call. No event reports this change, so read the link when mints or burns are refused.`,
    permission: 'VIEW',
    params: {
      stablecoinProviderAccountId: pathId('StablecoinProviderAccount', 'STABLECOIN_PROVIDER_ACCOUNT_NOT_FOUND'),
    },
    responses: { 200: providerAccount },
    outcomes: { 200: 'The link, without its credentials.' },
    examples: [{ title: 'Read a link', status: 200, answer: PROVIDER_ACCOUNT_EXAMPLE }],
    reads: (core) => core.stablecoins.getLink,
    input: ({ params }) => ({ id: params.stablecoinProviderAccountId }),
    serialize: serializeProviderAccount,
  }),
  query({
    method: 'GET',
    path: '/stablecoins',
    operationId: 'listStablecoins',
    tag: TAG,
    summary: 'List registered stablecoins',
    description: `The tokens that your platform has registered in this environment, newest first. Use \`svcOperationsStatus=ENABLED\` for
those that can be minted and burned now.`,
    permission: 'VIEW',
    query: stablecoinFilter,
    responses: { 200: stablecoinList },
    outcomes: { 200: 'One page of registered tokens.' },
    examples: [
      {
        title: 'List the tokens that can be minted',
        status: 200,
        query: { svcOperationsStatus: 'ENABLED' },
        answer: { data: [STABLECOIN_EXAMPLE], hasMore: false, totalCount: 1 },
      },
    ],
    reads: (core) => core.stablecoins.list,
    input: (request) => request.query,
    serialize: (page) => pageBody(page, serializeStablecoin),
  }),
  prepared({
    method: 'POST',
    path: '/stablecoins',
    operationId: 'registerStablecoin',
    tag: TAG,
    summary: 'Register a token of an issuer',
    description: `Makes a token known to Corridor. The issuer states its name, symbol, base currency and decimals; they do not change
afterwards. Nothing is minted.

A token that the issuer has set up is \`ENABLED\` at once. While the issuer still reviews or sets it up, the token is
\`NOT_ENABLED\`: Corridor keeps asking, and no event reports the change, so read the token until \`svcOperationsStatus\` is
\`ENABLED\`. Internal accounts can hold a token whose symbol and decimals are those of a crypto currency of Corridor; any other
token is minted to external wallets only.`,
    permission: 'MANAGE',
    keyRequired: true,
    body: registerRequest,
    responses: { 201: stablecoin },
    outcomes: { 201: 'The token is registered; `svcOperationsStatus` says whether it can be minted already.' },
    refusals: {
      ...UNUSABLE_LINK,
      ...UNREACHED_ISSUER,
      STABLECOIN_PROVIDER_ACCOUNT_SELECTION_REQUIRED:
        '`stablecoinProviderAccountId` is absent, and several links are `ACTIVE`.',
      STABLECOIN_PROVIDER_ACCOUNT_NOT_FOUND: 'The named link does not exist, or no account is linked.',
      INVALID_INPUT:
        'The request breaks a rule, or the issuer does not know the token or will not issue it; `details.errors` names ' +
        'every invalid field.',
      CONFLICT: 'The token is registered for this link, or the idempotency key was used for another request.',
    },
    examples: [
      {
        title: 'Register a token',
        status: 201,
        body: {
          providerTokenIdentifier: STABLECOIN_EXAMPLE.providerTokenIdentifier,
          networkTokenIdentifier: STABLECOIN_EXAMPLE.networkTokenIdentifier,
          network: 'SPARK',
          stablecoinProviderAccountId: exampleId('StablecoinProviderAccount'),
        },
        answer: STABLECOIN_EXAMPLE,
      },
    ],
    useCase: (core) => core.stablecoins.register,
    input: ({ body }) => body,
    serialize: serializeStablecoin,
  }),
  query({
    method: 'GET',
    path: '/stablecoins/{stablecoinId}',
    operationId: 'getStablecoin',
    tag: TAG,
    summary: 'Read a stablecoin',
    description: `Shows how far the issuer is with a token, and whether it can be minted and burned: only while \`svcOperationsStatus\` is
\`ENABLED\`. The supply is not part of the answer.`,
    permission: 'VIEW',
    params: { stablecoinId },
    responses: { 200: stablecoin },
    outcomes: { 200: 'The token as it is now.' },
    examples: [{ title: 'Read a token', status: 200, answer: STABLECOIN_EXAMPLE }],
    reads: (core) => core.stablecoins.get,
    input: ({ params }) => ({ id: params.stablecoinId }),
    serialize: serializeStablecoin,
  }),
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
    keyRequired: true,
    params: { stablecoinId },
    body: mintRequest,
    responses: { 201: stablecoinQuote },
    outcomes: { 201: 'The quote, with the fees fixed and nothing held.' },
    refusals: UNUSABLE_ORDER,
    examples: [
      { title: 'Quote a mint from a balance', status: 201, body: MINT_REQUEST_EXAMPLE, answer: MINT_QUOTE_EXAMPLE },
      { title: 'Quote a mint paid by wire', status: 201, body: WIRE_MINT_REQUEST_EXAMPLE, answer: MINT_QUOTE_EXAMPLE },
    ],
    invalid: invalidInOrder,
    useCase: (core) => core.stablecoins.createQuote,
    input: mint,
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
    keyRequired: true,
    params: { stablecoinId },
    body: burnRequest,
    responses: { 201: stablecoinQuote },
    outcomes: { 201: 'The quote, with the fees fixed and nothing held.' },
    refusals: UNUSABLE_ORDER,
    examples: [
      { title: 'Quote a burn to a bank account', status: 201, body: BURN_REQUEST_EXAMPLE, answer: BURN_QUOTE_EXAMPLE },
    ],
    invalid: invalidInOrder,
    useCase: (core) => core.stablecoins.createQuote,
    input: burn,
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
    params: { stablecoinQuoteId: quoteId },
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
    params: { stablecoinQuoteId: quoteId },
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
    keyRequired: true,
    params: { stablecoinId },
    body: mintRequest,
    responses: { 201: stablecoinOperation },
    outcomes: {
      201: 'The mint is `CREATED`, and the order goes to the issuer at once. The money of an internal account is held.',
    },
    refusals: UNPAID_ORDER,
    examples: [
      { title: 'Mint from a balance', status: 201, body: MINT_REQUEST_EXAMPLE, answer: MINT_EXAMPLE },
      { title: 'Mint for a wire', status: 201, body: WIRE_MINT_REQUEST_EXAMPLE, answer: WIRE_MINT_EXAMPLE },
    ],
    invalid: invalidInOrder,
    useCase: (core) => core.stablecoins.order,
    input: mint,
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
    keyRequired: true,
    params: { stablecoinId },
    body: burnRequest,
    responses: { 201: stablecoinOperation },
    outcomes: {
      201: 'The burn is `CREATED`, and the order goes to the issuer at once. The tokens of an internal account are held.',
    },
    refusals: UNPAID_ORDER,
    examples: [{ title: 'Burn to a bank account', status: 201, body: BURN_REQUEST_EXAMPLE, answer: BURN_EXAMPLE }],
    invalid: invalidInOrder,
    useCase: (core) => core.stablecoins.order,
    input: burn,
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
