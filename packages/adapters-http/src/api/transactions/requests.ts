import type { Page, TransactionFilter } from '@corridor/core';
import type { Transaction } from '@corridor/core/records';
import type { Request } from '../../kit/operation.js';
import { pathId } from '../../kit/schemas.js';
import { pageBody } from '../../kit/wire.js';
import { transaction, transactionList } from './schemas.js';
import { serializeTransaction } from './serialize.js';

/** What operations that list transactions share, for platforms and for agents. */
export const transactionPage = {
  responses: { 200: transactionList },
  // A status that no transaction has matches nothing.
  input: (request: Pick<Request, 'query'>) => request.query as TransactionFilter,
  serialize: (page: Page<Transaction>) => pageBody(page, serializeTransaction),
} as const;

/** What operations that read a transaction share, for platforms and for agents. */
export const oneTransaction = {
  params: { transactionId: pathId('Transaction', 'TRANSACTION_NOT_FOUND') },
  responses: { 200: transaction },
  input: ({ params }: Pick<Request<'transactionId'>, 'params'>) => ({ id: params.transactionId }),
  serialize: serializeTransaction,
} as const;
