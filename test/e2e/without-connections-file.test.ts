import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Wallet } from 'ethers';
import { describe, expect, it } from 'vitest';
import { type Api, expecting, refused } from '../support/api.js';
import { createDeployment } from '../support/host.js';
import { accountOf, createCustomer } from '../support/scenario.js';
import { useHost } from '../support/use-host.js';
import type { ExternalAccount } from '../support/wire.js';

const PROBE = fileURLToPath(new URL('../support/loaded-packages.mjs', import.meta.url));
/** Packages that only a connection of the connections file needs. */
const OF_CONNECTIONS = ['viem', 'libxml2-wasm', 'ssh2-sftp-client'];
/** Coins of chains, in which a connection pays for gas. */
const COINS = ['ETH', 'POL'];

describe('a host without a connections file, on sqlite', () => {
  const used = useHost('sqlite');

  it.each(COINS)('has no %s in its API', async (currency) => {
    const { api, deployment } = used;
    await refused(
      400,
      'INVALID_INPUT',
      api.post('/customers', {
        customerType: 'INDIVIDUAL',
        fullName: 'Ada Lovelace',
        region: 'US',
        currencies: [currency],
      }),
    );
    const { id: customerId } = await createCustomer(api);
    for (const accountType of ['ETHEREUM_WALLET', 'POLYGON_WALLET', 'ALTCHAIN_WALLET']) {
      const accountInfo = { accountType, address: Wallet.createRandom().address };
      await refused(
        400,
        'INVALID_INPUT',
        api.post('/customers/external-accounts', { customerId, currency, accountInfo }),
      );
    }
    const { exitCode, stderr } = await deployment.command(
      'platform',
      'create',
      '--name',
      'Coins',
      '--currencies',
      currency,
    );
    expect({ exitCode, named: stderr.includes(currency) }).toEqual({ exitCode: 2, named: true });
    const rates = await api.get('/exchange-rates');
    expect(rates.text).not.toContain(`"${currency}"`);
  });

  it('judges the ownership of wallets by their keys, without a chain', async () => {
    const { api } = used;
    const wallet = Wallet.createRandom();
    const own = async (address: string) => {
      const { id } = await expecting(
        201,
        api.post<ExternalAccount>('/platform/external-accounts', {
          currency: 'USDC',
          ownershipType: 'FIRST_PARTY',
          accountInfo: { accountType: 'BASE_WALLET', address },
        }),
      );
      const path = `/platform/external-accounts/${id}`;
      const challenge = api.post<{ messageToSign: string }>(`${path}/challenge`, { method: 'WALLET_SIGNATURE' });
      return { path, message: (await expecting(201, challenge)).messageToSign };
    };
    const verify = (path: string, signature: string) => api.post<ExternalAccount>(`${path}/verify`, { signature });

    const keyed = await own(wallet.address);
    const proven = await expecting(200, verify(keyed.path, await wallet.signMessage(keyed.message)));
    expect(proven.status).toBe('ACTIVE');
    const contract = await own(Wallet.createRandom().address);
    await refused(401, 'INVALID_SIGNATURE', verify(contract.path, await wallet.signMessage(contract.message)));
    const refusal = await refused(400, 'INVALID_INPUT', verify(contract.path, `0x${'1b'.repeat(195)}`));
    expect(refusal.details?.errors).toMatchObject([{ field: 'signature' }]);
  });

  it('gives out the addresses of the sandbox alone', async () => {
    const { deployment } = used;
    const { stdout } = await deployment.command('platform', 'create', '--name', 'Coins', '--currencies', 'USDC,USDT');
    const value = (name: string) => new RegExp(`^${name}: (.+)$`, 'm').exec(stdout)![1]!;
    const api: Api = used.api.as({ clientId: value('client id'), clientSecret: value('client secret') });
    const { id } = await createCustomer(api);
    const networks = async (currency: string) =>
      (await accountOf(api, id, currency)).fundingPaymentInstructions.map(
        ({ accountOrWalletInfo }) => accountOrWalletInfo.accountType,
      );
    expect(await networks('USDC')).toEqual(['SOLANA_WALLET', 'POLYGON_WALLET', 'BASE_WALLET', 'ETHEREUM_WALLET']);
    expect(await networks('USDT')).toEqual(['SOLANA_WALLET', 'TRON_WALLET', 'PLASMA_WALLET', 'ETHEREUM_WALLET']);
    expect((await deployment.command('connections', 'check')).stdout).not.toContain('evm');
  });
});

it('a host without a connections file loads no package of a connection', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'corridor-loaded-'));
  const loaded = join(folder, 'loaded.txt');
  const deployment = await createDeployment('sqlite');
  try {
    const host = await deployment.launch({ NODE_OPTIONS: `--import=${PROBE}`, LOADED_PACKAGES: loaded });
    const { id } = await createCustomer(host.api, { currencies: ['USDC'] });
    await accountOf(host.api, id, 'USDC');
    await host.stop();
    expect(existsSync(loaded)).toBe(true);
    const packages = new Set(readFileSync(loaded, 'utf8').split('\n'));
    expect(packages).toContain('better-sqlite3');
    expect(OF_CONNECTIONS.filter((name) => packages.has(name))).toEqual([]);
  } finally {
    await deployment.remove();
    rmSync(folder, { recursive: true, force: true });
  }
}, 60_000);
