import { describe, expect, it } from 'vitest';
import { CLOCK, depositAddress, depositStore, payer } from '../../testing/evm-deposits.js';
import { addressWith } from '../../testing/memory-chain.js';
import { stepStore } from '../../testing/step-store.js';
import { knownAddresses, OtherMnemonic } from './known-addresses.js';

const KEYS = { addressOf: depositAddress };

describe('the deposit addresses of a connection', () => {
  it('are found by address, and others are not', async () => {
    const known = knownAddresses(depositStore(), KEYS);
    expect(await known.count()).toBe(0);
    await known.fill(3);
    expect(await known.count()).toBe(3);
    const asked = [depositAddress(2), payer(1), depositAddress(0), depositAddress(2), depositAddress(3)];
    expect(await known.indexesOf(asked)).toEqual(
      new Map([
        [depositAddress(0), 0],
        [depositAddress(2), 2],
      ]),
    );
  });

  it('are not looked for in the store if none are asked for', async () => {
    const { storeFor } = stepStore(CLOCK);
    let steps = 0;
    const known = knownAddresses(
      storeFor(async () => void (steps += 1)),
      KEYS,
    );
    expect(await known.indexesOf([])).toEqual(new Map());
    expect(steps).toBe(0);
  });

  it.each([199, 200, 201, 400, 401])('are all stored if there are %s', async (allocated) => {
    const derived: number[] = [];
    const addressOf = (index: number) => {
      derived.push(index);
      return depositAddress(index);
    };
    const known = knownAddresses(depositStore(), { addressOf });
    await known.fill(allocated);
    // The first one is derived to recognise the mnemonic.
    expect(derived.slice(1)).toEqual([...Array(allocated).keys()]);
    expect(await known.count()).toBe(allocated);
    const last = depositAddress(allocated - 1);
    expect(await known.indexesOf([last, depositAddress(allocated)])).toEqual(new Map([[last, allocated - 1]]));
  });

  it('stay stored though a late host knows of fewer of them, at whatever moment others are added', async () => {
    for (let moment = 1, isOver = false; !isOver; moment += 1) {
      const { store, storeFor } = stepStore(CLOCK);
      const other = knownAddresses(store, KEYS);
      let steps = 0;
      const late = knownAddresses(
        storeFor(async () => {
          steps += 1;
          if (steps === moment) await other.fill(5);
        }),
        KEYS,
      );
      await late.fill(3);
      isOver = steps < moment;
      expect([moment, await other.count()]).toEqual([moment, isOver ? 3 : 5]);
    }
  });

  it('belong to one mnemonic', async () => {
    const store = depositStore();
    await knownAddresses(store, KEYS).fill(1);
    const other = knownAddresses(store, { addressOf: (index) => addressWith('abcd', index) });
    for (const ask of [() => other.count(), () => other.fill(2)]) {
      await expect(ask()).rejects.toBeInstanceOf(OtherMnemonic);
      await expect(ask()).rejects.toMatchObject({ name: 'OtherMnemonic' });
    }
    expect(await knownAddresses(store, KEYS).count()).toBe(1);
  });
});
