import { ENVIRONMENTS } from '@corridor/core';
import { type Command, option } from './command.js';
import { JSON_ARRAY, OPERATOR } from './options.js';

export const VOUCHER_COMMANDS: readonly Command[] = [
  {
    name: 'vouchers list',
    summary: 'Print the files of banks that are kept, and the months that were deleted',
    options: [JSON_ARRAY],
    note: 'Prints one line for each file: its month, connection, direction, name, size, time and SHA-256; and one for each month that was deleted. The objects of `--json` have `environment`, `month`, `deletedAt` (null for a file that is kept) and of a file `connection`, `direction`, `name`, `bytes`, `at` and `digest`. See [vouchers](../operate/retention.md#vouchers).',
    run: async (...given) => (await import('./voucher-commands.js')).printVouchers(...given),
  },
  {
    name: 'vouchers export',
    summary: 'Write the files of banks of a connection into a folder',
    options: [
      option('connection', 'NAME', 'The connection of the connections file'),
      option('environment', 'NAME', 'SANDBOX or PRODUCTION; required if the connection was in both', ENVIRONMENTS),
      option('from', 'TIME', 'Exchanged at or after this day or time in UTC; default: from the beginning'),
      option('to', 'TIME', 'Exchanged before this day or time in UTC; default: to the end'),
      option('output', 'FOLDER', 'A new or empty folder; only its owner can read it'),
      OPERATOR,
    ],
    note: 'Needs the role `ADMIN` without a limit to platforms, because a file has names, accounts and texts of many persons. Writes the files as they were exchanged, under names made of direction and SHA-256, and last `index.json` with their original names and times: a folder without it is incomplete. Files have the mode 0600. The export is in the operator log before it is read, as `vouchers.export` with the connection. Hosts may run meanwhile.',
    run: async (...given) => (await import('./voucher-commands.js')).exportVouchers(...given),
  },
];
