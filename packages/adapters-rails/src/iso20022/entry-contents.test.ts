import { describe, expect, test } from 'vitest';
import { ACCOUNT, camt, entry, STATEMENT_02 } from '../testing/iso20022/bank-documents.js';
import { openDocumentReader } from '../testing/iso20022/document-reader.js';
import type { EntryDetail, StatementEntry } from './index.js';

const { read, entriesOf, readReport } = await openDocumentReader();

const ENTRY = '/Document/BkToCstmrStmt/Stmt/Ntry';

const statement = (...parts: readonly string[]): string => camt('camt.053.001.08', ACCOUNT + parts.join(''));
const withMore = (more: string, over: Parameters<typeof entry>[1] = {}): string =>
  statement(entry('08', { ...over, more }));
const entryWith = (more: string): StatementEntry => entriesOf(withMore(more))[0]!;
const detailWith = (content: string): EntryDetail =>
  entryWith(`<NtryDtls><TxDtls>${content}</TxDtls></NtryDtls>`).details[0]!;

describe('the details of an entry', () => {
  const detail = (amount: string, more = ''): string => `<TxDtls><Amt Ccy="EUR">${amount}</Amt>${more}</TxDtls>`;
  const deviationsOf = (details: string, before = ''): readonly string[] =>
    read(withMore(`${before}<NtryDtls>${details}</NtryDtls>`)).deviations;
  const DIFFERENT = `${ENTRY}: the details do not add up to the amount of the entry`;
  const charge = '<Chrgs><Rcrd><Amt Ccy="EUR">2.00</Amt></Rcrd></Chrgs>';

  test('are compared with it: those of the other direction are subtracted', () => {
    expect(deviationsOf(detail('60.00') + detail('40.00'))).toEqual([]);
    expect(deviationsOf(detail('60.00') + detail('39.99'))).toEqual([DIFFERENT]);
    const [credit, debit] = ['CRDT', 'DBIT'].map((indicator) => `<CdtDbtInd>${indicator}</CdtDbtInd>`);
    expect(deviationsOf(detail('140.00', credit) + detail('40.00', debit))).toEqual([]);
    expect(deviationsOf(detail('60.00', credit) + detail('40.00', debit))).toEqual([DIFFERENT]);
  });

  test('are not compared with charges, or with an amount that is not known', () => {
    expect(deviationsOf(detail('98.00'), charge)).toEqual([]);
    expect(deviationsOf(detail('98.00', charge))).toEqual([]);
    expect(deviationsOf(`${detail('98.00')}<TxDtls></TxDtls>`)).toEqual([]);
    expect(deviationsOf('')).toEqual([]);
  });

  test('are those of all blocks in order; a block without a batch is none', () => {
    const read2 = entryWith(
      `<NtryDtls>${detail('60.00')}</NtryDtls><NtryDtls><Btch><PmtInfId>P1</PmtInfId></Btch>${detail('40.00')}</NtryDtls>`,
    );
    expect(read2.details.map(({ amount }) => amount)).toEqual([6000n, 4000n]);
    expect(read2.batches).toEqual([{ messageId: null, paymentInformationId: 'P1', count: null, total: null }]);
  });

  test('have the total of a batch only in the currency of the entry', () => {
    const totalOf = (total: string) => entryWith(`<NtryDtls><Btch>${total}</Btch></NtryDtls>`).batches[0]!.total;
    expect(totalOf('<TtlAmt Ccy="EUR">100.00</TtlAmt>')).toBe(10_000n);
    expect(totalOf('<TtlAmt Ccy="USD">100.00</TtlAmt>')).toBeNull();
    expect(totalOf('<TtlAmt Ccy="XTS">100.00</TtlAmt>')).toBeNull();
  });
});

