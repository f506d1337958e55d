import { Bug, type Clock, ok, type Patch, type Result, transition, type Tx, type UnitOfWork } from '../kernel/index.js';
import { AUDIT_RUN, AUDIT_RUNS, type AuditRun, AUDITS_TENANT } from '../ledger/index.js';

export type RunMoves = ReturnType<typeof runMoves>;

/** Finds audit runs by their status, and moves them on. Each change is a unit of its own. */
export function runMoves({ units, clock }: { readonly units: UnitOfWork; readonly clock: Clock }) {
  /** Changes a run that is still in the state; null if it has left it. */
  const changeWhile = async (
    id: string,
    from: AuditRun['status'],
    how: (tx: Tx, run: AuditRun) => Result<AuditRun>,
  ): Promise<AuditRun | null> => {
    const changed = await units.run(AUDITS_TENANT, async (tx): Promise<Result<AuditRun | null>> => {
      const run = await tx.get(AUDIT_RUNS, id);
      return run === null || run.status !== from ? ok(null) : how(tx, run);
    });
    // Another host has changed it at the same moment.
    if (!changed.ok && changed.error.code === 'CONFLICT') return null;
    if (!changed.ok) throw new Bug(`the audit run ${id} was not changed: ${changed.error.message}`);
    return changed.value;
  };

  const moved = (
    tx: Tx,
    run: AuditRun,
    event: 'start' | 'finish' | 'interrupt',
    patch: Patch<AuditRun, 'status'>,
  ): Result<AuditRun> => {
    const done = transition(tx, { now: clock.now() }, AUDIT_RUN, AUDIT_RUNS, run, event, patch);
    return done.ok ? ok(done.value.record) : done;
  };

  const interrupt = (id: string, reason: string) =>
    changeWhile(id, 'RUNNING', (tx, run) => moved(tx, run, 'interrupt', { endedAt: clock.now(), reason }));

  const withStatus = async (status: AuditRun['status']): Promise<readonly AuditRun[]> =>
    units.read(AUDITS_TENANT, async (reads) => {
      const query = { where: { status }, order: 'asc', limit: 100, counted: false } as const;
      return (await reads.list(AUDIT_RUNS, query)).rows;
    });

  return { changeWhile, moved, interrupt, withStatus };
}
