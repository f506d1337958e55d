import { instant, ok } from '@corridor/core';
import { describe, expect, it } from 'vitest';
import { depositAddress, payer, playDeposits, USDC } from '../testing/evm-deposits.js';
import { hashOf, memoryChain } from '../testing/memory-chain.js';
import { instruction, payeeNumber, payoutParts } from '../testing/payout-parts.js';
import { tracesOf } from './movement-traces.js';
import { transferCall } from './payouts/index.js';

describe('the traces of a payout', () => {
  it('name each signed transaction and the outcome, but not the payee', async () => {
    const parts = payoutParts();
    const { reference } = instruction(1);
    await parts.rail.submit(instruction(1));
    await parts.run();
    await parts.confirm();
    const [hash] = parts.chain.paid().get(transferCall(payeeNumber(1), 100n))!;
    const traces = await parts.database.storeFor(async () => {}).read((records) => tracesOf(records, reference));
    expect(traces.map(({ text }) => text)).toEqual([
      'payout accepted',
      'queued for signing',
      `signed with nonce 0 as ${hash}`,
      expect.stringMatching(/^mined in block \d+$/),
      `the payout is DELIVERED, in the transaction ${hash}`,
    ]);
    for (const secret of ['Hopper', payeeNumber(1).slice(2)]) expect(JSON.stringify(traces)).not.toContain(secret);
  });
});

describe('the traces of a deposit and of its refund', () => {
  it('name the transaction and the block', async () => {
    const chain = memoryChain(1);
    const told: string[] = [];
    const { deposits, store } = playDeposits({ nodes: chain.nodes });
    const run = () =>
      deposits.run(async (message) => {
        if (message.kind === 'arrival') told.push(message.paymentId);
        return ok({ effect: 'APPLIED', subject: null });
      });
    await run();
    const transactionHash = hashOf('a deposit');
    const event = { token: USDC, from: payer(1), to: depositAddress(4), value: 5_000_000n };
    chain.mine([{ hash: transactionHash, events: [event] }]);
    chain.mine();
    await run();
    const read = (reference: string) => store.read((records) => tracesOf(records, reference));
    expect(told).toHaveLength(1);
    expect((await read(told[0]!)).map(({ text }) => text)).toEqual([
      expect.stringContaining(`Transfer event 0 of the transaction ${transactionHash} in block `),
      expect.stringMatching(/^the deposit is (CREDITED|FINAL)$/),
    ]);

    const reference = 'Deposit:0199c0de-0000-7000-8000-000000000001';
    const arrival = { paymentId: told[0]!, remitter: { name: null, account: payer(1) }, valueDate: null };
    const refund = { reference, currency: 'USDC' as never, amount: 5_000_000n, arrival, submittedAt: instant(1) };
    await deposits.rail.funding!.refund(refund, instant(1));
    expect((await read(reference)).map(({ text }) => text)).toEqual(['refund accepted']);
    expect(await read('unknown')).toEqual([]);
  });
});
