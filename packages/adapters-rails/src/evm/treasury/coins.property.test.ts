import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { coinParts, DEPOSIT, gasFor, GWEI, railOf, TREASURY } from '../../testing/coin-parts.js';
import { chance, interleavedHosts } from '../../testing/interleaved-hosts.js';
import { payment, settle } from '../../testing/sending-hosts.js';
import { type Address, NoQuorum } from '../nodes.js';
import { storedNonce } from '../sending/sending-records.js';
import { gweiUp } from './coins.js';

const CONFIRMATIONS = 4;
/** Reorganisations of so many blocks remove what is confirmed. */
const DEEPER = 9;
/** What stays untold after such a reorganisation, in gwei, because a transaction pays another fee in another block. */
const LARGEST_REST = 1_000_000n;

/** Counted over all runs, so that the test shows what it has played. */
const counts = {
  ...{ runs: 0, crashes: 0, transactions: 0, funded: 0, replaced: 0, reverted: 0 },
  ...{ reorganisations: 0, drops: 0, spikes: 0, gifts: 0, lags: 0 },
};

/**
 * Two hosts send and book at once. Between any two lines of theirs the chain moves, one of them dies, or the nodes fall
 * behind. In the end, each coin that the chain has moved is booked once.
 */
async function play(seed: number, steps: number, deepest: number): Promise<void> {
  const random = chance(seed);
  const { below, isOne } = random;
  const play = coinParts({ confirmations: CONFIRMATIONS });
  const { chain, core, ledger } = play;
  await play.open();
  const hosts = interleavedHosts(random, 2, (step, isOffline) => {
    const sender = play.host(step, isOffline);
    const parts = play.partsFor(step, isOffline);
    // The two tasks of a host run at the same time.
    return async () => {
      for (const ended of await Promise.allSettled([sender.run(), play.book(parts)])) {
        if (ended.status === 'rejected' && !(ended.reason instanceof NoQuorum)) throw ended.reason;
      }
    };
  });
  const given: Record<Address, bigint> = { [TREASURY]: 0n, [DEPOSIT]: 0n };
  let serial = 0;

  function add(): Promise<void> {
    serial += 1;
    if (isOne(4)) {
      counts.funded += 1;
      return play.add(gasFor(serial, BigInt(1 + below(1_000_000))));
    }
    const intent = payment(serial, isOne(4) ? DEPOSIT : TREASURY);
    if (isOne(10)) {
      counts.reverted += 1;
      chain.state.revertingWhenMined.add(intent.data);
    }
    return play.add(intent);
  }

  async function event(): Promise<void> {
    switch (below(16)) {
      case 0:
      case 1:
      case 2:
      case 3:
      case 4:
      case 5:
        return chain.mine(below(6));
      case 6:
        counts.reorganisations += 1;
        return chain.reorganise(1 + below(deepest), () => !isOne(3));
      case 7:
        counts.drops += 1;
        return chain.drop();
      case 8:
        counts.spikes += 1;
        chain.state.base = BigInt(1 + below(isOne(3) ? 2000 : 60)) * GWEI + BigInt(below(1000));
        return;
      case 9: {
        counts.gifts += 1;
        const to = isOne(3) ? DEPOSIT : TREASURY;
        const gwei = BigInt(1 + below(1000));
        given[to]! += gwei;
        return chain.give(to, gwei * GWEI);
      }
      case 10:
        counts.lags += 1;
        chain.state.lag = BigInt(below(Math.min(4, chain.height() + 1)));
        return;
      case 11:
        core.hasRate = !isOne(3);
        return;
      case 12:
        core.isDown = isOne(3);
        return;
      default:
        return add();
    }
  }

  for (let step = 0; step < steps; step += 1) {
    if (isOne(12)) await event();
    if (isOne(40)) play.advance(below(40));
    await hosts.tick();
  }

  // The faults end, and everything must be booked.
  Object.assign(chain.state, { base: 10n * GWEI, lag: 0n });
  Object.assign(core, { hasRate: true, isDown: false });
  await settle(hosts, play);
  counts.runs += 1;
  counts.crashes += hosts.state.crashes;
  for (const record of play.committed.values())
    if (record.collection === 'nonces' && storedNonce(record).transactions.length > 1) counts.replaced += 1;

  for (const address of [TREASURY, DEPOSIT] as const) {
    const rail = railOf(address);
    const spent = chain.gasOf(address);
    counts.transactions += spent.size;
    const rest = chain.coinsOf(address) / GWEI - play.booked(address);
    // Each fee is rounded up.
    const most = deepest > CONFIRMATIONS ? LARGEST_REST : BigInt(spent.size);
    expect([rail, rest, rest >= 0n && rest <= most]).toEqual([rail, rest, true]);
    if (deepest > CONFIRMATIONS) continue;
    const fees = ledger
      .of('NETWORK_FEE')
      .flatMap((each) => (each.kind === 'booking' && each.rail === rail ? [[each.messageId, each.amount]] : []));
    const paid = [...spent].map(([hash, wei]) => [`gas/${hash}`, gweiUp(wei)]);
    expect([rail, Object.fromEntries(fees)]).toEqual([rail, Object.fromEntries(paid)]);
    expect([rail, play.arrived(address)]).toEqual([rail, chain.state.coins / GWEI + given[address]!]);
  }
  if (deepest <= CONFIRMATIONS) expect(ledger.of('difference')).toEqual([]);
}

/** Seeds that have failed once: this one ends with a long backlog of transactions. */
const FAILED: readonly (readonly [seed: number, steps: number])[] = [[-2147483629, 3774]];

const RUNS = Number(process.env['COIN_RUNS'] ?? 30);

describe('two hosts that send and book at once', () => {
  const lengths = fc.integer({ min: 400, max: 4000 });

  it.each(FAILED)('settle what seed %i has broken once', (seed, steps) => play(seed, steps, CONFIRMATIONS));

  it('book the gas of each transaction once, and what strangers send once', async () => {
    const property = fc.asyncProperty(fc.integer(), lengths, (seed, steps) => play(seed, steps, CONFIRMATIONS));
    await fc.assert(property, { numRuns: RUNS, endOnFailure: true });
    if (process.env['COIN_RUNS'] !== undefined) process.stdout.write(`${JSON.stringify(counts)}\n`);
    const { crashes, transactions, funded, reorganisations, gifts, lags } = counts;
    expect(Math.min(crashes, transactions, funded, reorganisations, gifts, lags)).toBeGreaterThan(10);
  }, 600_000);

  it('agree with the chain when confirmed blocks leave it, but for a small rest', async () => {
    const property = fc.asyncProperty(fc.integer(), lengths, (seed, steps) => play(seed, steps, DEEPER));
    await fc.assert(property, { numRuns: RUNS, endOnFailure: true });
  }, 600_000);
});
