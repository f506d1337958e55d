import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Instant, instant } from '@corridor/core';
import { Wallet } from 'ethers';
import { expect, it } from 'vitest';
import { describeWithAnvil } from '../../packages/adapters-rails/src/testing/describe-with-anvil.js';
import {
  deployToken,
  GAS_PRICE_ORACLE,
  MULTICALL3,
  placeCode,
  type TestToken,
} from '../../packages/adapters-rails/src/testing/evm-contracts.js';
import { krakenTicker } from '../../packages/adapters-rails/src/testing/kraken-ticker.js';
import { allTransactions, auditIsClean } from '../faults/everything-told.js';
import { type Api, createApi } from '../support/api.js';
import { chanceOf, faultSeed } from '../support/chance.js';
import { eventually, pause } from '../support/eventually.js';
import {
  BOOTSTRAP,
  createDeployment,
  DATABASES,
  type DatabaseKind,
  type Deployment,
  type HostProcess,
} from '../support/host.js';
import { productionPlatform } from '../support/production.js';
import { accountOf } from '../support/scenario.js';
import type { Transaction } from '../support/wire.js';
import { byNonce, type ChainTransaction, coinsOf, readChain, tokensOf } from './chain-reader.js';
import { approveCall, createDepositors, type Depositors, transferCall } from './depositors.js';
import { createPayer, type Payer, type Payouts, startPayouts } from './payouts.js';
import { startUnrulyChain, type UnrulyChain } from './unruly-chain.js';
import { startUnrulyNodes, type UnrulyNodes } from './unruly-nodes.js';

/** Payouts, and transactions that deposit, of each run. EVM_PAYMENTS=2000 runs the full size, which takes long. */
const PAYMENTS = Number(process.env['EVM_PAYMENTS'] ?? '40');
const KILLS = 5;
/** The clocks of the hosts are moved by this many seconds, so that the leases of the killed host have expired. */
const DOWN_SECONDS = 31;
/** Each part of a run. */
const PART_MS = 40_000 + PAYMENTS * 300;
/** A task that has failed several times is tried again after 60 seconds. */
const LAST_RETRIES_MS = 120_000;
const RUN_MS = 5 * PART_MS + LAST_RETRIES_MS;
const PAYERS = 4;
/** Deeper than the deepest reorganisation. */
const CONFIRMATIONS = 10;
const USDC = 1_000_000n;
/** So much comes first for each payer that no payout lacks money. */
const FIRST = 1_000_000n * USDC;
/** The treasury has little at first: payouts wait for swept deposits. */
const FIRST_OF_TREASURY = 20n * USDC;
/** `keep` and the minimum of a sweep. */
const KEPT = 1_500_001n * USDC;
const COIN = 10n ** 18n;
const CHAIN_ID = 31_337;

interface Setting {
  readonly chain: UnrulyChain;
  readonly nodes: UnrulyNodes;
  readonly token: TestToken;
  readonly depositors: Depositors;
  readonly treasury: string;
  readonly cold: string;
  readonly blocked: string;
  /** Holds the tokens and coins of the operator. */
  readonly funder: string;
  readonly deployment: Deployment;
  /** Seconds by which the clocks of the hosts are ahead. */
  readonly clock: { ahead: number; readonly now: () => Instant };
}

/** Called in reverse order at the end of a test. */
type Closing = (() => Promise<void>)[];

