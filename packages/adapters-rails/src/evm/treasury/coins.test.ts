import { describe, expect, it } from 'vitest';
import { coinParts, DEPOSIT, gasFor, GWEI, TREASURY } from '../../testing/coin-parts.js';
import { payment } from '../../testing/sending-hosts.js';
import { storedSigner, storedNonce } from '../sending/sending-records.js';
import { compareCoins } from './coins.js';

const CONFIRMATIONS = 4;

async function start() {
  const play = coinParts({ confirmations: CONFIRMATIONS });
  await play.open();
  await play.book(play.parts);
  const { chain, parts } = play;
  const opening = chain.state.coins / GWEI;
  const mine = (blocks = CONFIRMATIONS + 1): void => {
    for (let block = 0; block < blocks; block += 1) chain.mine();
  };
  return {
    ...play,
    mine,
    /** Sends, confirms and books everything, and compares with the chain. */
    async end(): Promise<void> {
      for (let pass = 0; pass < 3; pass += 1) {
        await play.run();
        mine();
      }
      await play.run();
      await play.book(parts);
      for (const address of [TREASURY, DEPOSIT]) {
        const rest = chain.coinsOf(address) / GWEI - play.booked(address);
        expect(rest).toBeGreaterThanOrEqual(0n);
        expect(rest).toBeLessThanOrEqual(BigInt(chain.gasOf(address).size));
        expect(play.arrived(address)).toBe(opening);
      }
      expect(play.ledger.of('difference')).toEqual([]);
    },
  };
}

describe('coins', () => {
  it('are not compared with a block from before a transaction that is concluded', async () => {
    const play = await start();
    const { chain, committed } = play;
    await play.add(payment(1));
    await play.run();
    play.mine();
    // Another host compares, with nodes that are behind, between the outcome of the nonce and the new floor.
    let compared = 0;
    const sender = play.host(async () => {
      const slot = committed.get(`nonces/${TREASURY}/0`)!;
      const isConcluded = storedNonce(slot).state === 'WATCHED';
      if (compared > 0 || !isConcluded || storedSigner(committed.get(`signers/${TREASURY}`)!).floor > 0) return;
      compared += 1;
      chain.state.lag = 2n;
      await compareCoins(play.parts, TREASURY);
      chain.state.lag = 0n;
    });
    await sender.run();
    expect(compared).toBe(1);
    await play.end();
  });

  it('are not compared with a block that has a transaction which was sent in the meantime', async () => {
    const play = await start();
    const { chain, parts } = play;
    await play.add(payment(1));
    await play.run();
    play.mine();
    await play.run();
    // The host waits for its nodes; another one sends, and the chain goes on.
    const confirmed: typeof chain.nodes.confirmed = async () => {
      await play.add(payment(2));
      await play.run();
      play.mine();
      return chain.nodes.confirmed();
    };
    await compareCoins({ ...parts, nodes: { ...chain.nodes, confirmed } }, TREASURY);
    await play.end();
  });

  it('that the treasury has sent to a deposit address are not compared before they are concluded', async () => {
    const play = await start();
    await play.add(gasFor(1, 500_000n));
    await play.run();
    play.mine();
    await compareCoins(play.parts, DEPOSIT);
    await play.end();
  });
});
