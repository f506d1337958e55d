import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CUSTOMER_INFO_FIELDS } from '@corridor/core/records';
import { KNOWN_FIELDS } from '@corridor/core/internal';
import { afterAll, describe, expect, test } from 'vitest';
import { ConfigurationError } from './errors.js';
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

describe('the file of corridors', () => {
  test('sets nothing where there is none, or nothing in it', () => {
    const nothing = { corridors: [], providerRequirements: [] };
    expect(readCorridorsFile(null)).toEqual(nothing);
    expect(readCorridorsFile(fileWith({}))).toEqual(nothing);
  });

  test('sets every term of a corridor, and what providers ask for', () => {
    const read = readCorridorsFile(
      fileWith({
        corridors: [
          { ...usdMxn, variableFeeBps: 0, fixedFee: 25, minAmount: 0, maxAmount: Number.MAX_SAFE_INTEGER },
          {
            ...usdMxn,
            rail: 'SPEI',
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
    [
      'a currency that there is not',
      { corridors: [{ ...usdMxn, source: 'ZZZ' }] },
      'corridors.0.source: is not a currency',
    ],
    ['a payment rail that there is not', { corridors: [{ ...usdMxn, rail: 'PIGEON' }] }, 'corridors.0.rail'],
    ['a part of a unit', { corridors: [{ ...usdMxn, minAmount: 0.5 }] }, 'corridors.0.minAmount'],
    [
      'a number that loses digits',
      '{"corridors":[{"source":"USD","destination":"MXN","dailyVolume":9007199254740993}]}',
      'corridors.0.dailyVolume',
    ],
    ['all of the amount as fee', { corridors: [{ ...usdMxn, variableFeeBps: 10_000 }] }, 'corridors.0.variableFeeBps'],
    [
      'a range upside down',
      { corridors: [{ ...usdMxn, minAmount: 5, maxAmount: 4 }] },
      'minAmount: is above maxAmount',
    ],
    [
      'a corridor twice',
      { corridors: [usdMxn, { ...usdMxn, minAmount: 1 }] },
      'corridors.1: USD/MXN stands in it twice',
    ],
    [
      'fees of a transfer',
      { corridors: [{ source: 'USD', destination: 'USD', fixedFee: 0 }] },
      'which has no fees and no quote',
    ],
    [
      'a currency twice',
      { providerRequirements: [{ currency: 'NGN' }, { currency: 'NGN' }] },
      'NGN stands in it twice',
    ],
    [
      'a field that there is not',
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
      `${name}, which no customer has`,
      { providerRequirements: [{ currency: 'NGN', customerFields: ['FULL_NAME', name] }] },
      `providerRequirements.0.customerFields.1: ${name} is no field of a customer`,
    ]),
  ])('names itself and what is wrong with it: %s', (_what, content, why) => {
    expect(refusal(content)).toContain(why);
  });

  test('takes every field of a customer, and every field at all of a counterparty', () => {
    const customerFields = Object.keys(KNOWN_FIELDS);
    const requirement = { currency: 'NGN', customerFields, counterpartyCustomerFields: [...CUSTOMER_INFO_FIELDS] };
    const read = readCorridorsFile(fileWith({ providerRequirements: [requirement] }));
    expect(read.providerRequirements).toEqual([requirement]);
  });

  test('names itself when it is not there', () => {
    expect(() => readCorridorsFile(join(folder, 'none.json'))).toThrow('none.json cannot be read');
  });

  test('tells several faults in one line, and not all of very many', () => {
    const many = Array.from({ length: 9 }, () => ({ source: 'ZZZ', destination: 'MXN' }));
    expect(refusal({ corridors: many })).toMatch(/corridors\.4\.source: .*; and \d+ more$/);
  });
});
