import { createMemoryStorage } from '@corridor/adapters-storage/memory';
import { type CurrencyCode, ok, rateOf } from '@corridor/core';
import { createRailStore } from '@corridor/core/internal';
import type { OutboundHttp, RailLog, RailStore } from '@corridor/core/ports';
import { fixedClock, seededRandom } from '@corridor/core/testing';
import { keccak256, serializeSignature } from 'viem';
import { privateKeyToAccount, sign } from 'viem/accounts';
import { stored } from '../connections/stored.js';
import { createSealer } from '../custody/sealer.js';
import { createDeposits, depositKeys } from '../evm/deposits/index.js';
import { createJsonRpcNodes } from '../evm/json-rpc-nodes.js';
import type { Address, EvmNodes, Hex } from '../evm/nodes.js';
import type { OutcomeHandler, Purpose } from '../evm/sender.js';
import { concludedAt } from '../evm/sending/concluded.js';
import { createSender } from '../evm/sending/create-sender.js';
import type { EvmSigner } from '../evm/signer.js';
import { transferCall } from '../evm/token-transfer.js';
import { followedDeposits } from '../evm/treasury/followed-deposits.js';
import { createTreasury, type Treasury } from '../evm/treasury/treasury.js';
import { MONDAY } from './bank-connection.js';
import { deployToken, MULTICALL3, placeCode, type TestToken } from './evm-contracts.js';
import { differencesOf, evmLedger } from './evm-ledger.js';
import { type EvmNode, startAnvil } from './evm-node.js';

const ETH = 'ETH' as CurrencyCode;
export const TREASURY_KEY: Hex = '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690e';
export const COLD: Address = '0x00000000000000000000000000000000000c01d0';
export const OWNER: Address = '0x000000000000000000000000000000000000a11e';
/** Not the one of Anvil, whose accounts have coins. */
export const DEPOSIT_MNEMONIC = `${'abandon '.repeat(11)}about`;
const QUIET: RailLog = { info: () => {}, warn: () => {} };

export function localTestSigner(key: Hex): EvmSigner {
  const account = privateKeyToAccount(key);
  return {
    address: account.address.toLowerCase() as Address,
    async sign({ gas, ...transaction }) {
      const bytes = await account.signTransaction({ type: 'eip1559', ...transaction, gas });
      return { bytes, hash: keccak256(bytes) };
    },
    signTypedData: async (encoded) => serializeSignature(await sign({ hash: keccak256(encoded), privateKey: key })),
  };
}

export const testHttp: OutboundHttp = {
  async send({ url, method, headers, body }) {
    try {
      const answer = await fetch(url, { method, headers, ...(body !== null && { body: body as string }) });
      const text = await answer.text();
      return { kind: 'answered', status: answer.status, headers: {}, body: text, truncated: false };
    } catch (cause) {
      return { kind: 'unreachable', reason: String(cause) };
    }
  },
};

export interface TreasuryOptions {
  readonly authorization?: 'eip-3009' | null;
  readonly keep?: bigint | null;
  readonly minimum?: bigint;
  readonly confirmations?: number;
  readonly hasMulticall?: boolean;
  /** Null: no rate is known. */
  readonly rate?: () => bigint | null;
  readonly addresses?: number;
  /** Around the store of the hosts, such as one in which they die. */
  readonly around?: (store: RailStore) => RailStore;
}

