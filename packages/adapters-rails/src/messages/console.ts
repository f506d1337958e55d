import type { Messages } from '@corridor/core/ports';
import { wordingOf } from './wording.js';

/**
 * For development: prints messages instead of sending them. The output shows one-time codes, so this channel refuses
 * production.
 */
export const createConsoleMessages = (print: (line: string) => void): Messages => ({
  reaches: (environment) => environment !== 'PRODUCTION',
  async send(message) {
    if (message.environment === 'PRODUCTION')
      return { kind: 'unavailable', reason: 'the console does not send messages in production' };
    print(`message to ${message.to}: ${wordingOf(message).text}`);
    return { kind: 'accepted' };
  },
});
