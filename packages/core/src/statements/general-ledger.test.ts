import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CurrencyCode, houseTenant, type Id } from '../kernel/index.js';
import { ACCOUNT_CLASSES, accountClass, chart } from '../ledger/index.js';
import { generalLedger, mappingFaults, type MappingLine } from './index.js';

const line = (account: string, number: string, over: Partial<MappingLine> = {}): MappingLine => ({
  ...{ line: 2, account, currency: '', number, name: '' },
  ...over,
});
const on = (account: string, currency = 'USD') => ({
  tenant: houseTenant('SANDBOX'),
  account,
  currency: currency as CurrencyCode,
});
const numberOf = (lines: readonly MappingLine[], account: string, currency?: string): string | undefined =>
  generalLedger(lines).accountOf(on(account, currency))?.number;

describe('the accounts of a general ledger', () => {
  it('belong to the first line that matches the account and the currency', () => {
    const lines = [
      line('available', '2110', { currency: 'EUR' }),
      line('available', '2100'),
      line('clearing:a-bank', '1210'),
      line('clearing:*', '1200'),
      line('*e*s', '4000'),
    ];
    expect(mappingFaults(lines)).toEqual([]);
    const found = [
      numberOf(lines, 'available', 'EUR'),
      numberOf(lines, 'available'),
      numberOf(lines, 'clearing:a-bank'),
      numberOf(lines, 'clearing:b-bank'),
      numberOf(lines, 'fees'),
      numberOf(lines, 'receivables'),
      numberOf(lines, 'held'),
    ];
    expect(found).toEqual(['2110', '2100', '1210', '1200', '4000', '4000', undefined]);
  });

  it('name an account as it is written, or have no name', () => {
    const accounts = generalLedger([line('held', '2101', { name: 'Held, "blocked"' }), line('*', '9')]);
    expect(accounts.accountOf(on('held'))).toEqual({ number: '2101', name: 'Held, "blocked"' });
    expect(accounts.accountOf(on('loss'))).toEqual({ number: '9', name: null });
  });

  it('are refused with every fault and its line', () => {
    const faults = mappingFaults([
      line('available', '1'),
      line('availabel', '', { line: 3, currency: 'XYZ', name: 'a\u001b[2J' }),
      line('available', '2', { line: 4 }),
      line('clearing:', '3', { line: 5 }),
      line('fees:*', '4', { line: 6 }),
    ]);
    expect(faults).toEqual([
      expect.stringMatching(/^line 3: account must be one of available, held, .* or clearing:<rail>; \* in it stands/),
      'line 3: currency must be a code such as EUR, or empty for any',
      'line 3: number must have 1 to 100 printable characters',
      'line 3: name must have at most 100 printable characters',
      'line 4: account and currency are those of line 2',
      expect.stringMatching(/^line 5: account must be/),
      expect.stringMatching(/^line 6: account must be/),
    ]);
    expect(mappingFaults([])).toEqual(['has no accounts']);
  });

  it('match a pattern as a regular expression does', () => {
    const texts = fc.stringMatching(/^[ab:]{0,6}$/);
    fc.assert(
      fc.property(fc.stringMatching(/^[ab:*]{1,6}$/), texts, (pattern, account) => {
        const expression = new RegExp(`^${pattern.replaceAll('*', '.*')}$`, 'u');
        expect(numberOf([line(pattern, '1')], account) === '1').toBe(expression.test(account));
      }),
    );
  });
});

it('every account of the chart belongs to a class that a mapping can name', () => {
  const id = 'InternalAccount:1' as Id<'InternalAccount'>;
  const [environment, currency, tenant] = ['SANDBOX', 'USD' as CurrencyCode, houseTenant('SANDBOX')] as const;
  const accounts = [
    ...[chart.available, chart.held, chart.receivable].map((make) => make(id, currency)),
    ...[chart.suspense, chart.cardReserve, chart.disputes, chart.fees].map((make) => make(tenant, currency)),
    ...[chart.fx, chart.revenue, chart.interchange, chart.networkFees].map((make) => make(environment, currency)),
    ...[chart.loss, chart.ownFunds, chart.bankCharges].map((make) => make(environment, currency)),
    chart.inTransit('Quote:1' as Id<'Quote'>, currency),
    chart.clearing(environment, 'a-bank', currency),
  ];
  expect(accounts).toHaveLength(Object.keys(chart).length);
  const classes = accounts.map(({ name }) => accountClass(name));
  expect(new Set(classes)).toEqual(new Set([...ACCOUNT_CLASSES, 'clearing:a-bank']));
  expect(mappingFaults(classes.map((account, index) => line(account, '1', { line: index })))).toEqual([]);
});
