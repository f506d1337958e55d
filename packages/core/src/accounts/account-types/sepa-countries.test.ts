import { describe, expect, it } from 'vitest';
import { accountInfoView, exampleAccountInfo } from './index.js';
import { SEPA_COUNTRIES, SEPA_COUNTRIES_OF } from './sepa-countries.js';

const railsOf = (iban: string) => accountInfoView({ ...exampleAccountInfo('EUR_ACCOUNT'), iban }).paymentRails;

describe('the countries of SEPA', () => {
  it('are those of EPC409-09', () => {
    // 41 countries, and Gibraltar, which has IBANs of its own.
    expect(SEPA_COUNTRIES.size).toBe(42);
    for (const country of ['AX', 'BA', 'BY', 'FO', 'GG', 'GL', 'JE', 'SA', 'TR', 'UA', 'XK'])
      expect(SEPA_COUNTRIES.has(country), country).toBe(false);
  });

  it.each([
    ['AL', '2025-10-05'],
    ['MD', '2025-10-05'],
    ['ME', '2025-10-05'],
    ['MK', '2025-10-05'],
    ['RS', '2026-05-05'],
    ['AD', null],
    ['VA', null],
    ['GB', null],
    ['CH', null],
  ])('include %s since %s', (country, day) => {
    expect(SEPA_COUNTRIES.get(country)?.SEPA).toBe(day);
  });

  it('have the date of the newest entry', () => {
    const days = [...SEPA_COUNTRIES.values()].flatMap(({ SEPA }) => SEPA ?? []);
    expect(days.toSorted().at(-1)).toBe(SEPA_COUNTRIES_OF);
  });
});

describe('the payment rails of an account in euros', () => {
  it.each(['RS35260005601001611379', 'AL47212110090000000235698741', 'ME25505000012345678951', 'MK07250120000058984'])(
    'are those of SEPA for %s',
    (iban) => {
      expect(railsOf(iban)).toEqual(['SEPA', 'SEPA_INSTANT']);
    },
  );

  it.each([
    'SA0380000000608010167519',
    'XK051212012345678906',
    'TR330006100519786457841326',
    'UA213223130000026007233566001',
  ])('are none for %s, whose country is outside of SEPA', (iban) => {
    expect(railsOf(iban)).toEqual([]);
  });

  it('do not depend on the country in other types', () => {
    const { paymentRails } = accountInfoView({
      ...exampleAccountInfo('SWIFT_ACCOUNT'),
      iban: 'SA0380000000608010167519',
    });
    expect(paymentRails).toEqual(['SWIFT']);
    expect(accountInfoView(exampleAccountInfo('DKK_ACCOUNT')).paymentRails).toEqual(['SEPA', 'SEPA_INSTANT']);
  });
});
