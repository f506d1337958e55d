import { type Clock, type Instant, type Random, type TenantKey, traceOfRow, type Tracing } from '../kernel/index.js';
import { failedAttempt, GONE, isSuccess, type RetrySchedule, tryOf, type Verdict, verdictOf } from './delivery.js';
import type { OutboxEvent } from './event.js';
import type { DeliverySettings, Lane } from './lane.js';
import type { WebhookOutcome, WebhookRequest, WebhookTransport } from './ports.js';

export interface SenderPorts {
  readonly transport: WebhookTransport;
  readonly clock: Clock;
  readonly random: Random;
  readonly settingsOf: (tenant: TenantKey) => Promise<DeliverySettings>;
  readonly pauseEndpoint: (tenant: TenantKey, endpoint: string) => Promise<void>;
  readonly tracing: Tracing | null;
  readonly report: (error: unknown) => void;
  readonly options: RetrySchedule;
}

const SETTINGS_FOR_MS = 1000;

/**
 * Makes one attempt to send an event to the endpoint of its platform, and returns its outcome, which is not recorded
 * yet. Never throws.
 */
export function createSender(ports: SenderPorts): (lane: Lane, event: OutboxEvent) => Promise<Verdict> {
  const { clock, options, tracing, transport } = ports;

  async function send(lane: Lane, event: OutboxEvent): Promise<Verdict> {
    const now = clock.now();
    let settings: DeliverySettings;
    try {
      settings = await settingsFor(lane, now);
    } catch (error) {
      ports.report(error);
      const { firstRetry: delay } = options;
      const reason = 'the webhook settings of the platform cannot be read';
      return { kind: 'failed', tried: unanswered(now, reason), error: reason, delay, isUnreached: true };
    }
    if (settings.endpoint === null || settings.isPaused === true) return { kind: 'stored' };
    const { endpoint: url, environment, privateKey, secrets } = settings;
    const at = clock.now();
    const request = { url, environment, event, signing: { privateKey, secrets } };
    try {
      const outcome = await (tracing === null ? transport.send(request) : sendInSpan(request, now, tracing));
      if (outcome.kind === 'answered' && outcome.status === GONE) await pause(lane, url);
      return verdictOf(event, outcome, tryOf(at, clock.now(), outcome), options, fraction);
    } catch (error) {
      ports.report(error);
      // The transport threw on this event. The failure says nothing about the endpoint or about other events.
      const reason = 'the event could not be sent';
      return failedAttempt(event, reason, unanswered(at, reason), options, fraction);
    }
  }

  function settingsFor(lane: Lane, now: Instant): Promise<DeliverySettings> {
    if (lane.settings === null || Math.abs(now - lane.settings.readAt) >= SETTINGS_FOR_MS) {
      lane.settings = { readAt: now, value: ports.settingsOf(lane.tenant) };
    }
    return lane.settings.value;
  }

  /** If this fails, the next event is answered in the same way. */
  async function pause(lane: Lane, endpoint: string): Promise<void> {
    await ports.pauseEndpoint(lane.tenant, endpoint).catch(ports.report);
    lane.settings = null;
  }

  /** An attempt without a request to the endpoint, or without a known answer. */
  const unanswered = (at: Instant, reason: string) => tryOf(at, clock.now(), { kind: 'unreachable', reason });

  function sendInSpan(request: WebhookRequest, now: Instant, spans: Tracing): Promise<WebhookOutcome> {
    const { event } = request;
    const attributes = { 'corridor.event': event.type, 'corridor.attempts': event.attempts };
    const origin = traceOfRow(event, now + event.clockOffset - event.createdAt);
    return spans.span({ name: 'webhook delivery', kind: 'producer', attributes, ...origin }, async (span) => {
      const outcome = await transport.send(request);
      if (outcome.kind === 'answered') span.set({ 'http.response.status_code': outcome.status });
      if (outcome.kind !== 'answered') span.fail(outcome.kind);
      else if (!isSuccess(outcome.status)) span.fail(String(outcome.status));
      return outcome;
    });
  }

  function fraction(): number {
    const [high, low] = ports.random.bytes(2);
    return (high! * 256 + low!) / 65_536;
  }

  return send;
}
