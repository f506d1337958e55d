import { command, prepared, query } from '../../kit/declare.js';
import type { Operation, Refusals } from '../../kit/operation.js';
import { exampleId, pathId } from '../../kit/schemas.js';
import {
  CODE_EXAMPLE,
  PASSKEY_CREATED_EXAMPLE,
  PASSKEY_START_EXAMPLE,
  TOTP_SECRET_EXAMPLE,
  TOTP_START_EXAMPLE,
} from './examples.js';
import { confirmed, confirmRequest, customerQuery, enrollRequest, enrollStart, factorList } from './schemas.js';
import { serializeEnrolled, serializeEnrollmentStart, serializeFactor } from './serialize.js';
import { TAG, OF_CUSTOMER, NOT_REGULATED, KEY_REUSED, CUSTOMER_REFUSALS } from './refusals.js';

const SESSION_REFUSAL = {
  SCA_SESSION_REQUIRED:
    'The host requires logins, and the customer has a factor but has not logged in within five minutes.',
} as const satisfies Refusals;

/** The factors with which a customer authorizes. */
export const factorOperations: readonly Operation[] = [
  query({
    method: 'GET',
    path: '/sca/factors',
    operationId: 'listScaFactors',
    tag: TAG,
    summary: "List a customer's authentication factors",
    description: `Shows with what the customer can authenticate now: the verified phone, an authenticator app, a passkey. The list is empty
until the customer has verified a phone (\`confirmCustomerPhoneVerification\`) or enrolled a factor; then the customer cannot
authorize payments yet. Use it to offer a choice before a login or a payment.`,
    permission: 'VIEW',
    query: customerQuery,
    responses: { 200: factorList },
    outcomes: { 200: 'The factors that can be used now; possibly none.' },
    refusals: { ...CUSTOMER_REFUSALS, CONFLICT: `${NOT_REGULATED}.` },
    examples: [
      {
        title: 'List the factors of a customer',
        status: 200,
        query: OF_CUSTOMER,
        answer: {
          factors: [
            { factor: 'SMS_OTP' },
            { factor: 'TOTP', credentialId: exampleId('ScaFactor'), name: 'Authenticator app' },
          ],
        },
      },
    ],
    reads: (core) => core.sca.listFactors,
    input: (request) => request.query,
    serialize: (factors) => ({ factors: factors.map(serializeFactor) }),
  }),
  command({
    method: 'POST',
    path: '/sca/factors',
    operationId: 'startScaFactorEnrollment',
    tag: TAG,
    summary: 'Start the enrollment of a factor',
    description: `Begins to add an authenticator app or a passkey. A phone needs no enrollment: it becomes a factor when it is verified. The
enrollment is open for ten minutes; starting another one of the same type replaces it. A customer has at most one app and
one passkey.

Show \`totpUri\` as a QR code, or pass \`options\` to \`navigator.credentials.create\` on one of \`allowedOrigins\`. Then send the
first proof to \`confirmScaFactorEnrollment\`. An app cannot authorize payments, so it should not be the only factor.`,
    permission: 'MANAGE',
    query: customerQuery,
    body: enrollRequest,
    responses: { 200: enrollStart },
    outcomes: { 200: 'The enrollment waits for its first proof. It changes nothing for the customer until then.' },
    refusals: {
      ...CUSTOMER_REFUSALS,
      ...SESSION_REFUSAL,
      PASSKEY_ALREADY_ENROLLED: 'The customer has a passkey already.',
      CONFLICT: `${NOT_REGULATED}; or an authenticator app is enrolled already; or ${KEY_REUSED}.`,
    },
    examples: [
      {
        title: 'Add an authenticator app',
        status: 200,
        query: OF_CUSTOMER,
        body: { type: 'TOTP' },
        answer: TOTP_START_EXAMPLE,
      },
      {
        title: 'Add a passkey',
        status: 200,
        query: OF_CUSTOMER,
        body: { type: 'PASSKEY' },
        answer: PASSKEY_START_EXAMPLE,
      },
    ],
    secretAnswer: true,
    useCase: (core) => core.sca.startEnrollment,
    input: (request) => ({ customerId: request.query.customerId, type: request.body.type }),
    serialize: serializeEnrollmentStart,
  }),
  prepared({
    method: 'POST',
    path: '/sca/factors/confirm',
    operationId: 'confirmScaFactorEnrollment',
    tag: TAG,
    summary: 'Complete an enrollment with the first proof of the new factor',
    description: `Completes an enrollment within ten minutes of its start: with a code that the app shows, or with the result of
\`navigator.credentials.create\`. The factor can be used from then on. For an app, the answer has ten recovery codes that are
not shown again. A wrong proof leaves the enrollment open and is not counted.`,
    permission: 'MANAGE',
    query: customerQuery,
    body: confirmRequest,
    responses: { 200: confirmed },
    outcomes: { 200: 'The factor is enrolled.' },
    refusals: {
      ...CUSTOMER_REFUSALS,
      INVALID_INPUT:
        'The secret, the code or the credential does not belong to this enrollment, or was made on another origin or without user verification.',
      CONFLICT: `${NOT_REGULATED}; or no enrollment waits, because none was started, or it has expired or was replaced; or ${KEY_REUSED}.`,
    },
    examples: [
      {
        title: 'Confirm an authenticator app',
        status: 200,
        query: OF_CUSTOMER,
        body: { type: 'TOTP', secret: TOTP_SECRET_EXAMPLE, code: CODE_EXAMPLE },
        answer: { type: 'TOTP', recoveryCodes: ['PD7V-AV3K-KFK9-NW7N', 'C2DR-PUJ4-84XT-VEHH'] },
      },
      {
        title: 'Confirm a passkey',
        status: 200,
        query: OF_CUSTOMER,
        body: PASSKEY_CREATED_EXAMPLE,
        answer: {
          type: 'PASSKEY',
          factor: { factor: 'PASSKEY', credentialId: exampleId('ScaFactor'), name: 'Passkey' },
        },
      },
    ],
    secretAnswer: true,
    useCase: (core) => core.sca.confirmEnrollment,
    input: (request) => ({ customerId: request.query.customerId, ...request.body }),
    serialize: serializeEnrolled,
  }),
  command({
    method: 'DELETE',
    path: '/sca/factors/{credentialId}',
    operationId: 'deleteScaFactor',
    tag: TAG,
    summary: 'Delete a factor',
    description: `Removes an authenticator app or a passkey with its secrets; a verified phone is changed at the customer instead. The factor
answers no challenge from then on, and its recovery codes are void. A customer without any other factor cannot authorize
payments until a phone is verified or another factor enrolled. For a factor that is lost, use \`startTwoFactorReset\`, which
checks the person.`,
    permission: 'MANAGE',
    params: { credentialId: pathId('ScaFactor', 'REFERENCE_NOT_FOUND') },
    query: customerQuery,
    responses: { 204: null },
    outcomes: { 204: 'The factor is removed.' },
    refusals: {
      ...CUSTOMER_REFUSALS,
      ...SESSION_REFUSAL,
      REFERENCE_NOT_FOUND: 'The customer has no enrolled factor with this id.',
      CONFLICT: `${NOT_REGULATED}; or ${KEY_REUSED}.`,
    },
    examples: [{ title: 'Delete a factor', status: 204, query: OF_CUSTOMER }],
    useCase: (core) => core.sca.deleteFactor,
    input: ({ params, query: { customerId } }) => ({ customerId, credentialId: params.credentialId }),
    serialize: () => null,
  }),
];
