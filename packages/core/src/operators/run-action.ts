import {
  awaitSecondCall,
  bodyDigestOf,
  checkInput,
  type Context,
  err,
  type Fields,
  type Id,
  ok,
  plusSeconds,
  type Result,
  type Tx,
  type UseCase,
  withoutSecrets,
} from '../kernel/index.js';
import { schedule } from '../events/index.js';
import type { AnyAction, OperatorAction, OutsideAction, Signatories, Steps } from './action.js';
import type { Planned } from './plan.js';
import type { ActionOutcome, ActionPorts, Preview } from './actions.js';
import {
  APPROVAL_SECONDS,
  type Awaiting,
  OPERATOR_ACTION,
  type StoredRequest,
  type WaitingAction,
} from './approvals.js';
import { allowedTo, allowedToHolder, type Caller, callerIn, holderAs, type MasterKeyHolder } from './callers.js';
import { needsSecond } from './effects.js';
import { type Operator, type OperatorRole, OPERATORS } from './operator.js';
import { waitingAbout } from './request-history.js';
import { actingFor, type ActingActor, type LogActor, writeLog } from './operator-log.js';

/** An action with its steps, and its input as it was given. */
interface Begun<O> {
  readonly name: string;
  readonly action: OperatorAction<never, O>;
  readonly input: object;
  readonly steps: Steps<O>;
}

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
    caller: Caller | MasterKeyHolder,
    required: OperatorRole,
  ): Promise<Result<unknown>> {
    if (caller.source === 'MASTER_KEY') return allowedToHolder(action.title, action);
    const account = await units.read(null, (reads) => reads.get(OPERATORS, caller.operatorId));
    return allowedTo(account, required);
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
      const allowed = await mayAsk(action, caller, required);
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
    const done = await steps.perform({ tx, ctx: actingFor(ctx, actor), ids }, signed);
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
    return async (tx, ctx) => {
      if (caller.source === 'MASTER_KEY') {
        const allowed = allowedToHolder(name, action);
        if (!allowed.ok) return allowed;
        return begun.ok ? runAsHolder(tx, ctx, { ...named, steps: begun.value }, caller) : begun;
      }
      const actor = await callerIn(tx, caller, action.role);
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
        return ok({ kind: 'awaiting', others, awaiting: store(tx, ctx, named, planned.value, actor.value) });
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
    approval === 'always' ||
    (action.exempt === undefined && needsSecond(effects, { tenant, moves, amounts: approvalAmounts }));

  function store(
    tx: Tx,
    ctx: Context,
    { name, action: of, input }: Omit<Begun<unknown>, 'steps'>,
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

  return { begin, carryOut, planOf, runUnit, previewOf };
}

/** The input of an action, or its record, as the log has it. What is secret in an unknown action is unknown. */
export const logged = (action: AnyAction | null, part: object | null): object | null =>
  part === null || action === null ? null : withoutSecrets(action.input, part);

/**
 * The input of an action, whose name is all that was known of it. This is the one place where a value from outside gets
 * the type that the fields of the action declare, because they have checked it.
 */
export function inputOf<I>(
  action: { readonly input: Fields } & (OperatorAction<I> | OutsideAction<I>),
  { input, isStored }: { readonly input: unknown; readonly isStored: boolean },
): Result<I> {
  const checked = isStored ? ok() : checkInput(action.input, input);
  return checked.ok ? ok(input as I) : checked;
}
