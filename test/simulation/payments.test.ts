import { type Context, type CurrencyCode, DEFAULT_OPTIONS, type QuoteRequest, type Result } from '@corridor/core';
import type { Rail } from '@corridor/core/ports';
import type { AccountInfo, InternalAccount, Quote } from '@corridor/core/records';
import { sandboxRails } from '@corridor/adapters-rails/sandbox';
import { describe, expect, it } from 'vitest';
import { type PlayCore, playCore, valueOf } from '../../packages/core/src/testing/play-core.js';
import { digest, seededRandom } from '../../packages/core/src/testing/ports.js';

/**
 * Random payments with a clock that jumps and rails that fail before and after they act, checked by the audit of books,
 * states and events. A failing run prints its seed; set SIMULATION_SEED to repeat it.
 */
const RUNS = 40;
const OPERATIONS = 500;
const AUDIT_EVERY = 20;
const SUFFIXES = ['001', '002', '003', '004', '005', '006', '007', '890', '891', '892'];

interface Chance {
  /** A whole number from 0 to `below` - 1. */
  under(below: number): number;
  of<T>(items: readonly T[]): T;
}

function chanceOf(seed: string): Chance {
  const random = seededRandom(seed);
  /** Random bytes are drawn in blocks; each choice uses three. */
  let drawn = random.bytes(0);
  let at = 0;
  const under = (below: number): number => {
    if (at + 3 > drawn.length) [drawn, at] = [random.bytes(32), 0];
    const [a, b, c] = drawn.subarray(at, (at += 3));
    return ((a! << 16) | (b! << 8) | c!) % below;
  };
  return { under, of: (items) => items[under(items.length)]! };
}

/** Fails one call in eight: half of the failures before the rail acts, half after. */
function unreliable(rail: Rail, chance: Chance): Rail {
  async function call<T>(act: () => Promise<T>): Promise<T> {
    const fate = chance.under(16);
    if (fate === 0) throw new Error('unreachable');
    const answer = await act();
    if (fate === 1) throw new Error('the answer was lost');
    return answer;
  }
  const { payouts, pulls, funding } = rail;
  return {
    ...rail,
    payouts: payouts && {
      submit: (instruction) => call(() => payouts.submit(instruction)),
      status: (instruction, now) => call(() => payouts.status(instruction, now)),
      cancel: payouts.cancel && ((instruction) => call(() => payouts.cancel!(instruction))),
      lookUp: payouts.lookUp,
    },
    pulls: pulls && {
      submit: (instruction) => call(() => pulls.submit(instruction)),
      status: (instruction, now) => call(() => pulls.status(instruction, now)),
      cancel: pulls.cancel && ((instruction) => call(() => pulls.cancel!(instruction))),
      refund: (refund, now) => call(() => pulls.refund(refund, now)),
    },
    funding: funding && {
      ...funding,
      refund: (refund, now) => call(() => funding.refund(refund, now)),
    },
  };
}

interface World {
  readonly play: PlayCore;
  readonly chance: Chance;
  readonly accounts: readonly InternalAccount[];
  readonly destinations: readonly string[];
  /** External accounts in dollars, from which money is collected. */
  readonly sources: readonly string[];
  readonly customerId: string;
  readonly quotes: Quote[];
  /** Ids of transfers in both directions. */
  readonly transfers: string[];
}

