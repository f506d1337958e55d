import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { makeSecret } from './example-rails.js';

const folderOfExample = fileURLToPath(new URL('../../examples/screening/', import.meta.url));

interface ScreeningConnectionsFile {
  readonly screening: readonly [{ readonly [member: string]: unknown }];
}

/** The connections file in the README of the example. */
export function screeningConnectionsFile(): ScreeningConnectionsFile {
  const [, json = ''] = /^```json\n(.*?)^```$/ms.exec(readFileSync(`${folderOfExample}README.md`, 'utf8')) ?? [];
  return JSON.parse(json) as ScreeningConnectionsFile;
}

/** Whether this machine has a Python that runs the example. If not, prints what is missing. */
export function hasPythonForScreening(): boolean {
  const { stdout } = spawnSync('python3', ['-c', 'import sys; print(sys.version_info >= (3, 9))'], {
    encoding: 'utf8',
  });
  if (stdout?.trim() === 'True') return true;
  process.stdout.write('The example of screening needs python3, version 3.9 or later: its tests are skipped\n');
  return false;
}

export interface ExampleScreening {
  readonly url: string;
  readonly secrets: { readonly SCREENING_SECRET: string; readonly SCREENING_CALLBACK_SECRET: string };
  /** Replaces the file of lists, as an operator of the provider does. */
  writeLists(lists: string): void;
  /** The file of lists. */
  readLists(): string;
  /** Lets the provider look at its file now, and write the message about a change. */
  look(): Promise<void>;
  /** Reports that the answer to a question is another one now. */
  changed(reference: string): Promise<void>;
  /** How many messages Corridor has not received. */
  unsent(): Promise<number>;
  /** Kills the process, and starts it again with its book. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

const LISTENING = /^screening (http:\S+) desk (http:\S+)$/;

/** Starts the example as a process of its own, with a copy of its lists. */
export async function startScreening(callbackUrl: string): Promise<ExampleScreening> {
  const folder = mkdtempSync(join(tmpdir(), 'corridor-screening-'));
  const lists = join(folder, 'lists.json');
  copyFileSync(`${folderOfExample}lists.json`, lists);
  const secrets = { SCREENING_SECRET: makeSecret(), SCREENING_CALLBACK_SECRET: makeSecret() };
  let ports = { SCREENING_PORT: '0', DESK_PORT: '0' };
  let child: ChildProcess;
  let desk = '';

  async function start(): Promise<string> {
    child = spawn('python3', [`${folderOfExample}screening.py`], {
      env: {
        PATH: process.env['PATH'],
        PYTHONDONTWRITEBYTECODE: '1',
        ...secrets,
        ...ports,
        SCREENING_CALLBACK_URL: callbackUrl,
        SCREENING_LISTS: lists,
        SCREENING_BOOK: join(folder, 'book'),
      },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    for await (const line of createInterface({ input: child.stdout! })) {
      const [, url, deskUrl] = LISTENING.exec(line) ?? [];
      if (url === undefined || deskUrl === undefined) continue;
      desk = deskUrl;
      ports = { SCREENING_PORT: new URL(url).port, DESK_PORT: new URL(deskUrl).port };
      return url;
    }
    throw new Error('the provider did not start');
  }
  async function kill(): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  async function call<T>(method: 'GET' | 'POST', path: string): Promise<T> {
    const response = await fetch(`${desk}/${path}`, { method });
    if (!response.ok) throw new Error(`the desk answered ${response.status} to ${path}`);
    return (await response.json()) as T;
  }

  const url = await start();
  return {
    url,
    secrets,
    writeLists: (content) => writeFileSync(lists, content),
    readLists: () => readFileSync(lists, 'utf8'),
    look: () => call('POST', 'look'),
    changed: (reference) => call('POST', `${reference}/changed`),
    unsent: async () => (await call<{ readonly messages: number }>('GET', 'unsent')).messages,
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
