import type { MessageProblem, MessageProblemCode } from './messages.js';

/** Carries a problem from the place where it is found to `readBankMessage`, which returns it as a value. */
export class RefusedMessage extends Error {
  readonly problem: MessageProblem;

  constructor(code: MessageProblemCode, message: string, place: string | null = null) {
    super(message);
    this.name = 'RefusedMessage';
    this.problem = { code, message, place };
  }
}

/** Foreign text for a message: short, and with its control characters escaped. */
export const quoted = (text: string): string => JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text);
