import { Transaction } from 'ethers';
import type { Address, Hex } from '../evm/nodes.js';
import { TRANSFER_TOPIC } from '../evm/json-rpc-logs.js';
import { topicOf } from '../evm/treasury/contracts.js';
import { balanceCall, transferIn } from '../evm/token-transfer.js';
import { hashOf, hexOf, NodeError, type ReceivedCall } from './scripted-node.js';

const GWEI = 10n ** 9n;
const GAS_PRICE = 2n * GWEI;
const GAS_USED = 21_000n;
const DECIMALS = '0x313ce567';
const BALANCE_OF = balanceCall(`0x${'0'.repeat(40)}`).slice(0, 10);

interface MinedLog {
  readonly address: Address;
  readonly topics: readonly Hex[];
  readonly data: Hex;
  readonly transactionHash: Hex;
  readonly logIndex: number;
}

interface MinedReceipt {
  /** Null for tokens that a stranger sent. */
  readonly transaction: Transaction | null;
  readonly transactionHash: Hex;
  readonly status: '0x0' | '0x1';
  readonly logs: readonly MinedLog[];
}

interface State {
  readonly coins: ReadonlyMap<Address, bigint>;
  readonly tokens: ReadonlyMap<Address, bigint>;
  readonly nonces: ReadonlyMap<Address, number>;
}

interface Sent {
  readonly from: Address;
  readonly to: Address;
  readonly amount: bigint;
}

interface MinedBlock {
  readonly hash: Hex;
  readonly receipts: readonly MinedReceipt[];
  readonly state: State;
}

const word = (value: bigint): Hex => `0x${value.toString(16).padStart(64, '0')}`;
const lower = (text: string): Address => text.toLowerCase() as Address;

/** Gets the fees of the token. */
const COLLECTOR: Address = `0x${'fee'.repeat(13)}0`;

/**
 * A chain in memory with one token of 6 decimals, which has no authorizations. It answers a node's calls, and mines what
 * was signed for it, when the test says so.
 */
