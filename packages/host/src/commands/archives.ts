import { type Command, option } from './command.js';
import { ENVIRONMENT, JSON_ARRAY, PLATFORM } from './options.js';

export const ARCHIVE_COMMANDS: readonly Command[] = [
  {
    name: 'archive list',
    summary: 'Print the files of the archive, oldest first',
    options: [JSON_ARRAY],
    note: 'Prints one line for each file: its name, the number of its events or answers, their positions or times, and when they were archived.',
    run: async (...given) => (await import('./archive-commands.js')).listArchive(...given),
  },
  {
    name: 'archive verify',
    summary: 'Read every file of the archive and compare it with the database; exit code 1 with findings',
    options: [],
    note: 'Reads the whole archive and needs the master key. `audit` checks the same, and the seals over the events as well. Files of the folder that the database does not name are printed, and the exit code stays 0: an interrupted run leaves such a file, and the folder may serve a copy of the database too.',
    run: async (...given) => (await import('./archive-commands.js')).verifyArchive(...given),
  },
  {
    name: 'archive find',
    summary: 'Print archived answers under an idempotency key or to a request id; exit code 1 if there is none',
    options: [
      option('key', 'TEXT', 'The idempotency key of the request'),
      option('request-id', 'TEXT', 'The request id, instead of the key'),
      PLATFORM,
      ENVIRONMENT,
    ],
    note: 'Prints two lines for each answer: the operation, status, time, request id and file, and the body as it was stored. A body with a secret that is shown once is encrypted, and can be read with the credential of the caller only. Answers are archived with `CORRIDOR_ARCHIVE_ANSWERS`, 24 to 48 hours after they were given. Needs the master key.',
    run: async (...given) => (await import('./archive-commands.js')).findArchived(...given),
  },
  {
    name: 'archive run',
    summary: 'Move old events to the archive now, instead of waiting for a host',
    options: [],
    note: 'Needs `CORRIDOR_ARCHIVE_AFTER_DAYS`. Hosts may run meanwhile.',
    run: async (...given) => (await import('./archive-commands.js')).runArchive(...given),
  },
];
