import { describe, expect, test } from 'vitest';
import { ACCOUNT, camt, entry } from '../testing/iso20022/bank-documents.js';
import { camt053Schema } from '../testing/iso20022/camt-053-schema.js';
import { openDocumentReader } from '../testing/iso20022/document-reader.js';
import { loadBankMessages, type Schemas } from './index.js';

const messages = await loadBankMessages();
const { read, readReport, problemOf } = await openDocumentReader();

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const TEXT = camt('camt.053.001.08', ACCOUNT + entry('08'));

describe('the text of a document', () => {
  test('goes on behind comments', () => {
    const seen = readReport(TEXT).statements;
    for (const extra of ['<!-- a -->', '<!-- <?a?> -->', '<!-- a --><!-- b -->', '<![CDATA[]]><!-- a -->']) {
      expect(readReport(TEXT.replace('Acme ', `Ac${extra}me `)).statements).toEqual(seen);
      expect(readReport(TEXT.replace('</Acct>', `</Acct>${extra}`)).statements).toEqual(seen);
    }
  });

  test.each([
    ['in front of it', TEXT.replace('<Document', '<?a b?><Document'), '<?a b?><Document'],
    ['in an element', TEXT.replace('</Acct>', '</Acct><?xml-stylesheet href="a"?>'), '<?xml-stylesheet href='],
    ['in a text', TEXT.replace('Acme ', 'Ac<?a?>me '), '<?a?>me '],
    ['behind it', `${TEXT}<?a?>`, '<?a?>'],
    ['behind a comment and a CDATA section', TEXT.replace('Acme ', '<!-- <?b?> --><![CDATA[<?c?>]]><?d?>'), '<?d?>'],
  ])('has no processing instructions %s', (_, text, shown) => {
    const { code, message, place } = problemOf(text);
    expect([code, place]).toEqual(['PROCESSING_INSTRUCTION', null]);
    expect(message).toContain(`the file has the processing instruction ${JSON.stringify(shown).slice(0, -1)}`);
  });

  test('has its XML declaration at its start', () => {
    const message = 'the file has an XML declaration that is not at its start';
    for (const text of [` ${TEXT}`, TEXT + TEXT]) {
      expect(problemOf(text)).toEqual({ code: 'NOT_XML', place: null, message });
    }
  });

  test('with many processing instructions is refused at once', () => {
    const started = performance.now();
    expect(problemOf(TEXT.replace('</Acct>', `</Acct>${'<?a?>'.repeat(40_000)}`)).code).toBe('PROCESSING_INSTRUCTION');
    expect(performance.now() - started).toBeLessThan(1000);
  });

  test('may contain what looks like a processing instruction in CDATA', () => {
    const [entryWithText] = readReport(
      camt('camt.053.001.08', ACCOUNT + entry('08', { more: '<AddtlNtryInf><![CDATA[a <?b?>]]></AddtlNtryInf>' })),
    ).statements[0]!.entries;
    expect(entryWithText!.additionalInformation).toBe('a <?b?>');
  });

  test('that is not well-formed is refused with one line, which says where', () => {
    expect(problemOf('<a>\n<b>\n</a>')).toEqual({
      code: 'NOT_XML',
      place: null,
      message: 'the file is not well-formed XML: Opening and ending tag mismatch: b line 2 and a (line 3, column 5)',
    });
  });

  test('may use attributes of other namespaces', () => {
    const other = TEXT.replace('<Amt Ccy="EUR">', '<Amt xmlns:x="urn:x" x:Ccy="USD" Ccy="EUR">');
    expect(readReport(other).statements).toEqual(readReport(TEXT).statements);
    expect(problemOf(TEXT.replace('<Amt Ccy="EUR">', '<Amt xmlns:x="urn:x" x:Ccy="EUR">'))).toMatchObject({
      code: 'MISSING_FIELD',
    });
  });

  test('has the elements of its namespace only', () => {
    const foreign = TEXT.replace('<MsgId>', '<MsgId xmlns="urn:x">OTHER</MsgId><MsgId>');
    expect(readReport(foreign).messageId).toBe('MSG-1');
    expect(read(foreign).deviations).toEqual([
      '/Document/BkToCstmrStmt/GrpHdr/MsgId[1]: the element is not known here',
    ]);
  });
});

