import { isIban } from '../accounts/bank-numbers.js';
import type {
  AccountBalance,
  AccountReport,
  AccountStatement,
  Charge,
  EntryBatch,
  EntryDetail,
  EntryReferences,
  Party,
  RefusedStatement,
  ReturnInformation,
  StatementAccount,
  StatementEntry,
  TransactionCode,
} from './messages.js';
import {
  codeOf,
  dateTime,
  day,
  type Deviations,
  direction,
  iban,
  identifier,
  money,
  moneyInAnyCurrency,
  type ReadAmount,
  wholeNumber,
  yesNo,
} from './read-fields.js';
import { checkSummary, declaredSums } from './check-summary.js';
import { quoted, RefusedMessage } from './refused-message.js';
import type { XmlElement } from './xml-element.js';

/** The element of each statement in a camt message, and the element of its page. */
interface Form {
  readonly kind: AccountReport['kind'];
  readonly statement: string;
  readonly page: string;
}

/** By the element that contains the message. */
export const ACCOUNT_REPORTS: ReadonlyMap<string, Form> = new Map([
  ['BkToCstmrAcctRpt', { kind: 'notification', statement: 'Rpt', page: 'RptPgntn' }],
  ['BkToCstmrStmt', { kind: 'statement', statement: 'Stmt', page: 'StmtPgntn' }],
  ['BkToCstmrDbtCdtNtfctn', { kind: 'notification', statement: 'Ntfctn', page: 'NtfctnPgntn' }],
]);

const MAX_REFUSED = 100;

/** Reads the content of a camt.052, camt.053 or camt.054. */
export function readAccountReport(root: XmlElement, version: string, deviations: Deviations): AccountReport {
  const form = ACCOUNT_REPORTS.get(root.name.replace(/V01$/, ''))!;
  const header = root.required('GrpHdr');
  const statements = root.all(form.statement);
  if (statements.length === 0) {
    throw new RefusedMessage('MISSING_FIELD', `${form.statement} is missing`, root.place);
  }
  const read: AccountStatement[] = [];
  const refused: RefusedStatement[] = [];
  for (const statement of statements) {
    try {
      read.push(readStatement(statement, statement.one(form.page) ?? header.one('MsgPgntn'), deviations));
    } catch (error) {
      // The only statement of a file is the file, and many that cannot be read make none of it credible.
      if (!(error instanceof RefusedMessage) || statements.length === 1 || refused.length === MAX_REFUSED) throw error;
      const [id] = statement.all('Id');
      refused.push({ id: id === undefined || id.text === '' ? null : id.text.slice(0, 35), problem: error.problem });
    }
  }
  return {
    kind: form.kind,
    version,
    messageId: header.required('MsgId').requiredLeaf(),
    createdAt: dateTime(header.required('CreDtTm'), deviations),
    statements: read,
    refused,
  };
}

function readStatement(statement: XmlElement, page: XmlElement | null, deviations: Deviations): AccountStatement {
  const account = readAccount(statement.required('Acct'), deviations);
  const parts = ownParts(statement, account, deviations);
  const period = statement.one('FrToDt');
  const createdAt = statement.one('CreDtTm');
  const read: AccountStatement = {
    id: statement.required('Id').requiredLeaf(),
    electronicSequence: wholeNumber(statement.one('ElctrncSeqNb')),
    legalSequence: wholeNumber(statement.one('LglSeqNb')),
    page: page === null ? null : readPage(page),
    copy: statement.value('CpyDplctInd'),
    createdAt: createdAt === null ? null : dateTime(createdAt, deviations),
    from: dayOfTime(period?.one('FrDtTm') ?? period?.one('FrDt') ?? null, deviations),
    to: dayOfTime(period?.one('ToDtTm') ?? period?.one('ToDt') ?? null, deviations),
    account,
    balances: parts.balances.map((balance) => readBalance(balance, deviations)),
    entries: parts.entries.map((entry) => readEntry(entry, deviations)),
  };
  checkSummary(statement, read, deviations);
  return { ...read, ...declaredSums(statement, read) };
}

interface Parts {
  readonly balances: readonly XmlElement[];
  readonly entries: readonly XmlElement[];
}

const isBooked = (entry: XmlElement): boolean => codeOf(entry.required('Sts')) === 'BOOK';