describe('a payment', () => {
  test('has the code of its transaction, of which each part may be missing', () => {
    const codeIn = (content: string) => detailWith(`<BkTxCd>${content}</BkTxCd>`).transactionCode;
    const none = { domain: null, family: null, subFamily: null, proprietary: null };
    expect(codeIn('<Domn><Cd>PMNT</Cd></Domn>')).toEqual({ ...none, domain: 'PMNT' });
    expect(codeIn('<Domn><Fmly><Cd>RCDT</Cd></Fmly></Domn>')).toEqual({ ...none, family: 'RCDT' });
    expect(codeIn('<Domn><Fmly><SubFmlyCd>ESCT</SubFmlyCd></Fmly></Domn>')).toEqual({ ...none, subFamily: 'ESCT' });
    expect(codeIn('<Prtry><Cd>166</Cd></Prtry>')).toEqual({ ...none, proprietary: '166' });
    expect(codeIn('<Domn><Fmly></Fmly></Domn><Prtry></Prtry>')).toBeNull();
  });

  test('has parties in either form, with the bank of each', () => {
    const parties = `<Dbtr><Nm>Ada</Nm></Dbtr><UltmtDbtr><Pty><Nm>Lovelace</Nm></Pty></UltmtDbtr>
      <Cdtr><Agt><FinInstnId><BIC>COBADEFF</BIC><Nm>A Bank</Nm></FinInstnId></Agt></Cdtr><UltmtCdtr><Nm>Grace</Nm></UltmtCdtr>`;
    const agents = `<DbtrAgt><FinInstnId><BICFI>PSSTFRPPPAR</BICFI></FinInstnId></DbtrAgt>
      <CdtrAgt><FinInstnId><BICFI>ABNANL2A</BICFI></FinInstnId></CdtrAgt>`;
    const detail = detailWith(`<RltdPties>${parties}</RltdPties><RltdAgts>${agents}</RltdAgts>`);
    const party = { account: null, isIban: false, bic: null };
    expect(detail.debtor).toEqual({ ...party, name: 'Ada', bic: 'PSSTFRPPPAR' });
    expect(detail.ultimateDebtor).toEqual({ ...party, name: 'Lovelace' });
    expect(detail.creditor).toEqual({ ...party, name: 'A Bank', bic: 'COBADEFF' });
    expect(detail.ultimateCreditor).toEqual({ ...party, name: 'Grace' });
  });

  test('has its remittance without empty texts, and references of the first versions', () => {
    const structured = `<Strd><CdtrRefInf><CdtrRef>RF18539007547034</CdtrRef></CdtrRefInf><AddtlRmtInf>a</AddtlRmtInf>
      <AddtlRmtInf></AddtlRmtInf></Strd><Strd><CdtrRefInf><Ref>RF6518K5</Ref></CdtrRefInf></Strd><Strd></Strd>`;
    expect(detailWith(`<RmtInf><Ustrd>Rent</Ustrd><Ustrd></Ustrd>${structured}</RmtInf>`).remittance).toEqual({
      unstructured: ['Rent'],
      creditorReferences: ['RF18539007547034', 'RF6518K5'],
      additional: ['a'],
    });
    expect(detailWith('').remittance).toEqual({ unstructured: [], creditorReferences: [], additional: [] });
  });

  test('is a return with its reason, in the form of each version', () => {
    const returned = (content: string) => detailWith(`<RtrInf>${content}</RtrInf>`).returned;
    const none = { reasonCode: null, proprietary: null, texts: [], originalTransactionCode: null };
    expect(returned('')).toEqual(none);
    expect(returned('<Rsn><Cd>AC04</Cd></Rsn><AddtlInf>closed</AddtlInf>')).toEqual({
      ...none,
      reasonCode: 'AC04',
      texts: ['closed'],
    });
    expect(returned('<RtrRsn><Cd>MD07</Cd></RtrRsn><AddtlRtrRsnInf>dead</AddtlRtrRsnInf>')).toEqual({
      ...none,
      reasonCode: 'MD07',
      texts: ['dead'],
    });
    expect(returned('<Rsn>AC01</Rsn>')).toEqual({ ...none, reasonCode: 'AC01' });
    expect(returned('<Rsn><Prtry>ZZZ</Prtry></Rsn>')).toEqual({ ...none, proprietary: 'ZZZ' });
  });

  test('has the ids and texts that the statement of version 02 writes', () => {
    const [, returned] = readReport(STATEMENT_02).statements[0]!.entries;
    expect(returned!.details[0]).toMatchObject({
      references: {
        ...{ messageId: 'M0', servicerReference: null, paymentInformationId: 'P0', instructionId: 'I0' },
        ...{ endToEndId: 'E0', transactionId: 'T0', uetr: null, clearingSystemReference: null },
      },
      purpose: null,
      additionalInformation: null,
      remittance: { unstructured: ['Rent'], creditorReferences: [], additional: [] },
    });
  });
});

