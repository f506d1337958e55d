import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serve } from '../../child.js';

export type Ask =
  /** Returns the port. */
  | { readonly kind: 'begin' }
  /** Compares the webhooks that were acknowledged with the accepted transactions. */
  | { readonly kind: 'compare'; readonly accepted: readonly string[] };

export interface Compared {
  readonly port: number;
  /** Webhooks that were acknowledged. */
  readonly webhooks: number;
  /** Attempts that were refused, or whose connection was broken off. */
  readonly refused: number;
  /** Webhooks that were sent again although they had been acknowledged. */
  readonly doubled: readonly string[];
  /** Accepted transactions without a webhook of their completion, and those with more than one. */
  readonly missing: readonly string[];
  readonly repeated: readonly string[];
  /** Transactions of a webhook that were never accepted. */
  readonly unknown: readonly string[];
}

/** One webhook in so many is answered with an error once, and one in so many is broken off once. */
const REFUSED_ONE_IN = 50;
const BROKEN_OFF_ONE_IN = 997;

const COMPLETED = '"type":"OUTGOING_PAYMENT.COMPLETED"';
const TRANSACTION_ID = /Transaction:[0-9a-f-]{36}/;

const attempted = new Set<string>();
const acknowledged = new Set<string>();
const doubled: string[] = [];
/** How many webhooks said that a transaction is completed. */
const completions = new Map<string, number>();
let refused = 0;

const server = createServer((request, response) => {
  let body = '';
  request.setEncoding('latin1').on('data', (chunk: string) => (body += chunk));
  request.on('end', () => {
    const id = request.headers['webhook-id'] as string;
    if (!attempted.has(id)) {
      attempted.add(id);
      const isBrokenOff = attempted.size % BROKEN_OFF_ONE_IN === 0;
      if (isBrokenOff || attempted.size % REFUSED_ONE_IN === 0) {
        refused += 1;
        if (isBrokenOff) request.socket.destroy();
        else response.writeHead(500).end();
        return;
      }
    }
    response.writeHead(200).end();
    if (acknowledged.has(id)) {
      doubled.push(id);
      return;
    }
    acknowledged.add(id);
    const transaction = body.includes(COMPLETED) ? TRANSACTION_ID.exec(body)?.[0] : undefined;
    if (transaction !== undefined) completions.set(transaction, (completions.get(transaction) ?? 0) + 1);
  });
});

serve<Ask, Compared>(async (ask) => {
  if (!server.listening) await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const accepted = ask.kind === 'compare' ? ask.accepted : [];
  const known = new Set(accepted);
  return {
    port: (server.address() as AddressInfo).port,
    webhooks: acknowledged.size,
    refused,
    doubled,
    missing: accepted.filter((id) => !completions.has(id)),
    repeated: [...completions].filter(([, count]) => count > 1).map(([id]) => id),
    unknown: [...completions.keys()].filter((id) => !known.has(id)),
  };
});
