import type { CurrencyCode } from '@corridor/core';
import { describe, expect, it } from 'vitest';
import { depositAddress, payer, treasuryParts, USDC, USDT } from '../../testing/treasury-parts.js';
import { DEPOSITS, type DepositState, type FoundDeposit } from '../deposits/deposit.js';
import { ADDRESSES } from '../deposits/known-addresses.js';
import { STATE } from '../deposits/positions.js';
import type { Address } from '../nodes.js';
import { followedDeposits } from './followed-deposits.js';

const found = (index: number, amount: bigint, block: bigint, token: Address = USDC): FoundDeposit => ({
  ...{ transactionHash: '0x1', ordinal: 0, token, currency: 'USDC' as CurrencyCode, amount, from: payer(1) },
  ...{ to: depositAddress(index), index, block: { number: block, hash: '0x2' } },
});

function start() {
  const play = treasuryParts();
  let serial = 0;
  const add = (state: DepositState, deposit: FoundDeposit, again: FoundDeposit | null = null) =>
    play.run((records) => {
      serial += 1;
      const value = { ...deposit, state, attempt: 1, decision: null, again, refusal: null };
      records.add({ collection: DEPOSITS, key: String(serial), status: state, value: value as never });
    });
  return { ...play, add, untold: (at: bigint) => play.read((records) => followedDeposits.untold(records, at)) };
}
const untold = (index: number, amount: bigint, token: Address = USDC) => ({
  ...{ token, address: depositAddress(index), amount },
});

describe('the deposits that are followed', () => {
  it('are recorded up to the block before the next confirmed one', async () => {
    const { run, read } = treasuryParts();
    const to = () => read((records) => followedDeposits.followedTo(records));
    expect(await to()).toBeNull();
    const value = (next: bigint) => ({ start: 1n, next, checkpoints: [], lost: null });
    await run((records) => records.add({ collection: STATE, key: 'head', value: value(20n) }));
    expect(await to()).toBeNull();
    await run((records) => records.add({ collection: STATE, key: 'confirmed', value: value(12n) }));
    expect(await to()).toBe(11n);
  });

  it('know the indexes of deposit addresses', async () => {
    const { run, read } = treasuryParts();
    await run((records) => {
      for (const index of [0, 3]) records.add({ collection: ADDRESSES, key: depositAddress(index), value: index });
    });
    const addresses = [depositAddress(3), depositAddress(0), depositAddress(3), payer(1)];
    const indexes = await read((records) => followedDeposits.indexesOf(records, addresses));
    expect([...indexes].toSorted(([, a], [, b]) => a - b)).toEqual([
      [depositAddress(0), 0],
      [depositAddress(3), 3],
    ]);
  });
});

describe('deposits that core does not know', () => {
  it('are those that were seen or confirmed, up to a block', async () => {
    const { add, untold: at } = start();
    await add('SEEN', found(1, 10n, 5n));
    await add('CONFIRMED', found(2, 20n, 6n, USDT));
    for (const state of ['CREDITED', 'FINAL', 'REVERSED'] as const) await add(state, found(3, 40n, 5n));
    expect(await at(4n)).toEqual([]);
    expect(await at(5n)).toEqual([untold(1, 10n)]);
    expect(await at(6n)).toEqual([untold(1, 10n), untold(2, 20n, USDT)]);
  });

  it('are less than nothing while core has what the chain lost, and what a newer block has instead', async () => {
    const { add, untold: at } = start();
    await add('REVERSING', found(1, 10n, 5n));
    await add('REVERSING', found(2, 20n, 5n), found(3, 25n, 8n, USDT));
    expect(await at(4n)).toEqual([untold(1, -10n), untold(2, -20n)]);
    expect(await at(8n)).toEqual([untold(1, -10n), untold(2, -20n), untold(3, 25n, USDT)]);
  });

  it('are found on every page', async () => {
    const { add, untold: at } = start();
    for (let deposit = 0; deposit < 401; deposit += 1) await add('SEEN', found(deposit, 1n, 5n));
    expect(await at(5n)).toHaveLength(401);
  });
});
