import { setTimeout as delay } from 'node:timers/promises';
import type { Answered } from './event-line.js';
import type { Remote } from './remote.js';
import { visible } from '../terminal/terminal.js';

/** An event of the feed. */
export interface Followed {
  readonly id: string;
  readonly type: string;
  readonly resource: string;
}

export interface ForwarderOptions {
  readonly remote: Remote;
  readonly target: string;
  readonly signal: AbortSignal;
  /** Called when the receiver has accepted the event. */
  readonly accepted: (event: Followed, answered: Answered) => void;
  readonly notice: (line: string) => void;
}

export interface Forwarder {
  /** Forwards the event after all earlier events of the same resource. */
  add(event: Followed): void;
  /** Number of events that were added and are not yet forwarded. */
  waiting(): number;
  /** Id of the last event up to which every event was forwarded; null before the first. */
  forwarded(): string | null;
  /** Rejects when an event can no longer be read. */
  readonly failed: Promise<never>;
  /** After the abort signal: resolves when no delivery is running any more. */
  ended(): Promise<void>;
}

interface Delivery {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const AT_ONCE = 8;
const TIMEOUT_MS = 5_000;
const FIRST_RETRY_MS = 250;
const MAX_RETRY_MS = 5_000;

/** Forwards events to a receiver and retries for as long as the receiver is down. */
export function createForwarder({ remote, target, signal, accepted, notice }: ForwarderOptions): Forwarder {
  /** The last pending delivery of each resource. */
  const chains = new Map<string, Promise<void>>();
  const order: { readonly id: string; done: boolean }[] = [];
  let last: string | null = null;
  let free = AT_ONCE;
  const line: (() => void)[] = [];
  let fail: (error: unknown) => void = () => undefined;
  const failed = new Promise<never>((_resolve, reject) => (fail = reject));
  failed.catch(() => undefined);

  async function slot<T>(work: () => Promise<T>): Promise<T> {
    if (free === 0) await new Promise<void>((resolve) => line.push(resolve));
    else free -= 1;
    try {
      return await work();
    } finally {
      const next = line.shift();
      if (next === undefined) free += 1;
      else next();
    }
  }

  /** Each attempt gets new signatures, because receivers refuse old ones. */
  async function attempt(id: string): Promise<Answered | { readonly reason: string }> {
    const { headers, body } = await remote.get<Delivery>(`/webhooks/events/${id}/delivery`);
    const begun = performance.now();
    try {
      const limit = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
      const response = await fetch(target, { method: 'POST', headers, body, redirect: 'manual', signal: limit });
      await response.body?.cancel();
      return { status: response.status, ms: Math.round(performance.now() - begun) };
    } catch (error) {
      signal.throwIfAborted();
      const { cause } = error as { readonly cause?: { readonly code?: string } };
      return { reason: cause?.code ?? (error as Error).name };
    }
  }

  async function forward(event: Followed): Promise<void> {
    const { id, type } = event;
    for (let wait = FIRST_RETRY_MS, tries = 1; ; wait = Math.min(wait * 2, MAX_RETRY_MS), tries++) {
      signal.throwIfAborted();
      const outcome = await slot(() => attempt(id));
      if ('status' in outcome && ((outcome.status >= 200 && outcome.status < 300) || outcome.status === 409)) {
        accepted(event, outcome);
        return;
      }
      const why = 'status' in outcome ? `the receiver answered ${outcome.status}` : outcome.reason;
      if (tries === 1) notice(visible(`${type} ${id}: ${why}; retrying until the receiver accepts it`));
      await delay(wait, undefined, { signal });
    }
  }

  return {
    failed,
    waiting: () => order.length,
    forwarded: () => last,

    add(event) {
      const entry = { id: event.id, done: false };
      order.push(entry);
      const before = chains.get(event.resource) ?? Promise.resolve();
      const chain = before
        .then(() => forward(event))
        .then(() => {
          entry.done = true;
          while (order[0]?.done === true) last = order.shift()!.id;
        })
        .catch((error: unknown) => {
          if (!signal.aborted) fail(error);
          throw error;
        });
      chain
        .finally(() => {
          if (chains.get(event.resource) === chain) chains.delete(event.resource);
        })
        .catch(() => undefined);
      chains.set(event.resource, chain);
    },

    async ended() {
      await Promise.allSettled(chains.values());
    },
  };
}

/** For a listener that only prints: every event counts as forwarded at once. */
export function createWatcher(shown: (event: Followed) => void): Forwarder {
  let last: string | null = null;
  return {
    failed: new Promise(() => undefined),
    waiting: () => 0,
    forwarded: () => last,
    add(event) {
      shown(event);
      last = event.id;
    },
    ended: async () => undefined,
  };
}
