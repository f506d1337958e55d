import { createMemoryStorage } from '@corridor/adapters-storage/memory';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type CurrencyCode,
  houseTenant,
  type Instant,
  instant,
  ok,
  type PreparedUseCase,
  type Result,
  runUseCase,
  toIso,
  type UnitOfWork,
  type UseCase,
} from '../kernel/index.js';
import { accountClass, chart, standingOf, STANDINGS } from '../ledger/index.js';
import { DEFAULT_OPTIONS } from '../service/index.js';
import { cardOf } from '../testing/play-card.js';
import { playCore, type PlayCore, valueOf } from '../testing/play-core.js';
import { playBank } from '../testing/play-bank.js';
import { playPayer } from '../testing/play-payer.js';
import { operatorNamed } from '../testing/ports.js';
import { shortfalls } from '../treasury/index.js';
import {
  currentSafeguarding,
  SAFEGUARDING_REPORTS,
  safeguardingOf,
  type SafeguardingFigures,
  type SafeguardingLine,
  type SafeguardingReport,
} from './index.js';

const USD = 'USD' as CurrencyCode;
const HOUSE = houseTenant('SANDBOX');
const BANK = 'sandbox-bank';
const OTHER = 'sandbox-crypto';
const ANN = operatorNamed('Ann');
const MINUTE = 60_000;
const DAY = 86_400_000;

const options = (more: object = {}) => ({
  ...DEFAULT_OPTIONS,
  cursorKey: new Uint8Array(32).fill(1),
  publicAuthority: 'localhost:8080',
  safeguardingAccounts: [{ environment: 'SANDBOX' as const, rail: BANK }],
  ...more,
});

const inHouse = <I, P, O>(
  { core }: PlayCore,
  useCase: UseCase<I, O> | PreparedUseCase<I, P, O>,
  input: I,
): Promise<Result<O>> => runUseCase(core.units, core.context(HOUSE, { kind: 'system' }, 'test'), useCase, input);

let serial = 0;
const booked = async (play: PlayCore, kind: string, amount: bigint, more: object = {}): Promise<void> => {
  serial += 1;
  const input = { kind, reference: `statement ${serial}`, rail: BANK, currency: USD, amount, by: ANN, ...more };
  valueOf(await inHouse(play, play.core.treasury.book, input as never));
};

const figuresAt = async ({ core }: PlayCore, at: Instant): Promise<readonly SafeguardingFigures[]> =>
  valueOf(await core.safeguarding.at({ at, environment: 'SANDBOX' }));

/** The figures of dollars after everything that was booked. */
async function dollars(play: PlayCore): Promise<SafeguardingFigures> {
  const at = instant(play.clock.now() + 1);
  play.clock.advance(301);
  return (await figuresAt(play, at)).find(({ currency }) => currency === USD)!;
}

const reportsOf = async ({ core }: PlayCore): Promise<readonly SafeguardingReport[]> =>
  valueOf(await core.safeguarding.list({})).data;

/** A platform with money in every state: what it owes, what customers own and owe, and what the service owns. */
async function everyState(): Promise<PlayCore> {
  const bank = await playBank({ options: options() });
  const { payer } = bank;
  const { play, usd } = payer;
  const card = await cardOf(payer);
  const { account: own } = await payer.internal('USD', 'platform');
  valueOf(await play.run(play.core.sandbox.fund, { accountId: own.id, amount: 70_000n }));
  await booked(play, 'TOP_UP', 500_000n);
  await booked(play, 'CHARGE', 1_500n);
  valueOf(await bank.arrives(usd.reference!, 100_000n, { paymentId: 'p1' }));
  await card.approved({ amount: 2_500n });
  // No work runs after this, so payouts are not submitted and a second payment of a quote waits in suspense.
  const euros = (await payer.external()).id;
  const held = await payer.quoted(payer.fromAccount(usd.id, euros, { lockedCurrencyAmount: 1_050_000n }));
  valueOf(await payer.execute(held.id));
  const funded = await payer.quoted(payer.funded(euros));
  valueOf(await payer.pay(funded));
  valueOf(await payer.pay(funded));
  // More than the account has left, so its owner owes the rest.
  valueOf(await bank.tell({ kind: 'reversal', paymentId: 'p1', amount: 100_000n, reason: null }));
  return play;
}

