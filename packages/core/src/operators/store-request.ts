import { awaitSecondCall, type Context, type Digest, type IdSource, plusSeconds, type Tx } from '../kernel/index.js';
import { schedule } from '../events/index.js';
import type { AnyAction } from './action.js';
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
import type { Planned } from './plan.js';

/** Stores an action that waits for a second operator, and writes the request to the log. */
export function storeRequest(
  tx: Tx,
  ctx: Context,
  {
    ids,
    digest,
    tellsApprovers,
  }: { readonly ids: IdSource; readonly digest: Digest; readonly tellsApprovers: boolean },
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
  if (tellsApprovers)
    schedule({ tx, ctx, ids }, { kind: 'approval.tell', subject: id, dueAt: ctx.hostNow, dedupe: `approval ${id}` });
  const entry = { outcome: 'REQUESTED', action: name, subject: planned.subject, input: logged(of, input) } as const;
  writeLog({ tx, ctx, ids }, actor, { ...entry, before: logged(of, planned.before), request: id });
  return { ...action, requestId: id, digest: bodyDigest, requestedBy: by, requestedAt: createdAt, expiresAt };
}
