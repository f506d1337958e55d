import type { MessageChannel } from './one-time-code.js';

/** Mail providers that ignore dots in the name, by domain; both domains are one. */
const DOTLESS: Readonly<Record<string, string>> = { 'gmail.com': 'gmail.com', 'googlemail.com': 'gmail.com' };

/** White space, and characters that are not seen. */
const UNSEEN = /[\s\p{Cc}\p{Cf}]/gu;

/**
 * The name of a mailbox or phone under which its sends are counted: the same for all notations that reach it. Messages
 * still go to the address as it was given. Mailboxes: letters without case, without what follows a plus. Phones: digits.
 */
export function countedAddress(channel: MessageChannel, address: string): string {
  const text = address.normalize('NFKC').replace(UNSEEN, '').toLowerCase();
  if (channel === 'PHONE') return text.replace(/\D/g, '');
  const at = text.lastIndexOf('@');
  if (at < 0) return text;
  const named = text.slice(at + 1).replace(/\.+$/, '');
  const domain = DOTLESS[named] ?? named;
  const plus = text.indexOf('+');
  // An address may begin with a plus.
  const name = text.slice(0, plus > 0 && plus < at ? plus : at);
  return `${DOTLESS[domain] === undefined ? name : name.replaceAll('.', '')}@${domain}`;
}
