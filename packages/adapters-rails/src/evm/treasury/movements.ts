import { type Instant, ok } from '@corridor/core';
import type { RailRecord, RailRecords, RailValue, RailWrites } from '@corridor/core/ports';
import { stored } from '../../connections/stored.js';
import { type Address, ANY_BRANCH, type BlockId } from '../nodes.js';
import { openTreasuryCoins, ownTransaction } from './coins.js';
import { tokenBalance } from './contracts.js';
import { countSwept } from './holders.js';
import {
  type Movement,
  movementIn,
  MOVEMENTS,
  movementsIn,
  OWN,
  storedValue,
  type StoredMovement,
} from './movement.js';
import { closeMovementProblem, openMovementProblem } from './movement-problems.js';
import { again, effectOf, takenBack } from './movement-meaning.js';
import type { TreasuryParts, TreasuryToken } from './parts.js';
import { addTelling } from './tellings.js';

/** One record: up to which block the movements of the treasury and the cold address are recorded. */
const POSITION = 'treasury-position';
const KEY = 'position';
/** By address: the block from which on the movements of a token are followed, all of them as `FOLLOWED`. */
const TOKENS = 'treasury-tokens';
const FOLLOWED = 'FOLLOWED';
/** By block number: the movements in a block, for reorganizations after the confirmation. */
const BLOCKS = 'movement-blocks';

/** The range of blocks that public nodes answer. */
const MOST_BLOCKS = 1000n;
/** The newest positions are kept with their hashes, to find where a reorganization began. */
const MOST_CHECKPOINTS = 60;
const PAGE = 100;

interface Identity {
  readonly chainId: number;
  readonly treasury: Address;
  readonly cold: Address | null;
}

interface Position {
  /** Oldest first; the last one is the position. */
  readonly checkpoints: readonly BlockId[];
  /** Of the first start. */
  readonly identity: Identity;
}

const positionIn = ({ value }: Pick<RailRecord, 'value'>): Position => value as unknown as Position;
const storedPosition = (position: Position): RailValue => position as unknown as RailValue;

/** The block up to which all movements are recorded; null before the first start. */
export async function followedTo(records: RailRecords): Promise<BlockId | null> {
  const record = await records.get(POSITION, KEY);
  return record === null ? null : positionIn(record).checkpoints.at(-1)!;
}

/** As `followedTo`, its number alone. */
export const followedBlock = async (records: RailRecords): Promise<bigint | null> =>
  (await followedTo(records))?.number ?? null;

/** Whether the movements that are recorded are those of the chain that has this block, at least up to it. */
export async function isFollowed(records: RailRecords, { hash }: BlockId): Promise<boolean> {
  const record = await records.get(POSITION, KEY);
  return record !== null && positionIn(record).checkpoints.some((each) => each.hash === hash);
}

/** The entry has other addresses or fewer tokens than before: money would be counted twice or not at all. */
export class OtherTreasury extends Error {
  override readonly name = 'OtherTreasury';
}

/**
 * At the first start, what the addresses hold at the confirmed block is booked as money of the owners. Movements are
 * followed from the next block on. A token that joins the entry later is opened in the same way. Nothing is sent before.
 * Throws `OtherTreasury`.
 */
export async function openTreasury(parts: TreasuryParts): Promise<void> {
  const { store, nodes, treasury, cold, chainId } = parts;
  const identity = { chainId, treasury, cold };
  const known = await store.read((records) => records.get(POSITION, KEY));
  if (known === null) {
    const { number, hash } = await nodes.confirmed();
    const coins = await nodes.balance(treasury, number);
    stored(
      await store.run(async (records) => {
        if ((await records.get(POSITION, KEY)) !== null) return ok();
        records.add({
          collection: POSITION,
          key: KEY,
          value: storedPosition({ checkpoints: [{ number, hash }], identity }),
        });
        openTreasuryCoins(records, parts, coins, number);
        return ok();
      }),
    );
  }
  await store.read((records) => refuseEntry(records, parts));
  for (const token of parts.tokens) await openToken(parts, token);
}

