import { describe, expect, test } from 'vitest';
import {
  ACCOUNT,
  balance,
  camt,
  entry,
  NOTIFICATION_08,
  originalFile,
  OWN_IBAN,
  pain002,
  STATEMENT_02,
  STATUS_10,
} from '../testing/iso20022/bank-documents.js';
import { openDocumentReader } from '../testing/iso20022/document-reader.js';
import { type AccountReport, loadBankMessages, type MessageProblem, READ_MESSAGES } from './index.js';

const messages = await loadBankMessages();
const { read, readReport, readStatus, entriesOf, problemOf } = await openDocumentReader();

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('a statement of version 02', () => {
  const statement = (): AccountReport['statements'][number] => readReport(STATEMENT_02).statements[0]!;

  test('has its header, account and balances', () => {
    expect(read(STATEMENT_02).deviations).toEqual([]);
    const { kind, version, messageId, createdAt } = readReport(STATEMENT_02);
    expect({ kind, version, messageId, createdAt }).toEqual({
      ...{ kind: 'statement', version: 'camt.053.001.02', messageId: 'MSG-1', createdAt: '2026-01-06T06:00:00+01:00' },
    });
    const { entries, ...rest } = statement();
    expect(entries).toHaveLength(4);
    expect(rest).toEqual({
      id: 'STMT-1',
      electronicSequence: 4n,
      legalSequence: 2n,
      declared: { credits: 10_050n, debits: 113_616n },
      page: { number: '1', isLast: true },
      copy: null,
      createdAt: '2026-01-06T05:59:00.000+01:00',
      from: '2026-01-05',
      to: '2026-01-05',
      account: { iban: OWN_IBAN, other: null, currency: 'EUR', ownerName: 'Acme Payments GmbH' },
      balances: [
        { type: 'PRCD', subType: null, amount: 100_000n, currency: 'EUR', date: '2026-01-05' },
        { type: 'CLBD', subType: null, amount: -3566n, currency: 'EUR', date: '2026-01-05' },
      ],
    });
  });

  test('has a batch without details by its identifiers', () => {
    expect(statement().entries[0]).toEqual({
      reference: '1',
      amount: 113_016n,
      currency: 'EUR',
      direction: 'OUT',
      isReversal: false,
      status: 'BOOK',
      bookingDate: '2026-01-05',
      valueDate: '2026-01-05',
      servicerReference: null,
      transactionCode: { domain: 'PMNT', family: 'ICDT', subFamily: 'ESCT', proprietary: 'NTRF+191' },
      batches: [{ messageId: 'M1', paymentInformationId: 'P1', count: 3n, total: 113_016n }],
      details: [],
      charges: [],
      additionalInformation: null,
    });
  });

  test('has a return with its reason, its charge and the original payment', () => {
    const [detail] = statement().entries[1]!.details;
    expect(detail).toMatchObject({
      references: { messageId: 'M0', paymentInformationId: 'P0', instructionId: 'I0', endToEndId: 'E0', uetr: null },
      amount: 10_000n,
      currency: 'EUR',
      direction: null,
      instructed: { amount: 10_000n, currency: 'EUR' },
      creditor: { name: 'Ada Example', account: 'NL91ABNA0417164300', isIban: true, bic: 'ABNANL2A' },
      debtor: { name: 'Acme Payments GmbH', account: null, isIban: false, bic: null },
      returned: {
        reasonCode: 'AC04',
        proprietary: null,
        texts: ['closed account', '01/2026'],
        originalTransactionCode: { domain: null, proprietary: '116' },
      },
      charges: [{ amount: 250n, currency: 'EUR', direction: 'OUT', bearer: 'SLEV', included: null }],
    });
  });

  test('has a reversal, whose day stays as the bank wrote it', () => {
    expect(statement().entries[2]).toMatchObject({
      ...{ amount: 300n, direction: 'IN', isReversal: true, bookingDate: '2026-01-05', valueDate: null },
      transactionCode: { domain: null, family: null, subFamily: null, proprietary: 'NCHG+808' },
      additionalInformation: 'Fee taken back',
    });
  });

  test('has a pending entry with several charges', () => {
    expect(statement().entries[3]).toMatchObject({
      ...{ status: 'PDNG', transactionCode: null, bookingDate: null },
      charges: [
        { amount: 500n, direction: null },
        { amount: 100n, direction: 'OUT' },
      ],
    });
  });
});

