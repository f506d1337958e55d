import { command, prepared, query } from '../../kit/declare.js';
import type { Operation } from '../../kit/operation.js';
import { exampleId } from '../../kit/schemas.js';
import { CANCELLED_PAYMENT_EXAMPLE, PAYMENT_EXAMPLE } from './examples.js';
import { oneTransaction, transactionPage } from './requests.js';
import { cancelRequest, confirmReceiptRequest, transaction, transactionFilter } from './schemas.js';
import { serializeTransaction } from './serialize.js';

const TAG = 'Transactions';
const { params } = oneTransaction;

const SESSION_REFUSAL = {
  SCA_SESSION_REQUIRED:
    'The host requires logins, and a customer of the EEA whom the request names or the answer would show has not logged in for five minutes; `details.customerIds` lists them.',
} as const;

export const transactionOperations: readonly Operation[] = [
  query({
    method: 'GET',
    path: '/transactions',
    operationId: 'listTransactions',
    tag: TAG,
    summary: 'List transactions',
    description: `Shows payments in both directions and uses of cards in one list, newest first unless \`sortOrder\` is \`asc\`. Filters are
combined with AND; a filter that matches nothing gives an empty page. Use it to reconcile: \`reference\` finds the payment
for a bank transfer, \`startDate\` and \`endDate\` cut out a day. A host can require customers of the EEA to log in before
their payments are shown; then a page with one who did not is refused as a whole.`,
    permission: 'VIEW',
    query: transactionFilter,
    outcomes: { 200: 'The transactions that match, in the requested order.' },
    refusals: SESSION_REFUSAL,
    examples: [
      {
        title: 'Payments of a customer that were delivered',
        status: 200,
        query: { customerId: exampleId('Customer'), status: 'COMPLETED', type: 'OUTGOING', limit: 10 },
        answer: { data: [PAYMENT_EXAMPLE], hasMore: false, totalCount: 1 },
      },
    ],
    reads: (core) => core.transactions.list,
    ...transactionPage,
  }),
  query({
    method: 'GET',
    path: '/transactions/{transactionId}',
    operationId: 'getTransactionById',
    tag: TAG,
    summary: 'Read a transaction',
    description: `Shows one payment, or one use of a card, in its present state. \`type\` says which fields it has. For a payment that
failed, \`failureReason\` names the cause and \`refund\` where its money is now. Webhooks carry the same record, so there is
no need to poll.`,
    permission: 'VIEW',
    outcomes: { 200: 'The transaction in its present state.' },
    refusals: SESSION_REFUSAL,
    examples: [{ title: 'Read a transaction', status: 200, answer: PAYMENT_EXAMPLE }],
    reads: (core) => core.transactions.get,
    ...oneTransaction,
  }),
  command({
    method: 'POST',
    path: '/transactions/{transactionId}/confirm',
    operationId: 'confirmReceiptDelivery',
    tag: TAG,
    summary: 'Confirm the delivery of the receipt',
    description: `Records that the platform has delivered the receipt of a payment, as some laws require. The time is kept as evidence in \`receiptDeliveryConfirmedAt\`; a second call overwrites it. Any transaction can be confirmed, in any state. No
state changes, no money moves, and no event is sent.`,
    permission: 'MANAGE',
    params,
    body: confirmReceiptRequest,
    bodyRequired: false,
    responses: { 200: transaction },
    outcomes: { 200: 'The time of the receipt is recorded.' },
    refusals: { INVALID_INPUT: '`receiptDeliveryConfirmedAt` is in the future, or not a timestamp.' },
    examples: [
      {
        title: 'Confirm a receipt',
        status: 200,
        body: { receiptDeliveryConfirmedAt: '2026-01-05T10:03:00Z' },
        answer: { ...PAYMENT_EXAMPLE, receiptDeliveryConfirmedAt: '2026-01-05T10:03:00.000Z' },
      },
    ],
    useCase: (core) => core.transactions.confirm,
    input: ({ params, body }) => ({ id: params.transactionId, confirmedAt: body.receiptDeliveryConfirmedAt }),
    serialize: serializeTransaction,
  }),
  prepared({
    method: 'POST',
    path: '/transactions/{transactionId}/cancel',
    operationId: 'cancelTransaction',
    tag: TAG,
    summary: 'Cancel a payment that the bank has not yet made',
    description: `Stops an outgoing payment that its rail has not delivered, or a collection that it has not made. A payment that no rail
has received is cancelled at once. Otherwise the rail decides: it must support cancellation, and can be too late.

A cancelled payment is \`FAILED\` with a \`refund\` for \`USER_CANCELLATION\`. Money that was held on a balance is available
again with the answer (the refund is \`COMPLETED\`); money that was collected or paid in goes back to its source. A cancelled
collection has moved nothing. If the rail does not answer, the request stays recorded, and the outcome shows in the transaction.

**Events:** \`OUTGOING_PAYMENT.FAILED\` and \`OUTGOING_PAYMENT.REFUND_*\`, for a cancelled collection only the first, or \`INCOMING_PAYMENT.FAILED\` for a transfer in;
\`INTERNAL_ACCOUNT.BALANCE_UPDATED\` if held money is released.`,
    permission: 'TRANSACT',
    params,
    body: cancelRequest,
    bodyRequired: false,
    responses: { 200: transaction },
    outcomes: { 200: 'The payment is cancelled (`FAILED`), and its `refund` is under way or complete.' },
    refusals: {
      TRANSACTION_NOT_CANCELLABLE:
        'The payment has ended, its rail does not cancel payments, or the rail was too late.',
      SVC_SWITCH_ERROR: 'The rail did not answer or failed. The cancellation stays requested, and may still succeed.',
    },
    examples: [
      {
        title: 'Cancel a payment',
        status: 200,
        body: { reason: 'Ordered by mistake' },
        answer: CANCELLED_PAYMENT_EXAMPLE,
      },
    ],
    useCase: (core) => core.transactions.cancellation,
    input: ({ params, body }) => ({ id: params.transactionId, reason: body.reason }),
    serialize: serializeTransaction,
  }),
];
