import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { Wallet } from 'ethers';
import { createWalletClient, defineChain, http, nonceManager, publicActions } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import {
  contracts,
  deployToken,
  GAS_PRICE_ORACLE,
  MULTICALL3,
  placeCode,
  type TestToken,
} from '../../../packages/adapters-rails/src/testing/evm-contracts.js';
import { type EvmNode, startAnvil, whyNoAnvil } from '../../../packages/adapters-rails/src/testing/evm-node.js';
import { krakenTicker } from '../../../packages/adapters-rails/src/testing/kraken-ticker.js';
import { type Api, createApi, expecting } from '../../support/api.js';
import { asOperator } from '../../support/as-operator.js';
import { eventually } from '../../support/eventually.js';
import type { CommandResult } from '../../support/as-operator.js';
import { approvedCustomer, productionPlatform } from '../../support/production.js';
import { accountOf } from '../../support/scenario.js';
import type { ExternalAccount, Transaction } from '../../support/wire.js';
import { interleave, type Side } from '../rounds.js';
import type { Row } from '../row.js';
import { type Scope, withScope } from '../scratch.js';
import { CLI, CREDENTIAL, hostEnvironment, type HostOptions, startHost } from '../service/host.js';
import { databaseAt } from '../service/on-sqlite.js';

const BLOCK_SECONDS = 1;
/** Both sides pay so many times for each second of a round. */
const PAYOUTS_PER_SECOND = 100;
const CLIENTS = 16;
const POLL_MS = 50;
/** Smallest units: more than a benchmark can spend. */
const FUNDS = 1_000_000_000_000n;
const AMOUNT = 1_000_000n;
const COIN = 10n ** 18n;

type Address = `0x${string}`;
const asAddress = (text: string): Address => text.toLowerCase() as Address;

/** Runs commands on the data of a host. */
const commandOf =
  (options: HostOptions) =>
  (...args: readonly string[]): Promise<CommandResult> =>
    new Promise((resolve) => {
      execFile(process.execPath, [CLI, ...args], { env: hostEnvironment(options) }, (error, stdout, stderr) => {
        resolve({ exitCode: error === null ? 0 : 1, stdout, stderr });
      });
    });

interface Chain {
  readonly node: EvmNode;
  readonly token: TestToken;
}

async function startChain(scope: Scope): Promise<Chain> {
  // Anvil alone does not keep the process alive, also while it stops.
  const alive = setInterval(() => undefined, 60_000);
  scope.use({ stop: async () => clearInterval(alive) });
  const node = scope.use(await startAnvil({ mining: BLOCK_SECONDS }));
  await placeCode(node, 'Multicall3', MULTICALL3);
  await placeCode(node, 'GasPriceOracle', GAS_PRICE_ORACLE);
  return { node, token: await deployToken(node) };
}