describe('the message of a file', () => {
  const inner = TEXT.replace(/^<\?xml[^>]*>/, '');
  const wrapped = (levels: number): string => '<Env>'.repeat(levels) + inner + '</Env>'.repeat(levels);

  test('is at most four elements deep in envelopes', () => {
    expect(readReport(wrapped(4)).messageId).toBe('MSG-1');
    expect(problemOf(wrapped(5))).toEqual({
      ...{ code: 'UNKNOWN_MESSAGE', place: '/Env', message: 'the file is not an ISO 20022 message but "Env"' },
    });
  });

  test('is named in short', () => {
    const problem = problemOf(`<html xmlns="urn:${'x'.repeat(50)}"/>`);
    expect(problem.message).toBe(`the file is not an ISO 20022 message but "html of urn:${'x'.repeat(28)}…"`);
    const name = (length: number): string => problemOf(`<${'a'.repeat(length)}/>`).message;
    expect(name(40)).toBe(`the file is not an ISO 20022 message but "${'a'.repeat(40)}"`);
    expect(name(41)).toBe(`the file is not an ISO 20022 message but "${'a'.repeat(40)}…"`);
  });

  test('is named if it is not one of ISO 20022', () => {
    expect(problemOf('<html xmlns="urn:w3"/>').message).toBe(
      'the file is not an ISO 20022 message but "html of urn:w3"',
    );
    for (const namespace of [
      'urn:iso:std:iso:20022:tech:xsd:camt.053.001.088',
      'xurn:iso:std:iso:20022:tech:xsd:camt.053.001.08',
    ])
      expect(problemOf(`<Document xmlns="${namespace}"/>`).code).toBe('UNKNOWN_MESSAGE');
  });

  test('is refused with its name if banks do not send it', () => {
    expect(problemOf(TEXT.replaceAll('camt.053.001.08', 'pacs.008.001.08'))).toEqual({
      code: 'UNKNOWN_MESSAGE',
      place: '/Document',
      message: 'pacs.008.001.08 is not a message of a bank that is read',
    });
  });
});

describe('the structure of a message', () => {
  const STATEMENT = '/Document/BkToCstmrStmt/Stmt';
  const deviationsOf = (parts: string): readonly string[] => read(camt('camt.053.001.08', ACCOUNT + parts)).deviations;
  const detailed = (content: string): string =>
    entry('08', { more: `<NtryDtls><TxDtls>${content}</TxDtls></NtryDtls>` });

  test('has ids of 35 and texts of 140 characters', () => {
    const ref = (length: number): string => `<NtryRef>${'x'.repeat(length)}</NtryRef>`;
    expect(deviationsOf(entry('08', { before: ref(35) }))).toEqual([]);
    const text = (length: number): string => detailed(`<RmtInf><Ustrd>${'x'.repeat(length)}</Ustrd></RmtInf>`);
    expect(deviationsOf(text(140))).toEqual([]);
    expect(deviationsOf(text(141))).toEqual([
      `${STATEMENT}/Ntry/NtryDtls/TxDtls/RmtInf/Ustrd: the text has 141 characters; 140 are allowed`,
    ]);
  });

  test.each(['MsgId', 'AcctSvcrRef', 'PmtInfId', 'InstrId', 'EndToEndId', 'TxId', 'ClrSysRef'])(
    'reports a longer %s',
    (name) => {
      expect(deviationsOf(detailed(`<Refs><${name}>${'x'.repeat(36)}</${name}></Refs>`))).toEqual([
        `${STATEMENT}/Ntry/NtryDtls/TxDtls/Refs/${name}: the text has 36 characters; 35 are allowed`,
      ]);
    },
  );

  test('reports the first element that is out of order, and unknown ones all', () => {
    const before = '<BkTxCd/><Colour/>';
    expect(deviationsOf(entry('08', { before, code: '', more: '<NtryRef>1</NtryRef><Taste/>' }))).toEqual([
      `${STATEMENT}/Ntry/Colour: the element is not known here`,
      `${STATEMENT}/Ntry/Amt: the element comes after BkTxCd`,
      `${STATEMENT}/Ntry/Taste: the element is not known here`,
    ]);
  });
});

