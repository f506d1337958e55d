import { command, prepared, query } from '../../kit/declare.js';
import { AGENT, type Operation, type Refusals } from '../../kit/operation.js';
import { pathId } from '../../kit/schemas.js';
import { pageBody } from '../../kit/wire.js';
import { transferIn, transferOut } from '../transfers/requests.js';
import {
  TRANSFER_IN_ACTION_EXAMPLE,
  TRANSFER_IN_EXAMPLE,
  TRANSFER_OUT_ACTION_EXAMPLE,
  TRANSFER_OUT_EXAMPLE,
  WAITING_ACTION_EXAMPLE,
} from './examples.js';
import { action, actionFilter, actionList } from './schemas.js';
import { serializeAction } from './serialize.js';
import { TAG, UNPAUSED, PAYING, UNREADY_CUSTOMER, DECISION, ASKED_EVENT } from './own-refusals.js';

const actionId = pathId('AgentAction', 'REFERENCE_NOT_FOUND');

/** Refusals of the accounts of a transfer. */
const TRANSFERRING: Refusals = {
  ...PAYING,
  ...UNREADY_CUSTOMER,
  REFERENCE_NOT_FOUND: 'An account does not exist, was deleted, or is not of the customer of this agent.',
  INVALID_CURRENCY:
    'The accounts are in different currencies, or the platform has not enabled the currency in this direction.',
  VELOCITY_LIMIT_EXCEEDED: 'The payment exceeds what the customer may start in a day or a month.',
  AMOUNT_OUT_OF_RANGE: 'The amount is outside the limits of the platform or of the corridor for the currency.',
};

/** What operations that ask for a transfer answer with. */
const proposed = {
  responses: { 201: action },
  outcomes: { 201: 'The action: `APPROVED` with its `transaction`, or `PENDING_APPROVAL`.' },
  serialize: serializeAction,
} as const;

