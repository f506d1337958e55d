import type { Environment, Reads, TenantKey } from '../kernel/index.js';
import type { MessageChannel } from './one-time-code.js';

/** A message with a one-time code. */
export interface CodeMessage {
  /** Unique for each code; a repeated send of the same code has the same id. */
  readonly id: string;
  readonly environment: Environment;
  readonly channel: MessageChannel;
  /** A mailbox, or a phone number in E.164. */
  readonly to: string;
  /** Name of the recipient's platform. */
  readonly sender: string;
  /** The authorized action, such as a payment with amount and payee; null if the code only proves an identity. */
  readonly purpose: string | null;
  readonly code: string;
  readonly validForSeconds: number;
}

/**
 * The outcome of a message. `refused`: a retry will not reach this recipient. The reasons are logged and
 * stored, so they must contain neither the code nor the address.
 */
export type MessageOutcome =
  | { readonly kind: 'accepted' }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'unavailable'; readonly reason: string };

/** Sends messages to mailboxes and phones. Never rejects; has its own time-out. */
export interface Messages {
  /**
   * Whether a provider serves this channel. If no provider serves the channel, a request for a code fails at once.
   * Default: true.
   */
  reaches?(environment: Environment, channel: MessageChannel): boolean;
  send(message: CodeMessage): Promise<MessageOutcome>;
}

/** The sender that a tenant's messages name. */
export type SenderName = (reads: Reads, ctx: { readonly tenant: TenantKey }) => Promise<string>;
