import { finish, type JobHandler } from '../events/index.js';
import { ok } from '../kernel/index.js';
import { SCREENINGS } from '../screening/index.js';
import { holdConfirmed } from './answered-payment.js';
import { failHeld, holdPayment, waitingLegOf, wasStopped } from './hold-payment.js';
import type { PaymentPorts } from './payment.js';
import { TRANSACTIONS } from './transaction.js';

/**
 * Ends the time for which a payment keeps its rate while an operator has not decided about a match: it fails, and its
 * money is on its account again. Money that came from outside stays, because its refund is held by the same match. The
 * match stays undecided, and the exception open. While a party or the platform is blocked, or if one was meanwhile, nothing goes
 * back by itself: an operator decides about the payment. Has no effect once the operator has decided, or the payment has ended.
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
      if (payment === null || leg === null) return ok();
      const unit = { tx, ctx, ids: ports.ids };
      return (await wasStopped(tx, payment, screening.createdAt))
        ? holdPayment(unit, payment, leg)
        : failHeld(unit, ports, payment, leg);
    });
