import { createHash } from 'node:crypto';

/**
 * What makes two calls of a tool the same call. `request` is an id that the caller has chosen; `payment` are the accounts
 * and the amount of a payment; `message` is one message of one session.
 */
export type Sameness =
  | { readonly by: 'request'; readonly requestId: string }
  | { readonly by: 'payment'; readonly of: Readonly<Record<string, string | number>> }
  | { readonly by: 'message'; readonly id: string };

/** The same payment, unless the caller has named the request. */
export const samePayment = (requestId: string | undefined, of: Readonly<Record<string, string | number>>): Sameness =>
  requestId === undefined ? { by: 'payment', of } : { by: 'request', requestId };

/**
 * The idempotency key of a call. It contains no session, so that a call that is repeated after a restart has one effect
 * too; the service keeps keys by credential. Texts are left out: the same payment with another text is refused by the
 * service instead of made twice (docs/decisions/0055-agents-connect-by-mcp.md).
 */
export function writeKey(tool: string, sameness: Sameness): string {
  const identity =
    sameness.by === 'payment'
      ? Object.entries(sameness.of).sort(([a], [b]) => (a < b ? -1 : 1))
      : sameness.by === 'request'
        ? sameness.requestId
        : sameness.id;
  const digest = createHash('sha256').update(JSON.stringify([tool, sameness.by, identity]));
  return `mcp-${digest.digest('hex')}`;
}
