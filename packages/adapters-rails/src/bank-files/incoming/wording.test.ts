import { describe, expect, it } from 'vitest';
import { PAYER_IBAN, SECOND_IBAN, SEPA_CREDIT, SEPA_DEBIT, SEPA_RETURN } from '../../testing/bank-reports.js';
import { disagree, haveWordsInCommon, type Wording } from './wording.js';

const of = (over: Partial<Wording> = {}): Wording => ({
  counterparty: { name: null, account: null },
  texts: [],
  codes: [],
  ...over,
});
const named = (name: string | null, account: string | null = null) => of({ counterparty: { name, account } });
const text = (...texts: readonly string[]) => of({ texts });

/** What is said about the two, in whatever order. */
const compared = (one: Wording, other: Wording) => {
  expect(disagree(other, one)).toBe(disagree(one, other));
  expect(haveWordsInCommon(other, one)).toBe(haveWordsInCommon(one, other));
  return disagree(one, other) ? 'disagree' : haveWordsInCommon(one, other) ? 'agree' : 'unknown';
};

describe('two reports', () => {
  it('say nothing about each other if one of them has neither payer nor text', () => {
    expect(compared(of(), named('Ada', PAYER_IBAN))).toBe('unknown');
    expect(compared(of(), text('Rent'))).toBe('unknown');
    expect(compared(text('Rent'), named('Ada', PAYER_IBAN))).toBe('unknown');
  });

  it('agree about the payer by the IBAN, else by the name in any order, spelling and length', () => {
    expect(compared(named('Ada', PAYER_IBAN), named('Grace', PAYER_IBAN))).toBe('agree');
    expect(compared(named('Ada', PAYER_IBAN), named('Ada', SECOND_IBAN))).toBe('disagree');
    for (const name of ['LOVELACE, ADA', 'Ada Lovelace and Charles Babbage', 'ada lovel', 'Ada  Lovelace.'])
      expect(compared(named('Ada Lovelace'), named(name, PAYER_IBAN)), name).toBe('agree');
    expect(compared(named('Jürgen Müller'), named('JUERGEN MUELLER'))).toBe('agree');
    expect(compared(named('Ada Lovelace'), named('Grace Hopper'))).toBe('disagree');
  });

  it('agree about the text if one begins with, contains or has all parts of the other', () => {
    expect(compared(text('Rent May'), text('RENT-MAY'))).toBe('agree');
    expect(compared(text('Rent May'), text('EREF+1 SVWZ+Rent May 2026'))).toBe('agree');
    expect(compared(text('Rent', 'May'), text('May: Rent'))).toBe('agree');
    expect(compared(text('Rent May'), text('Rent June'))).toBe('disagree');
  });

  it('disagree about the code if both have a known one, and none in common', () => {
    const codes = (...all: Wording['codes']) => of({ codes: all });
    expect(compared(codes(SEPA_CREDIT), codes(SEPA_RETURN))).toBe('disagree');
    expect(compared(codes(SEPA_RETURN, SEPA_CREDIT), codes(SEPA_CREDIT))).toBe('unknown');
    expect(compared(codes(), codes(SEPA_DEBIT))).toBe('unknown');
    const own = { domain: null, family: null, subFamily: null, proprietary: 'OWN' };
    expect(compared(codes(own), codes(SEPA_RETURN))).toBe('unknown');
  });
});