describe('a notification of version 08', () => {
  const statement = (): AccountReport['statements'][number] => readReport(NOTIFICATION_08).statements[0]!;

  test('is read with any prefix, and from an account without an IBAN', () => {
    expect(read(NOTIFICATION_08).deviations).toEqual([]);
    expect(readReport(NOTIFICATION_08)).toMatchObject({ kind: 'notification', version: 'camt.054.001.08' });
    expect(statement()).toMatchObject({
      ...{ page: { number: '2', isLast: false }, copy: 'DUPL', createdAt: null, balances: [] },
      account: { iban: null, other: '0532013000', currency: null, ownerName: null },
    });
    expect(statement().entries[0]).toMatchObject({
      ...{ amount: 10_000n, status: 'BOOK', servicerReference: 'ASR-8' },
      charges: [{ amount: 10n, direction: 'OUT', bearer: 'SHAR', included: true }],
    });
  });

  test('has the payments of all NtryDtls', () => {
    const [first, second] = statement().entries[0]!.details;
    expect(first).toEqual({
      references: {
        messageId: null,
        servicerReference: null,
        paymentInformationId: null,
        instructionId: null,
        endToEndId: null,
        transactionId: null,
        uetr: '8a562c67-ca16-48ba-b074-65581be6f001',
        clearingSystemReference: 'C-1',
      },
      amount: 6000n,
      currency: 'EUR',
      direction: 'IN',
      instructed: { amount: 7000n, currency: 'USD' },
      transactionCode: null,
      debtor: { name: 'Zoë & Co', account: 'FR1420041010050500013M02606', isIban: true, bic: 'PSSTFRPPPAR' },
      ultimateDebtor: { name: 'Ultimate', account: null, isIban: false, bic: null },
      creditor: { name: 'A Bank', account: null, isIban: false, bic: 'COBADEFFXXX' },
      ultimateCreditor: { name: null, account: null, isIban: false, bic: null },
      remittance: {
        unstructured: ['first', 'second <line>'],
        creditorReferences: ['RF18539007547034', 'rf18 5390 0754 7034'],
        additional: ['more'],
      },
      returned: null,
      charges: [],
      purpose: 'GDDS',
      additionalInformation: 'info',
    });
    expect(second).toMatchObject({
      ...{ amount: 4000n, debtor: { name: null, account: '12345', isIban: false } },
      returned: { reasonCode: null, proprietary: 'ZZZ', texts: [], originalTransactionCode: null },
    });
  });
});

describe('the amount of a payment', () => {
  const amountOf = (amounts: string): bigint | null =>
    entriesOf(
      camt('camt.054.001.04', ACCOUNT + entry('04', { more: `<NtryDtls><TxDtls>${amounts}</TxDtls></NtryDtls>` })),
    )[0]!.details[0]!.amount;
  const transaction = (amount: string, currency: string): string =>
    `<AmtDtls><TxAmt><Amt Ccy="${currency}">${amount}</Amt></TxAmt><CntrValAmt><Amt Ccy="EUR">3.00</Amt></CntrValAmt></AmtDtls>`;

  test('is Amt before TxAmt before CntrValAmt', () => {
    expect(amountOf(`<Amt Ccy="EUR">1.00</Amt>${transaction('2.00', 'EUR')}`)).toBe(100n);
    expect(amountOf(transaction('2.00', 'EUR'))).toBe(200n);
  });

  test('is the first one in the currency of the entry', () => {
    expect(amountOf(`<Amt Ccy="USD">1.00</Amt>${transaction('2.00', 'EUR')}`)).toBe(200n);
    expect(amountOf(`<Amt Ccy="USD">1.00</Amt>${transaction('2.00', 'USD')}`)).toBe(300n);
    expect(amountOf('<Amt Ccy="USD">1.00</Amt>')).toBeNull();
    expect(amountOf('<Amt Ccy="XTS">1.00</Amt>')).toBeNull();
    expect(amountOf('')).toBeNull();
  });
});

