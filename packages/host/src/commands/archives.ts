import type { Command } from './command.js';

export const ARCHIVE_COMMANDS: readonly Command[] = [
  {
    name: 'archive list',
    summary: 'Print the files of the archive of events, oldest first',
    options: [],
    note: 'Prints one line for each file: its name, the number of its events, their positions, and when they were archived.',
    run: async (...given) => (await import('./archive-commands.js')).listArchive(...given),
  },
  {
    name: 'archive verify',
    summary: 'Read every file of the archive of events and compare it with the database; exit code 1 with findings',
    options: [],
    note: 'Reads the whole archive and needs the master key. `audit` checks the same, and the seals over the events as well. Files of the folder that the database does not name are printed, and the exit code stays 0: an interrupted run leaves such a file, and the folder may serve a copy of the database too.',
    run: async (...given) => (await import('./archive-commands.js')).verifyArchive(...given),
  },
  {
    name: 'archive run',
    summary: 'Move old events to the archive now, instead of waiting for a host',
    options: [],
    note: 'Needs `CORRIDOR_ARCHIVE_AFTER_DAYS`. Hosts may run meanwhile.',
    run: async (...given) => (await import('./archive-commands.js')).runArchive(...given),
  },
];
