import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AbiCoder, concat, Wallet } from 'ethers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeWithAnvil } from '../../packages/adapters-rails/src/testing/describe-with-anvil.js';
import { contractAt, deploy } from '../../packages/adapters-rails/src/testing/evm-contracts.js';
import { type Api, expecting, refused, ServerError } from '../support/api.js';
import { printedCredential } from '../support/credentials.js';
import { type Playground, startPlayground } from '../support/evm/playground.js';
import { createDeployment, type Deployment, type Host } from '../support/host.js';
import type { ExternalAccount } from '../support/wire.js';

const RUN_MS = 60_000;
const MAGIC = `0x${'6492'.repeat(16)}`;
const SALT = `0x${'00'.repeat(31)}07`;

describeWithAnvil('owners of contract wallets, at a host that is connected to their chain', () => {
  const folder = mkdtempSync(join(tmpdir(), 'corridor-ownership-'));
  const owner = Wallet.createRandom();
  let playground: Playground;
  let deployment: Deployment;
  let host: Host;

  beforeAll(async () => {
    playground = await startPlayground({ port: 0, folder });
    deployment = await createDeployment('sqlite', { CORRIDOR_CONNECTIONS_FILE: playground.connectionsFile });
    host = await deployment.start();
  }, RUN_MS);
  afterAll(async () => {
    await deployment.remove();
    await playground.node.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  async function challenged(accountType: string, address: string, api: Api = host.api) {
    const accountInfo = { accountType, address };
    const wallet = { currency: 'USDC', ownershipType: 'FIRST_PARTY', accountInfo };
    const { id } = await expecting(201, api.post<ExternalAccount>('/platform/external-accounts', wallet));
    const path = `/platform/external-accounts/${id}`;
    const challenge = api.post<{ messageToSign: string }>(`${path}/challenge`, { method: 'WALLET_SIGNATURE' });
    const { messageToSign: message } = await expecting(201, challenge);
    return { message, verify: (signature: string) => api.post<ExternalAccount>(`${path}/verify`, { signature }) };
  }

  it('prove a deployed wallet on the network of the account alone', { timeout: RUN_MS }, async () => {
    const wallet = await deploy(playground.node, 'ContractWallet', [owner.address]);
    const { message, verify } = await challenged('BASE_WALLET', wallet);
    await refused(401, 'INVALID_SIGNATURE', verify(await Wallet.createRandom().signMessage(message)));
    expect((await expecting(200, verify(await owner.signMessage(message)))).status).toBe('ACTIVE');
    for (const type of ['POLYGON_WALLET', 'ETHEREUM_WALLET', 'ALTCHAIN_WALLET']) {
      const elsewhere = await challenged(type, wallet);
      const signature = await owner.signMessage(elsewhere.message);
      await refused(401, 'INVALID_SIGNATURE', elsewhere.verify(signature));
    }
  });

  it('prove a wallet that is not deployed', { timeout: RUN_MS }, async () => {
    const { node } = playground;
    const factory = contractAt(node, 'ContractWalletFactory', await deploy(node, 'ContractWalletFactory'));
    const wallet = await factory.read<string>('addressOf', owner.address, SALT);
    const { message, verify } = await challenged('BASE_WALLET', wallet);
    const signature = await owner.signMessage(message);
    await refused(401, 'INVALID_SIGNATURE', verify(signature));
    const call = factory.encode('create', owner.address, SALT);
    const types = ['address', 'bytes', 'bytes'];
    const wrapped = concat([AbiCoder.defaultAbiCoder().encode(types, [factory.address, call, signature]), MAGIC]);
    expect((await expecting(200, verify(wrapped))).status).toBe('ACTIVE');
    expect(await node.rpc('eth_getCode', [wallet, 'latest'])).toBe('0x');
  });

  it('prove nothing in production with a wallet of a test network', { timeout: RUN_MS }, async () => {
    const wallet = await deploy(playground.node, 'ContractWallet', [owner.address]);
    const options = ['--name', 'Acme', '--environment', 'PRODUCTION', '--currencies', 'USDC'];
    const api = host.api.as(printedCredential(await deployment.command('platform', 'create', ...options)));
    const { message, verify } = await challenged('BASE_WALLET', wallet, api);
    await refused(401, 'INVALID_SIGNATURE', verify(await owner.signMessage(message)));
  });

  it('are asked to try again while the node does not answer', { timeout: RUN_MS }, async () => {
    const { node } = playground;
    const wallet = await deploy(node, 'ContractWallet', [owner.address]);
    const { message, verify } = await challenged('BASE_WALLET', wallet);
    const keyed = await challenged('BASE_WALLET', owner.address);
    await node.stop();
    const signature = await owner.signMessage(message);
    const answer = await verify(signature).catch((error: unknown) => error);
    expect(answer).toBeInstanceOf(ServerError);
    expect(answer).toMatchObject({ status: 503 });
    // A key proves itself without a node.
    expect((await expecting(200, keyed.verify(await owner.signMessage(keyed.message)))).status).toBe('ACTIVE');
  });
});
