import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Api, expecting } from './api.js';

/** A platform's site, to which its customers return. */
export interface HomeSite {
  readonly url: string;
  readonly visits: readonly { readonly path: string; readonly referrer: string | undefined }[];
  close(): Promise<void>;
}

export async function homeSite(page = '<title>Home</title>'): Promise<HomeSite> {
  const visits: { path: string; referrer: string | undefined }[] = [];
  const server = createServer((request: IncomingMessage, response) => {
    visits.push({ path: request.url ?? '', referrer: request.headers.referer });
    response.writeHead(200, { 'content-type': 'text/html' }).end(page);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    visits,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}

export interface KycLink {
  readonly kycUrl: string;
  readonly expiresAt: string;
  readonly provider: string;
}

export const linkFor = (api: Api, customerId: string, redirectUri?: string): Promise<KycLink> =>
  expecting(
    201,
    api.post<KycLink>(`/customers/${customerId}/kyc-link`, redirectUri === undefined ? {} : { redirectUri }),
  );
