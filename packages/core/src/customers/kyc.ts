import { emit, type EventType } from '../events/index.js';
import { type Context, type EventOf, type IdSource, type Result, transition, type Tx, ok } from '../kernel/index.js';
import { type Customer, CUSTOMERS } from './customer.js';
import { KYB, KYC } from './customer-states.js';

/** Moves a customer along the machine of its type and writes the event of that move. */
export function moveKyc(
  tx: Tx,
  ctx: Context,
  ids: IdSource,
  customer: Customer,
  event: Exclude<EventOf<typeof KYC>, 'create'>,
): Result<Customer> {
  const machine = customer.customerType === 'INDIVIDUAL' ? KYC : KYB;
  const moved = transition(tx, ctx, machine, CUSTOMERS, customer, event);
  if (!moved.ok) return moved;
  const { record, row } = moved.value;
  if (row.emits !== null) {
    emit(tx, ctx, ids, { type: row.emits as EventType, resource: record.id, snapshot: snapshotOf(record) });
  }
  return ok(record);
}

/** The customer as events keep it: what is write-only stays where it was written. */
const snapshotOf = (customer: Customer): Customer => ({ ...customer, identifier: null });

/**
 * What the sandbox decides of an individual when it is created (behaviour, "Sandbox"). Null: not decided, because
 * the name says so (001, 003), or because there is no name yet by which it could be.
 */
export function sandboxDecision(customer: Customer): 'approve' | 'reject' | null {
  const ending = customer.fullName?.slice(-3);
  if (customer.customerType !== 'INDIVIDUAL' || ending === undefined) return null;
  if (ending === '001' || ending === '003') return null;
  return ending === '002' ? 'reject' : 'approve';
}
