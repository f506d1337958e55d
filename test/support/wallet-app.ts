import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { BOOTSTRAP } from './host.js';

const FOLDER = fileURLToPath(new URL('../../examples/wallet-app/', import.meta.url));

export interface WalletApp {
  /** The address in a browser, without a slash at the end. */
  readonly url: string;
  stop(): Promise<void>;
}

/** Enables wallets for the platform of a host, and starts the example with its credential, as its README does. */
export async function startWalletApp(baseUrl: string): Promise<WalletApp> {
  const env = {
    PATH: process.env['PATH'],
    CORRIDOR_BASE_URL: baseUrl,
    CORRIDOR_CLIENT_ID: BOOTSTRAP.clientId,
    CORRIDOR_CLIENT_SECRET: BOOTSTRAP.clientSecret,
    WALLET_APP_PORT: '0',
  };
  await promisify(execFile)(process.execPath, [`${FOLDER}enable-wallets.js`], { env });
  const child: ChildProcess = spawn(process.execPath, [`${FOLDER}server.js`], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const stop = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGTERM');
    await once(child, 'exit');
  };
  for await (const line of createInterface({ input: child.stdout! })) {
    const [, url] = /^wallet app (http:\S+)$/.exec(line) ?? [];
    if (url !== undefined) return { url, stop };
  }
  throw new Error('the wallet app did not start');
}

export interface Visitor {
  readonly page: Page;
  readonly context: BrowserContext;
  /** How often the passkey has signed. */
  passkeyUses(): number;
}

/** A person with a browser of their own, whose device verifies them at once. Every response goes to `responses`. */
export async function visit(browser: Browser, url: string, responses: string[], complaints: string[]): Promise<Visitor> {
  const context = await browser.newContext({ reducedMotion: 'reduce' });
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  page.on('console', (message) => {
    // The browser reports each response of 400 or above, which the page shows to its user.
    if (!message.text().startsWith('Failed to load resource')) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('response', async (response) => {
    const headers = JSON.stringify(await response.allHeaders());
    responses.push(`${response.url()} ${headers} ${await response.text()}`);
  });
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
