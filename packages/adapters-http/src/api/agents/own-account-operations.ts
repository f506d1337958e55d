import {
  deletedExternalAccount,
  externalAccountPage,
  internalAccountPage,
  newExternalAccount,
  oneExternalAccount,
} from '../accounts/requests.js';
import {
  externalAccountCreateRequest,
  platformExternalAccountFilter,
  platformInternalAccountFilter,
} from '../accounts/schemas.js';
import { command, query } from '../../kit/declare.js';
import { AGENT, type Operation, type Refusals } from '../../kit/operation.js';
import { pageQuery } from '../../kit/schemas.js';
import { EXTERNAL_ACCOUNT_EXAMPLE, EXTERNAL_ACCOUNT_REQUEST_EXAMPLE, INTERNAL_ACCOUNT_EXAMPLE } from './examples.js';
import { TAG, PAUSED, UNPAUSED } from './own-refusals.js';

const MANAGING: Refusals = {
  FORBIDDEN:
    `${PAUSED}, or its policy lacks \`MANAGE_EXTERNAL_ACCOUNTS\` (\`PERMISSION_MISSING\`) or does not allow the ` +
    'account (`ACCOUNT_NOT_ALLOWED`).',
};

/** The accounts of the agent's customer. */
export const ownAccountOperations: readonly Operation[] = [
  query({
    method: 'GET',
    path: '/agents/me/internal-accounts',
    operationId: 'agentListInternalAccounts',
    tag: TAG,
    summary: "List the customer's internal accounts",
    description: `The accounts that hold the customer's money at the platform, with their balances. They are the sources of the agent's
payments, as far as \`accountRestrictions\` of its policy allow them; the list shows all of them. No permission is needed.`,
    permission: AGENT,
    query: platformInternalAccountFilter.extend(pageQuery),
    outcomes: { 200: "One page of the customer's internal accounts." },
    refusals: UNPAUSED,
    examples: [
      {
        title: 'Read the balance in a currency',
        status: 200,
        query: { currency: 'USD' },
        answer: { data: [INTERNAL_ACCOUNT_EXAMPLE], hasMore: false, totalCount: 1 },
      },
    ],
    reads: (core) => core.agents.me.listInternalAccounts,
    input: (request) => request.query,
    ...internalAccountPage,
  }),
  query({
    method: 'GET',
    path: '/agents/me/external-accounts',
    operationId: 'agentListExternalAccounts',
    tag: TAG,
    summary: "List the customer's external accounts",
    description: `The bank accounts and wallets outside that were added for the customer, newest first. They are the destinations of the
agent's payments, as far as \`accountRestrictions\` of its policy allow them; the list shows all of them. No permission is
needed.`,
    permission: AGENT,
    query: platformExternalAccountFilter,
    outcomes: { 200: "One page of the customer's external accounts." },
    refusals: UNPAUSED,
    examples: [
      {
        title: 'List the accounts in a currency',
        status: 200,
        query: { currency: 'USD' },
        answer: { data: [EXTERNAL_ACCOUNT_EXAMPLE], hasMore: false, totalCount: 1 },
      },
    ],
    reads: (core) => core.agents.me.listExternalAccounts,
    input: (request) => request.query,
    ...externalAccountPage,
  }),
  command({
    method: 'POST',
    path: '/agents/me/external-accounts',
    operationId: 'agentCreateExternalAccount',
    tag: TAG,
    summary: 'Add an external account of the customer',
    description: `Adds a bank account or a wallet for the customer, as \`createCustomerExternalAccount\` does. It needs the permission
\`MANAGE_EXTERNAL_ACCOUNTS\`, never an approval, and no money moves. An agent whose policy has \`allowedAccountIds\` cannot pay
the new account until its platform adds the account there. A wallet of the customer may have to prove its ownership first;
an agent cannot do that.`,
    permission: AGENT,
    body: externalAccountCreateRequest,
    outcomes: { 201: 'The new account. Only an `ACTIVE` one can be paid.' },
    refusals: {
      FORBIDDEN: `${PAUSED}, or its policy lacks \`MANAGE_EXTERNAL_ACCOUNTS\` (\`PERMISSION_MISSING\`).`,
      USER_NOT_FOUND: '`customerId` names another customer than that of the agent.',
      INVALID_CURRENCY: 'An account of this type does not hold this currency.',
      INVALID_BANK_ACCOUNT: 'The check digits of the account are wrong, or the sandbox does not know the account.',
      CONFLICT:
        'The customer has this account in this currency already (`details.accountId` names it), or the idempotency key was ' +
        'used for another request.',
      NOT_IMPLEMENTED: 'This host cannot verify account details, which production requires.',
    },
    examples: [
      {
        title: 'Add a bank account in the US',
        status: 201,
        body: EXTERNAL_ACCOUNT_REQUEST_EXAMPLE,
        answer: EXTERNAL_ACCOUNT_EXAMPLE,
      },
    ],
    useCase: (core) => core.agents.me.addExternalAccount,
    input: ({ body }) => ({ ...body, ownerType: 'CUSTOMER' as const }),
    ...newExternalAccount,
  }),
  query({
    method: 'GET',
    path: '/agents/me/external-accounts/{externalAccountId}',
    operationId: 'agentGetExternalAccount',
    tag: TAG,
    summary: 'Read an external account of the customer',
    description: `Shows a bank account or wallet outside of the customer, for example to see whether it is \`ACTIVE\` before a payment. No
permission is needed.`,
    permission: AGENT,
    outcomes: { 200: 'The account as it is now.' },
    refusals: {
      ...UNPAUSED,
      REFERENCE_NOT_FOUND: 'The account does not exist, was deleted, or is of another customer.',
    },
    examples: [{ title: 'Read an external account', status: 200, answer: EXTERNAL_ACCOUNT_EXAMPLE }],
    reads: (core) => core.agents.me.getExternalAccount,
    ...oneExternalAccount,
  }),
  command({
    method: 'DELETE',
    path: '/agents/me/external-accounts/{externalAccountId}',
    operationId: 'agentDeleteExternalAccount',
    tag: TAG,
    summary: 'Delete an external account of the customer',
    description: `Removes a bank account or wallet of the customer from further use; earlier payments still name it. It needs the permission
\`MANAGE_EXTERNAL_ACCOUNTS\` and, if the policy has \`allowedAccountIds\`, the account among them. No money moves, and no event
follows.`,
    permission: AGENT,
    outcomes: { 204: 'The account is deleted and no longer found.' },
    refusals: {
      ...MANAGING,
      REFERENCE_NOT_FOUND: 'The account does not exist, was deleted, or is of another customer.',
      BENEFICIARY_TRUSTED: 'The customer trusts the account as a beneficiary.',
      CONFLICT:
        'A quote, transaction, or mint or burn of a stablecoin on the account is open, or the idempotency key was used for ' +
        'another request.',
    },
    examples: [{ title: 'Delete an external account', status: 204 }],
    useCase: (core) => core.agents.me.deleteExternalAccount,
    ...deletedExternalAccount,
  }),
];
