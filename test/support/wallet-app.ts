import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, request as requestOf, type Server } from 'node:http';
import { createInterface } from 'node:readline';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { BOOTSTRAP } from './host.js';
import { listening } from './pasted-page.js';

const FOLDER = fileURLToPath(new URL('../../examples/wallet-app/', import.meta.url));

export interface WalletApp {
  /** The address in a browser, without a slash at the end. */
  readonly url: string;
  /** Headers and body of every response so far. */
  readonly responses: readonly string[];
  stop(): Promise<void>;
}

/** The proxy in front of the app, as in production. It records what leaves the app. */
function recorder(portOfApp: () => number, responses: string[]): Server {
  return createServer((incoming, outgoing) => {
    const { method, url, headers } = incoming;
    const forwarded = requestOf({ host: '127.0.0.1', port: portOfApp(), method, path: url, headers }, (response) => {
      void buffer(response).then((body) => {
        responses.push(`${method} ${url} ${JSON.stringify(response.headers)} ${body.toString()}`);
        outgoing.writeHead(response.statusCode!, response.headers).end(body);
      });
    });
    forwarded.on('error', () => outgoing.destroy());
    incoming.pipe(forwarded);
  });
}

const credentialFor = (baseUrl: string) => ({
  PATH: process.env['PATH'],
  CORRIDOR_BASE_URL: baseUrl,
  CORRIDOR_CLIENT_ID: BOOTSTRAP.clientId,
  CORRIDOR_CLIENT_SECRET: BOOTSTRAP.clientSecret,
  WALLET_APP_PORT: '0',
});

/** What the example prints if its start is refused. */
export async function refusedStart(baseUrl: string): Promise<string> {
  const started = promisify(execFile)(process.execPath, [`${FOLDER}server.js`], {
    env: credentialFor(baseUrl),
    timeout: 20_000,
  });
  return started.then(
    () => Promise.reject(new Error('the wallet app started')),
    ({ stderr }: { readonly stderr: string }) => stderr,
  );
}

/** Enables wallets for the platform of a host, and starts the example with its credential, as its README does. */
export async function startWalletApp(baseUrl: string): Promise<WalletApp> {
  const responses: string[] = [];
  let port = 0;
  const proxy = recorder(() => port, responses);
  const url = `http://localhost:${await listening(proxy)}`;
  const env = { ...credentialFor(baseUrl), WALLET_APP_ORIGIN: url };
  await promisify(execFile)(process.execPath, [`${FOLDER}enable-wallets.js`], { env });
  const child: ChildProcess = spawn(process.execPath, [`${FOLDER}server.js`], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const stop = async (): Promise<void> => {
    proxy.close();
    proxy.closeAllConnections();
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGTERM');
    await once(child, 'exit');
  };
  for await (const line of createInterface({ input: child.stdout! })) {
    const [, listens] = /^wallet app http:\S+ on port (\d+)$/.exec(line) ?? [];
    if (listens === undefined) continue;
    port = Number(listens);
    return { url, responses, stop };
  }
  await stop();
  throw new Error('the wallet app did not start');
}

export interface Visitor {
  readonly page: Page;
  readonly context: BrowserContext;
  /** How often the passkey has signed. */
  passkeyUses(): number;
}

/** A person with a browser and a device of their own. The device verifies the person at once. */
export async function visit(browser: Browser, url: string, complaints: string[]): Promise<Visitor> {
  const context = await browser.newContext();
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  page.on('console', (message) => {
    // The browser reports each response of 400 or above, which the page shows to its user.
    if (!message.text().startsWith('Failed to load resource: the server responded')) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  const devtools = await context.newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  let uses = 0;
  devtools.on('WebAuthn.credentialAsserted', () => (uses += 1));
  await page.goto(`${url}/`);
  return { page, context, passkeyUses: () => uses };
}
