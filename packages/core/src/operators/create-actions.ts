import {
  bodyDigestOf,
  completePending,
  type Context,
  type Digest,
  err,
  idFrom,
  ok,
  type Result,
  type TenantKey,
  type Tx,
} from '../kernel/index.js';
import type { AnyAction, OperatorAction, OutputOf, Registry, Steps } from './action.js';
import type { Planned } from './plan.js';
import type { ActionOutcome, ActionPorts, Actions, Preview } from './actions.js';
import {
  type Approval,
  APPROVED_ALREADY,
  findWaiting,
  isRequestLogged,
  listWaiting,
  waitingWith,
} from './approvals.js';
import { actorIn, allowedTo, type Caller, callerIn } from './callers.js';
import { hasRole, type OperatorRole, OPERATORS } from './operator.js';
import { writeLog } from './operator-log.js';
import { findPastRequest, waitingAbout } from './request-history.js';
import { actionRuns, logged } from './run-action.js';
import { claimOf, runOutside } from './run-outside.js';
import { wordingOf } from './wording.js';

export function createActions<R extends Registry>(ports: ActionPorts, registry: R): Actions<R> {
  const { units, commands, clock, ids, digest, contextOf, names } = ports;
  const { begin, carryOut, planOf, runUnit, previewOf } = actionRuns(ports);

  const ctxOf = (tenant: TenantKey, { requestId }: Pick<Caller, 'requestId'>): Promise<Context> =>
    contextOf(tenant, requestId);

  /** The action with this name, with the type of its output. */
  const find = <N extends string>(name: N): AnyAction<OutputOf<R[N]>> | null =>
    Object.hasOwn(registry, name) ? (registry[name] as AnyAction<OutputOf<R[N]>>) : null;

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

  const inUnit = <T>(ctx: Context, work: (tx: Tx) => Promise<Result<T>>): Promise<Result<T>> =>
    units.run(ctx.tenant, work);

  return {
    registry,

    async request(caller, { tenant, action: name, input, confirmed }, once) {
      const action = find(name);
      if (action === null) return err('REFERENCE_NOT_FOUND', `the action ${name} does not exist`);
      const ctx = await ctxOf(tenant, caller);
      if (action.kind === 'outside') return runOutside(ports, { name, action, input }, ctx, caller, once);
      const render = (value: ActionOutcome<OutputOf<R[typeof name]>>) => ({
        status: 200,
        body: value.kind === 'awaiting' ? value.awaiting.requestId : '',
        remember: true,
      });
      const begun = await begin(action, ctx, { input, isStored: false }, caller);
      const work = runUnit({ name, action, input, begun }, caller, confirmed);
      const answer = await commands.run(ctx, work, null, render, claimOf(digest, name, input, caller, once));
      if (!answer.ok) return answer;
      const { replayed, body, output } = answer.value;
      if (!replayed) return ok(output);
      return ok({ kind: 'repeated', waits: body === '' ? null : idFrom('Request', body) });
    },

    async preview(caller, { tenant, action: name, input }) {
      const action = find(name);
      if (action === null) return err('REFERENCE_NOT_FOUND', `the action ${name} does not exist`);
      const ctx = await ctxOf(tenant, caller);
      let preview: Preview | null = null;
      const plan = await planOf(action, ctx, input, caller);
      // A plan locks records by writing them, so its unit is rolled back.
      const ended = await inUnit<never>(ctx, async (tx) => {
        preview = null;
        const actor = await actorIn(tx, caller, action.role);
        if (!actor.ok) return actor;
        const planned = plan.ok ? await plan.value(tx) : plan;
        if (!planned.ok) return planned;
        const wording = await wordingOf(action, {
          ...planned.value,
          tenant,
          input,
          reads: tx,
          name: names(tx, tenant),
        });
        const others = await waitingAbout(tx, tenant, planned.value.subject, ctx.hostNow);
        preview = { ...previewOf(name, action, ctx, input, planned.value), wording, others };
        return ROLLED_BACK;
      });
      return preview === null ? ended : ok(preview);
    },

    approve: async (caller, tenant, approval) => {
      const ctx = await ctxOf(tenant, caller);
      const begun = await beginApproval(ctx, caller, approval);
      if (!begun.ok) return begun;
      return inUnit(ctx, async (tx) => {
        const found = await waitingWith(tx, ctx, digest, approval);
        if (!found.ok) return found;
        const { pending, awaiting } = found.value;
        const action = find(awaiting.action);
        if (action === null || action.kind !== 'unit')
          return err('CONFLICT', `the action ${awaiting.action} does not exist any more; request another action`);
        const actor = await callerIn(tx, caller, approverOf(action));
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
        const requester = allowedTo(await tx.get(OPERATORS, awaiting.requestedBy.id), action.role);
        if (!requester.ok)
          return err(
            'CONFLICT',
            'the operator who requested the action no longer has the role for it; request it again',
          );
        tx.pin(OPERATORS, requester.value);
        const steps = begun.value;
        if (steps === null) return err('CONFLICT', 'the request was stored meanwhile; approve it again');
        const planned = await steps.plan(tx, ctx);
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
      const ctx = await ctxOf(tenant, caller);
      return inUnit(ctx, async (tx) => {
        const found = await waitingWith(tx, ctx, digest, approval);
        if (!found.ok) return found;
        const { pending, awaiting } = found.value;
        const isOwn = caller.operatorId === awaiting.requestedBy.id;
        const actor = await callerIn(tx, caller, isOwn ? 'OPERATOR' : 'APPROVER');
        if (!actor.ok) return actor;
        completePending(tx, pending, APPROVED_ALREADY);
        const { action, subject, requestedBy } = awaiting;
        const input = logged(find(action), awaiting.input);
        const entry = { outcome: 'DECLINED', action, subject, input } as const;
        writeLog({ tx, ctx, ids }, actor.value, { ...entry, request: pending.id, requestedBy: requestedBy.id });
        return ok(awaiting);
      });
    },

    async wordingOf({ tenant, action: name, input, moves = [], ...past }) {
      const action = find(name);
      if (action === null || input === null) return null;
      return units.read(tenant, (reads) =>
        wordingOf(action, { ...past, tenant, input, moves, reads, name: names(reads, tenant) }),
      );
    },

    waiting: () => listWaiting(units, clock.now()),

    waitingAbout: (tenant, subject) => units.read(null, (reads) => waitingAbout(reads, tenant, subject, clock.now())),

    findPast: (id) => findPastRequest(units, id),

    findWaiting: (id) => findWaiting(units, clock.now(), id),
  };
}

const approverOf = ({ role }: OperatorAction): OperatorRole => (hasRole(role, 'APPROVER') ? role : 'APPROVER');

/** Ends the unit of a preview. No caller receives it. */
const ROLLED_BACK = err('CONFLICT', 'the action was only previewed');

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
