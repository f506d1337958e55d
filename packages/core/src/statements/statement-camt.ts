import { type CurrencyCode, err, instant, ok, type Result, toIso } from '../kernel/index.js';
import { currency as currencyOf, decimalText } from '../money/index.js';
import type { AccountStatement, StatementEntry } from './account-statement.js';
import { inParts, type StatementParts } from './statement-parts.js';

const MESSAGE = 'camt.053.001.08';
/** The schema allows 18 digits. */
const MAX_UNITS = 10n ** 18n;

/**
 * The statement as a camt.053.001.08 of ISO 20022, in UTF-8. 400 INVALID_CURRENCY for a currency without a code in ISO
 * 4217, such as BTC: the message cannot express it, and a code that looks like one would be read as another currency. 400
 * INVALID_AMOUNT for an amount of more than 18 digits.
 */
export function statementCamt(statement: AccountStatement): Result<string> {
  const parts = statementCamtParts(statement);
  return parts.ok ? ok([...parts.value].join('')) : parts;
}

/** As `statementCamt`, in parts: a statement with thousands of entries takes long, and other work can be done between. */
export function statementCamtParts(statement: AccountStatement): Result<StatementParts> {
  const { account, opening, closing, held, entries } = statement;
  const { currency } = account;
  if (currencyOf(currency)?.kind !== 'fiat')
    return err('INVALID_CURRENCY', `camt.053 has no code for ${currency}; take the statement as CSV`);
  const isTooLarge = (amount: bigint): boolean => amount >= MAX_UNITS || amount <= -MAX_UNITS;
  if ([opening, closing, closing - held].some(isTooLarge) || entries.some(({ amount }) => isTooLarge(amount)))
    return err('INVALID_AMOUNT', 'camt.053 has 18 digits at most; take the statement as CSV');
  return ok(partsOf(statement));
}

function* partsOf(statement: AccountStatement): Generator<string, void> {
  const { account, entries } = statement;
  yield [
    '<?xml version="1.0" encoding="UTF-8"?>\n',
    `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:${MESSAGE}">`,
    `<BkToCstmrStmt>${header(statement)}<Stmt>`,
    ...summary(statement),
  ].join('');
  for (const some of inParts(entries)) yield some.map((entry) => entryOf(entry, account.currency)).join('');
  yield '</Stmt></BkToCstmrStmt></Document>\n';
}

const header = ({ id, createdAt }: AccountStatement): string =>
  element('GrpHdr', leaf('MsgId', id), leaf('CreDtTm', toIso(createdAt)));

/** The header of the statement, which precedes its entries. */
function summary(statement: AccountStatement): readonly string[] {
  const { id, account, holder, from, until, createdAt, opening, closing, held, entries } = statement;
  const { currency } = account;
  // The message names the last instant of the period, so that a whole day ends on this day.
  const last = toIso(instant(until - 1));
  return [
    leaf('Id', id),
    leaf('CreDtTm', toIso(createdAt)),
    element('FrToDt', leaf('FrDtTm', toIso(from)), leaf('ToDtTm', last)),
    element(
      'Acct',
      element('Id', element('Othr', leaf('Id', shortId(account.id)))),
      leaf('Ccy', currency),
      ...optional(holder, (name) => element('Ownr', leaf('Nm', cut(name, 140)))),
    ),
    balance('OPBD', opening, currency, toIso(from)),
    balance('CLBD', closing, currency, last),
    balance('CLAV', closing - held, currency, last),
    element(
      'TxsSummry',
      total(
        'TtlCdtNtries',
        entries.filter(({ amount }) => amount > 0n),
        currency,
      ),
      total(
        'TtlDbtNtries',
        entries.filter(({ amount }) => amount < 0n),
        currency,
      ),
    ),
  ];
}

const balance = (type: string, amount: bigint, currency: CurrencyCode, at: string): string =>
  element(
    'Bal',
    element('Tp', element('CdOrPrtry', leaf('Cd', type))),
    ...signed(amount, currency),
    element('Dt', leaf('DtTm', at)),
  );

const total = (name: string, entries: readonly StatementEntry[], currency: CurrencyCode): string => {
  const sum = entries.reduce((all, { amount }) => all + absolute(amount), 0n);
  return element(name, leaf('NbOfNtries', String(entries.length)), leaf('Sum', decimalText(sum, currency)));
};

function entryOf(entry: StatementEntry, currency: CurrencyCode): string {
  const { id, amount, kind, bookedAt, transactionId, counterparty, reference, text } = entry;
  // What Corridor books is available at once, so it has its value at the time of its booking.
  const at = leaf('DtTm', toIso(bookedAt));
  const party = amount > 0n ? 'Dbtr' : 'Cdtr';
  const remittance = [reference, text].filter((line) => line !== null).map((line) => leaf('Ustrd', cut(line, 140)));
  return element(
    'Ntry',
    leaf('NtryRef', shortId(id)),
    ...signed(amount, currency),
    element('Sts', leaf('Cd', 'BOOK')),
    element('BookgDt', at),
    element('ValDt', at),
    leaf('AcctSvcrRef', shortId(id)),
    element('BkTxCd', element('Prtry', leaf('Cd', kind), leaf('Issr', 'Corridor'))),
    element(
      'NtryDtls',
      element(
        'TxDtls',
        element(
          'Refs',
          leaf('AcctSvcrRef', shortId(id)),
          ...optional(transactionId, (transaction) => leaf('EndToEndId', shortId(transaction))),
        ),
        ...signed(amount, currency),
        ...optional(counterparty, (name) =>
          element('RltdPties', element(party, element('Pty', leaf('Nm', cut(name, 140))))),
        ),
        ...(remittance.length === 0 ? [] : [element('RmtInf', ...remittance)]),
      ),
    ),
  );
}

const signed = (amount: bigint, currency: CurrencyCode): readonly string[] => [
  `<Amt Ccy="${currency}">${decimalText(absolute(amount), currency)}</Amt>`,
  leaf('CdtDbtInd', amount < 0n ? 'DBIT' : 'CRDT'),
];

const absolute = (amount: bigint): bigint => (amount < 0n ? -amount : amount);

/** The UUID of an id without hyphens: identifiers of the message have 34 or 35 characters at most. */
const shortId = (id: string): string => id.slice(id.indexOf(':') + 1).replaceAll('-', '');

/** Not empty, as the schema demands: a text of which nothing can be written becomes a full stop. */
const cut = (text: string, most: number): string =>
  [...text.replace(/[\s\p{Cc}\p{Cs}\uFFFE\uFFFF]+/gu, ' ').trim()].slice(0, most).join('').trim() || '.';

const optional = <T>(value: T | null, write: (value: T) => string): readonly string[] =>
  value === null ? [] : [write(value)];

const element = (name: string, ...children: readonly string[]): string => `<${name}>${children.join('')}</${name}>`;

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};
const leaf = (name: string, text: string): string =>
  `<${name}>${text.replace(/[&<>"']/g, (character) => ESCAPES[character]!)}</${name}>`;
