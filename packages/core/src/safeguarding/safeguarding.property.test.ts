import fc from 'fast-check';
import { expect, it } from 'vitest';
import { houseTenant, instant, readAll, runUseCase, toIso } from '../kernel/index.js';
import { BALANCES, type Posting, POSTINGS } from '../ledger/index.js';
import { DEFAULT_OPTIONS } from '../service/index.js';
import { BANK, playBank, type PlayBank } from '../testing/play-bank.js';
import { cardOf, type PlayCard } from '../testing/play-card.js';
import { valueOf } from '../testing/play-core.js';
import { operatorNamed } from '../testing/ports.js';

const options = {
  ...DEFAULT_OPTIONS,
  cursorKey: new Uint8Array(32).fill(1),
  publicAuthority: 'localhost:8080',
  safeguardingAccounts: [{ environment: 'SANDBOX' as const, rail: BANK }],
};
const HOUSE = houseTenant('SANDBOX');
const BY = operatorNamed('Ann');
/** Endings of identifiers: delivered, refused, and returned later. */
const SUFFIXES = ['890', '002', '003', '004', '005'];

interface World {
  readonly bank: PlayBank;
  readonly card: PlayCard;
  /** The account outside with this ending. */
  readonly outside: (currency: 'USD' | 'EUR', suffix: string) => Promise<string>;
  serial: number;
}

async function worldOf(): Promise<World> {
  const bank = await playBank({ options });
  const { payer } = bank;
  const made = new Map<string, Promise<{ readonly id: string }>>();
  const outside: World['outside'] = async (currency, suffix) => {
    const key = `${currency} ${suffix}`;
    if (!made.has(key)) made.set(key, currency === 'USD' ? payer.dollars(suffix) : payer.external(suffix));
    return (await made.get(key)!).id;
  };
  return { bank, card: await cardOf(payer), outside, serial: 0 };
}

const next = (world: World): number => (world.serial += 1);

async function book(world: World, kind: string, amount: bigint, more: object = {}): Promise<void> {
  const { play } = world.bank.payer;
  // A charge may take more than the service has, and then needs the day of the movement.
  const dated = kind === 'CHARGE' ? { valueDate: toIso(play.clock.now()).slice(0, 10) } : {};
  const reference = `statement ${next(world)}`;
  const input = { kind, reference, rail: BANK, currency: 'USD', amount, by: BY, ...dated, ...more };
  const ctx = play.core.context(HOUSE, { kind: 'system' }, 'test');
  valueOf(await runUseCase(play.core.units, ctx, play.core.treasury.book, input as never));
}

/** Begins a payout in euros, unless the account does not have the money. */
async function paidOut({ bank: { payer }, outside }: World, amount: bigint, suffix: string): Promise<void> {
  const request = payer.fromAccount(payer.usd.id, await outside('EUR', suffix), { lockedCurrencyAmount: amount });
  const quote = await payer.play.run(payer.play.core.quotes.create, request);
  if (quote.ok) await payer.execute(quote.value.id);
}

type Step = (world: World, amount: bigint, suffix: string) => Promise<unknown>;

const STEPS: Readonly<Record<string, Step>> = {
  async deposit({ bank }, amount) {
    await bank.arrives(bank.payer.usd.reference!, amount);
  },
  async 'deposit that is taken back after it was spent'(world, amount) {
    const { bank } = world;
    const { payer } = bank;
    const paymentId = `p${next(world)}`;
    const arrived = await bank.arrives(payer.usd.reference!, amount * 20n, { paymentId });
    await paidOut(world, (await payer.internal('USD')).available, '890');
    valueOf(arrived);
    await bank.tell({ kind: 'reversal', paymentId, amount: amount * 20n, reason: null });
  },
  async 'money without a known reference'({ bank }, amount) {
    await bank.arrives('UNKNOWN-REFERENCE', amount);
  },
  'payout in euros': (world, amount, suffix) => paidOut(world, amount, suffix),
  async 'quote that is funded, and funded again'({ bank: { payer }, outside }, amount, suffix) {
    const quote = await payer.quoted(payer.funded(await outside('EUR', suffix)));
    await payer.pay(quote, amount % 2n === 0n ? undefined : amount);
    await payer.pay(quote);
  },
  async 'transfer out'({ bank: { payer }, outside }, amount, suffix) {
    const { play } = payer;
    const destinationId = await outside('USD', suffix);
    await play.run(play.core.transfers.out, { sourceId: payer.usd.id, destinationId, amount });
  },
  async 'transfer in'({ bank: { payer }, outside }, amount, suffix) {
    const { play } = payer;
    const sourceId = await outside('USD', suffix);
    await play.run(play.core.transfers.in, { sourceId, destinationId: payer.usd.id, amount });
  },
  async 'use of a card'({ card }, amount) {
    await card.asked({ amount });
  },
  async 'use of a card that is cleared and returned'({ card }, amount) {
    const asked = await card.asked({ amount });
    if (!asked.ok || !asked.value.approved) return;
    const use = asked.value.transaction!;
    await card.send('clear', use, amount / 2n + 1n);
    await card.send('return', use, amount / 3n + 1n);
  },
  'top-up': (world, amount) => book(world, 'TOP_UP', amount),
  charge: (world, amount) => book(world, 'CHARGE', amount),
  'transfer to an account that does not safeguard': (world, amount) =>
    book(world, 'TRANSFER', amount, { boughtRail: 'sandbox-crypto' }),
  work: ({ bank: { payer } }) => payer.play.pass(0),
  'work of a later time': ({ bank: { payer } }) => payer.play.pass(90),
};

