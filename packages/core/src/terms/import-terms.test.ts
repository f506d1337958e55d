import { createMemoryStorage } from '@corridor/adapters-storage/memory';
import { beforeEach, expect, it } from 'vitest';
import {
  type Context,
  type CurrencyCode,
  ENVIRONMENTS,
  houseTenant,
  instant,
  ok,
  type UnitOfWork,
} from '../kernel/index.js';
import { digest, fixedClock } from '../testing/ports.js';
import { createTermsBook, readAllTerms } from './book.js';
import type { TermsSettings } from './content.js';
import { createImport } from './import-terms.js';
import { IMPORTED, placeOf, type Terms, TERMS } from './terms.js';

const USD = 'USD' as CurrencyCode;
const EUR = 'EUR' as CurrencyCode;
const settings = (variableBps: number, ...spreads: readonly number[]): TermsSettings => ({
  serviceFees: { variableBps, fixed: new Map([[USD, 7n]]) },
  corridors: spreads.map((spreadBps, index) => ({
    ...{ source: USD, destination: EUR, spreadBps, minAmount: undefined },
    ...(index > 0 && { rail: 'SEPA' as const }),
  })),
});

let units: UnitOfWork;
beforeEach(() => {
  units = createMemoryStorage().units;
});

let reports: (readonly [string, unknown])[];
beforeEach(() => {
  reports = [];
});
const report = (what: string, details: unknown): unknown => reports.push([what, details]);
const defaultFees = { variableBps: 50, fixed: new Map() };
const importing = (of: TermsSettings) =>
  createImport({ units, clock: fixedClock(), digest, settings: of, defaultFees, report });
const stored = () => units.read(null, (reads) => readAllTerms(reads));

it('stores the terms of the settings for both environments, in force since ever', async () => {
  await importing(settings(50, 25, 30))();
  const all = await stored();
  for (const environment of ENVIRONMENTS) {
    const own = all.filter((terms) => terms.environment === environment);
    expect(own.map(({ scope, content }) => [scope, content])).toEqual(
      expect.arrayContaining([
        ['GENERAL', { variableFeeBps: 50, fixedFees: { USD: 7n } }],
        ['USD/EUR', { spreadBps: 25 }],
        ['USD/EUR/SEPA', { spreadBps: 30 }],
      ]),
    );
    expect(own).toHaveLength(3);
    for (const terms of own)
      expect(terms).toMatchObject({
        ...{ tenant: houseTenant(environment), number: 1, validFrom: instant(0) },
        ...{ createdBy: IMPORTED, approvedBy: null, withdraws: null },
      });
  }
});

it('does not apply other settings once terms exist', async () => {
  await importing(settings(50, 25))();
  const before = await stored();
  await importing(settings(10, 99, 98))();
  expect(await stored()).toEqual(before);
});

it('reports settings that differ from the stored terms, once', async () => {
  await importing(settings(50, 25))();
  await importing(settings(50, 25))();
  expect(reports).toEqual([]);
  const again = importing(settings(10, 25, 98));
  await again();
  await again();
  const what = 'settings of fees and corridors differ from the stored terms and have no effect';
  expect(reports).toEqual([[what, { scopes: ['GENERAL', 'USD/EUR/SEPA'] }]]);
  await importing(settings(50, 30))();
  expect(reports.slice(1)).toEqual([[what, { scopes: ['USD/EUR'] }]]);
  await importing({ serviceFees: defaultFees, corridors: [] })();
  expect(reports).toHaveLength(2);
});

it('reports neither terms that operators have changed nor settings that say what is in force', async () => {
  await importing(settings(50))();
  for (const first of await stored()) {
    const { environment, scope } = first;
    const changed: Terms = {
      ...{ ...first, id: `${first.id.slice(0, -1)}${first.id.endsWith('0') ? '1' : '0'}` as Terms['id'], number: 2 },
      ...{ content: { ...first.content, variableFeeBps: 60 }, createdBy: 'Ann' },
      place: placeOf({ environment, scope, number: 2 }),
    };
    await units.run(null, async (tx) => ok(tx.add(TERMS, changed)));
  }
  for (const known of [50, 60]) await importing(settings(known))();
  expect(reports).toEqual([]);
  await importing(settings(70))();
  expect(reports).toHaveLength(1);
});

it('is seen by the next payment after one that found no terms', async () => {
  const inForce = createTermsBook({ quoteSeconds: 300 });
  const ctx = { hostNow: fixedClock().now(), tenant: 'Platform:1/SANDBOX' } as unknown as Context;
  const asked = () => units.read(null, (reads) => inForce(reads, ctx));
  expect(await asked()).toMatchObject({ ok: false, error: { code: 'SERVICE_UNAVAILABLE' } });
  await importing(settings(50))();
  expect((await asked()).ok).toBe(true);
});

it('stores the terms of one of several hosts that start at once, and all of them', async () => {
  const fees = [10, 20, 30, 40];
  await Promise.all(fees.map((fee) => importing(settings(fee, fee + 1, fee + 2))()));
  const all = await stored();
  expect(all).toHaveLength(6);
  const general = all.filter(({ scope }) => scope === 'GENERAL').map(({ content }) => content.variableFeeBps!);
  expect(new Set(general).size).toBe(1);
  expect(new Set(all.flatMap(({ content }) => content.spreadBps ?? []))).toEqual(
    new Set([general[0]! + 1, general[0]! + 2]),
  );
});

it('loses against a host that stored its terms between the look and the unit', async () => {
  const first = importing(settings(50));
  const late = createImport({
    units: {
      ...units,
      // The late host has seen no terms.
      read: async (_tenant, work) => work({ list: async () => ({ rows: [], hasMore: false }) } as never),
      run: async (tenant, work, traffic) => {
        await first();
        return units.run(tenant, work, traffic);
      },
    },
    ...{ clock: fixedClock(), digest, settings: settings(99), defaultFees, report },
  });
  await late();
  expect((await stored()).map(({ content }) => content.variableFeeBps)).toEqual([50, 50]);
});

it('ends with a conflict of the unique numbers if both units have seen no terms', async () => {
  await importing(settings(50))();
  const [general] = await stored();
  const again = await units.run(null, async (tx) => {
    tx.add(
      TERMS,
      { ...general!, id: `${general!.id.slice(0, -1)}0` as never },
      {
        conflicts: { place: { code: 'CONFLICT', message: 'taken' } as never },
      },
    );
    return ok();
  });
  expect(again).toMatchObject({ ok: false, error: { code: 'CONFLICT' } });
});