/** Transfers of the agent, and what became of all that it has asked for. */
export const ownTransferOperations: readonly Operation[] = [
  query({
    method: 'GET',
    path: '/agents/me/actions',
    operationId: 'agentListActions',
    tag: TAG,
    summary: 'List the actions of this agent',
    description: `The payments that this agent has started or asked for, newest first. Agents receive no events: read this list to learn what
the platform has decided.`,
    permission: AGENT,
    query: actionFilter,
    responses: { 200: actionList },
    outcomes: { 200: 'One page of the actions of this agent.' },
    refusals: UNPAUSED,
    examples: [
      {
        title: 'List what waits for approval',
        status: 200,
        query: { status: 'PENDING_APPROVAL' },
        answer: { data: [WAITING_ACTION_EXAMPLE], hasMore: false, totalCount: 1 },
      },
    ],
    reads: (core) => core.agents.me.listActions,
    input: (request) => request.query,
    serialize: (page) => pageBody(page, serializeAction),
  }),
  query({
    method: 'GET',
    path: '/agents/me/actions/{actionId}',
    operationId: 'agentGetAction',
    tag: TAG,
    summary: 'Read an action of this agent',
    description: `Shows what the platform has decided about a payment, and once it has started its \`transaction\` with its progress. Agents
receive no events, so read the action until it has left \`PENDING_APPROVAL\`.`,
    permission: AGENT,
    params: { actionId },
    responses: { 200: action },
    outcomes: { 200: 'The action, with its quote or transfer and its transaction as they are now.' },
    refusals: { ...UNPAUSED, REFERENCE_NOT_FOUND: 'The action does not exist, or is of another agent.' },
    examples: [{ title: 'Read an action that waits', status: 200, answer: WAITING_ACTION_EXAMPLE }],
    reads: (core) => core.agents.me.getAction,
    input: ({ params }) => ({ id: params.actionId }),
    serialize: serializeAction,
  }),
  command({
    method: 'POST',
    path: '/agents/me/transfer-in',
    operationId: 'agentCreateTransferIn',
    tag: TAG,
    summary: 'Collect money from an external account of the customer, or request approval',
    description: `Collects money from an external account into an internal account of the same currency, both of the customer, or asks for
the approval of it. It needs the permission \`CREATE_TRANSFERS\`. Money that comes in counts against the limits too. The
internal account is credited when the rail has collected the money; until then the transaction is \`PENDING\`.

${DECISION}

**Events:** ${ASKED_EVENT}; else \`INCOMING_PAYMENT.PENDING\`, then \`INCOMING_PAYMENT.COMPLETED\` with
\`INTERNAL_ACCOUNT.BALANCE_UPDATED\`, or \`INCOMING_PAYMENT.FAILED\`.`,
    permission: AGENT,
    ...proposed,
    refusals: {
      ...TRANSFERRING,
      USER_NOT_READY: 'The customer is not approved (KYC or KYB), or the internal account is closed.',
      INVALID_INPUT:
        'The request breaks a rule, or no rail collects from the external account; `details.errors` names every invalid ' +
        'field.',
      INVALID_AMOUNT: 'The amount is absent, zero or negative.',
    },
    examples: [
      {
        title: 'Collect from a bank account',
        status: 201,
        body: TRANSFER_IN_EXAMPLE,
        answer: TRANSFER_IN_ACTION_EXAMPLE,
      },
    ],
    useCase: (core) => core.agents.me.transferIn,
    ...transferIn,
  }),
  prepared({
    method: 'POST',
    path: '/agents/me/transfer-out',
    operationId: 'agentCreateTransferOut',
    tag: TAG,
    summary: 'Send money to an external account of the customer, or request approval',
    description: `Sends money from an internal account to an external account of the same currency, both of the customer, or asks for the
approval of it. It needs the permission \`CREATE_TRANSFERS\`. A transfer that starts holds the amount at once; it is debited
when the rail has delivered, and released if the payment fails. A transfer to a chain delivers the amount minus the
network fee of the moment at which it starts. An Embedded Wallet cannot pay; create a quote.

${DECISION}

**Events:** ${ASKED_EVENT}; else \`OUTGOING_PAYMENT.PROCESSING\` and
\`INTERNAL_ACCOUNT.BALANCE_UPDATED\`, then \`OUTGOING_PAYMENT.COMPLETED\` or \`OUTGOING_PAYMENT.FAILED\`.`,
    permission: AGENT,
    ...proposed,
    refusals: {
      ...TRANSFERRING,
      USER_NOT_READY:
        'The customer is not approved (KYC or KYB), the internal account is frozen or closed, or a customer of the EEA does ' +
        'not trust the external account.',
      INVALID_INPUT:
        'The request breaks a rule, the source is an Embedded Wallet, or the payment rail does not reach the external ' +
        'account; `details.errors` names every invalid field.',
      INVALID_AMOUNT:
        'The amount is absent, zero or negative, does not exceed the network fee, is not covered by the available balance, ' +
        'or is not the one of the invoice in the external account.',
      INVALID_BANK_ACCOUNT:
        'The address of the external account is not one of its chain, or its invoice or offer has expired or cannot be paid.',
      TRANSACTION_SIZE_LIMIT_EXCEEDED: 'The amount is above what the corridor permits in one payment.',
      DAILY_VOLUME_LIMIT_EXCEEDED: 'The corridor has no volume left today.',
      CONFLICT:
        'The idempotency key was used for another request, the rail of the account has changed during the request, or the ' +
        'invoice in the account is paid, or a payment of it is in progress.',
      SERVICE_UNAVAILABLE: 'The rail did not state its network fee, or the host is starting, stopping or overloaded.',
      NOT_IMPLEMENTED: 'No rail of this host delivers to the external account in this environment.',
    },
    examples: [
      {
        title: 'Send to a bank account',
        status: 201,
        body: TRANSFER_OUT_EXAMPLE,
        answer: TRANSFER_OUT_ACTION_EXAMPLE,
      },
    ],
    useCase: (core) => core.agents.me.transferOut,
    ...transferOut,
  }),
];
