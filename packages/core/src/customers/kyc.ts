import { emit } from '../events/index.js';
import { type EventOf, type Result, transition, ok, type Unit } from '../kernel/index.js';
import { type Customer, CUSTOMERS } from './customer.js';
import { KYB, KYC } from './customer-states.js';

/** Moves a customer along the machine of its type and writes the event of that move. */
export function moveKyc(
  unit: Unit,
  customer: Customer,
  event: Exclude<EventOf<typeof KYC>, 'create'>,
): Result<Customer> {
  const { tx, ctx } = unit;
  const machine = customer.customerType === 'INDIVIDUAL' ? KYC : KYB;
  const moved = transition(tx, ctx, machine, CUSTOMERS, customer, event);
  if (!moved.ok) return moved;
  const { record, row } = moved.value;
  if (row.emits !== null) {
    emit(unit, { type: row.emits, resource: record.id, snapshot: snapshotOf(record) });
  }
  return ok(record);
}

/** The customer as events keep it: numbers that identify it for the tax office stay where they were written. */
const snapshotOf = (customer: Customer): Customer => ({ ...customer, sealedIdentifier: null, sealedTaxId: null });

export type SandboxOutcome = 'approve' | 'reject' | 'review' | 'poor-quality';

/** Magic endings of a name or a number (behaviour, "Sandbox"). */
export const KYC_OUTCOMES: Readonly<Record<string, SandboxOutcome>> = {
  '001': 'review',
  '002': 'reject',
  '003': 'poor-quality',
};

/** What the last three characters of a name or a number decide in the sandbox. */
export const sandboxOutcome = (deciding: string): SandboxOutcome => KYC_OUTCOMES[deciding.slice(-3)] ?? 'approve';

/**
 * What the sandbox decides of an individual when it is created (behaviour, "Sandbox"). Null: not decided, because
 * the name says so (001, 003), or because there is no name yet by which it could be.
 */
export function sandboxDecision(customer: Customer): 'approve' | 'reject' | null {
  if (customer.customerType !== 'INDIVIDUAL' || customer.fullName === null) return null;
  const outcome = sandboxOutcome(customer.fullName);
  return outcome === 'approve' || outcome === 'reject' ? outcome : null;
}