describe('the standing of ledger accounts', () => {
  it('is decided for every account of the chart', () => {
    const { clearing, ...others } = chart;
    const made = Object.values(others).map((make) => make('X:1' as never, USD).name);
    for (const name of [...made, clearing('SANDBOX', 'a-bank', USD).name])
      expect(Object.values(STANDINGS), name).toContain(standingOf(accountClass(name)));
    expect(() => standingOf('escrow')).toThrow('escrow has no standing');
  });
});

describe('safeguarding of a day with money in every state', () => {
  it('is equal to the ledger, in every class of accounts', async () => {
    const play = await everyState();
    const at = instant(play.clock.now() + 1);
    play.clock.advance(301);
    const within = (tenant: string): boolean => tenant.endsWith('/SANDBOX');
    const positions = valueOf(await play.core.ledger.positionsAt({ at, within }));
    const found = await figuresAt(play, at);
    for (const { currency, customers, platforms, own, other, safeguarded, elsewhere, lines } of found) {
      const balances = positions.filter((each) => each.currency === currency);
      const sums = new Map<string, bigint>();
      for (const { account, balance } of balances) sums.set(account, (sums.get(account) ?? 0n) + balance);
      expect(new Map(lines.map(({ account, balance }) => [account, balance]))).toEqual(
        new Map([...sums].filter(([, sum]) => sum !== 0n).sort(([a], [b]) => (a < b ? -1 : 1))),
      );
      expect(customers + platforms + own + other).toBe(safeguarded + elsewhere);
    }
    const usd = found.find(({ currency }) => currency === USD)!;
    const balanceOf = (account: string) => usd.lines.find((line) => line.account === account)?.balance ?? 0n;
    const states = ['available', 'held', 'in-transit', 'suspense', 'card-reserve'];
    for (const account of states) expect(balanceOf(account), account).toBeGreaterThan(0n);
    expect(balanceOf('receivables')).toBeLessThan(0n);
    expect(usd.customers).toBe(states.reduce((sum, account) => sum + balanceOf(account), 0n));
    expect(usd.own).toBe(498_500n);
    expect(usd.safeguarded).toBe(-balanceOf(`clearing:${BANK}`));
    // Own money on the account covers the debt of the customer.
    expect([usd.excess, usd.shortfall]).toEqual([498_500n + balanceOf('receivables'), 0n]);
    expect((await play.core.ledger.audit()).findings).toEqual([]);
  });

  it('counts what customers owe as no cover of what others are owed', async () => {
    const play = await everyState();
    const before = await dollars(play);
    const debt = -before.lines.find(({ account }) => account === 'receivables')!.balance;
    await booked(play, 'WITHDRAWAL', 498_500n, { valueDate: toIso(play.clock.now()).slice(0, 10) });
    expect(await dollars(play)).toMatchObject({ own: 0n, excess: -debt, shortfall: debt });
  });
});

