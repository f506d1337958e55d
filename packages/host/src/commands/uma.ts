import { toIso } from '@corridor/core';
import { actionCommand } from './action-command.js';
import { OF_SERVICE } from './action-tenants.js';
import type { Command } from './command.js';

export const UMA_COMMANDS: readonly Command[] = [
  actionCommand({
    action: 'uma.rotate-keys',
    summary: 'Replace the UMA certificates of a domain within the hour',
    note: 'Prints the time from which hosts use the new certificates: one hour later, when no institution still caches the present ones.',
    tenant: OF_SERVICE,
    prints: ({ activeFrom }, { domain }) => [
      `new certificates of ${String(domain).toLowerCase()}: in use from ${toIso(activeFrom)}`,
    ],
  }),
];