test.each(READ_MESSAGES.filter((message) => message.startsWith('camt')))('reads %s', (message) => {
  const version = message.slice(-2) as '02' | '04' | '08';
  const two = [ACCOUNT + entry(version), ACCOUNT + entry(version, { status: 'INFO', indicator: 'DBIT' })];
  const { message: report, deviations } = read(camt(message, ...two));
  expect(deviations).toEqual([]);
  expect(report).toMatchObject({
    kind: message.startsWith('camt.053') ? 'statement' : 'notification',
    version: message,
    statements: [
      { electronicSequence: 5n, entries: [{ amount: 10_000n, direction: 'IN', status: 'BOOK' }] },
      { electronicSequence: 6n, entries: [{ amount: 10_000n, direction: 'OUT', status: 'INFO' }] },
    ],
  });
});

test('reads a status of a bank’s own', () => {
  const own = entry('08', { status: 'BOOK' }).replace('<Cd>BOOK</Cd>', '<Prtry>LATER</Prtry>');
  expect(entriesOf(camt('camt.053.001.08', ACCOUNT + own))[0]!.status).toBe('LATER');
});

test('reads charges of which only the total is there', () => {
  const more = '<Chrgs><TtlChrgsAndTaxAmt Ccy="EUR">1.50</TtlChrgsAndTaxAmt></Chrgs>';
  expect(entriesOf(camt('camt.053.001.04', ACCOUNT + entry('04', { more })))[0]!.charges).toEqual([
    { amount: 150n, currency: 'EUR', direction: null, bearer: null, included: null },
  ]);
});

describe('a status report', () => {
  test('has the states and reasons of file, batch and payment', () => {
    expect(read(STATUS_10).deviations).toEqual([]);
    expect(readStatus(STATUS_10)).toEqual({
      kind: 'status',
      version: 'pain.002.001.10',
      messageId: 'MSG-1',
      createdAt: '2026-01-06T06:00:00+01:00',
      originalMessageId: 'M1',
      originalMessageName: 'pain.001.001.09',
      group: { status: 'PART', reasons: [] },
      batches: [
        {
          paymentInformationId: 'P1',
          status: 'RJCT',
          reasons: [
            { code: 'AM04', proprietary: null, additional: ['no funds', 'today'] },
            { code: null, proprietary: 'X99', additional: [] },
          ],
          transactions: [
            {
              statusId: 'S1',
              instructionId: 'I1',
              endToEndId: 'E1',
              uetr: '8a562c67-ca16-48ba-b074-65581be6f001',
              status: 'ACSC',
              reasons: [],
              servicerReference: 'ASR-1',
              amount: 1234n,
              currency: 'EUR',
            },
          ],
        },
      ],
    });
  });

  test('has a rejected file without batches', () => {
    const reason = '<StsRsnInf><Rsn><Cd>FF01</Cd></Rsn><AddtlInf>schema</AddtlInf></StsRsnInf>';
    expect(readStatus(pain002('03', originalFile(`<GrpSts>RJCT</GrpSts>${reason}`)))).toMatchObject({
      version: 'pain.002.001.03',
      group: { status: 'RJCT', reasons: [{ code: 'FF01', proprietary: null, additional: ['schema'] }] },
      batches: [],
    });
  });

  test('has payments without a batch id', () => {
    const batch =
      '<OrgnlPmtInfAndSts><OrgnlPmtInfId>NOTPROVIDED</OrgnlPmtInfId><TxInfAndSts><TxSts>RJCT</TxSts></TxInfAndSts></OrgnlPmtInfAndSts>';
    expect(readStatus(pain002('03', originalFile() + batch)).batches).toEqual([
      {
        ...{ paymentInformationId: null, status: null, reasons: [] },
        transactions: [
          {
            ...{ statusId: null, instructionId: null, endToEndId: null, uetr: null, status: 'RJCT', reasons: [] },
            ...{ servicerReference: null, amount: null, currency: null },
          },
        ],
      },
    ]);
  });
});

