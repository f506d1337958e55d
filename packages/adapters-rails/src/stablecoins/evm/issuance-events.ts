import { ok } from '@corridor/core';
import {
  type ForeignIssuance,
  RailUnavailable,
  type RailRecord,
  type RailRecords,
  type RailStore,
} from '@corridor/core/ports';
import type { Address, Branch, EvmNodes, Hex } from '../../evm/index.js';
import { accountOf, orderOf, ORDERS, type OrderStatus, totalsOf, TRANSACTIONS } from './orders.js';
import { topicAddress, TRANSFER_TOPIC, ZERO_TOPIC } from './token-contract.js';

const EVENTS = 'events';
const SCAN = 'scan';

/** `MATCHED`: an order here minted or burned this. `OPEN`: no order is known for it. */
type EventStatus = 'OPEN' | 'MATCHED';
const EVENT_STATUSES: readonly EventStatus[] = ['OPEN', 'MATCHED'];

/** A mint or burn by the token's contract. */
type IssuanceEvent = {
  readonly kind: 'MINT' | 'BURN';
  readonly amount: bigint;
  /** Who received the mint, or whose tokens were burned. */
  readonly account: Address;
  readonly transactionHash: Hex;
  readonly blockNumber: bigint;
};

type ScannedBlock = { readonly number: bigint; readonly hash: Hex };

/** How far the events are stored. */
type Scan = {
  /** Stored at the first scan; a later change of the configuration has no effect. */
  readonly firstBlock: bigint;
  readonly nextBlock: bigint;
  /** Minted minus burned by all stored events. */
  readonly supply: bigint;
  /** Ends of scans, newest first, by which a reorganisation is recognized. */
  readonly ends: readonly ScannedBlock[];
};

const BLOCKS_AT_ONCE = 2_000n;
const KEPT_ENDS = 100;
const PAGE = 500;

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

const change = ({ kind, amount }: Pick<IssuanceEvent, 'kind' | 'amount'>): bigint =>
  kind === 'MINT' ? amount : -amount;

const eventOf = (record: RailRecord): IssuanceEvent => record.value as unknown as IssuanceEvent;

const scanOf = (record: RailRecord): Scan => record.value as unknown as Scan;

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

  /** The events of these blocks, each under a key by its position in its transaction. */
  async function eventsIn(from: bigint, to: bigint, branch: Branch): Promise<ReadonlyMap<string, IssuanceEvent>> {
    const { address } = token;
    const [minted, burned] = await Promise.all([
      nodes.logs({ address, topics: [TRANSFER_TOPIC, ZERO_TOPIC] }, from, to, branch),
      nodes.logs({ address, topics: [TRANSFER_TOPIC, null, ZERO_TOPIC] }, from, to, branch),
    ]);
    const found = [
      ...minted.map((log) => ({ log, kind: 'MINT' as const, account: topicAddress(log.topics[2]!) })),
      ...burned.map((log) => ({ log, kind: 'BURN' as const, account: topicAddress(log.topics[1]!) })),
    ].sort((one, other) => one.log.logIndex - other.log.logIndex);
    const counts = new Map<Hex, number>();
    const events = new Map<string, IssuanceEvent>();
    for (const { log, kind, account } of found) {
      const { transactionHash, blockNumber } = log;
      const position = counts.get(transactionHash) ?? 0;
      counts.set(transactionHash, position + 1);
      const amount = BigInt(log.data);
      events.set(`${transactionHash}/${position}`, { kind, amount, account, transactionHash, blockNumber });
    }
    return events;
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
        sum += change(event);
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
        supply -= change(eventOf(each));
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
        const events = await eventsIn(nextBlock, end.number, { before: ends[0]?.hash ?? null, last: end.hash });
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
        supply: others.reduce((sum, event) => sum - change(event), supply),
        foreign: others.map(foreignIssuance),
      };
    },
  };
}

const foreignIssuance = ({ kind, transactionHash, amount }: IssuanceEvent): ForeignIssuance => ({
  ...{ kind, transaction: transactionHash, amount },
});

interface Classified extends Pick<Scan, 'nextBlock' | 'supply'> {
  readonly highestBlock: bigint;
  /** Keys of events whose order is known. */
  readonly ours: readonly string[];
  /** Events without an order. */
  readonly others: readonly IssuanceEvent[];
}

/**
 * Separates the events of orders from those of others, in one consistent read. An order whose outcome is not recorded
 * yet stands for one event of the same kind, account and amount.
 */
async function classified(records: RailRecords): Promise<Classified> {
  const { nextBlock, supply } = scanOf((await records.get(SCAN, SCAN))!);
  const { highestBlock } = await totalsOf(records);
  const ours: string[] = [];
  const unknown: IssuanceEvent[] = [];
  for await (const page of pagesOf(records, EVENTS, 'OPEN')) {
    const known = await ofOrders(records, page);
    for (const record of page) {
      if (known.has(record.key)) ours.push(record.key);
      else unknown.push(eventOf(record));
    }
  }
  const open: string[] = [];
  if (unknown.length > 0) {
    for (const status of ['SENT', 'UNDONE'] satisfies readonly OrderStatus[])
      for await (const page of pagesOf(records, ORDERS, status))
        open.push(...page.map((record) => likeness({ ...orderOf(record), account: accountOf(record) })));
  }
  const others = unknown.filter((event) => {
    const at = open.indexOf(likeness(event));
    if (at !== -1) open.splice(at, 1);
    return at === -1;
  });
  return { nextBlock, supply, highestBlock, ours, others };
}

/** Marks events of orders, so that they are not read again. */
async function mark(store: RailStore, keys: readonly string[]): Promise<void> {
  for (let at = 0; at < keys.length; at += PAGE) {
    await store.run(async (records) => {
      for (const record of await records.getMany(EVENTS, keys.slice(at, at + PAGE)))
        if (record.status === 'OPEN') records.change(record, { status: 'MATCHED' satisfies EventStatus });
      return ok();
    });
  }
}

const likeness = ({ kind, account, amount }: Pick<IssuanceEvent, 'kind' | 'account' | 'amount'>): string =>
  [kind, account, amount].join(' ');

/**
 * The keys of those events that are of orders: the first event of a transaction is the one of its order. Any holder can
 * burn tokens, so the number of reads must not grow with the events of others.
 */
async function ofOrders(records: RailRecords, events: readonly RailRecord[]): Promise<ReadonlySet<string>> {
  const first = events.filter(({ key }) => key.endsWith('/0'));
  const hashes = first.map((record) => eventOf(record).transactionHash);
  const transactions = await records.getMany(TRANSACTIONS, hashes);
  const references = new Map(
    transactions.map(({ key, value }) => [key, (value as { readonly reference: string }).reference]),
  );
  const orders = new Map(
    (await records.getMany(ORDERS, [...references.values()])).map((order) => [
      order.key,
      likeness({ ...orderOf(order), account: accountOf(order) }),
    ]),
  );
  const known = first.filter((record) => {
    const event = eventOf(record);
    return orders.get(references.get(event.transactionHash) ?? '') === likeness(event);
  });
  return new Set(known.map(({ key }) => key));
}

async function* pagesOf(
  records: RailRecords,
  collection: string,
  status: string,
): AsyncIterable<readonly RailRecord[]> {
  let after: RailRecord | undefined;
  for (;;) {
    const page = await records.list(collection, { status, limit: PAGE, after });
    yield page;
    if (page.length < PAGE) return;
    after = page.at(-1);
  }
}
