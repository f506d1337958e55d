import {
  BASE_COLUMNS,
  type BaseRecord,
  houseTenant,
  type Id,
  type Instant,
  machine,
  recordKind,
  type StateOf,
} from '../kernel/index.js';

/** A run of the audit in the background of a host (docs/areas/audit.md#in-the-console). */
export const AUDIT_RUN = machine('Audit run', 'status', ['DONE', 'INTERRUPTED'], [
  { from: null, on: 'request', to: 'REQUESTED', emits: null, why: 'an operator asks for it' },
  { from: 'REQUESTED', on: 'start', to: 'RUNNING', emits: null, why: 'a host begins it' },
  { from: 'RUNNING', on: 'finish', to: 'DONE', emits: null, why: 'everything was compared' },
  {
    from: 'RUNNING',
    on: 'interrupt',
    to: 'INTERRUPTED',
    emits: null,
    why: 'the host stopped, failed, or has not been heard of for two minutes',
  },
] as const);
export type AuditRunStatus = StateOf<typeof AUDIT_RUN>;

/** Times are host times. */
export interface AuditRun extends BaseRecord {
  readonly id: Id<'AuditRun'>;
  readonly status: AuditRunStatus;
  /** The operator who asked for it. */
  readonly requestedBy: string;
  /** A head of the seal chain that was kept outside the database and must still be part of the chain. */
  readonly keptHead: string | null;
  readonly startedAt: Instant | null;
  readonly endedAt: Instant | null;
  /** When the host last wrote how far it is. */
  readonly heardAt: Instant;
  /** The tenant that is being audited; `host` for the records of all tenants. */
  readonly part: string | null;
  readonly partsDone: number;
  readonly parts: number;
  /** How many reads of the database it has made, so that one sees it advance within a large tenant. */
  readonly reads: number;
  /** The first findings; `findingCount` counts all. */
  readonly findings: readonly string[];
  readonly findingCount: number;
  /** How many records of each kind were compared; null until it is done. */
  readonly checked: Readonly<Record<'entries' | 'transactions' | 'quotes' | 'events' | 'exceptions', number>> | null;
  /** The seal chain, as the audit report has it; null until it is done. */
  readonly chain: {
    readonly seals: number;
    readonly rows: number;
    readonly head: string | null;
    readonly sealedAt: Instant | null;
    readonly signaturesChecked: boolean;
  } | null;
  /** Why it was interrupted. */
  readonly reason: string | null;
}

/** How many findings a run keeps. */
export const FINDINGS_KEPT = 200;

export const AUDIT_RUNS = recordKind<AuditRun>()({
  name: 'audit_runs',
  scope: 'host',
  columns: {
    ...BASE_COLUMNS,
    status: 'text',
    requestedBy: 'text',
    keptHead: 'text?',
    startedAt: 'instant?',
    endedAt: 'instant?',
    heardAt: 'instant',
    part: 'text?',
    partsDone: 'int',
    parts: 'int',
    reads: 'int',
    findings: 'json',
    findingCount: 'int',
    checked: 'json?',
    chain: 'json?',
    reason: 'text?',
  },
  states: ['status'],
  unique: [],
  filters: ['status'],
  immutable: ['requestedBy', 'keptHead'],
});

/** Runs cover all tenants, so they belong to the host. */
export const AUDITS_TENANT = houseTenant('PRODUCTION');