/** Serves the prices of coins, which network fees need. */
async function startTicker(scope: Scope): Promise<string> {
  const server = createServer((_, response) => void response.end(krakenTicker()));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  scope.use({ stop: async () => void server.close() });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

/** Transfers out from the first request until all are confirmed and COMPLETED, per second. */
async function byTheRail(scope: Scope, { node, token }: Chain): Promise<Side> {
  const root = await scope.folder();
  const treasury = Wallet.createRandom();
  writeFileSync(join(root, 'key'), treasury.privateKey);
  writeFileSync(join(root, 'mnemonic'), Wallet.createRandom().mnemonic!.phrase);
  const funder = node.accounts[1]!;
  const entry = {
    type: 'evm',
    name: 'base',
    environment: 'PRODUCTION',
    network: 'BASE',
    chainId: node.chainId,
    rpcUrls: [node.url],
    quorum: 1,
    confirmations: 1,
    tokens: [{ currency: 'USDC', address: token.address, decimals: token.decimals, authorization: 'eip-3009' }],
    treasury: { privateKey: { file: join(root, 'key') } },
    deposits: { mnemonic: { file: join(root, 'mnemonic') } },
    fees: { maxGwei: 200 },
    ownAddresses: [funder],
    pollSeconds: 1,
  };
  const connectionsFile = join(root, 'connections.json');
  writeFileSync(connectionsFile, JSON.stringify({ rails: [entry] }));
  const settings = {
    CORRIDOR_CONNECTIONS_FILE: connectionsFile,
    CORRIDOR_RATE_SOURCES: 'kraken,stablecoins',
    CORRIDOR_KRAKEN_URL: await startTicker(scope),
    CORRIDOR_KRAKEN_ALLOW_PRIVATE: 'true',
  };
  const options = { dataDirectory: await scope.folder(), workers: true, settings };
  const host = scope.use(await startHost(options));
  const command = commandOf(options);
  const commands = { command, commandAsOperator: asOperator(command, options.dataDirectory) };
  const { api } = await productionPlatform(
    commands,
    createApi(() => host.baseUrl, CREDENTIAL),
    'USDC',
  );
  const { id: customerId } = await approvedCustomer(commands, api, ['USDC']);
  const source = await accountOf(api, customerId, 'USDC');
  const depositAddress = source.fundingPaymentInstructions.map(({ accountOrWalletInfo: { address } }) => address)[0]!;
  await token.mint(funder, 2n * FUNDS);
  await node.transact({ from: funder, to: asAddress(treasury.address), value: 100n * COIN });
  await token.transfer(funder, asAddress(treasury.address), FUNDS);
  await token.transfer(funder, asAddress(depositAddress), FUNDS);
  await eventually(
    'the first money',
    async () => (await accountOf(api, customerId, 'USDC')).balance.amount === Number(FUNDS),
    { withinMs: 60_000 },
  );
  const accountInfo = { accountType: 'BASE_WALLET', address: Wallet.createRandom().address };
  const request = { customerId, currency: 'USDC', accountInfo };
  const payee = await expecting(201, api.post<ExternalAccount>('/customers/external-accounts', request));
  const database = databaseAt(join(options.dataDirectory, 'corridor.db'));
  const ended = async (): Promise<number> => {
    const [row] = await database.query(`select
      (select count(*) from transactions where type = 'OUTGOING' and status = 'COMPLETED') as completed,
      (select count(*) from transactions where status = 'FAILED') + (select count(*) from exceptions) as failed`);
    if (Number(row!['failed']) > 0) throw new Error(`payouts failed: ${JSON.stringify(row)}`);
    return Number(row!['completed']);
  };
  return async (seconds) => {
    const count = seconds * PAYOUTS_PER_SECOND;
    const before = await ended();
    const begun = performance.now();
    await payOut(api, source.id, payee.id, count);
    while ((await ended()) - before < count) await setTimeout(POLL_MS);
    return count / ((performance.now() - begun) / 1000);
  };
}

async function payOut(api: Api, source: string, destination: string, count: number): Promise<void> {
  let ordered = 0;
  async function client(): Promise<void> {
    while (ordered < count) {
      ordered += 1;
      await expecting(
        201,
        api.post<Transaction>('/transfer-out', {
          source: { accountId: source },
          destination: { accountId: destination },
          amount: Number(AMOUNT),
        }),
      );
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, client));
}

/** Transfers by a loop over one call of viem, until the last one is mined, per second. */
async function byViem({ node, token }: Chain): Promise<Side> {
  const key = Wallet.createRandom().privateKey as Address;
  const account = privateKeyToAccount(key, { nonceManager });
  const chain = defineChain({
    id: node.chainId,
    name: 'bench',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [node.url] } },
  });
  const client = createWalletClient({ account, chain, transport: http(node.url), pollingInterval: POLL_MS }).extend(
    publicActions,
  );
  await node.setBalance(asAddress(account.address), 100n * COIN);
  await token.mint(asAddress(account.address), FUNDS);
  const { abi } = contracts()['AuthorizedToken'];
  const to = Wallet.createRandom().address as Address;
  return async (seconds) => {
    const count = seconds * PAYOUTS_PER_SECOND;
    const begun = performance.now();
    let last: Address | null = null;
    for (let i = 0; i < count; i++) {
      last = await client.writeContract({ address: token.address, abi, functionName: 'transfer', args: [to, AMOUNT] });
    }
    await client.waitForTransactionReceipt({ hash: last! });
    return count / ((performance.now() - begun) / 1000);
  };
}

const payouts: Row = {
  number: 18,
  title: 'payouts through the EVM rail, accepted → confirmed ÷ a loop over viem that sends as many',
  target: { atLeast: 0.6 },
  unit: 'payouts/s',
  notes: [
    `on SQLite with workers, ${CLIENTS} clients, one Anvil with a block every second, one confirmation; ${PAYOUTS_PER_SECOND} transfers for each second of a round, from the first request until the last one is COMPLETED; the loop awaits each transaction's submission, and at the end the receipt of the last one`,
  ],
  measure: async ({ rounds, seconds }) =>
    whyNoAnvil !== null
      ? { leftOut: whyNoAnvil }
      : withScope(async (scope) => {
          const chain = await startChain(scope);
          const measured = await byTheRail(scope, chain);
          return { rounds: await interleave(measured, await byViem(chain), rounds, seconds) };
        }),
};

export const EVM_ROWS: readonly Row[] = [payouts];
