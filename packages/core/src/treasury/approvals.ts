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

/** A second person approves what moves more than this, in smallest units by currency; other currencies need nobody. */
export type ApprovalAmounts = ReadonlyMap<CurrencyCode, bigint>;

/** What is to be done, exactly: an approval is for this and nothing else. */
export interface Action {
  readonly operation: 'resolveException' | 'bookTreasury';
  /** What the action is about: an exception, or the reference of a booking. */
  readonly path: string;
  readonly moves: readonly { readonly currency: CurrencyCode; readonly amount: bigint }[];
  /** The operation's own input, null for what was not given: the digest that a person was shown is of this form. */
  readonly input: object;
}

/** An action that a second person has to approve. */
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

/** Keeps an action for a day until somebody else approves it. */
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
  /** Of the action, as it was shown when it was asked for. */
  readonly digest: string;
  readonly by: Operator;
}

export interface Approved {
  readonly action: Action;
  readonly askedBy: Operator;
}

const APPROVED_ALREADY = domainError('CONFLICT', 'the action was approved at the same moment');

/**
 * Takes an action that waits: of any number of approvals one gets it. 404 REFERENCE_NOT_FOUND for one that is unknown,
 * done or expired, 409 CONFLICT for another digest, 403 FORBIDDEN for whoever asked for it.
 */
export async function takeApproved(
  tx: Tx,
  ctx: Context,
  digest: Digest,
  { requestId, digest: named, by }: Approval,
): Promise<Result<Approved>> {
  const pending = isId('Request', requestId) ? await tx.get(PENDING_COMMANDS, requestId) : null;
  if (pending === null || pending.expiresAt <= ctx.now || !isOurs(pending)) {
    return err('REFERENCE_NOT_FOUND', `${requestId} is unknown, done or expired`);
  }
  const { action, by: askedBy } = pending.state as unknown as { readonly action: Action; readonly by: Operator };
  if (bodyDigestOf(digest, action) !== pending.bodyDigest) throw new Bug(`${requestId} is not what was asked for`);
  if (named !== pending.bodyDigest)
    return err('CONFLICT', `${requestId} waits for the approval of ${pending.bodyDigest}`);
  if (isSamePerson(askedBy, by)) {
    return err('FORBIDDEN', 'an approval comes from another person and another system user than the request');
  }
  completePending(tx, pending, APPROVED_ALREADY);
  return ok({ action, askedBy });
}

const OPERATIONS: readonly string[] = ['resolveException', 'bookTreasury'] satisfies Action['operation'][];
const isOurs = ({ operation }: PendingCommand): boolean => OPERATIONS.includes(operation);
