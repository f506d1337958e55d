import { ENVIRONMENTS, toIso } from '@corridor/core';
import { scopeText } from '@corridor/core/internal';
import type { Terms } from '@corridor/core/records';
import { actionCommand } from './action-command.js';
import { ofHouse } from './action-tenants.js';
import { type Command, option } from './command.js';
import { JSON_ARRAY } from './options.js';

const changedLines = ({ id, scope, validFrom }: Terms): readonly string[] => [
  `${id} for ${scopeText(scope)} come into force at ${toIso(validFrom)}`,
];

export const TERMS_COMMANDS: readonly Command[] = [
  {
    name: 'terms list',
    summary: 'Print fees, spreads and limits that come, are in force, or were',
    options: [
      option('environment', 'NAME', 'Only those of SANDBOX or PRODUCTION', ENVIRONMENTS),
      option('state', 'NAME', 'Only those in this state; default: COMING and IN_FORCE', [
        ...['COMING', 'IN_FORCE', 'PAST', 'WITHDRAWN'],
      ]),
      JSON_ARRAY,
    ],
    run: async (...given) => (await import('./terms-list.js')).listTerms(...given),
  },
  actionCommand({
    action: 'terms.change',
    note: 'Parts that are not given stay as the last terms of the corridor have them; none leaves a part open. In production another administrator has to approve it. Platforms receive an event.',
    tenant: ofHouse('PRODUCTION'),
    order: ['environment', 'source', 'destination', 'rail'],
    prints: changedLines,
  }),
  actionCommand({
    action: 'terms.withdraw',
    note: 'Possible until 150 seconds before the terms come into force. In production another administrator has to approve it.',
    tenant: ofHouse('PRODUCTION'),
    prints: ({ withdraws, scope }) => [`${withdraws} for ${scopeText(scope)} are withdrawn`],
  }),
];
