import { createHmac } from 'node:crypto';
import type { ApprovalNotice, ApproverNotices, Clock, NoticeOutcome, OutboundHttp } from '@corridor/core/ports';
import { mailTransport, outcomeOf, type SmtpOptions } from './smtp.js';

export interface ApproverNoticesOptions {
  /** Standard Webhooks secret: `whsec_` and base64. */
  readonly webhook: { readonly url: string; readonly secret: string } | null;
  readonly mail: (SmtpOptions & { readonly to: readonly string[] }) | null;
  readonly http: OutboundHttp;
  readonly clock: Clock;
}

/** Statuses by which a receiver says that a retry is pointless. */
const REFUSALS = [400, 404, 410, 422];

/** Tells approvers by a signed webhook, by mail, or by both, that a request waits. */
export function createApproverNotices({ webhook, mail, http, clock }: ApproverNoticesOptions): ApproverNotices {
  const ways = [
    ...(webhook === null ? [] : [byWebhook(webhook, http, clock)]),
    ...(mail === null ? [] : [byMail(mail)]),
  ];
  return {
    async tell(notice) {
      const outcomes = await Promise.all(ways.map((tell) => tell(notice)));
      // One way that works is enough: otherwise the receiver of a webhook would get it twice.
      return (
        outcomes.find(({ kind }) => kind === 'accepted') ??
        outcomes.find(({ kind }) => kind === 'unavailable') ??
        outcomes[0]!
      );
    },
  };
}

type Tell = (notice: ApprovalNotice) => Promise<NoticeOutcome>;

function byWebhook(
  { url, secret }: { readonly url: string; readonly secret: string },
  http: OutboundHttp,
  clock: Clock,
): Tell {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  return async ({ id, environment, action, expiresAt, url: page }) => {
    const now = clock.now();
    const body = JSON.stringify({
      type: 'approval.waiting',
      timestamp: new Date(now).toISOString(),
      data: { id, environment, action, expiresAt: new Date(expiresAt).toISOString(), url: page },
    });
    const timestamp = String(Math.floor(now / 1000));
    const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
    const outcome = await http.send({
      url,
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Corridor',
        'webhook-id': id,
        'webhook-timestamp': timestamp,
        'webhook-signature': `v1,${signature}`,
      },
      body,
      httpsOnly: environment === 'PRODUCTION',
      passesTrace: true,
    });
    if (outcome.kind === 'unreachable') return { kind: 'unavailable', reason: 'the receiver is not reachable' };
    if (outcome.status >= 200 && outcome.status < 300) return { kind: 'accepted' };
    const reason = `the receiver answered ${outcome.status}`;
    return { kind: REFUSALS.includes(outcome.status) ? 'refused' : 'unavailable', reason };
  };
}

const byMail =
  ({ to, ...options }: SmtpOptions & { readonly to: readonly string[] }): Tell =>
  async ({ id, environment, action, expiresAt, url }) => {
    const transport = await mailTransport(options);
    try {
      await transport.sendMail({
        from: options.from,
        to: to.map((address) => ({ name: '', address })),
        subject: `An action waits for approval (${environment})`,
        text: `The action ${action} in ${environment} waits for the approval of a second operator until ${new Date(expiresAt).toISOString()}.\n\nReview it in the console: ${url}\n`,
        headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All', 'X-Message-Reference': id },
        signal: AbortSignal.timeout(options.withinMs ?? 20_000),
      });
      return { kind: 'accepted' };
    } catch (cause) {
      return outcomeOf(cause);
    } finally {
      transport.close();
    }
  };
