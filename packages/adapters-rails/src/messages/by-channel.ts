import type { Messages } from '@corridor/core/ports';
import type { MessageChannel } from '@corridor/core/records';

/** Sends each message by the implementation for its channel. */
export const byChannel = (ways: Readonly<Record<MessageChannel, Messages>>): Messages => ({
  reaches: (environment, channel) => ways[channel].reaches?.(environment, channel) ?? true,
  send: (message) => ways[message.channel].send(message),
});
