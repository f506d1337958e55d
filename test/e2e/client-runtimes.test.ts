import { execFile, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { BOOTSTRAP } from '../support/host.js';
import { useHost } from '../support/use-host.js';
import { enableWallets, openWallet, SANDBOX_CODE } from '../support/wallet-owner.js';

const SCRIPT = fileURLToPath(new URL('../support/client-checks.mjs', import.meta.url));

interface Runtime {
  readonly program: string;
  readonly args: readonly string[];
}

const RUNTIMES: readonly (readonly [string, Runtime])[] = [
  ['Node', { program: process.execPath, args: [] }],
  ['Deno', { program: 'deno', args: ['run', '--allow-all', '--node-modules-dir=manual'] }],
  ['Bun', { program: 'bun', args: ['run'] }],
];

const isInstalled = ({ program }: Runtime): boolean => spawnSync(program, ['--version']).status === 0;

describe('the built client', { timeout: 60_000 }, () => {
  const used = useHost('sqlite');
  beforeAll(() => enableWallets(used.api));

  for (const [name, runtime] of RUNTIMES) {
    const runs = isInstalled(runtime);
    if (!runs) process.stdout.write(`${name} is not installed: the client is not tested in it\n`);

    it.runIf(runs)(`calls, verifies webhooks and signs in ${name}`, async () => {
      const { account, customer, email } = await openWallet(used.api);
      const { headers, body } = await used.receiver.delivery('CUSTOMER.KYC_APPROVED', customer.id);
      const given = {
        baseUrl: used.host.baseUrl,
        credential: BOOTSTRAP,
        webhook: { headers, body: body.toString('utf8') },
        wallet: { accountId: account.id, credential: email.id, code: SANDBOX_CODE },
      };
      const { stdout } = await promisify(execFile)(runtime.program, [...runtime.args, SCRIPT, JSON.stringify(given)]);
      expect(JSON.parse(stdout)).toEqual({
        webhooks: ['CUSTOMER.KYC_APPROVED', 'CUSTOMER.KYC_APPROVED'],
        forged: ['WebhookVerificationError', 'WebhookVerificationError'],
        isNotFound: true,
        privateEnabled: true,
      });
    });
  }
});
