import { loadMasterKey } from '@corridor/adapters-rails/custody';
import type { UnitOfWork } from '@corridor/core/ports';
import { HOST_KEYS, PLATFORMS } from '@corridor/core/records';
import type { Configuration } from '../settings/configuration.js';
import { keySources } from './configured-key.js';

/** The host's master key. Throws if the secrets in the database were sealed (encrypted) with another key. */
export const masterKey = async (
  configuration: Pick<Configuration, 'dataDirectory' | 'masterKey' | 'masterKeyCommand'>,
  sealed: string | null,
): Promise<Uint8Array> => loadMasterKey({ ...(await keySources(configuration)), sealed });

/** A value that a host of this database has sealed (encrypted with the master key); null in a new database. */
export const anySealedText = (units: UnitOfWork): Promise<string | null> =>
  units.read(null, async (reads) => {
    const first = { order: 'asc', limit: 1, counted: false } as const;
    // The first platform is older than every key of the host: a host that has not noticed a rotation yet may add a key.
    const [platform] = (await reads.list(PLATFORMS, first)).rows;
    if (platform !== undefined) return platform.webhookSecret;
    const [key] = (await reads.list(HOST_KEYS, first)).rows;
    return key?.sealedPrivateKey ?? null;
  });
