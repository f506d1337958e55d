import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeWithAnvil } from '../../packages/adapters-rails/src/testing/describe-with-anvil.js';
import { type Contract, contractAt, deploy } from '../../packages/adapters-rails/src/testing/evm-contracts.js';
import { TEST_KEY } from '../../packages/adapters-rails/src/testing/evm-entry.js';
import { type EvmNode, startAnvil } from '../../packages/adapters-rails/src/testing/evm-node.js';
import { type Api, expecting, refused } from '../support/api.js';
import { printedCredential } from '../support/credentials.js';
import { createDeployment, type Deployment, type Host } from '../support/host.js';
import { burn, burnBody, CENT, holderOf, type Holder, mint, mintBody, operationWhen, post } from '../support/issuer.js';
import { balances } from '../support/scenario.js';
import type { Stablecoin, StablecoinProviderAccount } from '../support/wire.js';

/** The key of Anvil's second account. */
const SECOND_KEY = '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d';
const MINTER_ROLE = '0x9f2df0fed2c77648de5860a4cc508cd0818c85b8b8a1ab4ceeef8d981c8956a6';
const ISSUERS = [
  { name: 'acme-usd', client: 'acme', secret: 'ACME_SECRET', key: 'ACME_KEY' },
  { name: 'zeta-usd', client: 'zeta', secret: 'ZETA_SECRET', key: 'ZETA_KEY' },
] as const;
const SECRETS = {
  ACME_SECRET: 'canary-secret-of-acme',
  ACME_KEY: TEST_KEY,
  ZETA_SECRET: 'canary-secret-of-zeta',
  ZETA_KEY: SECOND_KEY,
};

interface Party {
  readonly api: Api;
  readonly token: Contract;
  readonly coin: Stablecoin;
  readonly holder: Holder;
}

