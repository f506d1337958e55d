import { describe, expect, test } from 'vitest';
import { ACCOUNT, balance, camt, entry, originalFile, OWN_IBAN, pain002 } from '../testing/iso20022/bank-documents.js';
import { openDocumentReader } from '../testing/iso20022/document-reader.js';
import type { EntryDetail } from './index.js';

const { read, readReport, readStatus, entriesOf, problemOf } = await openDocumentReader();

const STATEMENT = '/Document/BkToCstmrStmt/Stmt';
const ENTRY = `${STATEMENT}/Ntry`;
const OTHER_FORM = 'the date has another form than the schema demands';

const statement = (...parts: readonly string[]): string => camt('camt.053.001.08', ACCOUNT + parts.join(''));
const detailed = (details: string, over: Parameters<typeof entry>[1] = {}): string =>
  statement(entry('08', { ...over, more: `<NtryDtls>${details}</NtryDtls>` }));
const detailOf = (content: string): EntryDetail => entriesOf(detailed(`<TxDtls>${content}</TxDtls>`))[0]!.details[0]!;

describe('a day', () => {
  const booked = (content: string): string =>
    statement(entry('08').replace('<Dt>2026-01-05</Dt></BookgDt>', `${content}</BookgDt>`));
  const dayIn = (content: string): string | null => entriesOf(booked(content))[0]!.bookingDate;

  test.each(['2026-01-31', '2026-01-31Z', '2026-01-31+01:00', '2026-01-31-11:30'])(
    'is read from the date %s',
    (date) => {
      expect(dayIn(`<Dt>${date}</Dt>`)).toBe('2026-01-31');
      expect(read(booked(`<Dt>${date}</Dt>`)).deviations).toEqual([]);
    },
  );

  test.each(['2026-01-31T23:59:59', '2026-01-31T23:59:59Z', '2026-01-31T23:59:59.123456789012-05:00'])(
    'is read from the time %s, in its own time zone',
    (time) => {
      expect(dayIn(`<DtTm>${time}</DtTm>`)).toBe('2026-01-31');
      expect(read(booked(`<DtTm>${time}</DtTm>`)).deviations).toEqual([]);
    },
  );

  test.each([
    ['Dt', '2026-01-31+0100'],
    ['Dt', '2026-01-31T00:00:00'],
    ['Dt', '2026-01-31Z.'],
    ['DtTm', '2026-01-31'],
    ['DtTm', '2026-01-31T23:59'],
    ['DtTm', '2026-01-31T23:59:59.1234567890123'],
    ['DtTm', '2026-01-31T23:59:59+1'],
  ])('is read from a %s of another form, %s, which is a deviation', (name, text) => {
    expect(dayIn(`<${name}>${text}</${name}>`)).toBe('2026-01-31');
    expect(read(booked(`<${name}>${text}</${name}>`)).deviations).toEqual([`${ENTRY}/BookgDt/${name}: ${OTHER_FORM}`]);
  });

  test('is read without the choice around it, which is a deviation', () => {
    expect(dayIn('2026-01-31')).toBe('2026-01-31');
    expect(read(booked('2026-01-31')).deviations).toEqual([`${ENTRY}/BookgDt: ${OTHER_FORM}`]);
  });

  test.each([
    ['<Dt></Dt>', '/BookgDt/Dt', 'Dt is empty'],
    ['<Day>2026-01-31</Day>', '/BookgDt', 'neither Dt nor DtTm is there'],
    ['<Dt>2026-01-311</Dt>', '/BookgDt/Dt', '"2026-01-311" is not a date'],
    ['<Dt>x2026-01-31</Dt>', '/BookgDt/Dt', '"x2026-01-31" is not a date'],
    ['<Dt>2026-13-01</Dt>', '/BookgDt/Dt', '"2026-13-01" is not a date'],
  ])('is not read from %s', (content, place, message) => {
    expect(problemOf(booked(content))).toEqual({ code: 'INVALID_FIELD', place: ENTRY + place, message });
  });

  test('of a message needs a date in front of its time', () => {
    expect(problemOf(statement().replace('2026-01-06T06:00:00+01:00', 'T06:00:00'))).toEqual({
      code: 'INVALID_FIELD',
      place: '/Document/BkToCstmrStmt/GrpHdr/CreDtTm',
      message: '"T06:00:00" is not a date with a time',
    });
  });

  test('begins and ends the period of a statement, from a time or a date', () => {
    const period = (content: string) => {
      const [one] = readReport(statement(`<FrToDt>${content}</FrToDt>`)).statements;
      return [one!.from, one!.to];
    };
    expect(period('<FrDtTm>2026-01-05T00:00:00</FrDtTm><ToDtTm>2026-01-06T23:59:59</ToDtTm>')).toEqual([
      '2026-01-05',
      '2026-01-06',
    ]);
    expect(period('<FrDt>2026-01-07</FrDt><ToDt>2026-01-08</ToDt>')).toEqual(['2026-01-07', '2026-01-08']);
    expect(period('')).toEqual([null, null]);
  });
});

