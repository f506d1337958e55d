import { type CurrencyCode, ok, rateOf } from '@corridor/core';
import type { RailRecord, RailRecords, RailStore, RailTelling, RailWrites } from '@corridor/core/ports';
import { fixedClock, seededRandom } from '@corridor/core/testing';
import { decodeFunctionData, encodeFunctionResult, hashDomain, keccak256, serializeSignature, toHex } from 'viem';
import { stored, StoreUnavailable } from '../connections/stored.js';
import {
  type Address,
  type Branch,
  type Call,
  type EvmNodes,
  type Hex,
  NoQuorum,
  type Reverted,
} from '../evm/nodes.js';
import type { Intent, IntentStatus } from '../evm/sender.js';
import type { EvmSigner } from '../evm/signer.js';
import { TRANSFER_TOPIC } from '../evm/json-rpc-logs.js';
import { MULTICALL, TOKEN, topicOf } from '../evm/treasury/contracts.js';
import type { TreasuryParts, UntoldDeposit } from '../evm/treasury/parts.js';
import { addTelling, tellOpen, type Telling } from '../evm/treasury/tellings.js';
import { COLD, depositAddress, memorySender, payer, TREASURY, USDC, USDT } from './evm-deposits.js';
import { addressWith, hashOf, memoryChain } from './memory-chain.js';
import { stepStore } from './step-store.js';

export { COLD, depositAddress, payer, TREASURY, USDC, USDT };
export const OWNER = addressWith('face', 1);
export const MULTICALL3 = addressWith('ca11', 1);
export const GWEI = 1_000_000_000n;
export const CHAIN_ID = 31_337;
export const MINIMUM = 100n;

/** A transfer of a token in a block. Without `transaction` it is the only one of its transaction. */
export interface Transfer {
  readonly token?: Address;
  readonly from: Address;
  readonly to: Address;
  readonly amount: bigint;
  readonly transaction?: Hex;
}

/** The separator of the domain of a token whose name is `Coin`, in its version 2. */
export const separatorOf = (token: Address): Hex =>
  hashDomain({
    domain: { name: 'Coin', version: '2', chainId: BigInt(CHAIN_ID), verifyingContract: token },
    types: {
      EIP712Domain: [
        { name: 'name', type: 'string' },
        { name: 'version', type: 'string' },
        { name: 'chainId', type: 'uint256' },
        { name: 'verifyingContract', type: 'address' },
      ],
    },
  });

/** A signer whose signatures name the index and what was signed. */
export const indexSigner = (index: number): EvmSigner => ({
  address: depositAddress(index),
  sign: () => Promise.reject(new Error('the treasury does not sign transactions')),
  signTypedData: async (encoded) =>
    serializeSignature({ r: keccak256(encoded), s: toHex(index + 1, { size: 32 }), yParity: index % 2 }),
});

const INTENTS = 'intents';

const word = (value: bigint): Hex => `0x${value.toString(16).padStart(64, '0')}`;
const REVERTED: Reverted = { reverted: true, reason: 'the token is paused' };

