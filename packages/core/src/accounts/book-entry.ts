import { emit } from '../events/index.js';
import { Bug, type DomainError, err, type Id, ok, type Result, type Unit } from '../kernel/index.js';
import { BALANCES, chart, type JournalEntry, type Line, post, postTogether, receivableOf } from '../ledger/index.js';
import { MAX_COMPUTED } from '../money/index.js';
import type { InternalAccount } from './internal-account.js';
import { watchReceivable } from './receivables.js';

/**
 * Posts an entry and writes INTERNAL_ACCOUNT.BALANCE_UPDATED for every internal account whose available balance
 * changes, with the balances after the unit of work. A credit to an account that owes money first settles its
 * receivable, by a separate entry: docs/decisions/0003-receivables-instead-of-negative-balances.md. `accounts` must
 * contain every account whose available balance changes. The unit fails with `short` if a guarded balance would become
 * negative. AMOUNT_OUT_OF_RANGE if a balance exceeds the maximum; the caller must not commit the unit then.
 */
export async function bookEntry(
  unit: Unit,
  entry: JournalEntry,
  accounts: readonly InternalAccount[],
  short: DomainError,
): Promise<Result<void>> {
  const booked = await bookTogether(unit, [entry], accounts, short);
  return booked.ok ? ok() : booked;
}

/** Like `bookEntry`, for several entries that are one movement (`postTogether`). Returns the ids of the entries. */
export async function bookTogether(
  unit: Unit,
  entries: readonly JournalEntry[],
  accounts: readonly InternalAccount[],
  short: DomainError,
): Promise<Result<readonly Id<'JournalEntry'>[]>> {
  const given = new Map<string, InternalAccount>(accounts.map((account) => [account.id, account]));
  const changed: InternalAccount[] = [];
  for (const { kind, lines } of entries) {
    for (const [holder, { available }] of movedBalances(lines)) {
      if (available === 0n) continue;
      const account = given.get(holder);
      if (account === undefined)
        throw new Bug(`a ${kind} entry changes ${holder}, which is not among the given accounts`);
      changed.push(account);
    }
  }
  const entryIds = postTogether(unit, entries, short);
  entries.forEach(({ lines }, index) => {
    if (lines.some(isOwed)) watchReceivable(unit, entryIds[index]!);
  });
  const settled = await settleReceivables(unit, movedBalances(entries.flatMap(({ lines }) => lines)), given);
  if (!settled.ok) return settled;
  // After the settlement, because an event contains the balances at the time when it is written.
  for (const account of [...changed, ...settled.value]) {
    const event = { type: 'INTERNAL_ACCOUNT.BALANCE_UPDATED', resource: account.id, snapshot: account } as const;
    emit(unit, event, account.id);
  }
  return ok(entryIds);
}

interface Moved {
  readonly available: bigint;
  readonly held: bigint;
}

/** The changes of balances that the lines cause, by internal account. */
function movedBalances(lines: readonly Line[]): ReadonlyMap<string, Moved> {
  const moved = new Map<string, Moved>();
  for (const { account, amount } of lines) {
    if (account.cell === null || !account.cell.standing || amount === 0n) continue;
    const { holder, column } = account.cell;
    const before = moved.get(holder) ?? { available: 0n, held: 0n };
    moved.set(holder, { ...before, [column]: before[column] + amount });
  }
  return moved;
}

const isOwed = ({ account, amount }: Line): boolean => account.cell?.sign === -1n && amount < 0n;

const NEVER_MORE_THAN_OWED: DomainError = {
  code: 'INTERNAL_ERROR',
  message: 'a settlement exceeds the receivable',
};

/**
 * Settles receivables of accounts that were credited. The entry before has locked their balance rows, and a receivable
 * changes only while its account's row is locked, so the amounts read here cannot change before they are posted.
 * Returns the accounts with a settled receivable.
 */
async function settleReceivables(
  unit: Unit,
  moved: ReadonlyMap<string, Moved>,
  given: ReadonlyMap<string, InternalAccount>,
): Promise<Result<readonly InternalAccount[]>> {
  const richer = [...moved].filter(([, { available, held }]) => available > 0n || available + held > 0n);
  if (richer.length === 0) return ok([]);
  const credited = richer.filter(([, { available }]) => available > 0n).map(([holder]) => holder);
  const holders = richer.map(([holder]) => holder);
  const found = await unit.tx.getMany(BALANCES, [...holders, ...credited.map(receivableOf)]);
  const balances = new Map(found.map((balance) => [balance.id, balance]));
  for (const holder of holders) {
    const { available, held } = balances.get(holder)!;
    if (available + held > MAX_COMPUTED) {
      return err('AMOUNT_OUT_OF_RANGE', 'the credit would exceed the maximum balance of an account');
    }
  }
  const settled: InternalAccount[] = [];
  for (const holder of credited) {
    const owed = balances.get(receivableOf(holder))?.available ?? 0n;
    const { available } = balances.get(holder)!;
    const amount = owed < available ? owed : available;
    if (amount === 0n) continue;
    const account = given.get(holder)!;
    const lines = [
      { account: chart.available(account.id, account.currency), amount: -amount },
      { account: chart.receivable(account.id, account.currency), amount },
    ];
    post(unit, { kind: 'RECEIVABLE_SETTLEMENT', cause: account.id, lines }, NEVER_MORE_THAN_OWED);
    settled.push(account);
  }
  return ok(settled);
}