describe('an indicator', () => {
  const isReversal = (text: string): boolean =>
    entriesOf(statement(entry('08').replace('<Sts>', `<RvslInd>${text}</RvslInd><Sts>`)))[0]!.isReversal;

  test('is a word or a digit', () => {
    expect(['true', '1', 'false', '0', ''].map(isReversal)).toEqual([true, true, false, false, false]);
    for (const text of ['yes', 'TRUE', '01'])
      expect(problemOf(statement(entry('08').replace('<Sts>', `<RvslInd>${text}</RvslInd><Sts>`)))).toEqual({
        code: 'INVALID_FIELD',
        place: `${ENTRY}/RvslInd`,
        message: `"${text}" is not true or false`,
      });
  });

  test('of the last page counts as true if it is empty', () => {
    const pageOf = (last: string) =>
      readReport(
        camt('camt.053.001.08', `<StmtPgntn><PgNb>3</PgNb><LastPgInd>${last}</LastPgInd></StmtPgntn>${ACCOUNT}`),
      ).statements[0]!.page;
    expect(['true', 'false', ''].map(pageOf)).toEqual([
      { number: '3', isLast: true },
      { number: '3', isLast: false },
      { number: '3', isLast: true },
    ]);
  });
});

describe('a number', () => {
  const numbered = (text: string): string => statement().replace('<ElctrncSeqNb>5<', `<ElctrncSeqNb>${text}<`);

  test('has up to 18 digits', () => {
    const read18 = (text: string) => readReport(numbered(text)).statements[0]!.electronicSequence;
    expect(['7', '007', '9'.repeat(18), ''].map(read18)).toEqual([7n, 7n, BigInt('9'.repeat(18)), null]);
    for (const text of ['9'.repeat(19), 'x7', '7x', '-7', '7.0'])
      expect(problemOf(numbered(text))).toEqual({
        code: 'INVALID_FIELD',
        place: `${STATEMENT}/ElctrncSeqNb`,
        message: `"${text}" is not a whole number of at most 18 digits`,
      });
  });
});

describe('an amount', () => {
  test('may have spaces around the code of its currency', () => {
    expect(entriesOf(statement(entry('08', { currency: ' EUR ' })))[0]).toMatchObject({
      amount: 10_000n,
      currency: 'EUR',
    });
    expect(problemOf(statement(entry('08', { currency: ' ' })))).toMatchObject({
      code: 'MISSING_FIELD',
      place: `${ENTRY}/Amt`,
    });
  });

  test.each([
    ['1,00', '"1,00" not a plain decimal number'],
    ['1.005', '"1.005" has more decimals than its currency'],
    ['12345678901234567', '"12345678901234567" is too large'],
  ])('of %s is refused with its text and the reason', (amount, message) => {
    expect(problemOf(statement(entry('08', { amount })))).toEqual({
      code: 'INVALID_AMOUNT',
      place: `${ENTRY}/Amt`,
      message,
    });
  });

  test('of an unknown currency is refused with the code', () => {
    expect(problemOf(statement(entry('08', { currency: 'XTS' })))).toEqual({
      code: 'INVALID_FIELD',
      place: `${ENTRY}/Amt`,
      message: '"XTS" is not a currency of ISO 4217',
    });
  });

  test('is in the currency of the first balance, or of the first entry, if the account has none', () => {
    const account = ACCOUNT.replace('<Ccy>EUR</Ccy>', '');
    const refused = (...parts: readonly string[]) => problemOf(camt('camt.053.001.08', account + parts.join('')));
    expect(refused(balance('OPBD', '1'), entry('08', { currency: 'USD' }))).toEqual({
      code: 'CURRENCY_MISMATCH',
      place: `${ENTRY}/Amt`,
      message: 'the amount is in USD and the account in EUR',
    });
    expect(refused(balance('OPBD', '1'), balance('CLBD', '1').replace('EUR', 'USD'))).toMatchObject({
      code: 'CURRENCY_MISMATCH',
      place: `${STATEMENT}/Bal[2]/Amt`,
    });
    expect(readReport(camt('camt.053.001.08', account)).statements[0]!.entries).toEqual([]);
  });
});

