import { invalidInAgentChange, invalidInNewAgent, invalidInPolicyChange } from '@corridor/core/internal';
import * as z from 'zod';
import { attempted, command, query, redemption } from '../../kit/declare.js';
import type { Operation, PathParameter, Refusals } from '../../kit/operation.js';
import { USUAL_CAUSE } from '../../kit/refusals.js';
import { exampleId, pathId } from '../../kit/schemas.js';
import { pageBody } from '../../kit/wire.js';
import {
  AGENT_EXAMPLE,
  AGENT_REQUEST_EXAMPLE,
  APPROVED_ACTION_EXAMPLE,
  CODE_EXAMPLE,
  DEVICE_CODE_EXAMPLE,
  NEW_AGENT_EXAMPLE,
  POLICY_EXAMPLE,
  REJECTED_ACTION_EXAMPLE,
  WAITING_ACTION_EXAMPLE,
} from './examples.js';
import {
  action,
  actionList,
  agent,
  agentCreateRequest,
  agentCreateResponse,
  agentFilter,
  agentList,
  agentUpdateRequest,
  approvalFilter,
  deviceCode,
  deviceCodeStatus,
  policyUpdateRequest,
  redeemed,
  rejectRequest,
} from './schemas.js';
import {
  serializeAction,
  serializeAgent,
  serializeDeviceCode,
  serializeDeviceCodeStatus,
  serializeRedeemed,
} from './serialize.js';

const TAG = 'Agent Management';
const agentId = pathId('Agent', 'REFERENCE_NOT_FOUND');
const actionId = pathId('AgentAction', 'REFERENCE_NOT_FOUND');
const code: PathParameter = {
  schema: z.string().meta({
    examples: [CODE_EXAMPLE],
    description:
      'The device code: 12 letters and digits, in upper or lower case. An unknown one, or one that a newer code has replaced, ' +
      'is `REFERENCE_NOT_FOUND`.',
  }),
  matches: (text) => /^[A-Za-z0-9]{12}$/.test(text),
  notFound: 'REFERENCE_NOT_FOUND',
  component: 'DeviceCode',
  isSecret: true,
  isCode: true,
};

/** Of whatever lets an agent move money that could not, or with fewer approvals. */
const LOOSENED = 'The token does not have the permission `MANAGE`, or it does not have `TRANSACT`, which';

const DECIDED: Refusals = {
  CONFLICT:
    'The action was approved or rejected before, or has failed; or another request decides on it at this moment; or the ' +
    'idempotency key was used for another request.',
};

