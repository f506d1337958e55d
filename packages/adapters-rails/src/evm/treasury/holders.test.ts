import { describe, expect, it } from 'vitest';
import { depositAddress, MINIMUM, treasuryParts, type TreasuryPlay, USDC, USDT } from '../../testing/treasury-parts.js';
import type { Address } from '../nodes.js';
import {
  allHolders,
  available,
  countCredited,
  countHolders,
  countSwept,
  dueHolders,
  endSweep,
  type Holder,
  holderOf,
  startSweep,
} from './holders.js';

const deposit = (index: number, token: Address = USDC) => ({ token, address: depositAddress(index), index });

const credit = ({ parts, run }: TreasuryPlay, index: number, amount: bigint, token?: Address) =>
  run((records) => countCredited(parts, records, deposit(index, token), amount));
const take = ({ parts, run }: TreasuryPlay, index: number, amount: bigint) =>
  run((records) => countSwept(parts, records, deposit(index), amount));
const changeSweep =
  (change: typeof startSweep) =>
  ({ parts, run }: TreasuryPlay, index: number, key: string) =>
    run(async (records) => {
      const { token, address } = deposit(index);
      change(parts, records, (await holderOf(records, token, address))!, key);
    });
const start = changeSweep(startSweep);
const end = changeSweep(endSweep);
const holder = ({ committed }: TreasuryPlay, index: number, token = USDC) => {
  const { status, value } = committed.get(`holders/${token}/${depositAddress(index)}`)!;
  return [status, value];
};

describe('what a deposit address has', () => {
  it('is what was credited less what was swept, and never negative', () => {
    const of = (credited: bigint, swept: bigint) => available({ credited, swept } as Holder);
    expect([of(5n, 2n), of(5n, 5n), of(5n, 6n)]).toEqual([3n, 0n, 0n]);
  });

  it('is due for a sweep from the minimum of its token on', async () => {
    const play = treasuryParts();
    const value = { ...deposit(1), swept: 0n, sweep: null };
    await credit(play, 1, MINIMUM - 1n);
    expect(holder(play, 1)).toEqual(['SMALL', { ...value, credited: MINIMUM - 1n }]);
    await credit(play, 1, 1n);
    expect(holder(play, 1)).toEqual(['DUE', { ...value, credited: MINIMUM }]);
    await take(play, 1, 1n);
    expect(holder(play, 1)).toEqual(['SMALL', { ...value, credited: MINIMUM, swept: 1n }]);
    await take(play, 1, -1n);
    await credit(play, 1, -1n);
    expect(holder(play, 1)).toEqual(['SMALL', { ...value, credited: MINIMUM - 1n }]);
  });

  it('is counted for each token apart', async () => {
    const play = treasuryParts();
    await credit(play, 1, 60n);
    await credit(play, 1, 70n, USDT);
    expect([holder(play, 1), holder(play, 1, USDT)]).toMatchObject([
      ['SMALL', { token: USDC, credited: 60n }],
      ['SMALL', { token: USDT, credited: 70n }],
    ]);
  });

  it('is never due if it is nothing, or of a token that is not in the entry', async () => {
    const [usdc] = treasuryParts().parts.tokens;
    const play = treasuryParts({ tokens: [{ ...usdc!, minimum: 0n }] });
    await credit(play, 1, 0n);
    await credit(play, 2, 1n);
    await credit(play, 3, 1_000_000n, USDT);
    expect([holder(play, 1), holder(play, 2), holder(play, 3, USDT)].map(([status]) => status)).toEqual([
      ...['SMALL', 'DUE', 'SMALL'],
    ]);
  });

  it('is not due again while a sweep is under way', async () => {
    const play = treasuryParts();
    await credit(play, 1, 500n);
    await start(play, 1, 'sweep/1');
    expect(holder(play, 1)).toEqual(['SWEEPING', { ...deposit(1), credited: 500n, swept: 0n, sweep: 'sweep/1' }]);
    await credit(play, 1, 500n);
    expect(holder(play, 1)).toMatchObject(['SWEEPING', { credited: 1000n, sweep: 'sweep/1' }]);
    await take(play, 1, 950n);
    await end(play, 1, 'sweep/1');
    expect(holder(play, 1)).toMatchObject(['SMALL', { swept: 950n, sweep: null }]);
  });

  it('stays in the sweep that is under way when another one ends', async () => {
    const play = treasuryParts();
    await credit(play, 1, 500n);
    await start(play, 1, 'sweep/2');
    await end(play, 1, 'sweep/1');
    expect(holder(play, 1)).toMatchObject(['SWEEPING', { sweep: 'sweep/2' }]);
  });
});

describe('the lists of deposit addresses', () => {
  it('have those that are due, oldest first, in pages', async () => {
    const play = treasuryParts();
    for (const [index, amount] of [500n, 1n, 600n, 700n].entries()) await credit(play, index, amount);
    await start(play, 3, 'sweep/3');
    const page = (limit: number, after?: Parameters<typeof dueHolders>[2]) =>
      play.read((records) => dueHolders(records, limit, after));
    const [first, ...others] = await page(1);
    expect([first!.key, others]).toEqual([`${USDC}/${depositAddress(0)}`, []]);
    expect((await page(5, first)).map(({ key }) => key)).toEqual([`${USDC}/${depositAddress(2)}`]);
    const counts = ['SMALL', 'DUE', 'SWEEPING'] as const;
    expect(await play.read((records) => Promise.all(counts.map((state) => countHolders(records, state))))).toEqual([
      1, 2, 1,
    ]);
  });

  it('have every address that has received a token, in whichever state and on whichever page', async () => {
    const play = treasuryParts();
    for (let index = 0; index < 201; index += 1) await credit(play, index, 500n);
    await credit(play, 201, 1n);
    await credit(play, 202, 500n);
    await start(play, 202, 'sweep/202');
    await credit(play, 5, 1n, USDT);
    const all = await play.read(allHolders);
    expect([...all.keys()].toSorted()).toEqual([USDC, USDT]);
    expect(all.get(USDC)!.toSorted()).toEqual(Array.from({ length: 203 }, (_, index) => depositAddress(index)));
    expect(all.get(USDT)).toEqual([depositAddress(5)]);
  });
});
