import { type IssuedToken, toIso } from '@corridor/core';
import { operatorReads } from '@corridor/core/internal';
import type { ApiToken } from '@corridor/core/records';
import { type Arguments, findTenant, optionOf, requiredOptionOf, requireOk } from '../terminal/arguments.js';
import { openStorage } from '../composition/storage-module.js';
import type { Configuration } from '../settings/configuration.js';
import { withCore } from '../serving/host.js';
import { createLog } from '../logging/logging.js';
import { holderOf } from './operator.js';
import { shown } from '../terminal/terminal.js';
import { printedList } from '../terminal/printed-list.js';
import type { ProcessContext } from '../kernel/process-context.js';

/** The credential of a new token. Its secret is shown only here. */
export const tokenLines = ({ token, clientSecret }: IssuedToken): readonly string[] => [
  `client id: ${token.clientId}`,
  `client secret: ${clientSecret}`,
];

/** Prints one line for each API token of a platform, oldest first. Runs without a master key. */
export async function listTokens(
  configuration: Configuration,
  given: Arguments,
  processContext: ProcessContext,
): Promise<number> {
  const platformId = requiredOptionOf(given, 'platform');
  const storage = await openStorage(configuration, createLog(configuration.logLevel, processContext.log));
  const found = await operatorReads(storage.units)
    .platformsWithTokens()
    .finally(() => storage.close());
  const platforms = found.map(({ platform }) => platform);
  const { id: tenant } = findTenant(platforms, platformId, optionOf(given, 'environment'));
  const tokens = found.find(({ platform }) => platform.id === tenant)!.tokens;
  const list = printedList(processContext, given, 'no tokens');
  for (const { id, clientId, permissions, createdAt, name } of tokens) {
    list.add(
      { id, clientId, permissions, createdAt: toIso(createdAt), name },
      `${id} ${shown(clientId)} ${permissions.join(',')} ${toIso(createdAt)} ${shown(name)}`,
    );
  }
  return list.end();
}

/** Deletes an API token. Hosts that run refuse it within a second, because they cache tokens for that long. */
export async function revokeToken(
  configuration: Configuration,
  given: Arguments,
  processContext: ProcessContext,
): Promise<number> {
  const platformId = requiredOptionOf(given, 'platform');
  const id = requiredOptionOf(given, 'id');
  const revoked = await withCore(configuration, processContext, async (core) => {
    const tenant = findTenant(await core.platforms.listTenants(), platformId, optionOf(given, 'environment'));
    const request = { tenant: tenant.id, action: 'tokens.revoke', input: { id } } as const;
    const outcome = requireOk(await core.operators.actions.request(holderOf(processContext), request), {});
    return (outcome as { readonly output: ApiToken }).output;
  });
  processContext.print(`${id} (${shown(revoked.clientId)}, ${shown(revoked.name)}) is revoked`);
  return 0;
}
