import { userInfo } from 'node:os';
import { type Core, type Operator, type TenantKey, toIso } from '@corridor/core';
import { type Awaiting, HOUSE_TENANTS, MAX_COMPUTED } from '@corridor/core/internal';
import { type Arguments, requiredOptionOf, optionOf } from './commands.js';
import { UsageError } from './errors.js';
import type { Surroundings } from './surroundings.js';

/** The operator of a command that moves money: the name of `--as`, and the system user. */
export function operatorOf(given: Arguments, { systemUser = userInfo().username }: Surroundings): Operator {
  const name = requiredOptionOf(given, 'as').trim();
  if (name === '' || name.length > 100) throw new UsageError('--as: must have 1 to 100 characters');
  return { name, systemUser };
}

/** The amount in smallest units that an option gives; null without the option. */
export function amountOf(given: Arguments, option: string): bigint | undefined {
  const value = optionOf(given, option);
  if (value === undefined) return undefined;
  if (!/^\d{1,16}$/.test(value) || BigInt(value) > MAX_COMPUTED) {
    throw new UsageError(`--${option}: ${value} is not an amount from 0 to ${MAX_COMPUTED} in smallest units`);
  }
  return BigInt(value);
}

/** All tenants: platforms, and the house tenant of each environment, which holds the records of the service itself. */
export const everyTenant = async (core: Core): Promise<readonly TenantKey[]> => [
  ...(await core.platforms.listTenants()).map(({ id }) => id),
  ...HOUSE_TENANTS,
];

/** The lines that tell the second person how to approve. */
export const awaitingLines = ({ requestId, digest, expiresAt }: Awaiting): readonly string[] => [
  `waits for the approval of another person until ${toIso(expiresAt)}:`,
  `corridor exceptions approve --id ${requestId} --digest ${digest} --as NAME`,
];