/**
 * The balances and entries in the currency of the account. Some banks write a balance in another currency beside the
 * own ones, and announce entries in another one, which move no money; these are deviations. A booked entry, and balances
 * of which none is in the currency of the account, refuse the statement. So does any second currency if the account has
 * none: then it is that of the first amount.
 */
function ownParts(statement: XmlElement, { currency: own }: StatementAccount, deviations: Deviations): Parts {
  const [balances, entries] = [statement.all('Bal'), statement.all('Ntry')];
  const currencyOf = (of: XmlElement): string => of.required('Amt').attributes.get('Ccy')?.trim() ?? '';
  const first = balances[0] ?? entries[0];
  const expected = own ?? (first === undefined ? '' : currencyOf(first));
  const isOwn = (of: XmlElement): boolean => ['', expected].includes(currencyOf(of));
  const mayBeOther = own !== null && (balances.length === 0 || balances.some(isOwn));
  for (const part of [...balances, ...entries].filter((each) => !isOwn(each))) {
    const amount = part.required('Amt');
    if (mayBeOther && (part.name === 'Bal' || !isBooked(part))) {
      deviations.add(amount, 'the amount is not read, because its currency is not that of the account');
    } else {
      const { currency } = money(amount);
      const message = `the amount is in ${currency} and the account in ${/^[A-Z]{3}$/.test(expected) ? expected : quoted(expected)}`;
      throw new RefusedMessage('CURRENCY_MISMATCH', message, amount.place);
    }
  }
  return { balances: balances.filter(isOwn), entries: entries.filter(isOwn) };
}

const readPage = (page: XmlElement): AccountStatement['page'] => ({
  number: page.required('PgNb').requiredLeaf(),
  isLast: yesNo(page.required('LastPgInd')) ?? true,
});

function dayOfTime(element: XmlElement | null, deviations: Deviations): string | null {
  return element === null ? null : dateTime(element, deviations).slice(0, 10);
}

function readAccount(account: XmlElement, deviations: Deviations): StatementAccount {
  const id = account.required('Id');
  const number = accountNumber(id, deviations);
  if (number === null) throw new RefusedMessage('MISSING_FIELD', 'the account has neither IBAN nor Othr', id.place);
  const written = id.one('IBAN');
  if (written !== null && !number.isIban) throw written.invalid('the text is not an IBAN');
  return {
    iban: number.isIban ? number.text : null,
    other: number.isIban ? null : number.text,
    currency: account.value('Ccy'),
    ownerName: account.value('Ownr', 'Nm') ?? account.value('Nm'),
  };
}

interface AccountNumber {
  readonly text: string;
  readonly isIban: boolean;
}

/**
 * The account of an `Id`: IBAN, Othr/Id, or a proprietary or national number of the first versions. An IBAN of another
 * form is an account like others, because the money of the entry has arrived all the same. Some banks write IBANs as
 * other numbers.
 */
function accountNumber(id: XmlElement | null, deviations: Deviations): AccountNumber | null {
  const element = id?.one('IBAN') ?? null;
  if (element !== null) {
    const number = iban(element, deviations);
    if (number === null) deviations.add(element, 'the text is not an IBAN');
    if (element.text !== '') return { text: number ?? element.text, isIban: number !== null };
  }
  const other = id?.value('Othr', 'Id') ?? id?.value('PrtryAcct', 'Id') ?? id?.value('BBAN') ?? null;
  if (other === null) return null;
  const plain = other.replaceAll(/\s/g, '').toUpperCase();
  return isIban(plain) ? { text: plain, isIban: true } : { text: other, isIban: false };
}

function readBalance(balance: XmlElement, deviations: Deviations): AccountBalance {
  const type = balance.required('Tp');
  const { amount, currency } = money(balance.required('Amt'));
  const code = codeOf(type.one('CdOrPrtry') ?? type);
  if (code === null) throw new RefusedMessage('MISSING_FIELD', 'the type of the balance is missing', type.place);
  return {
    type: code,
    subType: codeOf(type.one('SubTp')),
    amount: direction(balance.required('CdtDbtInd')) === 'IN' ? amount : -amount,
    currency,
    date: day(balance.required('Dt'), deviations)!,
  };
}

