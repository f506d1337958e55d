import type { Outcome } from '../unit/handle.js';
import { CONTENDED, MAX_TRIES } from '../unit/run.js';
import type { Connection } from './connection.js';

/** The unit of work wrote and then failed without a savepoint, so the whole batch has to be rolled back. */
export const STAIN = 'stain';

/** Runs a unit of work once, up to but not including the commit. Never throws. */
export type Attempt = () => Promise<Outcome<unknown>>;

/**
 * Runs the units of work of a transaction, one at a time, and undoes the writes of one that fails: by its savepoint, if
 * it has one. The savepoint is opened before the first write.
 */
export function createSavepoints(connection: Connection) {
  /** Whether the running unit of work gets a savepoint, has it, and has changed rows. */
  let careful = false;
  let saved = false;
  let wrote = false;

  function beforeWrite(): void {
    if (!careful || saved) return;
    connection.control('SAVEPOINT unit');
    saved = true;
  }

  function afterWrite(): void {
    wrote = true;
  }

  /**
   * Runs a unit of work, a careful one in a savepoint. If the savepoint cannot be rolled back, the whole batch is rolled
   * back.
   */
  async function run(attempt: Attempt, isCareful: boolean): Promise<Outcome<unknown> | typeof STAIN> {
    careful = isCareful;
    try {
      return await repeated(attempt);
    } catch (error) {
      connection.rollBack();
      return { kind: 'threw', error };
    } finally {
      saved = false;
      wrote = false;
    }
  }

  async function repeated(attempt: Attempt): Promise<Outcome<unknown> | typeof STAIN> {
    for (let tries = 1; ; tries++) {
      const outcome = await attempt();
      const holds = outcome.kind === 'answer' && outcome.result.ok;
      if (!holds && wrote && !saved && connection.inTransaction) return STAIN;
      keepOrRollBack(holds);
      if (outcome.kind !== 'again') return outcome;
      if (tries === MAX_TRIES || !connection.inTransaction) return { kind: 'answer', result: CONTENDED };
    }
  }

  /**
   * Keeps the writes of a unit of work, or rolls them back to its savepoint. If that fails, the whole batch is rolled
   * back, and the unit of work keeps its own error.
   */
  function keepOrRollBack(holds: boolean): void {
    if (saved && connection.inTransaction) {
      try {
        if (!holds) connection.control('ROLLBACK TO unit');
        connection.control('RELEASE unit');
      } catch (error) {
        if (holds) throw error;
        connection.rollBack();
      }
    }
    saved = false;
    wrote = false;
  }

  return { beforeWrite, afterWrite, run };
}
