import { describe, expect, test } from 'vitest';
import type { CurrencyCode } from '../kernel/index.js';
import {
  amountText,
  CURRENCIES,
  currency,
  currencyFrom,
  decimalText,
  decimalsOf,
  isCurrency,
  isLedgerCurrency,
  LEDGER_CURRENCIES,
  wireCurrency,
} from './currency.js';
import { Money } from './money.js';

/** ISO 4217 list one, published 2026-01-01 (amendments up to 180): alphabetic code, numeric code, minor units. */
const PUBLISHED = `
  AED:784:2 AFN:971:2 ALL:008:2 AMD:051:2 AOA:973:2 ARS:032:2 AUD:036:2 AWG:533:2 AZN:944:2 BAM:977:2 BBD:052:2
  BDT:050:2 BHD:048:3 BIF:108:0 BMD:060:2 BND:096:2 BOB:068:2 BOV:984:2 BRL:986:2 BSD:044:2 BTN:064:2 BWP:072:2
  BYN:933:2 BZD:084:2 CAD:124:2 CDF:976:2 CHE:947:2 CHF:756:2 CHW:948:2 CLF:990:4 CLP:152:0 CNY:156:2 COP:170:2
  COU:970:2 CRC:188:2 CUP:192:2 CVE:132:2 CZK:203:2 DJF:262:0 DKK:208:2 DOP:214:2 DZD:012:2 EGP:818:2 ERN:232:2
  ETB:230:2 EUR:978:2 FJD:242:2 FKP:238:2 GBP:826:2 GEL:981:2 GHS:936:2 GIP:292:2 GMD:270:2 GNF:324:0 GTQ:320:2
  GYD:328:2 HKD:344:2 HNL:340:2 HTG:332:2 HUF:348:2 IDR:360:2 ILS:376:2 INR:356:2 IQD:368:3 IRR:364:2 ISK:352:0
  JMD:388:2 JOD:400:3 JPY:392:0 KES:404:2 KGS:417:2 KHR:116:2 KMF:174:0 KPW:408:2 KRW:410:0 KWD:414:3 KYD:136:2
  KZT:398:2 LAK:418:2 LBP:422:2 LKR:144:2 LRD:430:2 LSL:426:2 LYD:434:3 MAD:504:2 MDL:498:2 MGA:969:2 MKD:807:2
  MMK:104:2 MNT:496:2 MOP:446:2 MRU:929:2 MUR:480:2 MVR:462:2 MWK:454:2 MXN:484:2 MXV:979:2 MYR:458:2 MZN:943:2
  NAD:516:2 NGN:566:2 NIO:558:2 NOK:578:2 NPR:524:2 NZD:554:2 OMR:512:3 PAB:590:2 PEN:604:2 PGK:598:2 PHP:608:2
  PKR:586:2 PLN:985:2 PYG:600:0 QAR:634:2 RON:946:2 RSD:941:2 RUB:643:2 RWF:646:0 SAR:682:2 SBD:090:2 SCR:690:2
  SDG:938:2 SEK:752:2 SGD:702:2 SHP:654:2 SLE:925:2 SOS:706:2 SRD:968:2 SSP:728:2 STN:930:2 SVC:222:2 SYP:760:2
  SZL:748:2 THB:764:2 TJS:972:2 TMT:934:2 TND:788:3 TOP:776:2 TRY:949:2 TTD:780:2 TWD:901:2 TZS:834:2 UAH:980:2
  UGX:800:0 USD:840:2 USN:997:2 UYI:940:0 UYU:858:2 UYW:927:4 UZS:860:2 VED:926:2 VES:928:2 VND:704:0 VUV:548:0
  WST:882:2 XAD:396:2 XAF:950:0 XAG:961:- XAU:959:- XBA:955:- XBB:956:- XBC:957:- XBD:958:- XCD:951:2 XCG:532:2
  XDR:960:- XOF:952:0 XPD:964:- XPF:953:0 XPT:962:- XSU:994:- XTS:963:- XUA:965:- XXX:999:- YER:886:2 ZAR:710:2
  ZMW:967:2 ZWG:924:2
`
  .trim()
  .split(/\s+/)
  .map((entry) => {
    const [code = '', numeric = '', minorUnits = ''] = entry.split(':');
    return { code, numeric, minorUnits };
  });

