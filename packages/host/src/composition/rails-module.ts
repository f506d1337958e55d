import { dirname, join, resolve } from 'node:path';
import { CONSOLE_PATH, PROVIDER_ANSWER } from '@corridor/adapters-http';
import { accountChecks, ownershipProofs } from '@corridor/adapters-rails/accounts';
import { fileVault, guardCardIssuer, sandboxIssuer } from '@corridor/adapters-rails/cards';
import { createSealer } from '@corridor/adapters-rails/custody';
import { operatorPorts, providerSignIn, scaPorts, walletPorts } from '@corridor/adapters-rails/identity';
import { kycPorts } from '@corridor/adapters-rails/kyc';
import { ecbRates, httpRates, krakenRates, sandboxRates, stablecoinRates } from '@corridor/adapters-rails/rates';
import { guardRail } from '@corridor/adapters-rails/registry';
import { stablecoinIssuers, withConnections } from '@corridor/adapters-rails/stablecoins';
import { umaPorts } from '@corridor/adapters-rails/uma';
import type { Clock, OutboundHttp, RateSource } from '@corridor/core/ports';
import { compareHoldings, createRateBook, ISSUER_CLEARINGS } from '@corridor/core/internal';
import { createVoucherCipher } from '@corridor/adapters-storage/blobs';
import { ContainerModule } from 'inversify';
import type { Configuration } from '../settings/configuration.js';
import { anySealedText, masterKey } from '../keys/master-key.js';
import { approverNotices } from '../ports/approver-notices.js';
import { createMessages } from '../ports/messages.js';
import { observedMessages, observedRates, observedVerification } from '../ports/observed-providers.js';
import { observedSealer } from '../ports/observed-sealer.js';
import { readOperatorSignIn } from '../files/operator-sign-in-file.js';
import type { HttpRateSource } from '../files/rates-file.js';
import { providersIn } from '../files/uma-providers-file.js';
import { ConfigurationError } from '../kernel/errors.js';
import { isHttpSource } from '../settings/payments.js';
import { CARD_FRAME_PATH, consoleUrl, publicUrl } from './place.js';
import { hasIssuer, openConnections, providersOf } from '../rails/rail-connections.js';
import { bundledRails, RAIL_TIMEOUT_MS } from '../rails/rails.js';
import { byName } from './by-name.js';
import { TOKENS } from './tokens.js';

