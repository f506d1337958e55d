import type { StatusMessage } from '../accounts/index.js';
import type { RailMessage } from './rail-message.js';

/**
 * What a message says about money, as one text. Words of banks and times of further checks are left out, because they
 * can differ in a repeat of the message.
 */
export function contentOf(message: StatusMessage): string {
  if (message.kind === 'reversal' || message.kind === 'recall')
    return `${message.kind} of ${message.amount} of ${message.paymentId}`;
  const { kind, reference, status } = message;
  const what = `${kind} ${reference} ${status.state}`;
  return status.state === 'returned' ? `${what} with ${status.amount} as ${status.returnId}` : what;
}

/**
 * Whether a message repeats the one that was stored under its id. Messages of earlier releases are stored without their
 * content: those about payouts and collections are compared by their transaction.
 */
export function isRepeatOf({ kind, subject, content }: RailMessage, message: StatusMessage): boolean {
  if (content !== null) return content === contentOf(message);
  if (kind !== message.kind) return false;
  return (message.kind !== 'payout' && message.kind !== 'collection') || subject === message.reference;
}
