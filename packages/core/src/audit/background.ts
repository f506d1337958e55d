import type { Cursors, IdSource } from '../kernel/index.js';
import { type AuditRuns, auditRuns } from './audit-runs.js';
import { carryOut, type CarryOutPorts } from './carry-out.js';
import { runMoves } from './move-run.js';

/** A run of which nothing was heard for so long has lost its host. */
const LOST_MS = 120_000;

export interface AuditRunPorts extends CarryOutPorts {
  readonly ids: IdSource;
  readonly cursors: Cursors;
}

export interface BackgroundAudits {
  readonly runs: AuditRuns;
  /** Ends runs whose host is lost, and carries out the run that was asked for; returns the number of runs it ended. */
  work(): Promise<number>;
  /** Ends the run of this host at its next read. */
  stop(): void;
}

export function backgroundAudits(ports: AuditRunPorts): BackgroundAudits {
  const { clock } = ports;
  const moves = runMoves(ports);
  const { changeWhile, moved, interrupt, withStatus } = moves;
  let stopping = false;

  return {
    runs: auditRuns(ports),

    async work() {
      let ended = 0;
      for (const { id, heardAt } of await withStatus('RUNNING')) {
        if (clock.now() - heardAt < LOST_MS) continue;
        if ((await interrupt(id, 'its host has not been heard of for two minutes')) !== null) ended += 1;
      }
      for (const { id } of await withStatus('REQUESTED')) {
        if (stopping) return ended;
        const now = clock.now();
        const started = await changeWhile(id, 'REQUESTED', (tx, run) =>
          moved(tx, run, 'start', { startedAt: now, heardAt: now }),
        );
        if (started === null) continue;
        await carryOut(ports, moves, started, () => stopping);
        ended += 1;
      }
      return ended;
    },

    stop() {
      stopping = true;
    },
  };
}
