import { describe, expect, test } from 'vitest';
import { ACCOUNT, balance, camt, entry, OWN_IBAN, STATUS_10 } from '../testing/iso20022/bank-documents.js';
import { openDocumentReader } from '../testing/iso20022/document-reader.js';
import { formOf, versionsOf } from './versions.js';

const { read, readReport, readStatus, entriesOf, problemOf } = await openDocumentReader();

const PAYER =
  '<NtryDtls><TxDtls><Refs><EndToEndId>E1</EndToEndId></Refs><Amt Ccy="EUR">100.00</Amt></TxDtls></NtryDtls>';
const numbered = (version: string): string => `camt.053.001.${version}`;
const TEXT = camt(numbered('08'), ACCOUNT + balance('OPBD', '0') + entry('08', { more: PAYER }));
const STATEMENT = '/Document/BkToCstmrStmt/Stmt';

describe('a version between those whose forms are known', () => {
  test.each([
    ['01', '02'],
    ['03', '02'],
    ['05', '04'],
    ['06', '04'],
    ['07', '04'],
    ['09', '08'],
    ['10', '08'],
    ['13', '08'],
    ['14', '08'],
  ])('of a report, %s, is read as %s, with a deviation', (version, form) => {
    const seen = readReport(TEXT);
    const { message, deviations } = read(TEXT.replaceAll(numbered('08'), numbered(version)));
    expect(message).toEqual({ ...seen, version: numbered(version) });
    expect(deviations).toEqual([`/: ${numbered(version)} is read as ${numbered(form)}`]);
  });

  test.each(['04', '09', '11', '14', '15'])('of a status report, %s, is read', (version) => {
    const name = `pain.002.001.${version}`;
    const { message, deviations } = read(STATUS_10.replaceAll('pain.002.001.10', name));
    expect(message).toEqual({ ...readStatus(STATUS_10), version: name });
    expect(deviations).toEqual([`/: ${name} is read as pain.002.001.${Number(version) < 10 ? '03' : '10'}`]);
  });

  test('is none of a message that is not read, and none of the future', () => {
    expect([formOf('camt.053.001.08'), formOf('pain.002.001.03')]).toEqual(['camt.053.001.08', 'pain.002.001.03']);
    for (const name of [
      'camt.053.001.00',
      'camt.053.001.15',
      'camt.053.002.08',
      'pain.002.001.02',
      'pain.001.001.09',
      '',
    ]) {
      expect(formOf(name)).toBeNull();
    }
    expect([versionsOf('camt.052'), versionsOf('pain.001')]).toEqual(['camt.052.001.01 to camt.052.001.14', null]);
  });
});

describe('the first version', () => {
  test('has its number in the name of the message, and the details and batches in the entry', () => {
    const first = TEXT.replaceAll(numbered('08'), numbered('01'))
      .replaceAll('BkToCstmrStmt', 'BkToCstmrStmtV01')
      .replaceAll(/<\/?NtryDtls>/g, '')
      .replace('<TxDtls>', '<Btch><PmtInfId>B1</PmtInfId><NbOfTxs>1</NbOfTxs></Btch><TxDtls>');
    const [only] = entriesOf(first);
    expect(only!.details.map(({ references }) => references.endToEndId)).toEqual(['E1']);
    expect(only!.batches).toEqual([{ messageId: null, paymentInformationId: 'B1', count: 1n, total: null }]);
  });
});

describe('a statement that cannot be read', () => {
  const broken = ACCOUNT + entry('08', { amount: '-1.00' });

  test('keeps no other statement of its file from being read', () => {
    const { statements, refused } = readReport(camt(numbered('08'), broken, ACCOUNT + entry('08')));
    expect(statements.map(({ id, entries }) => [id, entries.length])).toEqual([['STMT-2', 1]]);
    expect(refused).toEqual([
      {
        id: 'STMT-1',
        problem: {
          code: 'INVALID_AMOUNT',
          message: '"-1.00" not a plain decimal number',
          place: `${STATEMENT}[1]/Ntry/Amt`,
        },
      },
    ]);
  });

  test('has no id if that is what is missing', () => {
    const text = camt(numbered('08'), ACCOUNT, ACCOUNT).replace('<Id>STMT-1</Id>', '');
    expect(readReport(text).refused).toMatchObject([{ id: null, problem: { code: 'MISSING_FIELD' } }]);
    expect(readReport(text.replace('<Id>STMT-2</Id>', '<Id/>'))).toMatchObject({
      statements: [],
      refused: [{ id: null }, { id: null }],
    });
  });

  test('refuses its file if it is the only one, or if a hundred others cannot be read either', () => {
    expect(problemOf(camt(numbered('08'), broken)).code).toBe('INVALID_AMOUNT');
    const many = (count: number): string =>
      camt(numbered('08'), ACCOUNT, ...Array.from({ length: count }, () => broken));
    expect(readReport(many(100)).refused).toHaveLength(100);
    expect(problemOf(many(101)).code).toBe('INVALID_AMOUNT');
  });
});

