import type { Environment, Reads, TenantKey } from '../kernel/index.js';
import type { MessageChannel } from './one-time-code.js';

/** A one-time code on its way to somebody. */
export interface CodeMessage {
  /** Another one for every code; the same where a code is sent once more. */
  readonly id: string;
  readonly environment: Environment;
  readonly channel: MessageChannel;
  /** A mailbox, or a phone number in E.164. */
  readonly to: string;
  /** Name of the platform that the recipient is a customer of. */
  readonly sender: string;
  /** What the code agrees to, such as a payment with its amount and payee; null where it only proves who somebody is. */
  readonly purpose: string | null;
  readonly code: string;
  readonly validForSeconds: number;
}

/**
 * What became of a message. `refused`: this recipient will not be reached by trying again. The reasons are logged and
 * stored, so they hold neither the code nor the address.
 */
export type MessageOutcome =
  | { readonly kind: 'accepted' }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'unavailable'; readonly reason: string };

/** The way to people's mailboxes and phones. Never rejects; has a time-out of its own. */
export interface Messages {
  /** Whether there is a way at all, so that nobody is told of a message that nobody sends. Where it is left out: yes. */
  reaches?(environment: Environment, channel: MessageChannel): boolean;
  send(message: CodeMessage): Promise<MessageOutcome>;
}

/** What a tenant's messages name as their sender. */
export type SenderName = (reads: Reads, ctx: { readonly tenant: TenantKey }) => Promise<string>;
