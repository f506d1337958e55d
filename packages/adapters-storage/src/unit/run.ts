import { AsyncLocalStorage } from 'node:async_hooks';
import type { Result, TenantKey } from '@corridor/core';
import { Bug, type Reads, type Tx } from '@corridor/core/ports';
import { domainError, fail } from '@corridor/core/internal';
import { createReads, openUnit, type Outcome, outcomeOf, type ReadEngine, type UnitEngine } from './handle.js';
import type { Step } from './writes.js';

/** How often a unit of work whose rows others keep changing first runs before it ends with CONFLICT. */
export const MAX_TRIES = 20;

export const CONTENDED: Result<never> = fail(
  domainError('CONFLICT', 'the resource is being changed by other requests; try again', { retryAfter: 1 }),
);
export const UNAVAILABLE: Result<never> = fail(domainError('SERVICE_UNAVAILABLE'));

const inside = new AsyncLocalStorage<{ open: boolean }>();

/**
 * Throws inside a unit of work: a nested unit would wait for the outer one, which waits for it. Work that an ended unit
 * left running may open another.
 */
export function assertNoUnit(): void {
  if (inside.getStore()?.open === true) throw new Bug('a unit of work was opened inside another one');
}

/** Ends the running closure from outside. */
export type Interrupt = (bug: Bug) => void;

export const foreignAwait = (): Bug => new Bug('a unit of work awaited something other than its own reads and writes');

/**
 * Marks the async context of `work` as inside a unit of work, and lets the unit be ended from outside if it awaits
 * something other than its own reads and writes.
 */
async function enclose<T>(work: () => Promise<T>, onStart: (interrupt: Interrupt) => void): Promise<T> {
  const mark = { open: true };
  try {
    return await new Promise<T>((resolve, reject) => {
      onStart(reject);
      inside.run(mark, work).then(resolve, reject);
    });
  } finally {
    mark.open = false;
  }
}

/**
 * Runs the closure of a unit of work once. `finish` sends the remaining buffered writes. The caller then commits or
 * rolls back by the outcome: only an `answer` that is ok may be committed.
 */
export async function attempt<T>(
  engine: UnitEngine,
  tenant: TenantKey | null,
  work: (tx: Tx) => Promise<Result<T>>,
  onStart: (interrupt: Interrupt) => void,
  finish: (steps: readonly Step[]) => void | Promise<void>,
): Promise<Outcome<T>> {
  const unit = openUnit(engine, tenant);
  try {
    const result = await enclose(() => work(unit.tx), onStart);
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

/** Runs the closure of a read; its handle is invalid afterwards. */
export async function attemptRead<T>(
  engine: ReadEngine,
  tenant: TenantKey | null,
  work: (reads: Reads) => Promise<T>,
  onStart: (interrupt: Interrupt) => void,
): Promise<T> {
  let open = true;
  const reads = createReads(engine, tenant, () => {
    if (!open) throw new Bug('the reads of a query were used after its end');
  });
  try {
    return await enclose(() => work(reads), onStart);
  } finally {
    open = false;
  }
}
