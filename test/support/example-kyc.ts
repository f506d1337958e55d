import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { makeSecret } from './example-rails.js';

const folderOfExample = fileURLToPath(new URL('../../examples/kyc-provider/', import.meta.url));

interface KycConnectionsFile {
  readonly kyc: readonly [{ readonly [member: string]: unknown }];
}

/** The connections file in the README of the example. */
export function kycConnectionsFile(): KycConnectionsFile {
  const [, json = ''] = /^```json\n(.*?)^```$/ms.exec(readFileSync(`${folderOfExample}README.md`, 'utf8')) ?? [];
  return JSON.parse(json) as KycConnectionsFile;
}

export interface Waiting {
  readonly reference: string;
  readonly name: string | null;
  readonly documents: readonly string[];
}

export interface ExampleProvider {
  readonly url: string;
  readonly secrets: { readonly KYC_SECRET: string; readonly KYC_CALLBACK_SECRET: string };
  waiting(): Promise<readonly Waiting[]>;
  /** What people at the desk do. */
  desk(reference: string, act: 'approve' | 'reject' | 'withdraw', body?: object): Promise<void>;
  /** What a customer does on the page of a link: enters everything. */
  finishLink(reference: string): Promise<void>;
  unsent(): Promise<number>;
  /** Kills the process, and starts it again with its book. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

const LISTENING = /^provider (http:\S+) desk (http:\S+)$/;

/** Starts the example as a process of its own. */
export async function startProvider(callbackUrl: string): Promise<ExampleProvider> {
  const folder = mkdtempSync(join(tmpdir(), 'corridor-kyc-provider-'));
  const secrets = { KYC_SECRET: makeSecret(), KYC_CALLBACK_SECRET: makeSecret() };
  let ports = { KYC_PORT: '0', DESK_PORT: '0' };
  let child: ChildProcess;
  let desk = '';

  async function start(): Promise<string> {
    child = spawn(process.execPath, [`${folderOfExample}provider.js`], {
      env: {
        PATH: process.env['PATH'],
        ...secrets,
        ...ports,
        KYC_CALLBACK_URL: callbackUrl,
        KYC_BOOK: join(folder, 'book'),
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    for await (const line of createInterface({ input: child.stdout! })) {
      const [, url, deskUrl] = LISTENING.exec(line) ?? [];
      if (url === undefined || deskUrl === undefined) continue;
      desk = deskUrl;
      ports = { KYC_PORT: new URL(url).port, DESK_PORT: new URL(deskUrl).port };
      return url;
    }
    throw new Error('the provider did not start');
  }
  async function kill(): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  async function call<T>(path: string, body?: object): Promise<T> {
    const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
    const response = await fetch(`${desk}/${path}`, { ...init, headers: { 'content-type': 'application/json' } });
    if (!response.ok) throw new Error(`the desk answered ${response.status} to ${path}`);
    return (await response.json()) as T;
  }

  const url = await start();
  return {
    url,
    secrets,
    waiting: () => call('waiting'),
    desk: (reference, act, body = {}) => call(`${reference}/${act}`, body),
    finishLink: (reference) => call(`page/${reference}`, {}),
    unsent: async () => (await call<{ readonly messages: number }>('unsent')).messages,
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
