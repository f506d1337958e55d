import { command, prepared, query } from '../../kit/declare.js';
import { AGENT, type Operation, type Refusals } from '../../kit/operation.js';
import { UMA_REFUSALS } from '../quotes/operations.js';
import { QUOTE_EXAMPLE, QUOTE_REQUEST_EXAMPLE } from '../quotes/examples.js';
import { newQuote, oneQuote } from '../quotes/requests.js';
import { quote } from '../quotes/schemas.js';
import { PAID_ACTION_EXAMPLE, WAITING_ACTION_EXAMPLE } from './examples.js';
import { action } from './schemas.js';
import { serializeAction } from './serialize.js';
import { TAG, PAUSED, UNPAUSED, PAYING, UNREADY_CUSTOMER, DECISION, ASKED_EVENT } from './own-refusals.js';

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
  VELOCITY_LIMIT_EXCEEDED:
    'The amount is above what the customer may start in a day or a month, or with `immediatelyExecute` above what is left of it.',
  DAILY_VOLUME_LIMIT_EXCEEDED: 'With `immediatelyExecute`: the corridor has no volume left today.',
  QUOTE_REQUEST_FAILED: 'No current rate exists for the two currencies, or for the currency of the limits.',
  NOT_IMPLEMENTED: 'No rail of this host pays this kind of account, or no rate source or UMA layer serves the payment.',
};

/** Quotes of the agent, and their execution. */
export const ownQuoteOperations: readonly Operation[] = [
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
      VELOCITY_LIMIT_EXCEEDED: 'The payment exceeds what the customer may start in a day or a month.',
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
];
