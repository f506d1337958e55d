import { setTimeout as delay } from 'node:timers/promises';
import { CommandError } from '../kernel/errors.js';
import { type Answered, type ConsolePlace, eventLine } from './event-line.js';
import { createForwarder, createWatcher, type Followed } from './forwarder.js';
import { createRemote, Refused, type Remote } from './remote.js';

export interface ListenOptions {
  readonly baseUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Undefined: events are only printed. */
  readonly forwardTo?: string | undefined;
  /** Id of an event, or a cursor, after which to start; undefined: start now. */
  readonly since: string | undefined;
  /** The console with its path, for links to records; undefined: lines have no links. */
  readonly consoleUrl?: string | undefined;
  /** Default: false. */
  readonly inColour?: boolean;
}

interface FeedPage {
  readonly data: readonly Followed[];
  readonly nextCursor: string;
  readonly hasMore: boolean;
}

const POLL_MS = 500;
/** How many events are read ahead of a receiver that is slow or down. */
const MOST_WAITING = 1_000;

/**
 * Follows the events of a platform and forwards each one to a local receiver as a webhook, if there is one, until `asked` aborts (by
 * default on SIGINT or SIGTERM). Delivery is at least once and in order per resource, and is retried without limit.
 * Prints a line for each event.
 */
export async function listen(
  { baseUrl, clientId, clientSecret, forwardTo, since, consoleUrl, inColour = false }: ListenOptions,
  print: (line: string) => void,
  notice: (line: string) => void,
  asked: AbortSignal = signalled(),
): Promise<number> {
  const stop = new AbortController();
  const signal = AbortSignal.any([stop.signal, asked]);
  const remote = createRemote({ baseUrl, clientId, clientSecret, signal, notice });
  let console: ConsolePlace | null = null;
  const shown = (event: Followed, answered: Answered | null): void =>
    print(eventLine(event, answered, { inColour, console }));
  const forwarder =
    forwardTo === undefined
      ? createWatcher((event) => shown(event, null))
      : createForwarder({ remote, target: forwardTo, signal, accepted: shown, notice });
  let firstCursor = since;
  try {
    firstCursor ??= (await remote.get<FeedPage>('/webhooks/feed')).nextCursor;
    if (consoleUrl !== undefined) console = await placeOf(remote, consoleUrl);
    print(
      `listening: ${forwardTo === undefined ? `events of ${baseUrl}` : `forwarding events of ${baseUrl} to ${forwardTo}`}`,
    );
    for (let cursor = firstCursor; ;) {
      const page = await remote.get<FeedPage>(`/webhooks/feed?limit=100&after=${encodeURIComponent(cursor)}`);
      for (const event of page.data) forwarder.add(event);
      cursor = page.nextCursor;
      const pause = () => Promise.race([delay(POLL_MS, undefined, { signal }), forwarder.failed]);
      while (forwarder.waiting() > MOST_WAITING) await pause();
      if (!page.hasMore) await pause();
    }
  } catch (error) {
    if (!signal.aborted) {
      stop.abort();
      throw error;
    }
  }
  await forwarder.ended();
  const last = forwarder.forwarded() ?? firstCursor;
  if (last !== undefined) print(`stopped: continue with --since ${last}`);
  return 0;
}

/** The pages of the platform in the console. Only the sandbox answers a question about the test clock. */
async function placeOf(remote: Remote, url: string): Promise<ConsolePlace> {
  const { id: platformId } = await remote.get<{ readonly id: string }>('/config');
  try {
    await remote.get('/sandbox/clock');
    return { url, platformId, environment: 'SANDBOX' };
  } catch (error) {
    if (!(error instanceof Refused) || error.status !== 403) throw error;
    return { url, platformId, environment: 'PRODUCTION' };
  }
}

function signalled(): AbortSignal {
  const stop = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stop.abort());
  return stop.signal;
}

/** Parses and checks the address that events are forwarded to. */
export function receiverUrl(text: string): string {
  let url: URL | null = null;
  try {
    url = new URL(text.includes('://') ? text : `http://${text}`);
  } catch {
    // Handled below.
  }
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw new CommandError(`--forward-to: ${text} is not an http or https address`);
  }
  return url.href;
}
