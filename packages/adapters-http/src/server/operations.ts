import { accountOperations } from '../api/accounts/operations.js';
import { agentOperations } from '../api/agents/operations.js';
import { agentOwnOperations } from '../api/agents/own-operations.js';
import type { Operation } from '../kit/operation.js';
import { cardOperations } from '../api/cards/operations.js';
import { cardSimulations } from '../api/cards/simulations.js';
import { bulkOperations } from '../api/customers/bulk-operations.js';
import { contactOperations } from '../api/customers/contact-operations.js';
import { customerOperations } from '../api/customers/operations.js';
import { eventOperations } from '../api/events/operations.js';
import { ledgerOperations } from '../api/ledger/operations.js';
import { platformOperations } from '../api/platforms/operations.js';
import { quoteOperations } from '../api/quotes/operations.js';
import { rateOperations } from '../api/rates/operations.js';
import { sandboxOperations } from '../api/sandbox/operations.js';
import { stablecoinOperations } from '../api/stablecoins/operations.js';
import { scaOperations } from '../api/sca/operations.js';
import { tokenOperations } from '../api/tokens/operations.js';
import { transactionOperations } from '../api/transactions/operations.js';
import { transferOperations } from '../api/transfers/operations.js';
import { umaOperations } from '../api/uma/operations.js';
import { walletOperations } from '../api/wallets/operations.js';
import { documentOperations } from '../api/verification/document-operations.js';
import { verificationOperations } from '../api/verification/operations.js';

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
