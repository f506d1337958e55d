import type { Habits } from './habits.js';
import { leaf, message, money, node } from './xml.js';

export type Direction = 'CRDT' | 'DBIT';
export type ReportVersion = '02' | '04' | '08';

/** One line of an account. */
export interface Booking {
  /** YYYY-MM-DD */
  readonly date: string;
  readonly direction: Direction;
  readonly amount: bigint;
  /** Domain, family and sub-family of the bank transaction code. */
  readonly code: readonly [domain: string, family: string, subFamily: string];
  readonly isReversal: boolean;
  /** What the bank has taken from the amount of the details, or added to it. */
  readonly charge: bigint;
  readonly reference: string | null;
  /** What a line says of a batch of payments. */
  readonly batch: { readonly messageId: string | null; readonly id: string | null; readonly count: number } | null;
  readonly details: readonly Detail[];
  readonly text: string | null;
}

/** One payment of a line. */
export interface Detail {
  readonly amount: bigint;
  readonly ids: {
    readonly messageId?: string;
    readonly reference?: string;
    readonly batchId?: string;
    readonly instructionId?: string;
    readonly endToEndId?: string;
    readonly uetr?: string;
    readonly transactionId?: string;
  };
  /** The other party: the debtor of money that came, the creditor of money that went, also if it comes back. */
  readonly party: { readonly role: 'Dbtr' | 'Cdtr'; readonly name: string | null; readonly iban: string | null } | null;
  readonly remittance: { readonly free: readonly string[] } | { readonly creditorReference: string } | null;
  readonly returned: { readonly code: string; readonly text: string | null } | null;
}

export interface Account {
  readonly iban: string;
  readonly bic: string;
  readonly name: string;
}

interface Report {
  readonly id: string;
  readonly createdAt: string;
  /** Counts the reports of the same kind about the account. */
  readonly sequence: number;
  readonly account: Account;
  readonly bookings: readonly Booking[];
  readonly habits: Habits;
}

export interface Statement extends Report {
  readonly date: string;
  readonly opening: bigint;
  readonly closing: bigint;
  readonly messageId: string;
  readonly page: { readonly number: number; readonly isLast: boolean };
}

const codeOf = ([domain, family, subFamily]: Booking['code']) =>
  node('BkTxCd', node('Domn', leaf('Cd', domain), node('Fmly', leaf('Cd', family), leaf('SubFmlyCd', subFamily))));

const LONGEST_ID = 35;
/** MT940 has lines of 27 characters, and some banks still write their texts so. */
const LINE = /.{1,27}/gsu;

const lines = (text: string): readonly string[] => text.match(LINE) ?? [];

