import type { Configuration } from './configuration.js';
import { type Host, startHost } from './host.js';
import type { Surroundings } from './surroundings.js';

/** A host that is still stopping after this time exits, before a supervisor that waits 10 s kills it. */
const STOP_WITHIN_MS = 9_000;

/**
 * Serves until a signal stops it; returns the exit code. Standard output gets the base url and the first credentials.
 */
export async function serve(configuration: Configuration, surroundings: Surroundings): Promise<number> {
  const asked = nextSignal();
  const host = await startHost(configuration, surroundings);
  for (const line of announcement(host)) surroundings.print(line);
  host.log.info({ baseUrl: host.baseUrl, database: configuration.database.kind }, 'host is serving requests');
  const signal = await asked;
  host.log.info({ signal }, 'host is stopping');
  return stopWithin(STOP_WITHIN_MS, host);
}

function announcement({ baseUrl, start }: Host): readonly string[] {
  if (start.kind === 'later') {
    return [`base url: ${baseUrl}`, `new token: npx corridor token create --platform ${start.platformId}`];
  }
  const { clientId, clientSecret, webhookSecret } = start.credentials;
  return [
    `base url: ${baseUrl}`,
    `client id: ${clientId}`,
    `client secret: ${clientSecret}`,
    `webhook secret: ${webhookSecret}`,
  ];
}

function nextSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, resolve);
  });
}

async function stopWithin(milliseconds: number, host: Host): Promise<number> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<number>((resolve) => (timer = setTimeout(resolve, milliseconds, 1)));
  try {
    const code = await Promise.race([host.stop().then(() => 0), late]);
    if (code === 0) host.log.info({}, 'host has stopped');
    else host.log.error({}, 'host has stopped with work unfinished');
    return code;
  } finally {
    clearTimeout(timer);
  }
}