describe('a shortfall', () => {
  it('appears when safeguarded money is moved to another account, and ends when it is moved back', async () => {
    const { play } = await playPayer({ options: options() });
    await booked(play, 'TOP_UP', 300_000n);
    expect(await dollars(play)).toMatchObject({ excess: 300_000n, shortfall: 0n, elsewhere: 0n });
    await booked(play, 'TRANSFER', 300_001n, { boughtRail: OTHER });
    expect(await dollars(play)).toMatchObject({ excess: -1n, shortfall: 1n, elsewhere: 300_001n, own: 300_000n });
    await booked(play, 'TRANSFER', 1n, { rail: OTHER, boughtRail: BANK });
    expect(await dollars(play)).toMatchObject({ excess: 0n, shortfall: 0n });
  });

  it('is all that is owed if no account safeguards', async () => {
    const { play } = await playPayer({ options: options({ safeguardingAccounts: [] }) });
    expect(await dollars(play)).toMatchObject({ safeguarded: 0n, elsewhere: 1_000_000n, shortfall: 1_000_000n });
  });

  it('is what the service has spent beyond its own money, also where enough is safeguarded', async () => {
    const { play } = await playPayer({ options: options() });
    await booked(play, 'CHARGE', 2_000n, { rail: OTHER, valueDate: toIso(play.clock.now()).slice(0, 10) });
    const found = await dollars(play);
    expect(found).toMatchObject({ own: -2_000n, excess: 0n, shortfall: 2_000n });
    expect(shortfalls(await play.core.ledger.positions())).toEqual([
      { environment: 'SANDBOX', currency: USD, amount: -2_000n },
    ]);
  });
});

it('an overdrawn safeguarding account is a shortfall, also if nothing is owed in its currency', () => {
  const of = { tenant: HOUSE, environment: 'SANDBOX', currency: 'EUR' } as const;
  const positions = [
    { ...of, account: `clearing:${BANK}`, balance: 700n },
    { ...of, account: 'fx', balance: -700n },
  ] as never;
  expect(safeguardingOf(positions, [{ environment: 'SANDBOX', rail: BANK }])).toMatchObject([
    { customers: 0n, platforms: 0n, own: 0n, other: -700n, safeguarded: -700n, excess: -700n, shortfall: 700n },
  ]);
});

it('the current figures have no environment without a safeguarding account', async () => {
  const { play } = await playPayer({ options: options() });
  const positions = await play.core.ledger.positions();
  const own = [{ environment: 'SANDBOX' as const, rail: OTHER }];
  expect(currentSafeguarding(positions, own)).toMatchObject([{ currency: USD, shortfall: 1_000_000n }]);
  expect(currentSafeguarding(positions, [{ environment: 'PRODUCTION', rail: BANK }])).toEqual([]);
});

const TENANTS = ['Platform:1/SANDBOX', 'Platform:2/SANDBOX', HOUSE];
const CLASSES = [
  ...Object.keys(STANDINGS).filter((name) => name !== 'clearing'),
  `clearing:${BANK}`,
  `clearing:${OTHER}`,
];

it('any balanced trial balance adds up, and a negative fee lowers nothing that is owed', () => {
  const line = fc.record({
    tenant: fc.constantFrom(...TENANTS),
    account: fc.constantFrom(...CLASSES),
    balance: fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }),
  });
  fc.assert(
    fc.property(fc.uniqueArray(line, { selector: ({ tenant, account }) => tenant + account }), (lines) => {
      const rest = -lines.reduce((sum, { balance }) => sum + balance, 0n);
      const given = [...lines, { tenant: 'Platform:3/SANDBOX', account: `clearing:${BANK}`, balance: rest }];
      const positions = given.map((each) => ({ ...each, environment: 'SANDBOX', currency: USD })) as never;
      const [found] = safeguardingOf(positions, [{ environment: 'SANDBOX', rail: BANK }]);
      const { customers, platforms, own, other, safeguarded, elsewhere, excess, shortfall } = found!;
      expect(customers + platforms + own + other).toBe(safeguarded + elsewhere);
      const fees = lines.filter(({ account, balance }) => account === 'fees' && balance > 0n);
      expect(platforms).toBe(fees.reduce((sum, { balance }) => sum + balance, 0n));
      expect(excess).toBe(safeguarded - customers - platforms);
      expect(shortfall >= -excess && shortfall >= -own && shortfall >= 0n).toBe(true);
      expect([0n, -excess, -own]).toContain(shortfall);
    }),
  );
});

/** Midnight, long before which the world began. */
const MIDNIGHT = Date.parse('2026-03-02T00:00:00.000Z');

/** A core whose time is shortly before a midnight. */
async function beforeMidnight(more: object = {}) {
  const { play } = await playPayer({ options: options(more) });
  play.clock.advance((MIDNIGHT - 5 * MINUTE - play.clock.now()) / 1000);
  return play;
}