function writer(version: ReportVersion, habits: Habits) {
  const id = (name: string, value: string | null) =>
    leaf(name, value !== null && habits.padsIds ? value.padEnd(LONGEST_ID) : value);
  const partyOf = (role: string, name: string | null) =>
    node(role, version === '08' ? node('Pty', leaf('Nm', name)) : leaf('Nm', name));
  const numberOf = (iban: string | null) =>
    node('Id', habits.ibans === 'IBAN' ? leaf('IBAN', iban) : node('Othr', leaf('Id', iban)));

  /** The text of the only detail of an entry may stand in the entry. */
  const placeOf = ({ details }: Booking): Habits['texts'] =>
    habits.texts === 'AddtlNtryInf' && details.length > 1 ? 'Ustrd' : habits.texts;

  const remittanceOf = ({ remittance }: Detail, place: Habits['texts']) => {
    if (remittance === null) return null;
    if (!('free' in remittance)) {
      const type = node('Tp', node('CdOrPrtry', leaf('Cd', 'SCOR')));
      return node('RmtInf', node('Strd', node('CdtrRefInf', type, leaf('Ref', remittance.creditorReference))));
    }
    const { free } = remittance;
    if (place === 'AddtlRmtInf') return node('RmtInf', node('Strd', ...free.map((text) => leaf('AddtlRmtInf', text))));
    if (place === 'AddtlTxInf' || place === 'AddtlNtryInf') return null;
    const texts = place === 'lines of 27' ? lines(free.join('')) : free;
    return node('RmtInf', ...texts.map((text) => leaf('Ustrd', text)));
  };

  const textOf = ({ remittance }: Detail): string | null =>
    remittance !== null && 'free' in remittance ? remittance.free.join(' ') : null;

  const indicatorOf = ({ direction, details, charge }: Booking) => {
    if (version === '02' || habits.indicators === 'none') return null;
    const isOther = habits.indicators === 'the other one' && details.length === 1 && charge === 0n;
    return leaf('CdtDbtInd', isOther === (direction === 'CRDT') ? 'DBIT' : 'CRDT');
  };

  const chargesOf = ({ charge }: Booking) => {
    if (charge === 0n) return null;
    const parts = [money('Amt', charge), version === '02' ? null : leaf('CdtDbtInd', 'DBIT')];
    return node('Chrgs', version === '02' ? parts[0]! : node('Rcrd', ...parts));
  };

  const detailOf = (detail: Detail, booking: Booking) => {
    const { amount, ids, party, returned } = detail;
    const place = placeOf(booking);
    return node(
      'TxDtls',
      node(
        'Refs',
        id('MsgId', ids.messageId ?? null),
        id('AcctSvcrRef', ids.reference ?? null),
        id('PmtInfId', ids.batchId ?? null),
        id('InstrId', ids.instructionId ?? null),
        id('EndToEndId', ids.endToEndId ?? null),
        leaf('UETR', version === '08' ? (ids.uetr ?? null) : null),
        id('TxId', ids.transactionId ?? null),
      ),
      version === '02' ? null : money('Amt', amount),
      indicatorOf(booking),
      version === '02' ? node('AmtDtls', node('TxAmt', money('Amt', amount))) : null,
      booking.batch === null ? null : codeOf(booking.code),
      booking.details.length === 1 ? chargesOf(booking) : null,
      party === null
        ? null
        : node('RltdPties', partyOf(party.role, party.name), node(`${party.role}Acct`, numberOf(party.iban))),
      remittanceOf(detail, place),
      returned === null
        ? null
        : node('RtrInf', node('Rsn', leaf('Cd', returned.code)), leaf('AddtlInf', returned.text)),
      leaf('AddtlTxInf', place === 'AddtlTxInf' ? textOf(detail) : null),
    );
  };

  const entryOf = (booking: Booking) => {
    const { date, direction, amount, code, isReversal, reference, batch, details, text } = booking;
    return node(
      'Ntry',
      money('Amt', amount),
      leaf('CdtDbtInd', direction),
      isReversal ? leaf('RvslInd', 'true') : null,
      version === '08' ? node('Sts', leaf('Cd', 'BOOK')) : leaf('Sts', 'BOOK'),
      node('BookgDt', leaf('Dt', date)),
      node('ValDt', leaf('Dt', date)),
      id('AcctSvcrRef', reference),
      codeOf(code),
      node(
        'NtryDtls',
        batch === null
          ? null
          : node(
              'Btch',
              id('MsgId', batch.messageId),
              id('PmtInfId', batch.id),
              leaf('NbOfTxs', batch.count),
              money('TtlAmt', amount),
              leaf('CdtDbtInd', direction),
            ),
        ...details.map((detail) => detailOf(detail, booking)),
      ),
      leaf(
        'AddtlNtryInf',
        text ?? (details.length === 1 && placeOf(booking) === 'AddtlNtryInf' ? textOf(details[0]!) : null),
      ),
    );
  };

  const headOf = ({ id: messageId, createdAt }: Pick<Report, 'id' | 'createdAt'>, page = { number: 1, isLast: true }) =>
    node(
      'GrpHdr',
      leaf('MsgId', messageId),
      leaf('CreDtTm', createdAt),
      node('MsgPgntn', leaf('PgNb', page.number), leaf('LastPgInd', String(page.isLast))),
    );
  const begunWith = ({ id: reportId, createdAt, sequence }: Report) => {
    const { numbers } = habits;
    const number = numbers === 'none' ? null : leaf(numbers, sequence);
    return [leaf('Id', reportId), number, leaf('CreDtTm', createdAt)] as const;
  };
  const accountOf = ({ account }: Report) =>
    node(
      'Acct',
      node('Id', leaf('IBAN', account.iban)),
      leaf('Ccy', 'EUR'),
      node('Ownr', leaf('Nm', account.name)),
      node('Svcr', node('FinInstnId', leaf(version === '02' ? 'BIC' : 'BICFI', account.bic))),
    );

  return { entryOf, headOf, begunWith, accountOf };
}

const nameOf = (kind: string, version: ReportVersion, { laterVersion }: Habits): string =>
  `${kind}.001.${String(Number(version) + laterVersion).padStart(2, '0')}`;

/** camt.054: what was booked since the last notification. */
export function writeNotification(version: ReportVersion, report: Report): string {
  const { entryOf, headOf, begunWith, accountOf } = writer(version, report.habits);
  return message(
    nameOf('camt.054', version, report.habits),
    node(
      'BkToCstmrDbtCdtNtfctn',
      headOf(report),
      node('Ntfctn', ...begunWith(report), accountOf(report), ...report.bookings.map(entryOf)),
    ),
  );
}

/** camt.052: what was booked during the day. */
export function writeAccountReport(version: ReportVersion, report: Report): string {
  const { entryOf, headOf, begunWith, accountOf } = writer(version, report.habits);
  return message(
    nameOf('camt.052', version, report.habits),
    node(
      'BkToCstmrAcctRpt',
      headOf(report),
      node('Rpt', ...begunWith(report), accountOf(report), ...report.bookings.map(entryOf)),
    ),
  );
}

/** camt.053: everything of a day, between two balances, on one page or several. */
export function writeStatement(version: ReportVersion, statement: Statement): string {
  const { entryOf, headOf, begunWith, accountOf } = writer(version, statement.habits);
  const { page, messageId, date } = statement;
  const balance = (code: string, amount: bigint) =>
    node(
      'Bal',
      node('Tp', node('CdOrPrtry', leaf('Cd', code))),
      money('Amt', amount < 0n ? -amount : amount),
      leaf('CdtDbtInd', amount < 0n ? 'DBIT' : 'CRDT'),
      node('Dt', leaf('Dt', date)),
    );
  return message(
    nameOf('camt.053', version, statement.habits),
    node(
      'BkToCstmrStmt',
      headOf({ ...statement, id: messageId }, page),
      node(
        'Stmt',
        ...begunWith(statement),
        node('FrToDt', leaf('FrDtTm', `${date}T00:00:00`), leaf('ToDtTm', `${date}T23:59:59`)),
        accountOf(statement),
        page.number === 1 ? balance(statement.habits.opening, statement.opening) : null,
        page.isLast ? balance('CLBD', statement.closing) : null,
        ...statement.bookings.map(entryOf),
      ),
    ),
  );
}
