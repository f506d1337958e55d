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
  OperatorAction,
  OutputOf,
  OutsideAction,
  Planned,
  Registry,
  Signatories,
} from './action.js';
import {
  type Approval,
  APPROVAL_SECONDS,
  APPROVED_ALREADY,
  type Awaiting,
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
import { hasRole, type Operator, type OperatorAccount, type OperatorRole, OPERATORS } from './operator.js';
import { actingFor, type ActingActor, type LogActor, writeLog } from './operator-log.js';

/** An operator who has signed in, and from where. */
export interface Caller {
  readonly operatorId: Id<'Operator'>;
  readonly source: 'CONSOLE' | 'COMMAND_LINE';
  /** Id of the HTTP request or of the command. */
  readonly requestId: string;
}

/** The person who holds the master key, by the name of the system user. */
export interface MasterKeyHolder {
  readonly source: 'MASTER_KEY';
  readonly name: string;
  readonly requestId: string;
}

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
   * the role; the errors of the action's plan.
   */
  preview<N extends keyof R & string>(caller: Caller, request: ActionRequest<R, N>): Promise<Result<Preview>>;
  /**
   * Carries out an action, or stores it for a second operator. `once` identifies a form: a form that is sent twice has
   * one effect. 403 FORBIDDEN without the role, and for the holder of the master key unless the action is `byMasterKey`;
   * 409 CONFLICT if it would now do something else than was `confirmed`; the errors of the action.
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

  /**
   * The operator as the database has it now. Guarded, so that the role is still valid when the unit commits, also if the
   * unit waits for another record meanwhile.
   */
  async function callerIn(
    tx: Tx,
    caller: Caller,
    required: OperatorRole,
  ): Promise<Result<LogActor & { readonly operator: Operator }>> {
    const actor = await actorIn(tx, caller, required);
    if (actor.ok) tx.pin(OPERATORS, actor.value.account);
    return actor;
  }

  async function actorIn(
    tx: Tx,
    caller: Caller,
    required: OperatorRole,
  ): Promise<Result<LogActor & { readonly operator: Operator; readonly account: OperatorAccount }>> {
    const account = await tx.get(OPERATORS, caller.operatorId);
    const allowed = allowedTo(account, required);
    if (!allowed.ok) return allowed;
    const { id, name } = allowed.value;
    return ok({ operator: { id, name }, source: caller.source, account: allowed.value });
  }

  const ctxOf = (tenant: TenantKey, { requestId }: Pick<Caller, 'requestId'>): Promise<Context> =>
    contextOf(tenant, requestId);

  const find = (name: string): OperatorAction | OutsideAction | null =>
    Object.hasOwn(registry, name) ? registry[name]! : null;

  /** The input as it was given, and as the action has prepared it. */
  interface Given {
    readonly input: object;
    readonly ready: object;
  }

  /** Prepares the input of an action for an operator who has its role. */
  async function prepared(
    action: OperatorAction,
    ctx: Context,
    input: object,
    caller: Caller | MasterKeyHolder,
    required: OperatorRole = action.role,
  ): Promise<Result<Given>> {
    if (action.prepare === undefined || caller.source === 'MASTER_KEY') return ok({ input, ready: input });
    const account = await units.read(null, (reads) => reads.get(OPERATORS, caller.operatorId));
    const allowed = allowedTo(account, required);
    if (!allowed.ok) return allowed;
    const ready = await action.prepare(ctx, input as never);
    return ready.ok ? ok({ input, ready: ready.value }) : ready;
  }

  async function carryOut(
    tx: Tx,
    ctx: Context,
    { name, action }: { readonly name: string; readonly action: OperatorAction },
    { input, ready }: Given,
    planned: Planned,
    {
      signed,
      actor,
      request,
    }: { readonly signed: Signatories; readonly actor: ActingActor; readonly request: Id<'Request'> | null },
  ): Promise<Result<unknown>> {
    const done = await action.perform({ tx, ctx: actingFor(ctx, actor), ids }, ready as never, signed);
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

  /** In one unit: the action with its entry in the log, or the request that waits for a second operator. */
  function runUnit(
    name: string,
    action: OperatorAction,
    preparing: Result<Given>,
    caller: Caller | MasterKeyHolder,
    confirmed: string | undefined,
  ): UseCase<null, ActionOutcome<unknown>> {
    return async (tx, ctx) => {
      // Refused in the unit, so that a form that is sent again gets its first answer.
      if (!preparing.ok) return preparing;
      const { input, ready } = preparing.value;
      if (caller.source === 'MASTER_KEY') return runAsHolder(tx, ctx, { name, action }, input, caller);
      const actor = await callerIn(tx, caller, action.role);
      if (!actor.ok) return actor;
      const planned = await action.plan(tx, ctx, ready as never);
      if (!planned.ok) return planned;
      // Decided in the unit: between a confirmation and its effect nothing can change.
      if (confirmed !== undefined && previewOf(name, action, ctx, input, planned.value).digest !== confirmed)
        return err('CONFLICT', 'the action would now do something else than was confirmed; review it, then confirm it');
      if (needsApproval(action, ctx, planned.value)) {
        return ok({ kind: 'awaiting', awaiting: store(tx, ctx, { name, action }, input, planned.value, actor.value) });
      }
      const signed = { requestedBy: actor.value.operator, approvedBy: null };
      const by = { signed, actor: actor.value, request: null };
      const done = await carryOut(tx, ctx, { name, action }, preparing.value, planned.value, by);
      return done.ok ? ok({ kind: 'done', output: done.value }) : done;
    };
  }

  async function runAsHolder(
    tx: Tx,
    ctx: Context,
    named: { readonly name: string; readonly action: OperatorAction },
    input: object,
    { name }: MasterKeyHolder,
  ): Promise<Result<ActionOutcome<unknown>>> {
    if (named.action.byMasterKey !== true)
      return err('FORBIDDEN', `${named.name} requires an operator; pass the credential of one`);
    const planned = await named.action.plan(tx, ctx, input as never);
    if (!planned.ok) return planned;
    const signed = { requestedBy: { id: NO_OPERATOR, name }, approvedBy: null };
    const actor = { operator: null, name, source: 'MASTER_KEY' } as const;
    const done = await carryOut(tx, ctx, named, { input, ready: input }, planned.value, {
      signed,
      actor,
      request: null,
    });
    return done.ok ? ok({ kind: 'done', output: done.value }) : done;
  }

  function previewOf(
    name: string,
    action: OperatorAction | OutsideAction,
    ctx: Context,
    input: object,
    planned: Planned,
  ): Preview {
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
    { name, action: of }: { readonly name: string; readonly action: OperatorAction },
    input: object,
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

  /** The prepared input of a request; null if it has none to prepare, or does not wait any more. */
  async function preparedApproval(ctx: Context, caller: Caller, approval: Approval): Promise<Result<Given | null>> {
    const waiting = await units.read(ctx.tenant, (reads) => waitingWith(reads, ctx, digest, approval));
    const action = waiting.ok ? find(waiting.value.awaiting.action) : null;
    if (!waiting.ok || action?.kind !== 'unit') return ok(null);
    return prepared(action, ctx, waiting.value.awaiting.input, caller, approverOf(action));
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
  async function runOutside(
    name: string,
    action: OutsideAction,
    ctx: Context,
    input: object,
    caller: Caller,
    once: string | undefined,
  ): Promise<Result<ActionOutcome<unknown>>> {
    const subject = action.subject(input as never, ctx);
    const entry = { action: name, subject, input };
    let started: (LogActor & { readonly operator: Operator }) | null = null;
    const begin: UseCase<null, LogActor & { readonly operator: Operator }> = async (tx) => {
      const actor = await callerIn(tx, caller, action.role);
      if (!actor.ok) return actor;
      const before = await action.before?.(tx, ctx);
      writeLog({ tx, ctx, ids }, actor.value, {
        ...entry,
        outcome: 'STARTED',
        before: before?.ok ? before.value : null,
      });
      return actor;
    };
    const render = (actor: LogActor & { readonly operator: Operator }) => {
      started = actor;
      return { status: 200, body: '', remember: true };
    };
    const begun = await commands.run(ctx, begin, null, render, claimOf(name, input, caller, once));
    if (!begun.ok) return begun;
    if (begun.value.replayed) return SENT_BEFORE;
    const actor = started as unknown as LogActor & { readonly operator: Operator };
    const note = (outcome: 'DONE' | 'FAILED', after: object | null): Promise<Result<void>> =>
      inUnit(ctx, async (tx) => {
        writeLog({ tx, ctx, ids }, actor, { ...entry, outcome, after });
        return ok();
      });
    const performed = await action.perform(ctx, input as never, actor.operator).catch(async (cause: unknown) => {
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

  return {
    registry,

    async request(caller, { tenant, action: name, input: given, confirmed }, once) {
      const input = given as object;
      const action = find(name);
      if (action === null) return err('REFERENCE_NOT_FOUND', `the action ${name} does not exist`);
      const ctx = await ctxOf(tenant, caller);
      if (action.kind === 'outside') {
        if (caller.source === 'MASTER_KEY') return err('FORBIDDEN', `${name} requires an operator`);
        return runOutside(name, action, ctx, input, caller, once) as never;
      }
      let outcome: ActionOutcome<unknown> | null = null;
      const render = (value: ActionOutcome<unknown>) => {
        outcome = value;
        return { status: 200, body: value.kind === 'awaiting' ? value.awaiting.requestId : '', remember: true };
      };
      const work = runUnit(name, action, await prepared(action, ctx, input, caller), caller, confirmed);
      const answer = await commands.run(ctx, work, null, render, claimOf(name, input, caller, once));
      if (!answer.ok) return answer;
      const { replayed, body: waits } = answer.value;
      return ok((replayed ? { kind: 'repeated', waits: waits === '' ? null : waits } : outcome) as never);
    },

    async preview(caller, { tenant, action: name, input }) {
      const given = input as object;
      const action = find(name);
      if (action === null) return err('REFERENCE_NOT_FOUND', `the action ${name} does not exist`);
      const ctx = await ctxOf(tenant, caller);
      let preview: Preview | null = null;
      const preparing =
        action.kind === 'unit' ? await prepared(action, ctx, given, caller) : ok({ input: given, ready: given });
      if (!preparing.ok) return preparing;
      // A plan locks records by writing them, so its unit is rolled back.
      const ended = await inUnit<never>(ctx, async (tx) => {
        preview = null;
        const actor = await actorIn(tx, caller, action.role);
        if (!actor.ok) return actor;
        if (action.kind === 'outside') {
          preview = previewOf(name, action, ctx, given, {
            subject: action.subject(input as never, ctx),
            before: null,
            moves: [],
          });
          return ROLLED_BACK;
        }
        const planned = await action.plan(tx, ctx, preparing.value.ready as never);
        if (!planned.ok) return planned;
        preview = previewOf(name, action, ctx, given, planned.value);
        return ROLLED_BACK;
      });
      return preview === null ? ended : ok(preview);
    },

    approve: async (caller, tenant, approval) => {
      const ctx = await ctxOf(tenant, caller);
      const preparing = await preparedApproval(ctx, caller, approval);
      if (!preparing.ok) return preparing;
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
        const given = preparing.value ?? { input: awaiting.input, ready: awaiting.input };
        const planned = await action.plan(tx, ctx, given.ready as never);
        if (!planned.ok) return planned;
        const { subject } = planned.value;
        if (effectDigest(digest, planned.value) !== effectDigest(digest, awaiting))
          return err(
            'CONFLICT',
            'the record has changed since the request, or the action would now book something else; request it again',
          );
        completePending(tx, pending, APPROVED_ALREADY);
        const signed = { requestedBy: awaiting.requestedBy, approvedBy: actor.value.operator };
        const by = { signed, actor: actor.value, request: pending.id };
        const done = await carryOut(tx, ctx, { name: awaiting.action, action }, given, planned.value, by);
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

const approverOf = ({ role }: OperatorAction): OperatorRole => (hasRole(role, 'APPROVER') ? role : 'APPROVER');

/** The input of an action, or its record, as the log has it. What is secret in an unknown action is unknown. */
const logged = (action: OperatorAction | OutsideAction | null, part: object | null): object | null =>
  part === null || action?.kind !== 'unit' ? null : (action.forLog?.(part) ?? part);

/** How the first one ended is not known here, so it is not called done. */
const SENT_BEFORE = err(
  'CONFLICT',
  'the form was sent before, and the log shows how its action ended; send a new form to repeat the action',
);

/** Ends the unit of a preview. No caller receives it. */
const ROLLED_BACK = err('CONFLICT', 'the action was only previewed');

/** Covers what the second operator saw. */
const effectDigest = (
  digest: Digest,
  { subject, before, moves, books }: Pick<Planned, 'subject' | 'before' | 'moves' | 'books'>,
): string => bodyDigestOf(digest, { subject, before, moves, ...(books !== undefined && { books }) });

/** Stands for the operator in actions of the person who holds the master key. */
const NO_OPERATOR = 'Operator:00000000-0000-0000-0000-000000000000' as Id<'Operator'>;

/** The account, if it is active and has the role. 403 FORBIDDEN otherwise. */
export function allowedTo(account: OperatorAccount | null, required: OperatorRole): Result<OperatorAccount> {
  if (account === null || account.status !== 'ACTIVE') return err('FORBIDDEN', 'the operator has no access');
  if (!hasRole(account.role, required))
    return err('FORBIDDEN', `the role ${account.role} does not allow this; it requires ${required}`);
  return ok(account);
}
