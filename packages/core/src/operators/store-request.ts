import { awaitSecondCall, type Context, type Digest, type IdSource, plusSeconds, type Tx } from '../kernel/index.js';
import type { AnyAction, Planned } from './action.js';
import { logged } from './action-input.js';
import {
  APPROVAL_SECONDS,
  type Awaiting,
  OPERATOR_ACTION,
  type StoredRequest,
  type WaitingAction,
} from './approvals.js';
import type { Operator } from './operator.js';
import { type LogActor, writeLog } from './operator-log.js';

/** Stores an action that waits for a second operator, and writes the request to the log. */
export function storeRequest(
  tx: Tx,
  ctx: Context,
  { ids, digest }: { readonly ids: IdSource; readonly digest: Digest },
  { name, action: of, input }: { readonly name: string; readonly action: AnyAction; readonly input: object },
  planned: Planned,
  actor: LogActor & { readonly operator: Operator },
): Awaiting {
  const action: WaitingAction = {
    tenant: ctx.tenant,
    action: name,
    subject: planned.subject,
    input,
    moves: planned.moves,
    ...(planned.books !== undefined && { books: planned.books }),
  };
  const by = actor.operator;
  const { id, bodyDigest, createdAt, expiresAt } = awaitSecondCall(tx, { ...ctx, now: ctx.hostNow }, digest, {
    id: ids.next('Request'),
    operation: OPERATOR_ACTION,
    path: planned.subject,
    account: '',
    body: action,
    payload: by.id,
    state: { action, by, before: planned.before } satisfies StoredRequest,
    expiresAt: plusSeconds(ctx.hostNow, APPROVAL_SECONDS),
  });
  const entry = { outcome: 'REQUESTED', action: name, subject: planned.subject, input: logged(of, input) } as const;
  writeLog({ tx, ctx, ids }, actor, { ...entry, before: logged(of, planned.before), request: id });
  return { ...action, requestId: id, digest: bodyDigest, requestedBy: by, requestedAt: createdAt, expiresAt };
}
