import type { NewExternalAccount } from '@corridor/core';
import type { OwnerType } from '@corridor/core/records';
import { invalidInOwnershipSignature } from '@corridor/core/internal';
import type * as z from 'zod';
import { command, prepared, query } from '../../kit/declare.js';
import type { Operation } from '../../kit/operation.js';
import { exampleId, pathId } from '../../kit/schemas.js';
import {
  ACCOUNT_EXAMPLE,
  additionsOf,
  externalAccountOf,
  OWNERSHIP_CHALLENGE_EXAMPLE,
  PLATFORM_ACCOUNT_EXAMPLE,
  provenWalletOf,
  SIGNATURE_EXAMPLE,
  WALLET_EXAMPLE,
} from './examples.js';
import {
  deletedExternalAccount,
  externalAccountPage,
  internalAccountPage,
  newExternalAccount,
  ofExternalAccount,
  oneExternalAccount,
} from './requests.js';
import {
  externalAccount,
  externalAccountCreateRequest,
  externalAccountFilter,
  internalAccount,
  internalAccountFilter,
  ownershipChallenge,
  ownershipChallengeRequest,
  ownershipVerifyRequest,
  platformExternalAccountCreateRequest,
  platformExternalAccountFilter,
  platformInternalAccountFilter,
  platformInternalAccountList,
} from './schemas.js';
import { serializeExternalAccount, serializeInternalAccountView, serializeOwnershipChallenge } from './serialize.js';

const INTERNAL = 'Internal Accounts';
const EXTERNAL = 'External Accounts';

/** A list limit that no platform reaches, because a platform has one account for each currency and type. */
const ALL_OF_A_PLATFORM = 1000;

interface ExternalAccountsOf {
  readonly ownerType: OwnerType;
  readonly path: string;
  readonly operationIds: Readonly<Record<'list' | 'create' | 'get' | 'delete' | 'challenge' | 'verify', string>>;
  readonly filter: z.ZodObject<typeof platformExternalAccountFilter.shape>;
  readonly createRequest: z.ZodType<Omit<NewExternalAccount, 'ownerType'>>;
  /** Whose accounts the operations serve; completes their summaries. */
  readonly whose: string;
  readonly all: string;
  /** What the other owner's accounts are called in the descriptions. */
  readonly others: string;
}

const OR_REPEATED = 'Or the idempotency key was used for another request.';

