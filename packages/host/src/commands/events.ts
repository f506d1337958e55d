import { actionCommand } from './action-command.js';
import { isNow } from './action-lines.js';
import { OF_ITS_PLATFORM } from './action-tenants.js';
import type { Command } from './command.js';

export const EVENT_COMMANDS: readonly Command[] = [
  actionCommand({ action: 'events.redeliver', tenant: OF_ITS_PLATFORM, prints: ({ event }) => isNow(event) }),
  actionCommand({ action: 'events.deliver-now', tenant: OF_ITS_PLATFORM, prints: ({ event }) => isNow(event) }),
  actionCommand({
    action: 'events.redeliver-period',
    note: 'Both times belong to the period.',
    tenant: OF_ITS_PLATFORM,
    prints: ({ redelivered, examined }) => [`${redelivered} of ${examined} events wait for delivery`],
  }),
];
