import { isIPv6 } from 'node:net';
import { VERSION } from '@corridor/adapters-http';
import { requireKeyOf } from '@corridor/adapters-rails/custody';
import type { Core } from '@corridor/core';
import type { Container, ServiceIdentifier } from 'inversify';
import { createContainer } from '../composition/container.js';
import { anySealedText } from '../keys/master-key.js';
import { TOKENS } from '../composition/tokens.js';
import { nameOfMachine, watchClock } from '../workers/clock-watch.js';
import type { Configuration } from '../settings/configuration.js';
import { CommandError } from '../kernel/errors.js';
import { ensureFirstPlatform, type Start } from './first-platform.js';
import { CONSOLE_SETTINGS, type HttpServer, listen, METRICS_SETTINGS } from './http-server.js';
import { watchKey, type Watch } from '../workers/key-watch.js';
import { logDestination } from '../logging/log-format.js';
import { termsDifferences } from '../composition/terms-settings.js';
import type { Log } from '../logging/logging.js';
import { metricsListener } from '../metrics/metrics-listener.js';
import { verifyConnection } from '../rails/rail-conditions.js';
import type { Role } from '../channel/assignment.js';
import type { Channel } from '../channel/channel.js';
import { onWake, tellCommits } from '../channel/wakes.js';
import { RAIL_TIMEOUT_MS } from '../rails/rails.js';
import { createProcessContext, type ProcessContext } from '../kernel/process-context.js';
import type { Workers } from '../workers/workers.js';

export interface Host {
  readonly baseUrl: string;
  readonly start: Start;
  /** The port of the server for `/metrics`; null if the API serves it. */
  readonly metricsPort: number | null;
  /** The port of the server for the console; null if the API serves it. */
  readonly consolePort: number | null;
  readonly log: Log;
  /** Ends the running requests, jobs and deliveries, then releases all resources. */
  stop(): Promise<void>;
}

/** The time for draining and for the requests that are still running after it. */
const CLOSE_WITHIN_MS = 7_000;
const METRICS_WITHIN_MS = 500;

/**
 * Starts a host; resolves when it serves requests. Releases all resources and throws if it cannot start.
 *
 * @example
 * ```ts
 * import { readConfiguration, startHost } from '@corridor/host';
 *
 * const host = await startHost(
 *   readConfiguration({ CORRIDOR_PORT: '0', CORRIDOR_DATA_DIR: folder, CORRIDOR_LOG_LEVEL: 'warn' }),
 * );
 * (await fetch(new URL('/readyz', host.baseUrl))).status; // 200
 * await host.stop();
 * ```
 */
export function startHost(
  configuration: Configuration,
  processContext: ProcessContext = createProcessContext(),
): Promise<Host> {
  const log = logDestination(configuration.logFormat, processContext);
  return startHostUnder(null, configuration, { ...processContext, log });
}

/** The supervisor of a host with several processes, as one of them sees it. */
export interface Supervision {
  readonly channel: Channel;
  readonly role: Role;
  /** Whether a process of the host ends again and again, so that `/readyz` of all answers 503. */
  readonly isLooping: () => boolean;
}

/** A host, or one of its processes. */
export interface HostProcess extends Host {
  /**
   * Accepts no new connections, answers the requests of the open ones with `Connection: close`, and resolves when they
   * have ended, at the latest after the keep-alive time. A client that uses a connection never finds it closed.
   */
  retire(): Promise<void>;
}

/**
 * Starts one process of a host, which shares limits, metrics and its port with the others through the supervisor. A
 * process of the workers does not listen.
 */
