import { randomUUID } from 'node:crypto';

/** How long the network waits for the processor, so the processor for Corridor. */
const ASK_MS = 2_500;
const FIRST_DELAY_MS = 200;
const LONGEST_DELAY_MS = 60_000;
/** The same message is useless after this status: it is invalid. */
const INVALID = 400;

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
    /** Sends the messages of the network until each is received. Those about one card keep their order. */
    start(network) {
      let delay = FIRST_DELAY_MS;
      async function run() {
        const waiting = new Set();
        for (const record of network.unsent()) {
          const { cardId } = record.message;
          if (waiting.has(cardId)) continue;
          const { status, reply } = await send(record.message, 10_000);
          if (status === INVALID) console.error(`Corridor refused the message ${record.id}`);
          if (reply !== null || status === INVALID) network.sent(record);
          else waiting.add(cardId);
        }
        delay = waiting.size > 0 ? Math.min(delay * 2, LONGEST_DELAY_MS) : FIRST_DELAY_MS;
        setTimeout(run, delay);
      }
      setTimeout(run, delay);
    },
  };
}