async function createWorld(seed: string): Promise<World> {
  const chance = chanceOf(seed);
  const [USD, EUR] = ['USD' as CurrencyCode, 'EUR' as CurrencyCode];
  const corridors = [
    { source: USD, destination: EUR, dailyVolume: 500_000n },
    { source: USD, destination: USD, dailyVolume: 200_000n },
  ];
  const play = await playCore({
    rails: sandboxRails(digest).map((rail) => unreliable(rail, chance)),
    options: { ...DEFAULT_OPTIONS, cursorKey: new Uint8Array(32), publicAuthority: 'localhost:8080', corridors },
  });
  const { core } = play;
  const customer = valueOf(
    await play.run(core.customers.create, {
      customerType: 'INDIVIDUAL',
      fullName: 'Ada Lovelace',
      region: 'US',
      currencies: ['USD', 'EUR', 'MXN'],
    } as never),
  );
  const accounts = valueOf(await play.read(core.accounts.listInternal, { customerId: customer.id })).data;
  const destinations = await Promise.all(
    SUFFIXES.map(async (suffix) => {
      const accountInfo = {
        accountType: 'EUR_ACCOUNT',
        iban: `DE89370400440532013${suffix}`,
        beneficiary: { beneficiaryType: 'INDIVIDUAL', fullName: 'Grace Hopper', countryOfResidence: 'DE' },
      } as unknown as AccountInfo;
      const input = { ownerType: 'CUSTOMER', customerId: customer.id, currency: 'EUR', accountInfo };
      return valueOf(await play.run(core.accounts.addExternal, input as never)).id;
    }),
  );
  const sources = await Promise.all(
    SUFFIXES.map(async (suffix) => {
      const accountInfo = { accountType: 'US_ACCOUNT', accountNumber: `123456${suffix}`, routingNumber: '021000021' };
      const input = { ownerType: 'CUSTOMER', customerId: customer.id, currency: 'USD', accountInfo };
      return valueOf(await play.run(play.core.accounts.addExternal, input as never)).id;
    }),
  );
  const inside = accounts.map((a) => a.account);
  const customerId = customer.id;
  return { play, chance, accounts: inside, destinations, sources, customerId, quotes: [], transfers: [] };
}

function anyRequest({ chance, accounts, destinations, sources, customerId }: World): QuoteRequest {
  const fee = { fixed: { amount: BigInt(chance.under(50)), currency: 'USD' }, variableBps: chance.under(200) };
  const inside = chance.under(3) === 0;
  const account = chance.under(2) === 0 ? chance.of(accounts) : null;
  const pulled = account === null && chance.under(2) === 0 ? chance.of(sources) : null;
  const sending = account?.currency ?? (pulled === null ? chance.of(['USD', 'MXN']) : 'USD');
  const from = account?.id ?? pulled;
  return {
    source:
      from !== null
        ? { sourceType: 'ACCOUNT', accountId: from }
        : { sourceType: 'REALTIME_FUNDING', currency: sending, customerId },
    destination: {
      destinationType: 'ACCOUNT',
      accountId: inside ? chance.of(accounts).id : chance.of(destinations),
    },
    lockedCurrencySide: chance.of(['SENDING', 'RECEIVING']),
    lockedCurrencyAmount: BigInt(1 + chance.under(200_000)),
    immediatelyExecute: from !== null && chance.under(4) === 0,
    platformFeeOverride: sending === 'USD' && chance.under(3) === 0 ? fee : undefined,
  };
}

/** Accepts every error except INTERNAL_ERROR, which says that the books are inconsistent. */
function expected(result: Result<unknown>): void {
  if (!result.ok && result.error.code === 'INTERNAL_ERROR') throw new Error(result.error.message);
}

/** Moves dollars between the customer's internal account and an external one. */
async function transfer({ play, chance, accounts, sources, transfers }: World, into: boolean): Promise<void> {
  const inside = accounts.find(({ currency }) => currency === 'USD')!.id;
  const outside = chance.of(sources);
  const amount = BigInt(1 + chance.under(100_000));
  const { transfers: area } = play.core;
  const made = into
    ? await play.run(area.in, { sourceId: outside, destinationId: inside, amount })
    : await play.run(area.out, {
        sourceId: inside,
        destinationId: outside,
        amount,
      });
  expected(made);
  if (made.ok) transfers.push(made.value.id);
}