/**
 * What prevents following with this entry; null if nothing does. A host that follows without a token would pass blocks
 * whose movements of this token no other host reads again. During a deployment that adds a token, the hosts that do not
 * have it yet follow nothing.
 */
export async function entryProblem(
  records: RailRecords,
  { chainId, treasury, cold, tokens }: TreasuryParts,
): Promise<string | null> {
  const position = await records.get(POSITION, KEY);
  if (position === null) return null;
  const before = positionIn(position).identity;
  const now = { chainId, treasury, cold };
  for (const member of ['chainId', 'treasury', 'cold'] as const) {
    if (before[member] !== now[member])
      return `the ${member} was ${before[member]} at the first start; give another one a connection with another name`;
  }
  const followed = await records.list(TOKENS, { status: FOLLOWED, limit: PAGE, after: undefined });
  const missing = followed.map(({ key }) => key).filter((token) => !tokens.some(({ address }) => address === token));
  return missing.length === 0
    ? null
    : `the entry lacks tokens whose movements are followed; add them: ${missing.join(', ')}`;
}

async function refuseEntry(records: RailRecords, parts: TreasuryParts): Promise<void> {
  const problem = await entryProblem(records, parts);
  if (problem !== null) throw new OtherTreasury(problem);
}

async function openToken(parts: TreasuryParts, { address: token, currency }: TreasuryToken): Promise<void> {
  const { store, nodes, rails } = parts;
  const before = await store.read(async (records) => ({
    opened: await records.get(TOKENS, token),
    position: await records.get(POSITION, KEY),
  }));
  if (before.opened?.status === FOLLOWED || before.position === null) return;
  const at = positionIn(before.position).checkpoints.at(-1)!.number;
  const held: (readonly [string, bigint])[] = [];
  for (const [rail, owner] of ownersOf(parts)) held.push([rail, await tokenBalance(nodes, token, owner, at)]);
  stored(
    await store.run(async (records) => {
      const position = await records.get(POSITION, KEY);
      // The position has moved in between: the next pass reads the balance there.
      if (position?.version !== before.position!.version) return ok();
      const opened = await records.get(TOKENS, token);
      // Opened by an earlier release, which gave these records no status.
      if (opened?.status === null) records.change(opened, { status: FOLLOWED });
      if (opened !== null) return ok();
      records.add({ collection: TOKENS, key: token, status: FOLLOWED, value: at });
      // Changed, so that a host that follows without the token does not pass the block at the same time.
      records.change(position, { value: position.value });
      for (const [rail, amount] of held) {
        if (amount === 0n) continue;
        const messageId = `opening/${token}${rail === rails.cold ? '/cold' : ''}`;
        const note = `what ${rail} held at block ${at}, when its movements began to be followed`;
        addTelling(records, { kind: 'booking', booking: 'TOP_UP', rail, messageId, currency, amount, note });
      }
      return ok();
    }),
  );
}

/** The rails whose money lies at one address. */
export const ownersOf = ({ rails, treasury, cold }: TreasuryParts): readonly (readonly [string, Address])[] => [
  [rails.treasury, treasury],
  ...(cold === null ? [] : [[rails.cold, cold] as const]),
];

/** When the position was last moved; null before the first start. */
export async function followedAt(records: RailRecords): Promise<Instant | null> {
  return (await records.get(POSITION, KEY))?.updatedAt ?? null;
}

/** Records the movements up to the confirmed block. */
export async function followTreasury(parts: TreasuryParts): Promise<void> {
  let limit = await followOnce(parts, null);
  // Blocks from a payment of ours that is not concluded yet are read again, when it is.
  while (limit !== null) limit = await followOnce(parts, limit);
  await forgetToldPayments(parts);
}