describe('the findings of the operator’s schemas', () => {
  const finding = (texts: readonly string[]): Schemas => ({
    messages: ['camt.053.001.08'],
    deviationsIn: (message) => (message === 'camt.053.001.08' ? texts : []),
    close: () => undefined,
  });
  const deviationsOf = (schemas: Schemas, bytes = utf8(TEXT)): readonly string[] => {
    const outcome = messages.readBankMessage(bytes, { schemas });
    if (!outcome.ok) throw new Error(outcome.problem.message);
    return outcome.deviations;
  };

  test('are a hundred at most', () => {
    const texts = (count: number): readonly string[] =>
      Array.from({ length: count }, (_, index) => `/: finding ${index}`);
    expect(deviationsOf(finding(texts(100)))).toEqual(texts(100));
    expect(deviationsOf(finding(texts(101)))).toEqual([...texts(100), '/: 1 more deviations']);
    expect(deviationsOf(finding(texts(250)))).toEqual([...texts(100), '/: 150 more deviations']);
  });

  const withSchemas = <T>(use: (schemas: Schemas) => T): T => {
    const schemas = messages.openSchemas([{ name: 'camt.053.xsd', bytes: camt053Schema() }]);
    try {
      return use(schemas);
    } finally {
      schemas.close();
    }
  };

  test('do not depend on the encoding of the file', () => {
    const utf16 = Buffer.from(`\uFEFF${TEXT.replace('encoding="UTF-8"', 'encoding="UTF-16"')}`, 'utf16le');
    withSchemas((schemas) => {
      const findings = deviationsOf(schemas);
      expect(deviationsOf(schemas, utf16)).toEqual(findings);
    });
  });

  test('are those of the message in an envelope, and none for a message without a schema', () => {
    withSchemas((schemas) => {
      const wrong = TEXT.replace(/^<\?xml[^>]*>/, '').replace('<CdtDbtInd>CRDT', '<CdtDbtInd>CREDIT');
      const findings = schemas.deviationsIn('camt.053.001.08', wrong);
      expect(findings).not.toEqual([]);
      expect(schemas.deviationsIn('camt.053.001.08', `<Env>${wrong}</Env>`)).toEqual(findings);
      expect(schemas.deviationsIn('camt.054.001.08', wrong)).toEqual([]);
    });
  });

  test('say where and what, without a value of the document', () => {
    withSchemas((schemas) => {
      const wrong = TEXT.replace('2026-01-06T06:00:00+01:00', 'SECRET');
      const prefixed = wrong.replace('xmlns=', 'xmlns:b=').replaceAll(/<(\/?)(?=[A-Z])/g, '<$1b:');
      const what = "Element 'CreDtTm': the text is not a valid value of the atomic type 'xs:dateTime'.";
      expect(schemas.deviationsIn('camt.053.001.08', prefixed)[0]).toBe(
        `/b:Document/b:BkToCstmrStmt/b:GrpHdr/b:CreDtTm: ${what}`,
      );
      // The library names no elements of a default namespace.
      expect(schemas.deviationsIn('camt.053.001.08', wrong)[0]).toBe(`line 1: ${what}`);
    });
  });
});
