import * as z from 'zod';
import { flag, text, type Settings } from './setting.js';

export const EMAIL_WAYS = ['console', 'smtp', 'webhook'] as const;
export const PHONE_WAYS = ['console', 'webhook'] as const;

/** How one-time codes reach people. */
export const MESSAGE_SETTINGS = {
  CORRIDOR_EMAIL_MESSAGES: {
    schema: z.enum(EMAIL_WAYS, { error: `must be one of ${EMAIL_WAYS.join(', ')}` }),
    default: 'console',
    meaning:
      'How codes reach mailboxes: `console` prints them (sandbox alone: production sends none by it), `smtp` sends mail, `webhook` hands them to a program of yours',
  },
  CORRIDOR_PHONE_MESSAGES: {
    schema: z.enum(PHONE_WAYS, { error: `must be one of ${PHONE_WAYS.join(', ')}` }),
    default: 'console',
    meaning: 'How codes reach phones: `console` (sandbox alone) or `webhook`',
  },
  CORRIDOR_SMTP_URL: {
    schema: text(
      /^smtps?:\/\/[^\s/]+$/,
      'must be smtp://host:port or smtps://host:port, with user:password@ where needed',
    ),
    default: null,
    meaning: 'Mail server, for `smtp`',
    secret: true,
  },
  CORRIDOR_SMTP_FROM: {
    schema: text(/^[^\r\n<>]*<?[^\s<>@]+@[^\s<>@]+>?$/, 'must be a mailbox, such as Acme <no-reply@acme.example>'),
    default: null,
    meaning: 'Mailbox that mail comes from, for `smtp`',
  },
  CORRIDOR_SMTP_REQUIRE_TLS: {
    schema: flag,
    default: 'true',
    meaning:
      'Send no mail over a connection that is not encrypted; `false` where the mail server stands on this machine',
  },
  CORRIDOR_MESSAGES_WEBHOOK_URL: {
    schema: z.url({ protocol: /^https?$/, error: 'must be a web address' }),
    default: null,
    meaning: 'Where messages are posted, for `webhook`; https for those of production',
  },
  CORRIDOR_MESSAGES_WEBHOOK_SECRET: {
    schema: text(/^whsec_[A-Za-z0-9+/]{32,}={0,2}$/, 'must be whsec_ and at least 24 bytes in base64'),
    default: null,
    meaning: 'Standard Webhooks secret that signs those posts',
    secret: true,
  },
} as const satisfies Settings;
