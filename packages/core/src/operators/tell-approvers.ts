import { finish, hasFailed, type JobHandler, reschedule, type WorkObserver } from '../events/index.js';
import { type Environment, type Id, type Instant, ok, splitTenant, type UnitOfWork } from '../kernel/index.js';
import { findWaiting } from './approvals.js';

/** What approvers learn of a request that waits. It has no names and no amounts, because it leaves the service. */
export interface ApprovalNotice {
  readonly id: Id<'Request'>;
  readonly environment: Environment;
  /** Such as `exceptions.resolve`. */
  readonly action: string;
  readonly expiresAt: Instant;
  /** The page of the request in the console. */
  readonly url: string;
}

/** `refused`: another attempt would not reach the approvers either. The reason is stored. */
export type NoticeOutcome =
  | { readonly kind: 'accepted' }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'unavailable'; readonly reason: string };

/** Tells approvers outside of the console that a request waits. Never rejects; has its own time-out. */
export interface ApproverNotices {
  tell(notice: ApprovalNotice): Promise<NoticeOutcome>;
}

export interface TellApproversPorts {
  readonly units: UnitOfWork;
  /** Null: approvers see requests in the console alone. */
  readonly notices: ApproverNotices | null;
  readonly consoleUrl: string;
  readonly observer: WorkObserver;
}

/** So many attempts are made, over about half an hour: the waits double from 30 seconds to 16 minutes. */
const MOST_ATTEMPTS = 7;
const FIRST_WAIT_SECONDS = 30;

/**
 * Tells approvers once that a request waits. A request that has ended meanwhile is not told any more. A notice that is given
 * up is counted.
 */
export const tellApprovers =
  ({ units, notices, consoleUrl, observer }: TellApproversPorts): JobHandler =>
  async (ctx, job, ask) => {
    const request = notices === null ? null : await findWaiting(units, ctx.hostNow, job.subject);
    const end = (next: (tx: Parameters<typeof finish>[0], now: typeof ctx) => void, now = ctx) =>
      units.run(ctx.tenant, async (tx) => {
        next(tx, now);
        return ok();
      });
    if (notices === null || request === null) return end((tx) => finish(tx, job));
    const notice: ApprovalNotice = {
      id: request.requestId,
      environment: splitTenant(request.tenant).environment,
      action: request.action,
      expiresAt: request.expiresAt,
      url: `${consoleUrl}/approvals/${request.requestId}`,
    };
    const asked = await ask('approvers', () => notices.tell(notice));
    if (!asked.ok) return asked;
    const { answer } = asked.value;
    const again = answer.kind === 'unavailable' && job.attempts < MOST_ATTEMPTS;
    const wait = FIRST_WAIT_SECONDS * 2 ** (hasFailed(job) ? job.attempts - 1 : 0);
    const ended = await end(
      (tx, now) => (again ? reschedule(tx, now, job, wait, answer.reason) : finish(tx, job)),
      asked.value.ctx,
    );
    if (ended.ok && !again && answer.kind !== 'accepted') observer.noticeGivenUp(notice.environment);
    return ended;
  };
