import type { Messages } from '@corridor/core';
import { wordingOf } from './wording.js';

/** For development: prints what would be sent. Whoever reads the output reads the codes. */
export const createConsoleMessages = (print: (line: string) => void): Messages => ({
  async send(message) {
    print(`message to ${message.to}: ${wordingOf(message).text}`);
    return { kind: 'accepted' };
  },
});
