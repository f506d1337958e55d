import { describeCause, HOUSE_TENANTS, type Instant, ok, type UnitOfWork, update } from '../kernel/index.js';
import { AUDIT_RUNS, type AuditRun, FINDINGS_KEPT } from '../ledger/index.js';
import { PLATFORMS } from '../platforms/index.js';
import { audit, type AuditPorts } from './audit.js';
import type { RunMoves } from './move-run.js';
import { wrapReads } from './wrapped-reads.js';

/** How often a host writes how far it is. */
const HEARD_MS = 5_000;
/** How often a host looks whether it has to write while a read goes on. */
const BEAT_MS = 1_000;

export interface CarryOutPorts extends AuditPorts {
  /** Lets the host do other work in between. */
  readonly pause: ((milliseconds: number) => Promise<void>) | null;
}

class Stopped extends Error {}

/**
 * Carries out a run that this host has started, and writes meanwhile how far it is. Ends the run as finished, or as
 * interrupted if `isStopping` says so, another host has ended the run, or the audit throws.
 */
export async function carryOut(
  ports: CarryOutPorts,
  { changeWhile, moved, interrupt }: RunMoves,
  run: AuditRun,
  isStopping: () => boolean,
): Promise<void> {
  const { units, clock } = ports;
  const progress = { part: 'host', partsDone: 0, parts: 0, reads: 0 };
  let heardAt: Instant = clock.now();
  let writing: Promise<unknown> | null = null;
  let isLost = false;
  let hasEnded = false;

  const tell = async (): Promise<void> => {
    const told = await changeWhile(run.id, 'RUNNING', (tx, current) =>
      ok(update(tx, { now: clock.now() }, AUDIT_RUNS, current, { ...progress, heardAt: clock.now() })),
    );
    isLost ||= told === null;
  };

  /** Writes how far this host is, if that is due. The end of the run finds why a write failed, because it writes too. */
  async function hear(): Promise<void> {
    if (writing === null && clock.now() - heardAt >= HEARD_MS) {
      heardAt = clock.now();
      writing = tell()
        .catch(() => undefined)
        .finally(() => (writing = null));
    }
    await writing;
  }

  /** Writes beside the reads, because the one read of a tenant may take minutes. */
  async function keepHeard(pause: NonNullable<CarryOutPorts['pause']>): Promise<void> {
    for (;;) {
      await pause(BEAT_MS);
      if (hasEnded || isLost || isStopping()) return;
      await hear();
    }
  }

  /** Before each call of a read, which may not wait for anything else than its calls. */
  function onCall(): void {
    progress.reads += 1;
    if (isStopping()) throw new Stopped('the host was stopped');
    if (isLost) throw new Stopped('another host has ended the run');
  }

  const announced = async <R>(call: () => Promise<R>): Promise<R> => {
    onCall();
    return call();
  };

  const observed: UnitOfWork = {
    ...units,
    async read(tenant, work, extent) {
      const part = tenant ?? 'host';
      if (part !== progress.part) {
        progress.partsDone = Math.min(progress.partsDone + 1, Math.max(progress.parts - 1, 0));
        progress.part = part;
      }
      await hear();
      return units.read(tenant, (reads) => work(wrapReads(reads, announced)), extent);
    },
  };
  const end = async (): Promise<void> => {
    hasEnded = true;
    await writing;
  };
  // A pause that fails ends the beat; the reads go on, and write as well.
  if (ports.pause !== null) void keepHeard(ports.pause).catch(() => undefined);
  try {
    const platforms = await units.read(null, (reads) => reads.tenants(PLATFORMS));
    // The records of the host are compared before and after those of the tenants.
    progress.parts = platforms.length + HOUSE_TENANTS.length + 2;
    const { findings, checked, sealed } = await audit(
      { ...ports, units: observed },
      run.keptHead === null ? {} : { keptHead: run.keptHead },
    );
    await end();
    await changeWhile(run.id, 'RUNNING', (tx, current) =>
      moved(tx, current, 'finish', {
        ...progress,
        part: null,
        partsDone: progress.parts,
        heardAt: clock.now(),
        endedAt: clock.now(),
        findings: findings.slice(0, FINDINGS_KEPT),
        findingCount: findings.length,
        checked,
        chain: sealed,
      }),
    );
  } catch (cause) {
    await end();
    await interrupt(run.id, cause instanceof Stopped ? cause.message : `it failed: ${describeCause(cause)}`);
    if (!(cause instanceof Stopped)) throw cause;
  }
}
