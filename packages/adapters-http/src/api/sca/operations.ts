import { invalidInLogin, invalidInProof } from '@corridor/core/internal';
import { command, prepared, query } from '../../kit/declare.js';
import type { Operation, Refusals } from '../../kit/operation.js';
import { USUAL_CAUSE } from '../../kit/refusals.js';
import { exampleId, pathId } from '../../kit/schemas.js';
import { EXECUTED_QUOTE_EXAMPLE, FUNDED_QUOTE_EXAMPLE } from '../quotes/examples.js';
import { quote } from '../quotes/schemas.js';
import { serializeQuote } from '../quotes/serialize.js';
import { serializeChallenge } from '../quotes/serialize-challenge.js';
import {
  CODE_EXAMPLE,
  CODE_PROOF_EXAMPLE,
  END_USER_ADDRESS_EXAMPLE,
  PASSKEY_CREATED_EXAMPLE,
  PASSKEY_LOGIN_EXAMPLE,
  PASSKEY_PROOF_EXAMPLE,
  PASSKEY_START_EXAMPLE,
  PHONE_LOGIN_EXAMPLE,
  TOTP_SECRET_EXAMPLE,
  TOTP_START_EXAMPLE,
  trustChallenge,
} from './examples.js';
import {
  confirmed,
  confirmRequest,
  customerQuery,
  enrollRequest,
  enrollStart,
  factorList,
  loginComplete,
  loginCompleteRequest,
  loginStart,
  loginStartRequest,
  resetCompleteRequest,
  resetStart,
  resetStartRequest,
  resetStatus,
  scaAuthorization,
  securityEventRecorded,
  securityEventRequest,
  trustConfirmed,
  trustConfirmRequest,
  trustStart,
} from './schemas.js';
import {
  serializeEnrolled,
  serializeEnrollmentStart,
  serializeFactor,
  serializeLogin,
  serializeLoginStart,
  serializeReset,
  serializeResetStart,
  serializeSecurityEvent,
  toProof,
} from './serialize.js';

const TAG = 'Strong Customer Authentication';
const quoteId = pathId('Quote', 'QUOTE_NOT_FOUND');
const resetId = pathId('ScaReset', 'REFERENCE_NOT_FOUND');
const externalAccountId = pathId('ExternalAccount', 'REFERENCE_NOT_FOUND');

const OF_CUSTOMER = { customerId: exampleId('Customer') };

const NOT_REGULATED = "The customer's region is not in the EEA, where alone strong customer authentication applies";
const KEY_REUSED = 'the idempotency key was used for another request, or the record is being changed at this moment';

/** Why an operation on a customer's factors is refused. */
const CUSTOMER_REFUSALS = {
  USER_NOT_FOUND: USUAL_CAUSE.USER_NOT_FOUND,
} as const satisfies Refusals;

/** Why no code can be sent. */
const SENDING_REFUSALS = {
  ACCOUNT_LOCKED: USUAL_CAUSE.ACCOUNT_LOCKED,
  RATE_LIMITED:
    "The token has used up its requests, or five codes were sent to the customer's phone within an hour; `Retry-After` names the seconds to wait.",
} as const satisfies Refusals;

/** Why a proof is not accepted. Each wrong one counts; the fifth locks the customer. */
const PROOF_REFUSALS = {
  INVALID_INPUT:
    'The code is wrong, expired or used, `challengeId` names another challenge, or the proof is incomplete. A wrong proof counts; the fifth one in a row locks the customer.',
  INVALID_SIGNATURE:
    'The assertion of the passkey does not verify: another challenge, another origin, or a copied passkey. It counts as a wrong proof.',
  ACCOUNT_LOCKED: USUAL_CAUSE.ACCOUNT_LOCKED,
} as const satisfies Refusals;

const NOT_OPEN =
  'no challenge is open, because none was started, or it was answered, replaced or has expired; or the phone is not verified any more';

/** Why the trust of a beneficiary cannot change. */
const TRUST_REFUSALS = {
  USER_NOT_FOUND: 'The owner of the external account was deleted.',
  REFERENCE_NOT_FOUND: 'The external account does not exist, was deleted, or belongs to the platform itself.',
} as const satisfies Refusals;

