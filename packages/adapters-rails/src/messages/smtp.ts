import type { CodeMessage, MessageOutcome, Messages } from '@corridor/core/ports';
import { optionalPackage } from '@corridor/core/internal';
import { wordingOf } from './wording.js';

export interface SmtpOptions {
  /** `smtp://` (STARTTLS where the server offers it) or `smtps://`, with user and password where it asks for them. */
  readonly url: string;
  /** The mailbox that messages come from, such as `Acme <no-reply@acme.example>`. */
  readonly from: string;
  /** Refuses to send over a connection that is not encrypted. */
  readonly requireTls: boolean;
  /** How long the server may take to be reached, and to say the next thing. */
  readonly timeoutMs?: number;
  /** How long a message may take in all, with its wait for a connection. */
  readonly withinMs?: number;
}

export interface SmtpMessages extends Messages {
  close(): Promise<void>;
}

const TIMEOUT_MS = 10_000;
/** Shorter than the lease of the job that sends it: later another host has sent another code, and this one is void. */
const WITHIN_MS = 20_000;
const CONNECTIONS = 4;

/** Sends to mailboxes over one's own mail server, on a few connections that are kept. */
export function createSmtpMessages(options: SmtpOptions): SmtpMessages {
  const { url, from, requireTls, timeoutMs = TIMEOUT_MS, withinMs = WITHIN_MS } = options;
  let opened: ReturnType<typeof open> | null = null;

  /** Loaded with the first message: those who send no mail do not install it. */
  async function open() {
    const { createTransport } = await optionalPackage('nodemailer@10.6.0', () => import('nodemailer'));
    return createTransport({
      url,
      pool: true,
      maxConnections: CONNECTIONS,
      requireTLS: requireTls && !url.startsWith('smtps:'),
      connectionTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      socketTimeout: timeoutMs,
      // No message has parts that are read from elsewhere.
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  }

  return {
    async send(message) {
      if (message.channel !== 'EMAIL') return { kind: 'refused', reason: 'a mail server reaches no phones' };
      const transport = await (opened ??= open());
      try {
        await transport.sendMail({
          from,
          to: { name: '', address: message.to },
          ...wordingOf(message),
          headers: headersOf(message),
          signal: AbortSignal.timeout(withinMs),
        });
        return { kind: 'accepted' };
      } catch (cause) {
        return outcomeOf(cause);
      }
    },
    async close() {
      (await opened)?.close();
    },
  };
}

/** Machines shall not answer it. */
const headersOf = ({ id }: CodeMessage) => ({
  'Auto-Submitted': 'auto-generated',
  'X-Auto-Response-Suppress': 'All',
  'X-Message-Reference': id,
});

const PERMANENT = 500;

/** What a mail server says may repeat the address, so only its number is kept. */
function outcomeOf(cause: unknown): MessageOutcome {
  const { responseCode, code, command } = cause as {
    readonly responseCode?: number;
    readonly code?: string;
    readonly command?: string;
  };
  const reason = `the mail server did not take it (${[responseCode, code, command].filter(Boolean).join(' ')})`;
  // Wrong credentials are the host's fault, and may be put right meanwhile.
  const isFinal = code === 'EENVELOPE' && responseCode !== undefined && responseCode >= PERMANENT;
  return { kind: isFinal ? 'refused' : 'unavailable', reason };
}
