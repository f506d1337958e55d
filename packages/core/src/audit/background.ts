import {
  birth,
  Bug,
  type Cursors,
  describeCause,
  err,
  HOUSE_TENANTS,
  type IdSource,
  type Instant,
  newRecord,
  ok,
  type Page,
  type PageRequest,
  readPage,
  type Reads,
  type Result,
  transition,
  type Tx,
  type UnitOfWork,
  update,
  type UseCase,
} from '../kernel/index.js';
import { AUDIT_RUN, AUDIT_RUNS, type AuditRun, AUDITS_TENANT, FINDINGS_KEPT } from '../ledger/index.js';
import { PLATFORMS } from '../platforms/index.js';
import { audit, type AuditPorts } from './audit.js';

/** How often a host writes how far it is. */
const HEARD_MS = 5_000;
/** How often a host looks whether it has to write while a read goes on. */
const BEAT_MS = 1_000;
/** A run of which nothing was heard for so long has lost its host. */
const LOST_MS = 120_000;

export interface AuditRunPorts extends AuditPorts {
  readonly ids: IdSource;
  readonly cursors: Cursors;
  /** Lets the host do other work in between. */
  readonly pause: ((milliseconds: number) => Promise<void>) | null;
}

export interface RequestAudit {
  /** A head of the seal chain that an earlier audit printed; it must still be part of the chain. */
  readonly keptHead?: string | undefined;
  readonly requestedBy: string;
}

export interface AuditRuns {
  /** Asks for a run in the background of a host. 409 CONFLICT while another one has not ended. */
  readonly request: UseCase<RequestAudit, AuditRun>;
  /** The runs, newest first. INVALID_INPUT for a cursor of another list. */
  list(page: PageRequest): Promise<Result<Page<AuditRun>>>;
  /** 404 REFERENCE_NOT_FOUND. */
  get(id: string): Promise<Result<AuditRun>>;
}

class Stopped extends Error {}

export interface BackgroundAudits {
  readonly runs: AuditRuns;
  /** Ends runs whose host is lost, and carries out the run that was asked for; returns the number of runs it ended. */
  work(): Promise<number>;
  /** Ends the run of this host at its next read. */
  stop(): void;
}

