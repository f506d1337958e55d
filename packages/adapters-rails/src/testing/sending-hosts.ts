import { ok } from '@corridor/core';
import { fixedClock } from '@corridor/core/testing';
import type { RailLog, RailRecord } from '@corridor/core/ports';
import { type Address, type EvmNodes, type Hex, NoQuorum } from '../evm/nodes.js';
import { createSender, type Sender } from '../evm/sending/create-sender.js';
import type { Intent, Outcome, OutcomeHandler, Purpose } from '../evm/sender.js';
import { storedIntent, type StoredNonce } from '../evm/sending/sending-records.js';
import { stored } from '../connections/stored.js';
import { MONDAY } from './bank-connection.js';
import { type ChainModel, chainModel, modelSigner } from './chain-model.js';
import { stepStore } from './step-store.js';

export const SIGNERS: readonly Address[] = [`0x${'a1'.repeat(20)}`, `0x${'b2'.repeat(20)}`];
const PAYEE: Address = `0x${'c3'.repeat(20)}`;

export class HostDied extends Error {}

/** A book that the handlers keep: how often each intent is concluded, less how often it is undone. */
export const bookOf = (
  records: ReadonlyMap<string, RailRecord>,
): ReadonlyMap<string, { state: string; count: number }> =>
  new Map(
    [...records.values()]
      .filter(({ collection }) => collection === 'book')
      .map(({ key, value }) => [key, value as { state: string; count: number }]),
  );

const bookKeeper: OutcomeHandler = {
  concluded: (records, { key }, outcome) => count(records, key, outcome, 1),
  undone: (records, { key }, outcome) => count(records, key, outcome, -1),
};

async function count(
  records: Parameters<OutcomeHandler['concluded']>[0],
  key: string,
  { state }: Outcome,
  by: number,
): Promise<void> {
  const record = await records.get('book', key);
  if (record === null) return records.add({ collection: 'book', key, value: { state, count: by } });
  records.change(record, { value: { state, count: (record.value as { count: number }).count + by } });
}

const HANDLERS = Object.fromEntries(
  ['payout', 'refund', 'sweep', 'gas', 'cold', 'fill'].map((purpose) => [purpose, bookKeeper]),
) as Readonly<Record<Purpose, OutcomeHandler>>;

/** The payment `serial`, which the model of the chain finds by its data. */
export const payment = (serial: number, signer: Address = SIGNERS[0]!): Intent => ({
  ...{ key: `payout/${serial}`, purpose: 'payout', signer, to: PAYEE, value: 0n },
  data: dataOf(serial),
});
export const dataOf = (serial: number): Hex => `0x01${String(serial).padStart(8, '0')}`;

export interface SendingOptions {
  readonly confirmations?: number;
  readonly maxFeePerGas?: bigint;
  readonly handlers?: Partial<Record<Purpose, OutcomeHandler>>;
  readonly screen?: (intent: Intent) => Promise<string | null>;
}

