import { createOutboundHttp, type OutboundHttpClient } from '@corridor/adapters-http/outbound';
import type { CurrencyCode } from '@corridor/core';
import { AbiCoder, concat, hashMessage, type HDNodeWallet, Wallet } from 'ethers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ownershipProofs } from '../accounts/index.js';
import { describeWithAnvil } from '../testing/describe-with-anvil.js';
import { contractAt, deploy } from '../testing/evm-contracts.js';
import { type EvmNode, startAnvil } from '../testing/evm-node.js';
import { contractSignatures } from './contract-signatures.js';
import { createJsonRpcNodes } from './json-rpc-nodes.js';
import type { Address, Block, EvmNodes } from './nodes.js';

const MESSAGE = 'pay.example asks you to prove that this wallet is yours.\nCode: 7HQ4GKX93MTA';
const HASH = hashMessage(MESSAGE);
const MAGIC = `0x${'6492'.repeat(16)}`;
const SALT = `0x${'00'.repeat(31)}07`;

/** A signature for a contract that does not exist yet, with the call that creates it. */
const wrapped = (factory: string, call: string, signature: string): string =>
  concat([AbiCoder.defaultAbiCoder().encode(['address', 'bytes', 'bytes'], [factory, call, signature]), MAGIC]);

describeWithAnvil('contract wallets on a chain', () => {
  let node: EvmNode;
  let owner: HDNodeWallet;
  let stranger: HDNodeWallet;
  let signature: string;
  let http: OutboundHttpClient;

  beforeAll(async () => {
    node = await startAnvil();
    http = createOutboundHttp({ allowPrivate: true });
    owner = Wallet.createRandom();
    stranger = Wallet.createRandom();
    signature = await owner.signMessage(MESSAGE);
  });
  afterAll(async () => {
    await http.close();
    await node.stop();
  });

  const nodesAt = (...rpcUrls: readonly string[]): EvmNodes =>
    createJsonRpcNodes({
      entry: { chainId: node.chainId, rpcUrls, quorum: 1, confirmations: 1 },
      environment: 'SANDBOX',
      http,
    });
  const judge = (address: string, by: string) =>
    contractSignatures('BASE', nodesAt(node.url)).judge({ address: address.toLowerCase(), hash: HASH, signature: by });

  it('accept the signature of their owner alone', async () => {
    const wallet = await deploy(node, 'ContractWallet', [owner.address]);
    expect(await judge(wallet, signature)).toBe('valid');
    expect(await judge(wallet, await stranger.signMessage(MESSAGE))).toBe('invalid');
    expect(await judge(wallet, await owner.signMessage(`${MESSAGE}.`))).toBe('invalid');
    expect(await judge(wallet, '0x00')).toBe('invalid');
    expect(await judge(owner.address, signature)).toBe('valid');
  });

  it('accept it before they exist, if it contains the call that creates them, and are not created by the question', async () => {
    const factory = contractAt(node, 'ContractWalletFactory', await deploy(node, 'ContractWalletFactory'));
    const wallet = await factory.read<Address>('addressOf', owner.address, SALT);
    const call = factory.encode('create', owner.address, SALT);
    const head = await node.head();
    expect(await judge(wallet, wrapped(factory.address, call, signature))).toBe('valid');
    expect(await judge(wallet, signature)).toBe('invalid');
    expect(await judge(wallet, wrapped(factory.address, call, await stranger.signMessage(MESSAGE)))).toBe('invalid');
    // The call creates another wallet.
    const others = factory.encode('create', stranger.address, SALT);
    const byStranger = await stranger.signMessage(MESSAGE);
    expect(await judge(wallet, wrapped(factory.address, others, byStranger))).toBe('invalid');
    expect(await judge(stranger.address, wrapped(factory.address, call, signature))).toBe('invalid');
    expect(await node.rpc('eth_getCode', [wallet, 'latest'])).toBe('0x');
    expect(await node.head()).toBe(head);

    await factory.transact(node.accounts[0]!, 'create', owner.address, SALT);
    expect(await judge(wallet, wrapped(factory.address, call, signature))).toBe('valid');
    expect(await judge(wallet, signature)).toBe('valid');
    expect(await judge(wallet, wrapped(factory.address, call, byStranger))).toBe('invalid');
  });

  it.each(Array.from({ length: 13 }, (_, way) => way))('prove nothing in hostile way %i', async (way) => {
    const hostile = await deploy(node, 'HostileWallet', [BigInt(way)]);
    expect(await judge(hostile, signature)).toBe('invalid');
    // As the wallet that a signature creates, and as what creates it.
    expect(await judge(hostile, wrapped(hostile, '0x00', signature))).toBe('invalid');
    expect(await judge(stranger.address, wrapped(hostile, '0x00', signature))).toBe('invalid');
    const wallet = await deploy(node, 'ContractWallet', [owner.address]);
    expect(await judge(wallet, wrapped(hostile, '0x00', await stranger.signMessage(MESSAGE)))).toBe('invalid');
  });

  it('prove nothing for an address without code, or for the address zero', async () => {
    const forged = `0x${'11'.repeat(65)}`;
    for (const address of [stranger.address, `0x${'00'.repeat(20)}`, `0x${'00'.repeat(19)}04`]) {
      for (const by of [forged, signature, '0x00', MAGIC, wrapped(node.accounts[1]!, '0x', signature)]) {
        expect(await judge(address, by), address).toBe('invalid');
      }
    }
  });

  it('are unknown while too few nodes answer', async () => {
    const question = { address: stranger.address.toLowerCase(), hash: HASH, signature };
    expect(await contractSignatures('BASE', nodesAt('http://127.0.0.1:1')).judge(question)).toBe('unknown');
    // The node knows no such block any more, or not yet.
    const ahead = { ...nodesAt(node.url), head: async () => ({ number: 1_000_000n }) as Block };
    expect(await contractSignatures('BASE', ahead).judge(question)).toBe('unknown');
    const broken = { ...nodesAt(node.url), call: () => Promise.reject(new TypeError('a mistake')) };
    await expect(contractSignatures('BASE', broken).judge(question)).rejects.toThrow('a mistake');
  });

  it('prove the ownership of an account', async () => {
    const wallet = await deploy(node, 'ContractWallet', [owner.address]);
    const signed = (accountType: 'BASE_WALLET' | 'ETHEREUM_WALLET', by: string) =>
      ownershipProofs.judge(
        {
          account: { accountType, address: wallet },
          currency: 'USDC' as CurrencyCode,
          message: MESSAGE,
          signature: by,
          scheme: 'bip137',
        },
        [contractSignatures('BASE', nodesAt(node.url))],
      );
    expect(await signed('BASE_WALLET', signature)).toBe('proven');
    expect(await signed('ETHEREUM_WALLET', signature)).toBe('wrong');
    expect(await signed('BASE_WALLET', await stranger.signMessage(MESSAGE))).toBe('wrong');
  });
});
