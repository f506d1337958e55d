import { bookTogether, creditObstacle, type InternalAccount, INTERNAL_ACCOUNTS } from '../accounts/index.js';
import { type Bearer, bearersOf, type Movement, noteRecovered, openException } from '../exceptions/index.js';
import { birth, newRecord, ok, type Result, type Unit } from '../kernel/index.js';
import { chart, type JournalEntry, type LedgerAccount } from '../ledger/index.js';
import { DEPOSIT, DEPOSITS } from './deposit.js';
import { NEVER_SHORT } from './shortfall.js';
import { sideOf } from './side-of.js';

/**
 * Gives money that came back to those who bear it now because of resolutions, the latest bearer first, up to `amount`.
 * Each entry reverses a part of the entry of a resolution: it takes the money from where that resolution put it, such
 * as `loss` or the clearing account of the rail. Money for an internal account that is closed, full or deleted goes to
 * suspense with the exception DEPOSIT_HELD. Returns the amount that was given back; the rest is still where it was.
 *
 * The caller writes the subject in the same unit, so that a resolution at the same moment conflicts.
 */
export async function repayBearers(
  unit: Unit,
  movements: readonly Movement[],
  amount: bigint,
): Promise<Result<bigint>> {
  let left = amount;
  const accounts = new Map<string, InternalAccount>();
  const entries: JournalEntry[] = [];
  for (const bearer of await bearersOf(unit.tx, movements)) {
    const back = bearer.amount < left ? bearer.amount : left;
    if (back === 0n) break;
    entries.push(await repaid(unit, bearer, back, accounts));
    await noteRecovered(unit, bearer, back);
    left -= back;
  }
  if (entries.length === 0) return ok(0n);
  const booked = await bookTogether(unit, entries, [...accounts.values()], NEVER_SHORT);
  return booked.ok ? ok(amount - left) : booked;
}

async function repaid(
  unit: Unit,
  bearer: Bearer,
  amount: bigint,
  accounts: Map<string, InternalAccount>,
): Promise<JournalEntry> {
  const { exception } = bearer;
  const from = await sideOf(unit.tx, exception, exception.moved!.to, null);
  const to = await creditedOf(unit, bearer, amount, accounts);
  const lines = [
    { account: from, amount: -amount },
    { account: to, amount },
  ];
  return { kind: 'EXCEPTION_RECOVERED', cause: exception.id, lines };
}

async function creditedOf(
  unit: Unit,
  bearer: Bearer,
  amount: bigint,
  accounts: Map<string, InternalAccount>,
): Promise<LedgerAccount> {
  const { tx } = unit;
  const { exception, side, account: id } = bearer;
  if (id === null) return sideOf(tx, exception, side, null);
  const account = accounts.get(id) ?? (await tx.get(INTERNAL_ACCOUNTS, id));
  const obstacle = await creditObstacle(tx, id, amount);
  if (account !== null && obstacle === null) {
    accounts.set(id, account);
    return chart.available(id, account.currency);
  }
  const why = obstacle === 'FULL' ? 'cannot hold the amount' : 'is closed';
  await keepInSuspense(unit, bearer, amount, { why, customerId: account?.customerId ?? null });
  return chart.suspense(unit.ctx.tenant, exception.currency);
}

/** The exception is the reference of the deposit: `SUSPENSE_IN` is not booked for such a deposit. */
async function keepInSuspense(
  unit: Unit,
  { exception, account, currency }: Bearer,
  amount: bigint,
  { why, customerId }: { readonly why: string; readonly customerId: string | null },
): Promise<void> {
  const { tx, ctx, ids } = unit;
  const rail = exception.rail ?? '';
  const kept = {
    status: birth(DEPOSIT, 'hold').to,
    rail,
    reference: exception.id,
    currency,
    amount,
    ownerId: customerId,
    returnAs: null,
    returnedAs: null,
    bounces: null,
    reversalId: null,
    creditedAs: null,
    cameFor: null,
    ...newRecord(ids.next('Deposit'), ctx),
  };
  tx.add(DEPOSITS, kept);
  await openException(unit, {
    kind: 'DEPOSIT_HELD',
    subject: kept.id,
    reference: 'recovered',
    rail,
    currency,
    amount,
    reason: `the money of ${exception.subject} came back to ${account}, which ${why}; it is in suspense`,
  });
}
