import { describe, expect, it } from 'vitest';
import { PAYER_IBAN, SECOND_IBAN, SEPA_RETURN } from '../../testing/bank-reports.js';
import {
  claim,
  ids,
  INTRADAY,
  known,
  knownOf,
  movement,
  paidBy,
  STATEMENT,
  withIds,
} from '../../testing/compared-movements.js';
import { CANDIDATE_ROWS, compare, CONFIRMATION_ROWS, decidingRows, isSame } from './compare.js';
import type { Identity, Known, Reading } from './identity.js';
import type { Movement, MovementIds } from './movement.js';

describe('a movement found by an identity', () => {
  it('is another one if an id contradicts, by whatever identity it is found', () => {
    for (const identity of ['uetr', 'transaction', 'servicer', 'end-to-end', 'content', 'day'] as const) {
      const other = known({ ids: ids({ endToEndId: 'B' }) });
      expect(isSame(withIds({ endToEndId: 'A' }), other, identity, STATEMENT)).toBe(false);
      expect(isSame(movement(), known(), identity, STATEMENT)).toBe(true);
    }
  });

  it('is in doubt if payer, text or code differ under one id of the bank, and another one otherwise', () => {
    const decidedFor = (one: Movement, of: Known) =>
      (['uetr', 'transaction', 'servicer', 'end-to-end', 'content', 'wording', 'day'] as const).map((identity) =>
        compare(one, of, identity, STATEMENT),
      );
    // Two payers may choose one EndToEndId, and their banks one TxId.
    const payers = ['doubt', 'other', 'doubt', 'other', 'other', 'other', 'other'];
    expect(decidedFor(paidBy(PAYER_IBAN), knownOf(SECOND_IBAN))).toEqual(payers);
    const worded = (over: Partial<Movement>) => known({ wording: movement(over) });
    const texts = ['doubt', 'doubt', 'doubt', 'doubt', 'other', 'other', 'other'];
    expect(decidedFor(movement(), worded({ texts: ['Invoice'] }))).toEqual(texts);
    expect(decidedFor(movement(), worded({ codes: [SEPA_RETURN] }))).toEqual(texts);
    expect(compare(movement(), { ...worded({ texts: ['Invoice'] }), date: '2026-01-06' }, 'uetr', STATEMENT)).toBe(
      'other',
    );
    for (const [one, other] of [
      [null, SECOND_IBAN],
      [PAYER_IBAN, null],
      [SECOND_IBAN, SECOND_IBAN],
    ] as const) {
      expect(isSame(paidBy(one), knownOf(other), 'content', STATEMENT)).toBe(true);
      expect(isSame(paidBy(one), knownOf(other), 'servicer', STATEMENT)).toBe(true);
    }
  });

  it('by its wording is the same if it has the payer or the text in common, and this kind has not named it', () => {
    const of = (over: Partial<Movement>, rest: Partial<Known> = {}) =>
      isSame(movement({ texts: ['Rent May'] }), known({ wording: movement(over), ...rest }), 'wording', STATEMENT);
    expect(of({ texts: ['SVWZ+rent may EREF+7'] })).toBe(true);
    expect(of({ texts: [] })).toBe(false);
    expect(of({ texts: ['Rent May'] }, { date: '2026-01-06' })).toBe(false);
    expect(of({ texts: ['Rent May'] }, { claims: { statement: claim('before') } })).toBe(false);
    expect(of({ texts: ['Rent May'] }, { claims: { 'camt.054': claim('before', { servicer: ['R'] }) } })).toBe(true);
  });

  it('by an id that is given once is the same unless this kind of report has named it with other ids', () => {
    const one = withIds({ uetr: 'U', servicer: ['S'] });
    const claimed = (over: Partial<MovementIds>) => known({ claims: { statement: claim('before', over) } });
    expect(isSame(one, known({ claims: { 'camt.054': claim('before') } }), 'uetr', STATEMENT)).toBe(true);
    expect(isSame(one, claimed({ uetr: 'U' }), 'uetr', STATEMENT)).toBe(true);
    expect(isSame(one, claimed({ servicer: ['R', 'S'] }), 'uetr', STATEMENT)).toBe(true);
    expect(isSame(one, claimed({}), 'uetr', STATEMENT)).toBe(false);
    expect(isSame(withIds({ transactionId: 'T' }), claimed({ transactionId: 'T' }), 'transaction', STATEMENT)).toBe(
      true,
    );
    expect(isSame(withIds({ servicer: ['S'] }), claimed({ servicer: ['R'] }), 'servicer', STATEMENT)).toBe(false);
    expect(isSame(movement(), claimed({}), 'transaction', STATEMENT)).toBe(false);
    expect(isSame(one, claimed({ uetr: 'U' }), 'uetr', { ...STATEMENT, isNext: true })).toBe(false);
    expect(isSame(one, claimed({ uetr: 'U' }), 'uetr', { ...STATEMENT, report: 'before' })).toBe(false);
    expect(isSame(one, known({ date: '2026-02-05' }), 'uetr', STATEMENT)).toBe(false);
  });

  it('by its content is another one if one kind of report gives it another reference, and not if another kind does', () => {
    const one = withIds({ servicer: ['S'] });
    const named = (by: 'statement' | 'camt.054', servicer: readonly string[]) =>
      known({ ids: ids({ servicer }), claims: { [by]: { ...claim('before', { servicer }), isIndirect: true } } });
    const copy = { ...STATEMENT, isCopy: true };
    const decided = [[], ['S'], ['R', 'S'], ['R']].map((servicer) =>
      isSame(one, named('statement', servicer), 'content', copy),
    );
    // A copy may number its entries in another way.
    expect(decided).toEqual([true, true, true, true]);
    expect(
      isSame(one, known({ claims: { 'camt.052': claim('before', { servicer: ['R'] }) } }), 'content', INTRADAY),
    ).toBe(false);
    for (const identity of ['content', 'day'] as const)
      expect(isSame(one, named('camt.054', ['R']), identity, STATEMENT)).toBe(true);
  });

  it('by its EndToEndId is the same on its day, and in doubt within seven days unless the references differ', () => {
    const on = (date: string | null, servicer: readonly string[] = []) =>
      compare(
        withIds({ endToEndId: 'RENT', servicer: ['S'] }),
        known({ date, ids: ids({ endToEndId: 'RENT', servicer }) }),
        'end-to-end',
        STATEMENT,
      );
    expect(['2026-01-12', '2025-12-29', '2026-01-13', '2025-12-28'].map((date) => on(date))).toEqual([
      'doubt',
      'doubt',
      'other',
      'other',
    ]);
    expect([on(null), on('2026-01-05')]).toEqual(['same', 'same']);
    expect([on('2026-01-05', ['R']), on('2026-01-06', ['R']), on('2026-01-06', ['S'])]).toEqual([
      'same',
      'other',
      'doubt',
    ]);
  });

  it('that this kind of report has named before is the same only in a copy or a report of the day', () => {
    const before = (report: string, over: Partial<MovementIds> = {}) =>
      known({ claims: { statement: claim(report, over), 'camt.052': claim(report, over) } });
    const decided = (of: Known, reading: Reading, one = movement()) =>
      (['end-to-end', 'content', 'day'] as const).map((identity) => isSame(one, of, identity, reading));
    expect(decided(before('before'), STATEMENT)).toEqual([true, false, false]);
    expect(decided(before('before'), { ...STATEMENT, isCopy: true })).toEqual([true, true, true]);
    expect(decided({ ...before('before'), date: '2026-01-06' }, { ...STATEMENT, isCopy: true })).toEqual([
      false,
      false,
      false,
    ]);
    expect(decided(before('before'), INTRADAY)).toEqual([true, true, false]);
    expect(decided(before('now'), INTRADAY)).toEqual([false, false, false]);
    const served = withIds({ servicer: ['S'] });
    expect(decided(before('before', { servicer: ['R'] }), INTRADAY, served)).toEqual([false, false, false]);
    expect(decided(before('before', { servicer: ['S'] }), INTRADAY, served)).toEqual([true, true, false]);
    expect(decided({ ...before('before'), date: '2026-01-06' }, STATEMENT)).toEqual([false, false, false]);
  });
});

