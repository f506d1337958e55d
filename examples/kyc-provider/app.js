import express from 'express';
import { Conflict } from './desk.js';

/** On whom the provider decides: the same as `capabilities` of its entry in Corridor's connections file. */
export const CAPABILITIES = { customerTypes: ['INDIVIDUAL', 'BUSINESS'], hostedLink: true };

const LARGEST = '10mb';

const isApplication = (value) =>
  typeof value?.reference === 'string' && typeof value.customer?.id === 'string' && Array.isArray(value.documents);
const isLink = (value) => typeof value?.reference === 'string' && typeof value.customer?.id === 'string';
const isOwner = (value) => typeof value?.reference === 'string' && typeof value.owner?.id === 'string';

/** The protocol of docs/connections/kyc.md: `requests` verifies what Corridor sends, `answers` signs what it receives. */
export function createApp(desk, requests, answers) {
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
    if (request.method === 'POST') request.body = JSON.parse(bytes.toString());
    next();
  });

  /** Serves a path: a body that `isValid` refuses is 400. */
  const post = (path, isValid, act) =>
    app.post(path, async ({ body }, response) => {
      if (!isValid(body)) return response.status(400).end();
      response.locals.answer(await act(body));
    });

  app.get('/capabilities', (_, response) => response.locals.answer({ protocol: 1, capabilities: CAPABILITIES }));
  app.get('/applications/:reference', ({ params }, response) => response.locals.answer(desk.lookUp(params.reference)));
  app.put('/applications/:reference/documents/:document', ({ params, body }, response) => {
    desk.store(params.reference, params.document, body);
    response.locals.answer({ stored: true });
  });
  post('/applications', isApplication, desk.submit);
  post('/owners', isOwner, desk.owner);
  post('/links', isLink, desk.link);
  app.get('/links/:reference', ({ params }, response) => response.locals.answer(desk.linkState(params.reference)));

  app.use((_request, response) => response.status(404).end());
  app.use(failed);
  return app;
}

/** The people at the desk, for you to play: it listens on this machine only, and does not belong to the protocol. */
export function createCounter(desk) {
  const app = express();
  app.use(express.json());
  app.get('/waiting', (_, response) => response.json(desk.waiting()));
  app.post('/:reference/approve', ({ params }, response) => {
    desk.approve(params.reference);
    response.json({});
  });
  app.post('/:reference/reject', ({ params, body }, response) => {
    desk.reject(params.reference, body?.reason ?? 'the identity was not confirmed');
    response.json({});
  });
  app.post('/:reference/withdraw', ({ params, body }, response) => {
    desk.withdraw(params.reference, body?.reason ?? 'the approval was a mistake');
    response.json({});
  });
  // The page of a link, at which you play the customer.
  app.get('/page/:reference', ({ params }, response) => response.json(desk.linkState(params.reference)));
  app.post('/page/:reference', ({ params }, response) => {
    desk.finish(params.reference);
    response.json({});
  });
  app.get('/unsent', (_, response) => response.json({ messages: desk.unsent().length }));
  app.use(failed);
  return app;
}

function failed(error, _request, response, _next) {
  const status = error instanceof Conflict ? 409 : error instanceof SyntaxError ? 400 : (error.status ?? 500);
  if (status === 500) console.error(error);
  response.status(status).end();
}
