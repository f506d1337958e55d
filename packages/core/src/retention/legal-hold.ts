import { CUSTOMERS, type Customer } from '../customers/index.js';
import {
  BASE_COLUMNS,
  type BaseRecord,
  birth,
  err,
  type Id,
  type Instant,
  isId,
  machine,
  newRecord,
  ok,
  type Reads,
  readAll,
  recordKind,
  type Result,
  type StateOf,
  transition,
  type Unit,
} from '../kernel/index.js';
import { mustNotBeErased } from './erasure.js';

export const LEGAL_HOLD = machine('LegalHold', 'status', ['RELEASED'], [
  {
    from: null,
    on: 'hold',
    to: 'HELD',
    emits: null,
    why: 'an operator keeps the data of a customer for a case',
  },
  { from: 'HELD', on: 'release', to: 'RELEASED', emits: null, why: 'two operators end the hold' },
] as const);
export type LegalHoldStatus = StateOf<typeof LEGAL_HOLD>;

/**
 * Why the data of a customer must not be erased, such as a court case. A customer can have several. It stops nothing else,
 * and is for operators only: no answer, event or page for others has it.
 */
export interface LegalHold extends BaseRecord {
  readonly id: Id<'LegalHold'>;
  readonly customerId: Id<'Customer'>;
  readonly status: LegalHoldStatus;
  readonly reason: string;
  readonly caseReference: string;
  readonly heldBy: string;
  readonly releaseReason: string | null;
  readonly releaseReference: string | null;
  readonly releasedBy: string | null;
  readonly releaseApprovedBy: string | null;
  /** Host time, as `createdAt`. */
  readonly releasedAt: Instant | null;
}

export const LEGAL_HOLDS = recordKind<LegalHold>()({
  name: 'legal_holds',
  scope: 'tenant',
  columns: {
    ...BASE_COLUMNS,
    customerId: 'text',
    status: 'text',
    reason: 'text',
    caseReference: 'text',
    heldBy: 'text',
    releaseReason: 'text?',
    releaseReference: 'text?',
    releasedBy: 'text?',
    releaseApprovedBy: 'text?',
    releasedAt: 'instant?',
  },
  states: ['status'],
  unique: [],
  filters: ['customerId', 'status'],
  immutable: ['customerId', 'reason', 'caseReference', 'heldBy'],
});

/** Why a hold begins or ends. */
export interface HoldTexts {
  readonly reason: string;
  readonly caseReference: string;
}

/** The customer to hold, also a deleted one. 404 USER_NOT_FOUND; 409 CONFLICT if its data are erased. */
export async function customerToHold(reads: Reads, id: string): Promise<Result<Customer>> {
  const customer = isId('Customer', id) ? await reads.get(CUSTOMERS, id) : null;
  if (customer === null) return err('USER_NOT_FOUND');
  const lasting = await mustNotBeErased(reads, customer.id);
  return lasting.ok ? ok(customer) : lasting;
}

/** Keeps the data of a customer until the hold is released. Errors: `customerToHold`. */
export async function holdCustomer(
  { tx, ctx, ids }: Unit,
  { id, reason, caseReference }: HoldTexts & { readonly id: string },
  by: string,
): Promise<Result<LegalHold>> {
  const found = await customerToHold(tx, id);
  if (!found.ok) return found;
  // An erasure that begins at the same time changes the customer.
  tx.pin(CUSTOMERS, found.value);
  const hold: LegalHold = {
    ...{ customerId: found.value.id, status: birth(LEGAL_HOLD, 'hold').to, reason, caseReference, heldBy: by },
    ...{ releaseReason: null, releaseReference: null, releasedBy: null, releaseApprovedBy: null, releasedAt: null },
    ...newRecord(ids.next('LegalHold'), { tenant: ctx.tenant, now: ctx.hostNow }),
  };
  tx.add(LEGAL_HOLDS, hold);
  return ok(hold);
}

/** The hold to release. 404 REFERENCE_NOT_FOUND; 409 CONFLICT if it is released. */
export async function holdToRelease(reads: Reads, id: string): Promise<Result<LegalHold>> {
  const hold = isId('LegalHold', id) ? await reads.get(LEGAL_HOLDS, id) : null;
  if (hold === null) return err('REFERENCE_NOT_FOUND', `no legal hold ${id} exists`);
  return hold.status === 'HELD' ? ok(hold) : err('CONFLICT', 'the legal hold is released already');
}

/** Ends one hold of a customer. Errors: `holdToRelease`. */
export async function releaseHold(
  { tx, ctx }: Pick<Unit, 'tx' | 'ctx'>,
  { id, reason, caseReference }: HoldTexts & { readonly id: string },
  by: string,
  approvedBy: string | null,
): Promise<Result<LegalHold>> {
  const found = await holdToRelease(tx, id);
  if (!found.ok) return found;
  const released = transition(tx, { now: ctx.hostNow }, LEGAL_HOLD, LEGAL_HOLDS, found.value, 'release', {
    ...{ releaseReason: reason, releaseReference: caseReference },
    ...{ releasedBy: by, releaseApprovedBy: approvedBy, releasedAt: ctx.hostNow },
  });
  return released.ok ? ok(released.value.record) : released;
}

/** The holds of a customer, oldest first. Few. */
export const holdsOf = (reads: Reads, customerId: Id<'Customer'>): Promise<readonly LegalHold[]> =>
  readAll(reads, LEGAL_HOLDS, { customerId });