export function backgroundAudits(ports: AuditRunPorts): BackgroundAudits {
  const { units, clock, ids, cursors } = ports;
  let stopping = false;

  /** Changes a run that is still in the state; null if it has left it. */
  const change = async (
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
    patch: Partial<AuditRun>,
  ): Result<AuditRun> => {
    const done = transition(tx, { now: clock.now() }, AUDIT_RUN, AUDIT_RUNS, run, event, patch as never);
    return done.ok ? ok(done.value.record) : done;
  };

  const interrupt = (id: string, reason: string) =>
    change(id, 'RUNNING', (tx, run) => moved(tx, run, 'interrupt', { endedAt: clock.now(), reason }));

  const withStatus = async (status: AuditRun['status']): Promise<readonly AuditRun[]> =>
    units.read(AUDITS_TENANT, async (reads) => {
      const query = { where: { status }, order: 'asc', limit: 100, counted: false } as const;
      return (await reads.list(AUDIT_RUNS, query)).rows;
    });

  async function carryOut(run: AuditRun): Promise<void> {
    const progress = { part: 'host', partsDone: 0, parts: 0, reads: 0 };
    let heardAt: Instant = clock.now();
    let writing: Promise<unknown> | null = null;
    let isLost = false;
    let hasEnded = false;

    const tell = async (): Promise<void> => {
      const heard = await change(run.id, 'RUNNING', (tx, current) =>
        ok(update(tx, { now: clock.now() }, AUDIT_RUNS, current, { ...progress, heardAt: clock.now() })),
      );
      isLost ||= heard === null;
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
    async function keepHeard(pause: NonNullable<AuditRunPorts['pause']>): Promise<void> {
      for (;;) {
        await pause(BEAT_MS);
        if (hasEnded || isLost || stopping) return;
        await hear();
      }
    }

    /** Before each call of a read, which may not wait for anything else than its calls. */
    function onCall(): void {
      progress.reads += 1;
      if (stopping) throw new Stopped('the host was stopped');
      if (isLost) throw new Stopped('another host has ended the run');
    }

    const observed: UnitOfWork = {
      ...units,
      async read(tenant, work, extent) {
        const part = tenant ?? 'host';
        if (part !== progress.part) {
          progress.partsDone = Math.min(progress.partsDone + 1, Math.max(progress.parts - 1, 0));
          progress.part = part;
        }
        await hear();
        return units.read(tenant, (reads) => work(observedReads(reads, onCall)), extent);
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
      await change(run.id, 'RUNNING', (tx, current) =>
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

  return {
    runs: {
      request: async (tx, ctx, { keptHead, requestedBy }) => {
        for (const status of ['REQUESTED', 'RUNNING'] as const) {
          const query = { where: { status }, order: 'desc', limit: 1, counted: false } as const;
          const [open] = (await tx.list(AUDIT_RUNS, query)).rows;
          if (open !== undefined) return err('CONFLICT', `the audit run ${open.id} has not ended`);
        }
        const run: AuditRun = {
          status: birth(AUDIT_RUN, 'request').to,
          requestedBy,
          keptHead: keptHead ?? null,
          startedAt: null,
          endedAt: null,
          heardAt: ctx.hostNow,
          part: null,
          partsDone: 0,
          parts: 0,
          reads: 0,
          findings: [],
          findingCount: 0,
          checked: null,
          chain: null,
          reason: null,
          ...newRecord(ids.next('AuditRun'), { tenant: AUDITS_TENANT, now: ctx.hostNow }),
        };
        tx.add(AUDIT_RUNS, run);
        return ok(run);
      },
      list: (page) =>
        units.read(null, (reads) => readPage(reads, cursors, AUDIT_RUNS, { order: 'desc', counted: false }, page)),
      get: async (id) => {
        const run = await units.read(null, (reads) => reads.get(AUDIT_RUNS, id));
        return run === null ? err('REFERENCE_NOT_FOUND', 'no audit run has this id') : ok(run);
      },
    },

    async work() {
      let ended = 0;
      for (const { id, heardAt } of await withStatus('RUNNING')) {
        if (clock.now() - heardAt < LOST_MS) continue;
        if ((await interrupt(id, 'its host has not been heard of for two minutes')) !== null) ended += 1;
      }
      for (const { id } of await withStatus('REQUESTED')) {
        if (stopping) return ended;
        const now = clock.now();
        const started = await change(id, 'REQUESTED', (tx, run) =>
          moved(tx, run, 'start', { startedAt: now, heardAt: now }),
        );
        if (started === null) continue;
        await carryOut(started);
        ended += 1;
      }
      return ended;
    },

    stop() {
      stopping = true;
    },
  };
}

/** Reads that announce each of their calls. */
function observedReads(reads: Reads, onCall: () => void): Reads {
  const announced =
    <A extends readonly unknown[], R>(call: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      onCall();
      return call(...args);
    };
  return {
    get: announced(reads.get.bind(reads)) as Reads['get'],
    getMany: announced(reads.getMany.bind(reads)) as Reads['getMany'],
    find: announced(reads.find.bind(reads)) as Reads['find'],
    list: announced(reads.list.bind(reads)) as Reads['list'],
    sum: announced(reads.sum.bind(reads)) as Reads['sum'],
    follow: announced(reads.follow.bind(reads)) as Reads['follow'],
    positionOf: announced(reads.positionOf.bind(reads)),
    tenants: announced(reads.tenants.bind(reads)),
    overdue: announced(reads.overdue.bind(reads)) as Reads['overdue'],
    waiting: announced(reads.waiting.bind(reads)),
    horizon: announced(reads.horizon.bind(reads)),
    lastPosition: announced(reads.lastPosition.bind(reads)),
  };
}