describe('encodings', () => {
  const text = camt('camt.053.001.08', ACCOUNT.replace('Acme Payments GmbH', 'Zoë Müßig €') + entry('08'));
  const declaring = (encoding: string): string => text.replace('encoding="UTF-8"', `encoding="${encoding}"`);
  const utf16 = (value: string, swap: boolean): Uint8Array => {
    const bytes = Buffer.from(value, 'utf16le');
    return swap ? bytes.swap16() : bytes;
  };
  const nameIn = (bytes: Uint8Array): string | null => readReport(bytes).statements[0]!.account.ownerName;

  test.each<readonly [string, Uint8Array]>([
    ['UTF-8', utf8(text)],
    ['UTF-8 with a byte order mark', utf8(`\uFEFF${text}`)],
    ['UTF-8 without a declaration', utf8(text.replace(/^<\?xml[^>]*>/, ''))],
    ['UTF-16 little endian', utf16(`\uFEFF${declaring('UTF-16')}`, false)],
    ['UTF-16 big endian', utf16(`\uFEFF${declaring('UTF-16')}`, true)],
    ['UTF-16 without a byte order mark', utf16(declaring('UTF-16'), false)],
    ['UTF-16 big endian without a byte order mark', utf16(declaring('UTF-16BE'), true)],
  ])('reads %s', (_, bytes) => {
    expect(nameIn(bytes)).toBe('Zoë Müßig €');
    expect(read(bytes).deviations).toEqual([]);
  });

  test('reads ISO-8859-1, which has no euro sign', () => {
    expect(nameIn(Buffer.from(declaring('ISO-8859-1').replace('€', '\u{a4}'), 'latin1'))).toBe('Zoë Müßig ¤');
  });

  test('reads ISO-8859-15 and Windows-1252, which have one', () => {
    expect(nameIn(Buffer.from(declaring('ISO-8859-15').replace('€', '\u{a4}'), 'latin1'))).toBe('Zoë Müßig €');
    expect(nameIn(Buffer.from(declaring('windows-1252').replace('€', '\u{80}'), 'latin1'))).toBe('Zoë Müßig €');
  });

  test('believes the byte order mark and reports the declaration', () => {
    const bytes = utf8(`\uFEFF${declaring('ISO-8859-1')}`);
    expect(nameIn(bytes)).toBe('Zoë Müßig €');
    expect(read(bytes).deviations).toEqual(['/: the file declares "iso-8859-1" but is utf-8']);
  });

  test.each<readonly [string, Uint8Array]>([
    ['Latin letters in a file that declares UTF-8', Buffer.from(text.replace('€', 'x'), 'latin1')],
    ['UTF-16 declared in a file of single bytes', utf8(declaring('UTF-16'))],
    ['an unknown encoding', utf8(declaring('EBCDIC-CP-US'))],
  ])('refuses %s', (_, bytes) => {
    expect(problemOf(bytes)).toMatchObject({ code: 'ENCODING', place: null });
  });

  test('refuses half a character at the end of UTF-16', () => {
    const bytes = utf16(`\uFEFF${declaring('UTF-16')}`, false).subarray(0, -1);
    expect(problemOf(bytes)).toMatchObject({ code: 'TRUNCATED', place: null });
  });
});

