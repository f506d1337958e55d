import type { TenantKey, UnitOfWork } from '../../kernel/index.js';
import { type Transaction, TRANSACTIONS } from '../../transactions/index.js';
import { OUTSIDE_PAYMENTS, type OutsidePayment } from '../../treasury/index.js';
import { byId } from './by-id.js';

export interface PaymentReads {
  /** The payment with the id of a transaction; null if it does not exist. */
  payment(tenant: TenantKey, id: string): Promise<Transaction | null>;
  /** A payment that was made outside the service, of any tenant; null if it does not exist. */
  outsidePayment(id: string): Promise<OutsidePayment | null>;
}

export function paymentReads(units: UnitOfWork): PaymentReads {
  const outsidePayment = byId(units, 'OutsidePayment', OUTSIDE_PAYMENTS);
  return {
    payment: byId(units, 'Transaction', TRANSACTIONS),
    outsidePayment: (id) => outsidePayment(null, id),
  };
}
