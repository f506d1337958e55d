import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createApp, VERSION } from '@corridor/adapters-http';
import type { Core } from '@corridor/core';
import type { EmbeddedPayer } from './embedded-payer.js';

/** The API over a core, served in this process. */
export interface EmbeddedHost {
  /** Includes the version. */
  readonly baseUrl: string;
  /** The two requests of a payment, each with this idempotency key. Throws if one is refused. */
  quote(payer: EmbeddedPayer, key: string): Promise<string>;
  execute(payer: EmbeddedPayer, quoteId: string, key: string): Promise<void>;
  stop(): Promise<void>;
}

const nothing = (): void => undefined;

export async function serveEmbedded(core: Core): Promise<EmbeddedHost> {
  const app = createApp({
    core,
    options: { ready: () => Promise.resolve(true) },
    log: { info: nothing, error: nothing },
    metrics: {
      observeRequest: nothing,
      connectionBroken: nothing,
      render: () => Promise.resolve({ contentType: 'text/plain', body: '' }),
    },
  });
  const server = createServer(app.callback());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/${VERSION}`;

  async function post(path: string, payer: EmbeddedPayer, key: string, body?: object): Promise<unknown> {
    const { clientId, clientSecret } = payer.credential;
    const response = await fetch(base + path, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
        'idempotency-key': key,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path} was answered ${response.status}: ${text}`);
    return JSON.parse(text);
  }

  return {
    baseUrl: base,
    async quote(payer, key) {
      const quoted = await post('/quotes', payer, key, {
        source: { sourceType: 'ACCOUNT', accountId: payer.sourceAccountId },
        destination: { destinationType: 'ACCOUNT', accountId: payer.destinationAccountId },
        lockedCurrencySide: 'SENDING',
        lockedCurrencyAmount: 1000,
        description: 'Invoice 4711',
      });
      return (quoted as { readonly id: string }).id;
    },
    async execute(payer, quoteId, key) {
      await post(`/quotes/${quoteId}/execute`, payer, key);
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
