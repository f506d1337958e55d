import { type Command, option } from './command.js';

export const UMA_COMMANDS: readonly Command[] = [
  {
    name: 'uma rotate-keys',
    summary: 'Replace the UMA certificates of a domain within the hour',
    options: [option('domain', 'NAME', 'The UMA domain')],
    note: 'Prints the time from which hosts use the new certificates: one hour later, when no institution still caches the present ones.',
    run: async (...given) => (await import('./commands.js')).rotateUmaKeys(...given),
  },
];
