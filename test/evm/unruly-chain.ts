import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { type EvmNode, startAnvil } from '../../packages/adapters-rails/src/testing/evm-node.js';
import type { Chance } from '../support/chance.js';
import { pause } from '../support/eventually.js';
import { type Rpc, rpcTo } from './chain-reader.js';

/** The deepest reorganisation, in blocks. */
export const DEEPEST = 8;
const BLOCK_EVERY_MS = 150;
const RESTART_MS = 500;
const GWEI = 1_000_000_000n;
const CALM_FEE = GWEI;

/** How often things happen: once in so many blocks. */
const REORGANISATION_ONE_IN = 20;
const DROP_ONE_IN = 8;
const SPIKE_ONE_IN = 60;
const RESTART_ONE_IN = 120;

export interface Incidents {
  blocks: number;
  reorganisations: number;
  reorganisedBlocks: number;
  dropped: number;
  spikes: number;
  restarts: number;
}

/** A chain on which things go wrong all the time. Its node has the same address after a restart. */
export interface UnrulyChain {
  readonly url: string;
  readonly rpc: Rpc;
  readonly accounts: EvmNode['accounts'];
  /** The node of now. */
  node(): EvmNode;
  readonly incidents: Incidents;
  /** From now on things go wrong. */
  unleash(): void;
  /** From now on blocks only follow each other. */
  calm(): void;
  /** Throws why blocks are no longer mined. */
  check(): void;
  /** The node restarts before the next block. */
  restart(): void;
  /** Called after each reorganisation, before the next block. */
  onReorganisation(act: () => void): void;
  stop(): Promise<void>;
}

/** Base fees of a spike, in gwei. The connection pays 200 at most. */
const SPIKE_FEES = [20n, 90n, 250n, 700n];

/** `folder`: where it writes the chain while its node restarts. */
export async function startUnrulyChain(folder: string, chance: Chance): Promise<UnrulyChain> {
  const stateFile = join(folder, 'chain.json');
  let node = await startAnvil({ mining: 'manual', baseFee: CALM_FEE });
  const { url, accounts } = node;
  const rpc = rpcTo(url);
  const incidents = { blocks: 0, reorganisations: 0, reorganisedBlocks: 0, dropped: 0, spikes: 0, restarts: 0 };
  let isUnruly = false;
  let firstUnruly = 0;
  let isStopped = false;
  let mustRestart = false;
  let failure: unknown = null;
  let spike = { fee: CALM_FEE, blocks: 0 };
  const listeners: (() => void)[] = [];

  const happens = (oneIn: number): boolean => isUnruly && chance.under(oneIn) === 0;
  let unrulyBlocks = 0;
  /** Short runs have one incident of each kind too. */
  const isOverdue = (count: number): boolean => isUnruly && count === 0 && unrulyBlocks > 5;

  async function reorganise(): Promise<void> {
    // What happened before everything went wrong, such as the deployment of the token, stays.
    const depth = Math.min(1 + chance.under(DEEPEST), Number(await node.head()) - firstUnruly);
    if (depth < 1) return;
    await node.reorg(depth);
    incidents.reorganisations += 1;
    incidents.reorganisedBlocks += depth;
    for (const act of listeners) act();
  }

  async function drop(): Promise<void> {
    const { pending } = await rpc<{ readonly pending: Readonly<Record<string, Readonly<Record<string, Pending>>>> }>(
      'txpool_content',
    );
    const hashes = Object.values(pending).flatMap((one) => Object.values(one).map(({ hash }) => hash));
    if (hashes.length === 0) return;
    await node.dropTransaction(chance.of(hashes) as `0x${string}`);
    incidents.dropped += 1;
  }

  /** The node forgets what is not mined, and the states before its head. Other nodes do the same, unless they keep an archive. */
  async function restart(): Promise<void> {
    const state = await rpc<string>('anvil_dumpState', false);
    await node.stop();
    await pause(RESTART_MS);
    // The node must not answer before it has its chain.
    writeFileSync(stateFile, gunzipSync(Buffer.from(state.slice(2), 'hex')));
    const port = Number(new URL(url).port);
    node = await startAnvil({ mining: 'manual', baseFee: CALM_FEE, port, options: ['--load-state', stateFile] });
    // Anvil cannot return to a state from before its start.
    firstUnruly = Number(await node.head());
    incidents.restarts += 1;
    mustRestart = false;
  }

  async function oneBlock(): Promise<void> {
    if (mustRestart || happens(RESTART_ONE_IN)) await restart();
    if (isUnruly) unrulyBlocks += 1;
    if (happens(REORGANISATION_ONE_IN) || isOverdue(incidents.reorganisations)) await reorganise();
    if (happens(DROP_ONE_IN) || isOverdue(incidents.dropped)) await drop();
    if (spike.blocks === 0 && happens(SPIKE_ONE_IN)) {
      spike = { fee: chance.of(SPIKE_FEES) * GWEI, blocks: 4 + chance.under(12) };
      incidents.spikes += 1;
    }
    const fee = isUnruly && spike.blocks > 0 ? spike.fee : CALM_FEE;
    spike.blocks = Math.max(0, spike.blocks - 1);
    await rpc('anvil_setNextBlockBaseFeePerGas', `0x${fee.toString(16)}`);
    await node.mine();
    incidents.blocks += 1;
  }

  const mining = (async () => {
    while (!isStopped) {
      await oneBlock();
      await pause(BLOCK_EVERY_MS);
    }
  })().catch((error: unknown) => {
    failure = error;
  });

  return {
    url,
    rpc,
    accounts,
    node: () => node,
    incidents,
    unleash() {
      void node.head().then((head) => {
        firstUnruly = Number(head);
        isUnruly = true;
      });
    },
    calm: () => {
      isUnruly = false;
    },
    check() {
      if (failure !== null) throw failure as Error;
    },
    restart: () => {
      mustRestart = true;
    },
    onReorganisation: (act) => void listeners.push(act),
    async stop() {
      isStopped = true;
      await mining;
      await node.stop();
    },
  };
}

interface Pending {
  readonly hash: string;
}