export async function startHostUnder(
  supervision: Supervision | null,
  configuration: Configuration,
  processContext: ProcessContext,
): Promise<HostProcess> {
  let draining = false;
  let retired = false;
  const servers = supervision?.role === 'workers' ? null : await listenAll(configuration, supervision === null);
  const port = servers?.api.port ?? configuration.port;
  const consolePort =
    servers === null ? (configuration.console.listener?.port ?? null) : (servers.console?.port ?? null);
  const container = createContainer(
    configuration,
    {
      publicAuthority: configuration.publicAuthority ?? `localhost:${port}`,
      isDraining: () => draining || supervision?.isLooping() === true,
      consolePort,
      supervisor: supervision?.channel ?? null,
    },
    processContext,
  );
  const watches: Watch[] = [];
  const stop = async (drainMs: number, workers: Workers | null): Promise<void> => {
    draining = true;
    // Closing the storage ends requests and jobs that wait for a database that does not answer.
    const late = setTimeout(() => close(container, TOKENS.Storage).catch(() => undefined), CLOSE_WITHIN_MS);
    try {
      const time = { drainMs, withinMs: CLOSE_WITHIN_MS };
      const watching = watches.map((watch) => watch.stop());
      await Promise.all([servers?.api.close(time), servers?.console?.close(time), workers?.stop(), ...watching]);
    } finally {
      clearTimeout(late);
      if (supervision !== null) await close(container, TOKENS.Metrics);
      await servers?.metrics?.close({ drainMs: 0, withinMs: METRICS_WITHIN_MS });
      await release(container);
    }
  };
  try {
    const core = await container.getAsync(TOKENS.Core);
    await verifyConnections(container);
    await core.work.refreshRates();
    // A host with several processes has one of the workers, so the log has the warning once.
    if (supervision?.role !== 'serving') await warnOfSettings(container);
    const start = await startOf(container);
    const scheduled = await core.rails.start();
    if (!scheduled.ok) throw new CommandError(`the tasks of rails cannot be scheduled: ${scheduled.error.message}`);
    const metrics = await container.getAsync(TOKENS.Metrics);
    const log = await container.getAsync(TOKENS.Log);
    const workers = await container.getAsync(TOKENS.Workers);
    if (supervision?.role === 'workers') onWake(supervision.channel, workers.wake);
    if (supervision?.role === 'serving')
      (await container.getAsync(TOKENS.Signal)).listen(tellCommits(supervision.channel));
    servers?.metrics?.serve(metricsListener(metrics, (err) => log.error({ err }, 'metrics could not be rendered')));
    const onBroken = (code: string): void => metrics.connectionBroken(code);
    servers?.console?.serve(await container.getAsync(TOKENS.ConsoleApp), onBroken);
    servers?.api.serve(await container.getAsync(TOKENS.HttpApp), onBroken);
    watches.push(await startKeyWatch(container), await startClockWatch(container));
    workers.start();
    return {
      baseUrl: baseUrlOf(configuration, port),
      start,
      metricsPort: servers?.metrics?.port ?? null,
      consolePort,
      log,
      async retire() {
        retired = true;
        await Promise.all([servers?.api.retire(), servers?.console?.retire()]);
      },
      stop: () => stop(retired ? 0 : configuration.drainSeconds * 1000, workers),
    };
  } catch (cause) {
    await stop(0, null).catch(notReported);
    throw cause;
  }
}

/** The settings that terms were imported from have no effect any more; an operator may expect that they do. */
async function warnOfSettings(container: Container): Promise<void> {
  const { operators } = await container.getAsync(TOKENS.Core);
  const configuration = await container.getAsync(TOKENS.Configuration);
  const clock = await container.getAsync(TOKENS.Clock);
  const file = await container.getAsync(TOKENS.Corridors);
  const different = termsDifferences(configuration, file, await operators.reads.terms(), clock.now());
  if (different.length === 0) return;
  const log = await container.getAsync(TOKENS.Log);
  log.warn(
    { settings: different.slice(0, MOST_LOGGED), count: different.length },
    'settings differ from terms in force',
  );
}

/** The file of corridors can have thousands of entries. */
const MOST_LOGGED = 20;

/** For errors of releasing resources after an error that is reported. */
const notReported = (): void => undefined;

async function startOf(container: Container): Promise<Start> {
  const core = await container.getAsync(TOKENS.Core);
  const configuration = await container.getAsync(TOKENS.Configuration);
  const start = await ensureFirstPlatform(core, configuration.bootstrap);
  // If two hosts with different master keys start on an empty database, the one that has not encrypted anything yet
  // must stop.
  const storage = await container.getAsync(TOKENS.Storage);
  requireKeyOf(await anySealedText(storage.units), await container.getAsync(TOKENS.MasterKey), 'this host');
  return start;
}

async function startKeyWatch(container: Container): Promise<Watch> {
  const { units } = await container.getAsync(TOKENS.Storage);
  return watchKey({
    masterKey: await container.getAsync(TOKENS.MasterKey),
    sealedText: () => anySealedText(units),
    state: await container.getAsync(TOKENS.HostState),
    log: await container.getAsync(TOKENS.Log),
  });
}