/** Operations of a platform on its customers' agents. */
export const agentOperations: readonly Operation[] = [
  query({
    method: 'GET',
    path: '/agents',
    operationId: 'listAgents',
    tag: TAG,
    summary: 'List agents',
    description: `The agents of all your customers in this environment, newest first, each with its policy and what it has used up of its
limits today and this month. Deleted agents are not listed.`,
    permission: 'VIEW',
    query: agentFilter,
    responses: { 200: agentList },
    outcomes: { 200: 'One page of agents.' },
    examples: [
      {
        title: 'List the agents of a customer',
        status: 200,
        query: { customerId: exampleId('Customer'), isPaused: false },
        answer: { data: [AGENT_EXAMPLE], hasMore: false, totalCount: 1 },
      },
    ],
    reads: (core) => core.agents.list,
    input: (request) => request.query,
    serialize: (page) => pageBody(page, serializeAgent),
  }),
  command({
    method: 'POST',
    path: '/agents',
    operationId: 'createAgent',
    tag: TAG,
    summary: 'Create an agent; its device code is shown only in this response',
    description: `Creates software's access to the money of one customer, within a policy, and a device code. No money moves, and no event
follows. The agent software calls \`redeemAgentDeviceCode\` with the code within 15 minutes, without any other credential,
and receives its access token for the operations under \`/agents/me\`.

A payment within the policy starts at once; one above \`approvalThresholds\`, or in the mode \`APPROVAL_REQUIRED\`, waits for
\`approveAgentAction\`; one beyond a limit is refused. For an agent with \`CREATE_TRANSFERS\` or \`EXECUTE_QUOTES\`, the token
needs the permission \`TRANSACT\` besides \`MANAGE\`, even if every payment needs an approval.`,
    permission: 'MANAGE',
    secretAnswer: true,
    body: agentCreateRequest,
    responses: { 201: agentCreateResponse },
    outcomes: { 201: 'The agent, and its device code, which no other response shows.' },
    refusals: {
      FORBIDDEN: `${LOOSENED} an agent that can move money requires.`,
      USER_NOT_FOUND: USUAL_CAUSE.USER_NOT_FOUND,
    },
    examples: [
      {
        title: 'Create an agent that pays small bills by itself',
        status: 201,
        body: AGENT_REQUEST_EXAMPLE,
        answer: { agent: NEW_AGENT_EXAMPLE, deviceCode: DEVICE_CODE_EXAMPLE },
      },
      {
        title: 'Create an agent that pays two accounts with approvals',
        status: 201,
        body: {
          ...AGENT_REQUEST_EXAMPLE,
          policy: {
            permissions: ['CREATE_QUOTES', 'EXECUTE_QUOTES'],
            defaultExecutionMode: 'APPROVAL_REQUIRED',
            spendingLimits: { currency: 'USD', perTransactionLimit: 50_000, dailyTransactionLimit: 5 },
            accountRestrictions: {
              allowedAccountIds: [
                exampleId('InternalAccount'),
                exampleId('ExternalAccount'),
                exampleId('ExternalAccount', 2),
              ],
              accountRules: [
                { accountId: exampleId('ExternalAccount'), executionMode: 'AUTO', perTransactionLimit: 5_000 },
              ],
            },
          },
        },
        answer: {
          agent: {
            ...NEW_AGENT_EXAMPLE,
            policy: {
              permissions: ['CREATE_QUOTES', 'EXECUTE_QUOTES'],
              defaultExecutionMode: 'APPROVAL_REQUIRED',
              spendingLimits: {
                currency: 'USD',
                perTransactionLimit: 50_000,
                dailyLimit: null,
                dailyTransactionLimit: 5,
                monthlyLimit: null,
              },
              accountRestrictions: {
                allowedAccountIds: [
                  exampleId('InternalAccount'),
                  exampleId('ExternalAccount'),
                  exampleId('ExternalAccount', 2),
                ],
                accountRules: [
                  { accountId: exampleId('ExternalAccount'), executionMode: 'AUTO', perTransactionLimit: 5_000 },
                ],
              },
              approvalThresholds: { amount: null },
            },
          },
          deviceCode: DEVICE_CODE_EXAMPLE,
        },
      },
    ],
    invalid: invalidInNewAgent,
    useCase: (core) => core.agents.create,
    input: ({ body }) => body,
    serialize: (created) => ({
      agent: serializeAgent(created.view),
      deviceCode: serializeDeviceCode(created.code),
    }),
  }),
  query({
    method: 'GET',
    path: '/agents/approvals',
    operationId: 'listAgentApprovals',
    tag: TAG,
    summary: 'List the actions that wait for approval',
    description: `What the agents of your customers ask for and you have not decided: actions in \`PENDING_APPROVAL\`, newest first. The event
\`AGENT_ACTION.PENDING_APPROVAL\` announces each of them; read this list to find those whose event you have missed. Decide
with \`approveAgentAction\` or \`rejectAgentAction\`; an action does not expire by itself, but its quote does.`,
    permission: 'VIEW',
    query: approvalFilter,
    responses: { 200: actionList },
    outcomes: { 200: 'One page of waiting actions, each with the quote or transfer that it asks for.' },
    examples: [
      {
        title: 'List what an agent asks for',
        status: 200,
        query: { agentId: exampleId('Agent') },
        answer: { data: [WAITING_ACTION_EXAMPLE], hasMore: false, totalCount: 1 },
      },
    ],
    reads: (core) => core.agents.approvals,
    input: (request) => request.query,
    serialize: (page) => pageBody(page, serializeAction),
  }),
  query({
    method: 'GET',
    path: '/agents/{agentId}',
    operationId: 'getAgentById',
    tag: TAG,
    summary: 'Read an agent',
    description: `Shows an agent with its policy, whether software is connected to it, and in \`usage\` what it has used up of its limits on
this UTC day and in this UTC month.`,
    permission: 'VIEW',
    params: { agentId },
    responses: { 200: agent },
    outcomes: { 200: 'The agent as it is now.' },
    examples: [{ title: 'Read an agent', status: 200, answer: AGENT_EXAMPLE }],
    reads: (core) => core.agents.get,
    input: ({ params }) => ({ id: params.agentId }),
    serialize: serializeAgent,
  }),
  command({
    method: 'PATCH',
    path: '/agents/{agentId}',
    operationId: 'updateAgent',
    tag: TAG,
    summary: 'Rename, pause or resume an agent',
    description: `Changes the name, or stops the agent and lets it act again. A pause takes effect at once on every host: once it is
answered, the agent starts nothing more and every request with its access token is 403. Payments that have started go on,
and actions that wait can still be approved. To end the pause of an agent with \`CREATE_TRANSFERS\` or \`EXECUTE_QUOTES\`, the
token needs the permission \`TRANSACT\` besides \`MANAGE\`. No event follows.`,
    permission: 'MANAGE',
    params: { agentId },
    body: agentUpdateRequest,
    responses: { 200: agent },
    outcomes: { 200: 'The agent with the change in effect.' },
    refusals: { FORBIDDEN: `${LOOSENED} ending the pause of an agent that can move money requires.` },
    examples: [
      {
        title: 'Pause an agent',
        status: 200,
        body: { isPaused: true },
        answer: { ...AGENT_EXAMPLE, isPaused: true },
      },
      {
        title: 'Rename an agent',
        status: 200,
        body: { name: 'Bill payer' },
        answer: { ...AGENT_EXAMPLE, name: 'Bill payer' },
      },
    ],
    invalid: invalidInAgentChange,
    useCase: (core) => core.agents.update,
    input: ({ params, body }) => ({ ...body, id: params.agentId }),
    serialize: serializeAgent,
  }),
  command({
    method: 'DELETE',
    path: '/agents/{agentId}',
    operationId: 'deleteAgent',
    tag: TAG,
    summary: 'Delete an agent; its requests are refused from then on',
    description: `Deletes the agent, its access token and its device code at once and for good. Payments that it has started go on. Its
waiting actions remain and can be rejected; an approved one becomes \`FAILED\`. To stop an agent for a time, use
\`updateAgent\` with \`isPaused\`. No event follows.`,
    permission: 'MANAGE',
    params: { agentId },
    responses: { 204: null },
    outcomes: { 204: 'The agent is deleted; its access token is 401 from now on.' },
    examples: [{ title: 'Delete an agent', status: 204 }],
    useCase: (core) => core.agents.delete,
    input: ({ params }) => ({ id: params.agentId }),
    serialize: () => null,
  }),
  command({
    method: 'PATCH',
    path: '/agents/{agentId}/policy',
    operationId: 'updateAgentPolicy',
    tag: TAG,
    summary: 'Change parts of the policy of an agent',
    description: `Changes the given parts of the policy and leaves the others as they are. It applies to everything that the agent starts
from now on, and to waiting actions when they are approved; what has started goes on.

If the agent has \`CREATE_TRANSFERS\` or \`EXECUTE_QUOTES\` after the change, and the change lets a payment through that was
refused or needed an approval before, the token needs the permission \`TRANSACT\` besides \`MANAGE\`. To restrict an agent,
\`MANAGE\` is enough. No event follows.`,
    permission: 'MANAGE',
    params: { agentId },
    body: policyUpdateRequest,
    responses: { 200: agent },
    outcomes: { 200: 'The agent with its new policy.' },
    refusals: { FORBIDDEN: `${LOOSENED} loosening the policy of an agent that can move money requires.` },
    examples: [
      {
        title: 'Change the limits',
        status: 200,
        body: { spendingLimits: { perTransactionLimit: 20_000, dailyLimit: null } },
        answer: {
          ...AGENT_EXAMPLE,
          policy: {
            ...POLICY_EXAMPLE,
            spendingLimits: { ...POLICY_EXAMPLE.spendingLimits, perTransactionLimit: 20_000, dailyLimit: null },
          },
        },
      },
      {
        title: 'Require an approval of every payment',
        status: 200,
        body: { defaultExecutionMode: 'APPROVAL_REQUIRED' },
        answer: { ...AGENT_EXAMPLE, policy: { ...POLICY_EXAMPLE, defaultExecutionMode: 'APPROVAL_REQUIRED' } },
      },
    ],
    invalid: invalidInPolicyChange,
    useCase: (core) => core.agents.updatePolicy,
    input: ({ params, body }) => ({ id: params.agentId, policy: body }),
    serialize: serializeAgent,
  }),
  command({
    method: 'POST',
    path: '/agents/{agentId}/device-codes',
    operationId: 'regenerateAgentDeviceCode',
    tag: TAG,
    summary: 'Create a new device code; earlier ones become invalid',
    description: `Creates a code with which the agent software can be connected again, for example on another machine. The code before
becomes invalid at once. Software that is connected stays connected until the new code is redeemed; then its access token
is refused. For an agent with \`CREATE_TRANSFERS\` or \`EXECUTE_QUOTES\`, the token needs the permission \`TRANSACT\` besides
\`MANAGE\`.`,
    permission: 'MANAGE',
    secretAnswer: true,
    params: { agentId },
    responses: { 201: deviceCode },
    outcomes: { 201: 'The new code, which no other response shows. It is valid for 15 minutes.' },
    refusals: { FORBIDDEN: `${LOOSENED} a code of an agent that can move money requires.` },
    examples: [{ title: 'Create a new device code', status: 201, answer: DEVICE_CODE_EXAMPLE }],
    useCase: (core) => core.agents.regenerateCode,
    input: ({ params }) => ({ id: params.agentId }),
    serialize: serializeDeviceCode,
  }),
  attempted({
    method: 'POST',
    path: '/agents/{agentId}/actions/{actionId}/approve',
    operationId: 'approveAgentAction',
    tag: TAG,
    summary: 'Approve an action of an agent',
    description: `Starts the payment of an action in \`PENDING_APPROVAL\`, as the agent and within its policy as it is now: the amount is
held or collected as by \`executeQuote\`, \`createTransferOut\` or \`createTransferIn\`, and counts against the limits. The
action of a paused agent can be approved too.

If the payment cannot start, for example because of a limit, an expired quote or a balance that does not cover it, the
response is still 200: the action has become \`FAILED\`, and \`rejectionReason\` names the error. Check \`status\`. An error that
may pass later, such as a missing rate, is answered as an error, and the action keeps waiting. For a customer of the EEA,
an approved quote waits for the customer's authorization (\`PENDING_AUTHORIZATION\`).

**Events:** those of the payment, \`OUTGOING_PAYMENT.…\` or \`INCOMING_PAYMENT.…\`, and
\`INTERNAL_ACCOUNT.BALANCE_UPDATED\`. The approval itself has none.`,
    permission: 'TRANSACT',
    params: { agentId, actionId },
    responses: { 200: action },
    outcomes: { 200: '`APPROVED` if the payment has started, `FAILED` with a `rejectionReason` if it could not.' },
    refusals: {
      ...DECIDED,
      QUOTE_REQUEST_FAILED: 'No current rate exists to compare the payment with the limits. The action keeps waiting.',
      VELOCITY_LIMIT_EXCEEDED:
        'The payment exceeds what the customer may start in a day or a month. The action keeps waiting.',
      DAILY_VOLUME_LIMIT_EXCEEDED: 'The corridor of the payment has no volume left today. The action keeps waiting.',
      ACCOUNT_LOCKED:
        'The customer of the EEA who must authorize the quote is locked after failed attempts. The action keeps waiting.',
      RATE_LIMITED:
        'The token has used up its requests, or no further code can be sent to the customer of the EEA who must ' +
        'authorize the quote; `Retry-After` names the seconds to wait.',
      SERVICE_UNAVAILABLE:
        'The rail of a transfer to a chain did not state its network fee, or the host is starting, stopping or ' +
        'overloaded. The action keeps waiting.',
    },
    examples: [{ title: 'Approve a payment', status: 200, answer: APPROVED_ACTION_EXAMPLE }],
    useCase: (core) => core.agents.approve,
    input: ({ params }) => ({ agentId: params.agentId, actionId: params.actionId }),
    serialize: serializeAction,
  }),
  command({
    method: 'POST',
    path: '/agents/{agentId}/actions/{actionId}/reject',
    operationId: 'rejectAgentAction',
    tag: TAG,
    summary: 'Reject an action of an agent',
    description: `Refuses an action in \`PENDING_APPROVAL\` for good: no money moves, and nothing counts against the limits of the agent. The
agent reads \`REJECTED\` and the \`reason\`. A quote of the action cannot be executed by the agent any more. No event
follows.`,
    permission: 'TRANSACT',
    params: { agentId, actionId },
    body: rejectRequest,
    bodyRequired: false,
    responses: { 200: action },
    outcomes: { 200: 'The action is `REJECTED`.' },
    refusals: DECIDED,
    examples: [
      {
        title: 'Reject a payment with a reason',
        status: 200,
        body: { reason: 'This supplier is paid by standing order' },
        answer: REJECTED_ACTION_EXAMPLE,
      },
    ],
    useCase: (core) => core.agents.reject,
    input: ({ params, body }) => ({
      agentId: params.agentId,
      actionId: params.actionId,
      reason: body.reason,
    }),
    serialize: serializeAction,
  }),
  query({
    method: 'GET',
    path: '/agents/device-codes/{code}/status',
    operationId: 'getAgentDeviceCodeStatus',
    tag: TAG,
    summary: 'Read whether a device code has been redeemed',
    description: `Shows whether the agent software has redeemed the code that you handed to it, for example to close the page that shows the
code. An expired code that was not redeemed stays \`false\`; create another with \`regenerateAgentDeviceCode\`.`,
    permission: 'VIEW',
    params: { code },
    responses: { 200: deviceCodeStatus },
    outcomes: { 200: 'Whether the code was redeemed.' },
    refusals: { REFERENCE_NOT_FOUND: 'The code is unknown, a newer code has replaced it, or its agent was deleted.' },
    examples: [{ title: 'Read the status of a code', status: 200, answer: { code: CODE_EXAMPLE, redeemed: false } }],
    reads: (core) => core.agents.codeStatus,
    input: ({ params }) => ({ code: params.code }),
    serialize: serializeDeviceCodeStatus,
  }),
  redemption({
    method: 'POST',
    path: '/agents/device-codes/{code}/redeem',
    operationId: 'redeemAgentDeviceCode',
    tag: TAG,
    summary: 'Exchange a device code for an access token, which is shown only in this response',
    description: `Called by the agent software itself, once and within 15 minutes of the creation of the code. The code is the only
credential; too many wrong codes from one address are 429. Store the access token. An access token that the agent had
before becomes invalid.

Send an \`Idempotency-Key\`: if the response is lost, the same request with the same key gets it again, until a newer code
replaces this one. Without the key, or with another one, a repeated request is 400, and the token cannot be read again.`,
    params: { code },
    code: 'code',
    secretAnswer: true,
    responses: { 200: redeemed },
    outcomes: { 200: 'The access token for all operations under `/agents/me`, and the policy.' },
    refusals: {
      INVALID_INPUT: 'The code was redeemed by another request, or has expired; or the idempotency key is invalid.',
      REFERENCE_NOT_FOUND: 'The code is unknown, a newer code has replaced it, or its agent was deleted.',
      RATE_LIMITED:
        'Too many requests, or too many wrong codes, from this address; `Retry-After` names the seconds to wait.',
      SERVICE_UNAVAILABLE: 'The host is starting, stopping or overloaded, or its database does not answer.',
    },
    examples: [
      {
        title: 'Connect agent software',
        status: 200,
        answer: {
          agentId: exampleId('Agent'),
          agentName: 'Bookkeeper',
          accessToken: 'agent_Wm9sZXJ0YXN0aWM4Y2FuZGxlc3RpY2tzMTIzNDU2Nzg',
          policy: POLICY_EXAMPLE,
        },
      },
    ],
    find: (core) => core.agents.findCode,
    useCase: (core) => core.agents.redeem,
    serialize: serializeRedeemed,
  }),
];
