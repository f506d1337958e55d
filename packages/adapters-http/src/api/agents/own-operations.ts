import { invalidInNewExternalAccount } from '@corridor/core/internal';
import {
  externalAccount,
  externalAccountCreateRequest,
  externalAccountList,
  internalAccountList,
  platformExternalAccountFilter,
  platformInternalAccountFilter,
} from '../accounts/schemas.js';
import { serializeExternalAccount, serializeInternalAccountView } from '../accounts/serialize.js';
import { command, prepared, query } from '../../kit/declare.js';
import { AGENT, type Operation, type Refusals } from '../../kit/operation.js';
import { pageQuery, pathId } from '../../kit/schemas.js';
import { pageBody } from '../../kit/wire.js';
import { UMA_REFUSALS } from '../quotes/operations.js';
import { QUOTE_EXAMPLE, QUOTE_REQUEST_EXAMPLE } from '../quotes/examples.js';
import { newQuote, oneQuote } from '../quotes/requests.js';
import { quote } from '../quotes/schemas.js';
import { oneTransaction, transactionPage } from '../transactions/requests.js';
import { transferIn, transferOut } from '../transfers/requests.js';
import {
  AGENT_EXAMPLE,
  EXTERNAL_ACCOUNT_EXAMPLE,
  EXTERNAL_ACCOUNT_REQUEST_EXAMPLE,
  INTERNAL_ACCOUNT_EXAMPLE,
  PAID_ACTION_EXAMPLE,
  QUOTE_PAYMENT_EXAMPLE,
  TRANSFER_IN_ACTION_EXAMPLE,
  TRANSFER_IN_EXAMPLE,
  TRANSFER_OUT_ACTION_EXAMPLE,
  TRANSFER_OUT_EXAMPLE,
  WAITING_ACTION_EXAMPLE,
} from './examples.js';
import { action, actionFilter, actionList, agent, agentTransactionFilter } from './schemas.js';
import { serializeAction, serializeAgent } from './serialize.js';

const TAG = 'Agent Operations';
const actionId = pathId('AgentAction', 'REFERENCE_NOT_FOUND');
const externalAccountId = pathId('ExternalAccount', 'REFERENCE_NOT_FOUND');

const PAUSED = 'The agent is paused (`details.reason` is `AGENT_PAUSED`)';

/** Refusals of an operation that only the agent's existence and its pause decide. */
const UNPAUSED: Refusals = { FORBIDDEN: `${PAUSED}.` };
const VIEWING: Refusals = {
  FORBIDDEN: `${PAUSED}, or its policy lacks \`VIEW_TRANSACTIONS\` (\`PERMISSION_MISSING\`).`,
};

const MANAGING: Refusals = {
  FORBIDDEN:
    `${PAUSED}, or its policy lacks \`MANAGE_EXTERNAL_ACCOUNTS\` (\`PERMISSION_MISSING\`) or does not allow the ` +
    'account (`ACCOUNT_NOT_ALLOWED`).',
};

/** Refusals of the policy for a payment, at its request. */
const PAYING: Refusals = {
  FORBIDDEN:
    `${PAUSED}, or its policy forbids the payment: \`details.reason\` is \`PERMISSION_MISSING\`, ` +
    '`ACCOUNT_NOT_ALLOWED`, `ACCOUNT_LIMIT_EXCEEDED`, `TRANSACTION_LIMIT_EXCEEDED`, `DAILY_COUNT_EXCEEDED`, ' +
    '`DAILY_LIMIT_EXCEEDED` or `MONTHLY_LIMIT_EXCEEDED`. No action is created.',
  QUOTE_REQUEST_FAILED: 'No current rate exists to compare the payment with limits in another currency.',
};

/** Refusals of the customer who pays or is paid. */
const UNREADY_CUSTOMER: Refusals = {
  END_USER_TERMS_NOT_ACCEPTED: 'The platform requires end-user terms, and the customer has not accepted them.',
  MISSING_MANDATORY_USER_INFO: 'The customer lacks information that the platform or the receiver requires.',
  EXTERNAL_ACCOUNT_VERIFICATION_REQUIRED: 'The external account is not `ACTIVE`, or its ownership is not verified.',
};

