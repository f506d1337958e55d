import { writeFileSync } from 'node:fs';
import type { RailStore, TellCore } from '@corridor/core/ports';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  depositAddress,
  depositStore,
  listeningLedger,
  payer,
  playDeposits,
  USDC,
  USDT,
} from '../../testing/evm-deposits.js';
import { hashOf, memoryChain, type MemoryEvent, type MemoryTransaction } from '../../testing/memory-chain.js';
import { type EvmNodes, NoQuorum } from '../nodes.js';

class Crash extends Error {}

/** Lets the calls of several hosts pass in an order that a number decides, one at a time. */
function turns(random: () => number) {
  const waiting: (() => void)[] = [];
  let isBusy = 0;
  return {
    pass: () => new Promise<void>((resolve) => waiting.push(resolve)),
    /** Runs until every work has ended. */
    async all(works: readonly (() => Promise<void>)[]): Promise<void> {
      isBusy = works.length;
      const ended = works.map((work) => work().finally(() => (isBusy -= 1)));
      let steps = 0;
      while (isBusy > 0) {
        steps += 1;
        if (steps > 50_000) throw new Error(`the hosts do not end; ${isBusy} run, ${waiting.length} wait`);
        const [next] = waiting.splice(Math.floor(random() * waiting.length), 1);
        next?.();
        await new Promise((resolve) => setImmediate(resolve));
      }
      await Promise.all(ended);
    },
  };
}

/** Mulberry32. */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

interface Faults {
  /** How many calls pass before the host dies; null for never. */
  crashAfter: number | null;
  /** The probability with which the nodes do not agree. */
  readonly noQuorum: number;
  /** The probability with which nodes leave out what they should have, near the head. */
  readonly skips: number;
}

type Command =
  | { readonly do: 'mine'; readonly kinds: readonly number[] }
  | {
      readonly do: 'reorg';
      readonly depth: number;
      readonly grows: number;
      readonly keeps: number;
      readonly changes: boolean;
    }
  | { readonly do: 'back' }
  | { readonly do: 'allocate' }
  | { readonly do: 'list'; readonly state: 'readable' | 'unreadable' }
  | {
      readonly do: 'pass';
      readonly hosts: readonly {
        readonly crashAfter: number | null;
        readonly noQuorum: number;
        readonly skips: number;
      }[];
      /** What the chain does while the hosts run. */
      readonly meanwhile: readonly Exclude<Command, { readonly do: 'pass' }>[];
    };

const mine = fc.record({ do: fc.constant('mine' as const), kinds: fc.array(fc.nat({ max: 9 }), { maxLength: 3 }) });
const reorg = fc.record({
  do: fc.constant('reorg' as const),
  depth: fc.integer({ min: 1, max: 8 }),
  grows: fc.integer({ min: 0, max: 2 }),
  keeps: fc.integer({ min: 0, max: 100 }),
  changes: fc.boolean(),
});
const onChain = fc.oneof(
  { weight: 6, arbitrary: mine },
  { weight: 3, arbitrary: reorg },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('back' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('allocate' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('list' as const), state: fc.constantFrom('readable', 'unreadable') }),
  },
);
const host = fc.record({
  crashAfter: fc
    .constantFrom(null, null, null, null, null, 10, 30, 60)
    .chain((most) => (most === null ? fc.constant(null) : fc.nat({ max: most }))),
  noQuorum: fc.constantFrom(0, 0, 0.02, 0.2),
  skips: fc.constantFrom(0, 0, 0.3),
});
const pass = fc.record({
  do: fc.constant('pass' as const),
  hosts: fc.array(host, { minLength: 1, maxLength: 2 }),
  meanwhile: fc.array(onChain, { maxLength: 6 }),
});
const commands: fc.Arbitrary<readonly Command[]> = fc.array(
  fc.oneof({ weight: 1, arbitrary: onChain }, { weight: 2, arbitrary: pass }) as fc.Arbitrary<Command>,
  { minLength: 20, maxLength: 60, size: 'max' },
);

/** What the property has played, over all runs. */
const counts = {
  runs: 0,
  commands: 0,
  passes: 0,
  crashes: 0,
  quorumsMissed: 0,
  reorgs: 0,
  returns: 0,
  deposits: 0,
  credited: 0,
  reversed: 0,
  creditedAgain: 0,
};

