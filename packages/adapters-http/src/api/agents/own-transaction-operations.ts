import { query } from '../../kit/declare.js';
import { AGENT, type Operation, type Refusals } from '../../kit/operation.js';
import { oneTransaction, transactionPage } from '../transactions/requests.js';
import { AGENT_EXAMPLE, QUOTE_PAYMENT_EXAMPLE } from './examples.js';
import { agent, agentTransactionFilter } from './schemas.js';
import { serializeAgent } from './serialize.js';
import { TAG, PAUSED, UNPAUSED } from './own-refusals.js';

const VIEWING: Refusals = {
  FORBIDDEN: `${PAUSED}, or its policy lacks \`VIEW_TRANSACTIONS\` (\`PERMISSION_MISSING\`).`,
};

/** The agent itself, and the payments of its customer. */
export const ownTransactionOperations: readonly Operation[] = [
  query({
    method: 'GET',
    path: '/agents/me',
    operationId: 'getAgentMe',
    tag: TAG,
    summary: 'Read the agent that makes the request',
    description: `Shows the agent whose access token makes the request: its policy, and in \`usage\` what it has used up of its limits. Read it
after connecting, and before a payment to see whether it would exceed a limit.`,
    permission: AGENT,
    responses: { 200: agent },
    outcomes: { 200: 'The agent as it is now.' },
    refusals: UNPAUSED,
    examples: [{ title: 'Read the own policy and usage', status: 200, answer: AGENT_EXAMPLE }],
    reads: (core) => core.agents.me.get,
    input: () => undefined,
    serialize: serializeAgent,
  }),
  query({
    method: 'GET',
    path: '/agents/me/transactions',
    operationId: 'agentListTransactions',
    tag: TAG,
    summary: "List the customer's transactions",
    description: `All payments of the customer, newest first, also those that the customer's platform or another agent has started; \`agentId\`
tells them apart. The policy must have the permission \`VIEW_TRANSACTIONS\`.`,
    permission: AGENT,
    query: agentTransactionFilter,
    outcomes: { 200: "One page of the customer's transactions." },
    refusals: VIEWING,
    examples: [
      {
        title: 'List what the customer pays',
        status: 200,
        query: { type: 'OUTGOING' },
        answer: { data: [QUOTE_PAYMENT_EXAMPLE], hasMore: false, totalCount: 1 },
      },
    ],
    reads: (core) => core.agents.me.listTransactions,
    ...transactionPage,
  }),
  query({
    method: 'GET',
    path: '/agents/me/transactions/{transactionId}',
    operationId: 'agentGetTransaction',
    tag: TAG,
    summary: 'Read a transaction of the customer',
    description: `Shows the progress of a payment of the customer, also of one that the platform has started. Agents receive no events:
read the transaction until its \`status\` is final. The policy must have the permission \`VIEW_TRANSACTIONS\`.`,
    permission: AGENT,
    outcomes: { 200: 'The transaction as it is now.' },
    refusals: {
      ...VIEWING,
      TRANSACTION_NOT_FOUND: 'The transaction does not exist, or is of another customer.',
    },
    examples: [{ title: 'Read a payment', status: 200, answer: QUOTE_PAYMENT_EXAMPLE }],
    reads: (core) => core.agents.me.getTransaction,
    ...oneTransaction,
  }),
];
