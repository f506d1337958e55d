import { join } from 'node:path';
import { CONSOLE_PATH, createApp, createConsoleApp, packagedSite, SITE_PATH } from '@corridor/adapters-http';
import { type ConsoleOptions, createConsole } from '@corridor/adapters-http/console';
import { withCardFrame } from '@corridor/adapters-rails/cards';
import type { Core, Instant, TenantKey } from '@corridor/core';
import type { Clock } from '@corridor/core/ports';
import { ContainerModule } from 'inversify';
import { outboundHttp, webhookTransport } from '../ports/outbound.js';
import type { Configuration } from '../settings/configuration.js';
import { isFit } from '../workers/host-state.js';
import { limitsOver } from '../channel/limits.js';
import { CARD_FRAME_PATH, consoleUrl, type Place, publicUrl } from './place.js';
import type { RailConditions } from '../rails/rail-conditions.js';
import { RAIL_TIMEOUT_MS } from '../rails/rails.js';
import { tracedHttp } from '../tracing/tracing.js';
import { packageVersion } from '../files/version.js';
import { byName } from './by-name.js';
import { TOKENS } from './tokens.js';

/** Timeout for a UMA counterparty, which may have to ask its own platform before it answers. */
const COUNTERPARTY_WITHIN_MS = 10_000;

/** The largest answer that is read from a bank, a provider or a node: a node sends all events of a block at once. */
const RAIL_BODY_BYTES = 32 * 1024 * 1024;

/** Incoming and outgoing HTTP. */
export const httpModule = (): ContainerModule =>
  new ContainerModule(({ bind }) => {
    bind(TOKENS.OutboundHttp).toResolvedValue(
      ({ allowPrivateWebhooks }, tracing) =>
        tracedHttp(
          outboundHttp({ allowPrivate: allowPrivateWebhooks, permittedBy: 'CORRIDOR_WEBHOOK_ALLOW_PRIVATE' }),
          tracing,
        ),
      [TOKENS.Configuration, TOKENS.Tracing],
    );
    bind(TOKENS.RatesHttp).toResolvedValue(
      (tracing) => tracedHttp(outboundHttp({ allowPrivate: false }), tracing),
      [TOKENS.Tracing],
    );
    bind(TOKENS.PrivateRatesHttp).toResolvedValue(
      (tracing) => tracedHttp(outboundHttp({ allowPrivate: true }), tracing),
      [TOKENS.Tracing],
    );
    bind(TOKENS.RailsHttp).toResolvedValue(
      (tracing) =>
        tracedHttp(
          outboundHttp({ allowPrivate: true, timeoutMs: RAIL_TIMEOUT_MS, bodyLimit: RAIL_BODY_BYTES }),
          tracing,
        ),
      [TOKENS.Tracing],
    );
    bind(TOKENS.UmaHttp).toResolvedValue(
      ({ allowPrivateWebhooks }, tracing) =>
        tracedHttp(
          outboundHttp({
            allowPrivate: allowPrivateWebhooks,
            permittedBy: 'CORRIDOR_WEBHOOK_ALLOW_PRIVATE',
            timeoutMs: COUNTERPARTY_WITHIN_MS,
          }),
          tracing,
        ),
      [TOKENS.Configuration, TOKENS.Tracing],
    );
    bind(TOKENS.WebhookTransport).toResolvedValue(
      (http, clock, { headerPrefix }) => webhookTransport({ http, clock, headerPrefix }),
      [TOKENS.OutboundHttp, TOKENS.Clock, TOKENS.Configuration],
    );
    bind(TOKENS.HttpApp).toResolvedValue(
      ...byName(
        {
          core: TOKENS.Core,
          storage: TOKENS.Storage,
          state: TOKENS.HostState,
          place: TOKENS.Place,
          configuration: TOKENS.Configuration,
          log: TOKENS.Log,
          metrics: TOKENS.Metrics,
          tracing: TOKENS.Tracing,
          cards: TOKENS.CardIssuer,
          clock: TOKENS.Clock,
          conditions: TOKENS.RailConditions,
        },
        ({ core, storage, state, place, configuration, log, metrics, tracing, cards, clock, conditions }) => {
          const { basePath, headerPrefix, csvBytes, rateLimit, trustedProxies } = configuration;
          const ready = async (): Promise<boolean> => !place.isDraining() && isFit(state) && (await storage.ready());
          const isSecure = publicUrl(configuration, place).startsWith('https:');
          const site = packagedSite();
          const limits = place.supervisor === null ? null : limitsOver(place.supervisor);
          const options = {
            version: packageVersion(),
            ...(site !== null && { site }),
            prefix: basePath,
            headerPrefix,
            csvBytes,
            rateLimit,
            limits: limits?.requests ?? null,
            trustedProxies,
            ready,
            isSecure,
            uploads: configuration.uploads,
            uploadFolder: join(configuration.dataDirectory, 'uploads'),
            now: () => clock.now(),
            documentAtStart: true,
            metricsElsewhere: configuration.metrics !== null,
            rails: conditions.read,
          };
          const frame = {
            path: basePath + CARD_FRAME_PATH,
            frameAncestors: configuration.cardFrameOrigins,
            open: (token: string) => cards.open(token, (tenant) => timeOf(core, tenant as TenantKey)),
            report: (err: unknown) => log.error({ err }, 'web page with card details could not be served'),
          };
          const served = configuration.console.listener === null;
          const app = createApp({
            core,
            options,
            log,
            metrics,
            tracing,
            ...(served && {
              console: createConsole(consoleOptions({ configuration, place, clock, conditions })),
            }),
          });
          return withCardFrame(frame, app.callback());
        },
      ),
    );
    bind(TOKENS.ConsoleApp).toResolvedValue(
      ...byName(
        {
          core: TOKENS.Core,
          place: TOKENS.Place,
          configuration: TOKENS.Configuration,
          log: TOKENS.Log,
          metrics: TOKENS.Metrics,
          clock: TOKENS.Clock,
          conditions: TOKENS.RailConditions,
        },
        ({ core, place, configuration, log, metrics, clock, conditions }) => {
          const options = consoleOptions({ configuration, place, clock, conditions });
          const { trustedProxies } = configuration;
          const isSecure = options.url.startsWith('https:');
          return createConsoleApp({
            core,
            log,
            metrics,
            console: createConsole(options),
            options: { trustedProxies, isSecure },
          }).callback();
        },
      ),
    );
  });

function consoleOptions(of: {
  readonly configuration: Configuration;
  readonly place: Place;
  readonly clock: Clock;
  readonly conditions: RailConditions;
}): ConsoleOptions {
  // A console with a listener of its own has another origin than the documentation.
  const origin =
    of.configuration.console.listener === null ? '' : new URL(publicUrl(of.configuration, of.place)).origin;
  return {
    base: of.configuration.basePath + CONSOLE_PATH,
    url: consoleUrl(of.configuration, of.place),
    ...(packagedSite() !== null && { documentation: `${origin}${SITE_PATH}/operate/` }),
    now: () => of.clock.now(),
    ...(of.place.supervisor !== null && { signIns: limitsOver(of.place.supervisor).signIns }),
    rails: of.conditions.read,
    holdings: async () => (await of.conditions.holdings()).compared,
  };
}

/** The current time of a platform, which its test clock may have moved. */
async function timeOf(core: Core, tenant: TenantKey): Promise<Instant> {
  await core.commands.read(tenant, (reads) => core.platforms.settings(reads, { tenant }));
  return core.context(tenant, { kind: 'system' }, 'card-frame').now;
}
