import { describe, expect, it } from 'vitest';
import type { BatchStatus, StatusReason, StatusReport, TransactionStatus } from '../iso20022/messages.js';
import type { OutgoingPayment } from './payment.js';
import type { OutgoingBatch } from './payments.js';
import { reportsOf } from './reports-of.js';

const because = (...codes: readonly string[]): readonly StatusReason[] =>
  codes.map((code) => ({ code, proprietary: null, additional: [] }));

const PAYMENT = { reference: 'one', messageId: 'M1', amount: 500n } as unknown as OutgoingPayment;

const transaction = (over: Partial<TransactionStatus> = {}): TransactionStatus => ({
  ...{ statusId: null, instructionId: null, uetr: null, servicerReference: null, amount: null, currency: null },
  ...{ endToEndId: 'E1', status: null, reasons: [] },
  ...over,
});

const status = (over: Partial<BatchStatus> = {}): BatchStatus => ({
  ...{ paymentInformationId: null, status: null, reasons: [], transactions: [] },
  ...over,
});

const batch = (paymentInformationId: string, ...references: readonly string[]): OutgoingBatch =>
  ({ paymentInformationId, messageId: 'M1', references }) as unknown as OutgoingBatch;

interface Told {
  readonly group?: StatusReport['group'];
  readonly about?: Partial<BatchStatus>;
  readonly transaction?: Partial<TransactionStatus>;
  readonly payment?: OutgoingPayment | null;
  readonly messageId?: string | null;
  readonly batches?: readonly OutgoingBatch[];
}

/** A report with one transaction. */
function about({ group = { status: null, reasons: [] }, about: over, payment = PAYMENT, ...told }: Told) {
  const of = transaction(told.transaction);
  const one = status({ ...over, transactions: [of] });
  return reportsOf({
    report: { group, batches: [one] } as unknown as StatusReport,
    messageId: told.messageId === undefined ? 'M1' : told.messageId,
    batches: told.batches ?? [],
    named: [{ batch: one, transaction: of, payment }],
    ...{ by: 'by', waitsFor: ['mismatched' as const] },
  });
}

/** A report without transactions. */
const above = (group: StatusReport['group'], all: readonly BatchStatus[], batches: readonly OutgoingBatch[]) =>
  reportsOf({
    report: { group, batches: all } as unknown as StatusReport,
    messageId: 'M1',
    batches,
    named: [],
    ...{ by: 'by', waitsFor: ['mismatched' as const] },
  });

const NONE = { status: null, reasons: [] };
const rejected = (...codes: readonly string[]) => ({ status: 'RJCT', reasons: because(...codes) });

