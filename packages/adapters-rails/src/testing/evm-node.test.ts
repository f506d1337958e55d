import { spawn } from 'node:child_process';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Address, Hex } from '../evm/index.js';
import { describeWithAnvil } from './describe-with-anvil.js';
import { contractAt, contracts, deploy, deployToken, MULTICALL3, placeCode, type TestToken } from './evm-contracts.js';
import { anvilCommand, type EvmNode, RpcError, rpcOf, startAnvil } from './evm-node.js';

describeWithAnvil('the node for tests', () => {
  let node: EvmNode;
  let token: TestToken;
  beforeAll(async () => {
    node = await startAnvil({ chainId: 84_532 });
    token = await deployToken(node);
  });
  afterAll(() => node.stop());

  it('has a chain of its own with accounts that it signs for', async () => {
    const other = await startAnvil();
    try {
      expect(other.url).not.toBe(node.url);
      expect(await node.rpc('eth_chainId')).toBe('0x14a34');
      expect(node.accounts).toHaveLength(10);
      await expect(node.rpc('eth_unknown')).rejects.toThrow(RpcError);
    } finally {
      await other.stop();
    }
    await expect(fetch(other.url)).rejects.toThrow();
  });

  it('mines, replaces blocks, and goes back to a snapshot', async () => {
    const [, alice, bob] = node.accounts as readonly [Address, Address, Address];
    await token.mint(alice, 10_000_000n);
    const before = await node.snapshot();
    const hash = await token.transfer(alice, bob, 4_000_000n);
    await node.mine(2);
    const replaced = await node.rpc<{ readonly hash: Hex }>('eth_getBlockByNumber', ['latest', false]);
    await node.reorg(3);
    const head = await node.rpc<{ readonly hash: Hex }>('eth_getBlockByNumber', ['latest', false]);
    expect(head.hash).not.toBe(replaced.hash);
    // Anvil forgets the receipts of replaced blocks a moment later.
    await vi.waitFor(async () => expect(await node.rpc('eth_getTransactionReceipt', [hash])).toBeNull());
    expect(await token.balanceOf(alice)).toBe(10_000_000n);
    await node.revert(before);
    expect(await token.balanceOf(bob)).toBe(0n);
  });

  it('has tokens that can be paused, blocked and burned', async () => {
    const [owner, , alice, bob] = node.accounts as readonly [Address, Address, Address, Address];
    for (const authorization of ['eip-3009', null] as const) {
      const each = await deployToken(node, { authorization });
      await each.mint(alice, 100n);
      await each.block(alice);
      await expect(each.transfer(alice, bob, 1n)).rejects.toThrow(/revert/i);
      await each.unblock(alice);
      await each.pause();
      await expect(each.transfer(alice, bob, 1n)).rejects.toThrow(/revert|paused/i);
      await each.unpause();
      await each.transfer(alice, bob, 40n);
      await each.mint(owner, 5n);
      await each.transact(owner, 'burn', 5n);
      expect([await each.balanceOf(alice), await each.balanceOf(bob), await each.totalSupply()]).toEqual([
        60n,
        40n,
        100n,
      ]);
    }
  });

  it('runs several calls at once, of which some fail', async () => {
    await placeCode(node, 'Multicall3', MULTICALL3);
    const multicall = contractAt(node, 'Multicall3', MULTICALL3);
    const calls = [token.encode('balanceOf', token.owner), token.encode('mint', token.owner, 1n)];
    const results = await multicall.read<readonly { readonly success: boolean }[]>(
      'aggregate3',
      calls.map((callData) => ({ target: token.address, allowFailure: true, callData })),
    );
    expect(results.map(({ success }) => success)).toEqual([true, false]);
  });

  it('deploys wallets whose owners sign for them, at an address that is known before', async () => {
    const owner = node.accounts[4]!;
    const wallet = await deploy(node, 'ContractWallet', [owner]);
    expect(await contractAt(node, 'ContractWallet', wallet).read<string>('owner')).toMatch(new RegExp(owner, 'i'));
    const factory = contractAt(node, 'ContractWalletFactory', await deploy(node, 'ContractWalletFactory'));
    const salt = `0x${'07'.repeat(32)}`;
    const expected = await factory.read<Address>('addressOf', owner, salt);
    expect(await node.rpc('eth_getCode', [expected, 'latest'])).toBe('0x');
    await factory.transact(owner, 'create', owner, salt);
    expect(await node.rpc<string>('eth_getCode', [expected, 'latest'])).toHaveLength(
      contracts().ContractWallet.code.length,
    );
  });

  it.skipIf(process.platform === 'win32')('ends with the process that started it, even if that is killed', async () => {
    const [command, args] = anvilCommand(['--port', '0']);
    const script = `
      const { spawn } = require('node:child_process');
      spawn(${JSON.stringify(command)}, ${JSON.stringify(args)}, { stdio: ['pipe', 'inherit', 'inherit'] });
    `;
    const starter = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
    const port = await new Promise<string>((resolve) => {
      let said = '';
      starter.stdout.on('data', (chunk: Buffer) => {
        said += chunk.toString();
        const found = /Listening on \S+:(\d+)/.exec(said)?.[1];
        if (found !== undefined) resolve(found);
      });
    });
    const answers = () =>
      rpcOf(`http://127.0.0.1:${port}`)('eth_chainId').then(
        () => true,
        () => false,
      );
    expect(await answers()).toBe(true);
    starter.kill('SIGKILL');
    await vi.waitFor(async () => expect(await answers()).toBe(false), { timeout: 10_000 });
  });
});
