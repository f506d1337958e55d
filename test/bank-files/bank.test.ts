import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { gunzipSync } from 'node:zlib';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Bank, createBank } from '../support/bank/bank.js';
import { drawHabits, PLAIN } from '../support/bank/habits.js';
import { germanIban, isIban } from '../support/bank/iban.js';
import { isTargetDay, nextTargetDay } from '../support/bank/target-days.js';
import { all, centsOf, type Element, needed, read, textAt } from '../support/bank/xml.js';
import { chanceOf } from '../support/chance.js';

const ACCOUNT = { iban: 'DE89370400440532013000', bic: 'COBADEFFXXX', name: 'Acme Payments GmbH' };
const MONDAY = Date.parse('2026-11-23T10:00:00Z');

let root: string;
let bank: Bank;

const bankOf = (oneIn: number | null, seed = 'bank', habits = PLAIN): Bank =>
  createBank({
    root,
    account: ACCOUNT,
    versions: { status: '10', report: '08' },
    seed,
    habits,
    now: () => MONDAY,
    oneIn,
  });

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'bank-'));
  bank = bankOf(null);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

interface Ordered {
  readonly id: string;
  readonly amount: string;
  readonly iban?: string;
}

const PAYEE = germanIban(chanceOf('payee'));

function orderOf(messageId: string, payments: readonly Ordered[], replaced: Readonly<Record<string, string>> = {}) {
  const cents = payments.reduce((sum, { amount }) => sum + centsOf(amount), 0n);
  const text = `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"><CstmrCdtTrfInitn>
<GrpHdr><MsgId>${messageId}</MsgId><CreDtTm>2026-11-23T10:00:00</CreDtTm><NbOfTxs>${payments.length}</NbOfTxs>
<CtrlSum>${cents / 100n}.${String(cents % 100n).padStart(2, '0')}</CtrlSum></GrpHdr>
<PmtInf><PmtInfId>${messageId}-1</PmtInfId><PmtMtd>TRF</PmtMtd><PmtTpInf><SvcLvl><Cd>SEPA</Cd></SvcLvl></PmtTpInf>
<ReqdExctnDt><Dt>2026-11-24</Dt></ReqdExctnDt><Dbtr><Nm>${ACCOUNT.name}</Nm></Dbtr>
<DbtrAcct><Id><IBAN>${ACCOUNT.iban}</IBAN></Id></DbtrAcct><ChrgBr>SLEV</ChrgBr>
${payments
  .map(
    ({ id, amount, iban = PAYEE }) =>
      `<CdtTrfTxInf><PmtId><InstrId>${id}</InstrId><EndToEndId>${id}</EndToEndId></PmtId>` +
      `<Amt><InstdAmt Ccy="EUR">${amount}</InstdAmt></Amt><Cdtr><Nm>Grace Hopper</Nm></Cdtr>` +
      `<CdtrAcct><Id><IBAN>${iban}</IBAN></Id></CdtrAcct></CdtTrfTxInf>`,
  )
  .join('')}
</PmtInf></CstmrCdtTrfInitn></Document>`;
  return Object.entries(replaced).reduce((replacing, [from, to]) => replacing.replace(from, to), text);
}

let orders = 0;
const order = (text: string): void => writeFileSync(join(root, 'outgoing', `${(orders += 1)}.xml`), text);

/** The reports of a kind, without those that came twice. */
const reports = (kind: string): readonly Element[] => {
  const folder = join(root, 'incoming');
  const texts = readdirSync(folder)
    .filter((name) => name.startsWith(kind))
    .sort()
    .map((name) => readFileSync(join(folder, name), 'utf8'));
  return [...new Set(texts)].map(read);
};

/** The text of a file in the encoding that it begins with or declares, without prefixes. */
function textOf(packed: Buffer): string {
  const bytes = packed[0] === 0x1f ? gunzipSync(packed) : packed;
  const marked = bytes[0] === 0xff ? 'utf-16le' : bytes[0] === 0xfe ? 'utf-16be' : 'utf-8';
  const isLatin = bytes.subarray(0, 60).includes('ISO-8859-1');
  return new TextDecoder(isLatin ? 'latin1' : marked).decode(bytes).replaceAll('camt:', '');
}

const HABITS = 40;

