import type { Leg } from '../exceptions/index.js';
import { mark, type Unit } from '../kernel/index.js';
import { holdPayment } from './hold-payment.js';
import { clearanceOf, type ScreenPorts, stepMovement } from './screen-payment.js';
import { type Transaction, TRANSACTIONS } from './transaction.js';

/**
 * Whether a payment that no rail has may go on at this step. If not, its job ends: the answer schedules it again, or an
 * operator decides. Writes the payment then, so that a cancellation at the same moment conflicts.
 */
export async function mayGoOn(unit: Unit, ports: ScreenPorts, transaction: Transaction, leg: Leg): Promise<boolean> {
  const { tx } = unit;
  const clearance = await clearanceOf(unit, ports, transaction.id, () => stepMovement(unit, ports, transaction, leg));
  if (clearance === 'GO') return true;
  // A confirmed party is blocked, but the sender of the money and a finding about the payment cannot be.
  if (clearance === 'CONFIRMED') await holdPayment(unit, transaction, leg);
  else mark(tx, TRANSACTIONS, transaction, {});
  return false;
}
