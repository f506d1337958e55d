import type { RailLog } from '@corridor/core/ports';
import { describe, expect, it } from 'vitest';
import { CLOCK, depositAddress, listeningLedger, payer, playDeposits, USDC } from '../../testing/evm-deposits.js';
import { hashOf, memoryChain, type MemoryTransaction } from '../../testing/memory-chain.js';
import { stepStore } from '../../testing/step-store.js';

let serial = 0;
const transaction = (): MemoryTransaction => ({
  hash: hashOf(`followed by two hosts ${(serial += 1)}`),
  events: [{ token: USDC, from: payer(1), to: depositAddress(4), value: 5n }],
});
const idOf = ({ hash }: MemoryTransaction): string => `31337:${hash}:0`;

describe('deposits that two hosts follow', () => {
  it('wait for the screening with one problem, at whatever moment another host finds it too', async () => {
    const screening = { screen: () => Promise.reject(new Error('EACCES')) };
    for (let moment = 1, isOver = false; !isOver; moment += 1) {
      const { store, storeFor } = stepStore(CLOCK);
      let steps = 0;
      const chain = memoryChain(1);
      const { tell } = listeningLedger();
      const other = playDeposits({ nodes: chain.nodes, screening, store });
      const step = async (): Promise<void> => {
        if ((steps += 1) === moment) await other.deposits.run(tell);
      };
      const late = playDeposits({ nodes: chain.nodes, screening, store: storeFor(step) });
      chain.mine([transaction()]);
      await late.deposits.run(tell);
      isOver = steps < moment;
      expect((await other.deposits.condition()).problems).toEqual(['deposits wait for the screening: EACCES']);
    }
  });

  it('may be followed by another host at any moment, and core hears of each once', async () => {
    for (let moment = 1, isOver = false; !isOver; moment += 1) {
      const { store, storeFor } = stepStore(CLOCK);
      let steps = 0;
      const chain = memoryChain(1);
      const ledger = listeningLedger();
      const other = playDeposits({ nodes: chain.nodes, store });
      const late = playDeposits({
        nodes: chain.nodes,
        store: storeFor(async () => {
          if ((steps += 1) !== moment) return;
          chain.reorg(1, [[], [one]]);
          await other.deposits.run(ledger.tell);
        }),
      });
      const one = transaction();
      chain.mine([one]);
      await late.deposits.run(ledger.tell);
      isOver = steps < moment;
      for (let pass = 0; pass < 3; pass += 1) {
        chain.mine();
        await other.deposits.run(ledger.tell);
      }
      expect([moment, ledger.credited().map(({ paymentId }) => paymentId)]).toEqual([moment, [idOf(one)]]);
    }
  });

  it('are compared by both after a reorganisation, which one of them logs', async () => {
    for (let moment = 1, isOver = false; !isOver; moment += 1) {
      const { store, storeFor } = stepStore(CLOCK);
      const lines: string[] = [];
      const log: RailLog = { info: (_, text) => void lines.push(text), warn: (_, text) => void lines.push(text) };
      const chain = memoryChain(1);
      const { tell } = listeningLedger();
      const other = playDeposits({ nodes: chain.nodes, log, store });
      for (let block = 0; block < 2; block += 1) {
        chain.mine();
        await other.deposits.run(tell);
      }
      chain.reorg(1, [[], []]);
      let steps = 0;
      const step = async (): Promise<void> => {
        if ((steps += 1) === moment) await other.deposits.run(tell);
      };
      await playDeposits({ nodes: chain.nodes, log, store: storeFor(step) }).deposits.run(tell);
      isOver = steps < moment;
      expect([moment, lines.toSorted()]).toEqual([
        moment,
        ['confirmed blocks have left the chain', 'told deposits were compared with the chain'],
      ]);
    }
  });
});