/** A rail reports an arrival: sometimes a repeated one, and sometimes with an unknown reference. */
async function arrive({ play, chance, accounts, quotes }: World): Promise<void> {
  const funded = quotes.filter(({ reference }) => reference !== null).slice(-3);
  const quote = funded.length > 0 && chance.under(2) === 0 ? chance.of(funded) : null;
  const known = chance.under(4) > 0 ? chance.of(accounts).reference : 'NOBODY';
  const money = {
    kind: 'arrival' as const,
    remitter: { name: 'Grace Hopper', account: 'DE89370400440532013000' },
    valueDate: null,
    rail: 'sandbox-bank',
    paymentId: `payment ${chance.under(400)}`,
    reference: quote?.reference ?? known,
    currency: chance.of(['USD', 'EUR', 'MXN']),
    amount: quote?.totalSendingAmount ?? BigInt(1 + chance.under(100_000)),
  };
  expected(await play.core.railTells('SANDBOX', money));
}

async function step(world: World): Promise<void> {
  const { play, chance, accounts, quotes, transfers } = world;
  const { core } = play;
  const recent = chance.under(4) === 0 ? quotes : quotes.slice(-3);
  const quote = recent.length > 0 ? chance.of(recent) : null;
  switch (chance.under(12)) {
    case 0:
      expected(
        await play.run(core.sandbox.fund, {
          accountId: chance.of(accounts).id,
          amount: BigInt(1 + chance.under(500_000)),
        }),
      );
      return;
    case 1:
    case 2: {
      const made = await play.run(core.quotes.create, anyRequest(world));
      expected(made);
      if (made.ok) quotes.push(made.value);
      return;
    }
    case 3:
      if (quote !== null) expected(await play.run(core.quotes.execute, { id: quote.id }));
      return;
    case 4:
      if (quote !== null) {
        const wrong = chance.under(5) === 0 ? BigInt(1 + chance.under(1000)) : undefined;
        const send = { quoteId: quote.id, currencyCode: quote.sendingCurrency, currencyAmount: wrong };
        expected(await play.run(core.sandbox.send, send));
      }
      return;
    case 5:
      if (quote !== null) {
        const twice = (context: Context) =>
          play.storage.units.run(play.tenant, (tx) => core.quotes.execute(tx, context, quote));
        for (const result of await Promise.all([twice(play.context()), twice(play.context())])) expected(result);
      }
      return;
    case 6:
      await transfer(world, chance.under(2) === 0);
      return;
    case 7: {
      const recent = [...transfers.slice(-3), ...(quote === null ? [] : [quote.transactionId])];
      if (recent.length === 0) return;
      expected(await core.transactions.cancel(play.context(), { id: chance.of(recent) }));
      return;
    }
    case 8:
      await arrive(world);
      return;
    case 9:
      play.clock.advance(chance.of([1, 2, 5, 10, 31, 31, 60, 400, 20_000]));
      await core.work.refreshRates();
      return;
    default:
      await core.work.expireOverdue();
      await core.work.runJobs();
  }
}

const given = process.env.SIMULATION_SEED;
const seeds = given === undefined ? Array.from({ length: RUNS }, (_, i) => `run-${i}`) : [given];

describe('random payments over unreliable rails', () => {
  it.each(seeds)('keep books, states and events in agreement (SIMULATION_SEED=%s)', async (seed) => {
    const world = await createWorld(seed);
    const { play } = world;
    const audit = async (): Promise<void> => expect((await play.core.ledger.audit()).findings).toEqual([]);
    for (let i = 1; i <= OPERATIONS; i++) {
      await step(world);
      if (i % AUDIT_EVERY === 0) await audit();
    }
    for (let i = 0; i < 40; i++) await play.pass(400);
    await audit();

    const transferred = new Set<string>();
    for (const id of world.transfers) {
      transferred.add(valueOf(await play.read(play.core.transactions.get, { id })).status);
    }
    expect([...transferred].sort()).toEqual(['COMPLETED', 'FAILED']);
    const ended = new Set<string>();
    for (const quote of world.quotes) {
      ended.add(valueOf(await play.read(play.core.quotes.get, { id: quote.id })).status);
    }
    expect([...ended].sort()).toEqual(['COMPLETED', 'EXPIRED', 'FAILED']);
    const { data } = valueOf(await play.read(play.core.accounts.listInternal, { customerId: world.customerId }));
    expect(data.map((view) => view.held)).toEqual(data.map(() => 0n));
  });
});
