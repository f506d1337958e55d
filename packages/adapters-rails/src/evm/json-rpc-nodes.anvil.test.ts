import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createOutboundHttp } from '@corridor/adapters-http/outbound';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { describeWithAnvil } from '../testing/describe-with-anvil.js';
import { deployToken, type TestToken } from '../testing/evm-contracts.js';
import { TEST_KEY } from '../testing/evm-entry.js';
import { type EvmNode, startAnvil } from '../testing/evm-node.js';
import { createJsonRpcNodes, type JsonRpcNodes } from './json-rpc-nodes.js';
import { type Address, ANY_BRANCH, type Hex, NoQuorum } from './nodes.js';
import { localSigner } from './signers.js';

/** The name of a method, and what becomes of its result. */
type Alteration = (method: string, result: unknown) => unknown;

/** A proxy before Anvil that alters results. */
interface Proxy {
  readonly url: string;
  alter: Alteration;
  stop(): Promise<void>;
}

async function startProxy(target: string): Promise<Proxy> {
  const proxy = { alter: (_method: string, result: unknown): unknown => result };
  const server: Server = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const body = Buffer.concat(chunks).toString();
      const answered = await fetch(target, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
      type Answer = { id: number; result?: unknown };
      const [calls, answers] = [JSON.parse(body), await answered.json()] as [unknown, Answer | Answer[]];
      const methods = new Map(
        (Array.isArray(calls) ? calls : [calls]).map((call: { id: number; method: string }) => [call.id, call.method]),
      );
      for (const answer of Array.isArray(answers) ? answers : [answers])
        if ('result' in answer) answer.result = proxy.alter(methods.get(answer.id)!, answer.result);
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answers));
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return Object.assign(proxy, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  });
}

const honestly: Alteration = (_method, result) => result;