const startClockWatch = async (container: Container): Promise<Watch> =>
  watchClock({
    storage: await container.getAsync(TOKENS.Storage),
    clock: await container.getAsync(TOKENS.Clock),
    machine: nameOfMachine(),
    state: await container.getAsync(TOKENS.HostState),
    log: await container.getAsync(TOKENS.Log),
  });

/** The servers of a host; null for those that it does not have. */
export interface Servers {
  readonly api: HttpServer;
  readonly metrics: HttpServer | null;
  readonly console: HttpServer | null;
}

/** Listens on all ports of a host, with or without the one for metrics, and closes them again if one is unavailable. */
export async function listenAll(configuration: Configuration, withMetrics: boolean): Promise<Servers> {
  const api = await listen(configuration.host, configuration.port);
  const metrics = withMetrics ? await listenApart(configuration.metrics, METRICS_SETTINGS, [api]) : null;
  const before = metrics === null ? [api] : [api, metrics];
  return { api, metrics, console: await listenApart(configuration.console.listener, CONSOLE_SETTINGS, before) };
}

export const baseUrlOf = ({ host, basePath }: Pick<Configuration, 'host' | 'basePath'>, port: number): string =>
  `http://${reachable(host)}:${port}${basePath}/${VERSION}`;

/**
 * Migrates the database and creates what every process of a host needs: the master key and the first platform. Keeps no
 * connection.
 */
export const prepareHost = (configuration: Configuration, processContext: ProcessContext): Promise<Start> =>
  withContainer(configuration, processContext, startOf);

/** Throws a ConfigurationError if an entry of the connections file contradicts the other side, such as the node of a chain. */
async function verifyConnections(container: Container): Promise<void> {
  const log = await container.getAsync(TOKENS.Log);
  const connections = await container.getAsync(TOKENS.Connections);
  await Promise.all(
    connections.map(async ({ connection }) => {
      const problem = await verifyConnection(connection, RAIL_TIMEOUT_MS);
      if (problem !== null) log.warn({ rail: connection.name, problem }, 'connection was not verified');
    }),
  );
}

/** Listens on a further port, if one is configured. Closes the servers before it if that port is unavailable. */
async function listenApart(
  address: Configuration['metrics'],
  settings: typeof METRICS_SETTINGS,
  before: readonly HttpServer[],
): Promise<HttpServer | null> {
  if (address === null) return null;
  try {
    return await listen(address.host, address.port, settings);
  } catch (cause) {
    await Promise.all(before.map((server) => server.close({ drainMs: 0, withinMs: METRICS_WITHIN_MS }))).catch(
      notReported,
    );
    throw cause;
  }
}

/** Runs `run` with the core alone, without a server and without workers. */
export const withCore = <R>(
  configuration: Configuration,
  processContext: ProcessContext,
  work: (core: Core) => Promise<R>,
): Promise<R> =>
  withContainer(configuration, processContext, async (container) => work(await container.getAsync(TOKENS.Core)));

/** Runs `run` as `withCore` does, with the whole container instead of the core. */
export async function withContainer<R>(
  configuration: Configuration,
  processContext: ProcessContext,
  work: (container: Container) => Promise<R>,
): Promise<R> {
  const publicAuthority = configuration.publicAuthority ?? `localhost:${configuration.port}`;
  const container = createContainer(
    configuration,
    {
      publicAuthority,
      isDraining: () => false,
      consolePort: configuration.console.listener?.port ?? null,
      supervisor: null,
    },
    processContext,
  );
  const result = await work(container).catch(async (cause: unknown) => {
    await release(container).catch(notReported);
    throw cause;
  });
  await release(container);
  return result;
}

async function release(container: Container): Promise<void> {
  const clients = [TOKENS.OutboundHttp, TOKENS.RatesHttp, TOKENS.PrivateRatesHttp, TOKENS.RailsHttp, TOKENS.UmaHttp];
  for (const token of [TOKENS.Messages, ...clients, TOKENS.Storage, TOKENS.Tracing]) await close(container, token);
}

/** A component that was never created, or failed to be created, is not closed. */
async function close(container: Container, token: ServiceIdentifier<{ close(): Promise<void> } | null>): Promise<void> {
  const made = await container.getAsync(token).catch(() => null);
  await made?.close();
}

function reachable(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return isIPv6(host) ? `[${host}]` : host;
}
