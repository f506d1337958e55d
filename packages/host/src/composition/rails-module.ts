import { createSealer, loadMasterKey } from '@corridor/adapters-rails/custody';
import { walletAdapters } from '@corridor/adapters-rails/identity';
import { sandboxRates } from '@corridor/adapters-rails/rates';
import { guardRail } from '@corridor/adapters-rails/registry';
import { sandboxRails } from '@corridor/adapters-rails/sandbox';
import type { UnitOfWork } from '@corridor/core';
import { HOST_KEYS, PLATFORMS } from '@corridor/core';
import { ContainerModule } from 'inversify';
import type { Configuration } from '../configuration.js';
import { T } from './tokens.js';

const RAIL_TIMEOUT_MS = 10_000;

/** What moves money or asks third parties, and the custody of keys. A rail joins the host by a place in this list. */
export const railsModule = (): ContainerModule =>
  new ContainerModule(({ bind }) => {
    bind(T.MasterKey).toResolvedValue(
      async (configuration, storage) => masterKey(configuration, await anySealedText(storage.units)),
      [T.Configuration, T.Storage],
    );
    bind(T.Sealer).toResolvedValue(createSealer, [T.MasterKey]);
    bind(T.Wallets).toResolvedValue(
      (sealer, http, clock, { oidcIssuers, passkeyOrigins }) =>
        walletAdapters({ sealer, http, clock, issuers: oidcIssuers, origins: passkeyOrigins }),
      [T.Sealer, T.OutboundHttp, T.Clock, T.Configuration],
    );
    bind(T.Rates).toResolvedValue((clock) => [sandboxRates(clock)], [T.Clock]);
    bind(T.Rails).toResolvedValue(
      (digest, metrics, log) =>
        sandboxRails(digest).map((rail) =>
          guardRail(rail, { timeoutMs: RAIL_TIMEOUT_MS, observe: metrics.railCall, log }),
        ),
      [T.Digest, T.Metrics, T.Log],
    );
  });

/** The host's master key. Throws when the database was sealed with another one. */
export const masterKey = (
  { dataDirectory, masterKey: key }: Pick<Configuration, 'dataDirectory' | 'masterKey'>,
  sealed: string | null,
): Promise<Uint8Array> => loadMasterKey({ dataDir: dataDirectory, key, sealed });

/** Something that a host of this database has sealed; null in a new database. */
export const anySealedText = (units: UnitOfWork): Promise<string | null> =>
  units.read(null, async (reads) => {
    const first = { order: 'asc', limit: 1, counted: false } as const;
    const [key] = (await reads.list(HOST_KEYS, first)).rows;
    if (key !== undefined) return key.sealedPrivateKey;
    const [platform] = (await reads.list(PLATFORMS, first)).rows;
    return platform?.webhookSecret ?? null;
  });
