import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { makeSecret } from './example-rails.js';

const folderOfExample = fileURLToPath(new URL('../../examples/card-processor/', import.meta.url));

interface CardConnectionsFile {
  readonly cards: readonly [{ readonly [member: string]: unknown }];
}

/** The connections file in the README of the example. */
export function cardConnectionsFile(): CardConnectionsFile {
  const [, json = ''] = /^```json\n(.*?)^```$/ms.exec(readFileSync(`${folderOfExample}README.md`, 'utf8')) ?? [];
  return JSON.parse(json) as CardConnectionsFile;
}

export interface Played {
  readonly authorizationId: string;
  readonly outcome: string;
  readonly amount?: string;
  readonly reason?: string;
  /** `corridor`, or `processor` if it decided without Corridor. */
  readonly by: string;
}

export interface ExampleProcessor {
  readonly url: string;
  readonly secrets: { readonly CARDS_SECRET: string; readonly CARDS_CALLBACK_SECRET: string };
  purchase(cardId: string, purchase: object): Promise<Played>;
  /** What the network, a merchant or the processor does: the path below the address at which the example is played. */
  play<T>(path: string, body?: object): Promise<T>;
  read<T>(path: string): Promise<T>;
  /** The text of a page; null once it has been shown. */
  page(url: string): Promise<string | null>;
  unsent(): Promise<number>;
  /** Kills the process, and starts it again with its book. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

const LISTENING = /^processor (http:\S+) shop (http:\S+)$/;

/** Starts the example as a process of its own. */
export async function startProcessor(callbackUrl: string): Promise<ExampleProcessor> {
  const folder = mkdtempSync(join(tmpdir(), 'corridor-card-processor-'));
  const secrets = { CARDS_SECRET: makeSecret(), CARDS_CALLBACK_SECRET: makeSecret() };
  let ports = { CARDS_PORT: '0', SHOP_PORT: '0' };
  let child: ChildProcess;
  let shop = '';

  async function start(): Promise<string> {
    child = spawn(process.execPath, [`${folderOfExample}processor.js`], {
      env: {
        PATH: process.env['PATH'],
        ...{ ...secrets, ...ports, CARDS_CALLBACK_URL: callbackUrl, CARDS_BOOK: join(folder, 'book') },
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    for await (const line of createInterface({ input: child.stdout! })) {
      const [, url, shopUrl] = LISTENING.exec(line) ?? [];
      if (url === undefined || shopUrl === undefined) continue;
      shop = shopUrl;
      ports = { CARDS_PORT: new URL(url).port, SHOP_PORT: new URL(shopUrl).port };
      return url;
    }
    throw new Error('the processor did not start');
  }
  async function kill(): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  async function call<T>(path: string, init: RequestInit): Promise<T> {
    const response = await fetch(`${shop}/${path}`, { ...init, headers: { 'content-type': 'application/json' } });
    if (!response.ok) throw new Error(`the example answered ${response.status} to ${path}`);
    return (await response.json()) as T;
  }
  const play = <T>(path: string, body: object = {}): Promise<T> =>
    call(path, { method: 'POST', body: JSON.stringify(body) });

  const url = await start();
  return {
    url,
    secrets,
    play,
    purchase: (cardId, purchase) => play(`cards/${cardId}/purchase`, purchase),
    read: (path) => call(path, {}),
    async page(address) {
      // The example does not know the port that it listens on.
      const response = await fetch(shop + new URL(address).pathname);
      return response.ok ? response.text() : null;
    },
    unsent: async () => (await call<{ readonly messages: number }>('unsent', {})).messages,
    async restart() {
      await kill();
      await start();
    },
    async stop() {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