/** A chain with tokens, coins and Multicall3. Its nodes confirm a block when one more is mined. */
function treasuryChain() {
  const memory = memoryChain(2, CHAIN_ID);
  memory.contracts.add(MULTICALL3);
  let serial = 0;
  const state = {
    /** What each address has of its coin at every block. */
    coins: new Map<Address, bigint>(),
    /** Deposit addresses whose transfers the tokens refuse. */
    refused: new Set<Address>(),
    /** The block in which the authorization with this nonce was used. */
    used: new Map<Hex, bigint>(),
    /** What nodes estimate for a transfer. */
    gas: 50_000n as bigint | Reverted,
    price: { base: 10n * GWEI, tip: GWEI },
    l1Fee: 0n,
    /** How many blocks the nodes are behind. */
    lag: 0n,
    /** How many seconds later each block is. */
    later: 0,
    /** The ranges of blocks whose events were read. */
    asked: [] as { readonly from: bigint; readonly to: bigint; readonly branch: Branch }[],
    /** What tokens answer instead. */
    answer: (_call: Call): Hex | Reverted | null => null,
  };

  const at = (number: bigint): bigint => {
    if (number > memory.head().number - state.lag) throw new NoQuorum(`no block ${number}`);
    return number;
  };

  const blockAt: EvmNodes['block'] = async (number, on) => {
    const block = number > memory.head().number - state.lag ? null : await memory.nodes.block(number, on);
    return block === null ? null : { ...block, timestamp: block.timestamp + state.later };
  };

  async function tokenBalance(token: Address, of: Address, block: bigint): Promise<bigint> {
    const transfers = await memory.nodes.transfers([token], 0n, block, { before: null, last: null });
    return transfers.reduce(
      (sum, { from, to, value }) => sum + (to === of ? value : 0n) - (from === of ? value : 0n),
      0n,
    );
  }

  async function call({ to, data, from }: Call, block: bigint): Promise<Hex | Reverted> {
    const other = state.answer({ to, data, ...(from !== undefined && { from }) });
    if (other !== null) return other;
    if (to === MULTICALL3) {
      const decoded = decodeFunctionData({ abi: MULTICALL, data });
      if (decoded.functionName === 'getEthBalance')
        return word(state.coins.get(decoded.args[0].toLowerCase() as Address) ?? 0n);
      const results = [];
      for (const { target, callData } of decoded.args[0]) {
        const answer = await call({ to: target.toLowerCase() as Address, data: callData, from: MULTICALL3 }, block);
        const success = typeof answer === 'string';
        results.push({ success, returnData: success ? answer : ('0x' as Hex) });
      }
      return encodeFunctionResult({ abi: MULTICALL, functionName: 'aggregate3', result: results });
    }
    if (to !== USDC && to !== USDT) return state.l1Fee === 0n ? '0x' : word(state.l1Fee);
    const decoded = decodeFunctionData({ abi: TOKEN, data });
    switch (decoded.functionName) {
      case 'balanceOf':
        return word(await tokenBalance(to, decoded.args[0].toLowerCase() as Address, block));
      case 'authorizationState':
        return word((state.used.get(decoded.args[1]) ?? block + 1n) <= block ? 1n : 0n);
      case 'transferWithAuthorization':
        return state.refused.has(decoded.args[0].toLowerCase() as Address) ? REVERTED : '0x';
      case 'name':
        return encodeFunctionResult({ abi: TOKEN, functionName: 'name', result: 'Coin' });
      case 'version':
        return encodeFunctionResult({ abi: TOKEN, functionName: 'version', result: '2' });
      case 'DOMAIN_SEPARATOR':
        return separatorOf(to);
      case 'decimals':
        return word(6n);
      default:
        return REVERTED;
    }
  }

  const nodes: EvmNodes = {
    ...memory.nodes,
    head: async () => (await blockAt(memory.head().number - state.lag))!,
    confirmed: async () => (await blockAt((await memory.nodes.confirmed()).number - state.lag))!,
    block: blockAt,
    logs: async ({ address, topics }, from, to, branch) => {
      state.asked.push({ from, to, branch });
      const transfers = await memory.nodes.transfers([address], from, at(to), branch);
      const logs = transfers.map(({ token, from: sender, to: receiver, value, ...position }) => ({
        ...{ ...position, address: token, topics: [TRANSFER_TOPIC, topicOf(sender), topicOf(receiver)] },
        data: word(value),
      }));
      return logs.filter((log) =>
        topics.every((topic, index) => topic === null || [topic].flat().includes(log.topics[index]!)),
      );
    },
    // Each block has one transaction of every signer.
    transactionCount: async (_, block) => Number(at(block)),
    call: async (asked, block) => call(asked, at(block)),
    balance: async (address, block) => state.coins.get(address) ?? at(block) * 0n,
    hasCode: async (address, block) => memory.contracts.has(address) && at(block) >= 0n,
    estimateGas: async () => state.gas,
    gasPrice: async () => state.price,
  };

  return {
    ...memory,
    nodes,
    state,
    /** Adds a block with these transfers. Returns their transactions. */
    transfer(...transfers: readonly Transfer[]): readonly Hex[] {
      const byHash = new Map<Hex, { token: Address; from: Address; to: Address; value: bigint }[]>();
      for (const { token = USDC, from, to, amount, transaction } of transfers) {
        serial += 1;
        const hash = transaction ?? hashOf(`transaction ${serial}`);
        byHash.set(hash, [...(byHash.get(hash) ?? []), { token, from, to, value: amount }]);
      }
      memory.mine([...byHash].map(([hash, events]) => ({ hash, events })));
      return [...byHash.keys()];
    },
    /** Adds empty blocks, two of which confirm those before. */
    pass(blocks = 2): void {
      for (let block = 0; block < blocks; block += 1) memory.mine();
    },
  };
}

