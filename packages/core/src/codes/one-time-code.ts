import { BASE_COLUMNS, type BaseRecord, type Id, type Instant, recordKind } from '../kernel/index.js';
import type { CodePolicy } from './policy.js';

export const MESSAGE_CHANNELS = ['EMAIL', 'PHONE'] as const;
export type MessageChannel = (typeof MESSAGE_CHANNELS)[number];

/** The recipient of a code: a mailbox, or a phone number in E.164. */
export interface Recipient {
  readonly channel: MessageChannel;
  readonly address: string;
}

/**
 * The latest code of one subject for one use, with its sends and attempts. One row serves all sends, so that the limits
 * hold for concurrent requests.
 */
export interface OneTimeCode extends BaseRecord {
  readonly id: Id<'OneTimeCode'>;
  /** The name of the use and the subject, such as `contact.email/Customer:…`. */
  readonly use: string;
  readonly channel: MessageChannel;
  readonly address: string;
  /** The policy of the latest request. */
  readonly policy: CodePolicy | null;
  /** The action that the code authorizes, as its message states it; null if the code only proves an identity. */
  readonly purpose: string | null;
  /** Keyed with the host's key, so that the database alone does not allow a brute-force search. Null: no valid code. */
  readonly digest: string | null;
  readonly expiresAt: Instant;
  /** The number of attempts with the latest code. */
  readonly tries: number;
  /** The tenant's times of the sends of the last hour, oldest first. */
  readonly sends: readonly Instant[];
  /** True until the message of the latest request has been accepted. */
  readonly isUnsent: boolean;
}

export const ONE_TIME_CODES = recordKind<OneTimeCode>()({
  name: 'one_time_codes',
  scope: 'tenant',
  columns: {
    ...BASE_COLUMNS,
    use: 'text',
    channel: 'text',
    address: 'text',
    policy: 'json?',
    purpose: 'text?',
    digest: 'text?',
    expiresAt: 'instant',
    tries: 'int',
    sends: 'json',
    isUnsent: 'flag',
  },
  states: [],
  unique: [{ name: 'use', columns: ['use'] }],
  filters: [],
  immutable: ['use'],
});
