import {
  awaitSecondCall,
  bodyDigestOf,
  type Clock,
  type Commands,
  completePending,
  type Context,
  type Digest,
  err,
  type Id,
  idFrom,
  type IdSource,
  ok,
  plusSeconds,
  type Result,
  type TenantKey,
  type Tx,
  type UnitOfWork,
  type UseCase,
} from '../kernel/index.js';
import type {
  ActionRequest,
  AnyAction,
  OperatorAction,
  OutputOf,
  OutsideAction,
  Planned,
  Registry,
  Signatories,
  Steps,
} from './action.js';
import { inputOf, logged } from './action-input.js';
import {
  type Approval,
  APPROVAL_SECONDS,
  APPROVED_ALREADY,
  asShown,
  type Awaiting,
  effectDigest,
  findWaiting,
  isRequestLogged,
  listWaiting,
  OPERATOR_ACTION,
  type StoredRequest,
  type WaitingAction,
  type WaitingRequest,
  waitingWith,
} from './approvals.js';
import { type ApprovalAmounts, needsSecond } from './effects.js';
import {
  type Acting,
  actorIn,
  allowedTo,
  allowedToHolder,
  approverOf,
  type Caller,
  callerIn,
  holderAs,
  type MasterKeyHolder,
} from './callers.js';
import { type Operator, type OperatorRole, OPERATORS } from './operator.js';
import { actingFor, type ActingActor, type LogActor, writeLog } from './operator-log.js';

/**
 * `repeated`: the same form was sent before, and its action was carried out then. If it was requested then, `waits` is
 * the id of the request; otherwise null.
 */
export type ActionOutcome<O> =
  | { readonly kind: 'done'; readonly output: O }
  | { readonly kind: 'awaiting'; readonly awaiting: Awaiting }
  | { readonly kind: 'repeated'; readonly waits: Id<'Request'> | null };

/** What an action would do now, and whether a second operator would have to approve it. */
export interface Preview extends Planned {
  readonly needsApproval: boolean;
  /** Binds a confirmation to exactly this. */
  readonly digest: string;
}

export interface Actions<R extends Registry> {
  readonly registry: R;
  /**
   * What the action would do, for the page that asks the operator to confirm it. Writes nothing. 403 FORBIDDEN without
   * the role; 400 INVALID_INPUT with every field that its declaration refuses; the errors of the action's plan.
   */
  preview<N extends keyof R & string>(caller: Caller, request: ActionRequest<R, N>): Promise<Result<Preview>>;
  /**
   * Carries out an action, or stores it for a second operator. `once` identifies a form: a form that is sent twice has
   * one effect. 403 FORBIDDEN without the role, and for the holder of the master key unless the action is `byMasterKey`;
   * 400 INVALID_INPUT with every field that its declaration refuses; 409 CONFLICT if it would now do something else than
   * was `confirmed`; the errors of the action.
   */
  request<N extends keyof R & string>(
    caller: Caller | MasterKeyHolder,
    request: ActionRequest<R, N>,
    once?: string,
  ): Promise<Result<ActionOutcome<OutputOf<R[N]>>>>;
  /**
   * Carries out the action that another operator requested. 403 FORBIDDEN for the operator who requested it, and without
   * the role; 409 CONFLICT if the digest differs, if the operator log contradicts the request, if the record has changed
   * since the request, or if the action would now move something else; the errors of the action.
   */
  approve(
    caller: Caller,
    tenant: TenantKey,
    approval: Approval,
  ): Promise<Result<{ readonly output: unknown; readonly subject: string }>>;
  /** Ends a request without its action. The operator who requested it may decline it as well. */
  decline(caller: Caller, tenant: TenantKey, approval: Approval): Promise<Result<Awaiting>>;
  /** The newest requests of all tenants that wait for a second operator, newest first; at most 200. */
  waiting(): Promise<readonly WaitingRequest[]>;
  /** The request of any tenant with this id; null if it is unknown, ended or expired. */
  findWaiting(id: string): Promise<WaitingRequest | null>;
}

export interface ActionPorts {
  readonly units: UnitOfWork;
  readonly commands: Commands;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly digest: Digest;
  /** The service's own context in a tenant, with its test clock as it is now. */
  readonly contextOf: (tenant: TenantKey, requestId: string) => Promise<Context>;
  readonly approvalAmounts: ApprovalAmounts;
}

