import { ENVIRONMENTS } from '@corridor/core';
import { actionCommand } from './action-command.js';
import { ofRecord } from './action-tenants.js';
import { type Command, option } from './command.js';
import { JSON_ARRAY } from './options.js';

const ONE_ENVIRONMENT = option('environment', 'NAME', 'Only SANDBOX or PRODUCTION', ENVIRONMENTS);

const OF_REPORT = ofRecord('id', async (...of) =>
  (await import('./record-tenants.js')).tenantOfSafeguardingReport(...of),
);

export const SAFEGUARDING_COMMANDS: readonly Command[] = [
  {
    name: 'safeguarding',
    summary: 'Print what is owed to customers and platforms at a moment, and where that money is',
    options: [
      option('at', 'TIME', 'What was booked before this day or time in UTC, at least five minutes ago'),
      ONE_ENVIRONMENT,
      option('format', 'NAME', 'csv: a line for each environment and currency', ['csv']),
      JSON_ARRAY,
    ],
    note: 'Prints for each environment and currency what is owed to customers and to platforms, the money on the accounts that the connections file marks as `safeguarding`, the money elsewhere, the money of the service itself, its claims and currency positions, and the shortfall or the excess; then the types of ledger accounts that these are the sums of, signed like the postings of the ledger. The columns of `--format csv` are `at`, `environment`, `currency`, `customers`, `platforms`, `own`, `other`, `safeguarded`, `elsewhere`, `excess` and `shortfall`, as decimal numbers. The objects of `--json` have the same members and `lines` (`account`, `standing`, `safeguards`, and `balance`), with amounts in smallest units as texts. See [safeguarding](../operate/safeguarding.md).',
    run: async (...given) => (await import('./safeguarding-commands.js')).printSafeguarding(...given),
  },
  {
    name: 'safeguarding reports',
    summary: 'List the daily safeguarding reports, the newest first',
    options: [ONE_ENVIRONMENT, JSON_ARRAY],
    note: 'The objects of `--json` have `id`, `environment`, `day`, `at`, `rails` (those whose accounts safeguarded), `figures` (as `safeguarding` prints them), `digest`, `signedOffAt`, `signedOffBy` and `statement`; the last three are null until an operator signs the report off.',
    run: async (...given) => (await import('./safeguarding-commands.js')).listReports(...given),
  },
  actionCommand({
    action: 'safeguarding.sign-off',
    note: 'A report is signed off once. The log of operators has its digest and the statement.',
    tenant: OF_REPORT,
    prints: ({ id, day, environment, signedOffBy }) => [
      `${id} of ${day} in ${environment} is signed off by ${String(signedOffBy)}`,
    ],
  }),
];
