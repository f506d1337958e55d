import type { RailLog, RailStore } from '@corridor/core/ports';
import type { Address, Block, EvmNodes } from '../nodes.js';
import { DEPOSITS, keyOf, seeDeposit } from './deposit.js';
import { depositsAmong, type Tokens } from './found-deposits.js';
import type { KnownAddresses } from './known-addresses.js';
import {
  advanced,
  changePosition,
  confirmedPosition,
  headPosition,
  ifUnchanged,
  type Position,
  type Reading,
  readPosition,
  type StoredPosition,
  WATCHED_BLOCKS,
} from './positions.js';

export interface FollowPorts {
  readonly nodes: EvmNodes;
  readonly store: RailStore;
  readonly log: RailLog;
  readonly tokens: Tokens;
  readonly known: KnownAddresses;
  /** The number of indexes that have an address now. */
  readonly allocated: () => Promise<number>;
  /** Null: the head at the first start. */
  readonly startBlock: bigint | null;
  readonly blocksAtOnce: bigint;
}

/** After so many steps, core hears of the deposits before more blocks are read. */
const MOST_STEPS = 20;

const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);
const most = (a: bigint, b: bigint): bigint => (a > b ? a : b);

/** Reads the blocks up to `target`. False if more blocks are left. Throws `ChainChanged`. */
export async function followBlocks(ports: FollowPorts, reading: Reading, target: Block, head: Block): Promise<boolean> {
  const { store, startBlock } = ports;
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const position = reading === 'head' ? await headPosition(store) : await confirmedPosition(store, head, startBlock);
    if ((await readBlocks(ports, reading, position, target, head)) === 'done') return true;
  }
  return false;
}

/** Reads the next blocks of a position, or takes it back to where the chain still has the blocks that were read. */
async function readBlocks(
  ports: FollowPorts,
  reading: Reading,
  position: StoredPosition,
  target: Block,
  head: Block,
): Promise<'done' | 'more'> {
  const { nodes, store, tokens, known, allocated, blocksAtOnce } = ports;
  const { next } = position;
  const number = least(next + blocksAtOnce - 1n, target.number);
  const to = number === target.number ? target : await nodes.block(number);
  // This block is asked for after `to`, and before the logs. If the chain changes in between, it lacks one of the two
  // blocks, which the next comparison shows.
  const isOnChain = await compare(nodes, position);
  if (isOnChain === null) return 'done';
  if (!isOnChain) return goBack(ports, reading, position, head);
  if (next > target.number || to === null) return 'done';
  // A payer can have an address only after it was allocated. So each address that a block up to `to` pays is among those
  // that are counted after `to` was read. A count from before would lack addresses that a new branch of the chain pays.
  await known.fill(await allocated());
  const contracts: readonly Address[] = [...tokens.keys()];
  // The chain can have changed in between, and have returned. What is read must follow the blocks that were read before.
  const branch = { before: position.checkpoints.at(-1)?.hash ?? null, last: to.hash };
  const found = await depositsAmong(await nodes.transfers(contracts, next, number, branch), ports);
  await ifUnchanged(store, position, async (records, now) => {
    const keyed = found.map((each) => [keyOf(nodes.chainId, each), each] as const);
    const seen = new Map(
      (
        await records.getMany(
          DEPOSITS,
          keyed.map(([key]) => key),
        )
      ).map((record) => [record.key, record]),
    );
    for (const [key, each] of keyed) seeDeposit(records, key, seen.get(key) ?? null, each);
    changePosition(records, now, advanced(now, to));
  });
  return 'more';
}

/** Whether the chain has the newest block that was read; null if the nodes have not got that far. */
async function compare(nodes: EvmNodes, { checkpoints }: Position): Promise<boolean | null> {
  const last = checkpoints.at(-1);
  if (last === undefined) return true;
  const block = await nodes.block(last.number);
  return block === null ? null : block.hash === last.hash;
}

/** Takes the position back to the newest block that was read and that the chain still has. */
async function goBack(
  { nodes, store, log }: FollowPorts,
  reading: Reading,
  position: StoredPosition,
  head: Block,
): Promise<'done' | 'more'> {
  const kept = [...position.checkpoints];
  let ancestor = kept.pop();
  while (ancestor !== undefined) {
    const block = await nodes.block(ancestor.number);
    if (block === null) return 'done';
    if (block.hash === ancestor.hash) break;
    ancestor = kept.pop();
  }
  const checkpoints = ancestor === undefined ? [] : [...kept, ancestor];
  const oldest = position.checkpoints[0]!.number;
  const next = ancestor === undefined ? most(position.start, oldest - WATCHED_BLOCKS) : ancestor.number + 1n;
  if (reading === 'head') {
    await ifUnchanged(store, position, async (records, now) => {
      const confirmed = (await readPosition(records, 'confirmed'))!;
      const below = { next: confirmed.next, checkpoints: confirmed.checkpoints.slice(-1) };
      changePosition(records, now, next > confirmed.next ? { next, checkpoints } : below);
    });
    return 'more';
  }
  const changed = await ifUnchanged(store, position, async (records, now) => {
    const { lost } = now;
    const above = lost === null ? next - 1n : least(lost.above, next - 1n);
    const since = lost === null ? head.number : most(lost.since, head.number);
    changePosition(records, now, { next, checkpoints, lost: { above, since } });
  });
  if (changed) log.warn({ from: String(next), to: String(position.next - 1n) }, 'confirmed blocks have left the chain');
  return 'more';
}
