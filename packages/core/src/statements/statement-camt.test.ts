import { describe, expect, it } from 'vitest';
import { type Id, instant } from '../kernel/index.js';
import { valueOf } from '../testing/play-core.js';
import {
  type AccountStatement,
  statementCamt,
  statementCamtParts,
  statementCsv,
  statementCsvParts,
  type StatementEntry,
} from './index.js';

const DAY = Date.UTC(2026, 0, 15);

const entry = (over: Partial<StatementEntry> = {}): StatementEntry => ({
  id: 'JournalEntry:018bcfe5-6800-7000-8000-000000000001' as Id<'JournalEntry'>,
  kind: 'SETTLEMENT',
  bookedAt: instant(DAY + 1),
  amount: -5n,
  balance: 0n,
  cause: 'Transaction:018bcfe5-6800-7000-8000-000000000002',
  transactionId: 'Transaction:018bcfe5-6800-7000-8000-000000000002' as Id<'Transaction'>,
  counterparty: 'Grace Hopper',
  counterpartyId: null,
  reference: 'INV 7',
  text: 'thanks',
  ...over,
});

const statement = (over: Partial<AccountStatement> = {}, currency = 'USD'): AccountStatement => ({
  id: 'f'.repeat(32),
  account: {
    id: 'InternalAccount:018bcfe5-6800-7000-8000-000000000003' as Id<'InternalAccount'>,
    customerId: null,
    currency: currency as never,
    reference: 'ABCDEFGH',
    type: 'INTERNAL_FIAT',
  },
  holder: 'Ada Lovelace',
  from: instant(DAY),
  until: instant(DAY + 86_400_000),
  createdAt: instant(DAY + 90_000_000),
  opening: 1_000n,
  closing: 1_020n,
  held: 120n,
  entries: [],
  ...over,
});

const UUID = '018bcfe5680070008000';

const balance = (type: string, amount: string, sign: string, at: string) =>
  `<Bal><Tp><CdOrPrtry><Cd>${type}</Cd></CdOrPrtry></Tp><Amt Ccy="USD">${amount}</Amt><CdtDbtInd>${sign}</CdtDbtInd><Dt><DtTm>${at}</DtTm></Dt></Bal>`;

/** What the message has between its opening tags and its entries, which is the same for all of these statements. */
const before = (summary: string, entries: string) =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>\n',
    '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt>',
    `<GrpHdr><MsgId>${'f'.repeat(32)}</MsgId><CreDtTm>2026-01-16T01:00:00.000Z</CreDtTm></GrpHdr>`,
    `<Stmt><Id>${'f'.repeat(32)}</Id><CreDtTm>2026-01-16T01:00:00.000Z</CreDtTm>`,
    '<FrToDt><FrDtTm>2026-01-15T00:00:00.000Z</FrDtTm><ToDtTm>2026-01-15T23:59:59.999Z</ToDtTm></FrToDt>',
    `<Acct><Id><Othr><Id>${UUID}000000000003</Id></Othr></Id><Ccy>USD</Ccy><Ownr><Nm>Ada Lovelace</Nm></Ownr></Acct>`,
    balance('OPBD', '10.00', 'CRDT', '2026-01-15T00:00:00.000Z'),
    balance('CLBD', '10.20', 'CRDT', '2026-01-15T23:59:59.999Z'),
    balance('CLAV', '9.00', 'CRDT', '2026-01-15T23:59:59.999Z'),
    `<TxsSummry>${summary}</TxsSummry>${entries}</Stmt></BkToCstmrStmt></Document>\n`,
  ].join('');

const total = (name: string, count: number, sum: string) =>
  `<${name}><NbOfNtries>${count}</NbOfNtries><Sum>${sum}</Sum></${name}>`;

const written = (amount: string, sign: string, details: string, refs = '') =>
  [
    `<Ntry><NtryRef>${UUID}000000000001</NtryRef><Amt Ccy="USD">${amount}</Amt><CdtDbtInd>${sign}</CdtDbtInd>`,
    '<Sts><Cd>BOOK</Cd></Sts>',
    '<BookgDt><DtTm>2026-01-15T00:00:00.001Z</DtTm></BookgDt><ValDt><DtTm>2026-01-15T00:00:00.001Z</DtTm></ValDt>',
    `<AcctSvcrRef>${UUID}000000000001</AcctSvcrRef>`,
    '<BkTxCd><Prtry><Cd>SETTLEMENT</Cd><Issr>Corridor</Issr></Prtry></BkTxCd>',
    `<NtryDtls><TxDtls><Refs><AcctSvcrRef>${UUID}000000000001</AcctSvcrRef>${refs}</Refs>`,
    `<Amt Ccy="USD">${amount}</Amt><CdtDbtInd>${sign}</CdtDbtInd>${details}</TxDtls></NtryDtls></Ntry>`,
  ].join('');

