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
  readonly party: { readonly role: 'Dbtr' | 'Cdtr'; readonly name: string; readonly iban: string | null } | null;
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
}

export interface Statement extends Report {
  readonly date: string;
  readonly opening: bigint;
  readonly closing: bigint;
}

const codeOf = ([domain, family, subFamily]: Booking['code']) =>
  node('BkTxCd', node('Domn', leaf('Cd', domain), node('Fmly', leaf('Cd', family), leaf('SubFmlyCd', subFamily))));

function writer(version: ReportVersion) {
  const partyOf = (role: string, name: string) =>
    node(role, version === '08' ? node('Pty', leaf('Nm', name)) : leaf('Nm', name));

  const detailOf = ({ amount, ids, party, remittance, returned }: Detail, { direction, code, batch }: Booking) =>
    node(
      'TxDtls',
      node(
        'Refs',
        leaf('MsgId', ids.messageId ?? null),
        leaf('AcctSvcrRef', ids.reference ?? null),
        leaf('PmtInfId', ids.batchId ?? null),
        leaf('InstrId', ids.instructionId ?? null),
        leaf('EndToEndId', ids.endToEndId ?? null),
        leaf('UETR', version === '08' ? (ids.uetr ?? null) : null),
        leaf('TxId', ids.transactionId ?? null),
      ),
      version === '02' ? null : money('Amt', amount),
      version === '02' ? null : leaf('CdtDbtInd', direction),
      version === '02' ? node('AmtDtls', node('TxAmt', money('Amt', amount))) : null,
      batch === null ? null : codeOf(code),
      party === null
        ? null
        : node(
            'RltdPties',
            partyOf(party.role, party.name),
            node(`${party.role}Acct`, node('Id', leaf('IBAN', party.iban))),
          ),
      remittance === null
        ? null
        : node(
            'RmtInf',
            ...('free' in remittance
              ? remittance.free.map((text) => leaf('Ustrd', text))
              : [
                  node(
                    'Strd',
                    node(
                      'CdtrRefInf',
                      node('Tp', node('CdOrPrtry', leaf('Cd', 'SCOR'))),
                      leaf('Ref', remittance.creditorReference),
                    ),
                  ),
                ]),
          ),
      returned === null
        ? null
        : node('RtrInf', node('Rsn', leaf('Cd', returned.code)), leaf('AddtlInf', returned.text)),
    );

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
      leaf('AcctSvcrRef', reference),
      codeOf(code),
      node(
        'NtryDtls',
        batch === null
          ? null
          : node(
              'Btch',
              leaf('MsgId', batch.messageId),
              leaf('PmtInfId', batch.id),
              leaf('NbOfTxs', batch.count),
              money('TtlAmt', amount),
              leaf('CdtDbtInd', direction),
            ),
        ...details.map((detail) => detailOf(detail, booking)),
      ),
      leaf('AddtlNtryInf', text),
    );
  };

  const headOf = ({ id, createdAt }: Report) =>
    node(
      'GrpHdr',
      leaf('MsgId', id),
      leaf('CreDtTm', createdAt),
      node('MsgPgntn', leaf('PgNb', 1), leaf('LastPgInd', 'true')),
    );
  const begunWith = ({ id, createdAt, sequence }: Report) =>
    [leaf('Id', id), leaf('ElctrncSeqNb', sequence), leaf('CreDtTm', createdAt)] as const;
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

/** camt.054: what was booked since the last notification. */
export function writeNotification(version: ReportVersion, report: Report): string {
  const { entryOf, headOf, begunWith, accountOf } = writer(version);
  return message(
    `camt.054.001.${version}`,
    node(
      'BkToCstmrDbtCdtNtfctn',
      headOf(report),
      node('Ntfctn', ...begunWith(report), accountOf(report), ...report.bookings.map(entryOf)),
    ),
  );
}

/** camt.053: everything of a day, between two balances. */
export function writeStatement(version: ReportVersion, statement: Statement): string {
  const { entryOf, headOf, begunWith, accountOf } = writer(version);
  const balance = (code: string, amount: bigint) =>
    node(
      'Bal',
      node('Tp', node('CdOrPrtry', leaf('Cd', code))),
      money('Amt', amount < 0n ? -amount : amount),
      leaf('CdtDbtInd', amount < 0n ? 'DBIT' : 'CRDT'),
      node('Dt', leaf('Dt', statement.date)),
    );
  return message(
    `camt.053.001.${version}`,
    node(
      'BkToCstmrStmt',
      headOf(statement),
      node(
        'Stmt',
        ...begunWith(statement),
        node('FrToDt', leaf('FrDtTm', `${statement.date}T00:00:00`), leaf('ToDtTm', `${statement.date}T23:59:59`)),
        accountOf(statement),
        balance('OPBD', statement.opening),
        balance('CLBD', statement.closing),
        ...statement.bookings.map(entryOf),
      ),
    ),
  );
}
