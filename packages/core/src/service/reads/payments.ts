import { FAILED_ATTEMPTS, type FailedAttempts, JOBS } from '../../events/index.js';
import { readAll, type TenantKey, type UnitOfWork } from '../../kernel/index.js';
import { type Transaction, TRANSACTIONS } from '../../transactions/index.js';
import { OUTSIDE_PAYMENTS, type OutsidePayment } from '../../treasury/index.js';
import { byId } from './by-id.js';

export interface FailedWork extends FailedAttempts {
  /** Whether the last attempt failed and another one is due at its `nextAt`. */
  readonly isRetried: boolean;
}

export interface PaymentReads {
  /** The payment with the id of a transaction; null if it does not exist. */
  payment(tenant: TenantKey, id: string): Promise<Transaction | null>;
  /** The failed attempts of the work about a record, oldest work first, and whether that work still waits for another. */
  failedAttempts(tenant: TenantKey, subject: string): Promise<readonly FailedWork[]>;
  /** A payment that was made outside the service, of any tenant; null if it does not exist. */
  outsidePayment(id: string): Promise<OutsidePayment | null>;
}

export function paymentReads(units: UnitOfWork): PaymentReads {
  const outsidePayment = byId(units, 'OutsidePayment', OUTSIDE_PAYMENTS);
  return {
    payment: byId(units, 'Transaction', TRANSACTIONS),
    failedAttempts: (tenant, subject) =>
      units.read(tenant, async (reads) => {
        const failed = await readAll(reads, FAILED_ATTEMPTS, { subject });
        const jobs = await reads.getMany(
          JOBS,
          failed.map(({ id }) => id),
        );
        const retried = new Set<string>(jobs.filter(({ lastError }) => lastError !== null).map(({ id }) => id));
        return failed.map((work) => ({ ...work, isRetried: retried.has(work.id) }));
      }),
    outsidePayment: (id) => outsidePayment(null, id),
  };
}
