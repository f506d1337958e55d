import { accountRequests } from './requests/accounts.js';
import { agentRequests } from './requests/agents.js';
import { cardRequests } from './requests/cards.js';
import { customerRequests } from './requests/customers.js';
import { eventRequests } from './requests/events.js';
import { ledgerRequests } from './requests/ledger.js';
import { platformRequests } from './requests/platforms.js';
import { quoteRequests } from './requests/quotes.js';
import { rateRequests } from './requests/rates.js';
import { sandboxRequests } from './requests/sandbox.js';
import { scaRequests } from './requests/sca.js';
import { stablecoinRequests } from './requests/stablecoins.js';
import { transactionRequests } from './requests/transactions.js';
import { transferRequests } from './requests/transfers.js';
import { umaRequests } from './requests/uma.js';
import { verificationRequests } from './requests/verification.js';
import { walletRequests } from './requests/wallets.js';
import type { Requests } from './requests/request.js';

/** One request for each operation of the API. */
export const REQUESTS: Requests = {
  ...platformRequests,
  ...rateRequests,
  ...customerRequests,
  ...verificationRequests,
  ...accountRequests,
  ...walletRequests,
  ...quoteRequests,
  ...scaRequests,
  ...transferRequests,
  ...transactionRequests,
  ...cardRequests,
  ...umaRequests,
  ...stablecoinRequests,
  ...agentRequests,
  ...eventRequests,
  ...sandboxRequests,
  ...ledgerRequests,
};
