import type { NewExternalAccount } from '@corridor/core';
import type { OwnerType } from '@corridor/core/records';
import { invalidInNewExternalAccount, invalidInOwnershipSignature } from '@corridor/core/internal';
import type * as z from 'zod';
import { command, exchange, query } from '../app/declare.js';
import type { Operation } from '../app/operation.js';
import { pathId } from '../app/schemas.js';
import { pageBody } from '../app/wire.js';
import {
  externalAccount,
  externalAccountCreateRequest,
  externalAccountFilter,
  externalAccountList,
  internalAccount,
  internalAccountFilter,
  internalAccountList,
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
const externalAccountId = pathId('ExternalAccount', 'REFERENCE_NOT_FOUND');

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
}

/** Customers and the platform itself have the same operations for external accounts, under different paths. */
function externalAccountOperations(of: ExternalAccountsOf): readonly Operation[] {
  const { ownerType, path, operationIds, whose } = of;
  const one = `${path}/{externalAccountId}`;
  return [
    query({
      method: 'GET',
      path,
      operationId: operationIds.list,
      tag: EXTERNAL,
      summary: of.all,
      permission: 'VIEW',
      query: of.filter,
      responses: { 200: externalAccountList },
      reads: (core) => core.accounts.listExternal,
      input: (request) => ({ ...request.query, ownerType }),
      serialize: (page) => pageBody(page, serializeExternalAccount),
    }),
    command({
      method: 'POST',
      path,
      operationId: operationIds.create,
      tag: EXTERNAL,
      summary: `Add an external account ${whose}`,
      permission: 'MANAGE',
      body: of.createRequest,
      responses: { 201: externalAccount },
      errors: [404, 501],
      useCase: (core) => core.accounts.addExternal,
      input: ({ body }) => ({ ...body, ownerType }),
      invalid: invalidInNewExternalAccount,
      serialize: serializeExternalAccount,
    }),
    query({
      method: 'GET',
      path: one,
      operationId: operationIds.get,
      tag: EXTERNAL,
      summary: `Read an external account ${whose}`,
      permission: 'VIEW',
      params: { externalAccountId },
      responses: { 200: externalAccount },
      reads: (core) => core.accounts.getExternal,
      input: ({ params }) => ({ id: params.externalAccountId, ownerType }),
      serialize: serializeExternalAccount,
    }),
    command({
      method: 'DELETE',
      path: one,
      operationId: operationIds.delete,
      tag: EXTERNAL,
      summary: `Delete an external account ${whose}`,
      permission: 'MANAGE',
      params: { externalAccountId },
      responses: { 204: null },
      useCase: (core) => core.accounts.deleteExternal,
      input: ({ params }) => ({ id: params.externalAccountId, ownerType }),
      serialize: () => null,
    }),
    command({
      method: 'POST',
      path: `${one}/challenge`,
      operationId: operationIds.challenge,
      tag: EXTERNAL,
      summary: `Get the message that proves the ownership of a wallet ${whose}`,
      permission: 'MANAGE',
      params: { externalAccountId },
      body: ownershipChallengeRequest,
      responses: { 201: ownershipChallenge },
      errors: [501],
      secretAnswer: true,
      useCase: (core) => core.accounts.challengeOwnership,
      input: ({ params, body }) => ({ ...body, id: params.externalAccountId, ownerType }),
      serialize: serializeOwnershipChallenge,
    }),
    exchange({
      method: 'POST',
      path: `${one}/verify`,
      operationId: operationIds.verify,
      tag: EXTERNAL,
      summary: `Prove the ownership of a wallet ${whose} with the signed message`,
      permission: 'MANAGE',
      params: { externalAccountId },
      body: ownershipVerifyRequest,
      responses: { 200: externalAccount },
      errors: [501],
      perform: (core) => core.accounts.verifyOwnership,
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
    permission: 'VIEW',
    query: internalAccountFilter,
    responses: { 200: internalAccountList },
    errors: [409],
    reads: (core) => core.accounts.listInternal,
    input: (request) => ({ ...request.query, ownerType: 'CUSTOMER' as const }),
    serialize: (page) => pageBody(page, serializeInternalAccountView),
  }),
  query({
    method: 'GET',
    path: '/platform/internal-accounts',
    operationId: 'listPlatformInternalAccounts',
    tag: INTERNAL,
    summary: "List the platform's own internal accounts",
    permission: 'VIEW',
    query: platformInternalAccountFilter,
    responses: { 200: platformInternalAccountList },
    reads: (core) => core.accounts.listInternal,
    input: (request) => ({ ...request.query, ownerType: 'PLATFORM' as const, limit: ALL_OF_A_PLATFORM }),
    serialize: (page) => ({ data: page.data.map(serializeInternalAccountView) }),
  }),
  query({
    method: 'GET',
    path: '/internal-accounts/{id}',
    operationId: 'getInternalAccount',
    tag: INTERNAL,
    summary: 'Read an internal account of a customer or of the platform. An extension.',
    permission: 'VIEW',
    params: { id: pathId('InternalAccount', 'REFERENCE_NOT_FOUND') },
    responses: { 200: internalAccount },
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
  }),
];
