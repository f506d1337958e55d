import { setTimeout as delay } from 'node:timers/promises';
import { CommandError } from './errors.js';
import { createForwarder, type Followed } from './forwarder.js';
import { createRemote } from './remote.js';

export interface ListenOptions {
  readonly baseUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly forwardTo: string;
  /** Id of the event, or cursor, behind which to begin; undefined: now. */
  readonly since: string | undefined;
}

interface FeedPage {
  readonly data: readonly Followed[];
  readonly nextCursor: string;
  readonly hasMore: boolean;
}

const POLL_MS = 500;
/** Events that are read ahead of a receiver that is slow, or away. */
const MOST_WAITING = 1_000;

/**
 * Follows the events of a platform and forwards each to a local receiver, as a webhook would bring it, until it is
 * `asked` to stop, by a signal where nothing else is said. In order for each resource, at least once, and for as long
 * as it takes. Prints a line for each.
 */
export async function listen(
  { baseUrl, clientId, clientSecret, forwardTo, since }: ListenOptions,
  print: (line: string) => void,
  notice: (line: string) => void,
  asked: AbortSignal = signalled(),
): Promise<number> {
  const stop = new AbortController();
  const signal = AbortSignal.any([stop.signal, asked]);
  const remote = createRemote({ baseUrl, clientId, clientSecret, signal, notice });
  const forwarder = createForwarder({ remote, target: forwardTo, signal, print, notice });
  let firstCursor = since;
  try {
    firstCursor ??= (await remote.get<FeedPage>('/webhooks/feed')).nextCursor;
    print(`listening: events of ${baseUrl} go to ${forwardTo}`);
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
  if (last !== undefined) print(`stopped: go on with --since ${last}`);
  return 0;
}

function signalled(): AbortSignal {
  const stop = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stop.abort());
  return stop.signal;
}

/** An address that webhooks can be forwarded to. */
export function receiverUrl(text: string): string {
  let url: URL | null = null;
  try {
    url = new URL(text.includes('://') ? text : `http://${text}`);
  } catch {
    // Told below.
  }
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw new CommandError(`--forward-to: ${text} is no web address`);
  }
  return url.href;
}
