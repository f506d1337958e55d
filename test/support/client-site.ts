import { createServer, type IncomingMessage } from 'node:http';
import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { build } from 'rolldown';

const DIST = fileURLToPath(new URL('../../packages/client/dist/', import.meta.url));

/** An entry point of the built client as one ES module, with its dependencies. */
export async function bundled(entry: string, minify = false): Promise<string> {
  const { output } = await build({
    input: `${DIST}${entry}.js`,
    platform: 'browser',
    write: false,
    output: { format: 'esm', codeSplitting: false, minify },
  });
  return output[0].code;
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

export interface Site {
  /** The address of an empty page. */
  readonly url: string;
  close(): Promise<void>;
}

/**
 * A site of a platform: an empty page, the files of the built client below `/client`, its wallet part with the
 * dependencies as `/wallet.js`, redirects below `/moved`, and the API of a host below its version.
 */
export async function clientSite(host: string): Promise<Site> {
  const wallet = await bundled('wallet');
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    const script = (text: string | Buffer): void =>
      void response.writeHead(200, { 'content-type': 'text/javascript' }).end(text);
    const answer = async (): Promise<void> => {
      if (/^\/\d{4}-\d{2}-\d{2}\//.test(path)) {
        const passed = ['authorization', 'content-type', 'idempotency-key']
          .map((name) => [name, request.headers[name]] as const)
          .filter((header): header is [string, string] => typeof header[1] === 'string');
        const body = await bodyOf(request);
        const forwarded = await fetch(new URL(path, host), {
          method: request.method!,
          headers: passed,
          body: body.length === 0 ? null : Uint8Array.from(body),
        });
        const type = forwarded.headers.get('content-type') ?? 'text/plain';
        response.writeHead(forwarded.status, { 'content-type': type }).end(await forwarded.text());
        return;
      }
      if (path.startsWith('/moved/')) return void response.writeHead(308, { location: '/' }).end();
      if (path === '/wallet.js') return script(wallet);
      if (/^\/client\/[\w./-]+\.js$/.test(path)) return script(await readFile(DIST + path.slice('/client/'.length)));
      response
        .writeHead(path === '/' ? 200 : 404, { 'content-type': 'text/html' })
        .end('<!doctype html><title>Shop</title>');
    };
    answer().catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
