import type { ContactChannel } from '@corridor/core';
import * as z from 'zod';
import { command } from '../app/declare.js';
import type { Operation } from '../app/operation.js';
import { pathId, text } from '../app/schemas.js';
import { customer } from './schemas.js';
import { serializeCustomer } from './serialize.js';

const TAG = 'Contact Verification';
const customerId = pathId('Customer', 'USER_NOT_FOUND');
/** Maximum length of a code in a request: longer than any one-time code. */
const MAX_CODE = 32;

const confirmRequest = z.object({ code: text(MAX_CODE) }).meta({ id: 'ContactVerificationConfirmRequest' });

const operationsOf = (channel: ContactChannel, name: string): readonly Operation[] => [
  command({
    method: 'POST',
    path: `/customers/{customerId}/verify-${channel}`,
    operationId: `sendCustomer${name}Verification`,
    tag: TAG,
    summary: `Send a one-time code to the customer's ${channel}`,
    permission: 'MANAGE',
    params: { customerId },
    responses: { 204: null },
    errors: [423],
    useCase: (core) => core.customers.sendContactCode,
    input: ({ params }) => ({ id: params.customerId, channel }),
    serialize: () => null,
  }),
  command({
    method: 'POST',
    path: `/customers/{customerId}/verify-${channel}/confirm`,
    operationId: `confirmCustomer${name}Verification`,
    tag: TAG,
    summary: `Confirm the customer's ${channel} with the one-time code`,
    permission: 'MANAGE',
    params: { customerId },
    body: confirmRequest,
    responses: { 200: customer },
    useCase: (core) => core.customers.confirmContact,
    input: ({ params, body }) => ({ id: params.customerId, channel, code: body.code }),
    serialize: serializeCustomer,
  }),
];

export const contactOperations: readonly Operation[] = [
  ...operationsOf('email', 'Email'),
  ...operationsOf('phone', 'Phone'),
];
