import { emit } from '../events/index.js';
import { Bug, type Context, type DomainError, err, type IdSource, ok, type Result, type Tx } from '../kernel/index.js';
import { BALANCES, type JournalEntry, post } from '../ledger/index.js';
import { MAX_COMPUTED } from '../money/index.js';
import type { InternalAccount } from './internal-account.js';

/**
 * Posts an entry and writes INTERNAL_ACCOUNT.BALANCE_UPDATED for every internal account whose available balance it
 * changes, with the balances as the unit leaves them. `accounts` holds at least every such account. The unit ends with
 * `short` when a guarded balance would become negative. 400 AMOUNT_OUT_OF_RANGE when the entry leaves more money on an
 * account than can be told: the unit is not to be committed then.
 */
export async function bookEntry(
  tx: Tx,
  ctx: Context,
  ids: IdSource,
  entry: JournalEntry,
  accounts: readonly InternalAccount[],
  short: DomainError,
): Promise<Result<void>> {
  const moved = movedBalances(entry);
  const given = new Map<string, InternalAccount>(accounts.map((account) => [account.id, account]));
  for (const [holder, { available }] of moved) {
    if (available !== 0n && !given.has(holder))
      throw new Bug(`${entry.kind} entry moves ${holder}, which was not passed`);
  }
  post(tx, ctx, ids, entry, short);
  for (const [holder, { available }] of moved) {
    const account = given.get(holder)!;
    if (available === 0n) continue;
    emit(
      tx,
      ctx,
      ids,
      { type: 'INTERNAL_ACCOUNT.BALANCE_UPDATED', resource: account.id, snapshot: account },
      account.id,
    );
  }
  const richer = [...moved].filter(([, { available, held }]) => available + held > 0n).map(([holder]) => holder);
  if (richer.length === 0) return ok();
  // Read behind the entry, which has locked the rows: no other credit can come between.
  const balances = await tx.getMany(BALANCES, richer);
  return balances.every(({ available, held }) => available + held <= MAX_COMPUTED)
    ? ok()
    : err('AMOUNT_OUT_OF_RANGE', 'the account cannot hold so much money');
}

interface Moved {
  readonly available: bigint;
  readonly held: bigint;
}

/** By internal account that the entry touches at all: the change of its balances. */
function movedBalances(entry: JournalEntry): ReadonlyMap<string, Moved> {
  const moved = new Map<string, Moved>();
  for (const { account, amount } of entry.lines) {
    if (account.cell === null || !account.cell.standing || amount === 0n) continue;
    const { holder, column } = account.cell;
    const before = moved.get(holder) ?? { available: 0n, held: 0n };
    moved.set(holder, { ...before, [column]: before[column] + amount });
  }
  return moved;
}