describe('the currency registry', () => {
  test('is tested against the whole published list: 178 unique codes with unique numbers', () => {
    expect(new Set(PUBLISHED.map((entry) => entry.code)).size).toBe(178);
    expect(new Set(PUBLISHED.map((entry) => entry.numeric)).size).toBe(178);
  });

  test('has exactly the published codes with a minor unit as fiat codes, with the published decimals', () => {
    const published = PUBLISHED.filter((entry) => entry.minorUnits !== '-');
    const ours = CURRENCIES.filter((entry) => entry.kind === 'fiat');
    expect(ours.map(({ code, decimals }) => [code, decimals])).toEqual(
      published.map((entry) => [entry.code, Number(entry.minorUnits)]).sort(),
    );
  });

  test('refuses the published codes without a minor unit: metals, special drawing rights, test codes', () => {
    const unitless = PUBLISHED.filter((entry) => entry.minorUnits === '-').map((entry) => entry.code);
    expect(unitless).toHaveLength(13);
    expect(unitless.filter((code) => isCurrency(code))).toEqual([]);
  });

  test('has two decimals for COP, IDR and PKR, like ISO 4217 and unlike Intl', () => {
    expect(['COP', 'IDR', 'PKR'].map((code) => currency(code)?.decimals)).toEqual([2, 2, 2]);
  });

  test('has four crypto assets', () => {
    const crypto = CURRENCIES.filter((entry) => entry.kind === 'crypto');
    expect(crypto.map(({ code, decimals }) => [code, decimals])).toEqual([
      ['BTC', 8],
      ['USDB', 6],
      ['USDC', 6],
      ['USDT', 6],
    ]);
  });

  test('has the coins of chains for the ledger alone, in gwei', () => {
    const coins = LEDGER_CURRENCIES.filter(({ code }) => !isCurrency(code));
    expect(coins.map(({ code, decimals }) => [code, decimals])).toEqual([
      ['ETH', 9],
      ['POL', 9],
    ]);
    const eth = 'ETH' as CurrencyCode;
    expect([isLedgerCurrency('ETH'), isLedgerCurrency('USD'), isLedgerCurrency('XXX')]).toEqual([true, true, false]);
    expect(decimalsOf(eth)).toBe(9);
    expect(amountText(1_500_000_000n, 'ETH')).toBe('1.500000000 ETH');
    expect(Money.of(eth, 1n).minor).toBe(1n);
    expect(currency('ETH')).toBeNull();
    expect(() => wireCurrency(eth)).toThrow('not a currency: ETH');
  });

  test('refuses withdrawn and misspelt codes and names inherited from Object', () => {
    for (const code of ['BGN', 'HRK', 'ANG', 'ZWL', 'usd', 'USD ', 'US', '', 'constructor', '__proto__', 'toString']) {
      expect(currency(code)).toBeNull();
      expect(isCurrency(code)).toBe(false);
    }
  });

  test('gives the code of a currency of the ledger, and throws for another text', () => {
    expect([currencyFrom('EUR'), currencyFrom('ETH')]).toEqual(['EUR', 'ETH']);
    for (const code of ['eur', 'XXX', '']) expect(() => currencyFrom(code)).toThrow(TypeError);
  });

  test('has a name and a symbol for every currency', () => {
    for (const entry of CURRENCIES) {
      expect(entry.name.length, entry.code).toBeGreaterThan(2);
      expect(entry.symbol.length, entry.code).toBeGreaterThan(0);
      if (entry.code !== 'USDB') expect(entry.name, entry.code).not.toBe(entry.code);
    }
    expect(currency('EUR')).toMatchObject({ name: 'Euro', symbol: '€' });
  });
});

describe('a currency on the wire', () => {
  const usd = 'USD' as CurrencyCode;

  test('has exactly the fields code, name, symbol and decimals', () => {
    expect(wireCurrency(usd)).toStrictEqual({ code: 'USD', name: 'US Dollar', symbol: '$', decimals: 2 });
    expect(JSON.stringify(wireCurrency('BTC' as CurrencyCode))).toBe(
      '{"code":"BTC","name":"Bitcoin","symbol":"₿","decimals":8}',
    );
  });

  test('is created once and is immutable', () => {
    expect(wireCurrency(usd)).toBe(wireCurrency(usd));
    expect(Object.isFrozen(wireCurrency(usd))).toBe(true);
  });

  test('throws a bug for a code that is not in the registry', () => {
    expect(() => wireCurrency('XXX' as CurrencyCode)).toThrow('not a currency: XXX');
    expect(() => decimalsOf('XXX' as CurrencyCode)).toThrow('not a currency: XXX');
  });
});

describe('an amount for people', () => {
  test('has the decimals of its currency, and zeros before them', () => {
    const texts = [0n, 5n, 50n, 1_234n, -5n, -1_234n].map((minor) => decimalText(minor, 'USD'));
    expect(texts).toEqual(['0.00', '0.05', '0.50', '12.34', '-0.05', '-12.34']);
    expect([1n, -123_456_789n].map((minor) => decimalText(minor, 'BTC'))).toEqual(['0.00000001', '-1.23456789']);
  });

  test('is a whole number in a currency without decimals, or in one that the ledger does not know', () => {
    for (const code of ['JPY', 'XXX'])
      expect([0n, 12n, -12n].map((minor) => decimalText(minor, code))).toEqual(['0', '12', '-12']);
  });

  test('names its currency', () => {
    expect(amountText(-1_250n, 'EUR')).toBe('-12.50 EUR');
    expect([176_623n, 100_000_000n, -123_456_789n].map((amount) => amountText(amount, 'GBP'))).toEqual([
      ...['1,766.23 GBP', '1,000,000.00 GBP', '-1,234,567.89 GBP'],
    ]);
    expect([amountText(1_000_000n, 'JPY'), amountText(1_000n, 'XXX')]).toEqual(['1,000,000 JPY', '1,000 XXX']);
    expect(decimalText(-123_456_789n, 'GBP')).toBe('-1234567.89');
  });
});
