import { ok } from '@corridor/core';
import { describe, expect, it } from 'vitest';
import { CLOCK } from '../../testing/evm-deposits.js';
import { hashOf } from '../../testing/memory-chain.js';
import { stepStore } from '../../testing/step-store.js';
import type { Block } from '../nodes.js';
import { advanced, changePosition, confirmedPosition, headPosition, ifUnchanged, readPosition } from './positions.js';

const block = (number: bigint): Block => ({
  ...{ number, hash: hashOf(`block ${number}`), parentHash: hashOf(`block ${number - 1n}`) },
  timestamp: Number(number),
});
const id = (number: bigint) => ({ number, hash: hashOf(`block ${number}`) });

/** The confirmed blocks up to 9, and a store with their position. */
async function followed() {
  const { store, committed } = stepStore(CLOCK);
  const confirmed = await confirmedPosition(store, block(9n), null);
  /** Says that blocks up to this one were read. */
  const readTo = (position: typeof confirmed, number: bigint) =>
    ifUnchanged(store, position, async (records, now) => changePosition(records, now, advanced(now, id(number))));
  const read = (reading: 'confirmed' | 'head') => store.read((records) => readPosition(records, reading));
  return { store, committed, confirmed, readTo, read };
}

describe('the position of a reading', () => {
  it('begins at the head of the first start, and stays there', async () => {
    const { store, confirmed, read } = await followed();
    const beginning = { start: 9n, next: 9n, checkpoints: [], lost: null };
    expect(confirmed).toMatchObject(beginning);
    expect(await confirmedPosition(store, block(20n), null)).toEqual(confirmed);
    expect(await confirmedPosition(store, block(20n), 3n)).toEqual(confirmed);
    expect(await read('confirmed')).toEqual(confirmed);
    expect(await read('head')).toBe(null);
  });

  it('begins at the start block of the connection', async () => {
    const { store } = stepStore(CLOCK);
    expect(await confirmedPosition(store, block(20n), 3n)).toMatchObject({ start: 3n, next: 3n });
  });

  it('is not changed by a host that read it before another host changed it', async () => {
    const { store, confirmed, readTo, read } = await followed();
    expect(await readTo(confirmed, 12n)).toBe(true);
    let isRun = false;
    expect(
      await ifUnchanged(store, confirmed, async () => {
        isRun = true;
      }),
    ).toBe(false);
    expect(isRun).toBe(false);
    expect(await readTo(confirmed, 10n)).toBe(false);
    expect(await read('confirmed')).toMatchObject({ next: 13n, checkpoints: [id(12n)] });
  });

  it('is not changed if it has gone', async () => {
    const { store, confirmed, readTo, committed } = await followed();
    await store.run(async (records) => {
      records.remove(confirmed.record);
      return ok();
    });
    expect(await readTo(confirmed, 12n)).toBe(false);
    expect(committed.size).toBe(0);
  });

  it('near the head begins where the confirmed blocks end', async () => {
    const { store, confirmed, readTo, read } = await followed();
    await readTo(confirmed, 10n);
    await readTo((await read('confirmed'))!, 12n);
    expect(await headPosition(store)).toMatchObject({ start: 9n, next: 13n, checkpoints: [id(12n)], lost: null });
  });

  it('near the head is kept while it is not below the confirmed blocks', async () => {
    const { store, confirmed, readTo, read } = await followed();
    await readTo(await headPosition(store), 11n);
    const head = (await readTo(await headPosition(store), 12n)) && (await headPosition(store));
    expect(head).toMatchObject({ next: 13n, checkpoints: [id(11n), id(12n)] });
    await readTo(confirmed, 12n);
    expect(await headPosition(store)).toEqual(head);
    await readTo((await read('confirmed'))!, 13n);
    expect(await headPosition(store)).toMatchObject({ next: 14n, checkpoints: [id(13n)] });
  });
});
