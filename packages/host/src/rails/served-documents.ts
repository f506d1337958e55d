import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { KycConnection } from '@corridor/core/ports';
import { UsageError } from '../kernel/errors.js';

const PATH = /^\/kyc\/[a-z0-9-]{1,40}\/documents\/([^/]{1,200})$/;
const LOOPBACK = '127.0.0.1';

/** Serves the documents of a test to a KYC provider that fetches them, as a host does. */
export interface ServedDocuments {
  /** Begins to listen, and says where: the public address of the connections under test. */
  start(): Promise<string>;
  /** The connection whose documents are served, with the contents of what it submits. */
  serving(connection: KycConnection): KycConnection;
  /** The ids of the documents that the provider has fetched. */
  readonly fetched: ReadonlySet<string>;
  close(): Promise<void>;
}

/** `address` is where the provider reaches the command; null for a free port of this machine. */
export function servedDocuments(address: string | null): ServedDocuments {
  const given = address === null ? null : readAddress(address);
  const contents = new Map<string, () => Promise<Uint8Array>>();
  const fetched = new Set<string>();
  let served: KycConnection | null = null;
  let started: Promise<Server> | null = null;

  async function contentOf(path: string): Promise<Uint8Array | null> {
    const [, token] = PATH.exec(path) ?? [];
    const addresses = served?.addresses;
    if (token === undefined || addresses === undefined) return null;
    const found = await addresses.find(token);
    const document = found?.document ?? '';
    const content = await contents.get(document)?.();
    if (content === undefined || !(await addresses.use(token))) return null;
    fetched.add(document);
    return content;
  }
  async function listening(): Promise<Server> {
    const server = createServer((request, response) => {
      contentOf(request.url ?? '').then(
        (content) => response.writeHead(content === null ? 404 : 200).end(content ?? ''),
        () => response.writeHead(500).end(),
      );
    });
    if (given === null) server.listen(0, LOOPBACK);
    else server.listen(Number(given.port));
    await once(server, 'listening');
    return server;
  }

  return {
    fetched,
    async start() {
      const { port } = (await (started ??= listening())).address() as AddressInfo;
      return given === null ? `http://${LOOPBACK}:${port}` : given.origin;
    },
    serving(connection) {
      served = connection;
      const { provider } = connection;
      const review: typeof provider.review = (application) => {
        for (const { id, read } of application.documents) contents.set(id, read);
        return provider.review(application);
      };
      return { ...connection, provider: Object.assign(Object.create(provider) as typeof provider, { review }) };
    },
    async close() {
      const server = await started;
      server?.closeAllConnections();
      server?.close();
    },
  };
}

function readAddress(address: string): URL {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url?.protocol !== 'http:' || url.port === '' || url.href !== `${url.origin}/`)
    throw new UsageError(
      '--documents-at: must be the address under which the partner reaches this machine, as http://host:port',
    );
  return url;
}
