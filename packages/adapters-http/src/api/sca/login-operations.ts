import { invalidInLogin } from '@corridor/core/internal';
import { command, prepared } from '../../kit/declare.js';
import type { Operation } from '../../kit/operation.js';
import { USUAL_CAUSE } from '../../kit/refusals.js';
import {
  CODE_EXAMPLE,
  CODE_PROOF_EXAMPLE,
  END_USER_ADDRESS_EXAMPLE,
  PASSKEY_LOGIN_EXAMPLE,
  PASSKEY_PROOF_EXAMPLE,
  PHONE_LOGIN_EXAMPLE,
} from './examples.js';
import {
  customerQuery,
  loginComplete,
  loginCompleteRequest,
  loginStart,
  loginStartRequest,
  securityEventRecorded,
  securityEventRequest,
} from './schemas.js';
import { serializeLogin, serializeLoginStart, serializeSecurityEvent, toProof } from './serialize.js';
import {
  TAG,
  OF_CUSTOMER,
  NOT_REGULATED,
  KEY_REUSED,
  CUSTOMER_REFUSALS,
  SENDING_REFUSALS,
  PROOF_REFUSALS,
  NOT_OPEN,
} from './refusals.js';

/** Logins of customers at their platform, and what else happens to their access. */
export const loginOperations: readonly Operation[] = [
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
];
