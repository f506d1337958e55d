import { ok } from '@corridor/core';
import type { RailRecord, RailRecords, RailStore } from '@corridor/core/ports';
import {
  eventOf,
  EVENTS,
  type EventStatus,
  type IssuanceEvent,
  PAGE,
  pagesOf,
  SCAN,
  type Scan,
  scanOf,
} from './issuance-records.js';
import { accountOf, orderOf, ORDERS, type OrderStatus, totalsOf, TRANSACTIONS } from './orders.js';

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
export async function classified(records: RailRecords): Promise<Classified> {
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
export async function mark(store: RailStore, keys: readonly string[]): Promise<void> {
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