/** Returns a lower limit to read again with, or null. */
async function followOnce(parts: TreasuryParts, lowered: bigint | null): Promise<bigint | null> {
  const { store, nodes, log } = parts;
  const before = await store.read(async (records) => ({
    record: await records.get(POSITION, KEY),
    deposits: await parts.deposits.followedTo(records),
  }));
  if (before.record === null || before.deposits === null) return null;
  const { checkpoints } = positionIn(before.record);
  const position = checkpoints.at(-1)!.number;
  const kept = await checkpointsOnChain(parts, checkpoints);
  if (kept === null) return null;
  const isReorganized = kept.length < checkpoints.length;
  const base = kept.at(-1)?.number ?? checkpoints[0]!.number - 1n;
  const confirmed = await nodes.confirmed();
  const followed = confirmed.number < before.deposits ? confirmed.number : before.deposits;
  const limit = lowered ?? followed;
  // After a reorganization all blocks that were recorded are read at once: what they lack has left the chain.
  const to = !isReorganized && base + MOST_BLOCKS < limit ? base + MOST_BLOCKS : limit;
  if (to <= base && !isReorganized) return null;
  // Read before the events, which must be of its chain and follow the blocks that are recorded.
  const last = to <= base ? kept.at(-1) : await nodes.block(to);
  if (last === null || last === undefined) return null;
  const movements =
    to <= base ? [] : await movementsIn(parts, base + 1n, to, { before: kept.at(-1)?.hash ?? null, last: last.hash });
  const foreign = await unconcluded(parts, movements);
  if (foreign !== null) return isReorganized || foreign - 1n <= base ? null : foreign - 1n;
  if (isReorganized) log.warn({ from: String(base + 1n) }, 'confirmed blocks have left the chain');
  stored(
    await store.run(async (records) => {
      const record = await records.get(POSITION, KEY);
      if (record === null || record.version !== before.record!.version) return ok();
      await refuseEntry(records, parts);
      if (isReorganized) await removeMissing(parts, records, base, position, movements);
      for (const movement of movements) await addMovement(parts, records, movement);
      await indexBlocks(records, movements);
      const { number, hash } = last;
      const newest = to <= base ? kept : [...kept, { number, hash }];
      records.change(record, {
        value: storedPosition({ ...positionIn(record), checkpoints: newest.slice(-MOST_CHECKPOINTS) }),
      });
      return ok();
    }),
  );
  return null;
}

/**
 * The checkpoints, up to the newest one that is still on the chain. Null if nodes do not have the block of one: they are
 * behind, or the chain is shorter for a moment, and nothing is known about what that block had.
 */
async function checkpointsOnChain(
  { nodes }: TreasuryParts,
  checkpoints: readonly BlockId[],
): Promise<readonly BlockId[] | null> {
  for (let length = checkpoints.length; length > 0; length -= 1) {
    const { number, hash } = checkpoints[length - 1]!;
    const block = await nodes.block(number);
    if (block === null) return null;
    if (block.hash === hash) return checkpoints.slice(0, length);
  }
  return [];
}

/**
 * The first block in which the treasury paid with a transaction that may be ours and is not concluded; null if there is
 * none.
 */
async function unconcluded(parts: TreasuryParts, movements: readonly Movement[]): Promise<bigint | null> {
  const { nodes, store, treasury } = parts;
  const paid = movements.filter(({ from }) => from === treasury);
  if (paid.length === 0) return null;
  const unknown = await store.read(async (records) => {
    const all: Movement[] = [];
    for (const movement of paid) {
      if ((await ownTransaction(records, movement.transactionHash)) === null) all.push(movement);
    }
    return all;
  });
  for (const { block } of unknown) {
    const mined = await nodes.transactionCount(treasury, block);
    const concluded = await store.read((records) => parts.concludedAt(records, treasury, mined));
    if (concluded === 'BEHIND') return block;
  }
  return null;
}

