import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CUSTOMER_INFO_FIELDS } from '@corridor/core/records';
import { KNOWN_FIELDS } from '@corridor/core/internal';
import { afterAll, describe, expect, test } from 'vitest';
import { ConfigurationError } from '../kernel/errors.js';
import { readCorridorsFile } from './corridors-file.js';

const folder = mkdtempSync(join(tmpdir(), 'corridor-corridors-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const path = join(folder, 'corridors.json');
const fileWith = (content: unknown): string => {
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
};
const refusal = (content: unknown): string => {
  try {
    readCorridorsFile(fileWith(content));
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigurationError);
    const start = `CORRIDOR_CORRIDORS_FILE: ${path} `;
    expect((error as Error).message.slice(0, start.length)).toBe(start);
    expect((error as Error).message).not.toContain('\n');
    return (error as Error).message.slice(start.length);
  }
  throw new Error('was accepted');
};

const usdMxn = { source: 'USD', destination: 'MXN' };

describe('the corridors file', () => {
  test('sets no terms if it is missing or empty', () => {
    const nothing = { corridors: [], providerRequirements: [] };
    expect(readCorridorsFile(null)).toEqual(nothing);
    expect(readCorridorsFile(fileWith({}))).toEqual(nothing);
  });

  test('sets every term of a corridor, and the requirements of providers', () => {
    const read = readCorridorsFile(
      fileWith({
        corridors: [
          { ...usdMxn, variableFeeBps: 0, fixedFee: 25, minAmount: 0, maxAmount: Number.MAX_SAFE_INTEGER },
          {
            ...usdMxn,
            rail: 'SPEI',
            spreadBps: 25,
            transactionCap: 5,
            dailyVolume: 50,
            quoteSeconds: 60,
            ownershipVerification: true,
          },
          { source: 'EUR', destination: 'EUR', dailyVolume: 1 },
        ],
        providerRequirements: [{ currency: 'NGN', customerFields: ['BIRTH_DATE'] }],
      }),
    );
    expect(read).toEqual({
      corridors: [
        { ...usdMxn, variableFeeBps: 0, fixedFee: 25n, minAmount: 0n, maxAmount: 9_007_199_254_740_991n },
        {
          ...usdMxn,
          rail: 'SPEI',
          spreadBps: 25,
          transactionCap: 5n,
          dailyVolume: 50n,
          quoteSeconds: 60,
          ownershipVerification: true,
        },
        { source: 'EUR', destination: 'EUR', dailyVolume: 1n },
      ],
      providerRequirements: [{ currency: 'NGN', customerFields: ['BIRTH_DATE'], counterpartyCustomerFields: [] }],
    });
  });

  test.each<[string, unknown, string]>([
    ['text', 'corridors: []', 'is not JSON'],
    ['a list', [], 'expected object'],
    ['a misspelt list', { coridors: [] }, 'coridors'],
    ['a misspelt term', { corridors: [{ ...usdMxn, dailyvolume: 1 }] }, 'dailyvolume'],
    ['an unknown currency', { corridors: [{ ...usdMxn, source: 'ZZZ' }] }, 'corridors.0.source: is not a currency'],
    ['an unknown payment rail', { corridors: [{ ...usdMxn, rail: 'PIGEON' }] }, 'corridors.0.rail'],
    ['a fraction of a unit', { corridors: [{ ...usdMxn, minAmount: 0.5 }] }, 'corridors.0.minAmount'],
    [
      'a number beyond the precision of JSON',
      '{"corridors":[{"source":"USD","destination":"MXN","dailyVolume":9007199254740993}]}',
      'corridors.0.dailyVolume',
    ],
    ['a fee of the whole amount', { corridors: [{ ...usdMxn, variableFeeBps: 10_000 }] }, 'corridors.0.variableFeeBps'],
    [
      'an inverted range',
      { corridors: [{ ...usdMxn, minAmount: 5, maxAmount: 4 }] },
      'minAmount: must not be greater than maxAmount',
    ],
    [
      'a repeated corridor',
      { corridors: [usdMxn, { ...usdMxn, minAmount: 1 }] },
      'corridors.1: USD/MXN is listed twice',
    ],
    [
      'fees for a transfer',
      { corridors: [{ source: 'USD', destination: 'USD', fixedFee: 0 }] },
      'transfers have no fees, no rates and no quotes',
    ],
    [
      'a spread for a transfer',
      { corridors: [{ source: 'USD', destination: 'USD', spreadBps: 0 }] },
      'transfers have no fees, no rates and no quotes',
    ],
    ['a spread of the whole rate', { corridors: [{ ...usdMxn, spreadBps: 10_000 }] }, 'corridors.0.spreadBps'],
    ['a spread in favour of the customer', { corridors: [{ ...usdMxn, spreadBps: -1 }] }, 'corridors.0.spreadBps'],
    [
      'a repeated currency',
      { providerRequirements: [{ currency: 'NGN' }, { currency: 'NGN' }] },
      'NGN is listed twice',
    ],
    [
      'an unknown field',
      { providerRequirements: [{ currency: 'NGN', customerFields: ['SHOE_SIZE'] }] },
      'customerFields.0',
    ],
    ...[
      'ACCOUNT_IDENTIFIER',
      'FI_LEGAL_ENTITY_NAME',
      'FI_ADDRESS',
      'PURPOSE_OF_PAYMENT',
      'ULTIMATE_INSTITUTION_COUNTRY',
    ].map((name): [string, unknown, string] => [
      `${name}, which is not a field of customers`,
      { providerRequirements: [{ currency: 'NGN', customerFields: ['FULL_NAME', name] }] },
      `providerRequirements.0.customerFields.1: ${name} is not a field of a customer`,
    ]),
  ])('is refused with its path and the error: %s', (_what, content, why) => {
    expect(refusal(content)).toContain(why);
  });

  test('accepts every field of a customer, and every known field of a counterparty', () => {
    const customerFields = Object.keys(KNOWN_FIELDS);
    const requirement = { currency: 'NGN', customerFields, counterpartyCustomerFields: [...CUSTOMER_INFO_FIELDS] };
    const read = readCorridorsFile(fileWith({ providerRequirements: [requirement] }));
    expect(read.providerRequirements).toEqual([requirement]);
  });

  test('is named if it does not exist', () => {
    expect(() => readCorridorsFile(join(folder, 'none.json'))).toThrow('none.json cannot be read');
  });

  test('reports several errors in one line, up to a limit', () => {
    const many = Array.from({ length: 9 }, () => ({ source: 'ZZZ', destination: 'MXN' }));
    expect(refusal({ corridors: many })).toMatch(/corridors\.4\.source: .*; and \d+ more$/);
  });
});
