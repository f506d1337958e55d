import { createOutboundHttp } from '@corridor/adapters-http/outbound';
import type { CurrencyCode } from '@corridor/core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeWithAnvil } from '../../testing/describe-with-anvil.js';
import { deployToken, type TestToken } from '../../testing/evm-contracts.js';
import { listeningLedger, playDeposits } from '../../testing/evm-deposits.js';
import { type EvmNode, startAnvil } from '../../testing/evm-node.js';
import { createJsonRpcNodes } from '../json-rpc-nodes.js';
import type { Address } from '../nodes.js';
import { depositKeys } from './index.js';

const CONFIRMATIONS = 3;
const AMOUNT = 2_500_000n;

describeWithAnvil('deposits on Anvil', () => {
  let node: EvmNode;
  let token: TestToken;
  let plain: TestToken;

  beforeAll(async () => {
    node = await startAnvil({ mining: 'manual' });
    token = await deployToken(node);
    plain = await deployToken(node, { authorization: null });
    for (const each of [token, plain]) await each.mint(node.accounts[1]!, 1_000_000_000n);
  });
  afterAll(() => node?.stop());

  async function following() {
    const keys = await depositKeys('test test test test test test test test test test test junk');
    const http = createOutboundHttp({ allowPrivate: true, bodyLimit: 1024 * 1024, timeoutMs: 10_000 });
    const nodes = createJsonRpcNodes({
      entry: {
        chainId: node.chainId,
        rpcUrls: [node.url, node.url],
        quorum: 2,
        confirmations: CONFIRMATIONS,
      },
      environment: 'SANDBOX',
      http,
    });
    const tokens = new Map([
      [token.address, 'USDC' as CurrencyCode],
      [plain.address, 'USDT' as CurrencyCode],
    ]);
    const ledger = listeningLedger();
    const { deposits } = playDeposits({
      nodes,
      tokens,
      keys: { ...keys, addressOf: (index) => keys.addressOf(index + 100) },
      startBlock: await node.head(),
      refunds: 'sender',
    });
    const run = () => deposits.run(ledger.tell);
    await run();
    return { ledger, run, address: (index: number): Address => keys.addressOf(index + 100), deposits };
  }

  it('reach core with the confirmations, the sender and the day', async () => {
    const { ledger, run, address } = await following();
    const hash = await token.transfer(node.accounts[1]!, address(3), AMOUNT);
    await plain.transfer(node.accounts[1]!, address(4), 1n);
    await run();
    expect(ledger.told).toEqual([]);
    await node.mine(CONFIRMATIONS);
    await run();
    const indexOf = (told: object): number => (told as { reference: { addressIndex: number } }).reference.addressIndex;
    expect(ledger.told.toSorted((one, other) => indexOf(one) - indexOf(other))).toMatchObject([
      {
        paymentId: `31337:${hash}:0`,
        reference: { addressIndex: 3 },
        currency: 'USDC',
        amount: AMOUNT,
        remitter: { name: null, account: node.accounts[1] },
        valueDate: new Date().toISOString().slice(0, 10),
      },
      { reference: { addressIndex: 4 }, currency: 'USDT', amount: 1n },
    ]);
  });

  it('are dropped if their block leaves the chain before, and reversed once if it leaves after', async () => {
    const { ledger, run, address } = await following();
    await token.transfer(node.accounts[1]!, address(5), AMOUNT);
    await run();
    await node.reorg(1);
    await node.mine(CONFIRMATIONS);
    await run();
    expect(ledger.told).toEqual([]);

    await token.transfer(node.accounts[1]!, address(5), AMOUNT);
    await node.mine(CONFIRMATIONS);
    await run();
    expect(ledger.credited()).toHaveLength(1);
    await node.reorg(CONFIRMATIONS + 1);
    for (let pass = 0; pass < 4; pass += 1) {
      await node.mine(CONFIRMATIONS);
      await run();
    }
    expect(ledger.told.map(({ kind }) => kind)).toEqual(['arrival', 'reversal']);
  });
});
