import type { Line, LedgerAccount } from '../ledger/index.js';

export const line = (account: LedgerAccount): Line => ({ account, amount: 100 });