/** Customers and the platform itself have the same operations for external accounts, under different paths. */
function externalAccountOperations(of: ExternalAccountsOf): readonly Operation[] {
  const { ownerType, path, operationIds, whose, others } = of;
  const accountPath = `${path}/{externalAccountId}`;
  const ofCustomer = ownerType === 'CUSTOMER';
  return [
    query({
      method: 'GET',
      path,
      operationId: operationIds.list,
      tag: EXTERNAL,
      summary: of.all,
      description: `Newest first, without deleted accounts. ${others} are not among them.
To pay an account, name its id as the destination of a quote or transfer, if its status is \`ACTIVE\`.`,
      permission: 'VIEW',
      query: of.filter,
      outcomes: { 200: 'One page of the accounts that match every filter.' },
      examples: [
        {
          title: 'List the accounts in one currency',
          query: { ...(ofCustomer && { customerId: exampleId('Customer') }), currency: 'EUR' },
          status: 200,
          answer: { data: [externalAccountOf(ownerType)], hasMore: false, totalCount: 1 },
        },
      ],
      reads: (core) => core.accounts.listExternal,
      input: (request) => ({ ...request.query, ownerType }),
      ...externalAccountPage,
    }),
    command({
      method: 'POST',
      path,
      operationId: operationIds.create,
      tag: EXTERNAL,
      summary: `Add an external account ${whose}`,
      description: `Stores a bank account, mobile wallet or crypto wallet, so that quotes and transfers can name it. No money moves, and
no event is sent. \`accountInfo.accountType\` decides which fields are required, and which currencies the account
receives. The details never change: to correct them, delete the account and add it again.

Production verifies check digits and the encoding of addresses. In the sandbox the last three characters of the account
number choose an outcome, such as the result of the name check or a failed payout.

A wallet (other than Lightning) with \`ownershipType\` \`FIRST_PARTY\` and without \`vaspName\` starts as \`PENDING_OWNERSHIP_VERIFICATION\`: it
cannot be paid until its owner has proven it (\`${operationIds.challenge}\`, then \`${operationIds.verify}\`).`,
      permission: 'MANAGE',
      body: of.createRequest,
      outcomes: { 201: 'The account was added. It can be paid at once if its status is `ACTIVE`.' },
      refusals: {
        INVALID_CURRENCY: 'The account type does not receive the currency; `details.errors` lists those that it does.',
        INVALID_BANK_ACCOUNT:
          'A check digit or an encoding is wrong; or, in the sandbox, the number of a bank account ends in `105`.',
        ...(ofCustomer && { USER_NOT_FOUND: 'No customer has the `customerId`, or the customer was deleted.' }),
        CONFLICT: `The owner has this account in this currency already, and \`details.accountId\` names it. ${OR_REPEATED}`,
        NOT_IMPLEMENTED: 'A production host cannot verify account details, so it refuses every account.',
      },
      examples: additionsOf(ownerType),
      useCase: (core) => core.accounts.addExternal,
      input: ({ body }) => ({ ...body, ownerType }),
      ...newExternalAccount,
    }),
    query({
      method: 'GET',
      path: accountPath,
      operationId: operationIds.get,
      tag: EXTERNAL,
      summary: `Read an external account ${whose}`,
      description: `Shows whether the account can be paid (\`status\`) and what its institution said about the name of the account
holder. Deleted accounts are not found, and neither are ${others.toLowerCase()}.`,
      permission: 'VIEW',
      outcomes: { 200: 'The account with its present status.' },
      examples: [{ title: 'Read an account with an IBAN', status: 200, answer: externalAccountOf(ownerType) }],
      reads: (core) => core.accounts.getExternal,
      ...oneExternalAccount,
      input: ({ params }) => ({ id: params.externalAccountId, ownerType }),
    }),
    command({
      method: 'DELETE',
      path: accountPath,
      operationId: operationIds.delete,
      tag: EXTERNAL,
      summary: `Delete an external account ${whose}`,
      description: `The account can no longer be found, listed or paid, and the same details can be added again under a new id. Earlier
payments still name it. An account with an open quote, transaction or stablecoin operation stays until that has ended.
No event is sent.`,
      permission: 'MANAGE',
      outcomes: { 204: 'The account is gone. The response has no body.' },
      refusals: {
        ...(ofCustomer && { BENEFICIARY_TRUSTED: 'The customer trusts the account (SCA).' }),
        CONFLICT: `A quote, transaction or stablecoin operation on the account is open. ${OR_REPEATED}`,
      },
      examples: [{ title: 'Delete an account', status: 204 }],
      useCase: (core) => core.accounts.deleteExternal,
      ...deletedExternalAccount,
      input: ({ params }) => ({ id: params.externalAccountId, ownerType }),
    }),
    command({
      method: 'POST',
      path: `${accountPath}/challenge`,
      operationId: operationIds.challenge,
      tag: EXTERNAL,
      summary: `Get the message that proves the ownership of a wallet ${whose}`,
      permission: 'MANAGE',
      description: `The first of two steps that let a wallet of its owner be paid. Show \`messageToSign\` to the owner, who signs exactly
these bytes with the key of the wallet's address; then send the signature to \`${operationIds.verify}\`. The message is
valid for 15 minutes and for one verification, and a new one replaces it. Signing it moves no money.`,
      params: ofExternalAccount.params,
      body: ownershipChallengeRequest,
      responses: { 201: ownershipChallenge },
      outcomes: { 201: 'The message for the owner to sign.' },
      refusals: {
        CONFLICT: `The account is \`ACTIVE\` and needs no proof. ${OR_REPEATED}`,
        NOT_IMPLEMENTED: 'The method is `LIVENESS`, or this host cannot verify signatures of wallets.',
      },
      examples: [
        {
          title: 'Get a message to sign',
          status: 201,
          body: { method: 'WALLET_SIGNATURE' },
          answer: OWNERSHIP_CHALLENGE_EXAMPLE,
        },
      ],
      secretAnswer: true,
      useCase: (core) => core.accounts.challengeOwnership,
      input: ({ params, body }) => ({ ...body, id: params.externalAccountId, ownerType }),
      serialize: serializeOwnershipChallenge,
    }),
    prepared({
      method: 'POST',
      path: `${accountPath}/verify`,
      operationId: operationIds.verify,
      tag: EXTERNAL,
      summary: `Prove the ownership of a wallet ${whose} with the signed message`,
      permission: 'MANAGE',
      description: `The second step: verifies the signature of the message from \`${operationIds.challenge}\`, in the usual format of the
wallet's chain. The account becomes \`ACTIVE\` and can be paid, and the signed message is kept as evidence. A contract
wallet on an EVM network is asked through a node of its network. After a wrong signature the message stays valid.

**Events:** \`EXTERNAL_ACCOUNT.STATUS_UPDATED\`.`,
      params: ofExternalAccount.params,
      body: ownershipVerifyRequest,
      responses: { 200: externalAccount },
      outcomes: { 200: 'The ownership is proven and the account is `ACTIVE`.' },
      refusals: {
        INVALID_SIGNATURE:
          "Another key or another message was signed, or the wallet's address is of a type that cannot sign.",
        CONFLICT: `The account needs no proof, or no message is open: none was requested, it has expired, or a newer one has replaced it. ${OR_REPEATED}`,
        SERVICE_UNAVAILABLE:
          "Only the wallet's contract can judge the signature, and its nodes do not answer; or the host is starting, stopping or overloaded.",
        NOT_IMPLEMENTED: 'This host cannot verify signatures of wallets.',
      },
      examples: [
        {
          title: 'Send the signature of a wallet on Base',
          status: 200,
          body: { signature: SIGNATURE_EXAMPLE },
          answer: provenWalletOf(ownerType),
        },
      ],
      useCase: (core) => core.accounts.verifyOwnership,
      input: ({ params, body }) => ({ ...body, id: params.externalAccountId, ownerType }),
      invalid: invalidInOwnershipSignature,
      serialize: serializeExternalAccount,
    }),
  ];
}