describeWithAnvil('nodes over JSON-RPC on Anvil', () => {
  const http = createOutboundHttp({ allowPrivate: true, bodyLimit: 1024 * 1024, timeoutMs: 10_000 });
  let node: EvmNode;
  let token: TestToken;
  let proxies: readonly [Proxy, Proxy, Proxy];
  let nodes: JsonRpcNodes;
  let alice: Address;
  let bob: Address;

  beforeAll(async () => {
    node = await startAnvil({ chainId: 8453, slotsInAnEpoch: 2 });
    token = await deployToken(node);
    [, alice, bob] = node.accounts as unknown as [Address, Address, Address];
    proxies = [await startProxy(node.url), await startProxy(node.url), await startProxy(node.url)];
    nodes = createJsonRpcNodes({
      entry: { chainId: 8453, rpcUrls: proxies.map(({ url }) => url), quorum: 2, confirmations: 2 },
      environment: 'PRODUCTION',
      http,
    });
  });
  afterAll(async () => {
    await http.close();
    for (const proxy of proxies) await proxy.stop();
    await node.stop();
  });
  beforeEach(() => {
    for (const proxy of proxies) proxy.alter = honestly;
  });

  it('read what the chain has', async () => {
    await nodes.verifyChain();
    const first = (await node.head()) + 1n;
    await token.mint(alice, 5_000_000n);
    const hash = await token.transfer(alice, bob, 2_000_001n);
    const head = await nodes.head();
    expect(head.number).toBe(await node.head());
    expect((await nodes.confirmed()).number).toBe(head.number - 1n);
    expect(await nodes.block(head.number)).toEqual(head);
    expect(await nodes.block(head.number + 1n)).toBeNull();
    const transfers = await nodes.transfers([token.address], first, head.number, ANY_BRANCH);
    expect(transfers.map(({ from, to, value }) => [from, to, value])).toEqual([
      [`0x${'0'.repeat(40)}`, alice, 5_000_000n],
      [alice, bob, 2_000_001n],
    ]);
    expect(transfers[1]).toMatchObject({ transactionHash: hash, blockHash: head.hash, token: token.address });
    const receipt = await nodes.receipt(hash);
    expect(receipt).toMatchObject({ status: 'success', blockNumber: head.number, blockHash: head.hash, l1Fee: 0n });
    expect(receipt!.logs).toHaveLength(1);
    expect(receipt!.gasUsed * receipt!.effectiveGasPrice).toBeGreaterThan(0n);
    expect(await nodes.receipt(`0x${'00'.repeat(32)}`)).toBeNull();
    expect(await nodes.hasCode(token.address, head.number)).toBe(true);
    expect(await nodes.hasCode(alice, head.number)).toBe(false);
    expect(await nodes.transactionCount(alice, head.number)).toBe(1);
    expect(await nodes.transactionCount(alice, head.number - 1n)).toBe(0);
    expect(await nodes.balance(bob, head.number)).toBe(10_000n * 10n ** 18n);
    const balanceOf = token.encode('balanceOf', bob);
    expect(BigInt((await nodes.call({ to: token.address, data: balanceOf }, head.number)) as Hex)).toBe(2_000_001n);
    expect(BigInt((await nodes.call({ to: token.address, data: balanceOf }, head.number - 1n)) as Hex)).toBe(0n);
    const { base, tip } = await nodes.gasPrice();
    expect(base > 0n && tip >= 0n).toBe(true);
    expect((await nodes.health()).map(({ problem }) => problem)).toEqual([null, null, null]);
  });

  it('say why a contract refuses a call', async () => {
    const { number } = await nodes.head();
    const call = { from: bob, to: token.address, data: token.encode('mint', bob, 1n) };
    expect(await nodes.call(call, number)).toEqual({ reverted: true, reason: 'FiatToken: caller is not a minter' });
    expect(await nodes.estimateGas(call)).toMatchObject({ reverted: true });
    const allowed = { ...call, from: token.owner };
    expect(await nodes.estimateGas(allowed)).toBeGreaterThan(21_000n);
  });

  it('give signed transactions to the chain, and say what became of them', async () => {
    const signer = localSigner(TEST_KEY);
    expect(signer.address).toBe(token.owner);
    await node.mine();
    const { number } = await nodes.head();
    const { base } = await nodes.gasPrice();
    const transaction = {
      chainId: 8453,
      nonce: await nodes.transactionCount(signer.address, number),
      to: token.address,
      value: 0n,
      data: token.encode('mint', bob, 7n),
      gas: 100_000n,
      maxFeePerGas: 2n * base + 10n ** 9n,
      maxPriorityFeePerGas: 10n ** 9n,
    };
    const first = await signer.sign(transaction);
    await node.rpc('evm_setAutomine', [false]);
    expect(await nodes.broadcast(first.bytes)).toBe('accepted');
    expect(await nodes.broadcast(first.bytes)).toBe('accepted');
    const cheaper = await signer.sign({ ...transaction, value: 1n });
    expect(await nodes.broadcast(cheaper.bytes)).toBe('underpriced');
    await node.rpc('evm_setAutomine', [true]);
    await node.mine();
    expect(await nodes.receipt(first.hash)).toMatchObject({ status: 'success', transactionHash: first.hash });
    expect(await nodes.broadcast(cheaper.bytes)).toBe('nonce-spent');
    const low = await signer.sign({
      ...transaction,
      nonce: transaction.nonce + 1,
      maxFeePerGas: 1n,
      maxPriorityFeePerGas: 1n,
    });
    expect(await nodes.broadcast(low.bytes)).toBe('underpriced');
    const poor = localSigner(`0x${'42'.repeat(32)}`);
    expect(await nodes.broadcast((await poor.sign({ ...transaction, nonce: 0 })).bytes)).toBe('insufficient-funds');
  });

  it.each<[string, Alteration]>([
    ['skips logs', (method, result) => (method === 'eth_getLogs' ? [] : result)],
    [
      'repeats logs',
      (method, result) => (method === 'eth_getLogs' ? [...(result as object[]), ...(result as object[])] : result),
    ],
    [
      'lies about hashes',
      (method, result) =>
        method === 'eth_getBlockByNumber' ? { ...(result as object), hash: `0x${'ab'.repeat(32)}` } : result,
    ],
    ['answers with nothing', () => null],
    ['answers with garbage', () => ({ toString: 'x' })],
  ])('agree although one %s', async (_, alteration) => {
    proxies[1].alter = alteration;
    const first = (await node.head()) + 1n;
    await token.mint(bob, 11n);
    const { number } = await nodes.head();
    expect(number).toBe(first);
    expect((await nodes.transfers([token.address], first, number, ANY_BRANCH)).map(({ value }) => value)).toEqual([
      11n,
    ]);
    expect(await nodes.balance(bob, number)).toBe(10_000n * 10n ** 18n);
  });

  it('forget transfers of blocks that leave the chain', async () => {
    const from = await node.head();
    await token.mint(bob, 1n);
    await node.mine(2);
    const former = await nodes.head();
    await node.reorg(3);
    const head = await nodes.head();
    expect(head.number).toBe(former.number);
    expect(head.hash).not.toBe(former.hash);
    expect(await nodes.transfers([token.address], from + 1n, head.number, ANY_BRANCH)).toEqual([]);
  });

  it('know nothing if one is alone', async () => {
    proxies[0].alter = () => undefined;
    proxies[2].alter = () => undefined;
    await expect(nodes.head()).rejects.toThrow(NoQuorum);
    await expect(nodes.transfers([token.address], 0n, 1n, ANY_BRANCH)).rejects.toThrow(NoQuorum);
  });

  it('have the safe and finalized blocks of the chain', async () => {
    proxies.forEach((proxy) => (proxy.alter = honestly));
    await node.mine(10);
    const tips = await Promise.all(
      (['safe', 'finalized'] as const).map((confirmations) =>
        createJsonRpcNodes({
          entry: { chainId: 8453, rpcUrls: proxies.map(({ url }) => url), quorum: 2, confirmations },
          environment: 'PRODUCTION',
          http,
        }).confirmed(),
      ),
    );
    const head = await node.head();
    expect(tips.map(({ number }) => head - number)).toEqual([2n, 4n]);
  });
});
