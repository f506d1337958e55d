import type { CodeMessage } from '@corridor/core/ports';

/** What the recipient reads. The code stands first, where a phone shows it without opening the message. */
export interface Wording {
  readonly subject: string;
  readonly text: string;
}

const BREAKS = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;

export function wordingOf({ sender, purpose, code, validForSeconds }: CodeMessage): Wording {
  // The platform's name stands in a header.
  const name = sender.replaceAll(BREAKS, ' ').trim();
  const minutes = Math.floor(validForSeconds / 60);
  // Whoever agrees to a payment reads what it is.
  const what = purpose === null ? '' : ` It agrees to: ${purpose.replaceAll(BREAKS, ' ').trim()}.`;
  return {
    subject: `${code} is your code for ${name}`,
    text: `${code} is your code for ${name}.${what} It is valid for ${minutes} minutes. If you did not ask for it, ignore this message, and give the code to nobody.`,
  };
}
