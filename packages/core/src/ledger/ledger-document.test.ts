import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { cardLines } from '../cards/index.js';
import type { CurrencyCode, Id, TenantKey } from '../kernel/index.js';
import { valueOf } from '../testing/play-core.js';
import { playPayer } from '../testing/play-payer.js';
import { CARD_MOVES, type CardSpend } from '../transactions/index.js';
import { type Booking, BOOKING_ENTRY, BOOKING_KINDS, bookingLines, RULES } from '../treasury/index.js';
import { chart, ENTRY_KINDS, type EntryKind, isShared, type LedgerAccount, type Line, POSTINGS } from './index.js';

const DOCUMENT = readFileSync(new URL('../../../../docs/ledger.md', import.meta.url), 'utf8');

/** The text after each heading, up to the next heading of any level. */
const sections = new Map(
  DOCUMENT.split(/^(?=#{2,4} )/mu).map((text) => {
    const [heading = '', ...lines] = text.split('\n');
    return [heading.replace(/^#+ /u, ''), lines.join('\n')] as const;
  }),
);

/** The rows of each table in a text, without the header. */
const tables = (text: string): readonly (readonly string[][])[] =>
  (text.match(/(?:^\|.*\n?)+/gmu) ?? []).map((table) =>
    table
      .trim()
      .split('\n')
      .slice(2)
      .map((row) =>
        row
          .split('|')
          .slice(1, -1)
          .map((cell) => cell.trim().replaceAll('`', '')),
      ),
  );

const CHART: readonly LedgerAccount[] = Object.values(chart).map((account) =>
  (account as (...parts: readonly string[]) => LedgerAccount)(
    ...(account.length === 3 ? ['SANDBOX', 'bank', 'USD'] : ['whose', 'USD']),
  ),
);
const first = ({ name }: Pick<LedgerAccount, 'name'>): string => name.split(':')[0]!;

describe('the chart of accounts', () => {
  const [rows = []] = tables(sections.get('Chart of accounts')!);

  it('documents exactly the accounts of the code', () => {
    expect(rows.map(([account]) => account).toSorted()).toEqual(CHART.map(first).toSorted());
  });

  it.each(CHART.map((account) => [first(account), account] as const))(
    'documents how %s is named and kept',
    (name, account) => {
      const [, template = '', kept] = rows.find(([row]) => row === name)!;
      expect(kept).toBe(account.cell === null ? 'hot' : 'guarded');
      expect(template.split(':').length).toBe(account.name.split(':').length);
      expect(template.includes('{environment}')).toBe(isShared(account.name));
    },
  );
});

it('the debt of the owner of an account is an account of its own, whose row holds the debt as a positive amount', () => {
  const name = 'receivables:InternalAccount:1';
  const cell = { holder: name, column: 'available', standing: false, sign: -1n };
  expect(chart.receivable('InternalAccount:1' as Id<'InternalAccount'>, 'USD' as CurrencyCode)).toEqual({
    name,
    currency: 'USD',
    cell,
  });
});

interface Row {
  readonly account: string;
  readonly currency: string;
  readonly amount: bigint;
}

const examplesOf = (kind: string): readonly (readonly Row[])[] =>
  tables(sections.get(kind) ?? '').map((rows) =>
    rows.map(([account = '', , currency = '', amount = '']) => ({ account, currency, amount: BigInt(amount) })),
  );

const shape = (rows: readonly Row[]) => rows.map(({ account, amount }) => `${account} ${amount < 0n ? '-' : '+'}`);
const shapeOf = (lines: readonly Line[]) =>
  shape(
    lines.map(({ account, amount }) => ({ account: first(account), currency: account.currency as string, amount })),
  );

describe.each(ENTRY_KINDS)('the recipe of %s', (kind) => {
  const examples = examplesOf(kind);

  it('has an example whose lines sum to zero in each currency', () => {
    expect(examples.length).toBeGreaterThan(0);
    for (const rows of examples) {
      expect(rows.length).toBeGreaterThan(1);
      const sums = new Map<string, bigint>();
      for (const { currency, amount } of rows) sums.set(currency, (sums.get(currency) ?? 0n) + amount);
      expect([...sums.values()].every((sum) => sum === 0n)).toBe(true);
    }
  });

  it('posts to accounts of the chart and names the entry that reverses it', () => {
    const names = new Set(CHART.map(first));
    for (const { account } of examples.flat()) expect(names).toContain(account);
    const reversal = /^Reversed by: (.+?)(?:\n\n|\n*$)/msu.exec(sections.get(kind)!)?.[1] ?? '';
    expect(reversal).not.toBe('');
    for (const [, named = ''] of reversal.matchAll(/`([A-Z_]+)`/gu)) expect(ENTRY_KINDS).toContain(named);
  });
});

it('documents a recipe for exactly the entry kinds of the code', () => {
  const recipes = [...sections.keys()].filter((heading) => /^[A-Z]+(?:_[A-Z]+)*$/u.test(heading));
  expect(recipes.toSorted()).toEqual([...ENTRY_KINDS].toSorted());
});

const TENANT = 'Platform:018bcfe5-6800-7000-8000-000000000001/SANDBOX' as TenantKey;

it.each(CARD_MOVES)('the example of %s has the lines that the code posts', (move) => {
  const card = { accountId: 'InternalAccount:1', currency: 'USD' } as unknown as CardSpend;
  const [example = []] = examplesOf(move);
  expect(shape(example)).toEqual(shapeOf(cardLines({ tenant: TENANT, rail: null, card }, move, 1n)));
});

it.each(BOOKING_KINDS)('the example of the treasury booking %s has the lines that the code posts', (kind) => {
  const usd = { rail: 'bank', currency: 'USD' as CurrencyCode, amount: 1n };
  const bought = { boughtRail: 'bank', boughtCurrency: 'EUR' as CurrencyCode, boughtAmount: 1n };
  const booking = { kind, tenant: TENANT, ...usd, ...bought } as Booking;
  const [example = []] = examplesOf(BOOKING_ENTRY[kind]);
  expect(shape(example)).toEqual(shapeOf(bookingLines(booking)));
});

it('documents exactly the resolutions of the code', () => {
  const rules = Object.entries(RULES).flatMap(([exception, resolutions]) =>
    Object.entries(resolutions).flatMap(([resolution, rule]) =>
      rule.does === 'entry' ? [[exception, resolution, rule.from, rule.to]] : [],
    ),
  );
  expect(tables(sections.get('Resolutions')!)[0]).toEqual(rules);
});

/** Money waits in `held` or in `in-transit`, depending on its source; an example shows one of them. */
const waiting = (line: string): string => line.replace(/^(?:held|in-transit) /u, 'waiting ');

it('played payments post only lines that the examples show', async () => {
  const payer = await playPayer();
  const { play, usd } = payer;
  for (const ending of ['890', '002', '005', '007', '008']) {
    const destination = (await payer.external(ending)).id;
    const platformFeeOverride = { fixed: { amount: 0n, currency: 'USD' }, variableBps: 100 };
    const quote = await payer.quoted(payer.fromAccount(usd.id, destination, { platformFeeOverride }));
    valueOf(await payer.execute(quote.id));
    valueOf(await payer.pay(await payer.quoted(payer.funded(destination, { platformFeeOverride }))));
  }
  valueOf(await payer.pay(await payer.quoted(payer.funded((await payer.external('891')).id)), 1n));
  const unknown = { reference: 'UNKNOWN', currencyCode: 'USD', amount: 2_500n };
  valueOf(await play.run(play.core.sandbox.deposit, unknown));
  valueOf(await play.run(play.core.sandbox.deposit, { ...unknown, remitter: { name: null, account: 'DE0009' } }));
  for (const ending of ['890', '002']) {
    const destinationId = (await payer.dollars(ending)).id;
    valueOf(await play.run(play.core.transfers.out, { sourceId: usd.id, destinationId, amount: 10_000n }));
  }
  for (let minute = 0; minute < 5; minute++) await play.pass(60);

  const posted = await play.storage.units.read(play.tenant, async (reads) =>
    (await reads.follow(POSTINGS, { after: 0, upTo: Number.MAX_SAFE_INTEGER, order: 'asc', limit: 1_000 })).map(
      ({ record }) => record,
    ),
  );
  const shown = new Map<EntryKind, ReadonlySet<string>>(
    ENTRY_KINDS.map((kind) => [kind, new Set(examplesOf(kind).flatMap(shape).map(waiting))]),
  );
  const missing = posted.flatMap(({ kind, account, amount }) => {
    const line = `${account.split(':')[0]} ${amount < 0n ? '-' : '+'}`;
    return shown.get(kind)!.has(waiting(line)) ? [] : [`${kind}: ${line}`];
  });
  expect(missing).toEqual([]);
  expect([...new Set(posted.map(({ kind }) => kind))].toSorted()).toEqual([
    'BANK_CHARGE',
    'DEPOSIT',
    'FEE_SWEEP',
    'FUNDING',
    'FUNDING_REFUND',
    'HOLD',
    'HOLD_RELEASE',
    'REFUND_FAILED',
    'SETTLEMENT',
    'SETTLEMENT_REVERSAL',
    'SUSPENSE_IN',
    'SUSPENSE_RETURN',
  ]);
});
