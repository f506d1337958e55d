import type { Clock, Messages, OutboundHttp } from '@corridor/core/ports';
import type { MessagesConfiguration } from '../settings/configuration.js';

export interface HostMessages extends Messages {
  /** Closes idle connections to the mail server. */
  close(): Promise<void>;
}

export interface MessagesPorts {
  readonly http: OutboundHttp;
  readonly clock: Clock;
  /** Prints messages of the channel `console`. */
  readonly print: (line: string) => void;
}

/** The configured channels for email and phone, loaded on first use, which keeps the start fast. */
export function createMessages(configuration: MessagesConfiguration, ports: MessagesPorts): HostMessages {
  let loaded: Promise<HostMessages> | null = null;
  const loadMessages = (): Promise<HostMessages> => (loaded ??= createConfiguredMessages(configuration, ports));
  const wayTo = { EMAIL: configuration.email, PHONE: configuration.phone } as const;
  return {
    // Repeats the channels' own answers, so that the channels need not be loaded for it.
    reaches: (environment, channel) => environment !== 'PRODUCTION' || wayTo[channel] !== 'console',
    send: async (message) => (await loadMessages()).send(message),
    close: async () => (await loaded)?.close(),
  };
}

async function createConfiguredMessages(
  { email, phone, smtp, webhook }: MessagesConfiguration,
  { http, clock, print }: MessagesPorts,
): Promise<HostMessages> {
  const { byChannel, createConsoleMessages, createSmtpMessages, createWebhookMessages } =
    await import('@corridor/adapters-rails/messages');
  const mail = smtp === null ? null : createSmtpMessages(smtp);
  const ways: Readonly<Record<string, Messages | null>> = {
    console: createConsoleMessages(print),
    smtp: mail,
    webhook: webhook === null ? null : createWebhookMessages({ ...webhook, http, clock }),
  };
  const way = (name: string): Messages => {
    const found = ways[name] ?? null;
    if (found === null) throw new Error(`the message channel ${name} is not configured`);
    return found;
  };
  const { send } = byChannel({ EMAIL: way(email), PHONE: way(phone) });
  return { send, close: async () => mail?.close() };
}
