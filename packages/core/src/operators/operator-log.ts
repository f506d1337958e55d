import {
  type ActingFor,
  BASE_COLUMNS,
  type BaseRecord,
  type Context,
  type Id,
  type IdSource,
  newRecord,
  recordKind,
  toIso,
  type Tx,
} from '../kernel/index.js';
import type { Operator } from './operator.js';

/**
 * What an entry of the log says. `REQUESTED`: the action waits for a second operator. `STARTED` and `FAILED`: of actions
 * outside the database, which end later as `DONE` or `FAILED`. `READ`: personal data were read. `SIGNED_IN` and the others
 * are about the operator itself.
 */
export const LOG_OUTCOMES = [
  'DONE',
  'REQUESTED',
  'APPROVED',
  'DECLINED',
  'STARTED',
  'FAILED',
  'SIGNED_IN',
  'SIGN_IN_REFUSED',
  'SIGNED_OUT',
  'READ',
] as const;
export type LogOutcome = (typeof LOG_OUTCOMES)[number];

/**
 * From where the change came. `MASTER_KEY`: a command of the person who holds the master key, without an operator.
 * `API`: a request of a token, whose id is the name. `SERVICE`: the service itself.
 */
export const LOG_SOURCES = ['CONSOLE', 'COMMAND_LINE', 'MASTER_KEY', 'API', 'SERVICE'] as const;
export type LogSource = (typeof LOG_SOURCES)[number];

/** An entry of the append-only log of operators, which is sealed (docs/areas/seals.md). Its tenant is that of the subject. Times are host times. */
export interface OperatorLogEntry extends BaseRecord {
  readonly id: Id<'OperatorLog'>;
  /** Null for commands with the master key, for sign-ins under unknown names, and for tokens and the service. */
  readonly operatorId: Id<'Operator'> | null;
  readonly operatorName: string;
  readonly source: LogSource;
  readonly outcome: LogOutcome;
  /** The name of the action, such as `exceptions.resolve`. */
  readonly action: string;
  /** Id of the record concerned. */
  readonly subject: string;
  readonly input: object | null;
  /** What the action changed, as it was before and as it is after it. */
  readonly before: object | null;
  readonly after: object | null;
  /** The request that waited for a second operator; null for other actions. */
  readonly request: Id<'Request'> | null;
  /** Who requested the action that this operator approved or declined. */
  readonly requestedBy: string | null;
  /** Id of the HTTP request or of the command. */
  readonly requestId: string;
  /**
   * Random text that the digest of `input`, `before` and `after` begins with. Null: they were erased, or the entry is from
   * before salts.
   */
  readonly salt: string | null;
  /** The digest of `input`, `before` and `after`, which were erased; null if they were not. */
  readonly erasedDigest: string | null;
}

export const OPERATOR_LOG = recordKind<OperatorLogEntry>()({
  name: 'operator_log',
  scope: 'host',
  columns: {
    ...BASE_COLUMNS,
    operatorId: 'text?',
    operatorName: 'text',
    source: 'text',
    outcome: 'text',
    action: 'text',
    subject: 'text',
    input: 'json?',
    before: 'json?',
    after: 'json?',
    request: 'text?',
    requestedBy: 'text?',
    requestId: 'text',
    salt: 'text?',
    erasedDigest: 'text?',
  },
  numbered: true,
  states: [],
  unique: [],
  filters: ['subject', 'operatorId', 'outcome'],
  immutable: [
    'operatorId',
    'operatorName',
    'source',
    'outcome',
    'action',
    'subject',
    'request',
    'requestedBy',
    'requestId',
  ],
  erasable: ['input', 'before', 'after', 'salt', 'erasedDigest'],
});

/**
 * Who acts, and from where. `operator` is null for the person who holds the master key, whose `name` is the system
 * user, for a sign-in under a name that does not exist, for a token and for the service.
 */
export type LogActor =
  | { readonly operator: Operator; readonly source: 'CONSOLE' | 'COMMAND_LINE' }
  | { readonly operator: null; readonly name: string; readonly source: LogSource };

const SERVICE: LogActor = { operator: null, name: 'Corridor', source: 'SERVICE' };

/** Who acts in a context, for the entries of use cases that the API, operators and the service have in common. */
export function logActorOf({ actor }: Pick<Context, 'actor'>): LogActor {
  if (actor.kind === 'token') return { operator: null, name: actor.tokenId, source: 'API' };
  if (actor.kind === 'agent') return { operator: null, name: actor.agentId, source: 'API' };
  if (actor.by === undefined) return SERVICE;
  const { operatorId: id, name, source } = actor.by;
  return id === null || source === 'MASTER_KEY' ? { operator: null, name, source } : { operator: { id, name }, source };
}

/** The context of what the service does for an operator, or for the person who holds the master key. */
export const actingFor = (ctx: Context, actor: ActingActor): Context => ({
  ...ctx,
  actor: {
    kind: 'system',
    by: { operatorId: actor.operator?.id ?? null, name: nameOf(actor), source: actor.source },
  },
});

const nameOf = (actor: LogActor): string => (actor.operator === null ? actor.name : actor.operator.name);

/** An operator, or the person who holds the master key. */
export type ActingActor = LogActor & { readonly source: ActingFor['source'] };

export interface NewLogEntry extends Pick<OperatorLogEntry, 'outcome' | 'action' | 'subject'> {
  readonly input?: object | null;
  readonly before?: object | null;
  readonly after?: object | null;
  readonly request?: Id<'Request'> | null;
  readonly requestedBy?: string | null;
}

/** Writes an entry of the log in the unit of what it reports. */
export function writeLog(
  { tx, ctx, ids }: { readonly tx: Tx; readonly ctx: Context; readonly ids: IdSource },
  actor: LogActor,
  entry: NewLogEntry,
): Id<'OperatorLog'> {
  const id = ids.next('OperatorLog');
  tx.add(OPERATOR_LOG, {
    operatorId: actor.operator?.id ?? null,
    operatorName: nameOf(actor),
    source: actor.source,
    outcome: entry.outcome,
    action: entry.action,
    subject: entry.subject,
    input: entry.input ?? null,
    before: entry.before ?? null,
    after: entry.after ?? null,
    request: entry.request ?? null,
    requestedBy: entry.requestedBy ?? null,
    requestId: ctx.requestId,
    salt: ids.salt(),
    erasedDigest: null,
    ...newRecord(id, { tenant: ctx.tenant, now: ctx.hostNow }),
  });
  return id;
}

/** What is shown of an entry; `isErased` only if personal data were erased from it. */
export const logFields = ({
  createdAt,
  updatedAt: _never,
  version: _first,
  salt: _salt,
  erasedDigest,
  ...entry
}: OperatorLogEntry) => ({
  time: toIso(createdAt),
  ...entry,
  ...(erasedDigest !== null && { isErased: true }),
});

/** An entry as one line of JSON; amounts in smallest units as text. */
export const logLine = (entry: OperatorLogEntry): string =>
  JSON.stringify(logFields(entry), (_name, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