async function setUp(database: DatabaseKind, seed: string, closing: Closing): Promise<Setting> {
  const root = mkdtempSync(join(tmpdir(), 'corridor-evm-'));
  closing.push(async () => rmSync(root, { recursive: true, force: true }));
  const chain = await startUnrulyChain(root, chanceOf(`${seed}/chain`));
  closing.push(chain.stop);
  const nodes = await startUnrulyNodes(chain, chanceOf(`${seed}/nodes`));
  closing.push(nodes.close);
  const node = chain.node();
  await placeCode(node, 'Multicall3', MULTICALL3);
  await placeCode(node, 'GasPriceOracle', GAS_PRICE_ORACLE);
  const token = await deployToken(node);
  const otherToken = await deployToken(node);
  const [treasury, cold, blocked] = [Wallet.createRandom(), Wallet.createRandom(), Wallet.createRandom()];
  const funder = chain.accounts[1]!;
  await token.mint(funder, 10_000_000n * USDC);
  await token.block(blocked.address.toLowerCase() as `0x${string}`);
  const depositors = createDepositors(chain, {
    token: token.address,
    otherToken: otherToken.address,
    multicall: MULTICALL3,
    chainId: CHAIN_ID,
    deposits: PAYMENTS,
    chance: chanceOf(`${seed}/depositors`),
  });
  for (const depositor of depositors.addresses as readonly `0x${string}`[]) {
    await token.mint(depositor, 1_000_000n * USDC);
    await otherToken.mint(depositor, 1_000_000n * USDC);
    await node.setBalance(depositor, 1_000_000n * COIN);
  }

  writeFileSync(join(root, 'key'), treasury.privateKey);
  writeFileSync(join(root, 'mnemonic'), Wallet.createRandom().mnemonic!.phrase);
  const entry = {
    type: 'evm',
    name: 'base',
    environment: 'PRODUCTION',
    network: 'BASE',
    chainId: CHAIN_ID,
    rpcUrls: nodes.urls,
    quorum: 2,
    startBlock: null,
    confirmations: CONFIRMATIONS,
    tokens: [{ currency: 'USDC', address: token.address, decimals: 6, authorization: 'eip-3009' }],
    treasury: {
      privateKey: { file: join(root, 'key') },
      limits: { perPayout: '1000.00', perDay: '10000000.00', keep: '1500000.00' },
      cold: cold.address,
    },
    deposits: { mnemonic: { file: join(root, 'mnemonic') } },
    fees: { maxGwei: 200, replaceAfterSeconds: 3 },
    ownAddresses: [funder],
    sweep: { minimum: '1.00', everySeconds: 2 },
    pollSeconds: 1,
  };
  const connectionsFile = join(root, 'connections.json');
  writeFileSync(connectionsFile, JSON.stringify({ rails: [entry] }));
  const ticker = createServer((_, response) => void response.end(krakenTicker()));
  ticker.listen(0, '127.0.0.1');
  await once(ticker, 'listening');
  closing.push(async () => void ticker.close());
  const deployment = await createDeployment(database, {
    CORRIDOR_CONNECTIONS_FILE: connectionsFile,
    CORRIDOR_RATE_SOURCES: 'kraken,stablecoins',
    CORRIDOR_KRAKEN_URL: `http://127.0.0.1:${(ticker.address() as AddressInfo).port}/`,
    CORRIDOR_KRAKEN_ALLOW_PRIVATE: 'true',
  });
  closing.push(deployment.remove);
  const clock = { ahead: 0, now: () => instant(Date.now() + clock.ahead * 1000) };
  return {
    chain,
    nodes,
    token,
    depositors,
    treasury: treasury.address.toLowerCase(),
    cold: cold.address.toLowerCase(),
    blocked: blocked.address,
    funder,
    deployment,
    clock,
  };
}

/** Money of the operator for the treasury, approvals of the depositors, and the first money of each payer. */
async function firstMoney({ chain, token, treasury, funder, depositors }: Setting, payers: readonly Payer[]) {
  const node = chain.node();
  await node.transact({ from: funder as `0x${string}`, to: treasury as `0x${string}`, value: 100n * COIN });
  const pay = (to: string, amount: bigint) =>
    node.transact({
      from: funder as `0x${string}`,
      to: token.address,
      data: transferCall(to, amount) as `0x${string}`,
    });
  await pay(treasury, FIRST_OF_TREASURY);
  for (const { depositAddress } of payers) await pay(depositAddress, FIRST);
  for (const depositor of depositors.addresses as readonly `0x${string}`[]) {
    await node.rpc('anvil_impersonateAccount', [depositor]);
    await node.transact({ from: depositor, to: token.address, data: approveCall(MULTICALL3) as `0x${string}` });
    await node.rpc('anvil_stopImpersonatingAccount', [depositor]);
  }
}

/** Adds to a failure what the connection, the ledger and the hosts say. */
async function explained<T>(
  { deployment }: Setting,
  hosts: readonly HostProcess[],
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    const { stdout, stderr } = await deployment.command('connections', 'check');
    const { stdout: exceptions } = await deployment.command('exceptions', 'list');
    // A difference between chain and ledger can be a sum of the ledger that its postings do not have.
    const { stdout: audit, stderr: findings } = await deployment.command('audit');
    const logs = hosts.flatMap((host) =>
      host
        .stderr()
        .split('\n')
        .filter((line) => !line.includes('"level":"info"'))
        .slice(-20),
    );
    throw new Error(
      [String(cause), String((cause as Error).cause), stdout, stderr, exceptions, audit, findings, ...logs].join('\n'),
      {
        cause,
      },
    );
  }
}

