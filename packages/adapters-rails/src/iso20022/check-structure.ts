import type { Deviations } from './read-fields.js';
import type { XmlElement } from './xml-element.js';

const STATEMENT = `Id StmtPgntn RptPgntn NtfctnPgntn ElctrncSeqNb RptgSeq LglSeqNb CreDtTm FrToDt CpyDplctInd RptgSrc Acct
  RltdAcct Intrst Bal TxsSummry Ntry AddtlStmtInf AddtlRptInf AddtlNtfctnInf`;

/**
 * The children that the schemas allow in the elements that are read, in their order, for all versions together. The
 * check of an official schema is stricter: `openSchemas`.
 */
const CHILDREN: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    BkToCstmrAcctRpt: 'GrpHdr Rpt SplmtryData',
    BkToCstmrStmt: 'GrpHdr Stmt SplmtryData',
    BkToCstmrDbtCdtNtfctn: 'GrpHdr Ntfctn SplmtryData',
    CstmrPmtStsRpt: 'GrpHdr OrgnlGrpInfAndSts OrgnlPmtInfAndSts SplmtryData',
    GrpHdr: 'MsgId CreDtTm InitgPty FwdgAgt DbtrAgt CdtrAgt MsgRcpt MsgPgntn OrgnlBizQry AddtlInf',
    Rpt: STATEMENT,
    Stmt: STATEMENT,
    Ntfctn: STATEMENT,
    Acct: 'Id Tp Ccy Nm Prxy Ownr Svcr',
    Bal: 'Tp CdtLine Amt CdtDbtInd Dt Avlbty',
    Ntry: `NtryRef Amt CdtDbtInd RvslInd Sts BookgDt ValDt AcctSvcrRef Avlbty BkTxCd ComssnWvrInd AddtlInfInd AmtDtls
      Chrgs TechInptChanl Intrst CardTx NtryDtls AddtlNtryInf`,
    NtryDtls: 'Btch TxDtls',
    Btch: 'MsgId PmtInfId NbOfTxs TtlAmt CdtDbtInd',
    TxDtls: `Refs Amt CdtDbtInd AmtDtls Avlbty BkTxCd Chrgs Intrst RltdPties RltdAgts LclInstrm Purp RltdRmtInf RmtInf
      RltdDts RltdPric RltdQties FinInstrmId Tax RtrInf CorpActn SfkpgAcct CshDpst CardTx AddtlTxInf SplmtryData`,
    Refs: `MsgId AcctSvcrRef PmtInfId InstrId EndToEndId UETR TxId MndtId ChqNb ClrSysRef AcctOwnrTxId AcctSvcrTxId
      MktInfrstrctrTxId PrcgId Prtry`,
    AmtDtls: 'InstdAmt TxAmt CntrValAmt AnncdPstngAmt PrtryAmt',
    RltdPties: 'InitgPty Dbtr DbtrAcct UltmtDbtr Cdtr CdtrAcct UltmtCdtr TradgPty Prtry',
    RmtInf: 'Ustrd Strd',
    Strd: 'RfrdDocInf RfrdDocAmt CdtrRefInf Invcr Invcee TaxRmt GrnshmtRmt AddtlRmtInf',
    CdtrRefInf: 'Tp Ref',
    RtrInf: 'OrgnlBkTxCd Orgtr Rsn AddtlInf',
    BkTxCd: 'Domn Prtry',
    OrgnlGrpInfAndSts: 'OrgnlMsgId OrgnlMsgNmId OrgnlCreDtTm OrgnlNbOfTxs OrgnlCtrlSum GrpSts StsRsnInf NbOfTxsPerSts',
    OrgnlPmtInfAndSts: 'OrgnlPmtInfId OrgnlNbOfTxs OrgnlCtrlSum PmtInfSts StsRsnInf NbOfTxsPerSts TxInfAndSts',
    TxInfAndSts: `StsId OrgnlInstrId OrgnlEndToEndId OrgnlUETR TxSts StsRsnInf ChrgsInf TrckrData AccptncDtTm
      AcctSvcrRef ClrSysRef OrgnlTxRef SplmtryData`,
    StsRsnInf: 'Orgtr Rsn AddtlInf',
  }).map(([name, children]) => [name, children.split(/\s+/)]),
);

/** Elements that the schemas limit to 35 or 140 characters. Longer texts are read whole. */
const LENGTHS: ReadonlyMap<string, number> = new Map([
  ...['MsgId', 'NtryRef', 'AcctSvcrRef', 'PmtInfId', 'InstrId', 'EndToEndId', 'TxId', 'ClrSysRef'].map(
    (name) => [name, 35] as const,
  ),
  ...['OrgnlMsgId', 'OrgnlPmtInfId', 'OrgnlInstrId', 'OrgnlEndToEndId', 'StsId'].map((name) => [name, 35] as const),
  ['Ustrd', 140],
]);

/** Reports unknown elements, elements out of order and texts that are too long. */
export function checkStructure(element: XmlElement, deviations: Deviations): void {
  const names = CHILDREN.get(element.name);
  if (names === undefined) {
    const limit = LENGTHS.get(element.name);
    if (limit !== undefined && element.text.length > limit) {
      deviations.add(element, `the text has ${element.text.length} characters; ${limit} are allowed`);
    }
    return;
  }
  let last: number | null = 0;
  for (const child of element.children) {
    const position = child.namespace === element.namespace ? names.indexOf(child.name) : -1;
    if (position === -1) {
      deviations.add(child, 'the element is not known here');
    } else if (last !== null && position < last) {
      deviations.add(child, `the element comes after ${names[last]}`);
      // One element in a wrong place would put all later ones into a wrong place as well.
      last = null;
    } else if (last !== null) {
      last = position;
    }
    checkStructure(child, deviations);
  }
}
