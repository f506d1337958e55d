import type { OutboundHttp, OutboundOutcome } from '@corridor/core/ports';
import { Pool } from 'undici';
import { type AddressGuard, createAddressGuard, type Resolve } from './address-guard.js';
import { createExchange } from './exchange.js';
import { createOriginPools } from './origin-pools.js';
import { remembering } from './remembering.js';

export interface OutboundHttpOptions {
  /** Permits requests to loopback and private addresses, for development and for receivers in the same network. */
  readonly allowPrivate: boolean;
  /** The setting of the operator that permits them, for the reason of a refusal. */
  readonly permittedBy?: string;
  /** Time-out from the call to the end of the response. */
  readonly timeoutMs?: number;
  /** Bytes of a response body that are read; if the body is longer, the connection is closed. */
  readonly bodyLimit?: number;
  /** Connections to one origin (scheme, host, port). */
  readonly connections?: number;
  readonly resolve?: Resolve;
  /** PEM of certificate authorities that are trusted instead of the default ones. */
  readonly authorities?: string;
}

export interface OutboundHttpClient extends OutboundHttp {
  /** Closes idle connections and waits for requests in progress. */
  close(): Promise<void>;
}

const DEFAULTS = { timeoutMs: 5_000, bodyLimit: 64 * 1024, connections: 64 } as const;
const MAX_ORIGINS = 1_000;

/** HTTP to addresses chosen by others: implements the port `OutboundHttp`. */
export function createOutboundHttp(options: OutboundHttpOptions): OutboundHttpClient {
  const { timeoutMs, bodyLimit, connections } = { ...DEFAULTS, ...options };
  const guard = createAddressGuard(options);
  const tls = options.authorities === undefined ? {} : { ca: options.authorities };
  const pools = createOriginPools(
    MAX_ORIGINS,
    (origin) =>
      new Pool(origin, {
        connections,
        pipelining: 1,
        // One time-out covers the whole request; undici's own time-outs would each add a timer.
        headersTimeout: 0,
        bodyTimeout: 0,
        connect: { lookup: guard.lookup, timeout: timeoutMs, ...tls },
      }),
  );

  const targets = remembering((url) => readTarget(url, guard, false));
  const secureTargets = remembering((url) => readTarget(url, guard, true));
  let closed = false;

  return {
    async send({ url: text, method, headers, body, httpsOnly, withinMs: wanted = timeoutMs }) {
      const withinMs = Math.min(wanted, timeoutMs);
      if (closed) return { kind: 'unreachable', reason: 'the host is shutting down' };
      const target = (httpsOnly ? secureTargets : targets)(text);
      if (typeof target === 'string') return { kind: 'unreachable', reason: target };
      return new Promise<OutboundOutcome>((resolve) => {
        const exchange = createExchange(bodyLimit, (outcome) => {
          clearTimeout(timer);
          resolve(outcome);
        });
        const timer = setTimeout(() => exchange.end(`no complete response within ${withinMs} ms`), withinMs);
        try {
          pools.of(target.origin).dispatch({ path: target.path, method, headers, body }, exchange.handler);
        } catch (error) {
          exchange.handler.onError(error as Error);
        }
      });
    },

    close() {
      closed = true;
      return pools.close();
    },
  };
}

interface Target {
  readonly origin: string;
  readonly path: string;
}

/** The target of a URL, or why it is refused. */
function readTarget(text: string, guard: AddressGuard, httpsOnly: boolean): Target | string {
  if (!URL.canParse(text)) return 'the URL is invalid';
  const url = new URL(text);
  return guard.refusal(url, httpsOnly) ?? { origin: url.origin, path: url.pathname + url.search };
}
