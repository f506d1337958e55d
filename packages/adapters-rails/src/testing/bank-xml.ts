import { CASE_IBAN } from './bank-cases.js';

/** What the bank has booked, as a report has it. Amounts in cents, negative for money that went out. */
export interface BankEntry {
  readonly amount: bigint;
  readonly day: string;
  readonly servicer?: string;
  readonly endToEndId?: string;
  readonly text?: string;
  readonly payer?: { readonly name: string; readonly iban: string };
}

const euros = (cents: bigint): string => {
  const digits = (cents < 0n ? -cents : cents).toString().padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
};
const side = (amount: bigint): string => (amount < 0n ? 'DBIT' : 'CRDT');
const element = (name: string, content: string | undefined): string =>
  content === undefined ? '' : `<${name}>${content}</${name}>`;

function entryXml({ amount, day, servicer, endToEndId, text, payer }: BankEntry): string {
  const parties =
    payer === undefined
      ? ''
      : `<RltdPties><Dbtr><Pty><Nm>${payer.name}</Nm></Pty></Dbtr><DbtrAcct><Id><IBAN>${payer.iban}</IBAN></Id></DbtrAcct></RltdPties>`;
  return `<Ntry><Amt Ccy="EUR">${euros(amount)}</Amt><CdtDbtInd>${side(amount)}</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>${day}</Dt></BookgDt>${element('AcctSvcrRef', servicer)}<BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>${amount < 0n ? 'ICDT' : 'RCDT'}</Cd><SubFmlyCd>ESCT</SubFmlyCd></Fmly></Domn></BkTxCd><NtryDtls><TxDtls><Refs>${element('EndToEndId', endToEndId)}</Refs><Amt Ccy="EUR">${euros(amount)}</Amt>${parties}${text === undefined ? '' : `<RmtInf><Ustrd>${text}</Ustrd></RmtInf>`}</TxDtls></NtryDtls></Ntry>`;
}

let messages = 0;
const header = (): string =>
  `<GrpHdr><MsgId>M${(messages += 1)}</MsgId><CreDtTm>2026-11-26T10:00:00Z</CreDtTm></GrpHdr>`;
const ACCOUNT = `<Acct><Id><IBAN>${CASE_IBAN}</IBAN></Id><Ccy>EUR</Ccy></Acct>`;

/** A camt.053 of one day; the closing balance follows from the entries. */
export function statementXml(day: string, opening: bigint, entries: readonly BankEntry[], off = 0n): string {
  const closing = entries.reduce((sum, { amount }) => sum + amount, opening) + off;
  const balance = (type: string, amount: bigint): string =>
    `<Bal><Tp><CdOrPrtry><Cd>${type}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${euros(amount)}</Amt><CdtDbtInd>${side(amount)}</CdtDbtInd><Dt><Dt>${day}</Dt></Dt></Bal>`;
  return `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt>${header()}<Stmt><Id>S${messages}</Id><FrToDt><FrDtTm>${day}T00:00:00</FrDtTm><ToDtTm>${day}T23:59:59</ToDtTm></FrToDt>${ACCOUNT}${balance('OPBD', opening)}${balance('CLBD', closing)}${entries.map(entryXml).join('')}</Stmt></BkToCstmrStmt></Document>`;
}

/** A camt.054. */
export const notificationXml = (entries: readonly BankEntry[]): string =>
  `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.054.001.08"><BkToCstmrDbtCdtNtfctn>${header()}<Ntfctn><Id>N${messages}</Id><CreDtTm>2026-11-26T10:00:00Z</CreDtTm>${ACCOUNT}${entries.map(entryXml).join('')}</Ntfctn></BkToCstmrDbtCdtNtfctn></Document>`;

/** A pain.002 about one payment of a file. */
export const statusXml = (messageId: string, endToEndId: string, status: string): string =>
  `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.10"><CstmrPmtStsRpt>${header()}<OrgnlGrpInfAndSts><OrgnlMsgId>${messageId}</OrgnlMsgId><OrgnlMsgNmId>pain.001.001.09</OrgnlMsgNmId></OrgnlGrpInfAndSts><OrgnlPmtInfAndSts><OrgnlPmtInfId>P</OrgnlPmtInfId><TxInfAndSts><OrgnlEndToEndId>${endToEndId}</OrgnlEndToEndId><TxSts>${status}</TxSts></TxInfAndSts></OrgnlPmtInfAndSts></CstmrPmtStsRpt></Document>`;
