import type { Result, TenantKey } from '@corridor/core';
import { Bug, type Reads, type Tx } from '@corridor/core/ports';
import { domainError, fail } from '@corridor/core/internal';
import {
  createReads,
  delivered,
  openUnit,
  type Outcome,
  outcomeOf,
  type ReadEngine,
  type UnitEngine,
} from './handle.js';
import { inTurns } from './turns.js';
import type { Step } from './steps.js';

/** How often a unit of work whose rows others keep changing first runs before it ends with CONFLICT. */
export const MAX_TRIES = 20;

export const CONTENDED: Result<never> = fail(
  domainError('CONFLICT', 'the resource is being changed by other requests; try again', { retryAfter: 1 }),
);
export const UNAVAILABLE: Result<never> = fail(domainError('SERVICE_UNAVAILABLE'));

/**
 * Runs the closure of a unit of work once. `finish` sends the remaining buffered writes. The caller then commits or
 * rolls back by the outcome: only an `answer` that is ok may be committed.
 */
export async function attempt<T>(
  engine: UnitEngine,
  tenant: TenantKey | null,
  work: (tx: Tx) => Promise<Result<T>>,
  finish: (steps: readonly Step[]) => void | Promise<void>,
): Promise<Outcome<T>> {
  const unit = openUnit(engine, tenant);
  try {
    const result = await inTurns((deliver) => work(engine.remote ? delivered(unit.tx, deliver) : unit.tx));
    const failure = unit.failure();
    if (failure !== undefined) return outcomeOf(failure);
    const steps = unit.rest();
    unit.close();
    if (result.ok) await finish(steps);
    return { kind: 'answer', result };
  } catch (thrown) {
    return outcomeOf(unit.failure() ?? thrown);
  } finally {
    unit.close();
  }
}

/** Runs the closure of a read; its handle is invalid afterwards. `begin` is called directly before the closure. */
export async function attemptRead<T>(
  engine: ReadEngine,
  tenant: TenantKey | null,
  work: (reads: Reads) => Promise<T>,
  begin: () => void = () => undefined,
): Promise<T> {
  let open = true;
  const reads = createReads(engine, tenant, () => {
    if (!open) throw new Bug('the reads of a query were used after its end');
  });
  try {
    return await inTurns((deliver) => {
      begin();
      return work(engine.remote ? delivered(reads, deliver) : reads);
    });
  } finally {
    open = false;
  }
}