interface Run {
  readonly api: Api;
  readonly payers: readonly Payer[];
  readonly payouts: Payouts;
  /** The host that was not killed, and the last one beside it. */
  readonly hosts: readonly HostProcess[];
}

async function killOverAndOver(setting: Setting, seed: string): Promise<Run> {
  const { chain, nodes, depositors, deployment, clock } = setting;
  const chance = chanceOf(`${seed}/kills`);
  const launch = (): Promise<HostProcess> => deployment.launch({}, { movableClock: true, clockAhead: clock.ahead });
  let host = await launch();
  const survivor = await launch();
  const { api } = await productionPlatform(
    deployment,
    createApi(() => host.baseUrl, BOOTSTRAP),
    'USDC',
  );
  return explained(setting, [survivor], async () => {
    const payers: Payer[] = [];
    for (let i = 0; i < PAYERS; i++) payers.push(await createPayer(deployment, api, setting.blocked));
    await firstMoney(setting, payers);
    for (const { customerId } of payers) {
      await eventually(
        `the first money of ${customerId}`,
        async () => (await accountOf(api, customerId, 'USDC')).balance.amount === Number(FIRST),
        { withinMs: 60_000, everyMs: 200 },
      );
    }

    depositors.start(payers.map(({ depositAddress }) => depositAddress));
    const payouts = startPayouts(api, payers, PAYMENTS, chanceOf(`${seed}/payouts`));
    chain.unleash();
    nodes.unleash();
    const check = (): void => {
      chain.check();
      depositors.check();
      payouts.check();
    };
    for (let kill = 1; kill <= KILLS; kill++) {
      depositors.allow(kill / KILLS);
      payouts.allow(kill / KILLS);
      const share = (kill - chance.under(500) / 1000) / KILLS;
      await eventually(
        `${share} of the load`,
        () => (check(), payouts.progress() >= share && depositors.progress() >= share),
        { withinMs: PART_MS },
      );
      // Some kills hit requests, the others what the host does afterwards.
      await pause(chance.under(kill % 2 === 0 ? 5_000 : 100));
      if (kill % 2 === 0) chain.restart();
      let up = (): void => undefined;
      const killed = host.kill();
      payouts.client.holdUntil(new Promise<void>((resolve) => (up = resolve)));
      await killed;
      clock.ahead += DOWN_SECONDS;
      await survivor.advance(DOWN_SECONDS);
      host = await launch();
      await auditIsClean(deployment, clock);
      up();
    }
    await payouts.finished();
    await eventually('the last deposit', async () => (check(), depositors.isDone()), {
      withinMs: PART_MS,
      everyMs: 500,
    });
    chain.calm();
    nodes.calm();
    await everythingEnds(setting, api, payouts);
    return { api, payers, payouts, hosts: [survivor, host] };
  });
}

const isOpen = ({ status, refund }: Transaction): boolean =>
  !['COMPLETED', 'FAILED'].includes(status) || (refund !== undefined && refund.status !== 'COMPLETED');

/** Waits until each payout has ended, and chain and ledger agree. */
async function everythingEnds({ chain, deployment }: Setting, api: Api, payouts: Payouts): Promise<void> {
  await eventually(
    'the end of all payouts',
    async () => {
      chain.check();
      const all = await allTransactions(api);
      const open = all.filter(isOpen);
      if (open.length > 0) throw new Error(`${open.length} are open, such as ${JSON.stringify(open[0])}`);
      return all.filter(({ type }) => type === 'OUTGOING').length >= payouts.ordered.length;
    },
    { withinMs: PART_MS, everyMs: 1_000 },
  );
  await eventually(
    'agreement of chain and ledger',
    async () => {
      chain.check();
      const { exitCode, stdout, stderr } = await deployment.command('reconcile', '--rail', 'base');
      if (exitCode !== 0) throw new Error(`${stdout}${stderr}`);
      return true;
    },
    { withinMs: 120_000, everyMs: 2_000 },
  );
}

/** A transfer of the token on the chain, and the transaction that has it. */
interface Moved {
  readonly from: string;
  readonly to: string;
  readonly value: bigint;
  readonly transaction: ChainTransaction;
}

const moved = (transactions: readonly ChainTransaction[], token: string): readonly Moved[] =>
  transactions.flatMap((transaction) =>
    transaction.transfers
      .filter((each) => each.token === token)
      .map(({ from, to, value }) => ({ from, to, value, transaction })),
  );