describe('refuses a file', () => {
  const good = camt('camt.053.001.08', ACCOUNT + entry('08'));

  test.each<readonly [string, string | Uint8Array, MessageProblem['code']]>([
    ['that is empty', '', 'EMPTY'],
    ['of white space', ' \n\t', 'EMPTY'],
    ['that is truncated', good.slice(0, -20), 'TRUNCATED'],
    ['with content after its end', `${good}<x/>`, 'NOT_XML'],
    ['of two messages after each other', good + good.replace(/^<\?xml[^>]*>/, ''), 'NOT_XML'],
    ['of plain text', ':20:STARTUMS\n:25:37040044/0532013000', 'NOT_XML'],
    ['of JSON', '{"Document": {}}', 'NOT_XML'],
    ['that is compressed', new Uint8Array([0x50, 0x4b, 3, 4, 20, 0, 0, 0, 8, 0]), 'NOT_XML'],
    ['that is encrypted', '-----BEGIN PGP MESSAGE-----\n\nhQEMA1\n-----END PGP MESSAGE-----', 'NOT_XML'],
    ['with an undeclared entity', good.replace('Acme', '&acme;'), 'NOT_XML'],
    ['with a null character', good.replace('Acme', '\0'), 'NOT_XML'],
    [
      'with an entity bomb',
      good.replace('?>', '?><!DOCTYPE lolz [<!ENTITY a "lol"><!ENTITY b "&a;&a;">]>'),
      'DOCUMENT_TYPE',
    ],
    [
      'with an external entity',
      good.replace('?>', '?><!-- x --><!DOCTYPE a SYSTEM "file:///etc/passwd">'),
      'DOCUMENT_TYPE',
    ],
    [
      'with a document type in UTF-16',
      Buffer.from(`\uFEFF<!DOCTYPE a [<!ENTITY a "b">]><a>&a;</a>`, 'utf16le'),
      'DOCUMENT_TYPE',
    ],
    [
      'with a document type behind instructions',
      '<?xml version="1.0"?> <?a b?>\n<!-- > --> <!DOCTYPE a><a/>',
      'DOCUMENT_TYPE',
    ],
    ['that is nested deep', `<a>${'<a>'.repeat(150)}${'</a>'.repeat(150)}</a>`, 'TOO_DEEP'],
    ['that is nested very deep', '<a>'.repeat(100_000), 'TOO_DEEP'],
    ['of another kind', '<html><body/></html>', 'UNKNOWN_MESSAGE'],
    ['without a namespace', good.replace(/ xmlns="[^"]*"/, ''), 'UNKNOWN_MESSAGE'],
    ['that a customer sends', good.replaceAll('camt.053.001.08', 'pain.001.001.09'), 'UNKNOWN_MESSAGE'],
    ['of a later version', good.replaceAll('camt.053.001.08', 'camt.053.001.15'), 'UNKNOWN_VERSION'],
    ['of an earlier version', STATUS_10.replaceAll('pain.002.001.10', 'pain.002.001.02'), 'UNKNOWN_VERSION'],
    ['with the content of another message', good.replaceAll('BkToCstmrStmt', 'BkToCstmrAcctRpt'), 'MISSING_FIELD'],
  ])('%s', (_, content, code) => {
    const problem = problemOf(content);
    expect(problem.code).toBe(code);
    expect(problem.message).toMatch(/^(the|[a-zA-Z])[^\n]{10,}$/);
  });

  test('that is larger than allowed', () => {
    expect(problemOf(good, { maxBytes: 100 })).toMatchObject({ code: 'TOO_LARGE' });
    expect(messages.readBankMessage(utf8(good), { maxBytes: utf8(good).length }).ok).toBe(true);
  });

  test('that is nested deeper than allowed', () => {
    expect(problemOf(good, { maxDepth: 4 })).toMatchObject({ code: 'TOO_DEEP' });
  });

  test.each<readonly [string, Uint8Array]>([
    ['a ZIP archive', new Uint8Array([0x50, 0x4b, 3, 4, 20, 0])],
    ['compressed with gzip', new Uint8Array([0x1f, 0x8b, 8, 0])],
    ['encrypted or signed with PGP', utf8('-----BEGIN PGP MESSAGE-----\n\nhQEMA1')],
    ['encrypted or signed in CMS', new Uint8Array([0x30, 0x82, 1, 0])],
    ['a PDF', utf8('%PDF-1.7')],
  ])('and says that it is %s', (what, bytes) => {
    expect(problemOf(bytes)).toEqual({
      ...{ code: 'NOT_XML', place: null },
      message: `the file is ${what}; ask the bank for plain XML`,
    });
  });

  test('and names the line of the mistake', () => {
    expect(problemOf(`<a>\n<b>\n</a>`).message).toMatch(/line 3, column \d+\)$/);
  });

  test('and names the versions that are read', () => {
    const { message } = problemOf(camt('camt.054.001.08', ACCOUNT).replaceAll('camt.054.001.08', 'camt.054.001.15'));
    expect(message).toBe('camt.054.001.15 is not a version that is read; these are camt.054.001.01 to camt.054.001.14');
  });
});

test('reads past comments', () => {
  const text = camt('camt.054.001.08', ACCOUNT + entry('08') + entry('08', { amount: '7.00' }));
  const seen = readReport(text).statements;
  for (const extra of ['<!-- a -->', '<!-- a --><!-- c -->']) {
    const filled = text.replaceAll(/(?<=<\w[^>]*>)|(?=<\/)/g, extra);
    expect(readReport(filled).statements).toEqual(seen);
  }
});

test('a text that looks like a document type is a text', () => {
  const more = '<AddtlNtryInf><![CDATA[<!DOCTYPE x [<!ENTITY a "b">]>]]></AddtlNtryInf>';
  const [read08] = entriesOf(camt('camt.053.001.08', ACCOUNT + entry('08', { more })));
  expect(read08!.additionalInformation).toBe('<!DOCTYPE x [<!ENTITY a "b">]>');
});