describe('a transaction in a status report', () => {
  it.each(['ACSC', 'ACCC'])('with %s is settled, also if it is in an earlier file', (code) => {
    for (const messageId of ['M1', 'M0', null]) {
      expect(about({ transaction: { status: code, reasons: because('X') }, messageId })).toEqual({
        reports: [{ event: 'settle', by: 'by', reference: 'one', bankStatus: `${code} X` }],
        remarks: [],
      });
    }
  });

  it('with a status on the way is noted for its file', () => {
    expect(about({ transaction: { status: 'PDNG', reasons: because('A', 'B') } }).reports).toEqual([
      { event: 'note', by: 'by', reference: 'one', messageId: 'M1', bankStatus: 'PDNG A B' },
    ]);
    const unfiled = { ...PAYMENT, messageId: null };
    expect(about({ transaction: { status: 'PDNG' }, payment: unfiled, messageId: null }).reports).toEqual([
      { event: 'note', by: 'by', reference: 'one', messageId: '', bankStatus: 'PDNG' },
    ]);
    const [long] = about({ transaction: { status: 'PDNG', reasons: because(...Array<string>(40).fill('ABCD')) } })
      .reports as unknown as readonly [{ readonly bankStatus: string }];
    expect(long.bankStatus).toHaveLength(100);
  });

  it('that is refused has the first reason that says something, also one of the bank’s own', () => {
    const own = { code: null, proprietary: 'OWN', additional: [] };
    const none = { code: null, proprietary: null, additional: ['text'] };
    expect(about({ transaction: { status: 'RJCT', reasons: [none, own, ...because('AC04')] } }).reports).toEqual([
      {
        ...{ event: 'reject', by: 'by', reference: 'one', messageId: 'M1' },
        ...{ bankStatus: 'RJCT OWN AC04', code: 'OWN', failure: 'ACCOUNT_CANNOT_RECEIVE' },
      },
    ]);
  });

  it('that is refused without a reason has that of its batch, then that of the file', () => {
    const decided = (told: Told) => {
      const [first] = about({ transaction: { status: 'RJCT' }, ...told }).reports as readonly {
        readonly event: string;
        readonly code: string | null;
        readonly bankStatus: string;
      }[];
      return [first!.event, first!.code, first!.bankStatus];
    };
    expect(decided({ about: rejected('FF01'), group: rejected('AM04') })).toEqual(['reject', 'FF01', 'RJCT FF01']);
    expect(decided({ about: rejected('AC04') })).toEqual(['hold', 'AC04', 'RJCT AC04']);
    expect(decided({ group: rejected('AC04') })).toEqual(['hold', 'AC04', 'RJCT AC04']);
    expect(decided({ about: { status: 'PART', reasons: because('FF01') } })).toEqual(['reject', null, 'RJCT']);
    expect(decided({ group: { status: 'PART', reasons: because('AC04') } })).toEqual(['reject', null, 'RJCT']);
    expect(decided({ about: rejected('AC04'), transaction: rejected('AC04') })).toEqual([
      'reject',
      'AC04',
      'RJCT AC04',
    ]);
  });

  it('without a status has its own reason if what is above it is refused', () => {
    const reasons = because('AC04');
    const event = (told: Told) => about({ transaction: { reasons }, ...told }).reports.map((one) => one.event);
    expect(event({ about: rejected('FF01') })).toEqual(['reject']);
    expect(event({ group: rejected('FF01') })).toEqual(['reject']);
    expect(event({ group: rejected('FF01'), about: { status: 'PART' } })).toEqual(['reject']);
    expect(event({ group: rejected('FF01'), about: { status: 'ACTC' } })).toEqual([]);
    expect(event({})).toEqual([]);
    expect(event({ about: rejected('FF01'), transaction: {} })).toEqual([]);
  });

  it('is named in a remark, and without effect, if it is unknown, of another file or of another amount', () => {
    const refused = { status: 'RJCT', reasons: because('AC04') };
    const remark = (told: Told) => about({ transaction: refused, ...told });
    const nothing = (text: string) => ({ reports: [], remarks: [text] });
    expect(remark({ payment: null })).toEqual(nothing('E1 is unknown'));
    expect(remark({ messageId: 'M0' })).toEqual(nothing('E1 is in another file'));
    expect(remark({ messageId: null }).reports).toHaveLength(1);
    expect(remark({ transaction: { ...refused, amount: 499n } })).toEqual(nothing('E1 has another amount'));
    expect(remark({ transaction: { ...refused, amount: 500n } }).remarks).toEqual([]);
    const ids = (over: Partial<TransactionStatus>) =>
      about({ transaction: { endToEndId: null, ...over }, payment: null }).remarks;
    expect(ids({ uetr: 'U', instructionId: 'I' })).toEqual(['U is unknown']);
    expect(ids({ instructionId: 'I' })).toEqual(['I is unknown']);
    expect(ids({})).toEqual(['a transaction without ids is unknown']);
  });
});