describeWithAnvil('two platforms that issue a token each on a chain', () => {
  const folder = mkdtempSync(join(tmpdir(), 'corridor-evm-issuer-'));
  const connectionsFile = join(folder, 'connections.json');
  let node: EvmNode;
  let deployment: Deployment;
  let host: Host;
  let platforms: readonly { readonly id: string; readonly api: (host: Host) => Api }[];
  let tokens: readonly Contract[];

  async function createPlatform(name: string) {
    const made = await deployment.command('platform', 'create', '--name', name, '--currencies', 'USD,EUR,USDB');
    const id = /^platform: (\S+)$/m.exec(made.stdout)![1]!;
    return { id, api: (started: Host) => started.api.as(printedCredential(made)) };
  }

  async function deployToken(index: number): Promise<Contract> {
    const token = contractAt(node, 'MintedToken', await deploy(node, 'MintedToken', ['Acme Dollar', 'USDB']));
    await token.transact(node.accounts[0]!, 'grantRole', MINTER_ROLE, node.accounts[index]!);
    return token;
  }

  const entryOf = (index: number) => {
    const { name, client, secret, key } = ISSUERS[index]!;
    const { address } = tokens[index]!;
    return {
      ...{ type: 'evm-issuer', name, environment: 'SANDBOX', platform: platforms[index]!.id },
      client: { id: client, secret: { env: secret } },
      ...{ network: 'BASE', chainId: 84_532, rpcUrls: [node.url], quorum: 1, confirmations: 2 },
      token: { address, name: 'Acme Dollar', symbol: 'USDB', decimals: 6, baseCurrency: 'USD' },
      signer: { privateKey: { env: key } },
      ...{ mintLimit: '250.00', burnRails: ['ACH_CREDIT'], firstBlock: 0 },
      ...{ fees: { maxGwei: 200, replaceAfterSeconds: 60 }, pollSeconds: 1 },
    };
  };

  const link = (api: Api, index: number) =>
    post<StablecoinProviderAccount>(api, '/stablecoin-provider-accounts', {
      provider: 'EVM',
      apiClientId: ISSUERS[index]!.client,
      apiClientSecret: SECRETS[ISSUERS[index]!.secret],
    });

  async function party(index: number): Promise<Party> {
    const api = platforms[index]!.api(host);
    const linked = await expecting(201, link(api, index));
    expect(linked).toMatchObject({ provider: 'EVM', providerAccountId: ISSUERS[index]!.name, status: 'ACTIVE' });
    const coin = await expecting(
      201,
      post<Stablecoin>(api, '/stablecoins', {
        providerTokenIdentifier: ISSUERS[index]!.name,
        networkTokenIdentifier: tokens[index]!.address,
        network: 'BASE',
      }),
    );
    return { api, token: tokens[index]!, coin, holder: await holderOf(api, 100_000) };
  }

  beforeAll(async () => {
    node = await startAnvil({ chainId: 84_532, mining: 1 });
    writeFileSync(connectionsFile, JSON.stringify({ rails: [] }));
    deployment = await createDeployment('sqlite', { CORRIDOR_CONNECTIONS_FILE: connectionsFile, ...SECRETS });
    platforms = [await createPlatform('Acme'), await createPlatform('Zeta')];
    tokens = [await deployToken(0), await deployToken(1)];
    writeFileSync(connectionsFile, JSON.stringify({ rails: [entryOf(0), entryOf(1)] }));
    host = await deployment.start();
  });

  afterAll(async () => {
    await host.stop();
    for (const secret of Object.values(SECRETS)) expect(host.stderr()).not.toContain(secret);
    await deployment.remove();
    await node.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('mint and burn them, and the audit names what another key minted', async () => {
    const acme = await party(0);
    await refused(400, 'STABLECOIN_PROVIDER_ACCOUNT_INVALID', link(platforms[1]!.api(host), 0));
    const zeta = await party(1);
    for (const { api, coin, holder } of [acme, zeta]) {
      const begun = await expecting(201, mint(api, coin, mintBody(20_000, holder.usd, holder.usdb)));
      const minted = await operationWhen(api, begun.id, 'COMPLETED');
      expect(minted).toMatchObject({ provider: 'EVM', providerStatus: expect.stringMatching(/^mined in 0x\w{64}$/) });
      expect(await balances(api, holder.customerId, 'USDB')).toEqual([200_000_000, 200_000_000]);
      expect(await balances(api, holder.customerId, 'USD')).toEqual([80_000, 80_000]);
    }
    expect(await acme.token.read('totalSupply')).toBe(20_000n * CENT);
    const above = mint(acme.api, acme.coin, mintBody(5_001, acme.holder.usd, acme.holder.usdb));
    await refused(400, 'AMOUNT_OUT_OF_RANGE', above);
    const byWire = { ...mintBody(100, acme.holder.usd, acme.holder.usdb), fundingSource: { type: 'WIRE' } };
    expect(await refused(400, 'INVALID_INPUT', mint(acme.api, acme.coin, byWire))).toMatchObject({
      details: { errors: [{ field: 'fundingSource.type' }] },
    });

    const { usdb, bank, customerId } = acme.holder;
    const burned = await expecting(201, burn(acme.api, acme.coin, burnBody(7_500, usdb, bank)));
    await operationWhen(acme.api, burned.id, 'PROCESSING');
    await expect
      .poll(async () => acme.token.read('totalSupply'), { timeout: 30_000, interval: 500 })
      .toBe(12_500n * CENT);
    const confirm = ['rails', 'act', '--rail', 'acme-usd', '--action', 'confirm-payout', '--subject', burned.id];
    await expect
      .poll(async () => (await deployment.commandAsOperator(...confirm)).exitCode, { timeout: 30_000 })
      .toBe(0);
    await host.advance(15);
    await operationWhen(acme.api, burned.id, 'COMPLETED');
    expect(await balances(acme.api, customerId, 'USDB')).toEqual([125_000_000, 125_000_000]);
    await deployment.audit();

    const stranger = node.accounts[3]!;
    await acme.token.transact(node.accounts[0]!, 'grantRole', MINTER_ROLE, stranger);
    const hash = await acme.token.transact(stranger, 'mint', stranger, 5n);
    await node.mine(3);
    const { exitCode, stdout } = await deployment.command('audit');
    expect([exitCode, stdout.split('\n')[0]]).toEqual([
      1,
      `acme-usd at EVM acme-usd (SANDBOX): transaction ${hash} minted 5 (smallest units) without an operation here`,
    ]);
    expect(stdout.split('\n')[1]).toMatch(/^1 findings: checked /);
  });
});