export function tokenChain(token: Address, chainId: number) {
  const mempool = new Map<string, Transaction>();
  const empty: State = { coins: new Map(), tokens: new Map(), nonces: new Map() };
  const blocks: MinedBlock[] = [{ hash: hashOf(0), receipts: [], state: empty }];
  let branches = 0;
  const sent: Sent[] = [];
  const given: (readonly [Address, bigint])[] = [];
  /** Who bears the fee of a transfer, and how much of it the token takes. */
  let fee: { readonly of: 'payee' | 'sender'; readonly bps: bigint } = { of: 'payee', bps: 0n };

  const stateAt = (block: unknown): State =>
    (block === 'latest' ? blocks.at(-1) : blocks[Number(block)])?.state ?? blocks.at(-1)!.state;

  function mine(): void {
    const before = blocks.at(-1)!.state;
    const [coins, tokens, nonces] = [new Map(before.coins), new Map(before.tokens), new Map(before.nonces)];
    const add = (to: Map<Address, bigint>, address: Address, amount: bigint): void =>
      void to.set(address, (to.get(address) ?? 0n) + amount);
    const number = blocks.length;
    const receipts: MinedReceipt[] = [];
    let logIndex = 0;
    const logOf = (transactionHash: Hex, from: Address, to: Address, amount: bigint): MinedLog => ({
      ...{ address: token, topics: [TRANSFER_TOPIC, topicOf(from), topicOf(to)], data: word(amount) },
      ...{ transactionHash, logIndex: logIndex++ },
    });
    for (const [to, amount] of given.splice(0)) add(coins, to, amount);
    for (const [index, { from, to, amount }] of sent.splice(0).entries()) {
      const hash = hashOf(number * 100 + index, 'c');
      add(tokens, to, amount);
      nonces.set(from, (nonces.get(from) ?? 0) + 1);
      receipts.push({
        ...{ transaction: null, transactionHash: hash, status: '0x1', logs: [logOf(hash, from, to, amount)] },
      });
    }
    for (const transaction of [...mempool.values()].toSorted((a, b) => a.nonce - b.nonce)) {
      const [from, to] = [lower(transaction.from!), lower(transaction.to!)];
      if (transaction.nonce !== (nonces.get(from) ?? 0)) continue;
      mempool.delete(`${from}/${transaction.nonce}`);
      nonces.set(from, transaction.nonce + 1);
      add(coins, from, -GAS_USED * GAS_PRICE - transaction.value);
      add(coins, to, transaction.value);
      const transfer = to === token ? transferIn(transaction.data as Hex) : null;
      const fails = transfer !== null && (tokens.get(from) ?? 0n) < transfer.amount;
      const hash = transaction.hash as Hex;
      const logs: MinedLog[] = [];
      if (transfer !== null && !fails) {
        const taken = (transfer.amount * fee.bps) / 10_000n;
        const paid = fee.of === 'payee' ? transfer.amount - taken : transfer.amount;
        for (const [payee, amount] of [[transfer.to, paid] as const, [COLLECTOR, taken] as const]) {
          if (amount === 0n) continue;
          add(tokens, from, -amount);
          add(tokens, payee, amount);
          logs.push(logOf(hash, from, payee, amount));
        }
      }
      receipts.push({ transaction, transactionHash: hash, status: fails ? '0x0' : '0x1', logs });
    }
    blocks.push({ hash: hashOf(number, 'abd'[branches]), receipts, state: { coins, tokens, nonces } });
  }

  const place = (number: number) => ({ blockNumber: hexOf(number), blockHash: blocks[number]!.hash });
  const placed = (log: MinedLog, number: number) => ({ ...log, ...place(number), logIndex: hexOf(log.logIndex) });

  function header(tag: unknown): object | null {
    const number = typeof tag === 'string' && tag.startsWith('0x') ? Number(tag) : blocks.length - 1;
    if (number >= blocks.length) return null;
    const parentHash = number === 0 ? hashOf(0, '0') : blocks[number - 1]!.hash;
    return { number: hexOf(number), hash: blocks[number]!.hash, parentHash, timestamp: hexOf(1_700_000_000 + number) };
  }

  function logs(filter: Readonly<Record<string, unknown>>): readonly object[] {
    const { address, topics, fromBlock, toBlock } = filter;
    const isWanted = (log: MinedLog): boolean =>
      [address].flat().includes(log.address) &&
      (topics as readonly unknown[]).every((each, at) => each === null || [each].flat().includes(log.topics[at]));
    return blocks.flatMap(({ receipts }, number) =>
      number < Number(fromBlock) || number > Number(toBlock)
        ? []
        : receipts.flatMap((receipt) => receipt.logs.filter(isWanted).map((log) => placed(log, number))),
    );
  }

  function receipt(hash: unknown): object | null {
    for (const [number, { receipts }] of blocks.entries()) {
      const found = receipts.find(({ transactionHash }) => transactionHash === hash);
      if (found === undefined) continue;
      const paid = { gasUsed: hexOf(GAS_USED), effectiveGasPrice: hexOf(GAS_PRICE) };
      const { transactionHash, status, logs: all } = found;
      return { transactionHash, status, ...place(number), ...paid, logs: all.map((log) => placed(log, number)) };
    }
    return null;
  }

  function call(given_: unknown, at: unknown): Hex {
    const { from, to, data } = given_ as { readonly from?: Address; readonly to?: Address; readonly data: Hex };
    if (to !== token) return '0x';
    const { tokens } = stateAt(at);
    if (data.startsWith(DECIMALS)) return word(6n);
    if (data.startsWith(BALANCE_OF)) return word(tokens.get(`0x${data.slice(-40)}`) ?? 0n);
    const transfer = transferIn(data);
    if (transfer === null || from === undefined || (tokens.get(from) ?? 0n) < transfer.amount)
      throw new NodeError(3, 'execution reverted: transfer amount exceeds balance');
    return word(1n);
  }

  function take(bytes: Hex): Hex {
    const transaction = Transaction.from(bytes);
    mempool.set(`${lower(transaction.from!)}/${transaction.nonce}`, transaction);
    return transaction.hash as Hex;
  }

  return {
    mine,
    /** Replaces the newest blocks by empty ones, and one more. What was signed waits for the next block. */
    reorganise(depth: number): void {
      branches += 1;
      const removed = blocks.splice(blocks.length - depth).flatMap(({ receipts }) => receipts);
      mempool.clear();
      for (let left = depth; left >= 0; left -= 1) mine();
      for (const { transaction } of removed)
        if (transaction !== null) mempool.set(`${lower(transaction.from!)}/${transaction.nonce}`, transaction);
    },
    /** A stranger sends tokens in the next block. */
    send: (from: Address, to: Address, amount: bigint): void => void sent.push({ from, to, amount }),
    /** From now on the token takes a fee of each transfer, in hundredths of a percent. */
    takeFee: (of: 'payee' | 'sender', bps: bigint): void => void (fee = { of, bps }),
    /** An address gets coins in the next block. */
    give: (to: Address, wei: bigint): void => void given.push([to, wei]),
    balanceOf: (address: Address): bigint => stateAt('latest').tokens.get(address) ?? 0n,
    coinsOf: (address: Address): bigint => stateAt('latest').coins.get(address) ?? 0n,
    result({ method, params: [first, second] }: ReceivedCall): unknown {
      switch (method) {
        case 'eth_chainId':
          return hexOf(chainId);
        case 'eth_getBlockByNumber':
          return header(first);
        case 'eth_getLogs':
          return logs(first as Readonly<Record<string, unknown>>);
        case 'eth_getTransactionReceipt':
          return receipt(first);
        case 'eth_call':
          return call(first, second);
        case 'eth_estimateGas':
          call(first, 'latest');
          return hexOf(50_000);
        case 'eth_getCode':
          return first === token ? '0x60' : '0x';
        case 'eth_getBalance':
          return hexOf(stateAt(second).coins.get(first as Address) ?? 0n);
        case 'eth_getTransactionCount':
          return hexOf(stateAt(second).nonces.get(first as Address) ?? 0);
        case 'eth_feeHistory':
          return { baseFeePerGas: [hexOf(GWEI), hexOf(GWEI)] };
        case 'eth_maxPriorityFeePerGas':
          return hexOf(GWEI);
        case 'eth_sendRawTransaction':
          return take(first as Hex);
        default:
          throw new NodeError(-32_601, `the method ${method} does not exist`);
      }
    },
  };
}