const key = (address: string, amount: bigint | number): string => `${address} ${amount}`;

/** Each payout was paid once by a transaction of its own, or not at all if it failed. */
function paidOnce(setting: Setting, run: Run, chain: readonly Moved[], told: readonly Transaction[]): void {
  const payees = new Set(run.payers.flatMap((payer) => payer.payees.map(({ address }) => address)));
  const paid = chain.filter(({ to }) => payees.has(to));
  const byId = new Map(told.map((one) => [one.id, one]));
  const byHash = new Map(paid.map((one) => [one.transaction.hash, one]));
  expect(paid.filter(({ from }) => from !== setting.treasury)).toEqual([]);
  expect(byHash.size, 'transactions with one payment each').toBe(paid.length);

  const used = new Set<string>();
  for (const { id, payee, amount } of run.payouts.ordered) {
    const { status, refund, destination, sentAmount, receivedAmount, fees } = byId.get(id)!;
    if (payee.address === setting.blocked.toLowerCase()) {
      expect({ status, refund: refund?.status }, id).toEqual({ status: 'FAILED', refund: 'COMPLETED' });
      continue;
    }
    const hash = (destination as { onChainTransaction?: { transactionHash: string } }).onChainTransaction
      ?.transactionHash;
    const on = byHash.get(hash ?? '');
    expect({ status, to: on?.to, value: on?.value, succeeded: on?.transaction.succeeded }, id).toEqual({
      status: 'COMPLETED',
      to: payee.address,
      value: BigInt(receivedAmount!.amount),
      succeeded: true,
    });
    expect(BigInt(sentAmount!.amount), id).toBe(amount);
    expect(BigInt(receivedAmount!.amount + (fees ?? 0)), id).toBe(amount);
    used.add(hash!);
  }
  const completed = run.payouts.ordered.filter(({ id }) => byId.get(id)!.status === 'COMPLETED');
  expect({ used: used.size, paid: paid.length }).toEqual({ used: completed.length, paid: completed.length });
  expect(told.filter(({ type }) => type === 'OUTGOING').length).toBe(run.payouts.ordered.length);
}

/** Each transfer to a deposit address was credited once, and nothing else was. */
function creditedOnce(run: Run, chain: readonly Moved[], told: readonly Transaction[]): number {
  const accounts = new Map(run.payers.map(({ depositAddress, account }) => [depositAddress, account]));
  const came = chain.filter(({ to, value }) => accounts.has(to) && value > 0n);
  const credited = told.filter(({ type }) => type === 'INCOMING');
  expect(
    credited
      .map(({ destination, receivedAmount, status }) =>
        [status, key(destination.accountId!, receivedAmount!.amount)].join(' '),
      )
      .sort(),
  ).toEqual(came.map(({ to, value }) => `COMPLETED ${key(accounts.get(to)!, value)}`).sort());
  return came.length;
}

async function balancesFollow(run: Run, chain: readonly Moved[], told: readonly Transaction[]): Promise<void> {
  const byId = new Map(told.map((one) => [one.id, one]));
  for (const { customerId, depositAddress } of run.payers) {
    const came = chain.filter(({ to }) => to === depositAddress).reduce((sum, { value }) => sum + value, 0n);
    const went = run.payouts.ordered
      .filter(({ payer, id }) => payer.customerId === customerId && byId.get(id)!.status === 'COMPLETED')
      .reduce((sum, { amount }) => sum + amount, 0n);
    const { balance, totalBalance } = await accountOf(run.api, customerId, 'USDC');
    expect([balance.amount, totalBalance.amount]).toEqual([Number(came - went), Number(came - went)]);
  }
}

/** What the ledger has on the clearing accounts of a currency, by rail. */
async function clearingOf({ deployment }: Setting, currency: string): Promise<(rail: string) => bigint> {
  const { stdout } = await deployment.command('positions');
  const lines = [...stdout.matchAll(/ PRODUCTION clearing:(\S+) (-?[\d,.]+) (\S+)$/gm)];
  return (rail) =>
    lines
      .filter(([, name, , of]) => of === currency && name === rail)
      // All decimals of the currency are printed.
      .reduce((sum, [, , amount]) => sum - BigInt(amount!.replaceAll(/[,.]/g, '')), 0n);
}

