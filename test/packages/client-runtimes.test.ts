import { execFile, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'rolldown';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../support/eventually.js';
import { freePort } from '../../packages/adapters-storage/src/testing/free-port.js';
import { BOOTSTRAP } from '../support/host.js';
import { installedTool, type Tool } from '../support/installed-tool.js';
import { useHost } from '../support/use-host.js';
import { enableWallets, openWallet, SANDBOX_CODE } from '../support/wallet-owner.js';

const SUPPORT = fileURLToPath(new URL('../support/', import.meta.url));

/** What the checks return in every runtime. */
const EXPECTED = {
  webhooks: ['CUSTOMER.KYC_APPROVED', 'CUSTOMER.KYC_APPROVED'],
  forged: ['WebhookVerificationError', 'WebhookVerificationError'],
  isNotFound: true,
  redirect: 'ApiError: the server redirects to https://www.pay.example; set baseUrl to the address of the API itself',
  privateEnabled: true,
};

interface Runtime {
  /** Its package of programs for Linux on x64; null for the Node that runs the test. */
  readonly tool: Tool | null;
  /** Its name on other systems. */
  readonly program: string;
  readonly args: readonly string[];
}

const SCRIPTED: Readonly<Record<string, Runtime>> = {
  Node: { tool: null, program: process.execPath, args: [] },
  Deno: {
    tool: { package: '@deno/linux-x64-glibc', version: '2.9.6', program: 'deno' },
    program: 'deno',
    args: ['run', '--allow-all', '--no-remote', '--node-modules-dir=manual'],
  },
  Bun: {
    tool: { package: '@oven/bun-linux-x64', version: '1.4.5', program: 'bin/bun' },
    program: 'bun',
    args: ['run', '--no-install'],
  },
};
const WORKERD: Runtime = {
  tool: { package: '@cloudflare/workerd-linux-64', version: '1.20260730.1', program: 'bin/workerd' },
  program: 'workerd',
  args: ['serve'],
};

const isInstalled = (program: string): boolean => spawnSync(program, ['--version']).status === 0;

/** The program of a runtime; null with a message if it cannot be had here. */
async function programOf(name: string, { tool, program }: Runtime): Promise<string | null> {
  if (tool === null || isInstalled(program)) return program;
  const hasPackage = process.platform === 'linux' && process.arch === 'x64';
  const installed = hasPackage ? await installedTool(tool) : { leftOut: 'left out: it is not installed' };
  if ('program' in installed && isInstalled(installed.program)) return installed.program;
  const why = 'leftOut' in installed ? installed.leftOut : 'left out: its program does not start';
  process.stdout.write(`The client is not tested in ${name}; ${why}\n`);
  return null;
}

const programs = new Map<string, string | null>();
for (const [name, runtime] of Object.entries({ ...SCRIPTED, workerd: WORKERD })) {
  programs.set(name, await programOf(name, runtime));
}

describe('the built client', { timeout: 120_000 }, () => {
  const used = useHost('sqlite');
  let redirecting: Server;
  beforeAll(async () => {
    await enableWallets(used.api);
    redirecting = createServer((_request, response) =>
      response.writeHead(308, { location: 'https://www.pay.example/' }).end(),
    );
    await new Promise<void>((resolve) => redirecting.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => {
    redirecting.close();
    redirecting.closeAllConnections();
  });

  /** What the checks of one runtime are called with. */
  async function checked() {
    const { account, customer, email } = await openWallet(used.api);
    const { headers, body } = await used.receiver.delivery('CUSTOMER.KYC_APPROVED', customer.id);
    return JSON.stringify({
      baseUrl: used.host.baseUrl,
      redirectingUrl: `http://127.0.0.1:${(redirecting.address() as AddressInfo).port}`,
      credential: BOOTSTRAP,
      webhook: { headers, body: body.toString('utf8') },
      wallet: { accountId: account.id, credential: email.id, code: SANDBOX_CODE },
    });
  }

  for (const [name, { args }] of Object.entries(SCRIPTED)) {
    const program = programs.get(name) ?? null;
    it.skipIf(program === null)(`calls, verifies webhooks and signs in ${name}`, async () => {
      const given = [...args, join(SUPPORT, 'client-script.mjs'), await checked()];
      const { stdout } = await promisify(execFile)(program!, given);
      expect(JSON.parse(stdout)).toEqual(EXPECTED);
    });
  }

  // The older date is before requests had caches, and has a function that browsers have.
  for (const date of ['2026-01-01', '2023-01-01']) {
    const program = programs.get('workerd') ?? null;
    it.skipIf(program === null)(`calls, verifies webhooks and signs in Cloudflare Workers of ${date}`, async () => {
      const folder = mkdtempSync(join(tmpdir(), 'corridor-worker-'));
      const port = await freePort();
      const { output } = await build({
        input: join(SUPPORT, 'client-worker.mjs'),
        platform: 'browser',
        write: false,
        output: { format: 'esm', codeSplitting: false },
      });
      writeFileSync(join(folder, 'worker.mjs'), output[0].code);
      writeFileSync(join(folder, 'worker.capnp'), configurationOf(port, date));
      const worker = spawn(program!, [...WORKERD.args, join(folder, 'worker.capnp')], { stdio: 'inherit' });
      try {
        const given = await checked();
        const answer = await eventually('the worker answers', () =>
          fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: given }),
        );
        expect(await answer.json()).toEqual(EXPECTED);
      } finally {
        worker.kill();
        rmSync(folder, { recursive: true });
      }
    });
  }
});

const configurationOf = (port: number, date: string): string => `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = .worker),
    (name = "internet", network = (allow = ["public", "private", "local"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")],
);
const worker :Workerd.Worker = (
  modules = [(name = "worker", esModule = embed "worker.mjs")],
  compatibilityDate = "${date}",
);
`;
