import { describe, expect, it } from 'vitest';
import { bankOfClabe, isCbu, isClabe, isIban } from './bank-numbers.js';

/** The numbers that the control digits complete. */
const completed = (accepts: (number: string) => boolean, before: string): readonly string[] =>
  Array.from({ length: 10 }, (_, digit) => `${before}${digit}`).filter(accepts);

describe('an IBAN', () => {
  it.each([
    ['FK', 'FK88SC123456789012'],
    ['HN', 'HN88CABF00000000000250005469'],
    ['OM', 'OM810180000001299123456'],
    ['YE', 'YE15CBYE0001018861234567891234'],
    ['MN', 'MN121234123456789123'],
    ['NI', 'NI45BAPR00000013000003558124'],
    ['SO', 'SO211000001001000100141'],
    ['BI', 'BI4210000100010000332045181'],
    ['DJ', 'DJ2100010000000154000100186'],
    ['LY', 'LY83002048000020100120361'],
    ['SD', 'SD2129010501234001'],
    ['RU', 'RU0304452522540817810538091310419'],
    ['XK', 'XK051212012345678906'],
  ])('of %s, which joined the registry lately, is accepted', (_, iban) => {
    expect(isIban(iban)).toBe(true);
    expect(isIban(`${iban.slice(0, -1)}${(Number(iban.at(-1)) + 1) % 10}`)).toBe(false);
  });

  it.each([
    ['the shortest', 'KE', '00123456789', true],
    ['the longest', 'PH', '000000000000000000000012345678', true],
    ['with letters', 'ET', 'CBETETAA0000123456', true],
    ['in no country of today', 'QQ', '0000001234567', true],
    ['too short', 'KE', '0012345678', false],
    ['too long', 'PH', '0000000000000000000000123456789', false],
  ])('of a country outside the registry, %s, is checked by length and modulo 97', (_, country, account, isAccepted) => {
    const check = (two: number): string => `${country}${String(two).padStart(2, '0')}${account}`;
    const accepted = Array.from({ length: 100 }, (_each, two) => check(two)).filter(isIban);
    expect(accepted).toHaveLength(isAccepted ? 1 : 0);
  });

  it.each([
    ['of another length than its country has', 'DE8937040044053201300'],
    ['with letters where its country has digits', 'DE8937040044053201300A'],
    ['without digits', 'DEAB370400440532013000'],
    ['with a character beyond ASCII', 'KE99001234567890Ä'],
  ])('%s is refused', (_, iban) => {
    expect(isIban(iban)).toBe(false);
  });
});

describe('a CLABE', () => {
  it.each(['722', '728', '710', '723', '738', '646', '715', '699', '001', '999'])(
    'of the bank %s is checked by its control digit alone',
    (bank) => {
      for (const town of ['969', '010', '180', '000', '999'])
        expect(completed(isClabe, `${bank}${town}01234567890`)).toHaveLength(1);
    },
  );

  it('can belong to any town', () => {
    const towns = Array.from({ length: 1000 }, (_, town) => String(town).padStart(3, '0'));
    const refused = towns.filter((town) => completed(isClabe, `646${town}01234567890`).length !== 1);
    expect(refused).toEqual([]);
  });

  it.each(['03218000011835971', '0321800001183597199', '03218000011835971A', ''])('is never %o', (value) => {
    expect(isClabe(value)).toBe(false);
  });

  it('names its bank if the table has it', () => {
    expect(bankOfClabe('002010077777777771')).toBe('Banco Nacional de México, S.A.');
    expect(bankOfClabe('032180000118359719')).toBe('IXE Banco, S.A.');
    expect(bankOfClabe('998010077777777771')).toBeNull();
  });
});

describe('a CBU', () => {
  it('has two control digits, which can be 0', () => {
    for (let branch = 0; branch < 20; branch += 1) {
      const head = completed((block) => isCbu(`${block}40090418135201`), `28505${String(branch).padStart(2, '0')}`);
      expect(head, String(branch)).toHaveLength(1);
    }
    expect(isCbu('2850590940090418135201')).toBe(true);
    expect(isCbu('2850590940090418135202')).toBe(false);
    expect(isCbu('2850591940090418135201')).toBe(false);
    expect(isCbu('285059094009041813520')).toBe(false);
  });
});
