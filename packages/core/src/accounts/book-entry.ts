import { emit } from '../events/index.js';
import { Bug, type Context, type DomainError, type IdSource, type Tx } from '../kernel/index.js';
import { type JournalEntry, post } from '../ledger/index.js';
import type { InternalAccount } from './internal-account.js';

/**
 * Posts an entry and writes INTERNAL_ACCOUNT.BALANCE_UPDATED for every internal account whose available balance it
 * changes, with the balances as the unit leaves them. `accounts` holds at least every such account. The unit ends with `short` when a guarded balance would become negative.
 */
export function bookEntry(
  tx: Tx,
  ctx: Context,
  ids: IdSource,
  entry: JournalEntry,
  accounts: readonly InternalAccount[],
  short: DomainError,
): void {
  const moved = movedBalances(entry);
  const given = new Map<string, InternalAccount>(accounts.map((account) => [account.id, account]));
  for (const [holder, by] of moved) {
    if (by !== 0n && !given.has(holder)) throw new Bug(`${entry.kind} entry moves ${holder}, which was not passed`);
  }
  post(tx, ctx, ids, entry, short);
  for (const [holder, by] of moved) {
    const account = given.get(holder)!;
    if (by === 0n) continue;
    emit(
      tx,
      ctx,
      ids,
      { type: 'INTERNAL_ACCOUNT.BALANCE_UPDATED', resource: account.id, snapshot: account },
      account.id,
    );
  }
}

/** By internal account that the entry touches at all: the change of its available balance. */
function movedBalances(entry: JournalEntry): ReadonlyMap<string, bigint> {
  const moved = new Map<string, bigint>();
  for (const { account, amount } of entry.lines) {
    if (account.cell === null || !account.cell.standing || amount === 0n) continue;
    const by = account.cell.column === 'available' ? amount : 0n;
    moved.set(account.cell.holder, (moved.get(account.cell.holder) ?? 0n) + by);
  }
  return moved;
}
