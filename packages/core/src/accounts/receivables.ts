import { schedule } from '../events/index.js';
import { type DomainError, domainError, type Id, type Tx, type Unit, type UnitOfWork } from '../kernel/index.js';
import { BALANCES, chart, type Line, lockBalance, receivableOf } from '../ledger/index.js';
import { amountText } from '../money/index.js';
import type { InternalAccount } from './internal-account.js';

const CLOSED_MEANWHILE = domainError('CONFLICT', 'the account was closed at the same time; send the request again');

/**
 * The lines that take money back from an internal account: as much as its balance covers; the rest becomes its
 * receivable (docs/decisions/0003-receivables-instead-of-negative-balances.md). They sum to minus `amount`. The caller
 * must post them with `bookEntry` in the same unit of work, because they are computed from the locked balance. A frozen
 * account is debited too, because it is not its owner who debits it; a closed account has no balance and owes the whole
 * amount. The unit fails with CONFLICT if the account is closed concurrently.
 */
export async function takeBack(
  tx: Tx,
  account: Pick<InternalAccount, 'id' | 'currency' | 'status'>,
  /** Smallest units, positive. */
  amount: bigint,
): Promise<readonly Line[]> {
  const balance = account.status === 'CLOSED' ? null : await lockBalance(tx, account.id, CLOSED_MEANWHILE);
  const available = balance?.available ?? 0n;
  const taken = available < amount ? available : amount;
  return [
    { account: chart.available(account.id, account.currency), amount: -taken },
    { account: chart.receivable(account.id, account.currency), amount: taken - amount },
  ].filter((line) => line.amount !== 0n);
}

/** Schedules a check of the receivable that an entry created, so that an overdue one is reported to an operator. */
export function watchReceivable(unit: Unit, entryId: Id<'JournalEntry'>): void {
  schedule(unit, { kind: 'receivable.overdue', subject: entryId, dueAt: unit.ctx.hostNow });
}

/**
 * INVALID_AMOUNT for a debit that the balance does not cover. `namingReceivables` adds the receivable, if there is one.
 */
export const notCovered = ({ id }: Pick<InternalAccount, 'id'>): DomainError =>
  domainError('INVALID_AMOUNT', 'the available balance of the source account does not cover the amount', {
    accountId: id,
  });

/**
 * Units whose refusals of a debit name the receivable of an account that owes money. The receivable is read only after
 * the unit was rolled back, so that successful debits need no additional read.
 */
export const namingReceivables = (units: UnitOfWork): UnitOfWork => ({
  read: (tenant, work, extent) => units.read(tenant, work, extent),
  removeExpired: (tenant, kind, until, limit) => units.removeExpired(tenant, kind, until, limit),
  async run(tenant, work, traffic) {
    const result = await units.run(tenant, work, traffic);
    const accountId = result.ok || result.error.code !== 'INVALID_AMOUNT' ? null : result.error.details?.['accountId'];
    if (result.ok || typeof accountId !== 'string') return result;
    const name = receivableOf(accountId);
    const receivable = await units.read(tenant, (reads) => reads.get(BALANCES, name)).catch(() => null);
    if (receivable === null || receivable.available === 0n) return result;
    const { available: owed, currency } = receivable;
    const owes = `the account owes ${amountText(owed, currency)} (${name}), which its next credits settle first`;
    const message = `${result.error.message}: ${owes}`;
    return { ok: false, error: { ...result.error, message, details: { ...result.error.details, receivable: name } } };
  },
});
