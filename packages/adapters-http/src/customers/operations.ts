import { invalidInCustomerPatch, invalidInNewCustomer } from '@corridor/core/internal';
import { command, prepared, query } from '../app/declare.js';
import type { Operation } from '../app/operation.js';
import { pathId } from '../app/schemas.js';
import { pageBody } from '../app/wire.js';
import { serializeSigned, signedStatus } from '../wallets/serialize.js';
import {
  customer,
  customerCreateRequest,
  customerFilter,
  customerList,
  customerUpdateRequest,
  endUserTerms,
  signedRequestChallenge,
} from './schemas.js';
import { serializeCustomer } from './serialize.js';
import { serializeCustomerWithOwners } from '../verification/serialize.js';

const TAG = 'Customers';
const customerId = pathId('Customer', 'USER_NOT_FOUND');

export const customerOperations: readonly Operation[] = [
  query({
    method: 'GET',
    path: '/customers',
    operationId: 'listCustomers',
    tag: TAG,
    summary: 'List customers',
    permission: 'VIEW',
    query: customerFilter,
    responses: { 200: customerList },
    reads: (core) => core.customers.list,
    input: (request) => request.query,
    serialize: (page) => pageBody(page, serializeCustomer),
  }),
  prepared({
    method: 'POST',
    path: '/customers',
    operationId: 'createCustomer',
    tag: TAG,
    summary: 'Create a customer',
    permission: 'MANAGE',
    body: customerCreateRequest,
    responses: { 201: customer },
    // The response repeats the tax number of a business.
    secretAnswer: true,
    errors: [501],
    useCase: (core) => core.customers.create,
    input: ({ body }) => body,
    invalid: invalidInNewCustomer,
    serialize: serializeCustomer,
  }),
  query({
    method: 'GET',
    path: '/customers/end-user-terms',
    operationId: 'getEndUserTerms',
    tag: TAG,
    summary: 'Read the terms of use for end users',
    permission: 'VIEW',
    responses: { 200: endUserTerms },
    reads: (core) => core.customers.endUserTerms,
    input: () => undefined,
    serialize: ({ version, url }) => ({ version, url }),
  }),
  query({
    method: 'GET',
    path: '/customers/{customerId}',
    operationId: 'getCustomerById',
    tag: TAG,
    summary: 'Read a customer',
    permission: 'VIEW',
    params: { customerId },
    responses: { 200: customer },
    reads: (core) => core.customers.get,
    input: ({ params }) => ({ id: params.customerId }),
    serialize: serializeCustomerWithOwners,
  }),
  command({
    method: 'PATCH',
    path: '/customers/{customerId}',
    operationId: 'updateCustomerById',
    tag: TAG,
    summary: 'Change a customer',
    permission: 'MANAGE',
    params: { customerId },
    headers: ['Wallet-Signature', 'Request-Id'],
    body: customerUpdateRequest,
    responses: { 200: customer, 202: signedRequestChallenge },
    errors: [424],
    secretAnswer: true,
    useCase: (core) => core.customers.update,
    input: ({ params, body, signed }) => ({ ...body, id: params.customerId, signed }),
    invalid: invalidInCustomerPatch,
    status: signedStatus(200),
    serialize: serializeSigned(serializeCustomer),
  }),
  command({
    method: 'DELETE',
    path: '/customers/{customerId}',
    operationId: 'deleteCustomerById',
    tag: TAG,
    summary: 'Delete a customer',
    permission: 'MANAGE',
    params: { customerId },
    responses: { 200: customer },
    errors: [410],
    secretAnswer: true,
    useCase: (core) => core.customers.delete,
    input: ({ params }) => ({ id: params.customerId }),
    serialize: serializeCustomer,
  }),
];
