import { randomBytes } from 'node:crypto';
import { nodeCrypto, systemClock } from '@corridor/adapters-rails/custody';
import { ENVIRONMENTS, PERMISSIONS, tenantKey } from '@corridor/core';
import { createIds } from '@corridor/core/internal';
import { type Arguments, oneOf, optionOf } from '../terminal/arguments.js';
import { shown } from '../terminal/terminal.js';
import { actionCommand, type ActionTenant } from './action-command.js';
import {
  configurationLines,
  currencyLines,
  isBlocked,
  isFree,
  platformLines,
  settingsLines,
  tokenLines,
} from './action-lines.js';
import { ofPlatform } from './action-tenants.js';
import { type Command, option } from './command.js';
import { ENVIRONMENT, JSON_ARRAY, PLATFORM } from './options.js';

const DEFAULT_CURRENCIES = 'USD,EUR,MXN,GBP,INR,BRL,BTC,USDC';

const OF_NEW_PLATFORM: ActionTenant = {
  options: [option('environment', 'NAME', 'SANDBOX (default) or PRODUCTION', ENVIRONMENTS)],
  find: ({ given }) =>
    tenantKey(
      createIds(systemClock, nodeCrypto.random).next('Platform'),
      oneOf(ENVIRONMENTS, 'environment', optionOf(given, 'environment') ?? 'SANDBOX'),
    ),
};

const SETTINGS = ['require-terms', 'regulated', 'money-during-review', 'uma-domain'];
const CONFIGURED = ['webhook-endpoint', 'redirect-schemes', 'invitation-uri', 'fee-configs'];
const withDashes = (options: readonly string[]): string => options.map((name) => `--${name}`).join(', ');

const withTokenDefaults = (given: Arguments): Arguments => ({
  ...given,
  permissions: optionOf(given, 'permissions') ?? PERMISSIONS.join(','),
  name: optionOf(given, 'name') ?? `token ${randomBytes(4).toString('hex')}`,
});

export const PLATFORM_COMMANDS: readonly Command[] = [
  actionCommand({
    action: 'platforms.create',
    name: 'platform create',
    summary: 'Create a platform and its first token',
    note: 'Creates the accounts of the platform, and prints the secrets of its first token.',
    tenant: OF_NEW_PLATFORM,
    order: ['name', 'environment', 'currencies', 'require-terms', 'regulated', 'money-during-review', 'uma-domain'],
    isOfHolder: true,
    completed: (given) => ({ ...given, currencies: optionOf(given, 'currencies') ?? DEFAULT_CURRENCIES }),
    prints: platformLines,
  }),
  actionCommand({
    action: 'platforms.update',
    name: 'platform update',
    summary: 'Change these settings of a platform; running hosts apply them within a second',
    tenant: ofPlatform(),
    order: ['platform', 'environment', 'require-terms', 'regulated', 'money-during-review', 'uma-domain', 'operator'],
    refuses: (given) =>
      SETTINGS.every((name) => given[name] === undefined) ? `one of ${withDashes(SETTINGS)} is required` : null,
    prints: settingsLines,
  }),
  actionCommand({
    action: 'platforms.configure',
    name: 'platform configure',
    note: 'What is not given stays as it is. The file of `--fee-configs` replaces all fees: a list of objects with `feeType`, `sourceCurrency`, `variableFeeBps` and `fixedFee`, which has `amount` in smallest units and `currency`.',
    tenant: ofPlatform(),
    refuses: (given) =>
      CONFIGURED.every((name) => given[name] === undefined) ? `one of ${withDashes(CONFIGURED)} is required` : null,
    prints: configurationLines,
  }),
  actionCommand({
    action: 'platforms.currency',
    name: 'platform currency',
    note: 'Adds the currency if the platform does not have it.',
    tenant: ofPlatform(),
    prints: currencyLines,
  }),
  actionCommand({
    action: 'platforms.drop-currency',
    name: 'platform drop-currency',
    tenant: ofPlatform(),
    prints: currencyLines,
  }),
  {
    name: 'platform list',
    summary: 'Print the platforms, with the number of their tokens and their currencies',
    options: [JSON_ARRAY],
    note: 'A line has the id, the environment, the time of creation, the number of tokens, the currencies and the name.',
    run: async (...given) => (await import('./platform-list.js')).listPlatforms(...given),
  },
  actionCommand({
    action: 'platforms.block',
    name: 'platform block',
    summary: 'Stop a platform in one environment at once: refuse what it starts, hold what arrives and leaves',
    tenant: ofPlatform(),
    prints: isBlocked,
  }),
  actionCommand({
    action: 'platforms.unblock',
    name: 'platform unblock',
    summary: 'End the block of a platform, with the approval of another operator; it releases nothing',
    tenant: ofPlatform(),
    prints: isFree,
  }),
  actionCommand({
    action: 'tokens.create',
    name: 'token create',
    summary: 'Create an API token',
    note: 'Prints the client id and the client secret. In production the request of an operator waits for a second one, to whom `approvals approve` prints them.',
    tenant: ofPlatform(),
    order: ['platform', 'environment', 'permissions', 'name', 'operator'],
    completed: withTokenDefaults,
    prints: tokenLines,
  }),
  {
    name: 'token list',
    summary: 'Print the API tokens of a platform, without their secrets',
    options: [PLATFORM, ENVIRONMENT, JSON_ARRAY],
    note: 'A line has the id, the client id, the permissions, the time of creation and the name.',
    run: async (...given) => (await import('./token-commands.js')).listTokens(...given),
  },
  actionCommand({
    action: 'tokens.revoke',
    name: 'token revoke',
    summary: 'Delete an API token; running hosts refuse it within a second',
    note: 'The last token with MANAGE cannot be revoked: create another one first.',
    tenant: ofPlatform(),
    isOfHolder: true,
    prints: ({ id, clientId, name }) => [`${id} (${shown(clientId)}, ${shown(name)}) is revoked`],
  }),
];
