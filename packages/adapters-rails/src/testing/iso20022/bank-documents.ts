/** Documents in the forms that banks use, with the optional parts of the schemas. Names and numbers are invented. */

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>';
export const OWN_IBAN = 'DE89370400440532013000';

const namespace = (message: string): string => `xmlns="urn:iso:std:iso:20022:tech:xsd:${message}"`;

const header = (more = ''): string =>
  `<GrpHdr><MsgId>MSG-1</MsgId><CreDtTm>2026-01-06T06:00:00+01:00</CreDtTm>${more}</GrpHdr>`;

export const ACCOUNT = `<Acct><Id><IBAN>${OWN_IBAN}</IBAN></Id><Ccy>EUR</Ccy><Ownr><Nm>Acme Payments GmbH</Nm></Ownr></Acct>`;

export const balance = (type: string, amount: string, indicator = 'CRDT'): string =>
  `<Bal><Tp><CdOrPrtry><Cd>${type}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>${indicator}</CdtDbtInd>
   <Dt><Dt>2026-01-05</Dt></Dt></Bal>`;

const FORMS: Readonly<Record<string, readonly [container: string, statement: string]>> = {
  '052': ['BkToCstmrAcctRpt', 'Rpt'],
  '053': ['BkToCstmrStmt', 'Stmt'],
  '054': ['BkToCstmrDbtCdtNtfctn', 'Ntfctn'],
};

/** A camt message with these contents of its statements after CreDtTm; `message` is such as `camt.053.001.08`. */
export function camt(message: string, ...statements: readonly string[]): string {
  const [container, statement] = FORMS[message.slice(5, 8)]!;
  const parts = statements.map((content, index) => {
    const id = `<Id>STMT-${index + 1}</Id><ElctrncSeqNb>${index + 5}</ElctrncSeqNb>`;
    return `<${statement}>${id}<CreDtTm>2026-01-06T05:59:00</CreDtTm>${content}</${statement}>`;
  });
  return `${HEAD}<Document ${namespace(message)}><${container}>${header()}${parts.join('')}</${container}></Document>`;
}

/** An entry with a code for its status as the version of the message writes it. */
export function entry(
  version: '02' | '04' | '08',
  {
    amount = '100.00',
    currency = 'EUR',
    indicator = 'CRDT',
    status = 'BOOK',
    before = '',
    code = '<BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>RCDT</Cd><SubFmlyCd>ESCT</SubFmlyCd></Fmly></Domn></BkTxCd>',
    more = '',
  } = {},
): string {
  const text = version === '08' ? `<Cd>${status}</Cd>` : status;
  return `<Ntry>${before}<Amt Ccy="${currency}">${amount}</Amt><CdtDbtInd>${indicator}</CdtDbtInd><Sts>${text}</Sts>
    <BookgDt><Dt>2026-01-05</Dt></BookgDt><ValDt><Dt>2026-01-05</Dt></ValDt>${code}${more}</Ntry>`;
}