/** A chain, a store, and hosts that send. `step` is awaited before and after everything that a host does. */
export function sendingParts({
  confirmations = 4,
  maxFeePerGas = 1000n,
  handlers = {},
  screen = async () => null,
}: SendingOptions = {}) {
  const signing = {
    /** Why the signer does not sign; null if it does. */
    problem: null as string | null,
    /** Whether a host has the keys of the signers. */
    hasKeys: true,
  };
  const warnings: (readonly [data: unknown, text: string])[] = [];
  const log: RailLog = { info: () => {}, warn: (data, text) => void warnings.push([data, text]) };
  const clock = fixedClock(MONDAY);
  const chain = chainModel(confirmations);
  const database = stepStore(clock);
  const broadcasts = new Map<string, Set<string>>();

  function host(step: () => Promise<void>, isOffline: () => boolean = () => false): Sender {
    const store = database.storeFor(step);
    return createSender({
      ...{ store, clock, log, handlers: { ...HANDLERS, ...handlers }, screen, everySeconds: 2 },
      nodes: steppedNodes(chain, step, isOffline, (bytes) => checkStored(chain, database.committed, broadcasts, bytes)),
      signerOf: (address) => {
        if (!signing.hasKeys) return null;
        const signer = modelSigner(address);
        const sign: typeof signer.sign = async (transaction) => {
          await step();
          if (signing.problem !== null) throw new Error(signing.problem);
          const signed = await signer.sign(transaction);
          await step();
          return signed;
        };
        return { ...signer, sign };
      },
      fees: { maxFeePerGas, replaceAfterSeconds: 60 },
    });
  }

  const sender = host(async () => {});
  const { store } = database;
  const run = async (passes = 1): Promise<void> => {
    for (let pass = 0; pass < passes; pass += 1) await sender.run();
  };
  const nodesOf = (step: () => Promise<void>, isOffline: () => boolean = () => false): EvmNodes =>
    steppedNodes(chain, step, isOffline, () => {});
  return {
    ...{ run, nodesOf, database },
    ...{ clock, chain, store, sender, host, signing, log, warnings },
    committed: database.committed,
    broadcasts,
    book: () => bookOf(database.committed),
    add: async (intent: Intent) => {
      stored(await store.run(async (records) => ok(await sender.add(records, intent))));
    },
    withdraw: async (key: string): Promise<boolean> =>
      stored(await store.run(async (records) => ok(await sender.withdraw(records, key, 'not wanted any more')))),
    status: (key: string) => store.read((records) => sender.status(records, key)),
    advance: (seconds: number) => clock.advance(seconds),
    /** Whether every intent is concluded. */
    isSettled: (): boolean =>
      [...database.committed.values()]
        .filter(({ collection }) => collection === 'intents')
        .every((intent) => storedIntent(intent).state === 'CONCLUDED'),
  };
}

export type SendingParts = ReturnType<typeof sendingParts>;

/**
 * Runs the hosts without faults until every intent is concluded, however many blocks that takes, and then for as many
 * passes as the bookings and messages about the last one need.
 */
export async function settle(
  { quietRun }: { readonly quietRun: () => Promise<void> },
  { isSettled, advance, chain }: Pick<SendingParts, 'isSettled' | 'advance' | 'chain'>,
): Promise<void> {
  let passes = 0;
  for (let tries = 0; tries < 400 && passes < 20; tries += 1) {
    await quietRun();
    advance(31);
    chain.mine();
    passes = isSettled() ? passes + 1 : 0;
  }
}

/** Throws if a host broadcasts what is not stored, or spends a nonce on two payments. */
function checkStored(
  chain: ChainModel,
  committed: ReadonlyMap<string, RailRecord>,
  broadcasts: Map<string, Set<string>>,
  bytes: Hex,
): void {
  const { from, nonce, hash, data } = chain.decode(bytes);
  const slot = committed.get(`nonces/${from}/${nonce}`)?.value as StoredNonce | undefined;
  if (slot?.transactions.some((each) => each.hash === hash) !== true)
    throw new Error(`broadcast ${hash}, which is not stored`);
  const key = `${from}/${nonce}`;
  const payments = broadcasts.get(key) ?? new Set();
  broadcasts.set(key, payments.add(data));
  if (payments.size > 1) throw new Error(`the nonce ${key} is spent on ${[...payments].join(' and ')}`);
}

function steppedNodes(
  { nodes }: ChainModel,
  step: () => Promise<void>,
  isOffline: () => boolean,
  onBroadcast: (bytes: Hex) => void,
): EvmNodes {
  const stepped =
    <A extends readonly unknown[], T>(work: (...args: A) => Promise<T>) =>
    async (...args: A): Promise<T> => {
      await step();
      if (isOffline()) throw new NoQuorum('one node of two answered');
      const answer = await work(...args);
      await step();
      return answer;
    };
  return {
    ...nodes,
    head: stepped(nodes.head),
    confirmed: stepped(nodes.confirmed),
    block: stepped(nodes.block),
    receipt: stepped(nodes.receipt),
    transactionCount: stepped(nodes.transactionCount),
    call: stepped(nodes.call),
    balance: stepped(nodes.balance),
    estimateGas: stepped(nodes.estimateGas),
    gasPrice: stepped(nodes.gasPrice),
    broadcast: async (bytes) => {
      await step();
      onBroadcast(bytes);
      const answer = await nodes.broadcast(bytes);
      await step();
      return answer;
    },
  };
}
