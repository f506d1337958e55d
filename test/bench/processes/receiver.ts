import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { performance } from 'node:perf_hooks';
import { serve } from '../child.js';

export type Receive =
  /**
   * Resets the receiver and returns its port. The receiver refuses one in `refuseOneIn` webhooks at every attempt, or
   * none if the number is 0. With `counted` it reads the bodies and counts the webhooks of this type.
   */
  | { readonly kind: 'begin'; readonly refuseOneIn: number; readonly counted?: string }
  /** Returns how many different webhooks of the counted type have arrived. */
  | { readonly kind: 'count' }
  /** Returns the seconds from the first request until this many different webhooks have arrived. */
  | { readonly kind: 'wait'; readonly count: number };

/** Ids of the received webhooks, and whether the receiver refuses them. */
let seen = new Map<string, boolean>();
let refuseOneIn = 0;
let begun = 0;
let counted: string | null = null;
let count = 0;
let awaited: { readonly count: number; readonly reached: () => void } | null = null;

const server = createServer((request, response) => {
  let body = '';
  if (counted === null) request.resume();
  else request.setEncoding('latin1').on('data', (chunk: string) => (body += chunk));
  request.on('end', () => {
    if (begun === 0) begun = performance.now();
    const id = request.headers['webhook-id'] as string;
    let refused = seen.get(id);
    if (refused === undefined) {
      refused = refuseOneIn > 0 && seen.size % refuseOneIn === 0;
      seen.set(id, refused);
      if (counted !== null && body.includes(`"type":"${counted}"`)) count += 1;
    }
    response.writeHead(refused ? 500 : 200).end();
    if (awaited !== null && seen.size >= awaited.count) awaited.reached();
  });
});

serve(async (ask: Receive): Promise<number> => {
  if (ask.kind === 'begin') {
    [seen, refuseOneIn, begun] = [new Map(), ask.refuseOneIn, 0];
    [counted, count] = [ask.counted ?? null, 0];
    if (!server.listening) await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return (server.address() as AddressInfo).port;
  }
  if (ask.kind === 'count') return count;
  if (seen.size < ask.count) await new Promise<void>((reached) => (awaited = { count: ask.count, reached }));
  awaited = null;
  return (performance.now() - begun) / 1000;
});