describe('charges', () => {
  const charge = { currency: 'EUR', direction: null, bearer: null, included: null };

  test('are the records of each version, else their total', () => {
    const records = `<Chrgs><TtlChrgsAndTaxAmt Ccy="EUR">3.00</TtlChrgsAndTaxAmt>
      <Rcrd><Amt Ccy="EUR">1.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><ChrgInclInd>false</ChrgInclInd><Br>SHAR</Br></Rcrd>
      <Rcrd><Amt Ccy="EUR">2.00</Amt></Rcrd></Chrgs>`;
    expect(entryWith(records).charges).toEqual([
      { amount: 100n, currency: 'EUR', direction: 'IN', bearer: 'SHAR', included: false },
      { ...charge, amount: 200n },
    ]);
    expect(entryWith('<Chrgs><TtlChrgsAndTaxAmt Ccy="EUR">3.00</TtlChrgsAndTaxAmt></Chrgs>').charges).toEqual([
      { ...charge, amount: 300n },
    ]);
    expect(entryWith('<ChrgsInf><Amt Ccy="EUR">4.00</Amt></ChrgsInf>').charges).toEqual([{ ...charge, amount: 400n }]);
  });

  test('without an amount, or in an unknown currency, are left out', () => {
    expect(entryWith('<Chrgs></Chrgs>').charges).toEqual([]);
    const unknown = '<Chrgs><Rcrd><Amt Ccy="XTS">1.00</Amt></Rcrd></Chrgs>';
    expect(entryWith(unknown).charges).toEqual([]);
    expect(read(withMore(unknown)).deviations).toEqual([`${ENTRY}/Chrgs/Rcrd/Amt: the currency is not in ISO 4217`]);
  });
});

describe('the summary of a statement', () => {
  const part = (name: string, count: string, sum?: string): string =>
    `<${name}><NbOfNtries>${count}</NbOfNtries>${sum === undefined ? '' : `<Sum>${sum}</Sum>`}</${name}>`;
  const entries = [entry('08'), entry('08', { indicator: 'DBIT', amount: '30.00' })].join('');
  const deviationsOf = (summary: string, account = ACCOUNT, page = ''): readonly string[] => {
    const text = camt('camt.053.001.08', `${account}<TxsSummry>${summary}</TxsSummry>${entries}`);
    return read(text.replace('<ElctrncSeqNb>', `${page}<ElctrncSeqNb>`)).deviations;
  };
  const PLACE = '/Document/BkToCstmrStmt/Stmt/TxsSummry';
  const counts = (name: string, count: number): string =>
    `${PLACE}/${name}/NbOfNtries: the summary does not count the ${count} entries of this kind`;
  const sums = (name: string): string => `${PLACE}/${name}/Sum: the summary is not the sum of its entries`;

  test('has the number and the sum of all entries, of credits and of debits', () => {
    const right = [
      part('TtlNtries', '2', '130.00'),
      part('TtlCdtNtries', '1', '100'),
      part('TtlDbtNtries', '001', '30.0'),
    ];
    expect(deviationsOf(right.join(''))).toEqual([]);
    const wrong = [part('TtlNtries', '3', '70.00'), part('TtlCdtNtries', '2', '30'), part('TtlDbtNtries', '0', '100')];
    expect(deviationsOf(wrong.join(''))).toEqual([
      ...[counts('TtlNtries', 2), sums('TtlNtries'), counts('TtlCdtNtries', 1), sums('TtlCdtNtries')],
      ...[counts('TtlDbtNtries', 1), sums('TtlDbtNtries')],
    ]);
    expect(deviationsOf(part('TtlNtries', '20'))).toEqual([counts('TtlNtries', 2)]);
  });

  test('may count no entries with any number of zeros', () => {
    const text = (count: string): string =>
      camt('camt.053.001.08', `${ACCOUNT}<TxsSummry>${part('TtlNtries', count)}</TxsSummry>`);
    expect(read(text('000')).deviations).toEqual([]);
    expect(read(text('100')).deviations).toEqual([counts('TtlNtries', 0)]);
  });

  test('is in the currency of the first entry if the account has none', () => {
    const account = ACCOUNT.replace('<Ccy>EUR</Ccy>', '');
    expect(deviationsOf(part('TtlNtries', '2', '130.00'), account)).toEqual([]);
    expect(deviationsOf(part('TtlNtries', '2', '130.01'), account)).toEqual([sums('TtlNtries')]);
  });

  test('is compared with a page only if it is the only one', () => {
    const page = (number: string, last: string): string =>
      `<StmtPgntn><PgNb>${number}</PgNb><LastPgInd>${last}</LastPgInd></StmtPgntn>`;
    const wrong = part('TtlNtries', '9');
    expect(deviationsOf(wrong, ACCOUNT, page('1', 'true'))).toEqual([counts('TtlNtries', 2)]);
    expect(deviationsOf(wrong, ACCOUNT, page('1', 'false'))).toEqual([]);
    expect(deviationsOf(wrong, ACCOUNT, page('2', 'true'))).toEqual([]);
  });
});