describe('the daily report', () => {
  it('is computed six minutes after the fixed time, of what was booked before it', async () => {
    const play = await beforeMidnight();
    expect(await play.core.work.reportSafeguarding()).toBe(1);
    expect((await reportsOf(play)).map(({ day }) => day)).toEqual(['2026-03-01']);
    await booked(play, 'TOP_UP', 100n);
    play.clock.advance(300);
    await booked(play, 'TOP_UP', 7n);
    play.clock.advance(359);
    expect(await play.core.work.reportSafeguarding()).toBe(0);
    play.clock.advance(1);
    expect(await play.core.work.reportSafeguarding()).toBe(1);
    expect(await play.core.work.reportSafeguarding()).toBe(0);
    const [report] = await reportsOf(play);
    expect(report).toMatchObject({
      ...{ environment: 'SANDBOX', day: '2026-03-02', at: MIDNIGHT, rails: [BANK], signedOffBy: null },
      figures: [{ currency: USD, customers: 1_000_000n, own: 100n, safeguarded: 1_000_100n }],
    });
    expect(report!.figures).toEqual(await figuresAt(play, instant(MIDNIGHT)));
    expect(report!.digest).toMatch(/^[0-9a-f]{64}$/);
    expect(valueOf(await play.core.safeguarding.get(report!.id))).toEqual(report);
  });

  it('is of the fixed time that the setting names', async () => {
    const play = await beforeMidnight({ safeguardingMinute: 17 * 60 + 30 });
    await play.core.work.reportSafeguarding();
    expect((await reportsOf(play)).map(({ at }) => toIso(at))).toEqual(['2026-03-01T17:30:00.000Z']);
  });

  it('is made for every day that hosts have missed', async () => {
    const play = await beforeMidnight();
    await play.core.work.reportSafeguarding();
    play.clock.advance((40 * DAY) / 1000);
    expect(await play.core.work.reportSafeguarding()).toBe(31);
    expect(await play.core.work.reportSafeguarding()).toBe(9);
    const all = valueOf(await play.core.safeguarding.list({ environment: 'SANDBOX', limit: 100 })).data;
    expect(all.map(({ at }) => at)).toEqual(Array.from({ length: 41 }, (_, day) => MIDNIGHT + (39 - day) * DAY));
  });

  it('is not made in an environment without a safeguarding account', async () => {
    const play = await beforeMidnight({ safeguardingAccounts: [{ environment: 'PRODUCTION', rail: 'acme-bank' }] });
    expect(await play.core.work.reportSafeguarding()).toBe(1);
    expect(await reportsOf(play)).toMatchObject([{ environment: 'PRODUCTION', rails: ['acme-bank'], figures: [] }]);
  });

  it('is one report if two hosts compute it at the same moment', async () => {
    const play = await beforeMidnight();
    const second = await playCore({ storage: play.storage, clock: play.clock, options: options() }, { existing: true });
    await Promise.all([play.core.work.reportSafeguarding(), second.core.work.reportSafeguarding()]);
    expect(await reportsOf(play)).toHaveLength(1);
  });

  it('is not computed again if the clock of the host that caught up first is ahead', async () => {
    const play = await beforeMidnight();
    await play.core.work.reportSafeguarding();
    play.clock.advance((40 * DAY) / 1000);
    const clock = { ...play.clock, now: () => instant(play.clock.now() + 2 * MINUTE) };
    const ahead = await playCore({ storage: play.storage, clock, options: options() }, { existing: true });
    expect(await ahead.core.work.reportSafeguarding()).toBe(31);
    expect(await play.core.work.reportSafeguarding()).toBe(9);
    for (const { core } of [ahead, play]) expect(await core.work.reportSafeguarding()).toBe(0);
    play.clock.advance(DAY / 1000);
    expect(await ahead.core.work.reportSafeguarding()).toBe(1);
    const all = valueOf(await play.core.safeguarding.list({ limit: 100 })).data;
    expect(new Set(all.map(({ day }) => day)).size).toBe(42);
  });

  it('is one report if the host dies before and after it was stored', async () => {
    const storage = createMemoryStorage();
    let dies: 'before' | 'after' | null = null;
    const units: UnitOfWork = {
      ...storage.units,
      run: async (tenant, work, traffic) => {
        if (dies === 'before') throw new Error('the host died');
        const done = await storage.units.run(tenant, work, traffic);
        if (dies === 'after') throw new Error('the host died');
        return done;
      },
    };
    const { core, clock } = await playCore({ storage: { ...storage, units }, options: options() });
    clock.advance(DAY / 1000);
    for (const at of ['before', 'after'] as const) {
      dies = at;
      await expect(core.work.reportSafeguarding()).rejects.toThrow('the host died');
    }
    dies = null;
    expect(await core.work.reportSafeguarding()).toBe(0);
    expect(valueOf(await core.safeguarding.list({})).data).toHaveLength(1);
  });
});

