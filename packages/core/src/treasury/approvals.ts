import {
  awaitSecondCall,
  bodyDigestOf,
  Bug,
  completePending,
  type Context,
  type CurrencyCode,
  type Digest,
  domainError,
  err,
  type Id,
  type IdSource,
  type Instant,
  isId,
  ok,
  PENDING_COMMANDS,
  type PendingCommand,
  plusSeconds,
  type Result,
  type Tx,
} from '../kernel/index.js';
import { isSamePerson, type Operator } from './operator.js';

/**
 * Amounts above which a second person must approve, by currency in smallest units; an absent currency needs no
 * approval.
 */
export type ApprovalAmounts = ReadonlyMap<CurrencyCode, bigint>;

/** The action to approve, in full. The approval covers exactly this action. */
export interface Action {
  readonly operation: 'resolveException' | 'bookTreasury';
  /** The subject of the action: an exception, or rail and reference of a booking. */
  readonly path: string;
  readonly moves: readonly { readonly currency: CurrencyCode; readonly amount: bigint }[];
  /**
   * The input of the operation, with null for absent fields: the digest shown to a person is computed from this form.
   */
  readonly input: object;
}

/** An action that waits for the approval of a second person. */
export interface Awaiting {
  readonly requestId: Id<'Request'>;
  readonly digest: string;
  readonly expiresAt: Instant;
}

export const APPROVAL_SECONDS = 86_400;

export const needsApproval = (amounts: ApprovalAmounts, { moves }: Action): boolean =>
  moves.some(({ currency, amount }) => {
    const limit = amounts.get(currency);
    return limit !== undefined && amount > limit;
  });

/** Stores an action for a day until another person approves it. */
export function awaitApproval(
  tx: Tx,
  ctx: Context,
  { ids, digest }: { readonly ids: IdSource; readonly digest: Digest },
  action: Action,
  by: Operator,
): Awaiting {
  const { id, bodyDigest, expiresAt } = awaitSecondCall(tx, ctx, digest, {
    id: ids.next('Request'),
    operation: action.operation,
    path: action.path,
    account: '',
    body: action,
    payload: by.systemUser,
    state: { action, by },
    expiresAt: plusSeconds(ctx.now, APPROVAL_SECONDS),
  });
  return { requestId: id, digest: bodyDigest, expiresAt };
}

export interface Approval {
  readonly requestId: string;
  /** The digest of the action, as it was shown to the requester. */
  readonly digest: string;
  readonly by: Operator;
}

export interface Approved {
  readonly action: Action;
  readonly askedBy: Operator;
}

const APPROVED_ALREADY = domainError(
  'CONFLICT',
  'another person approved the request at the same time; no further approval is needed',
);

/**
 * Takes a waiting action; of concurrent approvals only one succeeds. 404 REFERENCE_NOT_FOUND if the request is unknown,
 * done or expired, 409 CONFLICT if the digest differs, 403 FORBIDDEN for the person who requested the action.
 */
export async function takeApproved(
  tx: Tx,
  ctx: Context,
  digest: Digest,
  { requestId, digest: named, by }: Approval,
): Promise<Result<Approved>> {
  const pending = isId('Request', requestId) ? await tx.get(PENDING_COMMANDS, requestId) : null;
  if (pending === null || pending.expiresAt <= ctx.now || !isOurs(pending)) {
    return err(
      'REFERENCE_NOT_FOUND',
      `the request ${requestId} is unknown, done or expired; if the action was not carried out, request it again`,
    );
  }
  const { action, by: askedBy } = pending.state as unknown as { readonly action: Action; readonly by: Operator };
  if (bodyDigestOf(digest, action) !== pending.bodyDigest)
    throw new Bug(`the stored action of ${requestId} does not match its digest`);
  if (named !== pending.bodyDigest)
    return err(
      'CONFLICT',
      `the digest does not match the request ${requestId}; print the request without --digest and review it before you approve it`,
    );
  if (isSamePerson(askedBy, by)) {
    return err('FORBIDDEN', 'the approver must be another person and another system user than the requester');
  }
  completePending(tx, pending, APPROVED_ALREADY);
  return ok({ action, askedBy });
}

const OPERATIONS: readonly string[] = ['resolveException', 'bookTreasury'] satisfies Action['operation'][];
const isOurs = ({ operation }: PendingCommand): boolean => OPERATIONS.includes(operation);
