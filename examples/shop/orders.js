import {
  appendFileSync,
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readFileSync,
} from 'node:fs';
import { dirname } from 'node:path';

/**
 * One offer to pay an order. At most one quote of an order can be paid: a new one is created only after the last one has
 * ended.
 *
 * @typedef {object} OrderQuote
 * @property {import('@corridor/client').Quote} quote as it was created
 * @property {boolean} [expired]
 * @property {import('@corridor/client').OutgoingTransaction} [payment] as the last webhook described it
 */

/**
 * @typedef {object} Order
 * @property {string} id cannot be guessed: who knows it can see the order
 * @property {string} article
 * @property {number} price in cents
 * @property {OrderQuote[]} quotes
 */

/** @typedef {'NEW' | 'OPEN' | 'EXPIRED' | 'PROCESSING' | 'PAID' | 'FAILED'} State */

/**
 * @param {Order} order
 * @param {number} now milliseconds since 1970
 * @returns {State}
 */
export function stateOf({ quotes }, now) {
  const last = quotes.at(-1);
  if (last === undefined) return 'NEW';
  if (last.payment?.status === 'COMPLETED') return 'PAID';
  if (last.payment?.status === 'FAILED') return 'FAILED';
  if (last.payment !== undefined) return 'PROCESSING';
  return last.expired || now >= Date.parse(last.quote.expiresAt) ? 'EXPIRED' : 'OPEN';
}

/** Whether a new quote can be asked for. */
export const canQuote = (state) => ['NEW', 'EXPIRED', 'FAILED'].includes(state);

/**
 * The orders, in memory and in a file with one JSON document per line. Each line is on the disk before the function that
 * writes it returns, so an answer or a page never shows what a crash could undo.
 *
 * @param {string} path
 */
export function openOrders(path) {
  /** @type {Map<string, Order>} */
  const orders = new Map();
  /** @type {Map<string, OrderQuote>} by the id of the quote */
  const quotes = new Map();
  const events = new Set();

  const apply = {
    order({ id, article, price }) {
      orders.set(id, { id, article, price, quotes: [] });
    },
    quote({ orderId, quote }) {
      const known = { quote };
      quotes.set(quote.id, known);
      orders.get(orderId).quotes.push(known);
    },
    event({ id, quoteId, payment, expired }) {
      events.add(id);
      const known = quotes.get(quoteId);
      if (expired) known.expired = true;
      // A webhook that was sent again by hand can be older than what is known.
      else if (!(payment.updatedAt < known.payment?.updatedAt)) known.payment = payment;
    },
  };

  const text = existsSync(path) ? readFileSync(path) : Buffer.alloc(0);
  // A line without its end was cut off by a crash, and was not answered.
  const complete = text.subarray(0, text.lastIndexOf(0x0a) + 1);
  for (const line of complete.toString().split('\n').filter(Boolean)) {
    const { what, ...rest } = JSON.parse(line);
    apply[what](rest);
  }
  const file = openSync(path, 'a');
  if (complete.length < text.length) ftruncateSync(file, complete.length);
  syncFolder(path);

  function write(what, rest) {
    const { size } = fstatSync(file);
    try {
      appendFileSync(file, `${JSON.stringify({ what, ...rest })}\n`);
      fsyncSync(file);
    } catch (error) {
      // The next line must not follow a part of this one.
      ftruncateSync(file, size);
      throw error;
    }
    apply[what](rest);
  }

  return {
    /** @returns {Order | undefined} */
    get: (id) => orders.get(id),
    add: (order) => write('order', order),
    /** A quote that is known has no effect. */
    addQuote(orderId, quote) {
      if (!quotes.has(quote.id)) write('quote', { orderId, quote });
    },
    /**
     * Stores what a webhook says about a payment of this shop. A webhook that was stored before, and one about something
     * else, has no effect. Returns whether it had one.
     *
     * @param {import('@corridor/client/webhooks').Webhook} event
     */
    receive(event) {
      const isPayment = event.type.startsWith('OUTGOING_PAYMENT.');
      const quoteId = isPayment ? event.data.quoteId : event.type === 'QUOTE.EXPIRED' ? event.data.id : undefined;
      if (!quotes.has(quoteId) || events.has(event.id)) return false;
      write('event', { id: event.id, quoteId, ...(isPayment ? { payment: event.data } : { expired: true }) });
      return true;
    },
    close: () => closeSync(file),
  };
}

/** Makes sure that a new file is still in its folder after a power failure. */
function syncFolder(path) {
  const folder = openSync(dirname(path), 'r');
  fsyncSync(folder);
  closeSync(folder);
}