/** Version 02: charges flat, parties direct, BIC; a return, a batch without details, an entry in pages. */
export const STATEMENT_02 = `${HEAD}
<Document ${namespace('camt.053.001.02')} xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
  xsi:schemaLocation="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02 camt.053.001.02.xsd">
 <BkToCstmrStmt>
  ${header('<MsgPgntn><PgNb>1</PgNb><LastPgInd>true</LastPgInd></MsgPgntn>')}
  <Stmt>
   <Id>STMT-1</Id><ElctrncSeqNb>4</ElctrncSeqNb><LglSeqNb>2</LglSeqNb><CreDtTm>2026-01-06T05:59:00.000+01:00</CreDtTm>
   <FrToDt><FrDtTm>2026-01-05T00:00:00</FrDtTm><ToDtTm>2026-01-05T23:59:59</ToDtTm></FrToDt>
   ${ACCOUNT}
   ${balance('PRCD', '1000.00')}
   ${balance('CLBD', '35.66', 'DBIT')}
   <TxsSummry><TtlNtries><NbOfNtries>4</NbOfNtries><Sum>1236.66</Sum></TtlNtries>
    <TtlCdtNtries><NbOfNtries>2</NbOfNtries><Sum>100.50</Sum></TtlCdtNtries>
    <TtlDbtNtries><NbOfNtries>2</NbOfNtries><Sum>1136.16</Sum></TtlDbtNtries></TxsSummry>
   <Ntry>
    <NtryRef>1</NtryRef><Amt Ccy="EUR">1130.16</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts>
    <BookgDt><Dt>2026-01-05</Dt></BookgDt><ValDt><Dt>2026-01-05</Dt></ValDt><AcctSvcrRef>NONREF</AcctSvcrRef>
    <BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>ICDT</Cd><SubFmlyCd>ESCT</SubFmlyCd></Fmly></Domn>
     <Prtry><Cd>NTRF+191</Cd><Issr>DK</Issr></Prtry></BkTxCd>
    <NtryDtls><Btch><MsgId>M1</MsgId><PmtInfId>P1</PmtInfId><NbOfTxs>3</NbOfTxs><TtlAmt Ccy="EUR">1130.16</TtlAmt>
     <CdtDbtInd>DBIT</CdtDbtInd></Btch></NtryDtls>
   </Ntry>
   <Ntry>
    <NtryRef>2</NtryRef><Amt Ccy="EUR">97.50</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts>
    <BookgDt><Dt>2026-01-05</Dt></BookgDt><ValDt><Dt>2026-01-05</Dt></ValDt><AcctSvcrRef>ASR-2</AcctSvcrRef>
    <BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>ICDT</Cd><SubFmlyCd>RRTN</SubFmlyCd></Fmly></Domn></BkTxCd>
    <NtryDtls><TxDtls>
     <Refs><MsgId>M0</MsgId><PmtInfId>P0</PmtInfId><InstrId>I0</InstrId><EndToEndId>E0</EndToEndId><TxId>T0</TxId></Refs>
     <AmtDtls><InstdAmt><Amt Ccy="EUR">100.00</Amt></InstdAmt><TxAmt><Amt Ccy="EUR">100.00</Amt></TxAmt></AmtDtls>
     <Chrgs><Amt Ccy="EUR">2.50</Amt><CdtDbtInd>DBIT</CdtDbtInd><Br>SLEV</Br></Chrgs>
     <RltdPties><Dbtr><Nm>Acme Payments GmbH</Nm></Dbtr><Cdtr><Nm>Ada Example</Nm></Cdtr>
      <CdtrAcct><Id><IBAN>NL91ABNA0417164300</IBAN></Id></CdtrAcct></RltdPties>
     <RltdAgts><CdtrAgt><FinInstnId><BIC>ABNANL2A</BIC></FinInstnId></CdtrAgt></RltdAgts>
     <RmtInf><Ustrd>Rent</Ustrd></RmtInf>
     <RtrInf><OrgnlBkTxCd><Prtry><Cd>116</Cd></Prtry></OrgnlBkTxCd><Orgtr><Nm>ABN</Nm></Orgtr><Rsn><Cd>AC04</Cd></Rsn>
      <AddtlInf>closed account</AddtlInf><AddtlInf>01/2026</AddtlInf></RtrInf>
    </TxDtls></NtryDtls>
   </Ntry>
   <Ntry>
    <NtryRef>3</NtryRef><Amt Ccy="EUR">3</Amt><CdtDbtInd>CRDT</CdtDbtInd><RvslInd>true</RvslInd><Sts>BOOK</Sts>
    <BookgDt><DtTm>2026-01-05T23:30:00-05:00</DtTm></BookgDt><AcctSvcrRef>ASR-3</AcctSvcrRef>
    <BkTxCd><Prtry><Cd>NCHG+808</Cd></Prtry></BkTxCd><AddtlNtryInf>Fee taken back</AddtlNtryInf>
   </Ntry>
   <Ntry>
    <NtryRef>4</NtryRef><Amt Ccy="EUR">6.00</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>PDNG</Sts><BkTxCd/>
    <Chrgs><TtlChrgsAndTaxAmt Ccy="EUR">6.00</TtlChrgsAndTaxAmt><Amt Ccy="EUR">5.00</Amt></Chrgs>
    <Chrgs><Amt Ccy="EUR">1.00</Amt><CdtDbtInd>DBIT</CdtDbtInd></Chrgs>
   </Ntry>
  </Stmt>
 </BkToCstmrStmt>
</Document>`;

