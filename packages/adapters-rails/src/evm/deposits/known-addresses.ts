import { ok } from '@corridor/core';
import type { RailStore } from '@corridor/core/ports';
import { stored } from '../../connections/stored.js';
import type { Address } from '../nodes.js';
import type { DepositKeys } from './deposit-keys.js';

/** One record for each deposit address, by the address in lower case. Its value is the index. */
export const ADDRESSES = 'deposit-addresses';
const STATE = 'deposit-state';
/** How many indexes, from 0 on, have a record. */
const STORED = 'addresses';

const IN_ONE_UNIT = 200;

/** The addresses that are watched belong to another mnemonic than the keys. */
export class OtherMnemonic extends Error {
  override readonly name = 'OtherMnemonic';

  constructor() {
    super('deposits.mnemonic is not the mnemonic of the deposit addresses that payers have; restore the first one');
  }
}

/** The deposit addresses, by address. A read costs the same whatever their number. */
export interface KnownAddresses {
  /** The number of indexes that have a record. Throws `OtherMnemonic`. */
  count(): Promise<number>;
  /** Adds the addresses of all indexes below this number. Throws `OtherMnemonic`. */
  fill(allocated: number): Promise<void>;
  /** The indexes of those addresses that are deposit addresses. */
  indexesOf(addresses: Iterable<Address>): Promise<ReadonlyMap<Address, number>>;
}

export function knownAddresses(store: RailStore, keys: Pick<DepositKeys, 'addressOf'>): KnownAddresses {
  async function count(): Promise<number> {
    const first = keys.addressOf(0);
    return store.read(async (records) => {
      const known = countIn(await records.get(STATE, STORED));
      if (known > 0 && (await records.get(ADDRESSES, first)) === null) throw new OtherMnemonic();
      return known;
    });
  }

  return {
    count,
    async fill(allocated) {
      let from = await count();
      while (from < allocated) {
        const to = Math.min(from + IN_ONE_UNIT, allocated);
        const derived: (readonly [Address, number])[] = [];
        for (let index = from; index < to; index += 1) {
          derived.push([keys.addressOf(index), index]);
          // A derivation computes for up to a millisecond; requests are served in between.
          await turn();
        }
        from = stored(
          await store.run(async (records) => {
            const state = await records.get(STATE, STORED);
            if (countIn(state) !== derived[0]![1]) return ok(countIn(state));
            // Another host may add the same ones at the same time.
            for (const [key, value] of derived) {
              records.add({ collection: ADDRESSES, key, value }, { unlessExists: true });
            }
            if (state === null) records.add({ collection: STATE, key: STORED, value: to }, { unlessExists: true });
            else records.change(state, { value: to });
            return ok(to);
          }),
        );
      }
    },
    async indexesOf(addresses) {
      const wanted = [...new Set(addresses)];
      if (wanted.length === 0) return new Map();
      const found = await store.read((records) => records.getMany(ADDRESSES, wanted));
      return new Map(found.map(({ key, value }) => [key as Address, value as number]));
    },
  };
}

const countIn = (record: { readonly value: unknown } | null): number => (record?.value as number | undefined) ?? 0;

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
