import express from 'express';
import { Conflict, CURRENCIES, Unknown } from './cards.js';

/** What the processor issues: the same as in its entry in Corridor's connections file. */
export const CAPABILITIES = { currencies: CURRENCIES, brands: ['VISA'], partialApproval: true };

const LARGEST = '1mb';

const isOrder = (value) =>
  typeof value?.cardId === 'string' &&
  CAPABILITIES.currencies.includes(value.currency) &&
  typeof value.cardholder?.name === 'string';
const isState = (value) => ['ACTIVE', 'FROZEN', 'CLOSED'].includes(value?.state);
const isReveal = (value) => !Number.isNaN(Date.parse(value?.expiresAt));

/** The protocol of docs/connections/cards.md: `requests` verifies what Corridor sends, `answers` signs what it receives. */
export function createApp(cards, requests, answers) {
  const app = express();
  app.disable('x-powered-by');
  // The signature is over the bytes of the body, so they are parsed only after it is verified.
  app.use(express.raw({ type: () => true, limit: LARGEST }));

  app.use((request, response, next) => {
    const id = request.get('webhook-id') ?? '';
    const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    // The id begins with method and path: without this check, a request could be sent again to another path.
    const isForThis = id.startsWith(`${request.method} ${request.path} `);
    if (!isForThis || !requests.accepts(request.headers, bytes)) return response.status(401).end();
    response.locals.answer = (body) => {
      const answer = JSON.stringify(body);
      response.set(answers.headers(id, answer)).type('json').send(answer);
    };
    if (request.method !== 'GET') request.body = JSON.parse(bytes.toString());
    next();
  });

  /** Serves a path below a card: a body that `isValid` refuses is 400. */
  const serve = (method, path, isValid, act) =>
    app[method](path, ({ params, body }, response) => {
      if (!isValid(body)) return response.status(400).end();
      response.locals.answer(act(params.cardId, body));
    });

  app.get('/capabilities', (_, response) => response.locals.answer({ protocol: 1, capabilities: CAPABILITIES }));
  app.get('/cards/:cardId', ({ params }, response) => response.locals.answer(cards.lookUp(params.cardId)));
  serve('put', '/cards/:cardId', isOrder, cards.order);
  serve('put', '/cards/:cardId/state', isState, cards.setState);
  serve('post', '/cards/:cardId/reveal', isReveal, cards.reveal);

  app.use((_request, response) => response.status(404).end());
  app.use(failed);
  return app;
}

/** The network, for you to play: it listens on this machine only, and does not belong to the protocol. */
export function createShop(cards, network, settlement) {
  const app = express();
  app.use(express.json());
  const play = (path, act) =>
    app.post(path, async ({ params, body }, response) => response.json(await act(params.id, body ?? {})));
  play('/cards/:id/purchase', network.purchase);
  play('/cards/:id/balance', network.balance);
  play('/cards/:id/renew', (id) => network.changeCard(id, 'renewed'));
  play('/cards/:id/close', (id) => network.changeCard(id, 'closed'));
  play('/cards/:id/force', network.force);
  play('/cards/:id/give', network.give);
  play('/uses/:id/increment', network.increment);
  play('/uses/:id/clear', network.clear);
  play('/uses/:id/reverse', network.reverse);
  play('/uses/:id/refund', network.refund);
  play('/uses/:id/dispute', network.dispute);
  app.get('/cards', (_, response) =>
    response.json(cards.all().map(({ cardId, processorCardId, state }) => ({ cardId, processorCardId, state }))),
  );
  app.get('/uses', (_, response) => response.json(network.uses()));
  app.post('/settlements', ({ body }, response) => response.json(settlement.report(body ?? {})));
  app.get('/settlements', (_, response) => response.json(network.settlements()));
  play('/messages/:id/send', network.sendAgain);
  app.get('/refused', (_, response) => response.json(network.refused()));
  app.get('/unsent', (_, response) => response.json({ messages: network.unsent().length }));
  // The page that the cardholder opens. It must not be kept anywhere.
  app.get('/page/:token', ({ params }, response) => {
    const card = cards.show(params.token);
    response.set({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
    if (card === null) return response.status(410).type('text').send('This page has been shown, or has expired.\n');
    response.type('text').send(`${card.number} ${String(card.expMonth).padStart(2, '0')}/${card.expYear}\n`);
  });
  app.use(failed);
  return app;
}

function failed(error, _request, response, _next) {
  const statuses = [
    [Conflict, 409],
    [Unknown, 404],
    [SyntaxError, 400],
  ];
  const status = statuses.find(([kind]) => error instanceof kind)?.[1] ?? error.status ?? 500;
  if (status === 500) console.error(error);
  response.status(status).end();
}
