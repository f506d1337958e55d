import { schedule } from '../events/index.js';
import { type DomainError, domainError, type Id, type Tx, type Unit, type UnitOfWork } from '../kernel/index.js';
import { BALANCES, chart, type Line, lockBalance, receivableOf } from '../ledger/index.js';
import type { InternalAccount } from './internal-account.js';

const CLOSED_MEANWHILE = domainError('CONFLICT', 'the account was closed meanwhile');

/**
 * The lines that take money back off an internal account: as far as its balance goes, the rest becomes its receivable
 * (behaviour, "Money"). They come to minus `amount`, and belong into an entry that is posted with `bookEntry` in the
 * same unit, with the account among its accounts: what is taken is decided on the locked balance. A frozen account is
 * taken from too, for its owner does not debit it; a closed one has no balance and owes all of it.
 * The unit ends with 409 CONFLICT where the account is closed at the same moment.
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

/** An entry that makes an account owe is looked at again when the receivable has grown old. */
export function watchReceivable(unit: Unit, entryId: Id<'JournalEntry'>): void {
  schedule(unit, { kind: 'receivable.overdue', subject: entryId, dueAt: unit.ctx.hostNow });
}

/** 400 INVALID_AMOUNT for a debit that the balance does not cover; a receivable that is why is named (`namingReceivables`). */
export const notCovered = ({ id }: Pick<InternalAccount, 'id'>): DomainError =>
  domainError('INVALID_AMOUNT', 'the balance of the source account does not cover the amount', { accountId: id });

/**
 * Units that say why a debit was refused: where the account owes the service money, the error names its receivable.
 * It is read after the unit was rolled back, so that debits that succeed do not pay for it.
 */
export const namingReceivables = (units: UnitOfWork): UnitOfWork => ({
  read: (tenant, work) => units.read(tenant, work),
  async run(tenant, work) {
    const result = await units.run(tenant, work);
    const accountId = result.ok || result.error.code !== 'INVALID_AMOUNT' ? null : result.error.details?.['accountId'];
    if (result.ok || typeof accountId !== 'string') return result;
    const name = receivableOf(accountId);
    const receivable = await units.read(tenant, (reads) => reads.get(BALANCES, name)).catch(() => null);
    if (receivable === null || receivable.available === 0n) return result;
    const { available: owed, currency } = receivable;
    const message = `${result.error.message}: it owes ${owed} ${currency} (${name}), which its next credits settle first`;
    return { ok: false, error: { ...result.error, message, details: { ...result.error.details, receivable: name } } };
  },
});
