import { forJobs } from '../events/index.js';
import {
  type Clock,
  type Context,
  type Cursors,
  type KeyPairs,
  type Page,
  type PageRequest,
  type Query,
  readAll,
  readPage,
  type Reads,
  type Tracing,
  type UnitOfWork,
} from '../kernel/index.js';
import { createContexts } from './contexts.js';
import { checkNewPlatform, createPlatform, type CreatePlatformPorts } from './create-platform.js';
import { deliverySettings } from './delivery-settings.js';
import { updateOperatorSettings } from './operator-settings.js';
import { hasPermission } from './permissions.js';
import { type Platform, PLATFORMS } from './platform.js';
import { getConfig, type PlatformConfigPorts, updateConfig } from './platform-config.js';
import { type ProviderRequirements, withRequirements } from './provider-requirements.js';
import { createSessions } from './sessions.js';
import { createToken, deleteToken, getToken, listTokens } from './token-service.js';
import { type DomainRecords, proveDomain } from './uma-domain.js';
import { pauseEndpoint } from './pause-endpoint.js';
import { createWebhookKeys } from './webhook-keys.js';
import { readWebhookSecret, rotateWebhookSecret } from './webhook-secret.js';

export interface PlatformsAreaPorts extends CreatePlatformPorts, PlatformConfigPorts {
  readonly units: UnitOfWork;
  readonly clock: Clock;
  readonly keyPairs: KeyPairs;
  readonly domainRecords: DomainRecords | null;
  /** Null if no spans are recorded. */
  readonly tracing: Tracing | null;
  /** Customer data that the providers of this host require; default none. */
  readonly requirements?: readonly ProviderRequirements[];
}

const listPlatforms =
  (cursors: Cursors): Query<PageRequest, Page<Platform>> =>
  (reads, _ctx, request) =>
    readPage(reads, cursors, PLATFORMS, { order: 'desc' }, request);

/** Platforms with their settings, API tokens, permissions and webhook secrets: docs/areas/platforms.md. */
export function platformsArea(ports: PlatformsAreaPorts) {
  const required = withRequirements(ports.requirements ?? []);
  const sessions = createSessions(ports, required);
  const webhookKeys = createWebhookKeys(ports);
  const useCases = {
    authenticate: sessions.authenticate,
    settings: sessions.settings,
    hasPermission,
    /**
     * Creates the platform of the context's tenant with its internal accounts and a first API token, whose client
     * secret is shown only here. 400 INVALID_INPUT; 409 CONFLICT if the platform or the client id exists.
     *
     * @example
     * ```ts
     * import { idFrom, runUseCase, tenantKey } from '@corridor/core';
     *
     * const platformId = idFrom('Platform', 'Platform:018bcfe5-6800-7000-8000-000000000002');
     * const ctx = core.context(tenantKey(platformId, 'SANDBOX'), { kind: 'system' }, 'request-1');
     * const created = await runUseCase(core.units, ctx, core.platforms.create, {
     *   name: 'Acme',
     *   currencies: ['USD', 'EUR'],
     * });
     * created.ok && created.value.platform.name; // 'Acme'
     * ```
     */
    create: createPlatform(ports),
    checkNew: checkNewPlatform(ports),
    /** Every platform of the host, in each of its environments, oldest first. */
    listTenants: () => ports.units.read(null, (reads) => readAll(reads, PLATFORMS)),
    /** A page of `listTenants`, newest first; in the house tenant, which has no platform of its own. */
    list: listPlatforms(ports.cursors),
    getConfig: getConfig(required),
    updateConfig: updateConfig(ports, sessions.platformChanged, required),
    updateOperatorSettings: updateOperatorSettings(ports, sessions.platformChanged),
    webhookSecret: readWebhookSecret(ports.sealer),
    rotateWebhookSecret: rotateWebhookSecret(ports.sealer, ports.random, sessions.platformChanged),
    createToken: createToken(ports),
    getToken,
    listTokens: listTokens(ports.cursors),
    deleteToken: deleteToken(ports, sessions.tokenDeleted),
    webhookKeys: webhookKeys.own,
    findWebhookKeys: webhookKeys.find,
    rotateWebhookKey: webhookKeys.rotate,
  } as const;
  const background = forJobs(ports);
  const contexts = createContexts(ports, sessions);
  return {
    useCases,
    ...contexts,
    deliverySettings: deliverySettings(ports, webhookKeys),
    pauseEndpoint: pauseEndpoint({
      units: ports.units,
      contextOf: contexts.contextOf,
      changed: sessions.platformChanged,
    }),
    /** The platform's name as its customers see it. */
    nameOf: async (reads: Reads, ctx: Pick<Context, 'tenant'>) => (await sessions.settings(reads, ctx)).name,
    webhookEndpointOf: async (reads: Reads, ctx: Pick<Context, 'tenant'>) =>
      (await sessions.settings(reads, ctx)).webhookEndpoint,
    /** Drops the cached settings. An area that changes a platform's record (the sandbox: its clock) calls it. */
    changed: sessions.platformChanged,
    /** Job handlers of this area. */
    handlers: { 'platform.prove-domain': proveDomain(background, sessions.platformChanged) },
  } as const;
}

export type Platforms = ReturnType<typeof platformsArea>['useCases'];
