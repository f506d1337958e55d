import type { CodeMessage, MessageOutcome, Messages } from '@corridor/core/ports';
import { optionalPackage } from '@corridor/core/internal';
import { wordingOf } from './wording.js';

export interface SmtpOptions {
  /** `smtp://` (STARTTLS if the server offers it) or `smtps://`, with user and password if the server requires them. */
  readonly url: string;
  /** The sender mailbox, such as `Acme <no-reply@acme.example>`. */
  readonly from: string;
  /** Refuses to send over an unencrypted connection. */
  readonly requireTls: boolean;
  /** Time-out for the connection and for each answer of the server. */
  readonly timeoutMs?: number;
  /** Time-out for a whole message, including the wait for a free connection. */
  readonly withinMs?: number;
}

export interface SmtpMessages extends Messages {
  close(): Promise<void>;
}

const TIMEOUT_MS = 10_000;
/**
 * Time limit for a message. It is shorter than the lease of the sending job: after the lease another host may send a
 * new code, which voids this one.
 */
const WITHIN_MS = 20_000;
const CONNECTIONS = 4;

interface MailAddress {
  readonly name: string;
  readonly address: string;
}

/** What is used of the mail library, which is not installed where no mail is sent, so its types are not either. */
export interface MailTransport {
  sendMail(mail: {
    readonly from: string;
    readonly to: MailAddress | MailAddress[];
    readonly subject: string;
    readonly text: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly signal: AbortSignal;
  }): Promise<unknown>;
  close(): void;
}

/** Loaded with the first message, so that hosts that send no mail need not install it. */
export async function mailTransport({ url, requireTls, timeoutMs = TIMEOUT_MS }: SmtpOptions): Promise<MailTransport> {
  const { createTransport } = await optionalPackage('nodemailer@10.6.0', () => import('nodemailer'));
  return createTransport({
    url,
    pool: true,
    maxConnections: CONNECTIONS,
    requireTLS: requireTls && !url.startsWith('smtps:'),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    // Corridor's messages have no attachments from files or URLs.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/** Sends mail through the operator's mail server, over a small pool of connections. */
export function createSmtpMessages(options: SmtpOptions): SmtpMessages {
  const { from, withinMs = WITHIN_MS } = options;
  let opened: ReturnType<typeof open> | null = null;

  const open = () => mailTransport(options);

  return {
    async send(message) {
      if (message.channel !== 'EMAIL') return { kind: 'refused', reason: 'a mail server cannot send to a phone' };
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

/** Asks automatic responders not to answer. */
const headersOf = ({ id }: CodeMessage) => ({
  'Auto-Submitted': 'auto-generated',
  'X-Auto-Response-Suppress': 'All',
  'X-Message-Reference': id,
});

const PERMANENT = 500;

/** The server's reply may contain the address, so only its codes are kept. */
export function outcomeOf(cause: unknown): MessageOutcome {
  const { responseCode, code, command } = cause as {
    readonly responseCode?: number;
    readonly code?: string;
    readonly command?: string;
  };
  const reason = `the mail server did not accept the message (${[responseCode, code, command].filter(Boolean).join(' ')})`;
  // Wrong credentials are a fault of the host and can be corrected, so the failure is temporary.
  const isFinal = code === 'EENVELOPE' && responseCode !== undefined && responseCode >= PERMANENT;
  return { kind: isFinal ? 'refused' : 'unavailable', reason };
}
