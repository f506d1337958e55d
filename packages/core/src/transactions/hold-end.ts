import { finish, type JobHandler } from '../events/index.js';
import { ok } from '../kernel/index.js';
import { SCREENINGS } from '../screening/index.js';
import { holdConfirmed } from './answered-payment.js';
import { failHeld, waitingLegOf } from './hold-payment.js';
import type { PaymentPorts } from './payment.js';
import { TRANSACTIONS } from './transaction.js';

/**
 * Ends the time for which a payment keeps its rate while an operator has not decided about a match: it fails, and its
 * money is on its account again. Money that came from outside stays, because its refund is held by the same match. The
 * match stays undecided, and the exception open. Has no effect once the operator has decided, or the payment has ended.
 */
export const endHoldOfMatch =
  (ports: Pick<PaymentPorts, 'units' | 'ids' | 'paymentsOf'>): JobHandler =>
  (ctx, job) =>
    ports.units.run(ctx.tenant, async (tx) => {
      finish(tx, job);
      const screening = await tx.get(SCREENINGS, job.subject);
      if (screening?.status === 'CONFIRMED') return holdConfirmed({ tx, ctx, ids: ports.ids }, screening.subject);
      if (screening?.status !== 'HELD') return ok();
      tx.pin(SCREENINGS, screening);
      const payment = await tx.get(TRANSACTIONS, screening.subject);
      const leg = payment === null ? null : waitingLegOf(payment);
      return leg === null ? ok() : failHeld({ tx, ctx, ids: ports.ids }, ports, payment!, leg);
    });
