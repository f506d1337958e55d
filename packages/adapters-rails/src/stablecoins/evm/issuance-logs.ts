import type { Address, Branch, EvmNodes, Hex } from '../../evm/index.js';
import type { IssuanceEvent } from './issuance-records.js';
import { topicAddress, TRANSFER_TOPIC, ZERO_TOPIC } from './token-contract.js';

/** The mints and burns of a token in these blocks, each under a key by its position in its transaction. */
export async function issuanceIn(
  nodes: Pick<EvmNodes, 'logs'>,
  address: Address,
  from: bigint,
  to: bigint,
  branch: Branch,
): Promise<ReadonlyMap<string, IssuanceEvent>> {
  const [minted, burned] = await Promise.all([
    nodes.logs({ address, topics: [TRANSFER_TOPIC, ZERO_TOPIC] }, from, to, branch),
    nodes.logs({ address, topics: [TRANSFER_TOPIC, null, ZERO_TOPIC] }, from, to, branch),
  ]);
  const found = [
    ...minted.map((log) => ({ log, kind: 'MINT' as const, account: topicAddress(log.topics[2]!) })),
    ...burned.map((log) => ({ log, kind: 'BURN' as const, account: topicAddress(log.topics[1]!) })),
  ].sort((one, other) => one.log.logIndex - other.log.logIndex);
  const counts = new Map<Hex, number>();
  const events = new Map<string, IssuanceEvent>();
  for (const { log, kind, account } of found) {
    const { transactionHash, blockNumber } = log;
    const position = counts.get(transactionHash) ?? 0;
    counts.set(transactionHash, position + 1);
    const amount = BigInt(log.data);
    events.set(`${transactionHash}/${position}`, { kind, amount, account, transactionHash, blockNumber });
  }
  return events;
}
