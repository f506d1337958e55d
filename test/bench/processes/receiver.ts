import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { performance } from 'node:perf_hooks';
import { serve } from '../child.js';

export type Receive =
  /**
   * Resets the receiver and returns its port. The receiver refuses one in `refuseOneIn` webhooks at every attempt, or
   * none if the number is 0.
   */
  | { readonly kind: 'begin'; readonly refuseOneIn: number }
  /** Returns the seconds from the first request until this many different webhooks have arrived. */
  | { readonly kind: 'wait'; readonly count: number };

/** Ids of the received webhooks, and whether the receiver refuses them. */
let seen = new Map<string, boolean>();
let refuseOneIn = 0;
let begun = 0;
let awaited: { readonly count: number; readonly reached: () => void } | null = null;

const server = createServer((request, response) => {
  request.resume();
  request.on('end', () => {
    if (begun === 0) begun = performance.now();
    const id = request.headers['webhook-id'] as string;
    let refused = seen.get(id);
    if (refused === undefined) {
      refused = refuseOneIn > 0 && seen.size % refuseOneIn === 0;
      seen.set(id, refused);
    }
    response.writeHead(refused ? 500 : 200).end();
    if (awaited !== null && seen.size >= awaited.count) awaited.reached();
  });
});

serve(async (ask: Receive): Promise<number> => {
  if (ask.kind === 'begin') {
    [seen, refuseOneIn, begun] = [new Map(), ask.refuseOneIn, 0];
    if (!server.listening) await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return (server.address() as AddressInfo).port;
  }
  const { count } = ask;
  if (seen.size < count) await new Promise<void>((reached) => (awaited = { count, reached }));
  awaited = null;
  return (performance.now() - begun) / 1000;
});