test('reads the message in the envelope of a business application header', () => {
  const inner = camt('camt.053.001.08', ACCOUNT + entry('08')).replace(/^<\?xml[^>]*>/, '');
  const head = '<AppHdr xmlns="urn:iso:std:iso:20022:tech:xsd:head.001.001.02"><BizMsgIdr>1</BizMsgIdr></AppHdr>';
  expect(readReport(`<BusMsg xmlns="urn:bank">${head}${inner}</BusMsg>`).version).toBe('camt.053.001.08');
  expect(problemOf(`<BusMsg>${inner}${inner}</BusMsg>`)).toMatchObject({
    code: 'UNKNOWN_MESSAGE',
    place: '/BusMsg/Document[2]',
  });
});

describe('an unsound field that is used refuses the message', () => {
  const ENTRY = '/Document/BkToCstmrStmt/Stmt/Ntry';
  const statement = (...parts: readonly string[]): string => camt('camt.053.001.08', ACCOUNT + parts.join(''));

  test.each<readonly [string, MessageProblem['code']]>([
    ['-1.00', 'INVALID_AMOUNT'],
    ['1.005', 'INVALID_AMOUNT'],
    ['1e3', 'INVALID_AMOUNT'],
    ['1,000.00', 'INVALID_AMOUNT'],
    ['1.000,00', 'INVALID_AMOUNT'],
    ['1 000.00', 'INVALID_AMOUNT'],
    ["1'000.00", 'INVALID_AMOUNT'],
    ['0x10', 'INVALID_AMOUNT'],
    ['NaN', 'INVALID_AMOUNT'],
    ['INF', 'INVALID_AMOUNT'],
    ['.', 'INVALID_AMOUNT'],
    ['1.0.0', 'INVALID_AMOUNT'],
    ['١٢', 'INVALID_AMOUNT'],
    ['12345678901234567.00', 'INVALID_AMOUNT'],
    ['9'.repeat(5000), 'INVALID_AMOUNT'],
    ['', 'MISSING_FIELD'],
    ['1<x/>', 'INVALID_FIELD'],
  ])('an amount of %s', (amount, code) => {
    expect(problemOf(statement(entry('08'), entry('08', { amount })))).toMatchObject({
      code,
      place: `${ENTRY}[2]/Amt`,
    });
  });

  test.each<readonly [string, bigint]>([
    ['1234567890123456.78', 123_456_789_012_345_678n],
    ['007', 700n],
    ['+1.5', 150n],
    ['.5', 50n],
    ['5.', 500n],
    ['0', 0n],
    ['18.15000', 1815n],
    ['\n 1.00 ', 100n],
  ])('but not an amount of %s', (amount, expected) => {
    expect(entriesOf(statement(entry('08', { amount })))[0]!.amount).toBe(expected);
  });

  test('in the decimals of its currency', () => {
    const account = ACCOUNT.replace('EUR', 'JPY');
    const yen = (amount: string): string => camt('camt.053.001.08', account + entry('08', { currency: 'JPY', amount }));
    expect(entriesOf(yen('1500'))[0]!.amount).toBe(1500n);
    expect(entriesOf(yen('1500.00'))[0]!.amount).toBe(1500n);
    expect(problemOf(yen('1500.50'))).toMatchObject({ code: 'INVALID_AMOUNT' });
  });

  test.each<readonly [string, string, string, string, MessageProblem['code']]>([
    ['an unknown currency', 'Ccy="EUR"', 'Ccy="XTS"', '/Amt', 'INVALID_FIELD'],
    ['a crypto currency', 'Ccy="EUR"', 'Ccy="BTC"', '/Amt', 'INVALID_FIELD'],
    ['a missing currency', ' Ccy="EUR"', '', '/Amt', 'MISSING_FIELD'],
    ['another currency than the account', 'Ccy="EUR"', 'Ccy="USD"', '/Amt', 'CURRENCY_MISMATCH'],
    ['a second amount', '<CdtDbtInd>', '<Amt Ccy="EUR">1.00</Amt><CdtDbtInd>', '/Amt[2]', 'INVALID_FIELD'],
    ['a missing direction', '<CdtDbtInd>CRDT</CdtDbtInd>', '', '', 'MISSING_FIELD'],
    ['an unknown direction', '>CRDT<', '>CREDIT<', '/CdtDbtInd', 'INVALID_FIELD'],
    ['a missing status', '<Sts><Cd>BOOK</Cd></Sts>', '', '', 'MISSING_FIELD'],
    ['an empty status', '<Cd>BOOK</Cd>', '', '/Sts', 'MISSING_FIELD'],
    [
      'a day that does not exist',
      '2026-01-05</Dt></BookgDt>',
      '2026-02-30</Dt></BookgDt>',
      '/BookgDt/Dt',
      'INVALID_FIELD',
    ],
    ['a day of another form', '2026-01-05</Dt></BookgDt>', '05.01.2026</Dt></BookgDt>', '/BookgDt/Dt', 'INVALID_FIELD'],
    ['an unknown reversal indicator', '<Sts>', '<RvslInd>yes</RvslInd><Sts>', '/RvslInd', 'INVALID_FIELD'],
  ])('%s', (_, part, other, place, code) => {
    const changed = entry('08').replace(part, other);
    expect(problemOf(statement(changed))).toMatchObject({ code, place: ENTRY + place });
  });

  test.each<readonly [string, string, string, string]>([
    ['an account without an id', '<Acct><Id></Id></Acct>', '/Acct/Id', 'MISSING_FIELD'],
    ['an IBAN of another form', '<Acct><Id><IBAN>0532013000</IBAN></Id></Acct>', '/Acct/Id/IBAN', 'INVALID_FIELD'],
    [
      'a balance without a direction',
      ACCOUNT + balance('OPBD', '1').replace('<CdtDbtInd>CRDT</CdtDbtInd>', ''),
      '/Bal',
      'MISSING_FIELD',
    ],
    [
      'a balance in another currency',
      ACCOUNT + balance('OPBD', '1').replace('EUR', 'USD'),
      '/Bal/Amt',
      'CURRENCY_MISMATCH',
    ],
    [
      'entries in two currencies',
      ACCOUNT.replace('<Ccy>EUR</Ccy>', '') + entry('08') + entry('08', { currency: 'CHF' }),
      '/Ntry[2]/Amt',
      'CURRENCY_MISMATCH',
    ],
  ])('%s', (_, content, place, code) => {
    expect(problemOf(camt('camt.053.001.08', content))).toMatchObject({
      code,
      place: `/Document/BkToCstmrStmt/Stmt${place}`,
    });
  });

  test('a message without an id, a statement, or the original file', () => {
    const text = statement();
    expect(problemOf(text.replace('<MsgId>MSG-1</MsgId>', ''))).toMatchObject({
      code: 'MISSING_FIELD',
      place: '/Document/BkToCstmrStmt/GrpHdr',
    });
    expect(problemOf(camt('camt.053.001.08'))).toMatchObject({ code: 'MISSING_FIELD' });
    expect(problemOf(pain002('10', ''))).toMatchObject({ code: 'MISSING_FIELD', place: '/Document/CstmrPmtStsRpt' });
  });
});

