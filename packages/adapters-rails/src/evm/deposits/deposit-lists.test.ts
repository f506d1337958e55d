import type { CurrencyCode } from '@corridor/core';
import { ok } from '@corridor/core';
import type { RailValue } from '@corridor/core/ports';
import { describe, expect, it } from 'vitest';
import { CLOCK, depositAddress, payer, USDC } from '../../testing/evm-deposits.js';
import { hashOf } from '../../testing/memory-chain.js';
import { stepStore } from '../../testing/step-store.js';
import type { BlockId } from '../nodes.js';
import { changeDeposit, type Deposit, type DepositContent, DEPOSITS } from './deposit.js';
import { decide, depositsListed } from './deposit-lists.js';
import { advanced, changePosition, confirmedPosition, ifUnchanged } from './positions.js';

const BLOCK: BlockId = { number: 9n, hash: hashOf('block') };

const content = (serial: number): DepositContent => ({
  ...{ transactionHash: hashOf(`transaction ${serial}`), ordinal: 0, token: USDC, currency: 'USDC' as CurrencyCode },
  ...{ amount: 5n, from: payer(1), to: depositAddress(4), index: 4, block: BLOCK },
  ...{ state: 'SEEN', attempt: 1, decision: null, again: null, refusal: null },
});

/** A store with deposits that blocks have, by their serial numbers. */
async function storeWith(deposits: number) {
  const { store, committed } = stepStore(CLOCK);
  await store.run(async (records) => {
    for (let serial = 0; serial < deposits; serial += 1)
      records.add({
        ...{ collection: DEPOSITS, key: `${serial}`, status: 'SEEN' },
        value: content(serial) as unknown as RailValue,
      });
    return ok();
  });
  const pages = async (status: Parameters<typeof depositsListed>[1] = 'SEEN') => {
    const found: (readonly Deposit[])[] = [];
    for await (const page of depositsListed(store, status)) found.push(page);
    return found;
  };
  const stateOf = (key: string) => (committed.get(`${DEPOSITS}/${key}`)!.value as unknown as DepositContent).state;
  return { store, committed, pages, stateOf };
}

describe('the list of deposits in a state', () => {
  it.each([
    [0, []],
    [1, [1]],
    [199, [199]],
    [200, [200]],
    [201, [200, 1]],
    [401, [200, 200, 1]],
  ])('has %s deposits in pages, each once and oldest first', async (count, sizes) => {
    const { pages } = await storeWith(count);
    const found = await pages();
    expect(found.map(({ length }) => length)).toEqual(sizes);
    expect(found.flat().map(({ key }) => key)).toEqual(Array.from({ length: count }, (_, serial) => `${serial}`));
  });

  it('has the content and the version of each, and none of another state', async () => {
    const { pages } = await storeWith(1);
    expect(await pages()).toEqual([[{ ...content(0), key: '0', version: 1 }]]);
    expect(await pages('CREDITED')).toEqual([]);
  });
});

describe('a decision about deposits', () => {
  const confirm: Parameters<typeof decide>[2] = (records, record) =>
    changeDeposit(records, record, { state: 'CONFIRMED' });

  it('leaves out a deposit that has changed since it was read', async () => {
    const { store, pages, stateOf } = await storeWith(2);
    const [read] = await pages();
    await decide(store, [read![0]!], (records, record) => changeDeposit(records, record, { refusal: 'CONFLICT' }));
    await decide(store, read!, confirm);
    expect([stateOf('0'), stateOf('1')]).toEqual(['SEEN', 'CONFIRMED']);
  });

  it('is not stored before a chain is followed', async () => {
    const { store, pages, stateOf } = await storeWith(1);
    await decide(store, (await pages())[0]!, confirm, BLOCK);
    expect(stateOf('0')).toBe('SEEN');
  });

  it('is stored only while its block is one of the chain that is followed', async () => {
    const { store, pages, stateOf } = await storeWith(1);
    const [read] = await pages();
    const position = await confirmedPosition(store, { ...BLOCK, parentHash: hashOf('parent'), timestamp: 0 }, null);
    await ifUnchanged(store, position, async (records, now) => changePosition(records, now, advanced(now, BLOCK)));
    await decide(store, read!, confirm, { ...BLOCK, hash: hashOf('another block') });
    expect(stateOf('0')).toBe('SEEN');
    await decide(store, read!, confirm, BLOCK);
    expect(stateOf('0')).toBe('CONFIRMED');
  });

  it('about no deposit asks nothing of the store', async () => {
    const { storeFor } = stepStore(CLOCK);
    let steps = 0;
    const store = storeFor(async () => void (steps += 1));
    await decide(store, [], confirm, BLOCK);
    expect(steps).toBe(0);
  });
});
