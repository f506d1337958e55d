import type { Configuration } from '../settings/configuration.js';
import { startHostUnder } from '../serving/host.js';
import { announcement } from '../serving/announcement.js';
import { nextSignal, stopWithin } from '../serving/lifetime.js';
import type { ProcessContext } from '../kernel/process-context.js';

/**
 * Serves until a signal stops it; returns the exit code. Standard output gets the base url and the first credentials.
 */
export async function serve(configuration: Configuration, processContext: ProcessContext): Promise<number> {
  const { ownWorker } = await import('../channel/cluster-connection.js');
  const worker = ownWorker();
  if (worker !== null) return (await import('./part.js')).servePart(worker, configuration, processContext);
  if (configuration.processes > 1) {
    return (await import('./supervisor.js')).supervise(configuration, processContext);
  }
  const asked = nextSignal();
  const host = await startHostUnder(null, configuration, processContext);
  for (const line of announcement(configuration, host)) processContext.print(line);
  host.log.info({ baseUrl: host.baseUrl, database: configuration.database.kind }, 'host is serving requests');
  const signal = await asked;
  host.log.info({ signal }, 'host is stopping');
  return stopWithin(host, 'host');
}
