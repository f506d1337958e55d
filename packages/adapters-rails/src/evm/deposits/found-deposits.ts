import type { CurrencyCode } from '@corridor/core';
import { inParallel } from '../../connections/in-parallel.js';
import type { Address, EvmNodes, Hex, Receipt, TransferLog } from '../nodes.js';
import type { FoundDeposit } from './deposit.js';
import type { KnownAddresses } from './known-addresses.js';

/** The first topic of `Transfer(address,address,uint256)`. */
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

/** The tokens that are received, by contract. */
export type Tokens = ReadonlyMap<Address, CurrencyCode>;

interface TransferEvent {
  readonly ordinal: number;
  readonly token: Address;
  readonly from: Address;
  readonly to: Address;
  readonly amount: bigint;
}

/** The transfers of the tokens in a transaction. Other contracts count for the ordinals, but move no known money. */
function transfersIn({ logs }: Receipt, tokens: Tokens): readonly TransferEvent[] {
  return logs
    .filter(({ topics }) => topics[0] === TRANSFER)
    .flatMap(({ address, topics, data }, ordinal) => {
      const [, from, to] = topics;
      if (!tokens.has(address) || topics.length !== 3 || data.length !== 2 + 64) return [];
      return [{ ordinal, token: address, from: addressIn(from!), to: addressIn(to!), amount: BigInt(data) }];
    });
}

const addressIn = (topic: Hex): Address => `0x${topic.slice(-40)}`;

/**
 * The deposits of a transaction: its transfers to deposit addresses. A transfer between two of them moves no money of
 * others, and one of zero moves none.
 */
export async function depositsIn(
  receipt: Receipt,
  tokens: Tokens,
  known: Pick<KnownAddresses, 'indexesOf'>,
): Promise<readonly FoundDeposit[]> {
  if (receipt.status !== 'success') return [];
  const transfers = transfersIn(receipt, tokens).filter(({ amount }) => amount > 0n);
  const indexes = await known.indexesOf(transfers.flatMap(({ from, to }) => [from, to]));
  const { transactionHash, blockNumber, blockHash } = receipt;
  return transfers.flatMap(({ from, to, token, ...rest }) => {
    const index = indexes.get(to);
    if (index === undefined || indexes.has(from)) return [];
    const block = { number: blockNumber, hash: blockHash };
    return [{ ...rest, transactionHash, token, currency: tokens.get(token)!, from, to, index, block }];
  });
}

/** The blocks changed while they were read. They are read again with the next pass. */
export class ChainChanged extends Error {
  override readonly name = 'ChainChanged';

  constructor() {
    super('blocks changed while they were read');
  }
}

const RECEIPTS_AT_ONCE = 8;

/** The deposits among the transfers of some blocks. Throws `ChainChanged` if a receipt names another block. */
export async function depositsAmong(
  logs: readonly TransferLog[],
  { nodes, tokens, known }: { readonly nodes: EvmNodes; readonly tokens: Tokens; readonly known: KnownAddresses },
): Promise<readonly FoundDeposit[]> {
  const moving = logs.filter(({ value }) => value > 0n);
  const indexes = await known.indexesOf(moving.map(({ to }) => to));
  const hits = new Map(
    moving.filter(({ to }) => indexes.has(to)).map(({ transactionHash, blockHash }) => [transactionHash, blockHash]),
  );
  const found: FoundDeposit[] = [];
  await inParallel(RECEIPTS_AT_ONCE, [...hits], async ([transactionHash, blockHash]) => {
    const receipt = await nodes.receipt(transactionHash);
    if (receipt?.blockHash !== blockHash) throw new ChainChanged();
    found.push(...(await depositsIn(receipt, tokens, known)));
  });
  return found;
}
