import { accountOperations } from './accounts/operations.js';
import { agentOperations } from './agents/operations.js';
import { agentOwnOperations } from './agents/own-operations.js';
import type { Operation } from './app/operation.js';
import { cardOperations } from './cards/operations.js';
import { cardSimulations } from './cards/simulations.js';
import { bulkOperations } from './customers/bulk-operations.js';
import { contactOperations } from './customers/contact-operations.js';
import { customerOperations } from './customers/operations.js';
import { eventOperations } from './events/operations.js';
import { ledgerOperations } from './ledger/operations.js';
import { platformOperations } from './platforms/operations.js';
import { quoteOperations } from './quotes/operations.js';
import { rateOperations } from './rates/operations.js';
import { sandboxOperations } from './sandbox/operations.js';
import { stablecoinOperations } from './stablecoins/operations.js';
import { scaOperations } from './sca/operations.js';
import { tokenOperations } from './tokens/operations.js';
import { transactionOperations } from './transactions/operations.js';
import { transferOperations } from './transfers/operations.js';
import { umaOperations } from './uma/operations.js';
import { walletOperations } from './wallets/operations.js';
import { documentOperations } from './verification/document-operations.js';
import { verificationOperations } from './verification/operations.js';

/** All operations of the API, in the order of the document. */
export const operations: readonly Operation[] = [
  ...platformOperations,
  ...rateOperations,
  ...tokenOperations,
  ...customerOperations,
  ...verificationOperations,
  ...documentOperations,
  ...contactOperations,
  ...bulkOperations,
  ...accountOperations,
  ...walletOperations,
  ...quoteOperations,
  ...scaOperations,
  ...transferOperations,
  ...transactionOperations,
  ...cardOperations,
  ...umaOperations,
  ...stablecoinOperations,
  ...agentOperations,
  ...agentOwnOperations,
  ...eventOperations,
  ...sandboxOperations,
  ...cardSimulations,
  ...ledgerOperations,
];
