import { type Command, option } from './command.js';
import { ENVIRONMENT, JSON_ARRAY } from './options.js';
import { TRAVEL_RULE_STATES } from './travel-rule-states.js';

export const TRAVEL_RULE_COMMANDS: readonly Command[] = [
  {
    name: 'travel-rule list',
    summary: 'Print the transfers on chains that wait for the answer of an institution, newest first',
    options: [
      option('platform', 'ID', 'Of this platform; default: of all platforms'),
      ENVIRONMENT,
      option(
        'status',
        'NAME',
        'ASKED (default), ACCEPTED, REJECTED, EXPIRED, WITHDRAWN, REFUSED, KEPT or RECEIVED',
        TRAVEL_RULE_STATES,
      ),
      JSON_ARRAY,
    ],
    note: 'The objects of `--json` have the fields of the record without originator and beneficiary, which are personal data: `customer export --authority` has them.',
    run: async (...given) => (await import('./travel-rule-commands.js')).listTransfers(...given),
  },
];
