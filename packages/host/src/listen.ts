import { setTimeout as delay } from 'node:timers/promises';
import { CommandError } from './errors.js';
import { createForwarder, type Followed } from './forwarder.js';
import { createRemote } from './remote.js';

export interface ListenOptions {
  readonly baseUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly forwardTo: string;
  /** Id of an event, or a cursor, after which to start; undefined: start now. */
  readonly since: string | undefined;
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
 * Follows the events of a platform and forwards each one to a local receiver as a webhook, until `asked` aborts (by
 * default on SIGINT or SIGTERM). Delivery is at least once and in order per resource, and is retried without limit.
 * Prints a line for each event.
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
    print(`listening: forwarding events of ${baseUrl} to ${forwardTo}`);
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