export const accountOperations: readonly Operation[] = [
  query({
    method: 'GET',
    path: '/customers/internal-accounts',
    operationId: 'listCustomerInternalAccounts',
    tag: INTERNAL,
    summary: "List customers' internal accounts",
    description: `Balances, and the instructions with which payers send money, of one customer or of all. Oldest first. A customer has one
account for each of its currencies, opened when the currency is added; the accounts of deleted customers stay in the
list as \`CLOSED\`.

**Events:** \`INTERNAL_ACCOUNT.BALANCE_UPDATED\` says when the spendable balance of an account changes, so there is no
need to poll this list.`,
    permission: 'VIEW',
    query: internalAccountFilter,
    outcomes: { 200: 'One page of the accounts that match every filter, with their present balances.' },
    examples: [
      {
        title: 'Read the balance of a customer in one currency',
        query: { customerId: exampleId('Customer'), currency: 'USD' },
        status: 200,
        answer: { data: [ACCOUNT_EXAMPLE], hasMore: false, totalCount: 1 },
      },
      {
        title: 'Find the wallet of a customer',
        query: { customerId: exampleId('Customer'), type: 'EMBEDDED_WALLET' },
        status: 200,
        answer: { data: [WALLET_EXAMPLE], hasMore: false, totalCount: 1 },
      },
    ],
    reads: (core) => core.accounts.listInternal,
    input: (request) => ({ ...request.query, ownerType: 'CUSTOMER' as const }),
    ...internalAccountPage,
  }),
  query({
    method: 'GET',
    path: '/platform/internal-accounts',
    operationId: 'listPlatformInternalAccounts',
    tag: INTERNAL,
    summary: "List the platform's own internal accounts",
    description: `The accounts that receive the platform's fees and that it pays from in its own name, with their balances and the
instructions for funding them. One is opened for each currency that is added to the configuration. All of them are
returned at once, oldest first.`,
    permission: 'VIEW',
    query: platformInternalAccountFilter,
    responses: { 200: platformInternalAccountList },
    outcomes: { 200: 'All accounts that match the filters, with their present balances.' },
    examples: [
      {
        title: 'Read the balance of the platform in one currency',
        query: { currency: 'USD' },
        status: 200,
        answer: { data: [PLATFORM_ACCOUNT_EXAMPLE] },
      },
    ],
    reads: (core) => core.accounts.listInternal,
    input: (request) => ({ ...request.query, ownerType: 'PLATFORM' as const, limit: ALL_OF_A_PLATFORM }),
    serialize: (page) => ({ data: page.data.map(serializeInternalAccountView) }),
  }),
  query({
    method: 'GET',
    path: '/internal-accounts/{id}',
    operationId: 'getInternalAccount',
    tag: INTERNAL,
    summary: 'Read an internal account of a customer or of the platform',
    description: `Balances, status and payment instructions at this moment. To follow a balance, use the event
\`INTERNAL_ACCOUNT.BALANCE_UPDATED\`, whose \`data\` is this same record.`,
    isExtension: true,
    permission: 'VIEW',
    params: { id: pathId('InternalAccount', 'REFERENCE_NOT_FOUND') },
    responses: { 200: internalAccount },
    outcomes: { 200: 'The account with its present balances.' },
    examples: [{ title: 'Read an account in dollars', status: 200, answer: ACCOUNT_EXAMPLE }],
    reads: (core) => core.accounts.getInternal,
    input: ({ params }) => ({ id: params.id }),
    serialize: serializeInternalAccountView,
  }),
  ...externalAccountOperations({
    ownerType: 'CUSTOMER',
    path: '/customers/external-accounts',
    operationIds: {
      list: 'listCustomerExternalAccounts',
      create: 'createCustomerExternalAccount',
      get: 'getCustomerExternalAccountById',
      delete: 'deleteCustomerExternalAccountById',
      challenge: 'createExternalAccountOwnershipChallenge',
      verify: 'verifyExternalAccountOwnership',
    },
    filter: externalAccountFilter,
    createRequest: externalAccountCreateRequest,
    whose: 'of a customer',
    all: "List customers' external accounts",
    others: "The platform's own accounts",
  }),
  ...externalAccountOperations({
    ownerType: 'PLATFORM',
    path: '/platform/external-accounts',
    operationIds: {
      list: 'listPlatformExternalAccounts',
      create: 'createPlatformExternalAccount',
      get: 'getPlatformExternalAccountById',
      delete: 'deletePlatformExternalAccountById',
      challenge: 'createPlatformExternalAccountOwnershipChallenge',
      verify: 'verifyPlatformExternalAccountOwnership',
    },
    filter: platformExternalAccountFilter,
    createRequest: platformExternalAccountCreateRequest,
    whose: 'of the platform',
    all: "List the platform's own external accounts",
    others: 'Accounts of customers',
  }),
];
