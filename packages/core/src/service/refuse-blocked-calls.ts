import type { agentsArea } from '../agents/index.js';
import { blockOf } from '../blocks/index.js';
import { blockedError } from '../customers/index.js';
import { type Context, isId, ok, type Result, runUseCase, type UnitOfWork } from '../kernel/index.js';
import { TRANSACTIONS, type TransactionsArea } from '../transactions/index.js';
import { refusingBlocked } from './refuse-blocked.js';

/** A rail is asked to cancel before the unit of work that books it, so a block is looked up before the rail is asked. */
export function refusingCancellations(units: UnitOfWork, transactions: TransactionsArea): TransactionsArea {
  async function mustBeFree(ctx: Context, id: string): Promise<Result<void>> {
    const blockedAs = await units.read(ctx.tenant, async (reads) => {
      const payment = isId('Transaction', id) ? await reads.get(TRANSACTIONS, id) : null;
      if (payment === null) return null;
      const { customerId, senderIdentifier, receiverIdentifier } = payment;
      return blockOf(reads, ctx.tenant, { customers: [customerId], payees: [senderIdentifier, receiverIdentifier] });
    });
    return blockedAs === null ? ok() : blockedError(blockedAs);
  }
  return {
    ...transactions,
    cancel: async (ctx, input) => {
      const free = await mustBeFree(ctx, input.id);
      return free.ok ? transactions.cancel(ctx, input) : free;
    },
    cancellation: {
      ...transactions.cancellation,
      prepare: async (ctx, input, claim) => {
        const free = await mustBeFree(ctx, input.id);
        return free.ok ? transactions.cancellation.prepare(ctx, input, claim) : free;
      },
    },
  };
}

type Redeeming = Pick<ReturnType<typeof agentsArea<never>>, 'findCode' | 'redeem' | 'redeemCode'>;

/** The redemption in one call, which opens its unit of work itself. */
export const refusingRedemptions = (units: UnitOfWork, { findCode, redeem }: Redeeming): Redeeming['redeemCode'] => {
  const useCase = refusingBlocked(redeem);
  return async (code) => {
    const found = await findCode(code);
    return found.ok ? runUseCase(units, found.value.ctx, useCase, found.value) : found;
  };
};