function readEntry(entry: XmlElement, deviations: Deviations): StatementEntry {
  const { amount, currency } = money(entry.required('Amt'));
  const status = codeOf(entry.required('Sts'));
  if (status === null) throw new RefusedMessage('MISSING_FIELD', 'Sts is empty', entry.required('Sts').place);
  // Version 01 has the details in the entry itself.
  const blocks = [entry, ...entry.all('NtryDtls')];
  const read: StatementEntry = {
    reference: identifier(entry, 'NtryRef'),
    amount,
    currency,
    direction: direction(entry.required('CdtDbtInd')),
    isReversal: yesNo(entry.one('RvslInd')) ?? false,
    status,
    bookingDate: day(entry.one('BookgDt'), deviations),
    valueDate: day(entry.one('ValDt'), deviations),
    servicerReference: identifier(entry, 'AcctSvcrRef'),
    transactionCode: readTransactionCode(entry.one('BkTxCd')),
    batches: blocks.flatMap((block) => block.all('Btch')).map((element) => readBatch(element, currency)),
    details: blocks.flatMap((block) => block.all('TxDtls')).map((element) => readDetail(element, currency, deviations)),
    charges: readCharges(entry, deviations),
    additionalInformation: entry.value('AddtlNtryInf'),
  };
  compareWithDetails(entry, read, deviations);
  return read;
}

/** Charges explain a difference; the entry is right in any case, because it is what the balance contains. */
function compareWithDetails(entry: XmlElement, read: StatementEntry, deviations: Deviations): void {
  if (read.details.length === 0 || read.charges.length > 0) return;
  let sum = 0n;
  for (const { amount, direction: own, charges } of read.details) {
    if (amount === null || charges.length > 0) return;
    sum += (own ?? read.direction) === read.direction ? amount : -amount;
  }
  if (sum !== read.amount) deviations.add(entry, 'the details do not add up to the amount of the entry');
}

function readBatch(batch: XmlElement, currency: string): EntryBatch {
  const element = batch.one('TtlAmt');
  const total = element === null ? null : moneyInAnyCurrency(element);
  return {
    messageId: identifier(batch, 'MsgId'),
    paymentInformationId: identifier(batch, 'PmtInfId'),
    count: wholeNumber(batch.one('NbOfTxs')),
    total: total?.currency === currency ? total.amount : null,
  };
}

function readTransactionCode(element: XmlElement | null): TransactionCode | null {
  const domain = element?.one('Domn') ?? null;
  const read: TransactionCode = {
    domain: domain?.value('Cd') ?? null,
    family: domain?.value('Fmly', 'Cd') ?? null,
    subFamily: domain?.value('Fmly', 'SubFmlyCd') ?? null,
    proprietary: element?.value('Prtry', 'Cd') ?? null,
  };
  return Object.values(read).every((code) => code === null) ? null : read;
}

function readDetail(detail: XmlElement, currency: string, deviations: Deviations): EntryDetail {
  const amounts = detail.one('AmtDtls');
  const amount = detailAmount([detail.one('Amt'), amounts?.one('TxAmt', 'Amt'), amounts?.one('CntrValAmt', 'Amt')], {
    currency,
    deviations,
  });
  const indicator = detail.one('CdtDbtInd');
  const parties = detail.one('RltdPties');
  const agents = detail.one('RltdAgts');
  const remittance = detail.one('RmtInf');
  const structured = remittance?.all('Strd') ?? [];
  const party = (name: string): Party => readParty(name, { parties, agents, deviations });
  return {
    references: readReferences(detail.one('Refs')),
    amount,
    currency: amount === null ? null : currency,
    direction: indicator === null ? null : direction(indicator),
    instructed: detailMoney(amounts?.one('InstdAmt', 'Amt'), deviations),
    transactionCode: readTransactionCode(detail.one('BkTxCd')),
    debtor: party('Dbtr'),
    ultimateDebtor: party('UltmtDbtr'),
    creditor: party('Cdtr'),
    ultimateCreditor: party('UltmtCdtr'),
    remittance: {
      unstructured: texts(remittance?.all('Ustrd') ?? []),
      creditorReferences: structured.flatMap(
        (element) => element.value('CdtrRefInf', 'Ref') ?? element.value('CdtrRefInf', 'CdtrRef') ?? [],
      ),
      additional: structured.flatMap((element) => texts(element.all('AddtlRmtInf'))),
    },
    returned: readReturn(detail.one('RtrInf')),
    charges: readCharges(detail, deviations),
    purpose: codeOf(detail.one('Purp')),
    additionalInformation: detail.value('AddtlTxInf'),
  };
}

