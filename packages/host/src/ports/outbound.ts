import type {
  OutboundHttpClient,
  OutboundHttpOptions,
  WebhookTransportOptions,
} from '@corridor/adapters-http/outbound';
import type { WebhookTransport } from '@corridor/core/ports';

/** Outgoing HTTP. The client is loaded on first use, which keeps the start fast. */
export function outboundHttp(options: OutboundHttpOptions): OutboundHttpClient {
  let client: Promise<OutboundHttpClient> | null = null;
  const loadClient = (): Promise<OutboundHttpClient> =>
    (client ??= import('@corridor/adapters-http/outbound').then((outbound) => outbound.createOutboundHttp(options)));
  return {
    send: async (request) => (await loadClient()).send(request),
    close: async () => (await client)?.close(),
  };
}

/** The webhook transport, also loaded on first use. */
export function webhookTransport(options: WebhookTransportOptions): WebhookTransport {
  let transport: Promise<Required<WebhookTransport>> | null = null;
  const loadTransport = (): Promise<Required<WebhookTransport>> =>
    (transport ??= import('@corridor/adapters-http/outbound').then((outbound) =>
      outbound.createWebhookTransport(options),
    ));
  return {
    send: async (request) => (await loadTransport()).send(request),
    sign: async (delivery) => (await loadTransport()).sign(delivery),
  };
}