/** Refusals of the accounts of a transfer. */
const TRANSFERRING: Refusals = {
  ...PAYING,
  ...UNREADY_CUSTOMER,
  REFERENCE_NOT_FOUND: 'An account does not exist, was deleted, or is not of the customer of this agent.',
  INVALID_CURRENCY:
    'The accounts are in different currencies, or the platform has not enabled the currency in this direction.',
  AMOUNT_OUT_OF_RANGE: 'The amount is outside the limits of the platform or of the corridor for the currency.',
};

/** Refusals of a customer of the EEA, who must authorize a quote. */
const AUTHORIZING: Refusals = {
  ACCOUNT_LOCKED: 'The customer of the EEA who must authorize the payment is locked after failed attempts.',
  RATE_LIMITED:
    'The agent has used up its requests, or no further code can be sent to the customer of the EEA who must authorize ' +
    'the payment; `Retry-After` names the seconds to wait.',
};

/** Refusals of a quote to a UMA address, which is agreed with the institution of the receiver. */
const AGREEING: Refusals = {
  ...UMA_REFUSALS,
  LOOKUP_REQUEST_NOT_FOUND:
    'The look-up does not exist, is older than ten minutes, or is of another receiver or customer.',
};

/** Refusals of a price, and of what it is made for. */
const QUOTING: Refusals = {
  ...UNREADY_CUSTOMER,
  ...AUTHORIZING,
  ...AGREEING,
  FORBIDDEN:
    `${PAUSED}, or its policy lacks \`CREATE_QUOTES\` (\`PERMISSION_MISSING\`) or does not allow an account ` +
    '(`ACCOUNT_NOT_ALLOWED`). With `immediatelyExecute`, also for the reasons of `agentExecuteQuote`, and no quote is left.',
  USER_NOT_FOUND: '`source.customerId` names another customer than that of the agent.',
  USER_NOT_READY:
    'The customer is not approved (KYC or KYB), an account is frozen or closed, or a customer of the EEA has no factor to ' +
    'authorize the payment.',
  REFERENCE_NOT_FOUND: 'An account does not exist, was deleted, or is not of the customer of this agent.',
  INVALID_INPUT:
    'The request breaks a rule; `details.errors` names every invalid field. An agent cannot set `platformFeeOverride`, and ' +
    'can execute at once only a quote from an account that is not an Embedded Wallet.',
  SELF_PAYMENT: 'Source and destination are the same account or address.',
  INVALID_CURRENCY:
    'Both accounts are in one currency, or the platform or the receiver does not accept a currency of the payment.',
  INVALID_AMOUNT:
    'With `immediatelyExecute`, the available balance of the source does not cover the amount; or the institution of the ' +
    'receiver refuses the amount, or the invoice in the destination account asks for another one.',
  INVALID_BANK_ACCOUNT: 'The invoice or offer in the destination account has expired or cannot be paid.',
  CONFLICT:
    'The invoice in the destination account is paid, or a payment of it is in progress; or the idempotency key was used for ' +
    'another request.',
  AMOUNT_OUT_OF_RANGE: 'The amount is outside the limits of the platform, of the corridor or of the receiver.',
  TRANSACTION_SIZE_LIMIT_EXCEEDED: 'The amount is above what the corridor permits in one payment.',
  DAILY_VOLUME_LIMIT_EXCEEDED: 'With `immediatelyExecute`: the corridor has no volume left today.',
  QUOTE_REQUEST_FAILED: 'No current rate exists for the two currencies, or for the currency of the limits.',
  NOT_IMPLEMENTED: 'No rail of this host pays this kind of account, or no rate source or UMA layer serves the payment.',
};

