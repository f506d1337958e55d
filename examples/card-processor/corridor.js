import { randomUUID } from 'node:crypto';

/** How long the network waits for the processor, so the processor for Corridor. */
const ASK_MS = 2_500;
const FIRST_DELAY_MS = 200;
const LONGEST_DELAY_MS = 60_000;
const MOST_DOUBLINGS = 9;
/** The same message is useless after this status: it is invalid. */
const INVALID = 400;
/** Corridor does not know the use yet, or its state does not allow the message: an earlier message may be on its way. */
const REFUSED = [404, 409];
/** After so many refusals in a row, the delays add up to half an hour, and a message is put aside. */
const MOST_REFUSALS = 38;

/** Sends messages to Corridor. `answers` signs them; `requests` verifies the replies, which Corridor signs as its requests. */
export function createCorridor(url, requests, answers) {
  async function send(message, timeoutMs) {
    const id = randomUUID();
    const body = JSON.stringify(message);
    const headers = { 'content-type': 'application/json', ...answers.headers(id, body) };
    try {
      const response = await fetch(url, { method: 'POST', headers, body, signal: AbortSignal.timeout(timeoutMs) });
      const text = await response.text();
      // A forged approval would give away goods, so a reply counts only if it is signed for this message.
      const isGenuine =
        response.status === 200 &&
        response.headers.get('webhook-id') === id &&
        requests.accepts(Object.fromEntries(response.headers), text);
      return { status: response.status, reply: isGenuine ? JSON.parse(text) : null };
    } catch {
      return { status: 0, reply: null };
    }
  }

  return {
    /** The reply to a message that asks; null if none came in time. */
    async ask(message) {
      const { reply } = await send(message, ASK_MS);
      return reply !== null && reply.messageId === message.messageId ? reply : null;
    },
    /**
     * Sends the messages of the network until each is received. Those about one use keep their order, and do not wait for
     * those about another. A message that is refused again and again is put aside, for a person to look at.
     */
    start(network) {
      const tries = new Map();
      async function run() {
        const waiting = new Set();
        for (const record of network.unsent()) {
          const { cardId, authorizationId = cardId, messageId } = record.message;
          const about = authorizationId ?? messageId;
          const { refusals, again } = tries.get(record.id) ?? { refusals: 0, again: 0 };
          if (waiting.has(about) || again > Date.now()) {
            waiting.add(about);
            continue;
          }
          const { status, reply } = await send(record.message, 10_000);
          const isRefused = REFUSED.includes(status);
          tries.delete(record.id);
          if (reply !== null) network.sent(record);
          else if (status === INVALID || (isRefused && refusals + 1 >= MOST_REFUSALS)) {
            console.error(`Corridor refused the message ${record.id} with ${status}; it is put aside`);
            network.putAside(record, status);
          } else {
            const delay = Math.min(FIRST_DELAY_MS * 2 ** Math.min(refusals, MOST_DOUBLINGS), LONGEST_DELAY_MS);
            // While Corridor is away, its answer says nothing about the message.
            tries.set(record.id, { refusals: isRefused ? refusals + 1 : 0, again: Date.now() + delay });
            waiting.add(about);
            if (!isRefused) break;
          }
        }
        setTimeout(run, FIRST_DELAY_MS);
      }
      setTimeout(run, FIRST_DELAY_MS);
    },
  };
}
