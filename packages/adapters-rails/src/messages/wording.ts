import type { CodeMessage } from '@corridor/core/ports';

/** The text for the recipient. The code is first, because phones show the beginning in a notification. */
export interface Wording {
  readonly subject: string;
  readonly text: string;
}

const BREAKS = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;

export function wordingOf({ sender, purpose, code, validForSeconds }: CodeMessage): Wording {
  // The name goes into a mail header, which must not contain line breaks.
  const name = sender.replaceAll(BREAKS, ' ').trim();
  const minutes = Math.floor(validForSeconds / 60);
  // A code for a payment says what it authorizes.
  const what = purpose === null ? '' : ` It authorizes: ${purpose.replaceAll(BREAKS, ' ').trim()}.`;
  return {
    subject: `${code} is your code for ${name}`,
    text: `${code} is your code for ${name}.${what} It is valid for ${minutes} minutes. If you did not request it, ignore this message. Never share the code.`,
  };
}
