import { bookEntry, INTERNAL_ACCOUNTS, PLATFORM_OWNER } from '../accounts/index.js';
import { inOneUnit, type JobHandler } from '../events/index.js';
import { Bug, type CurrencyCode, type IdSource, ok, type UnitOfWork } from '../kernel/index.js';
import { chart, checkpoint } from '../ledger/index.js';
import { NEVER_SHORT } from '../transactions/index.js';

/**
 * Moves the platform fees that have come together in a currency into the platform's own account. The checkpoint of
 * the fees account is the guard: of two sweeps at once, one is run again and finds nothing left.
 */
export function sweepFees(units: UnitOfWork, ids: IdSource): JobHandler {
  return inOneUnit(units, async (tx, ctx, job) => {
    const currency = job.subject as CurrencyCode;
    const fees = chart.fees(ctx.tenant, currency);
    const amount = await checkpoint(tx, ctx, fees);
    if (amount <= 0n) return ok();
    const { rows } = await tx.list(INTERNAL_ACCOUNTS, {
      where: { owner: PLATFORM_OWNER, currency },
      order: 'asc',
      limit: 1,
      counted: false,
    });
    const account = rows[0];
    if (account === undefined) throw new Bug(`fees in ${currency}, but ${ctx.tenant} has no account in it`);
    return bookEntry(
      tx,
      ctx,
      ids,
      {
        kind: 'FEE_SWEEP',
        cause: account.id,
        lines: [
          { account: fees, amount: -amount },
          { account: chart.available(account.id, currency), amount },
        ],
      },
      [account],
      NEVER_SHORT,
    );
  });
}
