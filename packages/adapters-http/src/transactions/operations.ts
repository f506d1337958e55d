import type { TransactionFilter } from '@corridor/core';
import { command, exchange, query } from '../app/declare.js';
import type { Operation } from '../app/operation.js';
import { pathId } from '../app/schemas.js';
import { pageBody } from '../app/wire.js';
import { cancelRequest, confirmReceiptRequest, transaction, transactionFilter, transactionList } from './schemas.js';
import { serializeTransaction } from './serialize.js';

const TAG = 'Transactions';
const transactionId = pathId('Transaction', 'TRANSACTION_NOT_FOUND');

export const transactionOperations: readonly Operation[] = [
  query({
    method: 'GET',
    path: '/transactions',
    operationId: 'listTransactions',
    tag: TAG,
    summary: 'List transactions',
    permission: 'VIEW',
    query: transactionFilter,
    responses: { 200: transactionList },
    errors: [409],
    reads: (core) => core.transactions.list,
    // A status that no transaction has matches nothing.
    input: (request) => request.query as TransactionFilter,
    serialize: (page) => pageBody(page, serializeTransaction),
  }),
  query({
    method: 'GET',
    path: '/transactions/{transactionId}',
    operationId: 'getTransactionById',
    tag: TAG,
    summary: 'Read a transaction',
    permission: 'VIEW',
    params: { transactionId },
    responses: { 200: transaction },
    errors: [409],
    reads: (core) => core.transactions.get,
    input: ({ params }) => ({ id: params.transactionId }),
    serialize: serializeTransaction,
  }),
  command({
    method: 'POST',
    path: '/transactions/{transactionId}/confirm',
    operationId: 'confirmReceiptDelivery',
    tag: TAG,
    summary: 'Confirm the delivery of the receipt',
    permission: 'MANAGE',
    params: { transactionId },
    body: confirmReceiptRequest,
    bodyRequired: false,
    responses: { 200: transaction },
    useCase: (core) => core.transactions.confirm,
    input: ({ params, body }) => ({ id: params.transactionId, confirmedAt: body.receiptDeliveryConfirmedAt }),
    serialize: serializeTransaction,
  }),
  exchange({
    method: 'POST',
    path: '/transactions/{transactionId}/cancel',
    operationId: 'cancelTransaction',
    tag: TAG,
    summary: 'Cancel a payment that the bank has not yet made',
    permission: 'TRANSACT',
    params: { transactionId },
    body: cancelRequest,
    bodyRequired: false,
    responses: { 200: transaction },
    perform: (core) => core.transactions.cancel,
    input: ({ params, body }) => ({ id: params.transactionId, reason: body.reason }),
    serialize: serializeTransaction,
  }),
];
