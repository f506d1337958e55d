import { loadMasterKey } from '@corridor/adapters-rails/custody';
import type { Reads, UnitOfWork } from '@corridor/core/ports';
import { HOST_KEYS, type Platform, PLATFORMS } from '@corridor/core/records';
import type { Configuration } from '../settings/configuration.js';
import { keySources } from './configured-key.js';

/** The host's master key. Throws if the secrets in the database were sealed (encrypted) with another key. */
export const masterKey = async (
  configuration: Pick<Configuration, 'dataDirectory' | 'masterKey' | 'masterKeyCommand'>,
  sealed: string | null,
): Promise<Uint8Array> => loadMasterKey({ ...(await keySources(configuration)), sealed });

/**
 * A value that a host of this database has sealed (encrypted with the master key); null in a new database. A platform
 * whose columns have been malformed by other means is passed over for another one.
 */
export const anySealedText = (units: UnitOfWork): Promise<string | null> =>
  units.read(null, async (reads) => {
    // The first platform is older than every key of the host: a host that has not noticed a rotation yet may add a key.
    const platform = await firstPlatform(reads);
    if (platform !== null) return platform.webhookSecret;
    const [key] = (await reads.list(HOST_KEYS, FIRST)).rows;
    return key?.sealedPrivateKey ?? null;
  });

const FIRST = { order: 'asc', limit: 1, counted: false } as const;

async function firstPlatform(reads: Reads): Promise<Platform | null> {
  try {
    return (await reads.list(PLATFORMS, FIRST)).rows[0] ?? null;
  } catch (cause) {
    for (const id of await reads.tenants(PLATFORMS)) {
      const platform = await reads.get(PLATFORMS, id).catch(() => null);
      if (platform !== null) return platform;
    }
    throw cause;
  }
}
