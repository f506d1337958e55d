import cluster from 'node:cluster';
import type { Configuration } from '../settings/configuration.js';
import { keySources } from '../keys/configured-key.js';
import { CommandError } from '../kernel/errors.js';
import { baseUrlOf, listenAll, prepareHost, type Servers } from '../serving/host.js';
import { createLog, type Log } from '../logging/logging.js';
import { metricsListener } from '../metrics/metrics-listener.js';
import { announcement } from '../serving/announcement.js';
import { nextSignal, STOP_WITHIN_MS } from '../serving/lifetime.js';
import type { ProcessContext } from '../kernel/process-context.js';
import { type Assignment, poolShare, type ProcessName, processNames } from '../channel/assignment.js';
import { type Channel, openChannel } from '../channel/channel.js';
import { connectionOf, supervised } from '../channel/cluster-connection.js';
import { answerLimits, createHostLimits } from '../channel/limits.js';
import { createSummedMetrics, type SummedMetrics } from '../channel/metrics.js';
import { ASSIGNMENT, LOOPING, RETIRE, SERVING, STOP } from './part.js';
import { createProcessMetrics, type ProcessMetrics } from './process-metrics.js';
import { createSlots, type Exit, type Running } from './slots.js';
import { passWakes } from '../channel/wakes.js';

/** Longer than the stop time of a process, and still shorter than the 10 s that service managers wait. */
const ALL_STOP_WITHIN_MS = STOP_WITHIN_MS + 500;

/**
 * Runs a host of several processes until a signal stops it; returns the exit code. Prepares the database once, and keeps
 * no connection to it.
 */
export async function supervise(configuration: Configuration, processContext: ProcessContext): Promise<number> {
  const asked = nextSignal();
  let hangUp = (): void => undefined;
  process.on('SIGHUP', () => hangUp());
  const log = createLog(configuration.logLevel, processContext.log, { role: 'supervisor' });
  const servers = await listenAll(configuration, true);
  const ports = { port: servers.api.port, consolePort: servers.console?.port ?? null };
  const start = await prepareHost(withPorts(configuration, ports), processContext).finally(() => release(servers));

  const counted = createProcessMetrics();
  const metrics = createSummedMetrics(log, { more: counted.read });
  servers.metrics?.serve(metricsListener(metrics, (err) => log.error({ err }, 'metrics could not be rendered')));
  const names = processNames(configuration.processes, configuration.workers);
  const servingProcesses = names.filter(({ role }) => role === 'serving').length;
  const poolSize = configuration.database.kind === 'sqlite' ? null : configuration.database.poolSize;
  const shared = {
    ...ports,
    poolSize: poolShare(poolSize, names.length),
    servingProcesses,
    masterKey: configuration.masterKeyCommand === null ? null : (await keySources(configuration)).key,
  };
  const slots = createSlots(names, {
    start: starter({ configuration, metrics, counted, log, shared }),
    log,
    now: () => performance.now(),
    restarted: ({ role }) => counted.restarted(role),
  });
  try {
    await slots.start();
  } catch (cause) {
    await slots.stop(ALL_STOP_WITHIN_MS).catch((err: unknown) => log.error({ err }, 'processes could not be stopped'));
    await servers.metrics?.close({ drainMs: 0, withinMs: 0 });
    throw cause;
  }
  const baseUrl = baseUrlOf(configuration, ports.port);
  for (const line of announcement(configuration, { baseUrl, consolePort: ports.consolePort, start }))
    processContext.print(line);
  log.info({ baseUrl, database: configuration.database.kind, processes: names.length }, 'host is serving requests');
  hangUp = () => void slots.roll();

  const signal = await asked;
  log.info({ signal }, 'host is stopping');
  const isClean = await slots.stop(ALL_STOP_WITHIN_MS);
  await servers.metrics?.close({ drainMs: 0, withinMs: 0 });
  if (isClean) log.info({}, 'host has stopped');
  else log.error({}, 'host has stopped with work unfinished');
  return isClean ? 0 : 1;
}

interface Ports {
  readonly port: number;
  readonly consolePort: number | null;
}

/** The configuration with the ports that the system chose for port 0. */
function withPorts(configuration: Configuration, { port, consolePort }: Ports): Configuration {
  const { listener } = configuration.console;
  const console = {
    ...configuration.console,
    listener: listener && { ...listener, port: consolePort ?? listener.port },
  };
  return { ...configuration, port, console };
}

/** The processes listen on the ports of the API and of the console; until now the supervisor kept them for the host. */
async function release({ api, console }: Servers): Promise<void> {
  const now = { drainMs: 0, withinMs: 0 };
  await Promise.all([api.close(now), console?.close(now)]);
}

interface StarterPorts {
  readonly configuration: Configuration;
  readonly metrics: SummedMetrics;
  readonly counted: ProcessMetrics;
  readonly log: Log;
  readonly shared: Omit<Assignment, keyof ProcessName>;
}

/** Starts processes that share limits, metrics and commits. */
function starter({ configuration, metrics, counted, log, shared }: StarterPorts): (name: ProcessName) => Running {
  const limits = createHostLimits(configuration.rateLimit);
  const workers = new Set<Channel>();
  const wakes = passWakes(() => [...workers]);

  return (name) => {
    const worker = cluster.fork(supervised());
    const channel = openChannel(connectionOf(worker));
    const pid = worker.process.pid ?? 0;
    let isAssigned = false;
    let isStopping = false;
    const exited = new Promise<Exit>((resolve) => {
      worker.once('exit', (code, signal) => resolve({ code, signal }));
      // A process that cannot be started has no exit. An error without a listener would end the host.
      worker.on('error', (err) => {
        log.error({ err, of: name.role, number: name.number }, 'process failed');
        if (pid === 0) resolve({ code: null, signal: null });
      });
    });
    const ready = new Promise<void>((resolve, reject) => {
      channel.onTold(SERVING, () => resolve());
      void exited.then(({ code, signal }) =>
        reject(
          new CommandError(`process ${name.role} ${name.number} ended with ${code ?? signal} before it was ready`),
        ),
      );
    });
    channel.onAsked(ASSIGNMENT, () => {
      if (isStopping) throw new Error('the host is stopping');
      isAssigned = true;
      return { ...name, ...shared } satisfies Assignment;
    });
    answerLimits(channel, limits);
    metrics.add(channel);
    counted.started(name.role);
    if (name.role === 'workers') workers.add(channel);
    else wakes(channel);
    // Its last counts may arrive after its exit, and never after the end of the connection.
    worker.once('disconnect', () => metrics.ended(channel));
    void exited.then(() => {
      workers.delete(channel);
      counted.ended(name.role);
    });
    log.info({ of: name.role, number: name.number, pid }, 'process is starting');
    return {
      pid,
      ready,
      exited,
      looping: (isLooping) => channel.tell(LOOPING, isLooping),
      retire: () => channel.tell(RETIRE, null),
      stop() {
        isStopping = true;
        // Before its assignment a process has begun nothing, and does not listen to messages yet.
        if (isAssigned) channel.tell(STOP, null);
        else worker.process.kill('SIGKILL');
      },
      kill: () => void worker.process.kill('SIGKILL'),
    };
  };
}