describe('the bank', () => {
  it('knows check digits and the days of TARGET', () => {
    expect(isIban(ACCOUNT.iban)).toBe(true);
    expect(isIban('DE88370400440532013000')).toBe(false);
    for (let i = 0; i < 100; i++) expect(isIban(germanIban(chanceOf(String(i))))).toBe(true);
    const closed = ['2026-04-03', '2026-04-06', '2026-05-01', '2026-12-25', '2026-12-26', '2027-01-01', '2027-03-29'];
    expect(closed.filter(isTargetDay)).toEqual([]);
    expect(nextTargetDay('2027-03-25')).toBe('2027-03-30');
  });

  it('executes a file on its day, and states it with balances', () => {
    bank.topUp(100_000n, { name: 'Acme Holding', iban: germanIban(chanceOf('own')) });
    order(
      orderOf('M1', [
        { id: 'A', amount: '10.05' },
        { id: 'B', amount: '20' },
      ]),
    );
    bank.work();
    expect(bank.payments.map(({ state }) => state)).toEqual(['ACCEPTED', 'ACCEPTED']);
    bank.closeDay();
    expect(bank.balance()).toBe(100_000n);
    bank.work();
    expect(bank.payments.map(({ state }) => state)).toEqual(['DEBITED', 'DEBITED']);
    bank.closeDay();
    expect(bank.balance()).toBe(96_995n);
    const statements = reports('camt053').map((report) => {
      const [statement] = all(report, 'BkToCstmrStmt/Stmt');
      const balances = all(statement!, 'Bal').map((balance) => needed(balance, 'Amt'));
      return [needed(statement!, 'ElctrncSeqNb'), ...balances];
    });
    expect(statements).toEqual([
      ['1', '0.00', '1000.00'],
      ['2', '1000.00', '969.95'],
    ]);
  });

  it.each([
    ['DU01', {}, 'M0'],
    ['AM18', { '<NbOfTxs>1': '<NbOfTxs>2' }, 'M2'],
    ['AM10', { '<CtrlSum>5': '<CtrlSum>6' }, 'M2'],
    ['DT01', { '2026-11-24': '2026-11-28' }, 'M2'],
    ['FF01', { '</CdtTrfTxInf>': '' }, 'M2'],
    ['FF01', { Ccy: 'ccy' }, 'M2'],
    ['CH03', { 'Grace Hopper': 'Gr\u00e4ce' }, 'M2'],
    ['AC02', { [`<DbtrAcct><Id><IBAN>${ACCOUNT.iban}`]: `<DbtrAcct><Id><IBAN>${PAYEE}` }, 'M2'],
  ])('rejects a file as a whole with %s', (code, replaced, messageId) => {
    order(orderOf('M0', [{ id: 'A', amount: '5.00' }]));
    bank.work();
    order(orderOf(messageId, [{ id: 'B', amount: '5.00' }], replaced));
    bank.work();
    expect(bank.rejectedFiles).toHaveLength(1);
    expect(bank.payments).toHaveLength(1);
    const [group] = all(reports('pain002').at(-1)!, 'CstmrPmtStsRpt/OrgnlGrpInfAndSts');
    expect([textAt(group!, 'GrpSts'), textAt(group!, 'StsRsnInf/Rsn/Cd')]).toEqual(['RJCT', code]);
  });

  it('rejects a payment to an account with wrong check digits', () => {
    order(
      orderOf('M1', [
        { id: 'A', amount: '1.00', iban: 'DE88370400440532013000' },
        { id: 'B', amount: '2.00' },
      ]),
    );
    bank.work();
    expect(bank.payments.map(({ state }) => state)).toEqual(['REJECTED', 'ACCEPTED']);
    const [report] = reports('pain002');
    const statuses = all(report!, 'CstmrPmtStsRpt/OrgnlPmtInfAndSts/TxInfAndSts');
    expect(textAt(report!, 'CstmrPmtStsRpt/OrgnlGrpInfAndSts/GrpSts')).toBe('PART');
    expect(statuses.map((status) => [needed(status, 'OrgnlEndToEndId'), needed(status, 'StsRsnInf/Rsn/Cd')])).toEqual([
      ['A', 'AC01'],
    ]);
  });

  it('pays twice what comes twice under different message ids', () => {
    for (const id of ['M1', 'M2']) order(orderOf(id, [{ id: 'A', amount: '5.00' }]));
    bank.work();
    bank.closeDay();
    bank.closeDay();
    expect(bank.payments.filter(({ order: { endToEndId } }) => endToEndId === 'A')).toHaveLength(2);
    expect(bank.balance()).toBe(-1000n);
  });

  it('rejects one payment in each round and gives another one back, each with a reason', () => {
    bank = bankOf(10, 'rejects and returns');
    bank.topUp(100_000n, { name: 'Acme Holding', iban: germanIban(chanceOf('own')) });
    order(
      orderOf(
        'M1',
        Array.from({ length: 50 }, (_, i) => ({ id: `P${i}`, amount: '1.00' })),
      ),
    );
    for (let day = 0; day < 6; day++) bank.closeDay();
    const states = bank.payments.map(({ state }) => state);
    const count = (wanted: string) => states.filter((state) => state === wanted).length;
    expect([count('REJECTED'), count('RETURNED'), count('DEBITED')]).toEqual([5, 5, 40]);
    expect(bank.balance()).toBe(100_000n - 4000n);
    const returned = reports('camt054').flatMap((report) =>
      all(report, 'BkToCstmrDbtCdtNtfctn/Ntfctn/Ntry/NtryDtls/TxDtls/RtrInf/Rsn/Cd').map(({ text }) => text),
    );
    expect(returned).toHaveLength(5);
  });

  it('states everything that it notified, and balances that follow from the lines', () => {
    const chance = chanceOf('incoming');
    for (const identity of ['reference', 'transactionId', 'endToEndId', 'uetr', 'none'] as const) {
      const remitter = { name: 'Ada & Söhne', iban: germanIban(chance) };
      const payment = { amount: BigInt(1 + chance.under(10_000)), remitter, remittance: { free: ['invoice 7'] } };
      bank.receive([payment], identity);
      bank.receive([payment, payment], identity);
    }
    bank.charge(250n);
    bank.payInterest(31n);
    bank.closeDay();
    const [statement] = all(reports('camt053')[0]!, 'BkToCstmrStmt/Stmt');
    const lines = all(statement!, 'Ntry');
    const signed = lines.map((line) => {
      const cents = centsOf(needed(line, 'Amt'));
      return needed(line, 'CdtDbtInd') === 'CRDT' ? cents : -cents;
    });
    const [opening, closing] = all(statement!, 'Bal').map((balance) => centsOf(needed(balance, 'Amt')));
    expect(signed.reduce((sum, cents) => sum + cents, opening!)).toBe(closing);
    expect(closing).toBe(bank.balance());
    const notified = reports('camt054').flatMap((report) => all(report, 'BkToCstmrDbtCdtNtfctn/Ntfctn/Ntry'));
    expect(notified).toEqual(lines.filter((line) => needed(line, 'BkTxCd/Domn/Cd') === 'PMNT'));
  });

  it('states its balance and what explains it, whatever its habits are', () => {
    for (let seed = 0; seed < HABITS; seed += 1) {
      const chance = chanceOf(`habits ${seed}`);
      const habits = drawHabits(chance);
      rmSync(root, { recursive: true, force: true });
      bank = bankOf(null, 'habits', habits);
      const come = (amount: bigint) => ({
        amount,
        remitter: { name: 'Ada Söhne', iban: germanIban(chance) },
        remittance: { free: ['invoice 7 of a very long text that has several lines'] },
      });
      for (let day = 0; day < 2; day += 1) {
        for (let one = 0; one < 12; one += 1) bank.receive([come(BigInt(100 + chance.under(10_000)))], 'transactionId');
        bank.receive([come(700n), come(900n)], 'reference');
        bank.charge(250n);
        bank.closeDay();
      }
      const files = readdirSync(join(root, 'incoming')).filter((name) => name.startsWith('camt053'));
      const texts = new Set(files.sort().map((name) => textOf(readFileSync(join(root, 'incoming', name)))));
      const statements = [...texts].map((text) => all(read(text), 'BkToCstmrStmt/Stmt')[0]!);
      const closing = statements.flatMap((statement) =>
        all(statement, 'Bal')
          .filter((balance) => needed(balance, 'Tp/CdOrPrtry/Cd') === 'CLBD')
          .map((balance) => centsOf(needed(balance, 'Amt'))),
      );
      expect(closing.at(-1), JSON.stringify(habits)).toBe(bank.balance());
      const ofDays = new Map<string, bigint>();
      for (const statement of statements) {
        const lines = all(statement, 'Ntry').map((line) => {
          const cents = centsOf(needed(line, 'Amt'));
          return needed(line, 'CdtDbtInd') === 'CRDT' ? cents : -cents;
        });
        const id = needed(statement, 'Id');
        ofDays.set(
          id,
          lines.reduce((sum, cents) => sum + cents, ofDays.get(id) ?? 0n),
        );
      }
      // A statement that was made again has the entries of its day, too.
      const sums = new Set(ofDays.values());
      expect(sums.size, JSON.stringify(habits)).toBe(2);
      expect([...sums].reduce((sum, cents) => sum + cents, 0n)).toBe(bank.balance());
    }
  });
});