/** Version 08: Sts with Cd, parties inside Pty or Agt, UETR, several NtryDtls, a currency exchange, other accounts. */
export const NOTIFICATION_08 = `${HEAD}
<ns2:Document xmlns:ns2="urn:iso:std:iso:20022:tech:xsd:camt.054.001.08"><ns2:BkToCstmrDbtCdtNtfctn>
 <ns2:GrpHdr><ns2:MsgId>MSG-8</ns2:MsgId><ns2:CreDtTm>2026-01-05T10:00:00Z</ns2:CreDtTm></ns2:GrpHdr>
 <ns2:Ntfctn><ns2:Id>N-8</ns2:Id>
  <ns2:NtfctnPgntn><ns2:PgNb>2</ns2:PgNb><ns2:LastPgInd>false</ns2:LastPgInd></ns2:NtfctnPgntn>
  <ns2:CpyDplctInd>DUPL</ns2:CpyDplctInd>
  <ns2:Acct><ns2:Id><ns2:Othr><ns2:Id>0532013000</ns2:Id></ns2:Othr></ns2:Id></ns2:Acct>
  <ns2:Ntry><ns2:Amt Ccy="EUR">100.00</ns2:Amt><ns2:CdtDbtInd>CRDT</ns2:CdtDbtInd><ns2:Sts><ns2:Cd>BOOK</ns2:Cd></ns2:Sts>
   <ns2:BookgDt><ns2:Dt>2026-01-05</ns2:Dt></ns2:BookgDt><ns2:AcctSvcrRef>ASR-8</ns2:AcctSvcrRef>
   <ns2:BkTxCd><ns2:Domn><ns2:Cd>PMNT</ns2:Cd><ns2:Fmly><ns2:Cd>RRCT</ns2:Cd><ns2:SubFmlyCd>ESCT</ns2:SubFmlyCd></ns2:Fmly></ns2:Domn></ns2:BkTxCd>
   <ns2:Chrgs><ns2:Rcrd><ns2:Amt Ccy="EUR">0.10</ns2:Amt><ns2:CdtDbtInd>DBIT</ns2:CdtDbtInd><ns2:ChrgInclInd>true</ns2:ChrgInclInd><ns2:Br>SHAR</ns2:Br></ns2:Rcrd></ns2:Chrgs>
   <ns2:NtryDtls><ns2:TxDtls>
    <ns2:Refs><ns2:EndToEndId>NOTPROVIDED</ns2:EndToEndId><ns2:UETR>8A562C67-CA16-48BA-B074-65581BE6F001</ns2:UETR><ns2:ClrSysRef>C-1</ns2:ClrSysRef></ns2:Refs>
    <ns2:Amt Ccy="EUR">60.00</ns2:Amt><ns2:CdtDbtInd>CRDT</ns2:CdtDbtInd>
    <ns2:AmtDtls>
     <ns2:InstdAmt><ns2:Amt Ccy="USD">70.00</ns2:Amt></ns2:InstdAmt>
     <ns2:TxAmt><ns2:Amt Ccy="USD">70.00</ns2:Amt><ns2:CcyXchg><ns2:SrcCcy>USD</ns2:SrcCcy><ns2:TrgtCcy>EUR</ns2:TrgtCcy><ns2:XchgRate>1.1666</ns2:XchgRate></ns2:CcyXchg></ns2:TxAmt>
    </ns2:AmtDtls>
    <ns2:RltdPties>
     <ns2:Dbtr><ns2:Pty><ns2:Nm>Zoë &amp; Co</ns2:Nm></ns2:Pty></ns2:Dbtr>
     <ns2:DbtrAcct><ns2:Id><ns2:IBAN>FR1420041010050500013M02606</ns2:IBAN></ns2:Id></ns2:DbtrAcct>
     <ns2:UltmtDbtr><ns2:Pty><ns2:Nm>Ultimate</ns2:Nm></ns2:Pty></ns2:UltmtDbtr>
     <ns2:Cdtr><ns2:Agt><ns2:FinInstnId><ns2:BICFI>COBADEFFXXX</ns2:BICFI><ns2:Nm>A Bank</ns2:Nm></ns2:FinInstnId></ns2:Agt></ns2:Cdtr>
    </ns2:RltdPties>
    <ns2:RltdAgts><ns2:DbtrAgt><ns2:FinInstnId><ns2:BICFI>PSSTFRPPPAR</ns2:BICFI></ns2:FinInstnId></ns2:DbtrAgt></ns2:RltdAgts>
    <ns2:Purp><ns2:Cd>GDDS</ns2:Cd></ns2:Purp>
    <ns2:RmtInf><ns2:Ustrd>first</ns2:Ustrd><ns2:Ustrd><![CDATA[second <line>]]></ns2:Ustrd>
     <ns2:Strd><ns2:CdtrRefInf><ns2:Tp><ns2:CdOrPrtry><ns2:Cd>SCOR</ns2:Cd></ns2:CdOrPrtry></ns2:Tp><ns2:Ref>RF18539007547034</ns2:Ref></ns2:CdtrRefInf></ns2:Strd>
     <ns2:Strd><ns2:CdtrRefInf><ns2:Ref>rf18 5390 0754 7034</ns2:Ref></ns2:CdtrRefInf><ns2:AddtlRmtInf>more</ns2:AddtlRmtInf></ns2:Strd></ns2:RmtInf>
    <ns2:AddtlTxInf>info</ns2:AddtlTxInf>
   </ns2:TxDtls></ns2:NtryDtls>
   <ns2:NtryDtls><ns2:TxDtls>
    <ns2:AmtDtls><ns2:TxAmt><ns2:Amt Ccy="EUR">40.00</ns2:Amt></ns2:TxAmt></ns2:AmtDtls>
    <ns2:RltdPties><ns2:DbtrAcct><ns2:Id><ns2:Othr><ns2:Id>12345</ns2:Id></ns2:Othr></ns2:Id></ns2:DbtrAcct></ns2:RltdPties>
    <ns2:RtrInf><ns2:Rsn><ns2:Prtry>ZZZ</ns2:Prtry></ns2:Rsn></ns2:RtrInf>
   </ns2:TxDtls></ns2:NtryDtls>
  </ns2:Ntry>
 </ns2:Ntfctn>
</ns2:BkToCstmrDbtCdtNtfctn></ns2:Document>`;

