import { bodyDigestOf, type Context, err, type Id, ok, type Result, type Tx, type UseCase } from '../kernel/index.js';
import type { AnyAction, OperatorAction, Signatories, Steps } from './action.js';
import { inputOf, logged } from './action-input.js';
import type { ActionOutcome, ActionPorts, Preview } from './actions.js';
import { allowedTo, allowedToHolder, type Caller, callerIn, holderAs, type MasterKeyHolder } from './callers.js';
import { needsSecond } from './effects.js';
import { type OperatorRole, OPERATORS } from './operator.js';
import { actingFor, type ActingActor, writeLog } from './operator-log.js';
import type { Planned } from './plan.js';
import { waitingAbout } from './request-history.js';
import { steadyReads } from './steady-reads.js';
import { storeRequest } from './store-request.js';

/** An action with its steps, and its input as it was given. */
interface Begun<O> {
  readonly name: string;
  readonly action: OperatorAction<never, O>;
  readonly input: object;
  readonly steps: Steps<O>;
}

export type ActionRuns = ReturnType<typeof actionRuns>;

/** Runs actions that share one unit with their entry in the log, or with the request that waits. */
export function actionRuns({
  units,
  ids,
  digest,
  approvalAmounts,
  tellsApprovers,
}: Omit<ActionPorts, 'contextOf' | 'commands' | 'clock' | 'names'>) {
  async function mayAsk(
    action: OperatorAction,
    { tenant }: Context,
    caller: Caller | MasterKeyHolder,
    required: OperatorRole,
  ): Promise<Result<unknown>> {
    if (caller.source === 'MASTER_KEY') return allowedToHolder(action.title, action);
    const account = await units.read(null, (reads) => reads.get(OPERATORS, caller.operatorId));
    return allowedTo(account, tenant, required);
  }

  /** Begins an action for an operator who has its role. A stored input was checked when the action was requested. */
  async function begin<O>(
    action: OperatorAction<never, O>,
    ctx: Context,
    given: { readonly input: object; readonly isStored: boolean },
    caller: Caller | MasterKeyHolder,
    required: OperatorRole = action.role,
  ): Promise<Result<Steps<O>>> {
    if (action.asks === true) {
      const allowed = await mayAsk(action, ctx, caller, required);
      if (!allowed.ok) return allowed;
    }
    const input = inputOf(action, given);
    return input.ok ? action.begin(ctx, input.value) : input;
  }

  async function carryOut<O>(
    tx: Tx,
    ctx: Context,
    { name, action, input, steps, planned }: Begun<O> & { readonly planned: Planned },
    {
      signed,
      actor,
      request,
    }: { readonly signed: Signatories; readonly actor: ActingActor; readonly request: Id<'Request'> | null },
  ): Promise<Result<O>> {
    const done = await steps.perform({ tx, ctx: actingFor(ctx, actor), ids }, signed, planned);
    if (!done.ok) return done;
    writeLog({ tx, ctx, ids }, actor, {
      outcome: request === null ? 'DONE' : 'APPROVED',
      action: name,
      subject: planned.subject,
      input: logged(action, input),
      before: logged(action, planned.before),
      after: logged(action, done.value.after),
      request,
      requestedBy: request === null ? null : signed.requestedBy.id,
    });
    return ok(done.value.output);
  }

  /** What the action would do with an input, for a unit that is rolled back. */
  async function planOf(
    action: AnyAction,
    ctx: Context,
    input: object,
    caller: Caller,
  ): Promise<Result<(tx: Tx) => Promise<Result<Planned>>>> {
    const given = { input, isStored: false };
    if (action.kind === 'unit') {
      const begun = await begin(action, ctx, given, caller);
      return begun.ok ? ok((tx: Tx) => begun.value.plan(tx, ctx)) : begun;
    }
    const checked = inputOf(action, given);
    if (!checked.ok) return checked;
    return ok(async () => ok({ subject: action.subject(checked.value, ctx), before: null, moves: [] }));
  }

  /** In one unit: the action with its entry in the log, or the request that waits for a second operator. */
  function runUnit<O>(
    { begun, ...named }: Omit<Begun<O>, 'steps'> & { readonly begun: Result<Steps<O>> },
    caller: Caller | MasterKeyHolder,
    confirmed: string | undefined,
  ): UseCase<null, ActionOutcome<O>> {
    const { name, action, input } = named;
    return async (given, ctx) => {
      const tx = steadyReads(given);
      if (caller.source === 'MASTER_KEY') {
        const allowed = allowedToHolder(name, action);
        if (!allowed.ok) return allowed;
        return begun.ok ? runAsHolder(tx, ctx, { ...named, steps: begun.value }, caller) : begun;
      }
      const actor = await callerIn(tx, ctx.tenant, caller, action.role);
      if (!actor.ok) return actor;
      // Refused in the unit, so that a form that is sent again gets its first answer.
      if (!begun.ok) return begun;
      const steps = begun.value;
      const planned = await steps.plan(tx, ctx);
      if (!planned.ok) return planned;
      // Decided in the unit: between a confirmation and its effect nothing can change.
      if (confirmed !== undefined && previewOf(name, action, ctx, input, planned.value).digest !== confirmed)
        return err('CONFLICT', 'the action would now do something else than was confirmed; review it, then confirm it');
      if (needsApproval(action, ctx, planned.value)) {
        const others = await waitingAbout(tx, ctx.tenant, planned.value.subject, ctx.hostNow);
        const awaiting = storeRequest(tx, ctx, { ids, digest, tellsApprovers }, named, planned.value, actor.value);
        return ok({ kind: 'awaiting', others, awaiting });
      }
      const signed = { requestedBy: actor.value.operator, approvedBy: null };
      const by = { signed, actor: actor.value, request: null };
      const done = await carryOut(tx, ctx, { ...named, steps, planned: planned.value }, by);
      return done.ok ? ok({ kind: 'done', output: done.value }) : done;
    };
  }

  async function runAsHolder<O>(
    tx: Tx,
    ctx: Context,
    begun: Begun<O>,
    holder: MasterKeyHolder,
  ): Promise<Result<ActionOutcome<O>>> {
    const planned = await begun.steps.plan(tx, ctx);
    if (!planned.ok) return planned;
    const { operator, actor } = holderAs(holder);
    const done = await carryOut(
      tx,
      ctx,
      { ...begun, planned: planned.value },
      {
        signed: { requestedBy: operator, approvedBy: null },
        actor,
        request: null,
      },
    );
    return done.ok ? ok({ kind: 'done', output: done.value }) : done;
  }

  function previewOf(
    name: string,
    action: AnyAction,
    ctx: Context,
    input: object,
    planned: Planned,
  ): Omit<Preview, 'wording' | 'others'> {
    const { subject, before, moves, books } = planned;
    const asks = action.kind === 'unit' && needsApproval(action, ctx, planned);
    const preview = { subject, before, moves, needsApproval: asks, ...(books !== undefined && { books }) };
    return { ...preview, digest: bodyDigestOf(digest, { tenant: ctx.tenant, action: name, input, ...preview }) };
  }

  const needsApproval = (
    action: OperatorAction,
    { tenant }: Context,
    { moves, approval, effects = action.effects }: Planned,
  ): boolean =>
    action.approval === 'always' ||
    approval === 'always' ||
    (action.exempt === undefined && needsSecond(effects, { tenant, moves, amounts: approvalAmounts }));

  return { begin, carryOut, planOf, runUnit, previewOf };
}
