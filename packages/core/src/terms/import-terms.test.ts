import { createMemoryStorage } from '@corridor/adapters-storage/memory';
import { beforeEach, expect, it } from 'vitest';
import { type CurrencyCode, ENVIRONMENTS, houseTenant, instant, ok, type UnitOfWork } from '../kernel/index.js';
import { digest, fixedClock } from '../testing/ports.js';
import { readAllTerms } from './book.js';
import type { TermsSettings } from './content.js';
import { createImport } from './import-terms.js';
import { IMPORTED, TERMS } from './terms.js';

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

const importing = (of: TermsSettings) => createImport({ units, clock: fixedClock(), digest, settings: of });
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
    ...{ clock: fixedClock(), digest, settings: settings(99) },
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
