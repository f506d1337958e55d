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
  {
    name: 'connections test',
    summary: 'Play the contract of a connection against its test system, and say what the partner does wrong',
    options: [
      option('connection', 'NAME', 'The entry of the test system; also written as connections test NAME'),
      option('wait', 'SECONDS', 'How long each decision of the partner is waited for; default: 10'),
      option('limit', 'SECONDS', 'Cases that have not ended by then have failed; default: 300'),
      option(
        'documents-at',
        'URL',
        'Where a KYC provider with `"documents": "fetch"` reaches this command, as http://host:port; default: a free port of this machine',
      ),
      option(
        'match',
        'NAME',
        'A name on a list of the test system of a screening provider; without it or `--match-address` matches are not tested',
      ),
      option(
        'match-address',
        'ADDRESS',
        'The same with an address on a chain. Give one of the two, and run the command twice to test both',
      ),
      JSON_ARRAY,
    ],
    positional: 'connection',
    note: 'Prints one line for each case; exit code 1 if one fails, and 0 if some are only not tested. After one that finds no partner who answers the others are not played. It sends invented customers and orders cards for them, so it refuses an entry of `PRODUCTION`. It needs no database and no master key, and prints no secret. A KYC provider, a screening provider and a card processor have all their operations tested, and no message to Corridor, and a connection of the type `http` the cases of [the signed protocol](../connections/protocol.md). There are no cases for rails of the types `bank-files`, `evm`, `evm-issuer` and `module`.',
    run: async (...given) => (await import('./connection-test.js')).testConnection(...given),
  },
];