describe('a balance', () => {
  test('has the code of a bank’s own, a type without a choice, and a subtype', () => {
    const parts = [
      balance('OPBD', '1').replace('<Cd>OPBD</Cd>', '<Prtry>OWN</Prtry>'),
      balance('CLBD', '2', 'DBIT').replace(/<CdOrPrtry>.*<\/CdOrPrtry>/, '<Cd>CLBD</Cd>'),
      balance('ITBD', '3').replace('</Tp>', '<SubTp><Cd>INTM</Cd></SubTp></Tp>'),
    ];
    expect(readReport(statement(...parts)).statements[0]!.balances).toEqual([
      { type: 'OWN', subType: null, amount: 100n, currency: 'EUR', date: '2026-01-05' },
      { type: 'CLBD', subType: null, amount: -200n, currency: 'EUR', date: '2026-01-05' },
      { type: 'ITBD', subType: 'INTM', amount: 300n, currency: 'EUR', date: '2026-01-05' },
    ]);
  });

  test('without a type is refused', () => {
    expect(problemOf(statement(balance('OPBD', '1').replace('<Cd>OPBD</Cd>', '')))).toEqual({
      code: 'MISSING_FIELD',
      place: `${STATEMENT}/Bal/Tp`,
      message: 'the type of the balance is missing',
    });
  });
});

describe('an account', () => {
  const accountOf = (id: string, more = '') =>
    readReport(camt('camt.053.001.08', `<Acct><Id>${id}</Id>${more}</Acct>`)).statements[0]!.account;
  const NONE = { iban: null, other: null, currency: null, ownerName: null };

  test.each([
    ['<Othr><Id>0532013000</Id></Othr>', '0532013000'],
    ['<PrtryAcct><Id>1-2</Id></PrtryAcct>', '1-2'],
    ['<BBAN>370400440532013000</BBAN>', '370400440532013000'],
  ])('has another number than an IBAN in %s', (id, other) => {
    expect(accountOf(id)).toEqual({ ...NONE, other });
  });

  test('has the name of its owner, else its own', () => {
    const iban = `<IBAN>${OWN_IBAN}</IBAN>`;
    expect(accountOf(iban, '<Nm>Main</Nm><Ownr><Nm>Acme</Nm></Ownr>').ownerName).toBe('Acme');
    expect(accountOf(iban, '<Nm>Main</Nm>').ownerName).toBe('Main');
  });

  test('has an IBAN with spaces and small letters, which is a deviation', () => {
    const text = camt('camt.053.001.08', '<Acct><Id><IBAN>de89 3704 0044\n0532 0130 00</IBAN></Id></Acct>');
    expect(readReport(text).statements[0]!.account.iban).toBe(OWN_IBAN);
    expect(read(text).deviations).toEqual([`${STATEMENT}/Acct/Id/IBAN: the IBAN has spaces or small letters`]);
  });

  test.each([
    'DE8937040044053201300012345678901234',
    'D189370400440532013000',
    'DEX9370400440532013000',
    'DE89',
    'xDE89370400440532013000',
    'DE89370400440532013000.',
  ])('is refused with the IBAN %s', (iban) => {
    expect(problemOf(camt('camt.053.001.08', `<Acct><Id><IBAN>${iban}</IBAN></Id></Acct>`))).toMatchObject({
      code: 'INVALID_FIELD',
      place: `${STATEMENT}/Acct/Id/IBAN`,
    });
  });

  test('of a payer may be of another form, because the money has arrived', () => {
    const payer = (id: string) => detailOf(`<RltdPties><DbtrAcct><Id>${id}</Id></DbtrAcct></RltdPties>`).debtor;
    const unnamed = { name: null, bic: null };
    expect(payer('<IBAN>DE12</IBAN>')).toEqual({ ...unnamed, account: 'DE12', isIban: false });
    expect(payer('<IBAN></IBAN><Othr><Id>77</Id></Othr>')).toEqual({ ...unnamed, account: '77', isIban: false });
    expect(payer('<IBAN></IBAN>')).toEqual({ ...unnamed, account: null, isIban: false });
  });
});

