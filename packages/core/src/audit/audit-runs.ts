import {
  birth,
  type Cursors,
  err,
  type IdSource,
  newRecord,
  ok,
  type Page,
  type PageRequest,
  readPage,
  type Result,
  type UnitOfWork,
  type UseCase,
} from '../kernel/index.js';
import { AUDIT_RUN, AUDIT_RUNS, type AuditRun, AUDITS_TENANT } from '../ledger/index.js';

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

interface AuditRunsPorts {
  readonly units: UnitOfWork;
  readonly ids: IdSource;
  readonly cursors: Cursors;
}

export function auditRuns({ units, ids, cursors }: AuditRunsPorts): AuditRuns {
  return {
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
  };
}
