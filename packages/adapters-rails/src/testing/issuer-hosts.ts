import { createHash } from 'node:crypto';
import type { CurrencyCode, Id } from '@corridor/core';
import { fixedClock } from '@corridor/core/testing';
import type { IssuerAccount, IssuerConnection, IssuerInstruction, RailLog, RailStore } from '@corridor/core/ports';
import { listScreening } from '../evm/screening.js';
import type { JsonRpcNodes } from '../evm/json-rpc-nodes.js';
import type { Address, EvmNodes, Hex, Log } from '../evm/nodes.js';
import { connectIssuer } from '../stablecoins/evm/evm-issuer.js';
import type { EvmIssuerEntry } from '../stablecoins/evm/entry.js';
import { DECIMALS_CALL, mintCall, TRANSFER_TOPIC, ZERO_TOPIC } from '../stablecoins/evm/token-contract.js';
import { MONDAY } from './bank-connection.js';
import { chainModel, modelSigner } from './chain-model.js';
import { digest } from './ports.js';
import { stepStore } from './step-store.js';

export const PLATFORM = 'Platform:01977c5e-6f2a-7b3c-9d4e-5f6a7b8c9d0f' as Id<'Platform'>;
export const TOKEN_ADDRESS: Address = `0x${'70'.repeat(20)}`;
export const MINTER: Address = `0x${'a1'.repeat(20)}`;
export const STRANGER: Address = `0x${'b2'.repeat(20)}`;
export const WALLET: Address = `0x${'c3'.repeat(20)}`;
const QUIET: RailLog = { info: () => undefined, warn: () => undefined };

export const ISSUER_ENTRY: EvmIssuerEntry = {
  platform: PLATFORM,
  client: { id: 'acme', secret: { env: 'ISSUER_SECRET' } },
  network: 'BASE',
  chainId: 31_337,
  rpcUrls: ['https://base.example', 'https://node.example'],
  quorum: 2,
  confirmations: 4,
  token: {
    address: TOKEN_ADDRESS,
    name: 'Acme Dollar',
    symbol: 'USDB',
    decimals: 6,
    baseCurrency: 'USD' as CurrencyCode,
  },
  signer: { type: 'local', privateKey: { env: 'KEY' } },
  mintLimit: 100_000_000n,
  burnRails: ['WIRE'],
  firstBlock: 0n,
  fees: { maxFeePerGas: 1000n, replaceAfterSeconds: 60 },
  screening: null,
  pollSeconds: 2,
};

export const ISSUER_SECRET = 'a secret of acme-usd';

export const ACCOUNT: IssuerAccount = {
  platform: PLATFORM,
  providerAccountId: 'acme-usd',
  apiClientId: 'acme',
  apiClientSecret: ISSUER_SECRET,
};

let serial = 0;

/** An order with a reference of its own. */
export const orderFor = (over: Partial<IssuerInstruction> = {}): IssuerInstruction => ({
  operationType: 'MINT',
  token: {
    providerTokenIdentifier: 'acme-usd',
    networkTokenIdentifier: TOKEN_ADDRESS,
    network: 'BASE',
    decimals: 6,
    baseCurrency: 'USD' as CurrencyCode,
  },
  amount: 5_000_000n,
  netAmount: 5_000_000n,
  source: { type: 'SVC_INTERNAL_ACCOUNT', account: null, sourceTokenIdentifier: null, cryptoNetwork: null },
  destination: { account: null, rail: null },
  reference:
    `StablecoinOperation:01977c5e-6f2a-7000-9000-${String(++serial).padStart(12, '0')}` as Id<'StablecoinOperation'>,
  submittedAt: MONDAY,
  ...over,
});

export const burnFor = (over: Partial<IssuerInstruction> = {}): IssuerInstruction =>
  orderFor({ operationType: 'BURN', destination: { account: null, rail: 'WIRE' }, ...over });

const MINT_SELECTOR = mintCall(WALLET, 0n).slice(0, 10);
const topicOf = (address: Address): Hex => `0x${address.slice(2).padStart(64, '0')}`;

/** The events of a token whose mints and burns the chain has. */
function eventOf({ from, data }: { readonly from: Address; readonly data: Hex }): Pick<Log, 'topics' | 'data'> {
  const words = data.slice(10);
  const amount: Hex = `0x${words.slice(-64)}`;
  const isMint = data.startsWith(MINT_SELECTOR);
  const account = isMint ? topicOf(`0x${words.slice(24, 64)}`) : topicOf(from);
  return {
    topics: isMint ? [TRANSFER_TOPIC, ZERO_TOPIC, account] : [TRANSFER_TOPIC, account, ZERO_TOPIC],
    data: amount,
  };
}

export interface IssuerOptions {
  readonly confirmations?: number;
  readonly entry?: Partial<EvmIssuerEntry>;
}