/** A movement of a report, a known one, and how it was found. */
type Case = Parameters<typeof compare>;

const found = (
  identity: Identity,
  ofMovement: Partial<Movement>,
  ofKnown: Partial<Known>,
  ofReading: Partial<Reading> = {},
): Case => [movement(ofMovement), known(ofKnown), identity, { ...STATEMENT, ...ofReading }];

const batch = (paymentInformationId: string): Movement['batches'] => [
  { messageId: null, paymentInformationId, count: null },
];
/** An earlier report of the kind that is read has named the movement. */
const stated = (over: Partial<MovementIds> = {}): Pick<Known, 'claims'> => ({
  claims: { statement: claim('before', over) },
});
const indirectly = (servicer: readonly string[]): Pick<Known, 'claims'> => ({
  claims: { statement: { ...claim('before', { servicer }), isIndirect: true } },
});
/** A notification has named the sum of the movement, so that it may still name the movement itself. */
const notifiedAsSum: Pick<Known, 'claims'> = { claims: { 'camt.054': { ...claim('before'), isIndirect: true } } };
const entry = (...servicer: readonly string[]): Pick<Movement, 'ids'> => ({ ids: ids({ servicer }) });
const SAME_TEXT = { wording: movement() };
const OTHER_TEXT = { wording: movement({ texts: ['Invoice'] }) };
const NEXT_DAY = { date: '2026-01-06' };
const NEXT_MONTH = { date: '2026-02-05' };
const COPY = { isCopy: true };

