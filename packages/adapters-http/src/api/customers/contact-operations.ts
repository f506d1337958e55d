import { CONTACT_CHANNELS, type ContactChannel } from '@corridor/core';
import * as z from 'zod';
import { command } from '../../kit/declare.js';
import type { Operation } from '../../kit/operation.js';
import { pathId, text } from '../../kit/schemas.js';
import { EUROPEAN_EXAMPLE } from './examples.js';
import { customer } from './schemas.js';
import { serializeCustomer } from './serialize.js';

const TAG = 'Contact Verification';
const customerId = pathId('Customer', 'USER_NOT_FOUND');
/** Maximum length of a code in a request: longer than any one-time code. */
const MAX_CODE = 32;

const confirmRequest = z
  .object({
    code: text(MAX_CODE).describe('The six digits that the customer received; `123456` in the sandbox.'),
  })
  .meta({ id: 'ContactVerificationConfirmRequest' });

const CHANNELS = {
  email: { name: 'Email', kind: 'email address', field: 'email' },
  phone: { name: 'Phone', kind: 'phone number', field: 'phoneNumber' },
} as const;

const operationsOf = (channel: ContactChannel): readonly Operation[] => {
  const { name, kind, field } = CHANNELS[channel];
  const CONFLICT =
    `The customer has no ${kind}, or the one it has needs no verification or is verified; or the idempotency key was ` +
    'used for another request.';
  return [
    command({
      method: 'POST',
      path: `/customers/{customerId}/verify-${channel}`,
      operationId: `sendCustomer${name}Verification`,
      tag: TAG,
      summary: `Send a one-time code to the customer's ${channel}`,
      description: `Needed if \`contactVerification.${channel}\` of the customer is \`PENDING\`: a customer in the European Economic Area
must confirm its ${kind} before it can use a hosted verification page. The code has six digits and is valid for 10
minutes and five attempts; a new code replaces the one before it. Ask the customer for the code, then call
\`confirmCustomer${name}Verification\`. In the sandbox the code is always \`123456\`.`,
      permission: 'MANAGE',
      params: { customerId },
      responses: { 204: null },
      outcomes: { 204: 'A message with the code is on its way to the customer.' },
      refusals: {
        CONFLICT,
        RATE_LIMITED:
          'Five codes were sent to the customer within an hour, or the token has used up its requests; `Retry-After` ' +
          'names the seconds to wait.',
        ACCOUNT_LOCKED: 'The customer is locked for up to 15 minutes, because too many proofs or logins failed.',
        SERVICE_UNAVAILABLE:
          'The operator has not configured a provider for messages to this channel, or the host is starting, stopping ' +
          'or overloaded.',
      },
      examples: [{ title: `Send a code to the ${kind}`, status: 204 }],
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
      description: `Proves that the customer reads messages to its present ${kind}. The code must come from the latest
\`sendCustomer${name}Verification\`, and the ${kind} must not have changed since. Every wrong code counts; after five,
send a new one. Changing \`${field}\` later makes the verification \`PENDING\` again.`,
      permission: 'MANAGE',
      params: { customerId },
      body: confirmRequest,
      responses: { 200: customer },
      outcomes: { 200: `The customer; \`contactVerification.${channel}\` is \`VERIFIED\`.` },
      refusals: {
        INVALID_INPUT:
          'The code is wrong; or it has expired, was used, was tried five times, or was sent to an earlier address or ' +
          'number, so that a new one is needed.',
        CONFLICT,
      },
      examples: [
        {
          title: `Confirm the ${kind}`,
          status: 200,
          body: { code: '123456' },
          answer: {
            ...EUROPEAN_EXAMPLE,
            contactVerification: { email: 'PENDING', phone: 'PENDING', [channel]: 'VERIFIED' },
          },
        },
      ],
      useCase: (core) => core.customers.confirmContact,
      input: ({ params, body }) => ({ id: params.customerId, channel, code: body.code }),
      serialize: serializeCustomer,
    }),
  ];
};

export const contactOperations: readonly Operation[] = CONTACT_CHANNELS.flatMap(operationsOf);
