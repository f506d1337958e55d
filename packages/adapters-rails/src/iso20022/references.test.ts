import { REFERENCE_ALPHABET, REFERENCE_LENGTH } from '@corridor/core/internal';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { creditorReference, findReferences, isCreditorReference } from './index.js';

describe('an ISO 11649 reference', () => {
  /** Published examples of the standard and of banks. */
  test.each(['RF18539007547034', 'RF712348231', 'RF45G72UUR', 'RF6518K5', 'RF18000000000539007547034'])(
    '%s has right check digits',
    (reference) => {
      expect(isCreditorReference(reference)).toBe(true);
      expect(creditorReference(reference.slice(4))).toBe(reference);
    },
  );

  test.each([
    'RF19539007547034',
    'RF18539007547035',
    'RF18',
    'RF00539007547034',
    'rf18539007547034',
    'DE18539007547034',
    `RF18${'1'.repeat(22)}`,
  ])('%s is none', (text) => {
    expect(isCreditorReference(text)).toBe(false);
  });

  test('is made of letters and digits only', () => {
    expect(creditorReference('g72uur')).toBe('RF45G72UUR');
    for (const text of ['', 'a b', 'ä', 'a-b', 'x'.repeat(22)]) expect(creditorReference(text)).toBeNull();
  });

  test('fails the check after a swap of neighbouring digits', () => {
    const body = fc.stringMatching(/^[0-9]{2,21}$/);
    fc.assert(
      fc.property(body, fc.nat(), (text, seed) => {
        const reference = creditorReference(text)!;
        expect(isCreditorReference(reference)).toBe(true);
        const index = 4 + (seed % (text.length - 1));
        const [a, b] = [reference[index]!, reference[index + 1]!];
        const swapped = reference.slice(0, index) + b + a + reference.slice(index + 2);
        expect(isCreditorReference(swapped)).toBe(a === b);
      }),
      { seed: 20_022 },
    );
  });
});

const OWN = '34679ACDEFGH';
const OTHER = 'JKMNPQRTUVWX';

describe('references in remittance texts', () => {
  test.each([
    ['RF18539007547034'],
    ['Invoice RF18 5390 0754 7034 of January'],
    ['rf18-5390-0754-7034'],
    ['/RFB/RF18539007547034/'],
    ['InvoiceRF18539007547034'],
    ['RF18 0000 0000 0539 0075 4703 4'],
    ['R F 1 8 5 3 9 0 0 7 5 4 7 0 3 4'],
  ])('finds the creditor reference in %s', (text) => {
    expect(findReferences([text]).creditorReferences).toContain('RF18539007547034');
  });

  test.each([
    [OWN],
    [`Rent ${OWN.toLowerCase()} thanks`],
    ['3467-9ACD-EFGH'],
    ['34679 ACDEF GH'],
    [`SVWZ+${OWN}+EREF`],
    [`x${OWN}x`],
    ['3 4 6 7 9 a c d e f g h'],
    ['３４６７９ＡＣＤＥＦＧＨ'],
  ])('finds Corridor’s reference in %s', (text) => {
    expect(findReferences([text]).candidates).toContain(OWN);
  });

  test('finds references that a bank broke over several texts', () => {
    expect(findReferences(['Rent 34679AC', 'DEFGH']).candidates).toContain(OWN);
    expect(findReferences(['RF18 5390', '0754 7034']).creditorReferences).toContain('RF18539007547034');
  });

  test('returns each of two references, and each once', () => {
    const { candidates } = findReferences([`${OWN} and ${OTHER}`, OWN]);
    expect(candidates).toEqual(expect.arrayContaining([OWN, OTHER]));
    expect(new Set(candidates).size).toBe(candidates.length);
  });

  test('finds none in ordinary texts', () => {
    for (const text of [
      'Rent January 2026',
      'Invoice 4711 of 12.01.2026',
      'Miete für Wohnung 12',
      '',
      'Ελληνικά 34679',
    ]) {
      expect(findReferences([text])).toEqual({ creditorReferences: [], candidates: [] });
    }
  });

  test('lists exactly the references that pass the check, the longer one first', () => {
    expect(findReferences(['RF18539007547034']).creditorReferences).toEqual(['RF18539007547034']);
    expect(findReferences(['RF18000000000539007547034']).creditorReferences).toEqual(['RF18539007547034']);
    expect(findReferences(['RF6518K5']).creditorReferences).toEqual(['RF6518K5']);
    const shortest = creditorReference('A')!;
    expect(findReferences([shortest]).creditorReferences).toEqual([shortest]);
    expect(findReferences(['PERFORMANCE of RF Berlin, RF19539007547034']).creditorReferences).toEqual([]);
    expect(findReferences([`${OWN}${OTHER}`]).candidates).toEqual(
      expect.arrayContaining([OWN, OTHER, `${OWN.slice(1)}${OTHER[0]!}`]),
    );
    expect(findReferences([`${OWN.slice(1)}`]).candidates).toEqual([]);
  });

  test('does not join a reference over letters of other scripts', () => {
    expect(findReferences(['34679Я ACDEFGH']).candidates).toEqual([]);
  });

  test('finds every reference that the service makes, in any case, spacing and surroundings', () => {
    const length = { minLength: REFERENCE_LENGTH, maxLength: REFERENCE_LENGTH };
    const own = fc.string({ unit: fc.constantFrom(...REFERENCE_ALPHABET), ...length });
    const around = fc.stringMatching(/^[ ./:0-9]{0,20}$/);
    fc.assert(
      fc.property(own, around, around, fc.array(fc.boolean(), length), (reference, before, after, gaps) => {
        const spaced = [...reference].map((one, index) => (gaps[index] ? `${one.toLowerCase()} ` : one)).join('');
        expect(findReferences([before + spaced + after]).candidates).toContain(reference);
        const creditor = creditorReference(reference)!;
        expect(findReferences([`${before} ${creditor.toLowerCase()}`]).creditorReferences).toContain(creditor);
      }),
      { seed: 20_022 },
    );
  });

  test('searches long texts to a limit', () => {
    expect(findReferences([`${'RF18'.repeat(300_000)}${OWN}`]).candidates).toEqual([]);
  });

  test('searches the texts of one payment together to the same limit', () => {
    const texts = (count: number) => [...Array.from({ length: count }, () => '.'.repeat(100)), OWN];
    expect(findReferences(texts(99)).candidates).toEqual([OWN]);
    expect(findReferences(texts(100)).candidates).toEqual([]);
  });
});
