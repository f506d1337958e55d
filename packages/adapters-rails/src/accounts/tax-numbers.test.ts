import { describe, expect, it } from 'vitest';
import { isBrazilianTaxNumber, isCnpj, isTaxNumber } from './tax-numbers.js';

const ofBusiness = (country: string) => (value: string) =>
  isTaxNumber({ country, holder: 'BUSINESS', type: null, value });

/** Each character of a number that follows its rule, replaced by the next one of its kind. */
const mistyped = (value: string): readonly string[] =>
  [...value].flatMap((character, at) => {
    if (!/\d/.test(character)) return [];
    return [value.slice(0, at) + String((Number(character) + 1) % 10) + value.slice(at + 1)];
  });

describe('a number of a list that grows', () => {
  it.each([
    // Issued with a last character that does not follow the published rule.
    ['MX', 'PAF070213GI1', 'a control character by another rule'],
    ['MX', 'VACE460910SX6', 'a control character by another rule'],
    ['MX', 'FNI970829JR9', 'a control character by another rule'],
    ['MX', 'SOTO800101110', 'a control character by another rule'],
    ['MX', 'Ñ&A000229AA1', 'letters beyond ASCII, and a leap day'],
    ['MX', 'BUEI800101AB1', 'letters that stdnum refuses as offensive'],
    ['US', '07-1144442', 'a prefix that the list of the library does not have'],
    ['US', '96-1234567', 'a prefix that the list of the library does not have'],
    ['US', '90-1234567', 'a prefix of the internet'],
    ['IN', 'ACUDA7085R', 'a kind of holder that the list of the library does not have'],
    ['IN', '39ACUPA7085R1ZG', 'a state that the list of the library does not have'],
    ['AR', '40-05536168-3', 'a prefix that the list of the library does not have'],
    ['PE', '18512333792', 'a prefix that the list of the library does not have'],
  ])('of %s is accepted as %s, with %s', (country, value) => {
    expect(ofBusiness(country)(value)).toBe(true);
  });

  it.each([
    ['MX', 'PAF070231GI1', 'a day that does not exist'],
    ['MX', 'PAF071313GI1', 'a month that does not exist'],
    ['MX', 'PAF010229GI1', 'a leap day of another year'],
    ['MX', 'PA070213GI1', 'too few letters'],
    ['MX', 'PAFFF070213GI1', 'too many letters'],
    ['MX', 'PAF070213GI', 'no control character'],
    ['US', '07-114444', 'eight digits'],
    ['US', '07-11444422', 'ten digits'],
    ['IN', 'ACUPA0000R', 'a serial number of zeros'],
    ['IN', '39ACUPA7085R1Z4', 'a wrong control character'],
    ['AR', '40-05536168-4', 'a wrong control digit'],
    ['PE', '18512333791', 'a wrong control digit'],
  ])('of %s is refused as %s, with %s', (country, value) => {
    expect(ofBusiness(country)(value)).toBe(false);
  });

  it('of India can belong to one who deducts tax, and then contains a TAN', () => {
    const prefix = '07MUMB12345F1D';
    const accepted = [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'].filter((last) => ofBusiness('IN')(prefix + last));
    expect(accepted).toHaveLength(1);
  });

  it.each(['912-69-1234', '912-93-1234', '912-89-1234', '912341234'])(
    'of a group not issued yet is an ITIN: %s',
    (value) => {
      expect(isTaxNumber({ country: 'US', holder: 'INDIVIDUAL', type: 'ITIN', value })).toBe(true);
    },
  );
});

describe('a CNPJ', () => {
  it.each([
    ['12ABC34501DE35', 'the example of the tax authority'],
    ['12.ABC.345/01DE-35', 'with its punctuation'],
    ['12abc34501de35', 'in small letters'],
    ['11222333000181', 'of digits alone'],
    ['00000000000191', 'of the Banco do Brasil'],
  ])('can be %s, %s', (value) => {
    expect([isCnpj(value), isBrazilianTaxNumber(value), ofBusiness('BR')(value)]).toEqual([true, true, true]);
  });

  it.each([
    ['12ABC34501DE36', 'a wrong second control digit'],
    ['12ABC34501DE45', 'a wrong first control digit'],
    ['12ABC34501DEA5', 'a letter as control digit'],
    ['12ABC34501DE3', 'a missing digit'],
    ['00000000000000', 'one repeated digit'],
    ['12ABÇ34501DE35', 'a letter beyond ASCII'],
  ])('cannot be %s: %s', (value) => {
    expect(isCnpj(value)).toBe(false);
  });

  it('with one mistyped digit is refused', () => {
    expect([...mistyped('12ABC34501DE35'), ...mistyped('11222333000181')].filter(isCnpj)).toEqual([]);
  });
});

describe('a number with a control digit', () => {
  it.each([
    ['AR', '20-05536168-2'],
    ['AR', '30-50001091-2'],
    ['PE', '20512333797'],
    ['PE', '20100070970'],
    ['PE', '20131312955'],
    ['IN', '27AAPFU0939F1ZV'],
    ['IN', '29AAGCB7383J1Z4'],
  ])('of %s is refused with one mistyped digit: %s', (country, value) => {
    expect(ofBusiness(country)(value)).toBe(true);
    // Digits within the PAN of a GSTIN change its sum as well.
    expect(mistyped(value).filter(ofBusiness(country))).toEqual([]);
  });
});
