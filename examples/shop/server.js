import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { verifyWebhook, WebhookVerificationError } from '@corridor/client/webhooks';
import { articlesPage, messagePage, orderPage, STYLE } from './pages.js';

/** The largest body: a webhook has some kilobytes. */
const MAX_BODY = 256 * 1024;
const HEADERS = {
  // Pages have no scripts, so none can be smuggled in.
  'content-security-policy':
    "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
};

class HttpError extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

/** The bytes of the body as they arrived: the signature of a webhook is over them. */
async function bodyOf(request) {
  const parts = [];
  let length = 0;
  for await (const part of request) {
    length += part.length;
    if (length > MAX_BODY) throw new HttpError(413, 'The request is too large.');
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/**
 * @param {object} shop
 * @param {string} shop.name
 * @param {Record<string, { name: string, price: number }>} shop.articles
 * @param {string} shop.webhookSecret
 * @param {ReturnType<typeof import('./orders.js').openOrders>} shop.orders
 * @param {ReturnType<typeof import('./payments.js').createPayments>} shop.payments
 */
export function createShop({ name, articles, webhookSecret, orders, payments }) {
  const orderOf = (id) => {
    const order = orders.get(id);
    if (order === undefined) throw new HttpError(404, 'This order does not exist.');
    return order;
  };

  async function addOrder(request) {
    const article = new URLSearchParams((await bodyOf(request)).toString()).get('article');
    if (!Object.hasOwn(articles, article ?? '')) throw new HttpError(404, 'This article does not exist.');
    const id = randomUUID();
    orders.add({ id, article, price: articles[article].price });
    await quote(orders.get(id));
    return { location: `/orders/${id}` };
  }

  /** Without a quote the order stays, and its page offers to try again. */
  async function quote(order) {
    try {
      await payments.quote(order);
    } catch (error) {
      console.error(`no quote for order ${order.id}: ${error.message}`);
    }
  }

  /** Answers only after the event is on the disk: Corridor sends again what was not accepted. */
  async function receive(request) {
    const event = await verifyWebhook(await bodyOf(request), request.headers, { secret: webhookSecret });
    if (orders.receive(event)) console.log(`${event.type} ${event.data.id}`);
    return { text: '' };
  }

  async function answer(request) {
    const [path] = request.url.split('?');
    const [, id, action = ''] = /^\/orders\/([^/]+)(\/quotes)?$/.exec(path) ?? [];
    switch (`${request.method} ${id === undefined ? path : `/orders/:id${action}`}`) {
      case 'GET /':
        return { text: articlesPage(name, articles) };
      case 'GET /style.css':
        return { text: STYLE, type: 'text/css' };
      case 'POST /orders':
        return addOrder(request);
      case 'GET /orders/:id':
        return { text: orderPage(name, articles, orderOf(id), Date.now()) };
      case 'POST /orders/:id/quotes':
        await quote(orderOf(id));
        return { location: `/orders/${id}` };
      case 'POST /webhooks':
        return receive(request);
      default:
        throw new HttpError(404, 'This page does not exist.');
    }
  }

  function failed(error) {
    if (error instanceof WebhookVerificationError) return { status: 401, text: '' };
    const known = error instanceof HttpError;
    if (!known) console.error(error);
    return { status: known ? error.status : 500, text: messagePage(name, known ? error.message : 'Please try again.') };
  }

  return createServer(async (request, response) => {
    const { status, text, type = 'text/html; charset=utf-8', location } = await answer(request).catch(failed);
    response.writeHead(location ? 303 : (status ?? 200), {
      ...HEADERS,
      ...(location ? { location } : { 'content-type': type }),
      // What is left of a body that was refused is not read.
      ...(status === 413 && { connection: 'close' }),
    });
    response.end(text);
  });
}
