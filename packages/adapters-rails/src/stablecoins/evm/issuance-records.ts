import type { RailRecord, RailRecords } from '@corridor/core/ports';
import type { Address, Hex } from '../../evm/index.js';

export const EVENTS = 'events';
export const SCAN = 'scan';

/** `MATCHED`: an order here minted or burned this. `OPEN`: no order is known for it. */
export type EventStatus = 'OPEN' | 'MATCHED';
export const EVENT_STATUSES: readonly EventStatus[] = ['OPEN', 'MATCHED'];

/** A mint or burn by the token's contract. */
export type IssuanceEvent = {
  readonly kind: 'MINT' | 'BURN';
  readonly amount: bigint;
  /** Who received the mint, or whose tokens were burned. */
  readonly account: Address;
  readonly transactionHash: Hex;
  readonly blockNumber: bigint;
};

export type ScannedBlock = { readonly number: bigint; readonly hash: Hex };

/** How far the events are stored. */
export type Scan = {
  /** Stored at the first scan; a later change of the configuration has no effect. */
  readonly firstBlock: bigint;
  readonly nextBlock: bigint;
  /** Minted minus burned by all stored events. */
  readonly supply: bigint;
  /** Ends of scans, newest first, by which a reorganisation is recognized. */
  readonly ends: readonly ScannedBlock[];
};

/** How many records one page has. */
export const PAGE = 500;

/** What an event adds to the supply. */
export const suppliedBy = ({ kind, amount }: Pick<IssuanceEvent, 'kind' | 'amount'>): bigint =>
  kind === 'MINT' ? amount : -amount;

export const eventOf = (record: RailRecord): IssuanceEvent => record.value as unknown as IssuanceEvent;

export const scanOf = (record: RailRecord): Scan => record.value as unknown as Scan;

/** All records of a collection with a status, in pages. */
export async function* pagesOf(
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
