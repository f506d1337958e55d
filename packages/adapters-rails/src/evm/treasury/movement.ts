import type { RailRecord, RailValue } from '@corridor/core/ports';
import type { Address, Branch, Hex } from '../nodes.js';
import { TRANSFER_TOPIC } from '../json-rpc-logs.js';
import { addressOf, numberOf, topicOf } from './contracts.js';
import type { TreasuryParts } from './parts.js';
import type { Telling } from './tellings.js';

/** By transaction and rank. Payments of ours that core may not know are listed as `OWN`. */
export const MOVEMENTS = 'movements';
export const OWN = 'OWN';

/** A transfer of a token from or to the treasury or the cold address. */
export interface Movement {
  /** Transaction hash and the rank among the movements of the transaction. */
  readonly id: string;
  readonly transactionHash: Hex;
  readonly token: Address;
  readonly from: Address;
  readonly to: Address;
  readonly amount: bigint;
  readonly block: bigint;
}

export interface StoredMovement {
  readonly movement: Movement;
  /** How many messages said that it took place, or that it left the chain. */
  readonly told: number;
  readonly isOnChain: boolean;
  /** For a payment of ours, the intent whose part of the connection tells core. */
  readonly intent: string | null;
  readonly messages: readonly Telling[];
}

export const movementIn = ({ value }: Pick<RailRecord, 'value'>): StoredMovement => value as unknown as StoredMovement;
export const storedValue = (content: StoredMovement): RailValue => content as unknown as RailValue;

/** The movements in these blocks, both included, as the chain has them now. */
export async function movementsIn(
  { nodes, tokens, treasury, cold }: TreasuryParts,
  from: bigint,
  to: bigint,
  branch: Branch,
): Promise<readonly Movement[]> {
  const ours = [treasury, ...(cold === null ? [] : [cold])].map(topicOf);
  const requests = tokens.flatMap(({ address }) => [
    nodes.logs({ address, topics: [TRANSFER_TOPIC, ours] }, from, to, branch),
    nodes.logs({ address, topics: [TRANSFER_TOPIC, null, ours] }, from, to, branch),
  ]);
  const events = new Map(
    (await Promise.all(requests)).flat().map((log) => [`${log.blockNumber}/${log.logIndex}`, log]),
  );
  const inOrder = [...events.values()].sort((a, b) => Number(a.blockNumber - b.blockNumber) || a.logIndex - b.logIndex);
  const ranks = new Map<Hex, number>();
  return inOrder.flatMap(({ address, topics, data, blockNumber, transactionHash }) => {
    const amount = numberOf(data) ?? 0n;
    // Anyone can have a token report a transfer of nothing from any address.
    if (amount === 0n || topics.length !== 3) return [];
    const rank = ranks.get(transactionHash) ?? 0;
    ranks.set(transactionHash, rank + 1);
    const [sender, receiver] = [addressOf(topics[1]!), addressOf(topics[2]!)];
    return [
      {
        ...{ id: `${transactionHash}/${rank}`, transactionHash, token: address, from: sender, to: receiver, amount },
        block: blockNumber,
      },
    ];
  });
}
