import { bodyDigestOf, completePending, type Context, type Digest, err, ok, type Result } from '../kernel/index.js';
import type { AnyAction, OperatorAction, Steps } from './action.js';
import { logged } from './action-input.js';
import type { ActionPorts, Actions } from './actions.js';
import { type Approval, APPROVED_ALREADY, isRequestLogged, waitingWith } from './approvals.js';
import { actorIn, allowedTo, type Caller, callerIn } from './callers.js';
import { hasRole, mayBeOnePerson, type OperatorRole, OPERATORS } from './operator.js';
import { writeLog } from './operator-log.js';
import type { Planned } from './plan.js';
import type { ActionRuns } from './run-action.js';
import { steadyReads } from './steady-reads.js';

/** What a second operator does with a request that waits. `find` returns the action of a name. */
export function requestDecisions(
  { units, ids, digest, contextOf }: ActionPorts,
  { begin, carryOut }: Pick<ActionRuns, 'begin' | 'carryOut'>,
  find: (name: string) => AnyAction | null,
): Pick<Actions<never>, 'approve' | 'decline'> {
  /** The steps of a request; null if it does not wait any more. */
  async function beginApproval(
    ctx: Context,
    caller: Caller,
    approval: Approval,
  ): Promise<Result<Steps<unknown> | null>> {
    const waiting = await units.read(ctx.tenant, (reads) => waitingWith(reads, ctx, digest, approval));
    const action = waiting.ok ? find(waiting.value.awaiting.action) : null;
    if (!waiting.ok || action?.kind !== 'unit') return ok(null);
    const { input } = waiting.value.awaiting;
    return begin(action, ctx, { input, isStored: true }, caller, approverOf(action));
  }

  return {
    approve: async (caller, tenant, approval) => {
      const ctx = await contextOf(tenant, caller.requestId);
      const begun = await beginApproval(ctx, caller, approval);
      if (!begun.ok) return begun;
      return units.run(ctx.tenant, async (given) => {
        const tx = steadyReads(given);
        // First, so that a request of another platform answers as an unknown one, whatever else is wrong.
        const reached = await actorIn(tx, tenant, caller, 'VIEWER');
        if (!reached.ok) return reached;
        const found = await waitingWith(tx, ctx, digest, approval);
        if (!found.ok) return found;
        const { pending, awaiting } = found.value;
        const action = find(awaiting.action);
        if (action === null || action.kind !== 'unit')
          return err('CONFLICT', `the action ${awaiting.action} does not exist any more; request another action`);
        const actor = await callerIn(tx, tenant, caller, approverOf(action));
        if (!actor.ok) return actor;
        if (actor.value.operator.id === awaiting.requestedBy.id)
          return err(
            'FORBIDDEN',
            'the operator who requested the action cannot approve it; another operator must approve it',
          );
        const parts = { input: logged(action, awaiting.input), before: logged(action, awaiting.before) };
        if (!(await isRequestLogged(tx, digest, awaiting, parts)))
          return err(
            'CONFLICT',
            'the operator log does not have the request as it is stored, or has its end; decline the request, run `corridor audit`, and request the action again',
          );
        // A requester who has lost the access or the role meanwhile no longer requests it.
        const requester = allowedTo(await tx.get(OPERATORS, awaiting.requestedBy.id), tenant, action.role);
        if (!requester.ok)
          return err(
            'CONFLICT',
            'the operator who requested the action no longer has the role for it; request it again',
          );
        const approver = await tx.get(OPERATORS, actor.value.operator.id);
        if (approver === null || mayBeOnePerson(requester.value, approver)) return err('FORBIDDEN', OTHER_WAY);
        tx.pin(OPERATORS, requester.value);
        const steps = begun.value;
        if (steps === null) return err('CONFLICT', 'the request was stored meanwhile; approve it again');
        const planned = await steps.plan(tx, ctx, awaiting);
        if (!planned.ok) return planned;
        const { subject } = planned.value;
        if (effectDigest(digest, asShown(planned.value, awaiting)) !== effectDigest(digest, awaiting))
          return err(
            'CONFLICT',
            'the record has changed since the request, or the action would now book something else; request it again',
          );
        completePending(tx, pending, APPROVED_ALREADY);
        const signed = { requestedBy: awaiting.requestedBy, approvedBy: actor.value.operator };
        const by = { signed, actor: actor.value, request: pending.id };
        const named = { name: awaiting.action, action, input: awaiting.input };
        const done = await carryOut(tx, ctx, { ...named, steps, planned: planned.value }, by);
        return done.ok ? ok({ output: done.value, subject }) : done;
      });
    },

    decline: async (caller, tenant, approval) => {
      const ctx = await contextOf(tenant, caller.requestId);
      return units.run(ctx.tenant, async (tx) => {
        const reached = await actorIn(tx, tenant, caller, 'VIEWER');
        if (!reached.ok) return reached;
        const found = await waitingWith(tx, ctx, digest, approval);
        if (!found.ok) return found;
        const { pending, awaiting } = found.value;
        const isOwn = caller.operatorId === awaiting.requestedBy.id;
        const actor = await callerIn(tx, tenant, caller, isOwn ? 'OPERATOR' : 'APPROVER');
        if (!actor.ok) return actor;
        completePending(tx, pending, APPROVED_ALREADY);
        const { action, subject, requestedBy } = awaiting;
        const input = logged(find(action), awaiting.input);
        const entry = { outcome: 'DECLINED', action, subject, input } as const;
        writeLog({ tx, ctx, ids }, actor.value, { ...entry, request: pending.id, requestedBy: requestedBy.id });
        return ok(awaiting);
      });
    },
  };
}

const OTHER_WAY =
  'the operator of the request signs in locally and this one by the identity provider, or the other way round; they may be one person, so an operator who signs in the same way must approve it';

const approverOf = ({ role }: OperatorAction): OperatorRole => (hasRole(role, 'APPROVER') ? role : 'APPROVER');

/** Covers what the second operator saw. */
const effectDigest = (
  digest: Digest,
  { subject, before, moves, books }: Pick<Planned, 'subject' | 'before' | 'moves' | 'books'>,
): string => bodyDigestOf(digest, { subject, before, moves, ...(books !== undefined && { books }) });

/** The plan with those fields of its record that the request has shown: a later release may show more of them. */
const asShown = (planned: Planned, { before: shown }: Pick<Planned, 'before'>): Planned =>
  planned.before === null || shown === null
    ? planned
    : {
        ...planned,
        before: Object.fromEntries(Object.entries(planned.before).filter(([name]) => Object.hasOwn(shown, name))),
      };
