import type { RailStore, TellCore } from '@corridor/core/ports';
import { ok } from '@corridor/core';
import { depositAddress, payer, playDeposits, USDC } from './evm-deposits.js';
import { hashOf, memoryChain } from './memory-chain.js';

export interface DepositPassOptions {
  readonly store: RailStore;
  /** How many deposit addresses exist. */
  readonly addresses: number;
  readonly blocks: number;
  readonly transfersPerBlock: number;
  /** How many transfers of each block are deposits. */
  readonly depositsPerBlock: number;
}

const tell: TellCore = async () => ok({ effect: 'APPLIED', subject: null });

/** A chain whose blocks are followed one pass at a time, over a store that has the addresses already. */
export async function depositPasses({
  store,
  addresses,
  blocks,
  transfersPerBlock,
  depositsPerBlock,
}: DepositPassOptions) {
  const chain = memoryChain(1);
  const { deposits } = playDeposits({ nodes: chain.nodes, store, addressesOf: async () => addresses });
  await deposits.run(tell);
  let serial = 0;
  return {
    /** Seconds for a pass after each block, without the time of the nodes, which are in memory. */
    async seconds(): Promise<number> {
      let total = 0;
      for (let block = 0; block < blocks; block += 1) {
        chain.mine(
          Array.from({ length: transfersPerBlock }, (_, position) => {
            serial += 1;
            const to = position < depositsPerBlock ? depositAddress((serial * 7919) % addresses) : payer(serial);
            return {
              hash: hashOf(`pass ${serial}`),
              events: [{ token: USDC, from: payer(serial + 1), to, value: 1n }],
            };
          }),
        );
        const begin = performance.now();
        await deposits.run(tell);
        total += performance.now() - begin;
      }
      return total / 1000;
    },
  };
}
