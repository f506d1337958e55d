import type { Messages } from '@corridor/core/ports';
import type { MessageChannel } from '@corridor/core/records';

/** Messages to each kind of recipient by a way of their own. */
export const byChannel = (ways: Readonly<Record<MessageChannel, Messages>>): Messages => ({
  reaches: (environment, channel) => ways[channel].reaches?.(environment, channel) ?? true,
  send: (message) => ways[message.channel].send(message),
});
