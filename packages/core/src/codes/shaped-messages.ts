import { type Shape, shaped, shapes } from '../kernel/index.js';
import type { MessageOutcome, Messages } from './ports.js';

const OUTCOME: Shape<MessageOutcome> = shapes.variants<MessageOutcome>()('kind', {
  accepted: {},
  refused: { reason: shapes.aText },
  unavailable: { reason: shapes.aText },
});

/** The messages with every outcome checked: a malformed one is thrown, and the message is sent again. */
export const shapedMessages = (messages: Messages): Messages => ({
  ...(messages.reaches !== undefined && {
    reaches: (environment, channel) => messages.reaches!(environment, channel),
  }),
  send: async (message) => shaped(`messages to ${message.channel}`, 'send', OUTCOME, await messages.send(message)),
});
