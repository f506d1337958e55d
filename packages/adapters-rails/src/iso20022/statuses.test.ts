import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { StatusReason } from './messages.js';
import { readStatus, STATUS_MEANINGS, type StatusMeaning } from './statuses.js';
import { bankTextOf, payeeNameIn } from './status-texts.js';

const because = (...codes: readonly string[]): readonly StatusReason[] =>
  codes.map((code) => ({ code, proprietary: null, additional: [] }));
const saying = (...additional: readonly string[]): readonly StatusReason[] => [
  { code: null, proprietary: null, additional },
];

/** ExternalPaymentTransactionStatus1Code and ExternalPaymentGroupStatus1Code. */
const EXTERNAL_CODES =
  'ACCC ACCP ACFC ACFW ACIS ACPD ACSC ACSP ACTC ACWC ACWP BLCK CANC CPUC PART PATC PDNG PRES RCVC RCVD RJCT RVCM RVMC RVNA RVNC RVNM';

describe('the table of statuses', () => {
  test('has every code of the external code sets, and no other', () => {
    expect([...STATUS_MEANINGS.keys()].sort()).toEqual(EXTERNAL_CODES.split(' '));
  });

  test('is the one of the manual', () => {
    const manual = readFileSync(new URL('../../../../docs/rails/verification-of-payee.md', import.meta.url), 'utf8');
    const listed = manual
      .split('\n')
      .flatMap((line) => (/^\| `[A-Z]{4}`/.test(line) ? [...line.split('|')[1]!.matchAll(/`([A-Z]{4})`/g)] : []))
      .map((match) => match[1]);
    expect([...listed].sort()).toEqual(EXTERNAL_CODES.split(' '));
  });
});

describe('a status', () => {
  test.each<[string | null, readonly string[], StatusMeaning | null, string | null]>([
    ['ACSC', [], 'settled', 'ACSC'],
    ['RVNM', [], 'mismatched', 'RVNM'],
    ['RVCM', [], 'mismatched', 'RVCM'],
    ['PDNG', [], 'pending', 'PDNG'],
    ['PDNG', ['RVMC'], 'mismatched', 'RVMC'],
    ['PATC', ['RVNA'], 'unchecked', 'RVNA'],
    ['PDNG', ['RCVC', 'RVNM'], 'mismatched', 'RVNM'],
    ['PDNG', ['RCVC'], 'matched', 'RCVC'],
    ['PDNG', ['AB01'], 'pending', 'PDNG'],
    // A rejection or a settlement is final, whatever its reason.
    ['RJCT', ['RVNM'], 'rejected', 'RJCT'],
    ['ACSC', ['RVNM'], 'settled', 'ACSC'],
    ['ACSP', ['RVNM'], 'accepted', 'ACSP'],
    [null, ['RVNM'], 'mismatched', 'RVNM'],
    [null, ['AC04'], null, null],
    [null, [], null, null],
    ['ZZZZ', [], 'unknown', 'ZZZZ'],
    ['PRES', [], 'unknown', 'PRES'],
    ['toString', [], 'unknown', 'toString'],
  ])('%s with the reasons %j is %s', (status, codes, meaning, code) => {
    expect(readStatus(status, because(...codes))).toEqual(meaning === null ? null : { meaning, code });
  });

  test('may have the result of a verification as a reason of the bank’s own', () => {
    const reasons = [{ code: null, proprietary: 'RVNM', additional: [] }];
    expect(readStatus('PDNG', reasons)).toEqual({ meaning: 'mismatched', code: 'RVNM' });
  });
});

describe('the text of a bank', () => {
  const GROUP = saying('RCVC All is well', 'RVNM The name differs.', 'RVNM You pay at your own risk.');

  test('is the one about this status, of the nearest level that has one', () => {
    expect(bankTextOf('RVNM', GROUP)).toBe('The name differs. You pay at your own risk.');
    expect(bankTextOf('RVNM', [], saying('ask your adviser'), GROUP)).toBe('ask your adviser');
    expect(bankTextOf('RVNA', GROUP, saying('nothing more'))).toBe('nothing more');
    expect(bankTextOf('RVNA', GROUP)).toBeNull();
    expect(bankTextOf('RVNA', [], [])).toBeNull();
  });

  test('is cut to 300 characters', () => {
    expect(bankTextOf('ZZZZ', saying('x'.repeat(400)))).toBe('x'.repeat(300));
  });

  test('is the name of the payee for a close match only', () => {
    expect(payeeNameIn('RVMC', saying('Grace Brewster Hopper'))).toBe('Grace Brewster Hopper');
    expect(payeeNameIn('RVMC', saying('RVMC Grace Hopper'))).toBe('Grace Hopper');
    expect(payeeNameIn('RVMC', saying('Grace', 'Hopper'))).toBe('Grace Hopper');
    expect(payeeNameIn('RVMC', saying('ACME Payments GmbH'))).toBe('ACME Payments GmbH');
    const full = 'x'.repeat(105);
    expect(payeeNameIn('RVMC', saying(full, 'yy'))).toBe(`${full}yy`);
    expect(payeeNameIn('RVMC', saying('x'.repeat(200)))).toBe('x'.repeat(140));
    expect(payeeNameIn('RVMC', [])).toBeNull();
    expect(payeeNameIn('RVNM', saying('Grace Hopper'))).toBeNull();
  });
});