describe('a deviation that touches no used field is reported', () => {
  const deviationsOf = (text: string): readonly string[] => read(text).deviations;
  const statement = (parts: string): string => camt('camt.053.001.08', ACCOUNT + parts);
  const STATEMENT = '/Document/BkToCstmrStmt/Stmt';

  test.each<readonly [string, string, string]>([
    [
      'an unknown element',
      entry('08', { before: '<Colour>red</Colour>' }),
      `${STATEMENT}/Ntry/Colour: the element is not known here`,
    ],
    [
      'elements out of order',
      entry('08', { before: '<BkTxCd/>', code: '' }),
      `${STATEMENT}/Ntry/Amt: the element comes after BkTxCd`,
    ],
    [
      'a long identifier',
      entry('08', { before: `<NtryRef>${'x'.repeat(36)}</NtryRef>` }),
      `${STATEMENT}/Ntry/NtryRef: the text has 36 characters; 35 are allowed`,
    ],
    [
      'details that do not add up',
      entry('08', { more: '<NtryDtls><TxDtls><Amt Ccy="EUR">1.00</Amt></TxDtls></NtryDtls>' }),
      `${STATEMENT}/Ntry: the details do not add up to the amount of the entry`,
    ],
    [
      'a wrong summary',
      `<TxsSummry><TtlNtries><NbOfNtries>2</NbOfNtries></TtlNtries></TxsSummry>${entry('08')}`,
      `${STATEMENT}/TxsSummry/TtlNtries/NbOfNtries: the summary does not count the 1 entries of this kind`,
    ],
    [
      'a day with a time',
      entry('08').replace('2026-01-05</Dt></BookgDt>', '2026-01-05T00:00:00</Dt></BookgDt>'),
      `${STATEMENT}/Ntry/BookgDt/Dt: the date has another form than the schema demands`,
    ],
    [
      'a date inside a date',
      entry('08').replace('<Dt>2026-01-05</Dt></BookgDt>', '<Dt><DtTm>2026-01-05T00:00:00</DtTm></Dt></BookgDt>'),
      `${STATEMENT}/Ntry/BookgDt/Dt/DtTm: the date has another form than the schema demands`,
    ],
    [
      'an account of a payer that is not an IBAN',
      entry('08', {
        more: '<NtryDtls><TxDtls><RltdPties><DbtrAcct><Id><IBAN>DE12</IBAN></Id></DbtrAcct></RltdPties></TxDtls></NtryDtls>',
      }),
      `${STATEMENT}/Ntry/NtryDtls/TxDtls/RltdPties/DbtrAcct/Id/IBAN: the text is not an IBAN`,
    ],
  ])('%s', (_, parts, deviation) => {
    expect(deviationsOf(statement(parts))).toEqual([deviation]);
  });

  test.each(['2026-01-06', '2026-01-06T06:00:00.000+0100', '2026-01-06 06:00:00'])('a time like %s', (time) => {
    const text = statement(entry('08')).replace('2026-01-06T06:00:00+01:00', time);
    expect(readReport(text).createdAt).toBe(time);
    expect(deviationsOf(text)).toEqual([
      '/Document/BkToCstmrStmt/GrpHdr/CreDtTm: the date has another form than the schema demands',
    ]);
  });

  test('a hundred times at most', () => {
    const list = deviationsOf(statement(entry('08', { before: '<Colour/>' }).repeat(150)));
    expect(list).toHaveLength(101);
    expect(list.at(-1)).toBe('/: 50 more deviations');
  });

  test('as the schema of the operator finds it', () => {
    const schema = (type: string): string => `<?xml version="1.0" encoding="UTF-8"?>
      <xs:schema xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08" xmlns:xs="http://www.w3.org/2001/XMLSchema"
        elementFormDefault="qualified" targetNamespace="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08">
        <xs:element name="Document"><xs:complexType><xs:sequence>
          <xs:element name="BkToCstmrStmt"><xs:complexType><xs:sequence>
            <xs:element name="GrpHdr"><xs:complexType><xs:sequence>
              <xs:element name="MsgId" type="${type}"/><xs:element name="CreDtTm" type="xs:dateTime"/>
            </xs:sequence></xs:complexType></xs:element>
            <xs:any processContents="skip" maxOccurs="unbounded"/>
          </xs:sequence></xs:complexType></xs:element>
        </xs:sequence></xs:complexType></xs:element>
      </xs:schema>`;
    const findings = (type: string): readonly string[] => {
      const schemas = messages.openSchemas([{ name: 'camt.053.xsd', bytes: utf8(schema(type)) }]);
      expect(schemas.messages).toEqual(['camt.053.001.08']);
      const outcome = messages.readBankMessage(utf8(statement(entry('08'))), { schemas });
      schemas.close();
      return outcome.ok ? outcome.deviations : [outcome.problem.message];
    };
    expect(findings('xs:string')).toEqual([]);
    expect(findings('xs:integer')).toEqual([
      expect.stringMatching(/^(\/|line 1: )Element 'MsgId': the text is not a valid value/),
    ]);
  });
});

test.each<readonly [string, string, string]>([
  ['is not XML', 'schema', 'the file is not'],
  ['is not a schema of ISO 20022', '<a/>', 'its target namespace is not a message of ISO 20022'],
  [
    'does not compile',
    '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><xs:element/></xs:schema>',
    '',
  ],
  ['has a document type', '<!DOCTYPE a><a/>', 'the file has a document type'],
])('refuses a schema that %s', (_, text, reason) => {
  expect(() => messages.openSchemas([{ name: 'a.xsd', bytes: utf8(text) }])).toThrow(
    new RegExp(`^the schema a\\.xsd cannot be used: .*${reason === 'the file is not' ? '' : reason}`),
  );
});
