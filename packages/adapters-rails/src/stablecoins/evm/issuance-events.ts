import { ok } from '@corridor/core';
import { type ForeignIssuance, RailUnavailable, type RailRecord, type RailStore } from '@corridor/core/ports';
import type { Address, EvmNodes } from '../../evm/index.js';
import { classified, mark } from './classify-issuance.js';
import { issuanceIn } from './issuance-logs.js';
import {
  eventOf,
  EVENT_STATUSES,
  EVENTS,
  type EventStatus,
  type IssuanceEvent,
  pagesOf,
  SCAN,
  type Scan,
  scanOf,
  type ScannedBlock,
  suppliedBy,
} from './issuance-records.js';

const BLOCKS_AT_ONCE = 2_000n;
const KEPT_ENDS = 100;

export interface IssuanceEventPorts {
  readonly store: RailStore;
  readonly nodes: EvmNodes;
}

export interface ScannedToken {
  readonly address: Address;
  /** Null for the block after the newest confirmed one at the first scan. */
  readonly firstBlock: bigint | null;
}

export interface SuppliedTokens {
  /** Minted minus burned by orders of this service, up to the newest confirmed block. */
  readonly supply: bigint;
  readonly foreign: readonly ForeignIssuance[];
}

export interface IssuanceEvents {
  /**
   * Stores the events of the next confirmed blocks. Returns whether all confirmed blocks are stored; false after
   * `withinMs`. Throws `NoQuorum`.
   */
  scan(withinMs: number): Promise<boolean>;
  /** What others minted or burned, as far as the events are stored. */
  foreign(): Promise<readonly ForeignIssuance[]>;
  /** What the stored events say. Throws `RailUnavailable` while they lack the event of an order. */
  read(): Promise<SuppliedTokens>;
}

/** Follows the events by which a token's contract reports mints and burns. */
export function followIssuance(token: ScannedToken, { store, nodes }: IssuanceEventPorts): IssuanceEvents {
  const current = (): Promise<RailRecord | null> => store.read((records) => records.get(SCAN, SCAN));

  async function begun(): Promise<RailRecord> {
    const known = await current();
    if (known !== null) return known;
    const firstBlock = token.firstBlock ?? (await nodes.confirmed()).number + 1n;
    const value: Scan = { firstBlock, nextBlock: firstBlock, supply: 0n, ends: [] };
    await store.run(async (records) => {
      records.add({ collection: SCAN, key: SCAN, value }, { unlessExists: true });
      return ok();
    });
    return (await current())!;
  }

  /** Stores the events up to a block. Has no effect if another host has stored them. */
  async function append(before: RailRecord, end: ScannedBlock, events: ReadonlyMap<string, IssuanceEvent>) {
    const stored = await store.run(async (records) => {
      const now = (await records.get(SCAN, SCAN))!;
      if (now.version !== before.version) return ok();
      const { firstBlock, supply, ends } = scanOf(now);
      let sum = supply;
      for (const [key, event] of events) {
        records.add({ collection: EVENTS, key, status: 'OPEN' satisfies EventStatus, value: event });
        sum += suppliedBy(event);
      }
      const value: Scan = {
        firstBlock,
        nextBlock: end.number + 1n,
        supply: sum,
        ends: [end, ...ends].slice(0, KEPT_ENDS),
      };
      records.change(now, { value });
      return ok();
    });
    if (!stored.ok) throw new RailUnavailable('issuer-evm', 'issuer-supply', stored.error.message);
  }

  /** Forgets what was stored of blocks that have left the chain. Returns whether there were any. */
  async function rewound(record: RailRecord): Promise<boolean> {
    const { firstBlock, ends } = scanOf(record);
    let gone = 0;
    for (const end of ends) {
      if ((await nodes.block(end.number))?.hash === end.hash) break;
      gone += 1;
    }
    if (gone === 0) return false;
    const kept = ends.slice(gone);
    const nextBlock = kept[0] === undefined ? firstBlock : kept[0].number + 1n;
    const undone: string[] = [];
    await store.read(async (records) => {
      for (const status of EVENT_STATUSES)
        for await (const page of pagesOf(records, EVENTS, status))
          for (const each of page) if (eventOf(each).blockNumber >= nextBlock) undone.push(each.key);
    });
    await store.run(async (records) => {
      const now = (await records.get(SCAN, SCAN))!;
      if (now.version !== record.version) return ok();
      const known = await records.getMany(EVENTS, undone);
      let { supply } = scanOf(now);
      for (const each of known) {
        supply -= suppliedBy(eventOf(each));
        records.remove(each);
      }
      records.change(now, { value: { firstBlock, nextBlock, supply, ends: kept } satisfies Scan });
      return ok();
    });
    return true;
  }

  return {
    async scan(withinMs) {
      const until = performance.now() + withinMs;
      for (;;) {
        const record = await begun();
        if (await rewound(record)) continue;
        const { nextBlock, ends } = scanOf(record);
        const confirmed = await nodes.confirmed();
        if (nextBlock > confirmed.number) {
          await mark(store, (await store.read(classified)).ours);
          return true;
        }
        if (performance.now() >= until) return false;
        const last = nextBlock + BLOCKS_AT_ONCE - 1n;
        const end = last < confirmed.number ? await nodes.block(last) : confirmed;
        if (end === null) return false;
        const events = await issuanceIn(nodes, token.address, nextBlock, end.number, {
          before: ends[0]?.hash ?? null,
          last: end.hash,
        });
        await append(record, { number: end.number, hash: end.hash }, events);
      }
    },

    async foreign() {
      const known = await store.read(async (records) =>
        (await records.get(SCAN, SCAN)) === null ? null : classified(records),
      );
      return known === null ? [] : known.others.map(foreignIssuance);
    },

    async read() {
      const { nextBlock, supply, highestBlock, others } = await store.read(classified);
      if (highestBlock >= nextBlock) {
        throw new RailUnavailable(
          'issuer-evm',
          'issuer-supply',
          `events are read up to block ${nextBlock - 1n}, and an order was mined in block ${highestBlock}`,
        );
      }
      return {
        supply: others.reduce((sum, event) => sum - suppliedBy(event), supply),
        foreign: others.map(foreignIssuance),
      };
    },
  };
}

const foreignIssuance = ({ kind, transactionHash, amount }: IssuanceEvent): ForeignIssuance => ({
  ...{ kind, transaction: transactionHash, amount },
});