describe('a refusal of a batch or a file', () => {
  const P1 = batch('P1', 'one', 'two');
  const P2 = batch('P2', 'three');
  const references = (of: { readonly reports: readonly { readonly reference: string }[] }) =>
    of.reports.map(({ reference }) => reference);

  it('covers the payments of the batch that it names, with its reasons', () => {
    const told = above(NONE, [status({ paymentInformationId: 'P1', ...rejected('FF01') })], [P1, P2]);
    const one = { bankStatus: 'RJCT FF01', code: 'FF01', failure: 'QUOTE_EXECUTION_FAILED', messageId: 'M1' };
    expect(told).toEqual({
      reports: [
        { event: 'reject', by: 'by', reference: 'one', ...one },
        { event: 'reject', by: 'by', reference: 'two', ...one },
      ],
      remarks: [],
    });
  });

  it('without the name of a batch covers the only one of the file, and none of several', () => {
    for (const paymentInformationId of [null, 'NOTPROVIDED']) {
      const unnamed = status({ paymentInformationId, ...rejected('FF01') });
      expect(references(above(NONE, [unnamed], [P1]))).toEqual(['one', 'two']);
      expect(above(NONE, [unnamed], [P1, P2])).toEqual({ reports: [], remarks: [] });
    }
  });

  it('of the file covers every batch without a status of its own', () => {
    const file = rejected('FF01');
    const with1 = (over: Partial<BatchStatus>) =>
      references(above(file, [status({ paymentInformationId: 'P1', ...over })], [P1, P2]));
    expect(references(above(file, [], [P1, P2]))).toEqual(['one', 'two', 'three']);
    expect([with1({}), with1({ status: 'PART' })]).toEqual([
      ['one', 'two', 'three'],
      ['one', 'two', 'three'],
    ]);
    expect(with1({ status: 'ACTC' })).toEqual(['three']);
    expect(references(above({ status: 'PART', reasons: because('FF01') }, [], [P1]))).toEqual([]);
  });

  it('has the reasons of the file where the batch has none, and the level at which they stand', () => {
    const held = (group: StatusReport['group'], one: Partial<BatchStatus>) =>
      above(group, [status({ paymentInformationId: 'P2', ...one })], [P2]).reports.map((each) => [
        each.event,
        'code' in each ? each.code : null,
      ]);
    expect(held(rejected('AC04'), rejected())).toEqual([['hold', 'AC04']]);
    expect(held(rejected('AC04'), rejected('FF01'))).toEqual([['reject', 'FF01']]);
    expect(held({ status: 'PART', reasons: because('AC04') }, rejected())).toEqual([['reject', null]]);
    expect(held(NONE, rejected('AC04'))).toEqual([['hold', 'AC04']]);
  });

  it('spares the payments that the report names with another status or another amount', () => {
    const file = rejected('FF01');
    const spared = (over: Partial<TransactionStatus>) => {
      const told = about({ group: file, transaction: over, batches: [P1] });
      return told.reports.flatMap((one) => (one.event === 'reject' ? [one.reference] : []));
    };
    expect(spared({ status: 'ACSC' })).toEqual(['two']);
    expect(spared({ status: 'PDNG' })).toEqual(['two']);
    expect(spared({ status: 'RJCT', amount: 1n })).toEqual(['two']);
    expect(spared({ reasons: because('AC04') })).toEqual(['one', 'two']);
    expect(spared({})).toEqual(['one', 'two']);
  });

  it('of a batch that the file does not have is a remark', () => {
    const unknown = [
      status({ paymentInformationId: 'P9', ...rejected('FF01') }),
      status({ paymentInformationId: 'P1' }),
    ];
    expect(above(NONE, unknown, [P1])).toEqual({ reports: [], remarks: ['the batch P9 is not in the file'] });
    const unnamed = [status({}), status({ paymentInformationId: 'NOTPROVIDED' })];
    expect(above(NONE, unnamed, [P1]).remarks).toEqual([]);
    expect(about({ messageId: null, about: { paymentInformationId: 'P9' } }).remarks).toEqual([]);
  });
});
