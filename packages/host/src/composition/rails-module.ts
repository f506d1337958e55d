import { join } from 'node:path';
import { accountChecks, ownershipProofs } from '@corridor/adapters-rails/accounts';
import { fileVault, guardCardIssuer, sandboxIssuer } from '@corridor/adapters-rails/cards';
import { createSealer } from '@corridor/adapters-rails/custody';
import { operatorPorts, scaPorts, walletPorts } from '@corridor/adapters-rails/identity';
import { kycPorts } from '@corridor/adapters-rails/kyc';
import { ecbRates, httpRates, krakenRates, sandboxRates, stablecoinRates } from '@corridor/adapters-rails/rates';
import { guardRail } from '@corridor/adapters-rails/registry';
import { stablecoinIssuers, withConnections } from '@corridor/adapters-rails/stablecoins';
import { umaPorts } from '@corridor/adapters-rails/uma';
import type { Clock, OutboundHttp, RateSource } from '@corridor/core/ports';
import { compareHoldings, createRateBook, ISSUER_CLEARINGS } from '@corridor/core/internal';
import { ContainerModule } from 'inversify';
import type { Configuration } from '../settings/configuration.js';
import { anySealedText, masterKey } from '../keys/master-key.js';
import { createMessages } from '../ports/messages.js';
import { observedMessages, observedRates, observedVerification } from '../ports/observed-providers.js';
import { observedSealer } from '../ports/observed-sealer.js';
import type { HttpRateSource } from '../files/rates-file.js';
import { providersIn } from '../files/uma-providers-file.js';
import { ConfigurationError } from '../kernel/errors.js';
import { isHttpSource } from '../settings/payments.js';
import { CARD_FRAME_PATH, consoleUrl, publicUrl } from './place.js';
import { hasIssuer, openConnections } from '../rails/rail-connections.js';
import { bundledRails, RAIL_TIMEOUT_MS } from '../rails/rails.js';
import { byName } from './by-name.js';
import { T } from './tokens.js';

