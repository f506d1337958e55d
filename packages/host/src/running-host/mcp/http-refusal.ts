import type { IncomingMessage, ServerResponse } from 'node:http';

/** A refused request may take so long to end its body. */
const LINGER_MS = 1_000;

/** An answer that ends a request before it reaches a session. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
  }
}

/** Answers a request that was refused or failed. */
export function refuse(request: IncomingMessage, response: ServerResponse, error: unknown): void {
  // The answer has begun, or the client has gone.
  if (response.headersSent || response.destroyed) return void response.destroy();
  const { status, message, headers } = error instanceof Refused ? error : new Refused(500, 'Internal error');
  const body = JSON.stringify({ jsonrpc: '2.0', error: { code: -32_000, message }, id: null });
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
  request.resume();
  if (request.complete) return;
  // A client that is still sending gets this time to read the answer; a reset would lose it.
  const late = setTimeout(() => request.destroy(), LINGER_MS);
  late.unref();
  for (const event of ['end', 'close']) request.once(event, () => clearTimeout(late));
}
