import * as z from 'zod';
import { text, type Settings } from './setting.js';

/** How approvers learn outside of the console that a request waits. */
export const APPROVAL_SETTINGS = {
  CORRIDOR_APPROVALS_WEBHOOK_URL: {
    schema: z.url({ protocol: /^https?$/, error: 'must be an http or https address' }),
    default: null,
    meaning:
      'Address that receives a notice when an action waits for a second operator, without names and amounts; it may contain a token. Requests in production require https, and a private address requires `CORRIDOR_WEBHOOK_ALLOW_PRIVATE`',
    secret: true,
  },
  CORRIDOR_APPROVALS_WEBHOOK_SECRET: {
    schema: text(/^whsec_[A-Za-z0-9+/]{32,}={0,2}$/, 'must be whsec_ followed by at least 24 bytes in base64'),
    default: null,
    meaning: 'Standard Webhooks secret that signs these notices',
    secret: true,
  },
  CORRIDOR_APPROVALS_MAIL: {
    schema: text(
      /^[^\s,<>@]+@[^\s,<>@]+(,[^\s,<>@]+@[^\s,<>@]+){0,19}$/,
      'must be at most 20 mail addresses with commas between them',
    ),
    default: null,
    meaning: 'Mail addresses that receive such a notice, by the mail server of `CORRIDOR_SMTP_URL`',
  },
} as const satisfies Settings;
