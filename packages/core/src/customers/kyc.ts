import { emit } from '../events/index.js';
import { type EventOf, type Result, transition, ok, type Unit } from '../kernel/index.js';
import { type Customer, CUSTOMERS } from './customer.js';
import { KYB, KYC } from './customer-states.js';

/** Changes the state of a customer in the machine of its type, and writes the event. */
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

/** The customer in events: without sealed numbers, so that only one table contains tax numbers. */
export const snapshotOf = (customer: Customer): Customer => ({
  ...customer,
  sealedIdentifier: null,
  sealedTaxId: null,
});

export type SandboxOutcome = 'approve' | 'reject' | 'review' | 'poor-quality';

/** Endings of a name or a number that choose an outcome in the sandbox: docs/sandbox.md. */
export const KYC_OUTCOMES: Readonly<Record<string, SandboxOutcome>> = {
  '001': 'review',
  '002': 'reject',
  '003': 'poor-quality',
};

/** The sandbox outcome of a name or a number, by its last three characters. */
export const sandboxOutcome = (deciding: string): SandboxOutcome => KYC_OUTCOMES[deciding.slice(-3)] ?? 'approve';

/** Whether a name or a number ends with one of the endings that choose an outcome. */
export const hasEnding = (deciding: string): boolean => Object.hasOwn(KYC_OUTCOMES, deciding.slice(-3));

/** A decision by a name or a number without a call; null if there is none. */
export type DecideAtOnce = (deciding: string) => 'approve' | 'reject' | null;

/** The sandbox's decision at once. Null for the ending 001, where a person decides, and 003, which needs a document. */
export const sandboxDecision: DecideAtOnce = (deciding) => {
  const outcome = sandboxOutcome(deciding);
  return outcome === 'approve' || outcome === 'reject' ? outcome : null;
};