async function play(confirmations: number, seed: number, all: readonly Command[]): Promise<void> {
  counts.runs += 1;
  const random = generator(seed);
  const chain = memoryChain(confirmations);
  const ledger = listeningLedger();
  const whole = depositStore();
  const order = turns(random);
  let allocated = 2;
  let isReadable = true;
  let serial = 0;
  let pending: readonly MemoryTransaction[] = [];

  const transfer = (
    to: ReturnType<typeof payer>,
    over: Partial<Extract<MemoryEvent, { token: unknown }>> = {},
  ): MemoryEvent => ({
    token: USDC,
    from: payer(1 + (serial % 3)),
    to,
    value: BigInt(1 + (serial += 1)),
    ...over,
  });
  const anAddress = () => depositAddress(Math.floor(random() * allocated));

  function transaction(kind: number): MemoryTransaction {
    const events = ((): readonly MemoryEvent[] => {
      switch (kind) {
        case 0:
          return [transfer(payer(9))];
        case 1:
          return [transfer(anAddress(), { value: 0n })];
        case 2:
          return [transfer(anAddress(), { from: depositAddress(0) })];
        case 3:
          return [
            { address: payer(7), topics: [hashOf('other'), hashOf('topic')] },
            transfer(anAddress()),
            transfer(payer(9)),
            transfer(anAddress()),
          ];
        case 4:
          return [transfer(anAddress(), { token: USDT })];
        case 5:
          // This address was not allocated.
          return [transfer(depositAddress(1000))];
        default:
          return [transfer(anAddress())];
      }
    })();
    return { hash: hashOf(`transaction ${(serial += 1)}`), events };
  }

  /** The same transaction with another effect, because it was executed in another block. */
  const changed = (one: MemoryTransaction): MemoryTransaction => ({
    ...one,
    events: one.events.map((event) =>
      'value' in event && event.value > 0n ? { ...event, value: event.value + 1000n } : event,
    ),
  });

  function act(command: Exclude<Command, { readonly do: 'pass' }>): void {
    if (command.do === 'allocate') allocated += 1;
    if (command.do === 'list') isReadable = command.state === 'readable';
    if (command.do === 'mine') {
      const again = pending.filter(() => random() < 0.5);
      pending = pending.filter((each) => !again.includes(each));
      chain.mine([...again, ...command.kinds.map(transaction)]);
    }
    if (command.do === 'reorg') {
      counts.reorgs += 1;
      const blocks: MemoryTransaction[][] = Array.from({ length: command.depth + command.grows }, () => []);
      const lost = chain.reorg(command.depth, []);
      const left: MemoryTransaction[] = [];
      for (const each of lost) {
        const now = command.changes && random() < 0.3 ? changed(each) : each;
        if (random() * 100 < command.keeps) blocks[Math.floor(random() * blocks.length)]!.push(now);
        // Some are never mined again.
        else if (random() < 0.7) left.push(now);
      }
      pending = [...pending, ...left];
      for (const block of blocks) chain.mine(block);
    }
    if (command.do === 'back') {
      const before = chain.transactions();
      const { number } = chain.head();
      if (!chain.back()) return;
      // A branch wins because it is as long as the other one.
      while (chain.head().number < number) chain.mine();
      counts.returns += 1;
      const mined = new Set(chain.transactions().map(({ hash }) => hash));
      pending = [...pending, ...before].filter(({ hash }) => !mined.has(hash));
    }
  }

  function guarded(faults: Faults) {
    const step = async (): Promise<void> => {
      await order.pass();
      if (faults.crashAfter === null) return;
      faults.crashAfter -= 1;
      if (faults.crashAfter < 0) {
        counts.crashes += 1;
        throw new Crash();
      }
    };
    const around = async <T>(work: () => Promise<T>): Promise<T> => {
      await step();
      const result = await work();
      await step();
      return result;
    };
    const ask = async <T>(work: () => Promise<T>): Promise<T> => {
      await step();
      if (random() < faults.noQuorum) {
        counts.quorumsMissed += 1;
        throw new NoQuorum('the nodes disagree');
      }
      return work();
    };
    const isLate = (number: bigint, within: number) =>
      number > chain.head().number - BigInt(within) && random() < faults.skips;
    const nodes: EvmNodes = {
      ...chain.nodes,
      head: () => ask(chain.nodes.head),
      confirmed: () => ask(chain.nodes.confirmed),
      block: (number, on) => ask(async () => (isLate(number, 1) ? null : chain.nodes.block(number, on))),
      transfers: (tokens, from, to, branch) =>
        ask(async () => {
          const found = await chain.nodes.transfers(tokens, from, to, branch);
          return found.filter(({ blockNumber }) => !isLate(blockNumber, confirmations - 1));
        }),
      receipt: (hash, on) => ask(async () => (random() * 10 < faults.skips ? null : chain.nodes.receipt(hash, on))),
      hasCode: (address, at) => ask(() => chain.nodes.hasCode(address, at)),
      transactionCount: (address, at) => ask(() => chain.nodes.transactionCount(address, at)),
    };
    const store: RailStore = {
      run: (work) => around(() => whole.run(work)),
      read: (work) => around(() => whole.read(work)),
    };
    const tell: TellCore = (message) =>
      around(() => {
        const answer = ledger.tell(message);
        expectNothingTwice();
        return answer;
      });
    const { deposits } = playDeposits({
      nodes,
      store,
      confirmations,
      refunds: 'sender',
      startBlock: null,
      blocksAtOnce: 3n,
      addressesOf: () => around(async () => allocated),
      screening: {
        screen: async ({ address }) => {
          if (!isReadable) throw new Error('EACCES');
          return address === payer(3) ? 'listed' : null;
        },
      },
    });
    return { deposits, tell };
  }

  /** Before core hears of a transfer again, its last arrival must have been taken back. */
  function expectNothingTwice(): void {
    const live = ledger.credited().map(({ paymentId }) => paymentId.split(':').slice(0, 3).join(':'));
    expect(live.length).toBe(new Set(live).size);
  }

  async function runHosts(
    hosts: readonly Faults[],
    meanwhile: readonly Exclude<Command, { readonly do: 'pass' }>[] = [],
  ) {
    await order.all([
      ...hosts.map((faults) => async () => {
        counts.passes += 1;
        const { deposits, tell } = guarded({ ...faults });
        await deposits.run(tell).catch((cause: unknown) => {
          if (!(cause instanceof Crash)) throw cause;
        });
      }),
      async () => {
        for (const command of meanwhile) {
          for (let wait = Math.floor(random() * 12); wait > 0; wait -= 1) await order.pass();
          act(command);
        }
      },
    ]);
  }

  const SOUND: Faults = { crashAfter: null, noQuorum: 0, skips: 0 };
  await runHosts([SOUND]);
  for (const command of all) {
    counts.commands += 1;
    if (command.do === 'pass') await runHosts(command.hosts, command.meanwhile);
    else act(command);
  }
  isReadable = true;
  for (let rest = 0; rest < 3; rest += 1) {
    for (let block = 0; block < confirmations + 8; block += 1) chain.mine();
    // Each pass reads a bounded number of blocks.
    for (let more = 0; more < 2; more += 1) await runHosts([SOUND]);
  }

  const expected = chain.transactions().flatMap(({ hash, events }) =>
    events
      .filter((event) => 'token' in event || event.topics[0] === hashOf('other'))
      .filter((event) => 'token' in event)
      .flatMap((event, ordinal) => {
        const index = Array.from({ length: allocated }, (_, number) => number).find(
          (number) => depositAddress(number) === event.to,
        );
        if (index === undefined || event.value === 0n || event.from === depositAddress(0)) return [];
        const currency = event.token === USDC ? 'USDC' : 'USDT';
        return [`31337:${hash}:${ordinal} ${index} ${event.value} ${currency} ${event.from === payer(3)}`];
      }),
  );
  const credited = ledger.credited().map((arrival) => {
    const { addressIndex } = arrival.reference as { readonly addressIndex: number };
    const id = arrival.paymentId.split(':').slice(0, 3).join(':');
    return `${id} ${addressIndex} ${arrival.amount} ${arrival.currency} ${arrival.hold !== undefined}`;
  });
  expect([...credited].sort()).toEqual([...expected].sort());
  counts.deposits += expected.length;
  counts.credited += ledger.arrivals.size;
  counts.reversed += ledger.reversed.size;
  counts.creditedAgain += ledger.credited().filter(({ paymentId }) => paymentId.split(':').length > 3).length;
}

/** Where the counts are written, if they are wanted. */
const COUNTS_FILE = process.env['DEPOSIT_COUNTS'];
const RUNS = Number(process.env['DEPOSIT_RUNS'] ?? 60);
/** On a busy machine; one run takes a tenth of a second. */
const LONGEST_RUN_MS = 3_000;

describe('deposits on a chain', () => {
  it(
    'are credited once each, whatever blocks leave the chain, wherever hosts die, whatever nodes leave out',
    async () => {
      await fc.assert(fc.asyncProperty(fc.constantFrom(1, 1, 2, 2, 3, 5, 8, 12), fc.integer(), commands, play), {
        numRuns: RUNS,
        // A smaller example takes far longer to find than the time limit; the seed and the path repeat this one.
        endOnFailure: true,
      });
      expect(counts.reversed).toBeGreaterThan(0);
      expect(counts.creditedAgain).toBeGreaterThan(0);
      expect(counts.returns).toBeGreaterThan(0);
      if (COUNTS_FILE !== undefined) writeFileSync(COUNTS_FILE, JSON.stringify(counts));
    },
    LONGEST_RUN_MS * Math.max(RUNS, 100),
  );
});
