import { actionCommand } from './action-command.js';
import { ofRecord, ofPlatform } from './action-tenants.js';
import { type Command, option } from './command.js';
import { ENVIRONMENT, JSON_ARRAY, JSON_OBJECT, OPERATOR } from './options.js';

const OF_SCREENING = ofRecord('id', async (...of) => (await import('./record-tenants.js')).tenantOfScreening(...of));
const OF_CASE = ofRecord('id', async (...of) => (await import('./record-tenants.js')).tenantOfCase(...of));

const OF_A_PLATFORM = option('platform', 'ID', 'Of this platform; default: of all platforms');

export const SCREENING_COMMANDS: readonly Command[] = [
  {
    name: 'screening list',
    summary: 'Print the screenings that wait for an operator, newest first',
    options: [
      OF_A_PLATFORM,
      ENVIRONMENT,
      option(
        'status',
        'NAME',
        'HELD (default), UNDECIDED (dropped, with an open match), ASKED, PASSED, CLEAR, CONFIRMED or DROPPED',
        [...['HELD', 'UNDECIDED', 'ASKED', 'PASSED', 'CLEAR', 'CONFIRMED', 'DROPPED']],
      ),
      JSON_ARRAY,
    ],
    note: 'The objects of `--json` have `id`, `tenant`, `status`, `subject`, `occasion`, `provider`, `listVersion`, `answer`, `matches` (ids), `answeredAt` and `createdAt`; they have no personal data.',
    run: async (...given) => (await import('./screening-commands.js')).listScreenings(...given),
  },
  {
    name: 'screening show',
    summary: 'Print a screening: who was asked about, what matched, and what was decided',
    options: [option('id', 'ID', 'The screening, as Screening:…'), OPERATOR, JSON_OBJECT],
    note: 'It prints personal data, so the log gets an entry `screening.look` with the operator. The object of `--json` has the fields of `screening list --json`, `question` (null if it was erased), `matches` with `details`, `exceptions` and `cases` (ids).',
    run: async (...given) => (await import('./screening-commands.js')).showScreening(...given),
  },
  actionCommand({
    action: 'screening.clear',
    note: 'What waits for no other match goes on in the same moment. The clearance ends by itself when the entry of the list, or what identifies the party, changes.',
    tenant: OF_SCREENING,
    prints: ({ id, status }) => [
      status === 'CLEAR'
        ? `${id} is CLEAR: what waited goes on, unless a block holds it (corridor exceptions list)`
        : `${id} is ${status}: other matches are open`,
    ],
  }),
  actionCommand({
    action: 'screening.confirm',
    note: 'A second operator has to approve it. It blocks the customer, or the external account, without telling the platform.',
    tenant: OF_SCREENING,
    prints: ({ id, status }) => [`${id} is ${status}`],
  }),
  actionCommand({
    action: 'screening.withdraw',
    note: 'A second operator has to approve it. The match counts as cleared from then on. A block that the confirmation began stays: end it by `corridor customer unblock` or `corridor external-account unblock`.',
    tenant: OF_SCREENING,
    prints: ({ id, status }) => [`${id} is ${status}`],
  }),
];

export const CASE_COMMANDS: readonly Command[] = [
  {
    name: 'cases list',
    summary: 'Print the cases of operators, newest first',
    options: [
      OF_A_PLATFORM,
      ENVIRONMENT,
      option('status', 'NAME', 'OPEN (default) or CLOSED', ['OPEN', 'CLOSED']),
      JSON_ARRAY,
    ],
    note: 'The objects of `--json` have the fields of the case and `about`: the ids of its records.',
    run: async (...given) => (await import('./case-commands.js')).listCases(...given),
  },
  actionCommand({
    action: 'cases.open',
    note: 'Notes and the operator who looks after it: `corridor note add`, `corridor assignment set`.',
    tenant: ofPlatform(),
    prints: ({ id, status }) => [`${id} is ${status}`],
  }),
  actionCommand({
    action: 'cases.add',
    tenant: OF_CASE,
    prints: ({ id }, { about }) => [`${about} is in ${id}`],
  }),
  actionCommand({
    action: 'cases.close',
    tenant: OF_CASE,
    prints: ({ id, status, outcome }) => [`${id} is ${status}: ${outcome}`],
  }),
  {
    name: 'cases export',
    summary: 'Write a case with its screenings, payments and customers into a folder, for a report to an authority',
    options: [
      option('id', 'ID', 'The case, as ScreeningCase:…'),
      option('output', 'FOLDER', 'A new or empty folder; only its owner can read it'),
      option('case', 'TEXT', "The reference of the authority's case"),
      OPERATOR,
    ],
    note: 'Needs the role `ADMIN`. Writes `README.txt`, a JSON file for each kind of record, a folder for each customer in `customers` as `corridor customer export --authority` does, and last `index.json`: a folder without it is incomplete. Files have the mode 0600. The log has an entry `cases.export`, and `personal-data.export` for each customer, before anything is read.',
    run: async (...given) => (await import('./case-commands.js')).exportCase(...given),
  },
];