/** Throws unless the connection has nothing to do, and its clearing accounts have the tokens of the chain. */
async function everythingIsBooked(setting: Setting, run: Run): Promise<void> {
  const { chain, token, treasury, cold, deployment } = setting;
  const { stdout, stderr } = await deployment.command('connections', 'check');
  const waiting = [...stdout.matchAll(/^ {2}([1-9]\d* .+|.* USDC .* are not reported yet.*)$/gm)];
  if (waiting.length > 0 || !stdout.includes('messages to core')) throw new Error(`${stdout}${stderr}`);
  const clearing = await clearingOf(setting, 'USDC');
  const on = (address: string): Promise<bigint> => tokensOf(chain.rpc, token.address, address);
  let deposited = 0n;
  for (const { depositAddress } of run.payers) deposited += await on(depositAddress);
  expect({ treasury: clearing('base'), deposits: clearing('base.deposits'), cold: clearing('base.cold') }).toEqual({
    treasury: await on(treasury),
    deposits: deposited,
    cold: await on(cold),
  });
  expect(await on(treasury), 'what the treasury keeps: no transfer to the cold address follows').toBeLessThanOrEqual(
    KEPT,
  );
}

/** The gas of each transaction is booked once, in gwei and rounded up, and no other coin. */
async function coinsAreOnTheChain(setting: Setting): Promise<void> {
  const { chain, treasury } = setting;
  const booked = (await clearingOf(setting, 'ETH'))('base');
  const held = await coinsOf(chain.rpc, treasury);
  const sent = BigInt(await chain.rpc<string>('eth_getTransactionCount', treasury, 'latest'));
  expect(held / 1_000_000_000n - booked).toBeGreaterThanOrEqual(0n);
  expect(held / 1_000_000_000n - booked).toBeLessThanOrEqual(sent);
}

async function survives(database: DatabaseKind): Promise<void> {
  const seed = faultSeed(`a chain on ${database}`);
  const closing: Closing = [];
  try {
    const setting = await setUp(database, seed, closing);
    const { chain, nodes, token, treasury, depositors, deployment, clock } = setting;
    const run = await killOverAndOver(setting, seed);
    await depositors.stop();
    const told = await allTransactions(run.api);
    const mined = await readChain(chain.rpc);
    const transfers = moved(mined, token.address);
    const nonces = byNonce(mined);
    paidOnce(setting, run, transfers, told);
    const credited = creditedOnce(run, transfers, told);
    await balancesFollow(run, transfers, told);
    await explained(setting, run.hosts, async () => {
      // What the last sweeps move to the treasury and the cold address is booked when it is confirmed.
      await eventually(
        'the booking of everything that moved',
        async () => {
          await everythingIsBooked(setting, run);
          return true;
        },
        { withinMs: PART_MS + LAST_RETRIES_MS, everyMs: 1000 },
      );
      // Nothing waits any more, so there is nothing to wait for.
      await coinsAreOnTheChain(setting);
    });
    for (const host of run.hosts) await host.stop({ afterFaults: true });
    const { stdout: exceptions } = await deployment.command('exceptions', 'list');
    expect([...exceptions.matchAll(/\b(?:[A-Z]+_)+[A-Z]+\b/g)].map(([kind]) => kind)).toEqual([]);
    await auditIsClean(deployment, clock);
    await deployment.audit();
    const { blocks, reorganisations, reorganisedBlocks, dropped, spikes, restarts } = chain.incidents;
    process.stdout.write(
      `${database}: ${KILLS} kills, ${run.payouts.ordered.length} payouts, ${credited} deposits credited in ` +
        `${depositors.addresses.length} wallets' transactions, ${depositors.replaced()} replaced, ` +
        `${nonces.get(treasury)!.length} nonces of the treasury; ${blocks} blocks, ${reorganisations} reorganisations ` +
        `of ${reorganisedBlocks} blocks, ${dropped} dropped, ${spikes} spikes, ${restarts} restarts; ` +
        `${nodes.faults()} wrong or missing answers of nodes, ${run.payouts.client.lostAnswers()} answers lost\n`,
    );
    expect(Math.min(reorganisations, restarts, dropped)).toBeGreaterThan(0);
    expect(nodes.faults()).toBeGreaterThan(0);
  } finally {
    for (const close of closing.reverse()) await close();
  }
}

describeWithAnvil('a chain that reorganises, with two hosts of which one is killed five times', () => {
  it.each(DATABASES)('pays and credits each payment once on %s', survives, RUN_MS);
});
