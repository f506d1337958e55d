import { ok } from '@corridor/core';
import type { RailRecord, RailStore, RailWrites } from '@corridor/core/ports';
import { stored } from '../../connections/stored.js';
import type { BlockId } from '../nodes.js';
import { type Deposit, depositIn, DEPOSITS, type Listed } from './deposit.js';
import { readPosition } from './positions.js';

const PAGE = 200;

/** The deposits in a state, oldest first, in pages. */
export async function* depositsListed(store: RailStore, status: Listed): AsyncGenerator<readonly Deposit[]> {
  for (let after: RailRecord | undefined; ;) {
    const page = await store.read((records) => records.list(DEPOSITS, { status, limit: PAGE, after }));
    if (page.length > 0) yield page.map(depositIn);
    if (page.length < PAGE) return;
    after = page.at(-1);
  }
}

/**
 * Stores a decision about deposits. One that has changed since it was read is left out: the decision is made again with
 * the next pass, from what has changed. So is a decision from a chain that is not followed any more: `on` is the newest
 * block that was read when it was made.
 */
export async function decide(
  store: RailStore,
  deposits: readonly Deposit[],
  work: (records: RailWrites, record: RailRecord, deposit: Deposit) => void | Promise<void>,
  on?: BlockId,
): Promise<void> {
  if (deposits.length === 0) return;
  const read = new Map(deposits.map((deposit) => [deposit.key, deposit]));
  stored(
    await store.run(async (records) => {
      if (on !== undefined && !(await isFollowed(records, on))) return ok();
      for (const record of await records.getMany(DEPOSITS, [...read.keys()])) {
        const deposit = read.get(record.key)!;
        if (record.version === deposit.version) await work(records, record, deposit);
      }
      return ok();
    }),
  );
}

async function isFollowed(records: RailWrites, { hash }: BlockId): Promise<boolean> {
  const position = await readPosition(records, 'confirmed');
  return position !== null && position.checkpoints.some((each) => each.hash === hash);
}

/** The deposits by their transaction, in their order. */
export function byTransaction(
  deposits: readonly Deposit[],
): readonly (readonly [Deposit['transactionHash'], Deposit[]])[] {
  const grouped = new Map<Deposit['transactionHash'], Deposit[]>();
  for (const deposit of deposits) {
    const { transactionHash } = deposit;
    const group = grouped.get(transactionHash);
    if (group === undefined) grouped.set(transactionHash, [deposit]);
    else group.push(deposit);
  }
  return [...grouped];
}