const SESSION_REFUSAL = {
  SCA_SESSION_REQUIRED:
    'The host requires logins, and the customer has a factor but has not logged in within five minutes.',
} as const satisfies Refusals;

export const scaOperations: readonly Operation[] = [
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
  command({
    method: 'POST',
    path: '/sca/login/start',
    operationId: 'startScaLogin',
    tag: TAG,
    summary: 'Start a login of a customer',
    description: `Begins a login of the customer with one of its factors, and replaces a login that was not completed. For \`SMS_OTP\` a code
is sent to the phone; for \`PASSKEY\` the answer has the options for the browser; for \`TOTP\` there is nothing to start, and
the call only checks that an app is enrolled. Complete it within five minutes with \`completeScaLogin\`. Logins are needed
only where the host requires them: to read accounts and transactions, and to change factors.`,
    permission: 'MANAGE',
    query: customerQuery,
    body: loginStartRequest,
    responses: { 200: loginStart },
    outcomes: { 200: 'The login waits for its proof.' },
    refusals: {
      ...CUSTOMER_REFUSALS,
      ...SENDING_REFUSALS,
      INVALID_INPUT: 'The customer does not have the factor; `SMS_OTP` needs a verified phone.',
      CONFLICT: `${NOT_REGULATED}; or ${KEY_REUSED}.`,
    },
    examples: [
      {
        title: 'Log in with a code by SMS',
        status: 200,
        query: OF_CUSTOMER,
        body: { factor: 'SMS_OTP' },
        answer: PHONE_LOGIN_EXAMPLE,
      },
      {
        title: 'Log in with a passkey',
        status: 200,
        query: OF_CUSTOMER,
        body: { factor: 'PASSKEY' },
        answer: PASSKEY_LOGIN_EXAMPLE,
      },
    ],
    useCase: (core) => core.sca.startLogin,
    input: (request) => ({ customerId: request.query.customerId, factor: request.body.factor }),
    serialize: serializeLoginStart,
  }),
  prepared({
    method: 'POST',
    path: '/sca/login/complete',
    operationId: 'completeScaLogin',
    tag: TAG,
    summary: 'Complete a login of a customer',
    description: `Accepts the proof of a login and opens a session of five minutes, in which reads that need a login are answered. The
session belongs to the customer, not to the API token. A right proof resets the count of wrong proofs and of reported failed
logins. A proof with an authenticator app, or with one of its recovery codes, needs no start.`,
    permission: 'MANAGE',
    query: customerQuery,
    body: loginCompleteRequest,
    responses: { 200: loginComplete },
    outcomes: { 200: 'The customer is logged in until `sessionExpiresAt`.' },
    refusals: {
      ...CUSTOMER_REFUSALS,
      ...PROOF_REFUSALS,
      CONFLICT: `${NOT_REGULATED}; or ${NOT_OPEN}; or ${KEY_REUSED}.`,
    },
    examples: [
      {
        title: 'Complete a login with a code by SMS',
        status: 200,
        query: OF_CUSTOMER,
        body: { factor: 'SMS_OTP', ...CODE_PROOF_EXAMPLE, endUserIpAddress: END_USER_ADDRESS_EXAMPLE },
        answer: { status: 'COMPLETED', sessionExpiresAt: '2026-01-05T10:05:00.000Z' },
      },
      {
        title: 'Log in with an authenticator app',
        status: 200,
        query: OF_CUSTOMER,
        body: { factor: 'TOTP', code: CODE_EXAMPLE, endUserIpAddress: END_USER_ADDRESS_EXAMPLE },
        answer: { status: 'COMPLETED', sessionExpiresAt: '2026-01-05T10:05:00.000Z' },
      },
      {
        title: 'Complete a login with a passkey',
        status: 200,
        query: OF_CUSTOMER,
        body: { factor: 'PASSKEY', ...PASSKEY_PROOF_EXAMPLE, endUserIpAddress: END_USER_ADDRESS_EXAMPLE },
        answer: { status: 'COMPLETED', sessionExpiresAt: '2026-01-05T10:05:00.000Z' },
      },
    ],
    useCase: (core) => core.sca.completeLogin,
    invalid: (_ctx, input) => invalidInLogin(input),
    input: (request) => ({
      customerId: request.query.customerId,
      factor: request.body.factor,
      endUserIpAddress: request.body.endUserIpAddress,
      ...toProof(request.body),
    }),
    serialize: serializeLogin,
  }),
  command({
    method: 'POST',
    path: '/sca/record-event',
    operationId: 'recordSecurityEvent',
    tag: TAG,
    summary: "Report a failed login or a new password of the platform's own login",
    description: `Reports what happened at the platform's own login, so that guesses there and here are counted together. A failed login
counts like a wrong proof: the fifth locks the customer for 15 minutes, and then no payment can be authorized. A new
password ends the session and resets the count of failed logins, but neither wrong proofs nor a lock.`,
    permission: 'MANAGE',
    query: customerQuery,
    body: securityEventRequest,
    responses: { 200: securityEventRecorded },
    outcomes: { 200: 'The event is counted; the answer shows whether the customer is locked now.' },
    refusals: {
      ...CUSTOMER_REFUSALS,
      ACCOUNT_LOCKED: `${USUAL_CAUSE.ACCOUNT_LOCKED} Further failed logins are not counted.`,
      CONFLICT: `${NOT_REGULATED}; or ${KEY_REUSED}.`,
    },
    examples: [
      {
        title: 'Report a failed login',
        status: 200,
        query: OF_CUSTOMER,
        body: { eventType: 'FAILED_LOGIN_ATTEMPT' },
        answer: { eventType: 'FAILED_LOGIN_ATTEMPT', suspended: false, lockedUntil: null, failedAttempts: 1 },
      },
      {
        title: 'Report a new password',
        status: 200,
        query: OF_CUSTOMER,
        body: { eventType: 'RESET_PASSWORD_COMPLETED' },
        answer: { eventType: 'RESET_PASSWORD_COMPLETED', suspended: false, lockedUntil: null, failedAttempts: 0 },
      },
    ],
    useCase: (core) => core.sca.recordSecurityEvent,
    input: (request) => ({ customerId: request.query.customerId, eventType: request.body.eventType }),
    serialize: serializeSecurityEvent,
  }),
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
  command({
    method: 'POST',
    path: '/customers/external-accounts/{externalAccountId}/trust',
    operationId: 'startBeneficiaryTrust',
    tag: TAG,
    summary: 'Start to trust a beneficiary',
    description: `Asks the customer who owns an external account to trust it. Payments to a trusted account need no challenge, and transfers
out go to trusted accounts only. The challenge is open for five minutes and replaces an earlier one; for \`SMS_OTP\`, a code is
sent. The phone is asked first, then the passkey, then the app. Nothing changes until \`confirmBeneficiaryTrust\`.`,
    permission: 'MANAGE',
    params: { externalAccountId },
    responses: { 200: trustStart },
    outcomes: { 200: 'The customer is asked; the answer has the challenge.' },
    refusals: {
      ...TRUST_REFUSALS,
      ...SENDING_REFUSALS,
      BENEFICIARY_TRUSTED: 'The customer trusts the account already.',
      CONFLICT: `${NOT_REGULATED}; or ${KEY_REUSED}.`,
      USER_NOT_READY: 'The customer has no factor; verify a phone or enroll one first.',
    },
    examples: [
      { title: 'Ask to trust a beneficiary', status: 200, answer: trustChallenge('trust Grace Hopper (…3000)') },
    ],
    useCase: (core) => core.sca.startTrust,
    input: ({ params }) => ({ id: params.externalAccountId }),
    serialize: ({ challenge }) => ({ scaChallenge: serializeChallenge(challenge) }),
  }),
  prepared({
    method: 'POST',
    path: '/customers/external-accounts/{externalAccountId}/trust/confirm',
    operationId: 'confirmBeneficiaryTrust',
    tag: TAG,
    summary: 'Confirm the trust of a beneficiary',
    description: `Accepts the proof of the customer: the phone's code, a code of the app, or an assertion of the passkey. From then on, quotes
to the account are executed without a challenge, and transfers out can go there. An account that is deleted and added
again is not trusted.`,
    permission: 'MANAGE',
    params: { externalAccountId },
    body: trustConfirmRequest,
    responses: { 200: trustConfirmed },
    outcomes: { 200: 'The customer trusts the account.' },
    refusals: {
      ...TRUST_REFUSALS,
      ...PROOF_REFUSALS,
      BENEFICIARY_TRUSTED: 'The customer trusts the account already.',
      CONFLICT: `${NOT_REGULATED}; or ${NOT_OPEN}; or ${KEY_REUSED}.`,
    },
    examples: [
      {
        title: 'Trust with a code',
        status: 200,
        body: { challengeId: exampleId('Request'), code: CODE_EXAMPLE },
        answer: { trusted: true },
      },
      { title: 'Trust with a passkey', status: 200, body: PASSKEY_PROOF_EXAMPLE, answer: { trusted: true } },
    ],
    useCase: (core) => core.sca.confirmTrust,
    invalid: (_ctx, input) => invalidInProof(input),
    input: ({ params, body }) => ({ id: params.externalAccountId, ...toProof(body) }),
    serialize: (confirmation) => confirmation,
  }),
  command({
    method: 'POST',
    path: '/customers/external-accounts/{externalAccountId}/untrust',
    operationId: 'startBeneficiaryUntrust',
    tag: TAG,
    summary: 'Start to remove the trust of a beneficiary',
    description: `Asks the customer who owns an external account to trust it no longer, which needs a proof as well. The challenge is open for
five minutes; for \`SMS_OTP\`, a code is sent. Nothing changes until \`confirmBeneficiaryUntrust\`. Payments that were accepted
before stay as they are. An account must be untrusted before it can be deleted.`,
    permission: 'MANAGE',
    params: { externalAccountId },
    responses: { 200: trustStart },
    outcomes: { 200: 'The customer is asked; the answer has the challenge.' },
    refusals: {
      ...TRUST_REFUSALS,
      ...SENDING_REFUSALS,
      CONFLICT: `${NOT_REGULATED}; or the customer does not trust the account; or ${KEY_REUSED}.`,
      USER_NOT_READY: 'The customer has no factor; verify a phone or enroll one first.',
    },
    examples: [
      {
        title: 'Ask to end the trust of a beneficiary',
        status: 200,
        answer: trustChallenge('no longer trust Grace Hopper (…3000)'),
      },
    ],
    useCase: (core) => core.sca.startUntrust,
    input: ({ params }) => ({ id: params.externalAccountId }),
    serialize: ({ challenge }) => ({ scaChallenge: serializeChallenge(challenge) }),
  }),
  prepared({
    method: 'POST',
    path: '/customers/external-accounts/{externalAccountId}/untrust/confirm',
    operationId: 'confirmBeneficiaryUntrust',
    tag: TAG,
    summary: 'Confirm the removal of the trust of a beneficiary',
    description: `Accepts the proof of the customer, as \`confirmBeneficiaryTrust\` does. From then on, each quote to the account needs a
challenge again, transfers out to it are refused, and it can be deleted. Payments that were accepted before are still
delivered.`,
    permission: 'MANAGE',
    params: { externalAccountId },
    body: trustConfirmRequest,
    responses: { 200: trustConfirmed },
    outcomes: { 200: 'The customer does not trust the account any more.' },
    refusals: {
      ...TRUST_REFUSALS,
      ...PROOF_REFUSALS,
      CONFLICT: `${NOT_REGULATED}; or the customer does not trust the account; or ${NOT_OPEN}; or ${KEY_REUSED}.`,
    },
    examples: [
      {
        title: 'End the trust with a code',
        status: 200,
        body: { challengeId: exampleId('Request'), code: CODE_EXAMPLE },
        answer: { trusted: false },
      },
      { title: 'End the trust with a passkey', status: 200, body: PASSKEY_PROOF_EXAMPLE, answer: { trusted: false } },
    ],
    useCase: (core) => core.sca.confirmUntrust,
    invalid: (_ctx, input) => invalidInProof(input),
    input: ({ params, body }) => ({ id: params.externalAccountId, ...toProof(body) }),
    serialize: (confirmation) => confirmation,
  }),
  prepared({
    method: 'POST',
    path: '/quotes/{quoteId}/authorize',
    operationId: 'authorizeQuote',
    tag: TAG,
    summary: 'Authorize a quote with a proof of the payer',
    description: `Accepts the proof of the payer for a quote in \`PENDING_AUTHORIZATION\`. A quote from an account is then executed, as by
\`executeQuote\`: its amount is held, or its collection starts. A quote with \`REALTIME_FUNDING\` becomes \`PENDING\` and shows its
\`paymentInstructions\`.

The proof is bound to these amounts and this payee. Accepted are a code that was sent for the challenge, and an assertion of
the passkey; a code of an authenticator app is not. If the execution is refused after a right proof, for example because the
balance is too small by now, the challenge stays open.

**Events:** those of \`executeQuote\` if the payment starts.`,
    permission: 'TRANSACT',
    params: { quoteId },
    body: scaAuthorization,
    responses: { 200: quote },
    outcomes: {
      200: 'The payment has started (`PROCESSING`), or the quote shows how its payer can fund it (`PENDING`).',
    },
    refusals: {
      ...PROOF_REFUSALS,
      USER_NOT_FOUND: 'The payer was deleted.',
      USER_NOT_READY: 'The payer may not move money now, or the source account is frozen or closed.',
      INVALID_AMOUNT: 'The available balance of the source account does not cover the amount; no money was held.',
      DAILY_VOLUME_LIMIT_EXCEEDED:
        'The payment exceeds what is left of the daily volume of the corridor; `Retry-After` names the seconds until midnight UTC.',
      CONFLICT: `The quote does not wait for a proof, or has expired; its challenge was answered at the same time, or the phone is not verified any more; or ${KEY_REUSED}.`,
    },
    examples: [
      { title: 'Authorize with a code by SMS', status: 200, body: CODE_PROOF_EXAMPLE, answer: EXECUTED_QUOTE_EXAMPLE },
      {
        title: 'Authorize with a passkey',
        status: 200,
        body: { ...PASSKEY_PROOF_EXAMPLE, endUserIpAddress: END_USER_ADDRESS_EXAMPLE },
        answer: EXECUTED_QUOTE_EXAMPLE,
      },
      {
        title: 'Authorize a payment that its payer funds',
        status: 200,
        body: CODE_PROOF_EXAMPLE,
        answer: FUNDED_QUOTE_EXAMPLE,
      },
    ],
    useCase: (core) => core.quotes.authorize,
    invalid: (_ctx, input) => invalidInProof(input),
    input: ({ params, body }) => ({
      id: params.quoteId,
      endUserIpAddress: body.endUserIpAddress ?? undefined,
      ...toProof(body),
    }),
    serialize: serializeQuote,
  }),
  command({
    method: 'POST',
    path: '/quotes/{quoteId}/authorize/resend',
    operationId: 'resendQuoteScaCode',
    tag: TAG,
    summary: 'Send another code for a quote',
    description: `Sends a new code for the open challenge of a quote; the code before is void. Neither the challenge nor \`expiresAt\` of the
quote is extended. It works for challenges of \`SMS_OTP\` only. A phone receives at most five codes an hour, for all purposes
together.`,
    permission: 'TRANSACT',
    params: { quoteId },
    responses: { 204: null },
    outcomes: { 204: 'Another code is on its way.' },
    refusals: {
      ...SENDING_REFUSALS,
      USER_NOT_FOUND: 'The payer was deleted.',
      CONFLICT: `The quote does not wait for a proof, has expired, or its challenge is not for \`SMS_OTP\`; or the phone is not verified any more; or ${KEY_REUSED}.`,
    },
    examples: [{ title: 'Send another code', status: 204 }],
    useCase: (core) => core.quotes.resendCode,
    input: ({ params }) => ({ id: params.quoteId }),
    serialize: () => null,
  }),
];
