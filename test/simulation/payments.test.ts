import type { AccountInfo, Context, InternalAccount, Quote, QuoteRequest, Registration, Result } from '@corridor/core';
import { sandboxRails } from '@corridor/adapters-rails/sandbox';
import { describe, expect, it } from 'vitest';
import { type PlayCore, playCore, valueOf } from '../../packages/core/src/testing/play-core.js';
import { digest, seededRandom } from '../../packages/core/src/testing/ports.js';

/**
 * Random payments with a clock that jumps and rails that fail before and after they have acted, held against the
 * audit of books, states and events. A failing run names its seed; set SIMULATION_SEED to play it again.
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
  const under = (below: number): number => {
    const [a, b, c] = random.bytes(3);
    return ((a! << 16) | (b! << 8) | c!) % below;
  };
  return { under, of: (items) => items[under(items.length)]! };
}

/** Fails one call in eight: half of the failures before the rail has acted, half after. */
function unreliable(rail: Registration, chance: Chance): Registration {
  async function call<T>(act: () => Promise<T>): Promise<T> {
    const fate = chance.under(16);
    if (fate === 0) throw new Error('unreachable');
    const answer = await act();
    if (fate === 1) throw new Error('the answer was lost');
    return answer;
  }
  const { payouts, funding } = rail;
  return {
    ...rail,
    payouts: payouts && {
      submit: (instruction) => call(() => payouts.submit(instruction)),
      status: (instruction, now) => call(() => payouts.status(instruction, now)),
    },
    funding: funding && {
      instructions: funding.instructions,
      refund: (refund) => call(() => funding.refund(refund)),
    },
  };
}

interface World {
  readonly play: PlayCore;
  readonly chance: Chance;
  readonly accounts: readonly InternalAccount[];
  readonly destinations: readonly string[];
  readonly customerId: string;
  readonly quotes: Quote[];
}

async function createWorld(seed: string): Promise<World> {
  const chance = chanceOf(seed);
  const play = await playCore({ rails: sandboxRails(digest).map((rail) => unreliable(rail, chance)) });
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
  return { play, chance, accounts: accounts.map((a) => a.account), destinations, customerId: customer.id, quotes: [] };
}

function anyRequest({ chance, accounts, destinations, customerId }: World): QuoteRequest {
  const fee = { fixed: { amount: BigInt(chance.under(50)), currency: 'USD' }, variableBps: chance.under(200) };
  const inside = chance.under(3) === 0;
  const account = chance.under(2) === 0 ? chance.of(accounts) : null;
  const sending = account?.currency ?? chance.of(['USD', 'MXN']);
  return {
    lookupId: null,
    source:
      account !== null
        ? { sourceType: 'ACCOUNT', accountId: account.id, customerId: null }
        : { sourceType: 'REALTIME_FUNDING', currency: sending, customerId, cryptoNetwork: null },
    destination: {
      destinationType: 'ACCOUNT',
      accountId: inside ? chance.of(accounts).id : chance.of(destinations),
      paymentRail: null,
    },
    lockedCurrencySide: chance.of(['SENDING', 'RECEIVING']),
    lockedCurrencyAmount: BigInt(1 + chance.under(200_000)),
    immediatelyExecute: account !== null && chance.under(4) === 0,
    description: null,
    remittanceInformation: null,
    purposeOfPayment: null,
    platformFeeOverride: sending === 'USD' && chance.under(3) === 0 ? fee : null,
  };
}

/** What a caller may get: anything but an error that says the books have parted. */
function expected(result: Result<unknown>): void {
  if (!result.ok) expect(result.error.code).not.toBe('INTERNAL_ERROR');
}

async function step(world: World): Promise<void> {
  const { play, chance, accounts, quotes } = world;
  const { core } = play;
  const recent = chance.under(4) === 0 ? quotes : quotes.slice(-3);
  const quote = recent.length > 0 ? chance.of(recent) : null;
  switch (chance.under(8)) {
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
        const wrong = chance.under(5) === 0 ? BigInt(1 + chance.under(1000)) : null;
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
      play.clock.advance(chance.of([1, 2, 5, 10, 31, 31, 60, 400]));
      await core.work.refreshRates();
      return;
    default:
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

    const ended = new Set<string>();
    for (const quote of world.quotes) {
      ended.add(valueOf(await play.read(play.core.quotes.get, { id: quote.id })).status);
    }
    expect([...ended].sort()).toEqual(['COMPLETED', 'EXPIRED', 'FAILED']);
    const { data } = valueOf(await play.read(play.core.accounts.listInternal, { customerId: world.customerId }));
    expect(data.map((view) => view.held)).toEqual(data.map(() => 0n));
  });
});
