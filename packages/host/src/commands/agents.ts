import { actionCommand } from './action-command.js';
import { OF_ITS_PLATFORM } from './action-tenants.js';
import type { Command } from './command.js';

export const AGENT_COMMANDS: readonly Command[] = [
  actionCommand({
    action: 'agents.pause',
    summary: 'Pause an agent: what it asks for from now on is refused',
    tenant: OF_ITS_PLATFORM,
    prints: ({ agent }) => [`${agent.id} is paused`],
  }),
  actionCommand({
    action: 'agents.resume',
    summary: 'Let a paused agent act again',
    tenant: OF_ITS_PLATFORM,
    prints: ({ agent }) => [`${agent.id} may act again`],
  }),
];
