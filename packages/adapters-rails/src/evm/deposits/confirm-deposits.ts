import { inParallel } from '../../connections/in-parallel.js';
import type { Address, Block, BlockId, Hex } from '../nodes.js';
import { changeDeposit, type Decision, type Deposit, dropDeposit, type FoundDeposit, seeDeposit } from './deposit.js';
import { byTransaction, decide, depositsListed } from './deposit-lists.js';
import type { FollowPorts } from './follow-blocks.js';
import { depositsIn } from './found-deposits.js';

export interface ConfirmPorts extends FollowPorts {
  /** Why money of this address must not be credited; null if it may be. Throws if that is unknown. */
  readonly screen: (address: Address) => Promise<string | null>;
  /** Whether money goes back to its sender by itself. */
  readonly refundsSender: boolean;
  /** Addresses of the connection that can receive no refund, such as the treasury. */
  readonly ownAddresses: ReadonlySet<Address>;
}

const AT_ONCE = 8;
const LONGEST_HOLD = 500;
const ZERO_ADDRESS: Address = `0x${'0'.repeat(40)}`;

/**
 * Confirms the deposits in blocks up to this one, which were all read, from the receipts of their transactions on its
 * chain. Those whose transaction has left the chain are dropped. Returns why deposits wait, or null.
 */
export async function confirmDeposits(ports: ConfirmPorts, upTo: BlockId, head: Block): Promise<string | null> {
  const { nodes, store, screen, tokens, known } = ports;
  let waitsFor: string | null = null;
  const blocks = new Map<bigint, Promise<Block | null>>();
  const blockAt = (number: bigint): Promise<Block | null> => {
    const block = blocks.get(number) ?? nodes.block(number, upTo);
    blocks.set(number, block);
    return block;
  };

  async function confirm(transactionHash: Hex, deposits: readonly Deposit[]): Promise<void> {
    const receipt = await nodes.receipt(transactionHash, upTo);
    if (receipt === null) {
      await decide(store, await lostOf(ports, deposits, upTo), (records, record) => dropDeposit(records, record), upTo);
      return;
    }
    const found = new Map((await depositsIn(receipt, tokens, known)).map((each) => [each.ordinal, each]));
    const isDeep = receipt.blockNumber <= upTo.number;
    const block = isDeep ? await blockAt(receipt.blockNumber) : null;
    if (isDeep && block?.hash !== receipt.blockHash) return;
    const decisions = new Map<number, Decision>();
    if (block !== null) {
      for (const each of found.values()) {
        const decision = await decisionOf(each, block);
        if (decision === null) return;
        decisions.set(each.ordinal, decision);
      }
    }
    const conclude: Parameters<typeof decide>[2] = (records, record, { ordinal }) => {
      const [now, decision] = [found.get(ordinal), decisions.get(ordinal)];
      if (now === undefined) dropDeposit(records, record);
      else if (decision === undefined) seeDeposit(records, record.key, record, now);
      else changeDeposit(records, record, { ...now, state: 'CONFIRMED', decision });
    };
    await decide(store, deposits, conclude, upTo);
  }

  async function decisionOf({ from }: FoundDeposit, { timestamp }: Block): Promise<Decision | null> {
    let hold: string | null;
    try {
      hold = await screen(from);
    } catch (cause) {
      waitsFor = `deposits wait for the screening: ${cause instanceof Error ? cause.message : String(cause)}`;
      return null;
    }
    return {
      valueDate: new Date(timestamp * 1000).toISOString().slice(0, 10),
      remitter: (await canBeRefunded(ports, from, head.number)) ? from : null,
      hold: hold === null ? null : hold.slice(0, LONGEST_HOLD),
    };
  }

  for await (const page of depositsListed(store, 'SEEN')) {
    const due = page.filter(({ block }) => block.number <= upTo.number);
    await inParallel(AT_ONCE, byTransaction(due), ([hash, deposits]) => confirm(hash, deposits));
  }
  return waitsFor;
}

/** Those of the deposits whose block is not on the chain of `on`. */
export async function lostOf(
  { nodes }: Pick<FollowPorts, 'nodes'>,
  deposits: readonly Deposit[],
  on: BlockId,
): Promise<readonly Deposit[]> {
  const lost: Deposit[] = [];
  for (const deposit of deposits) {
    const block = await nodes.block(deposit.block.number, on);
    if (block !== null && block.hash !== deposit.block.hash) lost.push(deposit);
  }
  return lost;
}

/**
 * Whether money reaches the holder of an address: it has no code, and has sent transactions. A contract that has
 * destroyed itself has no code either, but it has sent none.
 */
async function canBeRefunded(
  { nodes, refundsSender, ownAddresses }: ConfirmPorts,
  address: Address,
  at: bigint,
): Promise<boolean> {
  if (!refundsSender || address === ZERO_ADDRESS || ownAddresses.has(address)) return false;
  return !(await nodes.hasCode(address, at)) && (await nodes.transactionCount(address, at)) > 0;
}