describe('an id', () => {
  test.each([
    'NOTPROVIDED',
    'NOT PROVIDED',
    'notprovided',
    'NOTAVAIL',
    'NOTAVAILABLE',
    'NONREF',
    'NOREF',
    'NONE',
    'N/A',
  ])('of %s is none', (id) => {
    expect(detailOf(`<Refs><EndToEndId>${id}</EndToEndId></Refs>`).references.endToEndId).toBeNull();
  });

  test.each(['NOTPROVIDED1', 'XNONE', 'NOT  PROVIDED', 'N/A.', '0'])('of %s is one', (id) => {
    expect(detailOf(`<Refs><EndToEndId>${id}</EndToEndId></Refs>`).references.endToEndId).toBe(id);
  });

  test('of each kind is read from its own element', () => {
    const refs = `<MsgId>A</MsgId><AcctSvcrRef>B</AcctSvcrRef><PmtInfId>C</PmtInfId><InstrId>D</InstrId>
      <EndToEndId>E</EndToEndId><UETR>8A562C67-CA16-48BA-B074-65581BE6F001</UETR><TxId>F</TxId><ClrSysRef>G</ClrSysRef>`;
    expect(detailOf(`<Refs>${refs}</Refs>`).references).toEqual({
      ...{ messageId: 'A', servicerReference: 'B', paymentInformationId: 'C', instructionId: 'D', endToEndId: 'E' },
      ...{ uetr: '8a562c67-ca16-48ba-b074-65581be6f001', transactionId: 'F', clearingSystemReference: 'G' },
    });
  });
});

describe('a status report', () => {
  const reasonsIn = (information: string) =>
    readStatus(pain002('03', originalFile(`<StsRsnInf>${information}</StsRsnInf>`))).group.reasons;

  test('has a reason without the choice around it, and none where none is', () => {
    expect(reasonsIn('<Rsn>AC04</Rsn>')).toEqual([{ code: 'AC04', proprietary: null, additional: [] }]);
    expect(reasonsIn('<Rsn></Rsn>')).toEqual([{ code: null, proprietary: null, additional: [] }]);
    expect(reasonsIn('<AddtlInf>why</AddtlInf><AddtlInf></AddtlInf>')).toEqual([
      { code: null, proprietary: null, additional: ['why'] },
    ]);
  });

  test('has no amount in an unknown currency, which is a deviation', () => {
    const amount = '<OrgnlTxRef><Amt><InstdAmt Ccy="XTS">1.00</InstdAmt></Amt></OrgnlTxRef>';
    const uetr = '<OrgnlUETR>8A562C67-CA16-48BA-B074-65581BE6F001</OrgnlUETR>';
    const batch = `<OrgnlPmtInfAndSts><TxInfAndSts>${uetr}${amount}</TxInfAndSts></OrgnlPmtInfAndSts>`;
    const text = pain002('10', originalFile() + batch);
    expect(readStatus(text).batches[0]!.transactions[0]).toMatchObject({
      ...{ uetr: '8a562c67-ca16-48ba-b074-65581be6f001', amount: null, currency: null },
    });
    expect(read(text).deviations).toEqual([
      '/Document/CstmrPmtStsRpt/OrgnlPmtInfAndSts/TxInfAndSts/OrgnlTxRef/Amt/InstdAmt: the currency is not in ISO 4217',
    ]);
  });
});
