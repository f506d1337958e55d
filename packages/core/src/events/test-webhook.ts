import {
  type Clock,
  domainError,
  err,
  type IdSource,
  ok,
  plusSeconds,
  type PreparedUseCase,
  Refused,
  splitTenant,
  type TenantKey,
  type UnitOfWork,
} from '../kernel/index.js';
import { failureOf, isSuccess, tryOf, type Verdict, writeVerdict } from './delivery.js';
import type { DispatchOptions } from './dispatch.js';
import { EVENTS, type OutboxEvent, queuedEvent } from './event.js';
import type { DeliverySettings } from './lane.js';
import type { WebhookOutcome, WebhookTransport } from './ports.js';

/** The answer of a platform's endpoint to a TEST event. */
export interface WebhookTest {
  readonly url: string;
  readonly responseStatus: number;
  readonly responseBody: string;
}

export interface WebhookTestPorts {
  readonly units: UnitOfWork;
  readonly transport: WebhookTransport;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly settingsOf: (tenant: TenantKey) => Promise<DeliverySettings>;
  readonly options: DispatchOptions;
}

/** Whether an event is one that shows whether the endpoint takes events. */
export const isTestEvent = ({ type }: Pick<OutboxEvent, 'type'>): boolean => type === 'TEST';

/** A TEST event that was sent, before its outcome is recorded. */
export interface SentTest {
  readonly url: string;
  readonly event: OutboxEvent;
  readonly outcome: WebhookOutcome;
  readonly tried: ReturnType<typeof tryOf>;
}

export type WebhookTesting = PreparedUseCase<void, SentTest, WebhookTest | Refused>;

/**
 * Sends a TEST event now and returns the answer of the endpoint. The event is leased to this call from
 * the start, so the dispatcher sends it only if this host crashes before it records the outcome. The outcome and the
 * answer to the request are stored in one unit.
 * Errors: FORBIDDEN (in production), WEBHOOK_ENDPOINT_NOT_SET, WEBHOOK_DELIVERY_ERROR.
 */
export function createWebhookTest(ports: WebhookTestPorts): WebhookTesting {
  const { units, transport, clock, ids, settingsOf, options } = ports;
  return {
    async prepare(ctx) {
      if (splitTenant(ctx.tenant).environment !== 'SANDBOX') {
        return err('FORBIDDEN', 'webhook tests are available in the sandbox only');
      }
      const { endpoint: url, environment, privateKey, secrets } = await settingsOf(ctx.tenant);
      if (url === null) return err('WEBHOOK_ENDPOINT_NOT_SET');

      const event = {
        ...queuedEvent(ctx, ids, { type: 'TEST', resource: ctx.tenant, snapshot: {} }),
        attempts: 1,
        leaseUntil: plusSeconds(ctx.hostNow, options.leaseSeconds),
      };
      const reserved = await units.run(ctx.tenant, async (tx) => {
        tx.add(EVENTS, event);
        return ok();
      });
      if (!reserved.ok) return reserved;

      const at = clock.now();
      const outcome = await transport.send({ url, environment, event, signing: { privateKey, secrets } });
      return ok({ url, event, outcome, tried: tryOf(at, clock.now(), outcome) });
    },
    async finish(tx, ctx, { url, event, outcome, tried }) {
      const isDelivered = outcome.kind === 'answered' && isSuccess(outcome.status);
      const verdict: Verdict = isDelivered
        ? { kind: 'delivered', tried }
        : { kind: 'failed', tried, error: failureOf(outcome), delay: null };
      const elapsed = (clock.now() - ctx.hostNow) / 1000;
      const later = { ...ctx, now: plusSeconds(ctx.now, elapsed), hostNow: plusSeconds(ctx.hostNow, elapsed) };
      const recorded = await writeVerdict(tx, later, { event, verdict }, options);
      if (!recorded.ok) return recorded;
      if (isDelivered) return ok({ url, responseStatus: outcome.status, responseBody: outcome.body });
      const status = outcome.kind === 'answered' ? { responseStatus: outcome.status } : {};
      return ok(new Refused(domainError('WEBHOOK_DELIVERY_ERROR', failureOf(outcome), { url, ...status })));
    },
  };
}
