import type { StatusMessage } from '../accounts/index.js';
import type { RailMessage } from './rail-message.js';

/**
 * What a message says about money, as one text, which is stored: amounts stay in smallest units. Words of banks and times of further checks are left out, because they
 * can differ in a repeat of the message.
 */
export function contentOf(message: StatusMessage): string {
  if (message.kind === 'reversal' || message.kind === 'recall')
    return [message.kind, 'of', message.amount, 'of', message.paymentId].join(' ');
  const { kind, reference, status } = message;
  const what = `${kind} ${reference} ${status.state}`;
  switch (status.state) {
    case 'returned':
      return [what, 'with', status.amount, 'as', status.returnId].join(' ');
    case 'failed':
      return 'refundable' in status && !status.refundable ? `${what}, not refundable` : what;
    case 'delivered':
      return status.arrived === undefined ? what : `${what}, of which ${status.arrived} arrived`;
    case 'pending':
      return 'undone' in status && status.undone !== undefined ? `${what}, undone` : what;
    default:
      return what;
  }
}

/**
 * Whether a message repeats the one that was stored under its id. `about` is the record that the message is about; null
 * if it is unknown. Messages of earlier releases are stored without their content: they are compared by their kind and
 * record.
 */
export function isRepeatOf(
  { kind, subject, content }: RailMessage,
  message: StatusMessage,
  about: string | null,
): boolean {
  return content === null ? kind === message.kind && subject === about : content === contentOf(message);
}