/** A status report with these contents after GrpHdr. */
export const pain002 = (version: '03' | '10', content: string): string =>
  `${HEAD}<Document ${namespace(`pain.002.001.${version}`)}><CstmrPmtStsRpt>${header()}${content}</CstmrPmtStsRpt></Document>`;

export const originalFile = (more = ''): string =>
  `<OrgnlGrpInfAndSts><OrgnlMsgId>M1</OrgnlMsgId><OrgnlMsgNmId>pain.001.001.09</OrgnlMsgNmId>${more}</OrgnlGrpInfAndSts>`;

/** A rejected batch in which one payment is accepted. */
export const STATUS_10 = pain002(
  '10',
  `${originalFile('<OrgnlNbOfTxs>2</OrgnlNbOfTxs><GrpSts>PART</GrpSts>')}
  <OrgnlPmtInfAndSts><OrgnlPmtInfId>P1</OrgnlPmtInfId><PmtInfSts>RJCT</PmtInfSts>
   <StsRsnInf><Orgtr><Nm>Bank</Nm></Orgtr><Rsn><Cd>AM04</Cd></Rsn><AddtlInf>no funds</AddtlInf><AddtlInf>today</AddtlInf></StsRsnInf>
   <StsRsnInf><Rsn><Prtry>X99</Prtry></Rsn></StsRsnInf>
   <NbOfTxsPerSts><DtldNbOfTxs>1</DtldNbOfTxs><DtldSts>RJCT</DtldSts></NbOfTxsPerSts>
   <TxInfAndSts><StsId>S1</StsId><OrgnlInstrId>I1</OrgnlInstrId><OrgnlEndToEndId>E1</OrgnlEndToEndId>
    <OrgnlUETR>8a562c67-ca16-48ba-b074-65581be6f001</OrgnlUETR><TxSts>ACSC</TxSts>
    <AccptncDtTm>2026-01-05T10:00:00Z</AccptncDtTm><AcctSvcrRef>ASR-1</AcctSvcrRef>
    <OrgnlTxRef><Amt><InstdAmt Ccy="EUR">12.34</InstdAmt></Amt></OrgnlTxRef></TxInfAndSts>
  </OrgnlPmtInfAndSts>`,
);