const oneMore = (line: SafeguardingLine): SafeguardingLine => ({ ...line, balance: line.balance + 1n });

describe('the sign-off of a report', () => {
  const signedOff = (play: PlayCore, id: string, by = ANN) =>
    inHouse(play, play.core.safeguarding.signOff, { id, statement: 'agrees with the statements of the bank', by });

  it('names the operator and the statement, and is made once', async () => {
    const play = await beforeMidnight();
    await play.core.work.reportSafeguarding();
    const [report] = await reportsOf(play);
    const both = await Promise.all([signedOff(play, report!.id), signedOff(play, report!.id, operatorNamed('Bob'))]);
    expect(both.filter((result) => result.ok)).toHaveLength(1);
    const [signed] = await reportsOf(play);
    expect(signed).toMatchObject({
      signedOffAt: play.clock.now(),
      statement: 'agrees with the statements of the bank',
    });
    expect(signed!.signedOffBy).toMatch(/^(Ann|Bob) \(Operator:/);
    expect(await signedOff(play, report!.id)).toMatchObject({ error: { code: 'INVALID_STATE_TRANSITION' } });
    expect(signed!.figures).toEqual(report!.figures);
  });

  it('is refused for an unknown report, and for one of the other environment', async () => {
    const play = await beforeMidnight({ safeguardingAccounts: [{ environment: 'PRODUCTION', rail: 'acme-bank' }] });
    await play.core.work.reportSafeguarding();
    const [report] = await reportsOf(play);
    for (const id of [report!.id, report!.id.replace(/.$/, 'x'), 'SafeguardingReport:1'])
      expect(await signedOff(play, id)).toMatchObject({ error: { code: 'REFERENCE_NOT_FOUND' } });
  });

  it.each<[string, (report: SafeguardingReport) => object]>([
    ['a balance', ({ figures: [first] }) => ({ figures: [{ ...first!, lines: first!.lines.map(oneMore) }] })],
    ['a sum', ({ figures: [first] }) => ({ figures: [{ ...first!, customers: 0n, excess: 1_000_000n }] })],
    ['the environment of figures', ({ figures: [first] }) => ({ figures: [{ ...first!, environment: 'PRODUCTION' }] })],
    ['the day', () => ({ day: '2026-02-28' })],
    ['the list of figures', () => ({ figures: { length: 1 } })],
  ])('is refused if %s was changed in the database', async (_, change) => {
    const play = await beforeMidnight();
    await play.core.work.reportSafeguarding();
    const [report] = await reportsOf(play);
    const forged = { ...report!, ...change(report!) };
    await play.storage.units.run(HOUSE, async (tx) => ok(tx.remove(SAFEGUARDING_REPORTS, report!)));
    await play.storage.units.run(HOUSE, async (tx) => ok(tx.add(SAFEGUARDING_REPORTS, forged)));
    expect(await signedOff(play, report!.id)).toMatchObject({ error: { code: 'CONFLICT' } });
  });
});
