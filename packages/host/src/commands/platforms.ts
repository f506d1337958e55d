import { ENVIRONMENTS, PERMISSIONS } from '@corridor/core';
import { type Command, flag, option } from './command.js';
import { ENVIRONMENT, JSON_ARRAY, OPERATOR, PLATFORM } from './options.js';

export const PLATFORM_COMMANDS: readonly Command[] = [
  {
    name: 'platform create',
    summary: 'Create a platform and its first token',
    options: [
      option('name', 'TEXT', 'Its name'),
      option('environment', 'NAME', 'SANDBOX (default) or PRODUCTION', ENVIRONMENTS),
      option('currencies', 'LIST', 'Comma-separated currency codes'),
      option('require-terms', 'FLAG', 'true: its customers move money only once they have accepted the end-user terms'),
      option('regulated', 'FLAG', 'true: it is a regulated financial institution'),
      option(
        'money-during-review',
        'FLAG',
        'true: its customers can move money while a change of identity is being verified',
      ),
      option('uma-domain', 'NAME', "The domain of its customers' UMA addresses, active without a DNS proof"),
    ],
    note: 'Creates the accounts of the platform, and prints the secrets of its first token.',
    run: async (...given) => (await import('./commands.js')).createPlatform(...given),
  },
  {
    name: 'platform update',
    summary: 'Change these settings of a platform; running hosts apply them within a second',
    options: [
      PLATFORM,
      ENVIRONMENT,
      option('require-terms', 'FLAG', 'true or false'),
      option('regulated', 'FLAG', 'true or false'),
      option('money-during-review', 'FLAG', 'true or false'),
      option(
        'uma-domain',
        'NAME',
        "The domain of its customers' UMA addresses, active without a DNS proof; none: the host's",
      ),
      OPERATOR,
    ],
    run: async (...given) => (await import('./commands.js')).updatePlatform(...given),
  },
  {
    name: 'platform list',
    summary: 'Print the platforms, with the number of their tokens and their currencies',
    options: [JSON_ARRAY],
    note: 'A line has the id, the environment, the time of creation, the number of tokens, the currencies and the name.',
    run: async (...given) => (await import('./platform-list.js')).listPlatforms(...given),
  },
  {
    name: 'platform block',
    summary: 'Stop a platform in one environment at once: refuse what it starts, hold what arrives and leaves',
    options: [
      PLATFORM,
      ENVIRONMENT,
      option('reason', 'TEXT', 'Why; only operators read it'),
      option('case', 'TEXT', 'The reference of the case or the order'),
      option('notes', 'TEXT', 'What else operators have to know'),
      flag('silent', 'The platform must not know: the code USER_NOT_READY'),
      OPERATOR,
    ],
    run: async (...given) => (await import('./block-commands.js')).blockPlatform(...given),
  },
  {
    name: 'platform unblock',
    summary: 'End the block of a platform, with the approval of another operator; it releases nothing',
    options: [
      PLATFORM,
      ENVIRONMENT,
      option('reason', 'TEXT', 'Why; only operators read it'),
      option('case', 'TEXT', 'The reference of the decision'),
      OPERATOR,
    ],
    run: async (...given) => (await import('./block-commands.js')).unblockPlatform(...given),
  },
  {
    name: 'token create',
    summary: 'Create an API token',
    options: [
      PLATFORM,
      ENVIRONMENT,
      option('permissions', 'LIST', 'Comma-separated, of VIEW, TRANSACT, MANAGE; default: all', PERMISSIONS),
      option('name', 'TEXT', 'Its name'),
      option('operator', 'FILE', 'The file with your operator credential; without it, as the holder of the master key'),
    ],
    note: 'Prints the client id and the client secret. In production the request of an operator waits for a second one, to whom `approvals approve` prints them.',
    run: async (...given) => (await import('./commands.js')).createToken(...given),
  },
  {
    name: 'token list',
    summary: 'Print the API tokens of a platform, without their secrets',
    options: [PLATFORM, ENVIRONMENT, JSON_ARRAY],
    note: 'A line has the id, the client id, the permissions, the time of creation and the name.',
    run: async (...given) => (await import('./token-commands.js')).listTokens(...given),
  },
  {
    name: 'token revoke',
    summary: 'Delete an API token; running hosts refuse it within a second',
    options: [PLATFORM, ENVIRONMENT, option('id', 'ID', 'The token, as Token:…')],
    note: 'The last token with MANAGE cannot be revoked: create another one first.',
    run: async (...given) => (await import('./token-commands.js')).revokeToken(...given),
  },
];
