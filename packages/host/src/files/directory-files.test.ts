import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CurrencyCode } from '@corridor/core';
import { ACCOUNT_TYPES, accountServes, exampleAccountInfo, rules } from '@corridor/core/internal';
import { afterAll, describe, expect, test } from 'vitest';
import { packageFile } from './data-file.js';
import { readDirectories } from './directory-files.js';

const folder = mkdtempSync(join(tmpdir(), 'corridor-directories-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const fileWith = (content: unknown): string => {
  const path = join(folder, 'directory.json');
  writeFileSync(path, JSON.stringify(content));
  return path;
};

describe('the bundled directories', () => {
  const { institutions, vasps } = readDirectories(null, null);

  test('pass the validation of the files of operators', () => {
    const checked = readDirectories(
      packageFile('directories/institutions.json'),
      packageFile('directories/vasps.json'),
    );
    expect(checked).toEqual({ institutions, vasps });
  });

  /** Types whose account names its institution in words. */
  const named = ACCOUNT_TYPES.filter(
    ({ fields, country }) => country !== null && fields.some(({ name }) => name === 'bankName' || name === 'provider'),
  );

  test.each(named.map((row) => [row.type, row] as const))('list institutions for %s', (_type, row) => {
    for (const currency of row.currencies) {
      const found = institutions.filter((one) => one.country === row.country && one.currency === currency);
      expect(found.length, `${row.country} ${currency}`).toBeGreaterThanOrEqual(2);
      const field = row.fields.find(({ name }) => name === 'bankName' || name === 'provider')!;
      for (const { bankName } of found) expect(bankName.length, bankName).toBeLessThanOrEqual(field.maxLength!);
    }
  });

  test.each([
    ['XAF_ACCOUNT', 'XAF'],
    ['XOF_ACCOUNT', 'XOF'],
  ])('list institutions for %s in every country of the currency', (type, currency) => {
    const row = ACCOUNT_TYPES.find((each) => each.type === type)!;
    const countries = row.fields.find(({ name }) => name === 'region')!.enum!;
    for (const country of countries) {
      expect(institutions.filter((one) => one.country === country && one.currency === currency)).not.toEqual([]);
    }
  });

  test('list a bank for every currency that SWIFT delivers', () => {
    const swift = exampleAccountInfo('SWIFT_ACCOUNT');
    const currencies = [...new Set(institutions.map(({ currency }) => currency as CurrencyCode))];
    const delivered = currencies.filter((currency) => accountServes(swift, currency));
    expect(delivered).toHaveLength(ACCOUNT_TYPES.find(({ type }) => type === 'SWIFT_ACCOUNT')!.currencies.length);
  });

  test('contain only names that accounts accept', () => {
    const errors: unknown[] = [];
    const rule = rules.text({
      minLength: 1,
      maxLength: 255,
      check: (name) => (name === name.trim() ? null : 'is padded'),
    });
    for (const { bankName, displayName } of institutions) {
      rule(bankName, bankName, (error) => errors.push(error));
      rule(displayName, displayName, (error) => errors.push(error));
    }
    for (const { name } of vasps) rule(name, name, (error) => errors.push(error));
    expect(errors).toEqual([]);
    expect(vasps.length).toBeGreaterThan(50);
  });
});

describe("an operator's directory", () => {
  const read = (institutions: unknown, vasps: unknown = []) =>
    readDirectories(fileWith(institutions), join(folder, writeVasps(vasps)));
  const writeVasps = (content: unknown): string => {
    writeFileSync(join(folder, 'vasps.json'), JSON.stringify(content));
    return 'vasps.json';
  };

  test('replaces the bundled one', () => {
    const bank = { bankName: 'EXB', displayName: 'Example Bank' };
    expect(read({ KE: { KES: ['M-Pesa', bank] } }, [{ name: 'Example Exchange', url: null }])).toEqual({
      institutions: [
        { bankName: 'M-Pesa', displayName: 'M-Pesa', country: 'KE', currency: 'KES' },
        { ...bank, country: 'KE', currency: 'KES' },
      ],
      vasps: [{ name: 'Example Exchange', url: null }],
    });
  });

  test.each<[string, unknown, unknown, string]>([
    ['an unknown country', { Kenya: { KES: ['M-Pesa'] } }, [], 'CORRIDOR_INSTITUTIONS_FILE'],
    ['an unknown currency', { KE: { ZZZ: ['M-Pesa'] } }, [], 'CORRIDOR_INSTITUTIONS_FILE'],
    ['a repeated name', { KE: { KES: ['M-Pesa', 'M-PESA'] } }, [], 'M-PESA is listed twice'],
    ['an empty name', { KE: { KES: [' '] } }, [], 'KE.KES.0'],
    ['an address that is not https', {}, [{ name: 'Example', url: 'ftp://example.com' }], 'CORRIDOR_VASPS_FILE'],
    [
      'a repeated VASP',
      {},
      [
        { name: 'Example', url: null },
        { name: 'example', url: null },
      ],
      'example is listed twice',
    ],
  ])('is refused with its setting and the error: %s', (_what, institutions, vasps, why) => {
    expect(() => read(institutions, vasps)).toThrow(why);
  });
});
