import { type Context, type IdSource, ok, type Result, type UnitOfWork } from '../kernel/index.js';
import { type Caller, type MasterKeyHolder, readerIn } from './callers.js';
import { type LogActor, writeLog } from './operator-log.js';

/** What an operator reads of persons. */
export interface PersonalRead {
  /** Such as `search`. */
  readonly action: string;
  /** Id of the record that is read; empty for a search. */
  readonly subject: string;
  /** What was asked, without whole names and numbers. */
  readonly input: object;
}

/**
 * Writes into the operator log that personal data are read. It is written before they are read, so that nothing is
 * shown without an entry. FORBIDDEN for an operator without access.
 */
export const recordRead =
  ({ units, ids }: { readonly units: UnitOfWork; readonly ids: IdSource }) =>
  (ctx: Context, caller: Caller | MasterKeyHolder, { action, subject, input }: PersonalRead): Promise<Result<void>> =>
    units.run(ctx.tenant, async (tx) => {
      let actor: LogActor;
      if (caller.source === 'MASTER_KEY') actor = { operator: null, name: caller.name, source: caller.source };
      else {
        const found = await readerIn(tx, caller);
        if (!found.ok) return found;
        actor = found.value;
      }
      writeLog({ tx, ctx, ids }, actor, { outcome: 'READ', action, subject, input });
      return ok();
    });
