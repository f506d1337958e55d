import type { Messages } from '@corridor/core/ports';
import { wordingOf } from './wording.js';

/** For development: prints what would be sent. Whoever reads the output reads the codes, so production gets none here. */
export const createConsoleMessages = (print: (line: string) => void): Messages => ({
  reaches: (environment) => environment !== 'PRODUCTION',
  async send(message) {
    if (message.environment === 'PRODUCTION') return { kind: 'unavailable', reason: 'production has no way to send' };
    print(`message to ${message.to}: ${wordingOf(message).text}`);
    return { kind: 'accepted' };
  },
});