/** Rails and other third parties, and the custody of keys. */
export const railsModule = (): ContainerModule =>
  new ContainerModule(({ bind }) => {
    bind(TOKENS.MasterKey).toResolvedValue(
      async (configuration, storage) => masterKey(configuration, await anySealedText(storage.units)),
      [TOKENS.Configuration, TOKENS.Storage],
    );
    bind(TOKENS.Sealer).toResolvedValue(
      (key, metrics, log) => observedSealer(createSealer(key), metrics, log),
      [TOKENS.MasterKey, TOKENS.Metrics, TOKENS.Log],
    );
    bind(TOKENS.Wallets).toResolvedValue(
      (sealer, http, clock, { oidcIssuers, passkeyOrigins, passkeyTopOrigins }) =>
        walletPorts({
          ...{ sealer, http, clock },
          issuers: oidcIssuers,
          origins: passkeyOrigins,
          topOrigins: passkeyTopOrigins,
        }),
      [TOKENS.Sealer, TOKENS.OutboundHttp, TOKENS.Clock, TOKENS.Configuration],
    );
    bind(TOKENS.Sca).toResolvedValue(scaPorts);
    bind(TOKENS.Operators).toResolvedValue(
      (configuration, place, environment, log) => {
        const url = consoleUrl(configuration, place);
        const { operatorSignInFile: file, basePath } = configuration;
        const folder = file === null ? '' : dirname(resolve(file));
        const signIn = readOperatorSignIn(file, { environment, folder });
        return {
          ...operatorPorts(url),
          provider:
            signIn === null
              ? null
              : providerSignIn(signIn, {
                  redirectUri: `${url}${basePath}${CONSOLE_PATH}${PROVIDER_ANSWER}`,
                  report: (reason) => log.warn({}, reason),
                }),
        };
      },
      [TOKENS.Configuration, TOKENS.Place, TOKENS.Environment, TOKENS.Log],
    );
    bind(TOKENS.CardIssuer).toResolvedValue(
      ...byName(
        {
          configuration: TOKENS.Configuration,
          place: TOKENS.Place,
          clock: TOKENS.Clock,
          metrics: TOKENS.Metrics,
          tracing: TOKENS.Tracing,
          log: TOKENS.Log,
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
    bind(TOKENS.AccountChecks).toConstantValue(accountChecks);
    bind(TOKENS.OwnershipProofs).toConstantValue(ownershipProofs);
    bind(TOKENS.Messages).toResolvedValue(
      ({ messages }, http, clock, print, metrics) =>
        observedMessages(createMessages(messages, { http, clock, print }), metrics.railCall),
      [TOKENS.Configuration, TOKENS.OutboundHttp, TOKENS.Clock, TOKENS.Print, TOKENS.Metrics],
    );
    bind(TOKENS.ApproverNotices).toResolvedValue(
      ({ approvals }, http, clock) => approverNotices(approvals, { http, clock }),
      [TOKENS.Configuration, TOKENS.OutboundHttp, TOKENS.Clock],
    );
    bind(TOKENS.RateSources).toResolvedValue(
      ...byName(
        {
          configuration: TOKENS.Configuration,
          endpoints: TOKENS.HttpRateSources,
          clock: TOKENS.Clock,
          publicHttp: TOKENS.RatesHttp,
          privateHttp: TOKENS.PrivateRatesHttp,
        },
        rateSources,
      ),
    );
    bind(TOKENS.Rates).toResolvedValue(
      (sources, metrics) => observedRates(sources, metrics.railCall),
      [TOKENS.RateSources, TOKENS.Metrics],
    );
    bind(TOKENS.RateBook).toResolvedValue(
      (sources, clock, { rateCacheSeconds, rateMaxAgeSeconds }, log) =>
        createRateBook({
          sources,
          clock,
          cacheSeconds: rateCacheSeconds,
          maxAgeSeconds: rateMaxAgeSeconds,
          onFailure: (err, source) => log.warn({ err, source }, 'rates for connections were not refreshed'),
        }),
      [TOKENS.Rates, TOKENS.Clock, TOKENS.Configuration, TOKENS.Log],
    );
    bind(TOKENS.Verification).toResolvedValue(
      (blobs, connections, metrics) =>
        observedVerification(kycPorts(blobs, providersOf(connections)), metrics.railCall),
      [TOKENS.Blobs, TOKENS.Connections, TOKENS.Metrics],
    );
    bind(TOKENS.Rails).toResolvedValue(
      (digest, metrics, tracing, log) =>
        bundledRails({ digest }).map((rail) =>
          guardRail(rail, { timeoutMs: RAIL_TIMEOUT_MS, observe: metrics.railCall, tracing, log }),
        ),
      [TOKENS.Digest, TOKENS.Metrics, TOKENS.Tracing, TOKENS.Log],
    );
    bind(TOKENS.Connections).toResolvedValue(
      ...byName(
        {
          configuration: TOKENS.Configuration,
          place: TOKENS.Place,
          environment: TOKENS.Environment,
          bundled: TOKENS.Rails,
          cards: TOKENS.CardIssuer,
          uma: TOKENS.Uma,
          units: TOKENS.Units,
          clock: TOKENS.Clock,
          random: TOKENS.Random,
          digest: TOKENS.Digest,
          sealer: TOKENS.Sealer,
          blobs: TOKENS.Blobs,
          http: TOKENS.RailsHttp,
          rates: TOKENS.RateBook,
          log: TOKENS.Log,
          metrics: TOKENS.Metrics,
          tracing: TOKENS.Tracing,
          conditions: TOKENS.RailConditions,
        },
        async ({ configuration, place, bundled, cards, uma, metrics, tracing, conditions, blobs, ...ports }) => {
          const taken = [
            ...[...bundled, uma.settlement.rail, cards.issuer].map(({ name }) => name),
            ...ISSUER_CLEARINGS,
          ];
          const guard = { timeoutMs: RAIL_TIMEOUT_MS, observe: metrics.railCall, tracing };
          const vouchers = { blobs, cipher: createVoucherCipher(), keepMonths: configuration.voucherMonths };
          const opened = await openConnections(configuration.connectionsFile, taken, {
            ...{ ...ports, vouchers, guard },
            // Connections are served at the root.
            publicUrl: publicUrl({ ...configuration, basePath: '' }, place),
          });
          conditions.watch(
            opened.map(({ connection }) => connection),
            (connection) => compareHoldings(ports.units, connection, ports.clock.now()),
            opened.flatMap(({ floors }) => floors),
            opened.flatMap(({ safeguarding }) => safeguarding),
          );
          return opened;
        },
      ),
    );
    bind(TOKENS.Stablecoins).toResolvedValue(
      ({ dataDirectory: directory }, digest, metrics, tracing, log, connections) =>
        withConnections(
          stablecoinIssuers({
            digest,
            directory,
            guard: { timeoutMs: RAIL_TIMEOUT_MS, observe: metrics.railCall, tracing, log },
          }),
          connections.map(({ connection }) => connection).filter(hasIssuer),
        ),
      [TOKENS.Configuration, TOKENS.Digest, TOKENS.Metrics, TOKENS.Tracing, TOKENS.Log, TOKENS.Connections],
    );
    bind(TOKENS.Uma).toResolvedValue(
      ...byName(
        {
          configuration: TOKENS.Configuration,
          http: TOKENS.UmaHttp,
          clock: TOKENS.Clock,
          metrics: TOKENS.Metrics,
          tracing: TOKENS.Tracing,
          log: TOKENS.Log,
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
