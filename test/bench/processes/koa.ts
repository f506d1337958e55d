import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import Koa from 'koa';
import { serve } from '../child.js';

/** The upper limit for a Koa server: reads a JSON body and answers it as JSON, and does nothing else. */
const app = new Koa();
app.use(async (ctx) => {
  const body = JSON.parse(await text(ctx.req)) as object;
  ctx.status = 201;
  ctx.body = body;
});

function text(request: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => resolve(Buffer.concat(chunks).toString('utf8')));
    request.on('error', reject);
  });
}

const server = app.listen(0, '127.0.0.1');

/** Returns the port for every message. */
serve(async () => {
  if (!server.listening) await new Promise((resolve) => server.once('listening', resolve));
  return (server.address() as AddressInfo).port;
});