/** The sums that a reader of the journal would find, by the names of the accounts alone. */
function fromJournal(postings: readonly Posting[]) {
  const sums = { customers: 0n, platforms: 0n, own: 0n, other: 0n, safeguarded: 0n, elsewhere: 0n };
  const fees = new Map<string, bigint>();
  for (const { account, amount, tenant } of postings) {
    if (/^(available|held|in-transit|suspense|card-reserve):/.test(account)) sums.customers += amount;
    else if (/^(own-funds|revenue|interchange|network-fees|bank-charges|loss):/.test(account)) sums.own += amount;
    else if (/^(receivables|fx):/.test(account)) sums.other += amount;
    else if (account.startsWith('fees:')) fees.set(tenant, (fees.get(tenant) ?? 0n) + amount);
    else if (account.startsWith(`clearing:SANDBOX:${BANK}:`)) sums.safeguarded -= amount;
    else if (account.startsWith('clearing:SANDBOX:')) sums.elsewhere -= amount;
    else throw new Error(`${account} has no class`);
  }
  for (const fee of fees.values()) sums[fee < 0n ? 'other' : 'platforms'] += fee;
  return sums;
}

it('the figures of any history agree with its journal and with the balances of the accounts', async () => {
  const step = fc.record({
    name: fc.constantFrom(...Object.keys(STEPS)),
    amount: fc.bigInt(1_000n, 90_000n),
    suffix: fc.constantFrom(...SUFFIXES),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 18 }), async (steps) => {
      const world = await worldOf();
      const { play } = world.bank.payer;
      for (const { name, amount, suffix } of steps) await STEPS[name]!(world, amount, suffix);

      const at = instant(play.clock.now() + 1);
      play.clock.advance(301);
      const found = valueOf(await play.core.safeguarding.at({ at, environment: 'SANDBOX' }));
      const journal = { after: 0, upTo: Number.MAX_SAFE_INTEGER, order: 'asc', limit: 100_000 } as const;
      const { postings, balances } = await play.storage.units.read(null, async (reads) => ({
        postings: (await reads.follow(POSTINGS, journal)).map(({ record }) => record),
        balances: await readAll(reads, BALANCES),
      }));
      for (const currency of new Set(postings.map((each) => each.currency))) {
        if (found.some((each) => each.currency === currency)) continue;
        const sums = Object.values(fromJournal(postings.filter((each) => each.currency === currency)));
        expect(sums).toEqual(sums.map(() => 0n));
      }
      for (const { currency, customers, platforms, own, other, safeguarded, elsewhere, excess, shortfall } of found) {
        const expected = fromJournal(postings.filter((each) => each.currency === currency));
        expect({ customers, platforms, own, other, safeguarded, elsewhere }).toEqual(expected);
        const rows = balances.filter((each) => each.currency === currency);
        const sum = (isDebt: boolean): bigint =>
          rows
            .filter(({ id }) => id.startsWith('receivables:') === isDebt)
            .reduce((total, { available, held }) => total + available + held, 0n);
        expect(customers).toBe(sum(false));
        const debts = postings.filter((each) => each.currency === currency && each.account.startsWith('receivables:'));
        expect(debts.reduce((total, { amount }) => total - amount, 0n)).toBe(sum(true));
        const missing = customers + platforms - safeguarded;
        expect([excess, shortfall]).toEqual([-missing, [0n, missing, -own].reduce((a, b) => (a > b ? a : b))]);
      }
    }),
    { numRuns: 25 },
  );
}, 120_000);
