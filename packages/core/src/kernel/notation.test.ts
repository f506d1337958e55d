import { describe, expect, it } from 'vitest';
import {
  addressNotation,
  bicNotation,
  codeNotation,
  emailNotation,
  ibanNotation,
  lightningNotation,
  nameNotation,
  phoneNotation,
  ungrouped,
  uuidNotation,
} from './index.js';

/** Spaces, format characters, tabs and dashes that text has when it is copied from pages, documents and messages. */
const PASTED = [
  ...[' ', '  ', '\t', '\r\n', '\u00a0', '\u1680', '\u2002', '\u2007', '\u2009', '\u202f', '\u205f', '\u3000'],
  ...['\u00ad', '\u200b', '\u200c', '\u200d', '\u200e', '\u202a', '\u202c', '\u2060', '\u2066', '\ufeff'],
  ...[
    '-',
    '\u2010',
    '\u2011',
    '\u2012',
    '\u2013',
    '\u2014',
    '\u2015',
    '\u2043',
    '\u2212',
    '\ufe58',
    '\ufe63',
    '\uff0d',
  ],
];

describe('a number in groups', () => {
  it.each(PASTED.map((mark) => [mark]))('loses %o between, before and after its groups', (mark) => {
    expect(ungrouped(`${mark}12${mark}34${mark}`)).toBe('1234');
  });

  it('keeps everything else', () => {
    for (const text of ['12.34', '12/34', '12_34', '1\u00002', 'ab', '١٢']) expect(ungrouped(text)).toBe(text);
  });
});

describe.each<[string, (text: string) => string, readonly (readonly [string, string])[]]>([
  [
    'an IBAN',
    ibanNotation,
    [
      ['de89 3704 0044 0532 0130 00', 'DE89370400440532013000'],
      ['IBAN DE89 3704 0044 0532 0130 00', 'DE89370400440532013000'],
      ['Iban: DE89-3704', 'DE893704'],
      ['IBAN\u00a0DE89\u202f3704', 'DE893704'],
      ['IBANDE893704', 'DE893704'],
      // No other letter becomes one of ASCII.
      ['DE89ß', 'DE89ß'],
      ['DE89ı', 'DE89ı'],
    ],
  ],
  [
    'a BIC',
    bicNotation,
    [
      ['DEUTDEFFXXX', 'DEUTDEFF'],
      ['deut de ff xxx', 'DEUTDEFF'],
      ['DEUTDEFF500', 'DEUTDEFF500'],
      ['DEUTDEFF', 'DEUTDEFF'],
      ['XXXXXXXX', 'XXXXXXXX'],
      ['DEUTDXXX', 'DEUTDXXX'],
    ],
  ],
  [
    'a code',
    codeNotation,
    [
      ['529.982.247-25', '52998224725'],
      ['12.abc.345/01DE-35', '12ABC34501DE35'],
      ['hdfc 0001234', 'HDFC0001234'],
    ],
  ],
  [
    'a phone number',
    phoneNotation,
    [
      ['+1 (555) 555-0123', '+15555550123'],
      ['+49 30/123456', '+4930123456'],
      ['+33.1.23.45.67.89', '+33123456789'],
      ['tel:+15555550123', '+15555550123'],
      ['＋15555550123', '+15555550123'],
      ['\u202a+1 555 555 0123\u202c', '+15555550123'],
      // Whether the zero is dialled depends on the country.
      ['+49 (0)30 123456', '+49(0)30123456'],
      ['+39 (06) 12345', '+39(06)12345'],
      ['0049 30 123456', '004930123456'],
    ],
  ],
  [
    'the name of a bank',
    nameNotation,
    [
      ['First  Example\u00a0Bank ', 'First Example Bank'],
      ['Banco Ju\u0301arez', 'Banco Júarez'],
      ['A-B Bank', 'A-B Bank'],
    ],
  ],
  [
    'an address',
    addressNotation,
    [
      [' 0xAb Cd\n', '0xAbCd'],
      ['\u00a0ada-b@okbank\u200b\n', 'ada-b@okbank'],
      // It may be ada.b@okbank, and adab@okbank is another person.
      ['ada b@okbank', 'ada b@okbank'],
    ],
  ],
  [
    'an email address',
    emailNotation,
    [
      [' Ada-B@Example.COM ', 'ada-b@example.com'],
      ['Ada B@example.com', 'ada b@example.com'],
    ],
  ],
  [
    'a value of Lightning',
    lightningNotation,
    [
      ['lightning:LNBC2500U1PVJ', 'lnbc2500u1pvj'],
      ['LIGHTNING://lnbc1', 'lnbc1'],
      ['LNBC1', 'lnbc1'],
      ['lnbc1Q', 'lnbc1Q'],
      ['lno1pqps+\n  7sjq', 'lno1pqps7sjq'],
      ['LNO1PQ+ PS', 'lno1pqps'],
      ['ada tips@wallet.example', 'ada tips@wallet.example'],
      ['lightning:Ada+Tips@Wallet.example', 'ada+tips@wallet.example'],
    ],
  ],
  [
    'a random key',
    uuidNotation,
    [
      ['7D9F0335-8dcc-4054-9bf9-0dbd61d36906', '7d9f0335-8dcc-4054-9bf9-0dbd61d36906'],
      [' 7d9f03358dcc40549bf90dbd61d36906', '7d9f0335-8dcc-4054-9bf9-0dbd61d36906'],
      ['7d9f0335-8dcc', '7d9f0335-8dcc'],
    ],
  ],
])('%s', (_, notation, cases) => {
  it.each(cases)('that is sent as %o is %o', (sent, kept) => {
    expect(notation(sent)).toBe(kept);
  });

  it.each(cases)('has one notation: that of %o stays as it is', (_sent, kept) => {
    expect(notation(kept)).toBe(kept);
  });
});
