import type { OpenPaymentsOn } from '../accounts/index.js';
import { hasOpenDisputes } from '../cards/index.js';
import type { OpenPaymentsOf } from '../customers/index.js';
import { isId } from '../kernel/index.js';
import { hasOpenQuotesOn } from '../quotes/index.js';
import { hasOpenOperations } from '../stablecoins/index.js';
import { hasOpenTransactions } from '../transactions/index.js';

/** Whether an account is the source or destination of an unfinished quote, transaction or stablecoin operation. */
export const hasOpenPaymentsOn: OpenPaymentsOn = async (reads, ctx, accountId) =>
  (await hasOpenTransactions(reads, { accountId })) ||
  (await hasOpenQuotesOn(reads, accountId, ctx.now)) ||
  (isId('ExternalAccount', accountId) && (await hasOpenOperations(reads, { externalAccountId: accountId })));

/** Whether a customer has an unfinished transaction, dispute or stablecoin operation. */
export const hasOpenPaymentsOf: OpenPaymentsOf = async (reads, _ctx, customerId) =>
  (await hasOpenTransactions(reads, { customerId })) ||
  (await hasOpenDisputes(reads, customerId)) ||
  (await hasOpenOperations(reads, { owner: customerId }));
