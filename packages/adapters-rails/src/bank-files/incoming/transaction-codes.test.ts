import { describe, expect, it } from 'vitest';
import { typeOf } from './transaction-codes.js';

const code = (text: string) => {
  const [domain = null, family = null, subFamily = null] = text.split('/');
  return { domain, family, subFamily, proprietary: null };
};
const own = (proprietary: string) => ({ domain: null, family: null, subFamily: null, proprietary });

describe('bank transaction codes', () => {
  it.each([
    ['PMNT/RCDT/ESCT', 'transfer'],
    ['PMNT/RCDT/DMCT', 'transfer'],
    ['PMNT/RRCT/ESCT', 'transfer'],
    ['PMNT/RCDT', 'transfer'],
    ['PMNT/ICDT/ESCT', 'issued'],
    ['PMNT/IRCT/ESCT', 'issued'],
    ['PMNT/RCDT/RRTN', 'return'],
    ['PMNT/ICDT/RRTN', 'return'],
    ['PMNT/ICDT/RPCR', 'return'],
    ['PMNT/RCDT/CHRG', 'charge'],
    ['ACMT/MDOP/CHRG', 'charge'],
    ['ACMT/MDOP/COMM', 'charge'],
    ['ACMT/MCOP/INTR', 'interest'],
    ['PMNT/RDDT/ESDD', 'other'],
    ['PMNT/IDDT/PMDD', 'other'],
    ['PMNT/CCRD/POSD', 'other'],
    ['CAMT/ACCB/ZABA', 'other'],
    ['LDAS/CSLN/PPAY', 'other'],
    ['PMNT/OTHR/OTHR', 'unknown'],
    ['PMNT/NTAV/NTAV', 'unknown'],
    ['PMNT', 'unknown'],
    ['PMNT/ICDT', 'issued'],
    ['ACMT/RCDT/ESCT', 'other'],
  ])('%s is %s', (text, type) => expect(typeOf([code(text)])).toBe(type));

  it.each([
    ['NTRF+166+00931', 'transfer'],
    ['166', 'transfer'],
    ['NRTI+159+99002', 'return'],
    ['NCHG+808+01234', 'charge'],
    ['NCHG', 'charge'],
    ['NINT+814', 'interest'],
    ['NDDT+105+00931', 'other'],
    ['NTRF', 'transfer'],
    ['CREDIT 7', 'unknown'],
    ['ntrf+166', 'transfer'],
    ['X 7 + 105', 'other'],
    ['X NCHG', 'unknown'],
  ])('the bank’s own %s is %s', (text, type) => expect(typeOf([own(text)])).toBe(type));

  it('prefers the code of the detail, and passes over codes that say nothing', () => {
    expect(typeOf([code('PMNT/RCDT/RRTN'), code('PMNT/RCDT/ESCT')])).toBe('return');
    expect(typeOf([own('X'), code('PMNT/RCDT/ESCT')])).toBe('transfer');
    expect(typeOf([{ ...code('PMNT/ICDT/ESCT'), proprietary: 'NCHG' }])).toBe('issued');
    expect(typeOf([])).toBe('unknown');
    expect(typeOf([{ domain: null, family: null, subFamily: null, proprietary: null }])).toBe('unknown');
  });
});
