import { ok } from '@corridor/core';
import type { RailRecord, RailRecords, RailStore, RailValue, RailWrites } from '@corridor/core/ports';
import { stored } from '../../connections/stored.js';
import type { Block, BlockId } from '../nodes.js';

export const STATE = 'deposit-state';

/**
 * Each block is read twice: near the head, so that deposits are known early, and when it is confirmed. A node that does
 * not have a new block yet may answer that it has no transfers; the second reading finds them.
 */
export const READINGS = ['confirmed', 'head'] as const;
export type Reading = (typeof READINGS)[number];

/** How far the blocks were read. */
export interface Position {
  /** The first block that was not read. */
  readonly next: bigint;
  /** Blocks that were read, in their order, the last of which is `next` − 1. Empty before the first reading. */
  readonly checkpoints: readonly BlockId[];
  /**
   * Confirmed blocks above this one have left the chain: deposits in them that core knows are compared with the chain
   * until the head of that moment is confirmed. Null if there are none.
   */
  readonly lost: { readonly above: bigint; readonly since: bigint } | null;
}

export interface StoredPosition extends Position {
  readonly record: RailRecord;
  /** The first block of all. */
  readonly start: bigint;
}

const MOST_CHECKPOINTS = 32;
/** How far a told deposit is compared below the confirmed block, and how far reading goes back without a checkpoint. */
export const WATCHED_BLOCKS = 256n;

function positionIn(record: RailRecord): StoredPosition {
  const { start, next, checkpoints, lost } = record.value as unknown as Position & { readonly start: bigint };
  return { record, start, next, checkpoints, lost };
}

/** Stores the changes of a position. */
export function changePosition(
  records: RailWrites,
  { record, start, next, checkpoints, lost }: StoredPosition,
  changes: Partial<Position>,
): void {
  const value = { start, next, checkpoints, lost, ...changes };
  records.change(record, { value: value as unknown as RailValue });
}

/** After blocks up to this one were read. */
export const advanced = ({ checkpoints }: Position, to: BlockId): Partial<Position> => ({
  next: to.number + 1n,
  checkpoints: [...checkpoints, { number: to.number, hash: to.hash }].slice(-MOST_CHECKPOINTS),
});

/** Runs a unit unless another host has changed the position. False if one has. */
export async function ifUnchanged(
  store: RailStore,
  position: StoredPosition,
  work: (records: RailWrites, now: StoredPosition) => Promise<void>,
): Promise<boolean> {
  const { collection, key, version } = position.record;
  return stored(
    await store.run(async (records) => {
      const record = await records.get(collection, key);
      if (record?.version !== version) return ok(false);
      await work(records, positionIn(record));
      return ok(true);
    }),
  );
}

/** Null before the first pass. */
export async function readPosition(records: RailRecords, reading: Reading): Promise<StoredPosition | null> {
  const record = await records.get(STATE, reading);
  return record === null ? null : positionIn(record);
}

/** The position of the confirmed blocks; the first call stores where it begins. */
export async function confirmedPosition(
  store: RailStore,
  head: Block,
  startBlock: bigint | null,
): Promise<StoredPosition> {
  const known = await store.read((records) => readPosition(records, 'confirmed'));
  if (known !== null) return known;
  const start = startBlock ?? head.number;
  const value = { start, next: start, checkpoints: [], lost: null };
  stored(
    await store.run(async (records) => {
      records.add({ collection: STATE, key: 'confirmed', value }, { unlessExists: true });
      return ok();
    }),
  );
  return (await store.read((records) => readPosition(records, 'confirmed')))!;
}

/** The position near the head. It is never below the confirmed blocks, because those are read in any case. */
export async function headPosition(store: RailStore): Promise<StoredPosition> {
  return stored(
    await store.run(async (records) => {
      const confirmed = (await readPosition(records, 'confirmed'))!;
      const { start, next } = confirmed;
      const known = await readPosition(records, 'head');
      if (known !== null && known.next >= next) return ok(known);
      const value = { start, next, checkpoints: confirmed.checkpoints.slice(-1), lost: null } as unknown as RailValue;
      if (known === null) {
        records.add({ collection: STATE, key: 'head', value }, { unlessExists: true });
        return ok((await readPosition(records, 'head'))!);
      }
      return ok(positionIn(records.change(known.record, { value })));
    }),
  );
}
