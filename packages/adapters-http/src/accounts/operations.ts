import { invalidInNewExternalAccount } from '@corridor/core';
import { command, query } from '../app/declare.js';
import type { Operation } from '../app/operation.js';
import { pathId } from '../app/schemas.js';
import { pageBody } from '../app/wire.js';
import {
  externalAccount,
  externalAccountCreateRequest,
  externalAccountFilter,
  externalAccountList,
  internalAccountFilter,
  internalAccountList,
  platformInternalAccountFilter,
  platformInternalAccountList,
} from './schemas.js';
import { serializeExternalAccount, serializeInternalAccountView } from './serialize.js';

const INTERNAL = 'Internal Accounts';
const EXTERNAL = 'External Accounts';
const externalAccountId = pathId('ExternalAccount', 'REFERENCE_NOT_FOUND');

/** More than a platform can have: one account for each currency and type. */
const ALL_OF_A_PLATFORM = 1000;

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
    path: '/customers/external-accounts',
    operationId: 'listCustomerExternalAccounts',
    tag: EXTERNAL,
    summary: "List customers' external accounts",
    permission: 'VIEW',
    query: externalAccountFilter,
    responses: { 200: externalAccountList },
    reads: (core) => core.accounts.listExternal,
    input: (request) => ({ ...request.query, ownerType: 'CUSTOMER' as const }),
    serialize: (page) => pageBody(page, serializeExternalAccount),
  }),
  command({
    method: 'POST',
    path: '/customers/external-accounts',
    operationId: 'createCustomerExternalAccount',
    tag: EXTERNAL,
    summary: 'Add an external account of a customer',
    permission: 'MANAGE',
    body: externalAccountCreateRequest,
    responses: { 201: externalAccount },
    errors: [404, 501],
    useCase: (core) => core.accounts.addExternal,
    input: ({ body }) => ({ ...body, ownerType: 'CUSTOMER' as const }),
    invalid: invalidInNewExternalAccount,
    serialize: serializeExternalAccount,
  }),
  query({
    method: 'GET',
    path: '/customers/external-accounts/{externalAccountId}',
    operationId: 'getCustomerExternalAccountById',
    tag: EXTERNAL,
    summary: 'Read an external account of a customer',
    permission: 'VIEW',
    params: { externalAccountId },
    responses: { 200: externalAccount },
    reads: (core) => core.accounts.getExternal,
    input: ({ params }) => ({ id: params.externalAccountId, ownerType: 'CUSTOMER' as const }),
    serialize: serializeExternalAccount,
  }),
  command({
    method: 'DELETE',
    path: '/customers/external-accounts/{externalAccountId}',
    operationId: 'deleteCustomerExternalAccountById',
    tag: EXTERNAL,
    summary: 'Delete an external account of a customer',
    permission: 'MANAGE',
    params: { externalAccountId },
    responses: { 204: null },
    useCase: (core) => core.accounts.deleteExternal,
    input: ({ params }) => ({ id: params.externalAccountId, ownerType: 'CUSTOMER' as const }),
    serialize: () => null,
  }),
];
