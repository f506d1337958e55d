import { descending, isSame, type Tag, tipOf } from './json-rpc-blocks.js';
import { blockCall } from './json-rpc-logs.js';
import type { JsonRpcNode } from './json-rpc-node.js';
import { answersOf, fromAll, noQuorum } from './json-rpc-quorum.js';
import type { Block } from './nodes.js';

/** How many blocks below their heads nodes are searched for a block that they agree on. */
const SEARCHED_BLOCKS = 32n;

/** The newest block with a tag on which a quorum of the nodes agrees. Throws `NoQuorum`. */
export async function agreedTip(nodes: readonly JsonRpcNode[], quorum: number, tag: Tag): Promise<Block> {
  const subject = `the ${tag} block`;
  const { answers: tips, reasons } = await answersOf(
    fromAll(nodes, (node) => tipOf(node, tag)),
    quorum,
  );
  const numbers = tips.flatMap((each) => (each === null ? [] : [each.number])).sort(descending);
  // As many nodes as the quorum have a block with this number.
  const highest = numbers[quorum - 1];
  if (highest === undefined) throw noQuorum(quorum, nodes.length, subject, reasons);
  const same = sharedBlock(
    tips.map((each) => (each?.number === highest ? each : null)),
    quorum,
  );
  if (same !== null) return same;
  const having = nodes.filter((_, index) => (tips[index]?.number ?? -1n) >= highest);
  // Usually they agree on that block; only if they do not, those below it are read.
  const agreedBlock =
    (await highestShared(having, quorum, highest, highest)) ??
    (highest === 0n ? null : await highestShared(having, quorum, highest - 1n, lowestSearched(highest)));
  if (agreedBlock === null) throw noQuorum(quorum, nodes.length, subject, [...reasons, 'their chains differ']);
  return agreedBlock;
}

/** The highest of these blocks on which the quorum agrees. */
async function highestShared(
  having: readonly JsonRpcNode[],
  quorum: number,
  from: bigint,
  to: bigint,
): Promise<Block | null> {
  const numbers = Array.from({ length: Number(from - to) + 1 }, (_, down) => from - BigInt(down));
  const asked = fromAll(having, async (node) => {
    const blocks = await Promise.all(numbers.map((number) => node.ask(blockCall(number))));
    return blocks.map(([block], index) => (block?.number === numbers[index] ? block : null));
  });
  const { answers: chains } = await answersOf(asked, quorum);
  for (const index of numbers.keys()) {
    const found = sharedBlock(
      chains.map((chain) => chain?.[index] ?? null),
      quorum,
    );
    if (found !== null) return found;
  }
  return null;
}

const lowestSearched = (highest: bigint): bigint => (highest > SEARCHED_BLOCKS ? highest - SEARCHED_BLOCKS : 0n);

/** The block that `quorum` of them are; null if there is none. */
const sharedBlock = (blocks: readonly (Block | null)[], quorum: number): Block | null =>
  blocks.find((block) => block !== null && blocks.filter((each) => isSame(each, block)).length >= quorum) ?? null;