/** A chain with a token, a store, and hosts that issue it. `step` is awaited around everything that a host does. */
export function issuerParts({ confirmations = 4, entry: over = {} }: IssuerOptions = {}) {
  const entry = { ...ISSUER_ENTRY, ...over };
  const clock = fixedClock(MONDAY);
  const chain = chainModel(confirmations);
  const database = stepStore(clock);
  const sent = new Map<Hex, ReturnType<typeof chain.decode>>();

  const broadcast = (bytes: Hex) => {
    const transaction = chain.decode(bytes);
    sent.set(transaction.hash, transaction);
    return chain.nodes.broadcast(bytes);
  };

  async function logs(filter: Parameters<EvmNodes['logs']>[0], from: bigint, to: bigint) {
    const found = [];
    for (let number = from; number <= to; number += 1n) {
      const block = (await chain.nodes.block(number)) as unknown as {
        readonly hash: Hex;
        readonly transactions: readonly { readonly hash: Hex; readonly status: string }[];
      };
      for (const [logIndex, { hash, status }] of block.transactions.entries()) {
        const transaction = sent.get(hash);
        if (transaction === undefined || status !== 'success' || transaction.to !== TOKEN_ADDRESS) continue;
        const event = eventOf(transaction);
        if (filter.topics.some((topic, index) => topic !== null && topic !== event.topics[index])) continue;
        const at = { blockNumber: number, blockHash: block.hash, transactionHash: hash, logIndex };
        found.push({ address: TOKEN_ADDRESS, ...event, ...at });
      }
    }
    return found;
  }

  function nodesFor(step: () => Promise<void>): JsonRpcNodes {
    const stepped =
      <A extends readonly unknown[], T>(work: (...args: A) => Promise<T>) =>
      async (...args: A): Promise<T> => {
        await step();
        const answer = await work(...args);
        await step();
        return answer;
      };
    const { nodes } = chain;
    return {
      ...nodes,
      head: stepped(nodes.head),
      confirmed: stepped(nodes.confirmed),
      block: stepped(nodes.block),
      receipt: stepped(nodes.receipt),
      transactionCount: stepped(nodes.transactionCount),
      broadcast: stepped(broadcast),
      logs: stepped(logs),
      call: async (call, at) => (call.data === DECIMALS_CALL ? `0x${'6'.padStart(64, '0')}` : nodes.call(call, at)),
      verifyChain: async () => undefined,
      health: async () => [{ url: 'https://base.example', head: (await nodes.head()).number, problem: null }],
    };
  }

  function host(step: () => Promise<void> = async () => undefined): IssuerConnection {
    const store: RailStore = database.storeFor(step);
    return connectIssuer(entry, contextOf(store), {
      nodes: nodesFor(step),
      signer: modelSigner(MINTER),
      screening: entry.screening === null ? null : listScreening(entry.screening),
    });
  }

  const contextOf = (store: RailStore) => ({
    name: 'acme-usd',
    environment: 'PRODUCTION' as const,
    store,
    clock,
    random: { bytes: (length: number) => createHash('sha256').digest().subarray(0, length) },
    digest,
    http: { send: async () => ({ kind: 'unreachable' as const, reason: 'offline' }) },
    log: QUIET,
    rateOf: async () => null,
    addressesOf: async () => 0,
    secretOf: () => ISSUER_SECRET,
  });

  const connection = host();
  const runTask = async (name: string, from: IssuerConnection = connection): Promise<number> =>
    from.tasks
      .find((task) => task.name === name)!
      .run(
        async () => {
          throw new Error('an issuer tells core nothing');
        },
        async () => new Set(),
      );

  return {
    clock,
    chain,
    host,
    connection,
    issuer: connection.issuer,
    committed: database.committed,
    send: (from?: IssuerConnection) => runTask('send', from),
    scan: (from?: IssuerConnection) => runTask('supply', from),
    /** Sends what waits, and mines it until it is confirmed. */
    async settle(blocks: number = confirmations + 1): Promise<void> {
      for (let pass = 0; pass < 2; pass += 1) {
        await runTask('send');
        for (let block = 0; block < blocks; block += 1) chain.mine();
      }
      await runTask('send');
    },
    /** Mints with another key. */
    async foreignMint(amount: bigint, to: Address = STRANGER): Promise<Hex> {
      const nonce = await chain.nodes.transactionCount(STRANGER, BigInt(chain.height()));
      const fees = { maxFeePerGas: 10n ** 30n, maxPriorityFeePerGas: 10n ** 20n };
      const { coins } = chain.state;
      chain.state.coins = 10n ** 60n;
      const unsigned = {
        chainId: 31_337,
        nonce,
        to: TOKEN_ADDRESS,
        value: 0n,
        data: mintCall(to, amount),
        gas: 50_000n,
      };
      const { bytes, hash } = await modelSigner(STRANGER).sign({ ...unsigned, ...fees });
      await broadcast(bytes);
      chain.state.coins = coins;
      return hash;
    },
    /** What the chain has minted and burned: the amounts of all events up to the head. */
    async onChain() {
      const all = await logs({ address: TOKEN_ADDRESS, topics: [TRANSFER_TOPIC] }, 0n, BigInt(chain.height()));
      return all.map(({ topics, data, transactionHash }) => ({
        kind: topics[1] === ZERO_TOPIC ? ('MINT' as const) : ('BURN' as const),
        amount: BigInt(data),
        transactionHash,
      }));
    },
  };
}

export type IssuerParts = ReturnType<typeof issuerParts>;
