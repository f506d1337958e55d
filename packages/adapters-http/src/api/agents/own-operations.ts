import type { Operation } from '../../kit/operation.js';
import { ownTransactionOperations } from './own-transaction-operations.js';
import { ownQuoteOperations } from './own-quote-operations.js';
import { ownTransferOperations } from './own-transfer-operations.js';
import { ownAccountOperations } from './own-account-operations.js';

/** Operations of an agent for its customer, within its policy. */
export const agentOwnOperations: readonly Operation[] = [
  ...ownTransactionOperations,
  ...ownQuoteOperations,
  ...ownTransferOperations,
  ...ownAccountOperations,
];
