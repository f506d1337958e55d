import type { Environment } from '@corridor/core';
import type { AddressScreening, Clock, Rail, RailLog, RailStore, RailWrites, TellCore } from '@corridor/core/ports';
import { type Address, type EvmNodes, NoQuorum } from '../nodes.js';
import type { EvmSender, OutcomeHandler } from '../sender.js';
import type { EvmSigner } from '../signer.js';
import { localSigner } from '../signers.js';
import { compareTold } from './compare-told.js';
import { confirmDeposits } from './confirm-deposits.js';
import type { Deposit } from './deposit.js';
import { depositCondition, noteWait } from './deposit-condition.js';
import type { DepositKeys } from './deposit-keys.js';
import { ADDRESS_SPACE, type Confirmations, depositRail } from './deposit-rail.js';
import { followBlocks } from './follow-blocks.js';
import { ChainChanged, type Tokens } from './found-deposits.js';
import { knownAddresses } from './known-addresses.js';
import { readPosition } from './positions.js';
import { createRefunds } from './refunds.js';
import { reversalProblems } from './reversal-problems.js';
import { tellDeposits } from './tell-deposits.js';

export type { Deposit } from './deposit.js';
export { type DepositKeys, depositKeys } from './deposit-keys.js';
export { ADDRESS_SPACE, type Confirmations } from './deposit-rail.js';
export type { Tokens } from './found-deposits.js';
export { heldRefunds } from './refunds.js';

export interface DepositsPorts {
  /** Name of the connection, and of the rail of the treasury. */
  readonly name: string;
  readonly environment: Environment;
  readonly network: string;
  readonly tokens: Tokens;
  readonly confirmations: Confirmations;
  /** Null: the head at the first start. */
  readonly startBlock: bigint | null;
  /** How many blocks one answer of a node has; 100 if it is absent. */
  readonly blocksAtOnce?: bigint;
  /** `sender`: money that belongs to no account goes back by itself. Null: it waits for an operator. */
  readonly refunds: 'sender' | null;
  /** Seconds between two passes. */
  readonly pollSeconds: number;
  readonly treasury: Address;
  /** Addresses of the service besides the treasury, such as `treasury.cold`. No refund goes to them. */
  readonly ownAddresses: readonly Address[];
  readonly keys: DepositKeys;
  readonly nodes: EvmNodes;
  readonly sender: EvmSender;
  /** Asked about senders before they are credited, and before money goes back to them. Null for none. */
  readonly screening: AddressScreening | null;
  readonly store: RailStore;
  readonly clock: Clock;
  readonly log: RailLog;
  /** The number of allocated indexes of an address space. */
  readonly addressesOf: (space: string) => Promise<number>;
  /** Called in the unit that records that core knows a deposit, for what depends on it, such as a sweep. */
  readonly credited?: (records: RailWrites, deposit: Deposit) => Promise<void>;
  /** Called in the unit that records that core has taken a deposit back. */
  readonly reversed?: (records: RailWrites, deposit: Deposit) => Promise<void>;
}

export interface Deposits {
  /** The rail `<name>.deposits`. */
  readonly rail: Rail;
  /** One pass: reads blocks, confirms deposits and tells core. Returns the seconds until the next one. */
  run(tell: TellCore): Promise<number>;
  /** The signer of the address with this index, for sweeps. */
  depositSigner(index: number): EvmSigner;
  /** Handles the outcomes of intents with the purpose `refund`. */
  readonly refundOutcomes: OutcomeHandler;
  /** Settles a problem that lasts until an operator has looked at it. False for an unknown key. */
  settle(records: RailWrites, problem: string): Promise<boolean>;
  /** What waits and why, for `check()`. Reads the store alone. */
  condition(): Promise<{ readonly backlog: Readonly<Record<string, number>>; readonly problems: readonly string[] }>;
}

/** Nodes limit the blocks and events of an answer. */
const MOST_BLOCKS = 100n;

/** Deposits on one chain: docs/rails/evm-deposits.md. */
export function createDeposits(ports: DepositsPorts): Deposits {
  const { name, nodes, store, clock, log, keys, tokens, treasury, pollSeconds } = ports;
  const known = knownAddresses(store, keys);
  const railName = `${name}.deposits`;
  const screen = async (address: Address, direction: 'IN' | 'OUT'): Promise<string | null> =>
    (await ports.screening?.screen({ network: ports.network, address, direction })) ?? null;
  const { startBlock, blocksAtOnce = MOST_BLOCKS } = ports;
  const allocated = () => ports.addressesOf(ADDRESS_SPACE);
  const following = { nodes, store, log, tokens, known, allocated, startBlock, blocksAtOnce };
  const confirming = {
    ...following,
    screen: (address: Address) => screen(address, 'IN'),
    refundsSender: ports.refunds === 'sender',
    ownAddresses: new Set([treasury, ...ports.ownAddresses]),
  };
  const { credited = () => Promise.resolve(), reversed = () => Promise.resolve() } = ports;
  const telling = { store, rail: railName, credited, reversed };
  const refunds = createRefunds({
    ...{ nodes, sender: ports.sender, store, tokens, treasury },
    treasuryRail: name,
    rail: railName,
    screen: (address) => screen(address, 'OUT'),
  });

  async function run(tell: TellCore): Promise<number> {
    // What was decided before a crash, or before the nodes fell silent, does not wait for them.
    await tellDeposits(telling, tell);
    await refunds.tell(tell);
    const isComplete = await readChain();
    await tellDeposits(telling, tell);
    return isComplete ? pollSeconds : 0;
  }

  /** False if more blocks are left to read. */
  async function readChain(): Promise<boolean> {
    try {
      const head = await nodes.head();
      const confirmed = await nodes.confirmed();
      const isComplete = await followBlocks(following, 'confirmed', confirmed, head);
      const position = await store.read((records) => readPosition(records, 'confirmed'));
      const newest = position!.checkpoints.at(-1);
      if (newest !== undefined) await noteWait(store, await confirmDeposits(confirming, newest, head));
      // After the confirmation, which drops what has left the chain: a host that is late cannot confirm it then.
      await compareTold(following);
      return isComplete && (await followBlocks(following, 'head', head, head));
    } catch (cause) {
      if (!(cause instanceof NoQuorum || cause instanceof ChainChanged)) throw cause;
      log.info({ reason: cause.message }, 'the nodes do not agree; deposits are read again later');
      return true;
    }
  }

  return {
    rail: depositRail({ ...ports, name: railName, refund: refunds.refund }),
    run,
    depositSigner: (index) => localSigner(keys.privateKeyOf(index)),
    refundOutcomes: refunds.outcomes,
    settle: (records, problem) => reversalProblems.settle(records, problem),
    condition: () => depositCondition({ store, clock, known, refunds }),
  };
}
