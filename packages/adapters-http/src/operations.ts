import { accountOperations } from './accounts/operations.js';
import type { Operation } from './app/operation.js';
import { customerOperations } from './customers/operations.js';
import { eventOperations } from './events/operations.js';
import { platformOperations } from './platforms/operations.js';
import { quoteOperations } from './quotes/operations.js';
import { sandboxOperations } from './sandbox/operations.js';
import { transactionOperations } from './transactions/operations.js';
import { walletOperations } from './wallets/operations.js';

/** The whole API, in the order of the document. */
export const operations: readonly Operation[] = [
  ...platformOperations,
  ...customerOperations,
  ...accountOperations,
  ...walletOperations,
  ...quoteOperations,
  ...transactionOperations,
  ...eventOperations,
  ...sandboxOperations,
];
