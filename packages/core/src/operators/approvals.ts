import {
  bodyDigestOf,
  Bug,
  type Context,
  type Digest,
  domainError,
  err,
  type Id,
  type Instant,
  instant,
  isId,
  ok,
  PENDING_COMMANDS,
  type PendingCommand,
  plusSeconds,
  type Reads,
  type Result,
  type TenantKey,
  type UnitOfWork,
} from '../kernel/index.js';
import type { BookedLine, Planned } from './plan.js';
import type { Operator } from './operator.js';
import { type LogOutcome, OPERATOR_LOG, type OperatorLogEntry } from './operator-log.js';

/** The operation of the pending commands that wait for a second operator. */
export const OPERATOR_ACTION = 'operatorAction';

/** A request waits for a day of the host's time: a test clock does not end it. */
export const APPROVAL_SECONDS = 86_400;

/** The action that waits, in full. The digest that approves it covers exactly this. */
export interface WaitingAction {
  readonly tenant: TenantKey;
  readonly action: string;
  readonly subject: string;
  readonly input: object;
  readonly moves: Planned['moves'];
  readonly books?: readonly BookedLine[];
}

/** An action that waits for the approval of a second operator. */
export interface Awaiting extends WaitingAction {
  readonly requestId: Id<'Request'>;
  readonly digest: string;
  readonly requestedBy: Operator;
  readonly requestedAt: Instant;
  readonly expiresAt: Instant;
}

/** An action that waits, with the parts of the subject that it changes as they were when it was requested. */
export interface WaitingRequest extends Awaiting {
  readonly before: object | null;
}

export interface Approval {
  readonly requestId: string;
  /** The digest of the action, as it was shown to the operator. */
  readonly digest: string;
}

export const APPROVED_ALREADY = domainError(
  'CONFLICT',
  'another operator approved or declined the request at the same time; nothing more is needed',
);

/** What the pending command of a request keeps. */
export interface StoredRequest {
  readonly action: WaitingAction;
  readonly by: Operator;
  /** As in `Planned`, when the action was requested. */
  readonly before: object | null;
}

const storedIn = (pending: PendingCommand): StoredRequest => pending.state as unknown as StoredRequest;

/** The log has the time of the request, so that a later stored end does not count. */
export const endOf = ({ createdAt, expiresAt }: PendingCommand): Instant =>
  instant(Math.min(expiresAt, plusSeconds(createdAt, APPROVAL_SECONDS)));

export function waitingOf(pending: PendingCommand): WaitingRequest {
  const { action, by, before } = storedIn(pending);
  const { id, bodyDigest, createdAt } = pending;
  return {
    ...action,
    requestId: id,
    digest: bodyDigest,
    requestedBy: by,
    requestedAt: createdAt,
    expiresAt: endOf(pending),
    before,
  };
}

/** The pending command with this id, also if it has expired; null if it is unknown, ended, or of another kind. */
async function pendingWith(reads: Reads, id: string): Promise<PendingCommand | null> {
  const pending = isId('Request', id) ? await reads.get(PENDING_COMMANDS, id) : null;
  return pending?.operation === OPERATOR_ACTION ? pending : null;
}

/** The request of any tenant with this id; null if it is unknown, ended or expired. */
export async function findWaiting(units: UnitOfWork, hostNow: Instant, id: string): Promise<WaitingRequest | null> {
  const pending = await units.read(null, (reads) => pendingWith(reads, id));
  return pending !== null && endOf(pending) > hostNow ? waitingOf(pending) : null;
}

/**
 * The request to approve or to decline. 404 REFERENCE_NOT_FOUND if it is unknown, ended or expired; 409 CONFLICT if the
 * digest differs.
 */
export async function waitingWith(
  reads: Reads,
  ctx: Pick<Context, 'hostNow'>,
  digest: Digest,
  { requestId, digest: named }: Approval,
): Promise<Result<{ readonly pending: PendingCommand; readonly awaiting: WaitingRequest }>> {
  const pending = await pendingWith(reads, requestId);
  if (pending === null || endOf(pending) <= ctx.hostNow) {
    return err(
      'REFERENCE_NOT_FOUND',
      `the request ${requestId} is unknown, done or expired; if the action was not carried out, request it again`,
    );
  }
  if (bodyDigestOf(digest, storedIn(pending).action) !== pending.bodyDigest)
    throw new Bug(`the stored action of ${requestId} does not match its digest`);
  if (named !== pending.bodyDigest)
    return err('CONFLICT', `the digest does not match the request ${requestId}; review the request, then approve it`);
  return ok({ pending, awaiting: waitingOf(pending) });
}

const LISTED = 200;

/** The parts of a request that the operator log has, in the form of its entries. */
type LoggedParts = Pick<OperatorLogEntry, 'input' | 'before'>;

/**
 * Whether the operator log has exactly this request, and no end of it. The log is sealed and the request is not: who can
 * write to the database could name another requester, change what was requested, or bring an ended request back.
 */
export async function isRequestLogged(
  reads: Reads,
  digest: Digest,
  { requestId, tenant, action, subject, requestedBy, requestedAt }: Awaiting,
  parts: LoggedParts,
): Promise<boolean> {
  // The newest ones, whatever their time: another host, whose clock is behind, may have ended the request.
  const entriesOf = async (outcome: LogOutcome, at?: Instant): Promise<readonly OperatorLogEntry[]> => {
    const { rows } = await reads.list(OPERATOR_LOG, {
      where: { subject, outcome },
      ...(at !== undefined && { between: [{ column: 'createdAt', from: at, to: at }] }),
      order: 'desc',
      limit: LISTED,
      counted: false,
    });
    return rows.filter(({ request }) => request === requestId);
  };
  const [entry, ...others] = await entriesOf('REQUESTED', requestedAt);
  if (entry === undefined || others.length > 0) return false;
  const isRequester = entry.operatorId === requestedBy.id && entry.operatorName === requestedBy.name;
  const textOf = ({ input, before }: LoggedParts): string => bodyDigestOf(digest, { input, before });
  const isSame = entry.tenant === tenant && entry.action === action && textOf(entry) === textOf(parts);
  if (!isRequester || !isSame) return false;
  const ends = [...(await entriesOf('APPROVED')), ...(await entriesOf('DECLINED'))];
  return ends.length === 0;
}

/**
 * The newest requests that wait for a second operator, newest first. They are found by the log, which has one entry for
 * each request.
 */
export async function listWaiting(units: UnitOfWork, hostNow: Instant): Promise<readonly WaitingRequest[]> {
  const since = instant(hostNow - APPROVAL_SECONDS * 1000);
  const pending = await units.read(null, async (reads) => {
    const query = {
      where: { outcome: 'REQUESTED' },
      between: [{ column: 'createdAt', from: since }],
      order: 'desc',
      limit: LISTED,
      counted: false,
    } as const;
    const { rows } = await reads.list(OPERATOR_LOG, query);
    const ids = rows.flatMap(({ request }) => request ?? []);
    return reads.getMany(PENDING_COMMANDS, ids);
  });
  return pending
    .filter((each) => endOf(each) > hostNow)
    .map(waitingOf)
    .sort((a, b) => b.requestedAt - a.requestedAt);
}
