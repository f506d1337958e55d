import express from 'express';
import { Conflict } from './bank.js';

/** What the rail can do: the same as `capabilities` of its entry in Corridor's connections file. */
export const CAPABILITIES = {
  accountTypes: ['USD_ACCOUNT', 'US_ACCOUNT'],
  currencies: ['USD'],
  paymentRails: ['ACH', 'WIRE'],
  push: true,
  pull: true,
  pullsFrom: ['USD_ACCOUNT', 'US_ACCOUNT'],
  receive: true,
  cancellable: true,
  settlementSeconds: 2,
};

const isAmount = (value) => typeof value === 'string' && /^[1-9][0-9]{0,15}$/.test(value);
const isAccount = (value) =>
  CAPABILITIES.accountTypes.includes(value?.accountType) && typeof value.accountNumber === 'string';
const isMovement = (value) =>
  typeof value?.reference === 'string' &&
  isAccount(value.account) &&
  value.currency === 'USD' &&
  isAmount(value.amount);
const isRefund = (value) => typeof value?.reference === 'string' && value.currency === 'USD' && isAmount(value.amount);
const isRefundOfPull = (value) => typeof value?.reference === 'string' && isMovement(value.pull);

/** The protocol of docs/rails/http.md: `requests` verifies what Corridor sends, `answers` signs what it receives. */
export function createApp(bank, requests, answers) {
  const app = express();
  app.disable('x-powered-by');
  // The signature is over the bytes of the body, so they are parsed only after it is verified.
  app.use(express.raw({ type: () => true, limit: '1mb' }));

  app.use((request, response, next) => {
    const id = request.get('webhook-id') ?? '';
    const text = request.body?.toString() ?? '';
    // The id begins with method and path: without this check, a request could be sent again to another path.
    const isForThis = id.startsWith(`${request.method} ${request.path} `);
    if (!isForThis || !requests.accepts(request.headers, text)) return response.status(401).end();
    response.locals.answer = (body) => {
      const answer = JSON.stringify(body);
      response.set(answers.headers(id, answer)).type('json').send(answer);
    };
    if (request.method !== 'GET') request.body = JSON.parse(text);
    next();
  });

  /** Serves a path: a body that `isValid` refuses is 400. */
  const post = (path, isValid, act) =>
    app.post(path, ({ body, params }, response) => {
      if (!isValid(body)) return response.status(400).end();
      if (params.reference !== undefined && params.reference !== (body.pull ?? body).reference)
        return response.status(400).end();
      response.locals.answer(act(body));
    });

  app.get('/capabilities', (_, response) => response.locals.answer({ protocol: 1, capabilities: CAPABILITIES }));
  post(
    '/lookups',
    (body) => isAccount(body?.account),
    (body) => ({ answer: bank.lookUp(body) }),
  );
  for (const [path, kind] of [
    ['/payouts', 'payout'],
    ['/pulls', 'pull'],
  ]) {
    post(path, isMovement, (body) => bank.submit(kind, body));
    post(`${path}/:reference/cancel`, isMovement, (body) => ({ answer: bank.cancel(kind, body) }));
    app.get(`${path}/:reference`, ({ params }, response) => {
      const status = bank.status(kind, params.reference);
      if (status === undefined) response.status(404).end();
      else response.locals.answer(status);
    });
  }
  post('/pulls/:reference/refunds', isRefundOfPull, (body) => bank.refundPull(body));
  post('/refunds', isRefund, (body) => bank.refundArrival(body));

  app.use((_request, response) => response.status(404).end());
  app.use((error, _request, response, _next) => {
    const status = error instanceof Conflict ? 409 : error instanceof SyntaxError ? 400 : (error.status ?? 500);
    if (status === 500) console.error(error);
    response.status(status).end();
  });
  return app;
}

/** What happens at the bank, for you to play: it listens on this machine only, and does not belong to the protocol. */
export function createCounter(bank) {
  const app = express();
  app.use(express.json());
  app.post('/settle', (_, response) => response.json({ settled: bank.settle() }));
  app.post('/arrivals', ({ body }, response) => {
    const isValid = typeof body?.reference === 'string' && isAmount(body.amount);
    if (!isValid) return response.status(400).end();
    response.json({ paymentId: bank.arrive(body) });
  });
  app.post('/:kind/:reference/return', ({ params, body }, response) => {
    bank.giveBack(params.kind === 'pulls' ? 'pull' : 'payout', params.reference, body?.reason ?? null);
    response.json({});
  });
  app.get('/moved/:reference', ({ params }, response) => response.json({ times: bank.timesMoved(params.reference) }));
  app.get('/unsent', (_, response) => response.json({ messages: bank.unsent().length }));
  app.use((error, _request, response, _next) => {
    response.status(error instanceof Conflict ? 409 : (error.status ?? 500)).end();
  });
  return app;
}
