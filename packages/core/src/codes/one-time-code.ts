import { BASE_COLUMNS, type BaseRecord, type Id, type Instant, recordKind } from '../kernel/index.js';
import type { CodePolicy } from './policy.js';

export const MESSAGE_CHANNELS = ['EMAIL', 'PHONE'] as const;
export type MessageChannel = (typeof MESSAGE_CHANNELS)[number];

/** Where a code goes: a mailbox, or a phone number in E.164. */
export interface Recipient {
  readonly channel: MessageChannel;
  readonly address: string;
}

/**
 * The code that somebody was sent for one use, and how often it was asked for and tried. One row serves all sends for
 * that use, so that the limits hold whatever comes at once.
 */
export interface OneTimeCode extends BaseRecord {
  readonly id: Id<'OneTimeCode'>;
  /** What the code is for and whose it is, such as `contact.email/Customer:…`. */
  readonly use: string;
  readonly channel: MessageChannel;
  readonly address: string;
  /** How the code that was asked for last is made. */
  readonly policy: CodePolicy | null;
  /** What the code agrees to, as its message says; null where it only proves who somebody is. */
  readonly purpose: string | null;
  /** Under the host's key: who has the database cannot find the code by trying all there are. Null: none is valid. */
  readonly digest: string | null;
  readonly expiresAt: Instant;
  /** How often this send's code was tried. */
  readonly tries: number;
  /** The tenant's times of the sends of the last hour, oldest first. */
  readonly sends: readonly Instant[];
  /** True until a message has taken the code that was asked for last. */
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
