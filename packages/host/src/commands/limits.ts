import { actionCommand } from './action-command.js';
import { limitLines } from './action-lines.js';
import { ofPlatform } from './action-tenants.js';
import { type Command, option } from './command.js';
import { ENVIRONMENT, JSON_ARRAY, PLATFORM } from './options.js';

export const LIMIT_COMMANDS: readonly Command[] = [
  {
    name: 'limits list',
    summary: 'Print what customers may start in a day and a month, and what a customer has used',
    options: [
      PLATFORM,
      ENVIRONMENT,
      option('customer', 'ID', 'What applies to this customer, as Customer:…; default: the limits of the platform'),
      JSON_ARRAY,
    ],
    run: async (...given) => (await import('./limits-list.js')).listLimits(...given),
  },
  actionCommand({
    action: 'limits.set',
    note: 'What is not given stays as it is. In production another administrator has to approve it if customers may start more than before; less is in force at once, on other hosts within a second.',
    tenant: ofPlatform(),
    order: ['platform', 'environment', 'customer', 'kind', 'currency'],
    prints: limitLines,
  }),
  actionCommand({
    action: 'limits.remove',
    note: 'The limit of the platform applies to a customer whose own limit is removed. In production another administrator has to approve it if customers may start more than before.',
    tenant: ofPlatform(),
    order: ['platform', 'environment', 'customer', 'kind', 'currency'],
    prints: limitLines,
  }),
];