/** What the policy decides about a payment, for every operation that starts one. */
const DECISION = `The policy decides. A payment beyond a limit, or with an account that is not allowed, is 403 and leaves no action. One
that needs an approval becomes an action in \`PENDING_APPROVAL\`: nothing is debited or held, and the platform approves or
rejects it. Any other starts at once, its action is \`APPROVED\`, and it counts against the limits of the day and month.`;

const ASKED_EVENT = '`AGENT_ACTION.PENDING_APPROVAL` to the platform if an approval is needed';

/** Operations of an agent for its customer, within its policy. */
export const agentOwnOperations: readonly Operation[] = [
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
  prepared({
    method: 'POST',
    path: '/agents/me/quotes',
    operationId: 'agentCreateQuote',
    tag: TAG,
    summary: 'Create a quote for the customer',
    description: `Locks an exchange rate and fees for a payment of the customer until \`expiresAt\`. This needs the permission \`CREATE_QUOTES\`
and allowed accounts, never an approval, and no money moves. Source and destination are accounts of the customer, or the
destination is a UMA address that the platform has looked up. Execute the quote with \`agentExecuteQuote\`. A quote with the source
\`REALTIME_FUNDING\` needs no execution and counts against no limit, because its money comes from outside.

With \`immediatelyExecute\`, the payment is also requested in the same step, and this needs \`EXECUTE_QUOTES\` too. If it needs
an approval, the quote stays \`PENDING\` with an action in \`agentListActions\`; for a customer of the EEA, it can become
\`PENDING_AUTHORIZATION\`.

**Events:** \`QUOTE.EXPIRED\` if the quote is not used; with \`immediatelyExecute\`, those of \`agentExecuteQuote\`.`,
    permission: AGENT,
    responses: { 201: quote },
    outcomes: { 201: 'The quote, with rate and fees locked. Its `status` is `PROCESSING` if it was executed at once.' },
    refusals: QUOTING,
    examples: [
      {
        title: "Quote a payment from the customer's balance",
        status: 201,
        body: {
          ...QUOTE_REQUEST_EXAMPLE,
          description: 'Invoice 4711',
        },
        answer: QUOTE_EXAMPLE,
      },
      {
        title: 'Pay at once within the limits',
        status: 201,
        body: {
          ...QUOTE_REQUEST_EXAMPLE,
          immediatelyExecute: true,
        },
        answer: { ...QUOTE_EXAMPLE, status: 'PROCESSING' },
      },
    ],
    useCase: (core) => core.agents.me.createQuote,
    ...newQuote,
  }),
  query({
    method: 'GET',
    path: '/agents/me/quotes/{quoteId}',
    operationId: 'agentGetQuote',
    tag: TAG,
    summary: 'Read a quote created by this agent',
    description: `Shows whether a quote can still be executed. An agent sees only the quotes that it has created itself, not those of its
customer's platform or of other agents. No permission is needed.`,
    permission: AGENT,
    outcomes: { 200: 'The quote as it is now.' },
    refusals: { ...UNPAUSED, QUOTE_NOT_FOUND: 'The quote does not exist, or this agent has not created it.' },
    examples: [{ title: 'Read a quote', status: 200, answer: QUOTE_EXAMPLE }],
    reads: (core) => core.agents.me.getQuote,
    ...oneQuote,
  }),
  command({
    method: 'POST',
    path: '/agents/me/quotes/{quoteId}/execute',
    operationId: 'agentExecuteQuote',
    tag: TAG,
    summary: 'Execute a quote created by this agent, or request approval',
    description: `Starts the payment of a quote that this agent has created, or asks for its approval. It needs the permission
\`EXECUTE_QUOTES\`. A quote has one action: a second call returns it as it is now.

${DECISION}

A quote from an Embedded Wallet needs the signature of its owner already at this call. For a customer of the EEA, an
executed quote waits for the customer's authorization: the action is \`APPROVED\`, and has no \`transaction\` until then.

**Events:** ${ASKED_EVENT}; else \`OUTGOING_PAYMENT.PROCESSING\`
(\`OUTGOING_PAYMENT.PENDING\` if the money is collected first), then \`OUTGOING_PAYMENT.COMPLETED\` or \`OUTGOING_PAYMENT.FAILED\`.`,
    permission: AGENT,
    params: oneQuote.params,
    headers: ['Wallet-Signature'],
    responses: { 200: action },
    outcomes: { 200: 'The action: `APPROVED` with its `transaction`, or `PENDING_APPROVAL`.' },
    refusals: {
      ...PAYING,
      ...AUTHORIZING,
      QUOTE_NOT_FOUND: 'The quote does not exist, or this agent has not created it.',
      INVALID_INPUT:
        'The quote has the source `REALTIME_FUNDING`, which is executed when its money arrives, or the request breaks a ' +
        'rule; `details.errors` names every invalid field.',
      INVALID_AMOUNT: 'The payment would start at once, and the available balance of the source does not cover it.',
      USER_NOT_READY:
        'The customer is not approved (KYC or KYB), the source account is frozen or closed, or a customer of the EEA has ' +
        'no factor to authorize the payment.',
      CONFLICT:
        'The quote has expired or was cancelled (`details.reason` is `QUOTE_EXPIRED`) or is not `PENDING`, or the ' +
        'invoice in its destination account is paid or being paid, or the ' +
        'idempotency key was used for another request, or another ' +
        'request executes the quote at this moment.',
      DAILY_VOLUME_LIMIT_EXCEEDED: 'The corridor of the payment has no volume left today.',
      WALLET_SIGNATURE_MISSING: 'The quote pays from an Embedded Wallet, and the signature of its owner is absent.',
      WALLET_SIGNATURE_MALFORMED: 'The signature of the owner of the Embedded Wallet cannot be read.',
      WALLET_SIGNATURE_INVALID: 'The signature does not verify, or its key may not sign for the Embedded Wallet.',
      INVALID_SIGNATURE: 'The stamp of the Embedded Wallet has another scheme, or a key that is not a P-256 key.',
    },
    examples: [
      { title: 'Pay within the limits', status: 200, answer: PAID_ACTION_EXAMPLE },
      { title: 'Ask for an approval', status: 200, answer: WAITING_ACTION_EXAMPLE },
    ],
    useCase: (core) => core.agents.me.executeQuote,
    input: ({ params, signed }) => ({ id: params.quoteId, signed }),
    serialize: serializeAction,
  }),
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
    responses: { 201: action },
    outcomes: { 201: 'The action: `APPROVED` with its `transaction`, or `PENDING_APPROVAL`.' },
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
    serialize: serializeAction,
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
    responses: { 201: action },
    outcomes: { 201: 'The action: `APPROVED` with its `transaction`, or `PENDING_APPROVAL`.' },
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
    serialize: serializeAction,
  }),
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
    responses: { 200: internalAccountList },
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
    serialize: (page) => pageBody(page, serializeInternalAccountView),
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
    responses: { 200: externalAccountList },
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
    serialize: (page) => pageBody(page, serializeExternalAccount),
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
    responses: { 201: externalAccount },
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
    invalid: invalidInNewExternalAccount,
    useCase: (core) => core.agents.me.addExternalAccount,
    input: ({ body }) => ({ ...body, ownerType: 'CUSTOMER' as const }),
    serialize: serializeExternalAccount,
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
    params: { externalAccountId },
    responses: { 200: externalAccount },
    outcomes: { 200: 'The account as it is now.' },
    refusals: {
      ...UNPAUSED,
      REFERENCE_NOT_FOUND: 'The account does not exist, was deleted, or is of another customer.',
    },
    examples: [{ title: 'Read an external account', status: 200, answer: EXTERNAL_ACCOUNT_EXAMPLE }],
    reads: (core) => core.agents.me.getExternalAccount,
    input: ({ params }) => ({ id: params.externalAccountId }),
    serialize: serializeExternalAccount,
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
    params: { externalAccountId },
    responses: { 204: null },
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
    input: ({ params }) => ({ id: params.externalAccountId }),
    serialize: () => null,
  }),
];
