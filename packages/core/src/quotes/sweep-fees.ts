import { bookEntry, platformAccount, takeBack } from '../accounts/index.js';
import { inOneUnit, type JobHandler } from '../events/index.js';
import { type CurrencyCode, type IdSource, ok, type UnitOfWork } from '../kernel/index.js';
import { chart, checkpoint, type Line } from '../ledger/index.js';
import { NEVER_SHORT } from '../transactions/index.js';

/**
 * Moves the platform fees collected in a currency to the platform's own account. The checkpoint of the fees account is
 * the guard: of two concurrent sweeps, one runs again and finds nothing left. In earlier versions returned payouts made
 * `fees` negative; a sweep takes such a shortfall back from the platform.
 */
export function sweepFees(units: UnitOfWork, ids: IdSource): JobHandler {
  return inOneUnit(units, async (tx, ctx, job) => {
    const currency = job.subject as CurrencyCode;
    const fees = chart.fees(ctx.tenant, currency);
    const amount = await checkpoint(tx, ctx, fees);
    if (amount === 0n) return ok();
    const account = await platformAccount(tx, currency);
    const swept: readonly Line[] =
      amount > 0n ? [{ account: chart.available(account.id, currency), amount }] : await takeBack(tx, account, -amount);
    const entry = {
      kind: 'FEE_SWEEP',
      cause: account.id,
      lines: [{ account: fees, amount: -amount }, ...swept],
    } as const;
    return bookEntry({ tx, ctx, ids }, entry, [account], NEVER_SHORT);
  });
}