/** A treasury on a chain in memory, with a sender that keeps what it is given. */
export function treasuryParts(over: Partial<TreasuryParts> = {}) {
  const clock = fixedClock();
  const chain = treasuryChain();
  const database = stepStore(clock);
  const { store, committed } = database;
  const memory = memorySender();
  const state = {
    /** What the sender says of an intent. */
    statuses: new Map<string, IntentStatus>(),
    /** Intents that the sender has not signed. */
    withdrawable: new Set<string>(),
    withdrawn: [] as (readonly [key: string, reason: string])[],
    /** The newest block whose transactions of ours are all concluded; null: every block. */
    concludedTo: null as number | null,
    /** Up to which block deposits are recorded; undefined: up to the confirmed one. */
    deposits: undefined as bigint | null | undefined,
    untold: [] as readonly UntoldDeposit[],
    /** Intents of which core knows that they are paid. */
    told: new Set<string>(),
    owed: new Map<Address, bigint>(),
    rate: rateOf(1n, 1n) as ReturnType<typeof rateOf> | null,
  };
  const indexes = new Map<Address, number>(Array.from({ length: 300 }, (_, index) => [depositAddress(index), index]));
  const parts: TreasuryParts = {
    ...{ rails: { treasury: 'base', deposits: 'base.deposits', cold: 'base.cold' }, coin: 'ETH' as CurrencyCode },
    chainId: CHAIN_ID,
    tokens: [
      { currency: 'USDC' as CurrencyCode, address: USDC, authorization: 'eip-3009', minimum: MINIMUM },
      { currency: 'USDT' as CurrencyCode, address: USDT, authorization: null, minimum: MINIMUM },
    ],
    ...{ treasury: TREASURY, cold: COLD, keep: null, maxFeePerGas: 100n * GWEI, ownAddresses: new Set([OWNER]) },
    ...{ multicall3: MULTICALL3, nodes: chain.nodes, store, clock, random: seededRandom('treasury') },
    sender: {
      ...memory,
      // In the unit of the caller, which may be lost.
      add: async (records, intent) =>
        records.add({ collection: INTENTS, key: intent.key, value: { ...intent } }, { unlessExists: true }),
      status: async (_, key) => state.statuses.get(key) ?? null,
      withdraw: async (_, key, reason) => {
        state.withdrawn.push([key, reason]);
        return state.withdrawable.has(key);
      },
    },
    log: { info: () => {}, warn: () => {} },
    rateOf: async () => state.rate,
    depositSigner: indexSigner,
    deposits: {
      followedTo: async () => (state.deposits === undefined ? (await chain.nodes.confirmed()).number : state.deposits),
      indexesOf: async (_, addresses) =>
        new Map(addresses.flatMap((address) => (indexes.has(address) ? [[address, indexes.get(address)!]] : []))),
      untold: async () => state.untold,
    },
    concludedAt: async (_, _signer, mined) =>
      state.concludedTo !== null && mined > state.concludedTo ? 'BEHIND' : 'EQUAL',
    isTold: async (_, intent) => state.told.has(intent),
    owed: async (token) => state.owed.get(token) ?? 0n,
    ...over,
  };

  /** The records of a collection, oldest first. */
  const recordsOf = (collection: string): readonly RailRecord[] =>
    [...committed.values()].filter((record) => record.collection === collection);

  return {
    ...{ parts, chain, clock, store, committed, database, state },
    /** What the sender was given, oldest first. */
    get intents(): readonly Intent[] {
      return recordsOf(INTENTS).map(({ value }) => value as unknown as Intent);
    },
    run: async (work: (records: RailWrites) => void | Promise<void>): Promise<void> => {
      stored(await store.run(async (records) => ok(await work(records))));
    },
    read: <T>(work: (records: RailRecords) => Promise<T>): Promise<T> => store.read(work),
    /** The messages that core has not heard yet, oldest first. */
    async told(): Promise<readonly Telling[]> {
      const all: RailTelling[] = [];
      await tellOpen(store, async (message) => {
        all.push(message);
        return ok({ effect: 'APPLIED', subject: null });
      });
      return all as readonly Telling[];
    },
    recordsOf,
    /**
     * Runs `work` on a host, and `other` at its step `at`: before a read, and before or after anything in a unit. False
     * if it has fewer steps. A unit may fail because the other host has added the same record.
     */
    async interrupted(
      at: number,
      work: (parts: TreasuryParts) => Promise<unknown>,
      other: () => Promise<unknown>,
    ): Promise<boolean> {
      let step = 0;
      const next = async (): Promise<void> => {
        step += 1;
        if (step === at) await other();
      };
      const interrupting: RailStore = {
        run: database.storeFor(next).run,
        async read(wanted) {
          await next();
          return store.read(wanted);
        },
      };
      await work({ ...parts, store: interrupting }).catch((cause: unknown) => {
        if (!(cause instanceof StoreUnavailable)) throw cause;
      });
      return step >= at;
    },
    async tell(message: Telling): Promise<void> {
      stored(await store.run(async (records) => ok(addTelling(records, message))));
    },
  };
}

export type TreasuryPlay = ReturnType<typeof treasuryParts>;