describe('a statement as camt.053', () => {
  it('has its period, its balances and each entry with the parties and texts of its payment', () => {
    const entries = [
      entry(),
      entry({ amount: 25n, counterparty: 'Ada', reference: null }),
      entry({ amount: 10n, transactionId: null, counterparty: null, reference: null, text: null }),
    ];
    const refs = `<EndToEndId>${UUID}000000000002</EndToEndId>`;
    const party = (as: string, name: string) => `<RltdPties><${as}><Pty><Nm>${name}</Nm></Pty></${as}></RltdPties>`;
    expect(valueOf(statementCamt(statement({ entries })))).toBe(
      before(
        total('TtlCdtNtries', 2, '0.35') + total('TtlDbtNtries', 1, '0.05'),
        [
          written(
            '0.05',
            'DBIT',
            `${party('Cdtr', 'Grace Hopper')}<RmtInf><Ustrd>INV 7</Ustrd><Ustrd>thanks</Ustrd></RmtInf>`,
            refs,
          ),
          written('0.25', 'CRDT', `${party('Dbtr', 'Ada')}<RmtInf><Ustrd>thanks</Ustrd></RmtInf>`, refs),
          written('0.10', 'CRDT', ''),
        ].join(''),
      ),
    );
  });

  it('has nothing but balances without entries', () => {
    expect(valueOf(statementCamt(statement()))).toBe(
      before(total('TtlCdtNtries', 0, '0.00') + total('TtlDbtNtries', 0, '0.00'), ''),
    );
  });

  it('has no owner that is not known, and marks balances below zero as debits', () => {
    const camt = valueOf(statementCamt(statement({ holder: null, opening: -7n, closing: 0n, held: 3n })));
    expect(camt).not.toContain('Ownr');
    expect(camt).toContain('<Amt Ccy="USD">0.07</Amt><CdtDbtInd>DBIT</CdtDbtInd>');
    expect(camt).toContain('<Amt Ccy="USD">0.00</Amt><CdtDbtInd>CRDT</CdtDbtInd>');
    expect(camt).toContain('<Amt Ccy="USD">0.03</Amt><CdtDbtInd>DBIT</CdtDbtInd>');
  });

  it('escapes markup, and cuts texts to what the message can hold', () => {
    const nameOf = (holder: string) =>
      /<Nm>(.*)<\/Nm><\/Ownr>/su.exec(valueOf(statementCamt(statement({ holder }))))![1];
    expect(nameOf(`<A&B> "c" 'd'`)).toBe('&lt;A&amp;B&gt; &quot;c&quot; &apos;d&apos;');
    expect(nameOf(' a\n\t b\u0000\uFFFEc\ud800 ')).toBe('a b c');
    expect(nameOf('\u0000 ')).toBe('.');
    expect(nameOf('😀'.repeat(141))).toBe('😀'.repeat(140));
    expect(nameOf(`${'x'.repeat(139)} y`)).toBe('x'.repeat(139));
  });

  it('is refused in a currency without a code of ISO 4217, and for more than 18 digits', () => {
    expect(statementCamt(statement({}, 'BTC'))).toMatchObject({ ok: false, error: { code: 'INVALID_CURRENCY' } });
    const most = 10n ** 18n;
    const tooLarge: readonly Partial<AccountStatement>[] = [
      { opening: most },
      { closing: most },
      { closing: -most },
      { closing: most - 1n, held: -1n },
      { entries: [entry({ amount: -most })] },
    ];
    for (const over of tooLarge)
      expect(statementCamt(statement(over))).toMatchObject({ ok: false, error: { code: 'INVALID_AMOUNT' } });
    const fits = statement({
      opening: most - 1n,
      closing: 1n - most,
      held: 0n,
      entries: [entry({ amount: 1n - most })],
    });
    expect(statementCamt(fits)).toMatchObject({ ok: true });
  });
});

it('a statement with many entries is written in parts with at most 100 of them, which make the file', () => {
  for (const count of [0, 1, 100, 101, 1_234]) {
    const of = statement({
      entries: Array.from({ length: count }, (_, index) => entry({ amount: BigInt(index + 1) })),
    });
    const [xml, csv] = [[...valueOf(statementCamtParts(of))], [...statementCsvParts(of)]];
    expect([xml.join(''), csv.join('')]).toEqual([valueOf(statementCamt(of)), statementCsv(of)]);
    const most = (parts: readonly string[], mark: string): number =>
      Math.max(...parts.map((part) => part.split(mark).length - 1));
    expect([most(xml, '<Ntry>'), most(csv, 'SETTLEMENT')]).toEqual([Math.min(count, 100), Math.min(count, 100)]);
    expect([xml.join('').split('<Ntry>').length - 1, csv.join('').split('\r\n').length]).toEqual([count, count + 4]);
  }
});
