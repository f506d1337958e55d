import { type Command, flag, head, option, together } from './command.js';

/** The options that say which host is called, and with which token. */
const RUNNING_HOST = [head('base-url', 'URL'), head('client-id', 'TEXT'), head('client-secret', 'TEXT')];

export const RUNNING_HOST_COMMANDS: readonly Command[] = [
  {
    name: 'listen',
    summary: 'Print the live events of a running host, and forward them to a local address',
    options: [
      option('forward-to', 'URL', 'The local address; default: events are only printed'),
      option(
        'console-url',
        'URL',
        'The console, for the links to records; default: /console at CORRIDOR_CONSOLE_URL, or at the\nhost of the base URL',
      ),
      option('since', 'ID', 'Start after this event; default: now'),
      option('base-url', 'URL', 'Address of the host, with the API version; or CORRIDOR_BASE_URL'),
      option('client-id', 'TEXT', 'Client id of a token with MANAGE; or CORRIDOR_CLIENT_ID'),
      option('client-secret', 'TEXT', 'Client secret of that token; or CORRIDOR_CLIENT_SECRET'),
    ],
    note: 'A line has the type, the id, the resource, the answer of the receiver and the page in the console. Types are green, red or yellow on a terminal; `NO_COLOR` and `FORCE_COLOR` are honoured.',
    run: async (...given) => (await import('../running-host/listen-command.js')).listenTo(...given),
  },
  {
    name: 'mcp',
    summary:
      'Serve the tools of an agent over the Model Context Protocol, on standard input and output;\nwithout --credential, the tools of a platform in the sandbox',
    options: [
      option('credential', 'FILE', 'The file with the credential of the agent, from mcp login'),
      together('Of a sandbox platform, as for listen', RUNNING_HOST),
      flag('http', 'Serve agents over streamable HTTP instead; each client sends the access token of its agent'),
      option('port', 'NUMBER', 'The port for --http'),
      option('host', 'ADDRESS', 'The address for --http; default 127.0.0.1'),
      option(
        'allowed-hosts',
        'LIST',
        'Comma-separated names by which clients reach this address, such as that of a proxy',
      ),
    ],
    note: 'Needs the optional package `@modelcontextprotocol/sdk`. [The guide](../guides/agents.md) leads to an agent that pays within its limits.',
    run: async (...given) => (await import('../running-host/mcp/mcp-command.js')).mcp(...given),
  },
  {
    name: 'mcp login',
    summary: 'Redeem a device code of an agent, and write its credential to a new file',
    options: [
      option('base-url', 'URL', 'Address of the host; or CORRIDOR_BASE_URL'),
      option('code', 'TEXT', 'The device code'),
      option('credential', 'FILE', 'The new file, which only you can read'),
    ],
    note: 'The device code works once, so the file is created first: the command refuses a file that exists or cannot be written before it uses up the code.',
    run: async (...given) => (await import('../running-host/mcp/mcp-command.js')).mcpLogin(...given),
  },
  {
    name: 'trigger',
    summary: 'Play the scene that ends in an event, on a running sandbox; also written as trigger TYPE',
    options: [
      option(
        'type',
        'TYPE',
        'The event type, such as OUTGOING_PAYMENT.COMPLETED; without it, the types are listed',
        async () => Object.keys((await import('../running-host/scenes/index.js')).SCENES),
      ),
      flag('list', 'List the types with their scenes'),
      flag('json', 'Print only the event; with --list, one JSON array'),
      together('As for listen, for a token with MANAGE and TRANSACT', RUNNING_HOST),
    ],
    positional: 'type',
    note: 'Plays over the API, prints each step and then the event. Exit code 1 if the event does not come within a minute, or if Corridor does not send the type. See [play the sandbox](../guides/play-the-sandbox.md).',
    run: async (...given) => (await import('../running-host/trigger-command.js')).trigger(...given),
  },
  {
    name: 'seed',
    summary:
      'Fill a running sandbox with a history of customers, payments and cards; its test clock moves\nahead by the days',
    options: [
      option('customers', 'NUMBER', 'How many customers; default 50, at most 500'),
      option('days', 'NUMBER', 'How many days; default 30, at most 366'),
      option('seed', 'NUMBER', 'The seed that a run printed, to repeat its history; default: a new one'),
      together('As for listen, for a token with MANAGE and TRANSACT', RUNNING_HOST),
    ],
    note: 'Calls the API, and refuses a token of production before it does anything. The clock never goes back: the history ends `--days` days ahead of where it began. A second run adds another history. Ctrl-C stops between two acts and keeps what was created. See [play the sandbox](../guides/play-the-sandbox.md#fill-a-sandbox).',
    run: async (...given) => (await import('../running-host/seed-command.js')).seed(...given),
  },
];
