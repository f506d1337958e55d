import { describe, expect, it } from 'vitest';
import { askedBy, asksForPersons, maskedText } from './asked.js';

const UUID = '018bcfe5-6800-7000-8000-00000000000a';

describe('what a text is searched for', () => {
  it('an id of a type is that id alone', () => {
    expect(askedBy(` Quote:${UUID} `)).toMatchObject({
      ids: { type: 'Quote', from: UUID, to: UUID },
      number: null,
      words: [],
    });
  });

  it('an id without its type is one of every type, and its beginning a range', () => {
    expect(askedBy(UUID)?.ids).toEqual({ type: null, from: UUID, to: UUID });
    expect(askedBy('Customer:018bcfe5-68')?.ids).toEqual({
      type: 'Customer',
      from: '018bcfe5-6800-0000-0000-000000000000',
      to: '018bcfe5-68ff-ffff-ffff-ffffffffffff',
    });
    expect(askedBy('018bcfe')?.ids).toBeNull();
    expect(askedBy(`Nothing:${UUID}`)?.ids).toBeNull();
    expect(askedBy(`${UUID}0`)?.ids).toBeNull();
  });

  it('a number is the end of one, without what stands for its beginning and without leading zeros', () => {
    expect(askedBy('…6819')?.number).toBe('6819');
    expect(askedBy('**** 6819')?.number).toBe('6819');
    expect(askedBy('0019')?.number).toBe('0019');
    expect(askedBy('07700 900-123')?.number).toBe('7700900123');
    expect(askedBy('+44 (7700) 900123')?.number).toBe('447700900123');
    expect(askedBy('GB29 NWBK 6016 1331 9268 19')?.number).toBe('gb29nwbk60161331926819');
    expect(askedBy('681')?.number).toBeNull();
    expect(askedBy('Ada Lovelace')?.number).toBeNull();
  });

  it('a reference is also searched in capitals without spaces', () => {
    expect(askedBy('34ac 679d efgh')?.references).toEqual(['34ac 679d efgh', '34AC679DEFGH']);
    expect(askedBy('34AC679DEFGH')?.references).toEqual(['34AC679DEFGH']);
  });

  it('a name is words, the longest first, if one of them is long enough', () => {
    expect(askedBy('Ada Lovelace')?.words).toEqual(['lovelace', 'ada']);
    expect(askedBy('A b')?.words).toEqual([]);
    expect(askedBy('A Bo')?.words).toEqual(['bo', 'a']);
    expect(askedBy('林')?.words).toEqual(['林']);
  });

  it('an email, a UMA address and an amount are not searched as names', () => {
    expect(askedBy('Ada@Example.org')).toMatchObject({ email: 'ada@example.org', words: [], umaAddress: null });
    expect(askedBy('$Ada@pay.example')).toMatchObject({ umaAddress: '$ada@pay.example', words: [], email: null });
    expect(askedBy('1,766.23 GBP')).toMatchObject({ amounts: [{ amount: 176623n, currency: 'GBP' }], words: [] });
  });

  it.each(['$1,766.23', '€ 1766,23', '1 766,23 €', '₹1,766'])('%s is an amount in any currency', (text) => {
    const number = text.replace(/[$€₹]/, '').trim();
    expect(askedBy(text)).toMatchObject({ bare: number, umaAddress: null });
    expect(askedBy(`Ada ${text}`)?.named).toMatchObject({ bare: number, words: ['ada'] });
  });

  it('digits beside a name are a sum, and the end of an account too', () => {
    expect(askedBy('Ada 6819')).toMatchObject({ named: { bare: '6819', words: ['ada'] }, words: ['6819', 'ada'] });
    expect(askedBy('Freya Ashdown 230')?.named).toMatchObject({ bare: '230', words: ['ashdown', 'freya'] });
    expect(askedBy('Ada $6819')?.named).toMatchObject({ bare: '6819', words: ['ada'] });
  });

  it('a text without letters and digits asks for nothing', () => {
    for (const text of ['', '   ', '…', '@', '$']) expect(askedBy(text)).toBeNull();
  });
});

describe('the log of searches', () => {
  it('has searches by names, emails, phone numbers, accounts and beginnings of ids, and none by whole ids and amounts', () => {
    const asks = (text: string) => asksForPersons(askedBy(text)!);
    for (const text of ['Ada', 'ada@example.org', '$ada@x.org', '+44 7700 900123', '6819', 'Customer:018bcfe5'])
      expect(asks(text)).toBe(true);
    for (const text of [`Customer:${UUID}`, '1,766.23 GBP']) expect(asks(text)).toBe(false);
  });

  it.each([
    ['Ada Lovelace', 'A… L…'],
    ['ada.lovelace@example.org', 'a….l…@e….o…'],
    ['+44 7700 900123', '+•• •••• ••••23'],
    ['GB29 NWBK 6016', 'G…•• N… ••16'],
    ['6819', '••19'],
    ['19', '••'],
    ['J. Li', '•. L…'],
    ['山田太郎', '山…'],
  ])('has %s as %s', (text, masked) => {
    expect(maskedText(text)).toBe(masked);
  });
});