async function addMovement(parts: TreasuryParts, records: RailWrites, movement: Movement): Promise<void> {
  const record = await records.get(MOVEMENTS, movement.id);
  if (record === null) {
    const { messages, intent } = await effectOf(parts, records, movement);
    for (const message of messages) addTelling(records, message);
    const content: StoredMovement = { movement, told: 1, isOnChain: true, intent, messages };
    records.add({
      collection: MOVEMENTS,
      key: movement.id,
      status: intent === null ? null : OWN,
      value: storedValue(content),
    });
  } else {
    const known = movementIn(record);
    const timesTold = known.isOnChain ? known.told : known.told + 1;
    if (!known.isOnChain) {
      for (const message of known.messages) addTelling(records, again(message, known.told));
      await closeMovementProblem(records, movement);
    }
    records.change(record, { value: storedValue({ ...known, movement, told: timesTold, isOnChain: true }) });
    if (known.isOnChain) return;
  }
  await countSweep(parts, records, movement, movement.amount);
}

/** Takes movements back that were recorded above the block and are not on the chain any more. */
async function removeMissing(
  parts: TreasuryParts,
  records: RailWrites,
  base: bigint,
  position: bigint,
  movements: readonly Movement[],
): Promise<void> {
  const present = new Set(movements.map(({ id }) => id));
  for (let number = base + 1n; number <= position; number += 1n) {
    const block = await records.get(BLOCKS, String(number));
    if (block === null) continue;
    for (const id of block.value as readonly string[]) {
      const record = await records.get(MOVEMENTS, id);
      if (record === null || present.has(id)) continue;
      const known = movementIn(record);
      if (!known.isOnChain) continue;
      for (const message of known.messages) addTelling(records, again(takenBack(message), known.told));
      if (known.messages.length > 0) await openMovementProblem(parts, records, known.movement);
      records.change(record, { value: storedValue({ ...known, told: known.told + 1, isOnChain: false }) });
      await countSweep(parts, records, known.movement, -known.movement.amount);
    }
    records.remove(block);
  }
}

async function indexBlocks(records: RailWrites, movements: readonly Movement[]): Promise<void> {
  const byBlock = new Map<string, Movement[]>();
  for (const movement of movements) {
    const key = String(movement.block);
    byBlock.set(key, [...(byBlock.get(key) ?? []), movement]);
  }
  for (const [key, inBlock] of byBlock) {
    const value = inBlock.map(({ id }) => id);
    const known = await records.get(BLOCKS, key);
    if (known === null) records.add({ collection: BLOCKS, key, value });
    else records.change(known, { value });
  }
}

async function countSweep(
  parts: TreasuryParts,
  records: RailWrites,
  { token, from, to }: Movement,
  amount: bigint,
): Promise<void> {
  if (to !== parts.treasury && to !== parts.cold) return;
  const index = (await parts.deposits.indexesOf(records, [from])).get(from);
  if (index !== undefined) await countSwept(parts, records, { token, address: from, index }, amount);
}

/** Payments of ours that core knows by now have no list. */
async function forgetToldPayments({ store, isTold }: TreasuryParts): Promise<void> {
  let after: RailRecord | undefined;
  for (;;) {
    const page = await store.read((records) => records.list(MOVEMENTS, { status: OWN, limit: PAGE, after }));
    if (page.length === 0) return;
    stored(
      await store.run(async (records) => {
        for (const { key } of page) {
          const record = await records.get(MOVEMENTS, key);
          if (record !== null && record.status === OWN && (await isTold(records, movementIn(record).intent!)))
            records.change(record, { status: null });
        }
        return ok();
      }),
    );
    if (page.length < PAGE) return;
    after = page.at(-1);
  }
}

/** The movements between the position and a later block, as the chain has them now. */
export const movementsAfter = async (
  parts: TreasuryParts,
  position: bigint,
  to: bigint,
): Promise<readonly Movement[]> => (to <= position ? [] : movementsIn(parts, position + 1n, to, ANY_BRANCH));
