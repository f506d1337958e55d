import {
  BASE_COLUMNS,
  type BaseRecord,
  birth,
  err,
  type Id,
  type Instant,
  type Keyset,
  machine,
  newRecord,
  ok,
  type Reads,
  recordKind,
  type Result,
  type StateOf,
  transition,
  type Tx,
  type Unit,
  update,
} from '../kernel/index.js';

export const ERASURE = machine('Erasure', 'status', ['ERASED'], [
  { from: null, on: 'begin', to: 'ERASING', emits: null, why: 'two operators erase the data of a deleted customer' },
  {
    from: 'ERASING',
    on: 'complete',
    to: 'ERASED',
    emits: null,
    why: 'no place has personal data of the customer any more',
  },
] as const);
export type ErasureStatus = StateOf<typeof ERASURE>;

/** Where the work of an erasure goes on. */
export interface ErasureCursor {
  /** The last record of the list that was done; null at its beginning. */
  readonly after: Keyset | null;
}

/**
 * The erasing of the personal data of one customer. It has ids and counts alone. A customer has another one if data
 * came after the first, such as a payment that a bank returned late.
 */
export interface Erasure extends BaseRecord {
  readonly id: Id<'Erasure'>;
  readonly customerId: Id<'Customer'>;
  readonly status: ErasureStatus;
  /** The reference of the request or the rule by which the operators decided. */
  readonly caseReference: string;
  readonly requestedBy: string;
  readonly approvedBy: string;
  /** The place that is worked on; null once all are done. */
  readonly place: string | null;
  readonly cursor: ErasureCursor | null;
  /** By table, how many records were overwritten or deleted. */
  readonly counts: Readonly<Record<string, number>>;
  /** Host time, as `createdAt`. */
  readonly completedAt: Instant | null;
}

export const ERASURES = recordKind<Erasure>()({
  name: 'erasures',
  scope: 'tenant',
  columns: {
    ...BASE_COLUMNS,
    customerId: 'text',
    status: 'text',
    caseReference: 'text',
    requestedBy: 'text',
    approvedBy: 'text',
    place: 'text?',
    cursor: 'json?',
    counts: 'json',
    completedAt: 'instant?',
  },
  states: ['status'],
  unique: [],
  filters: ['customerId', 'status'],
  immutable: ['customerId', 'caseReference', 'requestedBy', 'approvedBy'],
});

/** The erasures of a customer, newest first; nearly always one at most. */
export async function erasuresOf(reads: Reads, customerId: string): Promise<readonly Erasure[]> {
  const where = { customerId: customerId as Id<'Customer'> };
  return (await reads.list(ERASURES, { where, order: 'desc', limit: 20, counted: false })).rows;
}

/** 409 CONFLICT for a customer whose data are or were erased: nothing that operators write may be added to it. */
export async function mustNotBeErased(reads: Reads, customerId: string): Promise<Result<void>> {
  const [newest] = await erasuresOf(reads, customerId);
  return newest === undefined ? ok() : err('CONFLICT', `the data of ${customerId} were erased by ${newest.id}`);
}

export type NewErasure = Pick<Erasure, 'customerId' | 'caseReference' | 'requestedBy' | 'approvedBy' | 'place'>;

export function beginErasure({ tx, ctx, ids }: Unit, of: NewErasure): Erasure {
  const erasure: Erasure = {
    ...{ ...of, status: birth(ERASURE, 'begin').to, cursor: null, counts: {}, completedAt: null },
    ...newRecord(ids.next('Erasure'), { tenant: ctx.tenant, now: ctx.hostNow }),
  };
  tx.add(ERASURES, erasure);
  return erasure;
}

/** Records how far the work has come. Units of two hosts that do the same page conflict here. */
export const advanceErasure = (
  tx: Tx,
  hostNow: Instant,
  erasure: Erasure,
  patch: Pick<Erasure, 'place' | 'cursor' | 'counts'>,
): Erasure => update(tx, { now: hostNow }, ERASURES, erasure, patch);

export function completeErasure(tx: Tx, hostNow: Instant, erasure: Erasure): Result<unknown> {
  return transition(tx, { now: hostNow }, ERASURE, ERASURES, erasure, 'complete', {
    ...{ place: null, cursor: null, completedAt: hostNow },
  });
}