describe('amounts in another currency than the account', () => {
  const own = balance('OPBD', '0');
  const dollars = (text: string): string => text.replace('Ccy="EUR"', 'Ccy="USD"');
  const of = (...parts: readonly string[]): string => camt(numbered('08'), ACCOUNT + parts.join(''));
  const beside = 'the amount is not read, because its currency is not that of the account';

  test('are not read in balances beside one in the currency of the account', () => {
    const { message, deviations } = read(of(own, dollars(balance('INFO', '110'))));
    expect(message).toMatchObject({ statements: [{ balances: [{ type: 'OPBD', currency: 'EUR' }] }] });
    expect(deviations).toEqual([`${STATEMENT}/Bal[2]/Amt: ${beside}`]);
    const unknown = read(of(own, balance('INFO', '110').replace('EUR', 'GALACTIC')));
    expect(unknown.deviations).toEqual([`${STATEMENT}/Bal[2]/Amt: ${beside}`]);
  });

  test.each(['INFO', 'PDNG', 'FUTR'])('are not read in entries with the status %s', (status) => {
    const { message, deviations } = read(of(entry('08'), entry('08', { currency: 'USD', status })));
    expect(message).toMatchObject({ statements: [{ entries: [{ amount: 10_000n, currency: 'EUR' }] }] });
    expect(deviations).toEqual([`${STATEMENT}/Ntry[2]/Amt: ${beside}`]);
  });

  test('refuse the statement in booked entries', () => {
    expect(problemOf(of(own, entry('08'), entry('08', { currency: 'USD' })))).toEqual({
      code: 'CURRENCY_MISMATCH',
      message: 'the amount is in USD and the account in EUR',
      place: `${STATEMENT}/Ntry[2]/Amt`,
    });
  });

  test('refuse the statement if no balance is in the currency of the account', () => {
    expect(problemOf(of(dollars(own), entry('08'))).code).toBe('CURRENCY_MISMATCH');
    expect(problemOf(of(dollars(own), entry('08', { currency: 'USD', status: 'INFO' }))).code).toBe(
      'CURRENCY_MISMATCH',
    );
  });
});

describe('an account as another number', () => {
  const other = (number: string): string =>
    ACCOUNT.replace(`<IBAN>${OWN_IBAN}</IBAN>`, `<Othr><Id>${number}</Id></Othr>`);

  test('is an IBAN if its check digits are those of one', () => {
    for (const number of [OWN_IBAN, 'de89 3704 0044 0532 0130 00']) {
      expect(readReport(camt(numbered('08'), other(number))).statements[0]!.account).toMatchObject({
        iban: OWN_IBAN,
        other: null,
      });
    }
    for (const number of ['DE88370400440532013000', '370400440532013000', 'ACC-1']) {
      expect(readReport(camt(numbered('08'), other(number))).statements[0]!.account).toMatchObject({
        iban: null,
        other: number,
      });
    }
  });

  test('of a payer is an IBAN to which money can go back', () => {
    const payer = (number: string): unknown => {
      const account = `<RltdPties><DbtrAcct><Id><Othr><Id>${number}</Id></Othr></Id></DbtrAcct></RltdPties>`;
      const more = `<NtryDtls><TxDtls>${account}</TxDtls></NtryDtls>`;
      return entriesOf(camt(numbered('08'), ACCOUNT + entry('08', { more })))[0]!.details[0]!.debtor;
    };
    // A country that no list of IBANs has yet.
    expect(payer('KE8400123456789')).toMatchObject({ account: 'KE8400123456789', isIban: true });
    expect(payer('FR1420041010050500013M02606')).toMatchObject({
      account: 'FR1420041010050500013M02606',
      isIban: true,
    });
    expect(payer('FR1420041010050500013M02607')).toMatchObject({
      account: 'FR1420041010050500013M02607',
      isIban: false,
    });
  });
});
