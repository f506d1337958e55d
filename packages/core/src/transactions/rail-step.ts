import {
  BASE_COLUMNS,
  type BaseRecord,
  type Id,
  newRecord,
  readAll,
  type Reads,
  recordKind,
  type Unit,
} from '../kernel/index.js';

/** What a rail is asked for a payment or a deposit. */
export type RailRequest = 'PAYOUT' | 'COLLECTION' | 'REFUND' | 'RETURN' | 'CANCELLATION';

/**
 * A step of a request to a rail that the payment or the deposit does not keep (docs/decisions/0093). `BEGUN`: from now on
 * the rail may have the request; written before the call. `ACCEPTED`: the rail answered that it has the request, or has
 * carried it out. `REFUSED`: the rail answered that it does not carry it out. `createdAt` is the time of the step.
 * Payments keep the beginning of payouts, collections and cancellations themselves, and the settlement of a payout or a
 * collection that the answer to its submission settles.
 */
export interface RailStep extends BaseRecord {
  readonly id: Id<'RailStep'>;
  /** Id of the transaction or the deposit. */
  readonly subject: string;
  readonly request: RailRequest;
  readonly step: 'BEGUN' | 'ACCEPTED' | 'REFUSED';
  readonly rail: string;
  /** The reference under which the rail was asked. */
  readonly reference: string;
}

export const RAIL_STEPS = recordKind<RailStep>()({
  name: 'rail_steps',
  scope: 'tenant',
  columns: { ...BASE_COLUMNS, subject: 'text', request: 'text', step: 'text', rail: 'text', reference: 'text' },
  states: [],
  unique: [],
  filters: ['subject'],
  immutable: ['subject', 'request', 'step', 'rail', 'reference'],
});

export type NewRailStep = Omit<RailStep, keyof BaseRecord>;

/** Writes a step in the unit of its effect. */
export const noteStep = ({ tx, ctx, ids }: Unit, step: NewRailStep): void =>
  tx.add(RAIL_STEPS, { ...step, ...newRecord(ids.next('RailStep'), ctx) });

/** `noteStep` for a request that is repeated under its reference: only the first of equal steps is kept. */
export async function noteFirst(unit: Unit, step: NewRailStep): Promise<void> {
  const { request, reference } = step;
  const before = await stepsOf(unit.tx, step.subject);
  const isKnown = before.some(
    (each) => each.request === request && each.reference === reference && each.step === step.step,
  );
  if (!isKnown) noteStep(unit, step);
}

/** Whether the rail has answered this request, so that it is known to have received it. */
export const wasAnswered = async (
  reads: Reads,
  { subject, request, reference }: Pick<RailStep, 'subject' | 'request' | 'reference'>,
): Promise<boolean> =>
  (await stepsOf(reads, subject)).some(
    (each) => each.request === request && each.reference === reference && each.step !== 'BEGUN',
  );

const stepsOf = (reads: Reads, subject: string): Promise<readonly RailStep[]> =>
  readAll(reads, RAIL_STEPS, { subject });

/** Whether a status says that the rail has the request; a `failed` one says that it does not carry it out. */
export const stepOfAnswer = ({ state }: { readonly state: string }): RailStep['step'] =>
  state === 'failed' ? 'REFUSED' : 'ACCEPTED';
