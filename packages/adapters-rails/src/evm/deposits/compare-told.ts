import { inParallel } from '../../connections/in-parallel.js';
import type { BlockId, Hex } from '../nodes.js';
import { lostOf } from './confirm-deposits.js';
import { changeDeposit, type Deposit, isSameMoney, seeDeposit } from './deposit.js';
import { byTransaction, decide, depositsListed } from './deposit-lists.js';
import type { FollowPorts } from './follow-blocks.js';
import { depositsIn } from './found-deposits.js';
import { reversalProblems } from './reversal-problems.js';
import { changePosition, ifUnchanged, readPosition, type StoredPosition, WATCHED_BLOCKS } from './positions.js';

const AT_ONCE = 8;

/**
 * Compares the deposits that core knows with the chain, if confirmed blocks have left it; reverses those whose
 * transaction is gone. Otherwise ends the comparison of those that are deep enough.
 */
export async function compareTold(ports: FollowPorts): Promise<void> {
  const { store, log } = ports;
  const position = await store.read((records) => readPosition(records, 'confirmed'));
  if (position === null) return;
  const { lost } = position;
  if (lost === null) return endComparison(ports, position.next - 1n - WATCHED_BLOCKS);
  const on = position.checkpoints.at(-1);
  if (on === undefined) return;
  let isOpen = false;
  for (const status of ['CONFIRMED', 'CREDITED'] as const) {
    for await (const page of depositsListed(store, status)) {
      const concerned = page.filter(({ block }) => block.number > lost.above);
      await inParallel(AT_ONCE, byTransaction(concerned), async ([hash, deposits]) => {
        if (await isStillOpen(ports, position, on, hash, deposits)) isOpen = true;
      });
    }
  }
  if (isOpen) return;
  const isOver = await ifUnchanged(store, position, async (records, now) => {
    changePosition(records, now, { lost: null });
  });
  if (isOver) log.info({ above: String(lost.above) }, 'told deposits were compared with the chain');
}

/** True if one of the deposits of a transaction must be compared once more. */
async function isStillOpen(
  ports: FollowPorts,
  { next, lost }: StoredPosition,
  on: BlockId,
  transactionHash: Hex,
  deposits: readonly Deposit[],
): Promise<boolean> {
  const { nodes, store, tokens, known } = ports;
  const receipt = await nodes.receipt(transactionHash, on);
  const found = new Map(
    (receipt === null ? [] : await depositsIn(receipt, tokens, known)).map((each) => [each.ordinal, each]),
  );
  const isThere = (deposit: Deposit): boolean => {
    const now = found.get(deposit.ordinal);
    return now !== undefined && isSameMoney(now, deposit);
  };
  const there = deposits.filter(isThere);
  const moved = there.filter(({ ordinal, block }) => found.get(ordinal)!.block.hash !== block.hash);
  await decide(
    store,
    moved,
    (records, record, { ordinal }) => seeDeposit(records, record.key, record, found.get(ordinal)!),
    on,
  );
  const gone = deposits.filter((deposit) => !isThere(deposit));
  // A transaction often comes back soon after its block was lost. It has the time in which the new blocks are confirmed.
  const isDue = next > lost!.since;
  if (isDue) {
    const reversed = receipt === null ? await lostOf(ports, gone, on) : gone;
    await decide(
      store,
      reversed.filter(({ state }) => state === 'CREDITED'),
      (records, record, deposit) => {
        const { ordinal, again } = deposit;
        // Nodes that lag behind have no receipt of a transaction that was read in its new block.
        const now = receipt === null ? again : (found.get(ordinal) ?? null);
        changeDeposit(records, record, { state: 'REVERSING', again: now });
        reversalProblems.open(records, deposit);
      },
      on,
    );
  }
  return gone.length > 0 || there.some(({ ordinal }) => found.get(ordinal)!.block.number >= next);
}

/** Deposits in blocks up to this one are no longer compared. */
async function endComparison({ store }: FollowPorts, upTo: bigint): Promise<void> {
  for await (const page of depositsListed(store, 'CREDITED')) {
    const deep = page.filter(({ block }) => block.number <= upTo);
    await decide(store, deep, (records, record) => changeDeposit(records, record, { state: 'FINAL' }));
    // The oldest come first, as far as blocks are read in their order.
    if (deep.length < page.length) return;
  }
}
