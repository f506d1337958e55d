import type { TransactionFilter } from '@corridor/core';
import { query } from '../app/declare.js';
import type { Operation } from '../app/operation.js';
import { pathId } from '../app/schemas.js';
import { pageBody } from '../app/wire.js';
import { transaction, transactionFilter, transactionList } from './schemas.js';
import { serializeTransaction } from './serialize.js';

const TAG = 'Transactions';

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
    reads: (core) => core.transactions.list,
    // A status that no transaction takes finds none.
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
    params: { transactionId: pathId('Transaction', 'TRANSACTION_NOT_FOUND') },
    responses: { 200: transaction },
    reads: (core) => core.transactions.get,
    input: ({ params }) => ({ id: params.transactionId }),
    serialize: serializeTransaction,
  }),
];
