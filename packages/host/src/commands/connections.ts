import { type Command, option } from './command.js';
import { JSON_ARRAY } from './options.js';

export const CONNECTION_COMMANDS: readonly Command[] = [
  {
    name: 'connections list',
    summary:
      'Print the connections and their rails in the order in which rails are chosen, with what they can do and claim',
    options: [JSON_ARRAY],
    note: 'The connections of the connections file come first, in its order, then the bundled rails.',
    run: async (...given) => (await import('./connection-commands.js')).listConnections(...given),
  },
  {
    name: 'connections check',
    summary: 'Ask the connections of the connections file; exit code 1 if one is unreachable or has a problem',
    options: [option('connection', 'NAME', 'Only this one; also written as connections check NAME')],
    positional: 'connection',
    note: 'Prints what waits at each connection, and what an operator must look at. Moves no money.',
    run: async (...given) => (await import('./connection-commands.js')).checkConnections(...given),
  },
];
