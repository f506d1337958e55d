import type { InternalAccount } from '../accounts/index.js';
import type { ExceptionRecord, Side } from '../exceptions/index.js';
import { type Id, type Reads, splitTenant } from '../kernel/index.js';
import { chart, type LedgerAccount } from '../ledger/index.js';
import { keptIn } from './refund.js';
import { TRANSACTIONS } from './transaction.js';

/** The ledger account of a side of a resolution. */
export async function sideOf(
  reads: Reads,
  { tenant, subject, rail, currency }: Pick<ExceptionRecord, 'tenant' | 'subject' | 'rail' | 'currency'>,
  side: Side,
  account: Pick<InternalAccount, 'id'> | null,
): Promise<LedgerAccount> {
  const { environment } = splitTenant(tenant);
  switch (side) {
    case 'in-transit':
      return keptIn((await reads.get(TRANSACTIONS, subject))!);
    case 'suspense':
      return chart.suspense(tenant, currency);
    case 'account':
    case 'platform':
      return chart.available(account!.id, currency);
    case 'receivable':
      return chart.receivable(subject as Id<'InternalAccount'>, currency);
    case 'outside':
      return chart.clearing(environment, rail!, currency);
    case 'loss':
      return chart.loss(environment, currency);
    case 'own-funds':
      return chart.ownFunds(environment, currency);
    case 'bank-charges':
      return chart.bankCharges(environment, currency);
  }
}