const texts = (elements: readonly XmlElement[]): readonly string[] =>
  elements.flatMap((element) => element.leaf() ?? []);

/** The first of these amounts that is in the currency of the entry. */
function detailAmount(
  elements: readonly (XmlElement | null | undefined)[],
  { currency, deviations }: { readonly currency: string; readonly deviations: Deviations },
): bigint | null {
  const read = elements.map((element) => detailMoney(element, deviations));
  return read.find((amount) => amount?.currency === currency)?.amount ?? null;
}

function detailMoney(element: XmlElement | null | undefined, deviations: Deviations): ReadAmount | null {
  if (element === null || element === undefined) return null;
  const read = moneyInAnyCurrency(element);
  if (read === null) deviations.add(element, 'the currency is not in ISO 4217');
  return read;
}

const NO_REFERENCES: EntryReferences = {
  messageId: null,
  servicerReference: null,
  paymentInformationId: null,
  instructionId: null,
  endToEndId: null,
  transactionId: null,
  uetr: null,
  clearingSystemReference: null,
};

function readReferences(element: XmlElement | null): EntryReferences {
  if (element === null) return NO_REFERENCES;
  return {
    messageId: identifier(element, 'MsgId'),
    servicerReference: identifier(element, 'AcctSvcrRef'),
    paymentInformationId: identifier(element, 'PmtInfId'),
    instructionId: identifier(element, 'InstrId'),
    endToEndId: identifier(element, 'EndToEndId'),
    transactionId: identifier(element, 'TxId'),
    uetr: identifier(element, 'UETR')?.toLowerCase() ?? null,
    clearingSystemReference: identifier(element, 'ClrSysRef'),
  };
}

interface Parties {
  readonly parties: XmlElement | null;
  readonly agents: XmlElement | null;
  readonly deviations: Deviations;
}

/** A party of the payment; from version 08 on inside Pty, or a bank inside Agt. */
function readParty(name: string, { parties, agents, deviations }: Parties): Party {
  const party = parties?.one(name) ?? null;
  const institution = party?.one('Agt', 'FinInstnId') ?? null;
  const number = accountNumber(parties?.one(`${name}Acct`, 'Id') ?? null, deviations);
  const agent = institution ?? agents?.one(`${name}Agt`, 'FinInstnId') ?? null;
  return {
    name: party?.value('Pty', 'Nm') ?? party?.value('Nm') ?? institution?.value('Nm') ?? null,
    account: number?.text ?? null,
    isIban: number?.isIban ?? false,
    bic: agent?.value('BICFI') ?? agent?.value('BIC') ?? null,
  };
}

function readReturn(element: XmlElement | null): ReturnInformation | null {
  if (element === null) return null;
  const reason = element.one('Rsn') ?? element.one('RtrRsn');
  return {
    reasonCode: reason === null || reason.children.length > 0 ? (reason?.value('Cd') ?? null) : reason.leaf(),
    proprietary: reason?.value('Prtry') ?? null,
    texts: texts([...element.all('AddtlInf'), ...element.all('AddtlRtrRsnInf')]),
    originalTransactionCode: readTransactionCode(element.one('OrgnlBkTxCd')),
  };
}

/** Up to version 02 each Chrgs is a charge; later Chrgs contains records, or only their total. */
function readCharges(of: XmlElement, deviations: Deviations): readonly Charge[] {
  return [...of.all('Chrgs'), ...of.all('ChrgsInf')].flatMap((element) => {
    const records = element.all('Rcrd');
    return (records.length > 0 ? records : [element]).flatMap((record) => {
      const amount = detailMoney(record.one('Amt') ?? record.one('TtlChrgsAndTaxAmt'), deviations);
      if (amount === null) return [];
      const indicator = record.one('CdtDbtInd');
      return {
        ...amount,
        direction: indicator === null ? null : direction(indicator),
        bearer: codeOf(record.one('Br')),
        included: yesNo(record.one('ChrgInclInd')),
      };
    });
  });
}
