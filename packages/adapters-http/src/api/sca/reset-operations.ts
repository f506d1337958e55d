import { command, prepared, query } from '../../kit/declare.js';
import type { Operation } from '../../kit/operation.js';
import { exampleId, pathId } from '../../kit/schemas.js';
import { customerQuery, resetCompleteRequest, resetStart, resetStartRequest, resetStatus } from './schemas.js';
import { serializeReset, serializeResetStart } from './serialize.js';
import { TAG, OF_CUSTOMER, NOT_REGULATED, KEY_REUSED, CUSTOMER_REFUSALS } from './refusals.js';

const resetId = pathId('ScaReset', 'REFERENCE_NOT_FOUND');

/** The reset of a lost factor. */
export const resetOperations: readonly Operation[] = [
  prepared({
    method: 'POST',
    path: '/sca/factors/reset',
    operationId: 'startTwoFactorReset',
    tag: TAG,
    summary: 'Start the reset of a lost factor, with a liveness check',
    description: `Begins to replace a factor that the customer has lost, with a liveness check: it proves that
the person who asks is the customer and is present. It replaces an open reset of the customer and stays open for one hour. Send the customer to \`verificationLink\`, or use
\`livenessAccessToken\`; if both are \`null\`, the operator decides, and in the sandbox the check ends by itself. Poll
\`getTwoFactorResetStatus\`, because no event is sent, then call \`completeTwoFactorReset\`. Until then the factor stays valid.`,
    permission: 'MANAGE',
    query: customerQuery,
    body: resetStartRequest,
    responses: { 201: resetStart },
    outcomes: { 201: 'The reset waits for the liveness check.' },
    refusals: {
      ...CUSTOMER_REFUSALS,
      CONFLICT: `${NOT_REGULATED}; or the customer does not have the factor; or ${KEY_REUSED}.`,
      RATE_LIMITED:
        'The token has used up its requests, or the customer has started five resets within an hour; `Retry-After` names the seconds to wait.',
    },
    examples: [
      {
        title: 'Start the reset of an authenticator app',
        status: 201,
        query: OF_CUSTOMER,
        body: { factor: 'TOTP' },
        answer: {
          resetId: exampleId('ScaReset'),
          livenessAccessToken: null,
          verificationLink: null,
          expiresAt: '2026-01-05T11:00:00.000Z',
        },
      },
    ],
    secretAnswer: true,
    useCase: (core) => core.sca.startReset,
    input: (request) => ({ customerId: request.query.customerId, factor: request.body.factor }),
    serialize: serializeResetStart,
  }),
  query({
    method: 'GET',
    path: '/sca/factors/reset/{resetId}',
    operationId: 'getTwoFactorResetStatus',
    tag: TAG,
    summary: 'Read the status of a factor reset',
    description: `Shows how far a reset has come. Once the status is \`LIVENESS_PASSED\`, call \`completeTwoFactorReset\` before \`expiresAt\`.
After a completed reset, \`enrollmentStatus\` says whether the customer has a factor of this kind again.`,
    permission: 'VIEW',
    params: { resetId },
    query: customerQuery,
    responses: { 200: resetStatus },
    outcomes: { 200: 'The reset in its present state.' },
    refusals: {
      ...CUSTOMER_REFUSALS,
      REFERENCE_NOT_FOUND: 'The customer has no reset with this id.',
      CONFLICT: `${NOT_REGULATED}.`,
    },
    examples: [
      {
        title: 'A reset whose check has passed',
        status: 200,
        query: OF_CUSTOMER,
        answer: {
          status: 'LIVENESS_PASSED',
          factor: 'TOTP',
          enrollmentStatus: null,
          expiresAt: '2026-01-05T11:00:00.000Z',
          completedAt: null,
        },
      },
    ],
    reads: (core) => core.sca.getReset,
    input: ({ params, query: { customerId } }) => ({ customerId, resetId: params.resetId }),
    serialize: serializeReset,
  }),
  command({
    method: 'POST',
    path: '/sca/factors/reset/{resetId}/complete',
    operationId: 'completeTwoFactorReset',
    tag: TAG,
    summary: 'Complete the reset: remove the lost factor',
    description: `Removes the lost factor once the liveness check has passed. It also ends a lock of the customer, its session and an open
login. An app or a passkey can then be enrolled again. To reset \`SMS_OTP\`, send the new phone: it replaces that of the
customer and becomes a factor when it is verified.`,
    permission: 'MANAGE',
    params: { resetId },
    query: customerQuery,
    body: resetCompleteRequest,
    bodyRequired: false,
    responses: { 204: null },
    outcomes: { 204: 'The factor is removed, or the phone replaced; the reset is `COMPLETED`.' },
    refusals: {
      ...CUSTOMER_REFUSALS,
      REFERENCE_NOT_FOUND: 'The customer has no reset with this id.',
      INVALID_INPUT: '`mobile` is missing for `SMS_OTP`, is not a phone number, or is the lost phone.',
      CONFLICT: `${NOT_REGULATED}; or the reset is not in \`LIVENESS_PASSED\` or has expired; or ${KEY_REUSED}.`,
    },
    examples: [
      { title: 'Remove a lost authenticator app', status: 204, query: OF_CUSTOMER, body: {} },
      {
        title: 'Replace a lost phone',
        status: 204,
        query: OF_CUSTOMER,
        body: { mobile: { countryCode: '+49', number: '15198765432' } },
      },
    ],
    useCase: (core) => core.sca.completeReset,
    input: ({ params, query: { customerId }, body }) => ({
      customerId,
      resetId: params.resetId,
      mobile: body.mobile,
    }),
    serialize: () => null,
  }),
];
