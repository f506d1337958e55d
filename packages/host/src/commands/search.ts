import { type Command, option } from './command.js';
import { JSON_ARRAY } from './options.js';

export const SEARCH_COMMANDS: readonly Command[] = [
  {
    name: 'search',
    summary: 'Find customers, accounts, payments and exceptions of all platforms by what a caller knows',
    options: [
      option(
        'text',
        'TEXT',
        'A name, email, phone number, end of an account, reference, amount such as "1,766.23 GBP", or id',
      ),
      JSON_ARRAY,
    ],
    positional: 'text',
    note: 'Prints at most ten records of each kind. Searches by names, emails, phone numbers and accounts are in the operator log, with a masked text.',
    run: async (...given) => (await import('./search-command.js')).search(...given),
  },
];
