import { type Core, type Environment, ENVIRONMENTS, type TenantKey } from '@corridor/core';
import { houseTenant } from '@corridor/core/internal';
import { type Arguments, findTenant, oneOf, optionOf, requiredOptionOf } from '../terminal/arguments.js';
import type { ActionTenant, Asked } from './action-command.js';
import { option, type OptionLine } from './command.js';
import { ENVIRONMENT, ITS_PLATFORM, PLATFORM } from './options.js';

/** The platform of `--platform` and `--environment`. */
export async function platformIn({ core, given }: Pick<Asked, 'core' | 'given'>): Promise<TenantKey> {
  const platform = requiredOptionOf(given, 'platform');
  return findTenant(await core.platforms.listTenants(), platform, optionOf(given, 'environment')).id;
}

export const missingPlatform = (given: Arguments): readonly string[] =>
  optionOf(given, 'platform') ? [] : ['--platform is missing'];

/** The platform of the record that the action is about. */
export const OF_ITS_PLATFORM: ActionTenant = {
  options: [ITS_PLATFORM, ENVIRONMENT],
  missing: missingPlatform,
  find: platformIn,
};

/** The platform that the action is about. `line` words its option. */
export const ofPlatform = (line: OptionLine = PLATFORM, environment: OptionLine = ENVIRONMENT): ActionTenant => ({
  options: [line, environment],
  missing: missingPlatform,
  find: platformIn,
});

/** A platform in the sandbox. */
export const OF_SANDBOX: ActionTenant = {
  options: [ITS_PLATFORM],
  missing: missingPlatform,
  find: async ({ core, given }) =>
    findTenant(await core.platforms.listTenants(), requiredOptionOf(given, 'platform'), 'SANDBOX').id,
};

/** The house of the environment that `--environment` names. */
export const ofHouse = (normally: Environment): ActionTenant => {
  const [first, second] = normally === 'PRODUCTION' ? ['PRODUCTION', 'SANDBOX'] : ['SANDBOX', 'PRODUCTION'];
  return {
    options: [option('environment', 'NAME', `${first} (default) or ${second}`, ENVIRONMENTS)],
    find: ({ given }) => houseTenant(oneOf(ENVIRONMENTS, 'environment', optionOf(given, 'environment') ?? normally)),
  };
};

/** What concerns the whole database is logged in the house of production. */
export const OF_SERVICE: ActionTenant = { options: [], find: () => houseTenant('PRODUCTION') };

/** The tenant of the record whose id is in this field of the input. */
export const ofRecord = (field: string, find: (core: Core, id: string) => Promise<TenantKey>): ActionTenant => ({
  options: [],
  find: ({ core, input }) => find(core, String(input[field])),
});
