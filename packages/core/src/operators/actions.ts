import type { Clock, Commands, Context, Digest, Id, IdSource, Result, TenantKey, UnitOfWork } from '../kernel/index.js';
import type { ActionRequest, OutputOf, Registry } from './action.js';
import type { Planned } from './plan.js';
import type { Approval, Awaiting, WaitingRequest } from './approvals.js';
import type { Caller, MasterKeyHolder } from './callers.js';
import type { ApprovalAmounts, SecondOperator } from './effects.js';
import type { PastRequest } from './request-history.js';
import type { Wording } from './wording.js';
import type { Names } from './words.js';

/**
 * `others`: the requests about the same record that waited already. `repeated`: the same form was sent before, and its action was carried out then. If it was requested then, `waits` is
 * the id of the request; otherwise null.
 */
export type ActionOutcome<O> =
  | { readonly kind: 'done'; readonly output: O }
  | { readonly kind: 'awaiting'; readonly awaiting: Awaiting; readonly others: readonly WaitingRequest[] }
  | { readonly kind: 'repeated'; readonly waits: Id<'Request'> | null };

/** What an action would do now, and whether a second operator would have to approve it. */
export interface Preview extends Planned {
  readonly needsApproval: boolean;
  readonly wording: Wording;
  /** The requests about the same record that wait already. */
  readonly others: readonly WaitingRequest[];
  /** Binds a confirmation to exactly this. */
  readonly digest: string;
}

/** An action that was requested or carried out, as a request or an entry of the log has it. */
export interface PastAction extends Pick<Planned, 'subject' | 'before'>, Partial<Pick<Planned, 'moves' | 'books'>> {
  readonly tenant: TenantKey;
  /** Its name; an earlier release may have had others. */
  readonly action: string;
  readonly input: object | null;
}

export interface Actions<R extends Registry> {
  readonly registry: R;
  /** What a form can say about a second operator before it is sent. */
  secondOperator(action: keyof R & string, tenant: TenantKey): SecondOperator;
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
  /**
   * How an action reads that was requested or carried out, with the names that its records have now. Null for an action
   * that this release does not have.
   */
  wordingOf(past: PastAction): Promise<Wording | null>;
  /** The requests about a record that wait for a second operator, newest first. */
  waitingAbout(tenant: TenantKey, subject: string): Promise<readonly WaitingRequest[]>;
  /** What became of the request of any tenant with this id; null if the operator log has no such request. */
  findPast(id: string): Promise<PastRequest | null>;
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
  readonly names: Names;
  /** Approvers learn of each request that waits, by a job. */
  readonly tellsApprovers: boolean;
}
