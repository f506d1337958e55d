import type { OutboundOutcome } from '@corridor/core/ports';
import type { Dispatcher } from 'undici';
import { AddressRefused } from './address-guard.js';

/** One request in progress, with the handler that undici's dispatcher calls. */
export interface Exchange {
  readonly handler: Dispatcher.DispatchHandlers & { onError(error: Error): void };
  /** Cancels the request: the connection is closed, or the request is not sent if the connection is not yet open. */
  end(reason: string): void;
}

/**
 * Collects a response and reports it exactly once. It works without streams, which cost more than the request itself,
 * and reads the body up to `bodyLimit` bytes.
 */
export function createExchange(bodyLimit: number, report: (outcome: OutboundOutcome) => void): Exchange {
  let finished = false;
  let abort: (() => void) | null = null;
  let status = 0;
  let headers: Readonly<Record<string, string>> = {};
  let size = 0;
  const chunks: Buffer[] = [];

  function finish(outcome: OutboundOutcome): void {
    if (finished) return;
    finished = true;
    report(outcome);
  }

  const answer = (truncated: boolean): OutboundOutcome => ({
    kind: 'answered',
    status,
    headers,
    body: Buffer.concat(chunks).toString(),
    truncated,
  });

  return {
    handler: {
      onConnect(drop) {
        abort = drop;
        if (finished) drop();
      },
      onHeaders(code, raw) {
        if (code < 200) return true;
        status = code;
        headers = readHeaders(raw);
        return true;
      },
      onData(chunk) {
        const room = bodyLimit - size;
        size += chunk.length;
        chunks.push(chunk.subarray(0, room));
        if (chunk.length <= room) return true;
        finish(answer(true));
        abort?.();
        return false;
      },
      onComplete: () => finish(answer(false)),
      onError: (error) => finish({ kind: 'unreachable', reason: reasonOf(error) }),
    },
    end(reason) {
      finish({ kind: 'unreachable', reason });
      abort?.();
    },
  };
}

function readHeaders(raw: readonly Buffer[]): Readonly<Record<string, string>> {
  const headers: Record<string, string> = Object.create(null) as Record<string, string>;
  for (let i = 0; i + 1 < raw.length; i += 2) {
    const name = raw[i]!.toString('latin1').toLowerCase();
    const value = raw[i + 1]!.toString('latin1');
    const earlier = headers[name];
    headers[name] = earlier === undefined ? value : `${earlier}, ${value}`;
  }
  return headers;
}

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the host refused the connection',
  ECONNRESET: 'the connection was reset',
  EHOSTUNREACH: 'the host is unreachable',
  ENETUNREACH: 'the host is unreachable',
  ENOTFOUND: 'the host name cannot be resolved',
  EAI_AGAIN: 'the host name cannot be resolved',
  ETIMEDOUT: 'the host did not accept the connection in time',
  UND_ERR_CONNECT_TIMEOUT: 'the host did not accept the connection in time',
  UND_ERR_SOCKET: 'the connection was closed before the response was complete',
};

function reasonOf(error: Error & { readonly code?: unknown }): string {
  if (error instanceof AddressRefused) return error.message;
  const code = typeof error.code === 'string' ? error.code : error.name;
  return REASONS[code] ?? `the request failed (${code})`;
}
