import { actionCommand } from './action-command.js';
import { recordedLines } from './action-lines.js';
import { ofHouse } from './action-tenants.js';
import { type Command, option } from './command.js';
import { JSON_ARRAY, OPERATOR } from './options.js';

export const RAIL_COMMANDS: readonly Command[] = [
  {
    name: 'rails release',
    actions: ['rails.release'],
    summary: 'Print the files that wait for a release, or release one',
    options: [
      option('rail', 'NAME', 'Only those of this rail; required to release'),
      option('id', 'ID', 'The file to release'),
      option('digest', 'TEXT', 'Its digest, as the list shows it'),
      OPERATOR,
      JSON_ARRAY,
    ],
    note: 'A line has the time, the number of payments, their sums and the digest. The digest is checked again when the file is sent.',
    run: async (...given) => (await import('./rail-commands.js')).releaseRails(...given),
  },
  {
    name: 'rails act',
    actions: ['rails.act'],
    summary: 'Print what you can decide about connections, or decide it',
    options: [
      option('rail', 'NAME', 'Only this connection; required to decide'),
      option('action', 'NAME', 'What to do, as the list shows it'),
      option('subject', 'TEXT', 'What the action is about, such as the id of a file'),
      OPERATOR,
      JSON_ARRAY,
    ],
    note: 'Each type of connection has its own actions. They change what the connection does next, and move no money by themselves.',
    run: async (...given) => (await import('./rail-commands.js')).actOnRail(...given),
  },
  actionCommand({
    action: 'rails.record',
    note: '`reconcile --record true` compares and prints the differences too.',
    tenant: ofHouse('PRODUCTION'),
    prints: recordedLines,
  }),
];
