import * as z from 'zod';
import { flag, text, type Settings } from './setting.js';

export const EMAIL_WAYS = ['console', 'smtp', 'webhook'] as const;
export const PHONE_WAYS = ['console', 'webhook'] as const;

/** How one-time codes are delivered. */
export const MESSAGE_SETTINGS = {
  CORRIDOR_EMAIL_MESSAGES: {
    schema: z.enum(EMAIL_WAYS, { error: `must be one of ${EMAIL_WAYS.join(', ')}` }),
    default: 'console',
    meaning:
      'How codes are sent to email addresses: `console` prints them (sandbox only; production sends none this way), `smtp` sends mail, `webhook` posts them to `CORRIDOR_MESSAGES_WEBHOOK_URL`',
  },
  CORRIDOR_PHONE_MESSAGES: {
    schema: z.enum(PHONE_WAYS, { error: `must be one of ${PHONE_WAYS.join(', ')}` }),
    default: 'console',
    meaning: 'How codes are sent to phones: `console` (sandbox only) or `webhook`',
  },
  CORRIDOR_SMTP_URL: {
    schema: text(
      /^smtps?:\/\/[^\s/]+$/,
      'must be smtp://host:port or smtps://host:port, optionally with user:password@',
    ),
    default: null,
    meaning: 'Address of the mail server, for `smtp`',
    secret: true,
  },
  CORRIDOR_SMTP_FROM: {
    schema: text(/^[^\r\n<>]*<?[^\s<>@]+@[^\s<>@]+>?$/, 'must be a mailbox, such as Acme <no-reply@acme.example>'),
    default: null,
    meaning: 'Sender of mail, for `smtp`',
  },
  CORRIDOR_SMTP_REQUIRE_TLS: {
    schema: flag,
    default: 'true',
    meaning: 'Refuse to send mail over an unencrypted connection; `false` for a mail server on the same machine',
  },
  CORRIDOR_MESSAGES_WEBHOOK_URL: {
    schema: z.url({ protocol: /^https?$/, error: 'must be an http or https address' }),
    default: null,
    meaning: 'Address that receives messages, for `webhook`; it may contain a token. Production requires https',
    secret: true,
  },
  CORRIDOR_MESSAGES_WEBHOOK_SECRET: {
    schema: text(/^whsec_[A-Za-z0-9+/]{32,}={0,2}$/, 'must be whsec_ followed by at least 24 bytes in base64'),
    default: null,
    meaning: 'Standard Webhooks secret that signs these requests',
    secret: true,
  },
} as const satisfies Settings;
