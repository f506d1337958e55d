import type { Instant } from '@corridor/core';
import type { RailRecords, RailWrites } from '@corridor/core/ports';
import { type Address, NoQuorum } from '../nodes.js';
import type { EvmSender, HeldIntents, Intent, IntentStatus } from '../sender.js';
import { broadcast } from './broadcast.js';
import { confirm } from './confirm.js';
import { feesFor } from './fees.js';
import { holdIntents } from './hold.js';
import {
  addIntent,
  INTENTS,
  intentOf,
  listAll,
  NONCES,
  SIGNERS,
  storedIntent,
  storedSigner,
} from './sending-records.js';
import { problemsIn } from './sending-problems.js';
import type { Pass, SenderPorts, SignerNow } from './sending-ports.js';
import type { IntentState } from './states.js';
import { fillGaps, pendingSlots, refuseUnsigned, replaceStuck, signQueued, signReserved } from './sign.js';
import { watchOutcomes } from './watch.js';

const MOST_SIGNERS = 1000;
const MOST_QUEUED = 500;
const MOST_SHOWN = 20;
const BUSY_SECONDS = 1;

/** The sender, with what the parts of the connection that know it by more than its port need. */
export interface Sender extends EvmSender {
  /** The intents of a signer that are not concluded. At most 10,000. */
  open(records: RailRecords, signer: Address): Promise<readonly Intent[]>;
  /** Those of them of which nothing is signed. */
  unsigned(records: RailRecords, signer: Address): Promise<readonly Intent[]>;
  /** Settles a problem that lasts until an operator has looked at it. False for an unknown key. */
  settle(records: RailWrites, problem: string): Promise<boolean>;
}

/** Sends the transactions of one chain: docs/rails/evm-payouts.md#nonces-and-fees. */
export function createSender(ports: SenderPorts): Sender {
  const { store, nodes, clock } = ports;
  const problems = problemsIn('sending-problems');
  const watch = watchOutcomes();

  async function startPass(): Promise<Pass> {
    const [head, confirmed] = [await nodes.head(), await nodes.confirmed()];
    return { ...ports, head, confirmed, problems, price: null, found: new Map() };
  }

  async function signersOf(pass: Pass, wanted: readonly Address[]): Promise<readonly SignerNow[]> {
    const rows = await store.read(async (records) => [
      ...(await listAll(records, SIGNERS, 'ACTIVE', MOST_SIGNERS)),
      ...(wanted.length === 0 ? [] : await records.getMany(SIGNERS, wanted)),
    ]);
    const byAddress = new Map(rows.map((row) => [row.key as Address, storedSigner(row)]));
    const addresses = [...new Set([...byAddress.keys(), ...wanted])];
    return Promise.all(
      addresses.map(async (address) => {
        const [atHead, atConfirmed] = await Promise.all([
          nodes.transactionCount(address, pass.head.number),
          nodes.transactionCount(address, pass.confirmed.number),
        ]);
        return { address, row: byAddress.get(address) ?? null, atHead, atConfirmed };
      }),
    );
  }

  async function pass(held: HeldIntents | undefined): Promise<boolean> {
    const started = await startPass();
    await watch(started);
    if (held !== undefined) await holdIntents(ports, held);
    const queued = await store.read((records) => listAll(records, INTENTS, 'QUEUED', MOST_QUEUED));
    const signers = await signersOf(started, [...new Set(queued.map((intent) => storedIntent(intent).signer))]);
    const isSending = signers.some(({ row, atHead }) => queued.length > 0 || (row !== null && row.next > atHead));
    const price = isSending ? await nodes.gasPrice() : null;
    const wanted = price === null ? null : feesFor(price, ports.fees.maxFeePerGas);
    const current = { ...started, price };
    for (const signer of signers) {
      await confirm(current, signer);
      await fillGaps(current, signer);
      const reserved = await pendingSlots(current, signer);
      await signReserved(current, reserved, wanted);
      await replaceStuck(current, reserved, wanted);
      const own = queued.filter((intent) => storedIntent(intent).signer === signer.address);
      await signQueued(current, signer, own, reserved, wanted);
      await broadcast(current, await pendingSlots(current, await fresh(signer)));
    }
    await problems.replace(store, current.found);
    return isSending;
  }

  /** The row of the signer as it is after this pass has signed. */
  async function fresh(signer: SignerNow): Promise<SignerNow> {
    const row = await store.read((records) => records.get(SIGNERS, signer.address));
    return { ...signer, row: row === null ? null : storedSigner(row) };
  }

  return {
    add: async (records, intent) => addIntent(records, intent, clock.now()),

    async status(records, key): Promise<IntentStatus | null> {
      const record = await records.get(INTENTS, key);
      if (record === null) return null;
      const { state, outcome, transactionHash, waitsFor, since } = storedIntent(record);
      return {
        state: state === 'CONCLUDED' ? 'concluded' : state === 'SENT' ? 'sent' : 'queued',
        ...{ outcome, transactionHash, waitsFor },
        since: since as Instant,
      };
    },

    async withdraw(records, key, reason) {
      const record = await records.get(INTENTS, key);
      return record !== null && (await refuseUnsigned(ports, records, record, reason)) !== null;
    },

    async run(held) {
      try {
        return (await pass(held)) ? Math.min(BUSY_SECONDS, ports.everySeconds) : ports.everySeconds;
      } catch (cause) {
        if (!(cause instanceof NoQuorum)) throw cause;
        return ports.everySeconds;
      }
    },

    condition: () =>
      store.read(async (records) => ({
        backlog: {
          'transactions waiting for a nonce': await records.count(INTENTS, 'QUEUED'),
          'transactions not confirmed': await records.count(NONCES, 'OPEN'),
        },
        problems: await problems.list(records, MOST_SHOWN),
      })),

    open: (records, signer) => intentsOf(records, signer, ['QUEUED', 'RESERVED', 'SENT']),
    unsigned: (records, signer) => intentsOf(records, signer, ['QUEUED', 'RESERVED']),

    settle: (records, problem) => problems.close(records, problem),
  };
}

async function intentsOf(
  records: RailRecords,
  signer: Address,
  states: readonly IntentState[],
): Promise<readonly Intent[]> {
  const found = [];
  for (const state of states) found.push(...(await listAll(records, INTENTS, state, 10_000)));
  return found.filter((intent) => storedIntent(intent).signer === signer).map(intentOf);
}