/** A treasury on a chain of its own, with deposits, a sender and a ledger. Each block is mined by its transaction. */
export async function playTreasury(options: TreasuryOptions = {}) {
  const { authorization = 'eip-3009', keep = null, minimum = 1_000_000n, confirmations = 2, addresses = 5 } = options;
  const node: EvmNode = await startAnvil({ chainId: 84_532 });
  const token: TestToken = await deployToken(node, { authorization });
  if (options.hasMulticall !== false) await placeCode(node, 'Multicall3', MULTICALL3);
  const signer = localTestSigner(TREASURY_KEY);
  const treasury = signer.address;
  await node.setBalance(treasury, 5_000_000_000_000_000_007n);
  const currency = authorization === null ? ('USDT' as CurrencyCode) : ('USDC' as CurrencyCode);
  const clock = fixedClock(MONDAY);
  const { units } = createMemoryStorage();
  const sealer = createSealer(new Uint8Array(32));
  const { around = (whole) => whole } = options;
  const store = around(createRailStore({ units, clock, sealer }, 'SANDBOX', 'base'));
  const keys = await depositKeys(DEPOSIT_MNEMONIC);
  /** How many blocks the nodes are behind. */
  const lag = { blocks: 0n };
  const newest = createJsonRpcNodes({
    entry: { chainId: 84_532, rpcUrls: [node.url], quorum: 1, confirmations },
    environment: 'SANDBOX',
    http: testHttp,
  });
  const nodes: EvmNodes = {
    ...newest,
    head: async () => (await newest.block((await newest.head()).number - lag.blocks))!,
    confirmed: async () => (await newest.block((await newest.confirmed()).number - lag.blocks))!,
    block: async (number, on) => (number > (await newest.head()).number - lag.blocks ? null : newest.block(number, on)),
  };
  const random = seededRandom('treasury');
  const rate = options.rate ?? (() => 3n);

  /** A host: everything but the store and the chain is its own. */
  function host() {
    const signers = new Map<Address, EvmSigner>([[treasury, signer]]);
    let treasuryPart: Treasury | null = null;
    const paid: OutcomeHandler = {
      concluded: async (records, { key, data }, { state }) => {
        const amount = BigInt(`0x${data.slice(-64)}`);
        if (state === 'mined') records.add({ collection: 'paid', key, status: 'OPEN', value: amount });
      },
      undone: async () => {},
    };
    const late = (purpose: Purpose): OutcomeHandler => ({
      concluded: (...given) => handlers()[purpose].concluded(...given),
      undone: (...given) => handlers()[purpose].undone(...given),
    });
    const handlers = () => treasuryPart!.handlers({ payout: paid, refund: deposits.refundOutcomes });
    const sender = createSender({
      ...{ store, nodes, clock, log: QUIET, everySeconds: 1 },
      signerOf: (address) => signers.get(address) ?? null,
      handlers: Object.fromEntries(
        (['payout', 'refund', 'sweep', 'gas', 'cold', 'fill'] as const).map((purpose) => [purpose, late(purpose)]),
      ) as Readonly<Record<Purpose, OutcomeHandler>>,
      fees: { maxFeePerGas: 200_000_000_000n, replaceAfterSeconds: 60 },
      screen: () => Promise.resolve(null),
    });
    const depositSigner = (index: number) => localTestSigner(keys.privateKeyOf(index));
    const made = createTreasury({
      rails: { treasury: 'base', deposits: 'base.deposits', cold: 'base.cold' },
      ...{ coin: ETH, chainId: 84_532, treasury, cold: COLD, keep, store, clock, random, log: QUIET, nodes, sender },
      tokens: [{ currency, address: token.address, authorization, minimum }],
      ownAddresses: new Set([OWNER]),
      maxFeePerGas: 200_000_000_000n,
      multicall3: MULTICALL3,
      rateOf: async () => (rate() === null ? null : rateOf(rate()!, 1n)),
      depositSigner,
      deposits: followedDeposits,
      concludedAt,
      isTold: async (records, intent) => {
        const record = await records.get('paid', intent);
        return record !== null && record.status === null;
      },
      owed: async () => 0n,
    });
    treasuryPart = made;
    const deposits = createDeposits({
      ...{ name: 'base', environment: 'SANDBOX', network: 'BASE', confirmations, startBlock: 0n, refunds: null },
      tokens: new Map([[token.address, currency]]),
      ...{ pollSeconds: 1, treasury, ownAddresses: [COLD], keys, nodes, sender, store, clock, log: QUIET },
      screening: null,
      addressesOf: () => Promise.resolve(addresses),
      credited: (records, { token: of, to, index, amount }) =>
        made.credited(records, { token: of, address: to, index, amount }),
      reversed: (records, { token: of, to, index, amount }) =>
        made.credited(records, { token: of, address: to, index, amount: -amount }),
    });
    return { treasury: made, deposits, sender, signers, depositSigner };
  }

  const first = host();
  const ledger = evmLedger();

  /** Tells the ledger of the payments that are mined, as the part for payouts does. */
  async function tellPaid(): Promise<void> {
    const open = await store.read((records) => records.list('paid', { status: 'OPEN', limit: 100 }));
    for (const { key, value } of open) {
      ledger.paid('base', currency, value as bigint);
      stored(
        await store.run(async (records) => {
          records.change((await records.get('paid', key))!, { status: null });
          return ok();
        }),
      );
    }
  }

  const play = {
    node,
    token,
    store,
    nodes,
    lag,
    ledger,
    clock,
    treasuryAddress: treasury,
    host,
    ...first,
    addressOf: keys.addressOf,
    /** One pass of all tasks of a host. */
    async pass(on: ReturnType<typeof host> = first): Promise<void> {
      clock.advance(5);
      await on.treasury.open();
      for (const [address, index] of await store.read(on.treasury.sendingAddresses)) {
        on.signers.set(address, on.depositSigner(index));
      }
      await on.sender.run();
      await on.deposits.run(ledger.tell);
      await tellPaid();
      await on.treasury.follow(ledger.tell);
      await on.treasury.sweep();
    },
    /** Passes with a block after each. Throws if chain and ledger differ at any time. */
    async settle(passes = 12): Promise<void> {
      for (let at = 0; at < passes; at += 1) {
        await play.pass();
        await play.agree();
        await node.mine();
        await play.agree();
      }
    },
    async agree(): Promise<void> {
      const differences = await play.differences();
      if (differences.length > 0) throw new Error(differences.join('\n'));
    },
    /** An outgoing payment of the treasury. */
    async pay(to: Address, amount: bigint, serial: number): Promise<void> {
      stored(
        await store.run(async (records) => {
          await first.sender.add(records, {
            ...{ key: `payout/${serial}`, purpose: 'payout', signer: treasury, to: token.address, value: 0n },
            data: transferCall(to, amount),
          });
          return ok();
        }),
      );
    },
    differences: async () => differencesOf(await first.treasury.holdings(), ledger),
  };
  return play;
}