/** Rails and other third parties, and the custody of keys. */
export const railsModule = (): ContainerModule =>
  new ContainerModule(({ bind }) => {
    bind(T.MasterKey).toResolvedValue(
      async (configuration, storage) => masterKey(configuration, await anySealedText(storage.units)),
      [T.Configuration, T.Storage],
    );
    bind(T.Sealer).toResolvedValue(
      (key, metrics, log) => observedSealer(createSealer(key), metrics, log),
      [T.MasterKey, T.Metrics, T.Log],
    );
    bind(T.Wallets).toResolvedValue(
      (sealer, http, clock, { oidcIssuers, passkeyOrigins, passkeyTopOrigins }) =>
        walletPorts({
          ...{ sealer, http, clock },
          issuers: oidcIssuers,
          origins: passkeyOrigins,
          topOrigins: passkeyTopOrigins,
        }),
      [T.Sealer, T.OutboundHttp, T.Clock, T.Configuration],
    );
    bind(T.Sca).toResolvedValue(scaPorts);
    bind(T.Operators).toResolvedValue(
      (configuration, place) => operatorPorts(consoleUrl(configuration, place)),
      [T.Configuration, T.Place],
    );
    bind(T.CardIssuer).toResolvedValue(
      ...byName(
        {
          configuration: T.Configuration,
          place: T.Place,
          clock: T.Clock,
          metrics: T.Metrics,
          tracing: T.Tracing,
          log: T.Log,
        },
        ({ configuration, place, clock, metrics, tracing, log }) => {
          const cards = sandboxIssuer({
            vault: fileVault(join(configuration.dataDirectory, 'card-issuer')),
            clock,
            frameUrl: publicUrl(configuration, place) + CARD_FRAME_PATH,
          });
          const guard = { timeoutMs: RAIL_TIMEOUT_MS, observe: metrics.railCall, tracing, log };
          return { ...cards, issuer: guardCardIssuer(cards.issuer, guard) };
        },
      ),
    );
    bind(T.AccountChecks).toConstantValue(accountChecks);
    bind(T.OwnershipProofs).toConstantValue(ownershipProofs);
    bind(T.Messages).toResolvedValue(
      ({ messages }, http, clock, print, metrics) =>
        observedMessages(createMessages(messages, { http, clock, print }), metrics.railCall),
      [T.Configuration, T.OutboundHttp, T.Clock, T.Print, T.Metrics],
    );
    bind(T.RateSources).toResolvedValue(
      ...byName(
        {
          configuration: T.Configuration,
          endpoints: T.HttpRateSources,
          clock: T.Clock,
          publicHttp: T.RatesHttp,
          privateHttp: T.PrivateRatesHttp,
        },
        rateSources,
      ),
    );
    bind(T.Rates).toResolvedValue(
      (sources, metrics) => observedRates(sources, metrics.railCall),
      [T.RateSources, T.Metrics],
    );
    bind(T.RateBook).toResolvedValue(
      (sources, clock, { rateCacheSeconds, rateMaxAgeSeconds }, log) =>
        createRateBook({
          sources,
          clock,
          cacheSeconds: rateCacheSeconds,
          maxAgeSeconds: rateMaxAgeSeconds,
          onFailure: (err, source) => log.warn({ err, source }, 'rates for connections were not refreshed'),
        }),
      [T.Rates, T.Clock, T.Configuration, T.Log],
    );
    bind(T.Verification).toResolvedValue(
      (blobs, metrics) => observedVerification(kycPorts(blobs), metrics.railCall),
      [T.Blobs, T.Metrics],
    );
    bind(T.Rails).toResolvedValue(
      (digest, metrics, tracing, log) =>
        bundledRails({ digest }).map((rail) =>
          guardRail(rail, { timeoutMs: RAIL_TIMEOUT_MS, observe: metrics.railCall, tracing, log }),
        ),
      [T.Digest, T.Metrics, T.Tracing, T.Log],
    );
    bind(T.Connections).toResolvedValue(
      ...byName(
        {
          configuration: T.Configuration,
          environment: T.Environment,
          bundled: T.Rails,
          uma: T.Uma,
          units: T.Units,
          clock: T.Clock,
          random: T.Random,
          digest: T.Digest,
          sealer: T.Sealer,
          http: T.RailsHttp,
          rates: T.RateBook,
          log: T.Log,
          metrics: T.Metrics,
          tracing: T.Tracing,
          conditions: T.RailConditions,
        },
        async ({ configuration, bundled, uma, metrics, tracing, conditions, ...ports }) => {
          const taken = [...[...bundled, uma.settlement.rail].map(({ name }) => name), ...ISSUER_CLEARINGS];
          const guard = { timeoutMs: RAIL_TIMEOUT_MS, observe: metrics.railCall, tracing };
          const opened = await openConnections(configuration.railsFile, taken, { ...ports, guard });
          conditions.watch(
            opened.map(({ connection }) => connection),
            (connection) => compareHoldings(ports.units, connection, ports.clock.now()),
          );
          return opened;
        },
      ),
    );
    bind(T.Stablecoins).toResolvedValue(
      ({ dataDirectory: directory }, digest, metrics, tracing, log, connections) =>
        withConnections(
          stablecoinIssuers({
            digest,
            directory,
            guard: { timeoutMs: RAIL_TIMEOUT_MS, observe: metrics.railCall, tracing, log },
          }),
          connections.map(({ connection }) => connection).filter(hasIssuer),
        ),
      [T.Configuration, T.Digest, T.Metrics, T.Tracing, T.Log, T.Connections],
    );
    bind(T.Uma).toResolvedValue(
      ...byName(
        {
          configuration: T.Configuration,
          http: T.UmaHttp,
          clock: T.Clock,
          metrics: T.Metrics,
          tracing: T.Tracing,
          log: T.Log,
        },
        ({ configuration: { lightningDirectory, umaProvidersFile }, http, clock, metrics, tracing, log }) => {
          const { settlement, ...uma } = umaPorts({
            http,
            clock,
            lightningDirectory,
            rates: sandboxRates(clock),
            providers: providersIn(umaProvidersFile),
          });
          const guard = { timeoutMs: RAIL_TIMEOUT_MS, observe: metrics.railCall, tracing, log };
          return { ...uma, settlement: { ...settlement, rail: guardRail(settlement.rail, guard) } };
        },
      ),
    );
  });

interface RatePorts {
  readonly configuration: Pick<Configuration, 'rateSources' | 'ecb' | 'kraken'>;
  readonly endpoints: readonly HttpRateSource[];
  readonly clock: Clock;
  readonly publicHttp: OutboundHttp;
  readonly privateHttp: OutboundHttp;
}

/** The configured rate sources, in order of precedence. Throws a ConfigurationError for a source without an endpoint. */
function rateSources({
  configuration: { rateSources: names, ecb, kraken },
  endpoints,
  clock,
  publicHttp,
  privateHttp,
}: RatePorts): readonly RateSource[] {
  const at = ({ allowPrivate }: { readonly allowPrivate: boolean }) => ({
    http: allowPrivate ? privateHttp : publicHttp,
    clock,
    httpsOnly: !allowPrivate,
  });
  return names.flatMap((name): readonly RateSource[] => {
    if (isHttpSource(name)) {
      const endpoint = endpoints.find((each) => `http:${each.name}` === name);
      if (endpoint !== undefined) return httpRates({ ...endpoint, ...at(endpoint), name });
      throw new ConfigurationError(`CORRIDOR_RATE_SOURCES: ${name} is not a source of CORRIDOR_RATES_FILE`);
    }
    switch (name) {
      case 'sandbox':
        return [sandboxRates(clock)];
      case 'ecb':
        return [ecbRates({ ...at(ecb), url: ecb.url })];
      case 'kraken':
        return [krakenRates({ ...at(kraken), url: kraken.url })];
      case 'stablecoins':
        return [stablecoinRates(clock)];
    }
  });
}