export function createActions<R extends Registry>(ports: ActionPorts, registry: R): Actions<R> {
  const { units, commands, clock, ids, digest, contextOf, approvalAmounts } = ports;

  const ctxOf = (tenant: TenantKey, { requestId }: Pick<Caller, 'requestId'>): Promise<Context> =>
    contextOf(tenant, requestId);

  /** The action with this name, with the type of its output. */
  const find = <N extends string>(name: N): AnyAction<OutputOf<R[N]>> | null =>
    Object.hasOwn(registry, name) ? (registry[name] as AnyAction<OutputOf<R[N]>>) : null;

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
        return ok({ kind: 'awaiting', awaiting: store(tx, ctx, named, planned.value, actor.value) });
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

  function previewOf(name: string, action: AnyAction, ctx: Context, input: object, planned: Planned): Preview {
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
    const entry = { outcome: 'REQUESTED', action: name, subject: planned.subject, input: logged(of, input) } as const;
    writeLog({ tx, ctx, ids }, actor, { ...entry, before: logged(of, planned.before), request: id });
    return { ...action, requestId: id, digest: bodyDigest, requestedBy: by, requestedAt: createdAt, expiresAt };
  }

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

  /** Identifies a form, so that it has one effect. */
  const claimOf = (name: string, input: object, caller: Caller | MasterKeyHolder, once: string | undefined) =>
    once === undefined
      ? null
      : {
          credential: caller.source === 'MASTER_KEY' ? caller.name : caller.operatorId,
          operation: `console ${name}`,
          key: once,
          bodyDigest: bodyDigestOf(digest, { action: name, input }),
          seal: null,
        };

  /**
   * Writes to the log before and after the action, because no unit spans it. A form that is sent twice begins it once,
   * also if the first one has failed or has not ended: the page of a failure has a new form.
   */
  async function runOutside<O>(
    {
      name,
      action,
      input: given,
    }: { readonly name: string; readonly action: OutsideAction<never, O>; readonly input: object },
    ctx: Context,
    caller: Caller | MasterKeyHolder,
    once: string | undefined,
  ): Promise<Result<ActionOutcome<O>>> {
    const input = inputOf(action, { input: given, isStored: false });
    const entry = { action: name, input: logged(action, given) };
    const begin: UseCase<null, Started> = async (tx) => {
      const by = await signedIn(tx, caller, name, action);
      if (!by.ok) return by;
      if (!input.ok) return input;
      const subject = action.subject(input.value, ctx);
      const before = await action.before?.(tx, ctx);
      writeLog({ tx, ctx, ids }, by.value.actor, {
        ...entry,
        subject,
        outcome: 'STARTED',
        before: before?.ok ? logged(action, before.value) : null,
      });
      return ok({ ...by.value, subject });
    };
    const render = () => ({ status: 200, body: '', remember: true });
    const begun = await commands.run(ctx, begin, null, render, claimOf(name, given, caller, once));
    if (!begun.ok) return begun;
    if (!input.ok) return input;
    if (begun.value.replayed) return SENT_BEFORE;
    const { operator, actor, subject } = begun.value.output;
    const note = (outcome: 'DONE' | 'FAILED', after: object | null): Promise<Result<void>> =>
      inUnit(ctx, async (tx) => {
        writeLog({ tx, ctx, ids }, actor, { ...entry, subject, outcome, after: logged(action, after) });
        return ok();
      });
    const performed = await action.perform(ctx, input.value, operator).catch(async (cause: unknown) => {
      await note('FAILED', null);
      throw cause;
    });
    if (!performed.ok) {
      await note('FAILED', { code: performed.error.code, message: performed.error.message });
      return performed;
    }
    const noted = await note('DONE', performed.value.after);
    return noted.ok ? ok({ kind: 'done', output: performed.value.output }) : noted;
  }

  /** Who takes an action outside the database: an operator with its role, or the holder of the master key. */
  async function signedIn(
    tx: Tx,
    caller: Caller | MasterKeyHolder,
    name: string,
    action: AnyAction,
  ): Promise<Result<Acting>> {
    if (caller.source === 'MASTER_KEY') {
      const allowed = allowedToHolder(name, action);
      return allowed.ok ? ok(holderAs(caller)) : allowed;
    }
    const actor = await callerIn(tx, caller, action.role);
    return actor.ok ? ok({ operator: actor.value.operator, actor: actor.value }) : actor;
  }

  return {
    registry,

    async request(caller, { tenant, action: name, input, confirmed }, once) {
      const action = find(name);
      if (action === null) return err('REFERENCE_NOT_FOUND', `the action ${name} does not exist`);
      const ctx = await ctxOf(tenant, caller);
      if (action.kind === 'outside') return runOutside({ name, action, input }, ctx, caller, once);
      const render = (value: ActionOutcome<OutputOf<R[typeof name]>>) => ({
        status: 200,
        body: value.kind === 'awaiting' ? value.awaiting.requestId : '',
        remember: true,
      });
      const begun = await begin(action, ctx, { input, isStored: false }, caller);
      const work = runUnit({ name, action, input, begun }, caller, confirmed);
      const answer = await commands.run(ctx, work, null, render, claimOf(name, input, caller, once));
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
        preview = previewOf(name, action, ctx, input, planned.value);
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

    waiting: () => listWaiting(units, clock.now()),

    findWaiting: (id) => findWaiting(units, clock.now(), id),
  };
}

/** An action with its steps, and its input as it was given. */
interface Begun<O> {
  readonly name: string;
  readonly action: OperatorAction<never, O>;
  readonly input: object;
  readonly steps: Steps<O>;
}

/** An action outside the database that has begun. */
interface Started extends Acting {
  readonly subject: string;
}

/** How the first one ended is not known here, so it is not called done. */
const SENT_BEFORE = err(
  'CONFLICT',
  'the form was sent before, and the log shows how its action ended; send a new form to repeat the action',
);

/** Ends the unit of a preview. No caller receives it. */
const ROLLED_BACK = err('CONFLICT', 'the action was only previewed');