/** For each row in its order, a comparison that the row decides. */
const CANDIDATE_CASES: readonly Case[] = [
  found('content', { part: 'charge', chargedOn: 1n }, { chargedOn: 2n }),
  found('content', { ids: ids({ uetr: 'U' }) }, { ids: ids({ uetr: 'V' }) }),
  found('batch', { batches: batch('P') }, { batches: batch('Q') }),

  found('servicer', entry('S'), indirectly(['R'])),
  found('servicer', entry('S'), { ...indirectly(['S']), ...NEXT_MONTH }),
  found('uetr', {}, NEXT_MONTH),
  found('uetr', {}, {}),
  found('uetr', {}, stated(), { isNext: true }),
  found('uetr', {}, stated(), COPY),
  found('transaction', { ids: ids({ transactionId: 'T' }) }, stated({ transactionId: 'T' })),
  found('transaction', {}, stated()),

  found('wording', {}, { ...SAME_TEXT, ...notifiedAsSum }, { stream: 'camt.054' }),
  found('wording', {}, { ...SAME_TEXT, ...NEXT_DAY }),
  found('wording', {}, OTHER_TEXT),
  found('wording', {}, SAME_TEXT),
  found('content', entry('S'), entry('R')),
  found('batch', entry('S'), entry('R')),
  found('end-to-end', entry('S'), entry('R')),
  found('end-to-end', entry('S'), { ...entry('R'), ...NEXT_DAY }),
  found('end-to-end', {}, { ...notifiedAsSum, ...NEXT_DAY }, { stream: 'camt.054' }),
  found('end-to-end', {}, NEXT_MONTH),
  found('end-to-end', {}, NEXT_DAY),

  found('day', {}, stated(), { report: 'before' }),
  found('wording', {}, { ...stated(), ...OTHER_TEXT }, COPY),
  found('content', {}, stated(), COPY),
  found('content', {}, { ...stated(), ...NEXT_DAY }, COPY),
  found('content', entry('S'), stated({ servicer: ['R'] })),
  found('end-to-end', {}, stated()),
  found('end-to-end', {}, { ...stated(), ...NEXT_DAY }),
  found('batch', {}, { ...stated(), ...NEXT_DAY }),
  found('batch', {}, stated(), COPY),
  found('content', {}, { claims: { 'camt.052': claim('before') } }, { stream: 'camt.052' }),
  found('content', {}, stated()),
];

const PAID_BY_OTHER = { wording: movement({ counterparty: { name: null, account: SECOND_IBAN } }) };

const CONFIRMATION_CASES: readonly Case[] = [
  found('end-to-end', { counterparty: { name: null, account: PAYER_IBAN } }, PAID_BY_OTHER),
  found('uetr', {}, OTHER_TEXT),
  found('uetr', {}, { ...OTHER_TEXT, ...NEXT_DAY }),
  found('servicer', {}, NEXT_DAY),
  found('uetr', {}, NEXT_DAY),
];

const asText = ({ by, when, decides }: (typeof CANDIDATE_ROWS | typeof CONFIRMATION_ROWS)[number]): string => {
  const features = Object.entries(when).map(([feature, holds]) => (holds ? feature : `not ${feature}`));
  return `by ${by?.join(', ') ?? 'any identity'}: ${features.join(', ') || 'otherwise'}: ${decides}`;
};

describe('each row of the comparison decides', () => {
  it('for one case of the test', () => {
    expect(CANDIDATE_CASES).toHaveLength(CANDIDATE_ROWS.length);
    expect(CONFIRMATION_CASES).toHaveLength(CONFIRMATION_ROWS.length);
  });

  it.each(CANDIDATE_ROWS.map((row, index) => [asText(row), index] as const))('%s', (text, index) => {
    const [candidate] = decidingRows(...CANDIDATE_CASES[index]!);
    expect(asText(candidate)).toBe(text);
    if (candidate.decides === 'other') expect(compare(...CANDIDATE_CASES[index]!)).toBe('other');
  });

  it.each(CONFIRMATION_ROWS.map((row, index) => [asText(row), index, row.decides] as const))(
    '%s',
    (text, index, decision) => {
      const [, confirmation] = decidingRows(...CONFIRMATION_CASES[index]!);
      expect(confirmation === null ? null : asText(confirmation)).toBe(text);
      expect(compare(...CONFIRMATION_CASES[index]!)).toBe(decision);
    },
  );
});
