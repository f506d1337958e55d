import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { createOutboundHttp } from '@corridor/adapters-http/outbound';
import { createSealer, nodeCrypto, systemClock } from '@corridor/adapters-rails/custody';
import { httpRail } from '@corridor/adapters-rails/http-rail';
import { guardRail } from '@corridor/adapters-rails/registry';
import { createMemoryStorage } from '@corridor/adapters-storage/memory';
import type { Environment } from '@corridor/core';
import { createRailStore } from '@corridor/core/internal';
import type { RailConnection } from '@corridor/core/ports';
import type { AccountInfo } from '@corridor/core/records';

const examples = fileURLToPath(new URL('../../examples/', import.meta.url));

/** An example of a rail: how it is started, and the members of its entry in the connections file. */
export interface Example {
  readonly name: string;
  readonly command: readonly [string, ...string[]];
  readonly entry: Readonly<Record<string, unknown>>;
  /** A bank account with this suffix; 999 is closed. */
  readonly account: (suffix: string) => AccountInfo;
  readonly currency: string;
}

interface ConnectionsFile {
  readonly rails: readonly [{ readonly [member: string]: unknown }];
}

/** The connections file in the README of an example. */
export function connectionsFileOf(folder: string): ConnectionsFile {
  const [, json = ''] = /^```json\n(.*?)^```$/ms.exec(readFileSync(`${examples}${folder}/README.md`, 'utf8')) ?? [];
  return JSON.parse(json) as ConnectionsFile;
}

function entryOf(folder: string): Example['entry'] {
  const { type: _type, name: _name, environment: _environment, ...members } = connectionsFileOf(folder).rails[0];
  return members;
}

export const EXPRESS: Example = {
  name: 'express-bank',
  command: [process.execPath, `${examples}rail-express/rail.js`],
  entry: entryOf('rail-express'),
  currency: 'USD',
  account: (suffix) => ({ accountType: 'US_ACCOUNT', accountNumber: `123456${suffix}`, routingNumber: '021000021' }),
};

export const PYTHON: Example = {
  name: 'python-bank',
  command: ['python3', `${examples}rail-python/rail.py`],
  entry: entryOf('rail-python'),
  currency: 'GBP',
  account: (suffix) => ({
    accountType: 'GBP_ACCOUNT',
    sortCode: '200000',
    accountNumber: `12345${suffix}`,
    beneficiary: { beneficiaryType: 'INDIVIDUAL', fullName: 'Grace Hopper' },
  }),
};

/** Whether this machine has a Python that runs an example. If not, prints what is missing. */
export function hasPython(example = 'rail', minor = 10): boolean {
  const { stdout } = spawnSync('python3', ['-c', `import sys; print(sys.version_info >= (3, ${minor}))`], {
    encoding: 'utf8',
  });
  if (stdout?.trim() === 'True') return true;
  process.stdout.write(
    `The example ${example} in Python needs python3, version 3.${minor} or later: its tests are skipped\n`,
  );
  return false;
}

export const makeSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

export interface ExampleRail {
  readonly example: Example;
  readonly url: string;
  readonly secrets: { readonly RAIL_SECRET: string; readonly RAIL_CALLBACK_SECRET: string };
  /** What happens at the bank, such as `settle` or `arrivals`. */
  bank<T>(path: string, body?: object): Promise<T>;
  /** Waits until the service has received every message of the bank. */
  reported(): Promise<void>;
  /** The file of its book. */
  readonly book: string;
  /** Ends the process in the middle of what it does. */
  kill(): Promise<void>;
  /** Kills the process, and starts it again with its book. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

const LISTENING = /^rail (http:\S+) bank (http:\S+)$/;

/** Starts an example as a process of its own. The bank settles only when a test says so. */
export async function startExample(example: Example, callbackUrl = 'http://127.0.0.1:9/nowhere'): Promise<ExampleRail> {
  const folder = mkdtempSync(join(tmpdir(), `corridor-${example.name}-`));
  const book = join(folder, 'book');
  const secrets = { RAIL_SECRET: makeSecret(), RAIL_CALLBACK_SECRET: makeSecret() };
  const [program, ...args] = example.command;
  let ports = { RAIL_PORT: '0', BANK_PORT: '0' };
  let child: ChildProcess;
  let bankUrl = '';

  async function start(): Promise<string> {
    child = spawn(program, args, {
      env: {
        PATH: process.env['PATH'],
        PYTHONDONTWRITEBYTECODE: '1',
        ...secrets,
        ...ports,
        RAIL_CALLBACK_URL: callbackUrl,
        RAIL_BOOK: book,
        BANK_SETTLE_SECONDS: '0',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    for await (const line of createInterface({ input: child.stdout! })) {
      const [, rail, bank] = LISTENING.exec(line) ?? [];
      if (rail === undefined || bank === undefined) continue;
      bankUrl = bank;
      ports = { RAIL_PORT: new URL(rail).port, BANK_PORT: new URL(bank).port };
      return rail;
    }
    throw new Error(`${example.name} did not start`);
  }
  async function kill(): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }

  const url = await start();
  const bank = async <T>(path: string, body?: object): Promise<T> => {
    const request = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
    const response = await fetch(`${bankUrl}/${path}`, { ...request, headers: { 'content-type': 'application/json' } });
    if (!response.ok) throw new Error(`the bank answered ${response.status} to ${path}`);
    return (await response.json()) as T;
  };
  return {
    example,
    url,
    secrets,
    bank,
    book,
    async reported() {
      const until = performance.now() + 10_000;
      while ((await bank<{ readonly messages: number }>('unsent')).messages > 0) {
        if (performance.now() > until) throw new Error(`${example.name} cannot deliver its messages`);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
    kill,
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

/** The connection of a started example, guarded as a host guards it. */
export async function connectExample(
  { example, url, secrets }: ExampleRail,
  environment: Environment = 'SANDBOX',
): Promise<RailConnection> {
  const { units } = createMemoryStorage();
  const sealer = createSealer(nodeCrypto.random.bytes(32));
  const { name, entry } = example;
  const connection = await httpRail(
    { ...entry, url },
    {
      ...nodeCrypto,
      name,
      environment,
      store: createRailStore({ units, clock: systemClock, sealer }, environment, name),
      clock: systemClock,
      http: createOutboundHttp({ allowPrivate: true, timeoutMs: 10_000 }),
      log: { info: () => undefined, warn: () => undefined },
      rateOf: () => Promise.resolve(null),
      addressesOf: () => Promise.resolve(0),
      secretOf: (_, reference) => secrets[(reference as { readonly env: keyof typeof secrets }).env],
    },
  );
  const guard = { timeoutMs: 10_000, observe: () => undefined, log: { warn: () => undefined } };
  return { ...connection, rails: connection.rails.map((rail) => guardRail(rail, guard)) };
}
