import { describe, expect, it } from 'vitest';
import { IBAN, PAYER_IBAN, SECOND_IBAN, SEPA_CREDIT, SEPA_RETURN } from '../../testing/bank-reports.js';
import { digest } from '../../testing/ports.js';
import {
  type Claim,
  compare,
  contradict,
  type Identity,
  isBare,
  isCredit,
  isSame,
  type Known,
  namesOf,
  type Reading,
} from './identity.js';
import { recognize } from './recognize.js';
import type { Movement, MovementIds } from './movement.js';

const NO_IDS: MovementIds = { servicer: [], transactionId: null, uetr: null, endToEndId: null, instructionId: null };
const ids = (over: Partial<MovementIds> = {}): MovementIds => ({ ...NO_IDS, ...over });

const movement = (over: Partial<Movement> = {}): Movement => ({
  part: 'payment',
  direction: 'IN',
  amount: 500n,
  isReversal: false,
  date: '2026-01-05',
  valueDate: null,
  ids: NO_IDS,
  groups: [],
  batches: [],
  codes: [SEPA_CREDIT],
  returned: null,
  counterparty: { name: null, account: null },
  texts: ['Rent'],
  information: null,
  ...over,
});
const withIds = (over: Partial<MovementIds>, rest: Partial<Movement> = {}) => movement({ ids: ids(over), ...rest });
const paidBy = (account: string | null, rest: Partial<Movement> = {}) =>
  movement({ counterparty: { name: null, account }, ...rest });

const claim = (report: string, over: Partial<MovementIds> = {}): Claim => {
  const { servicer, transactionId, uetr } = ids(over);
  return { report, ids: { servicer, transactionId, uetr } };
};
const known = (over: Partial<Known> = {}): Known => ({
  key: 'k',
  date: '2026-01-05',
  ids: NO_IDS,
  wording: { counterparty: { name: null, account: null }, texts: [], codes: [] },
  batches: [],
  isDetail: false,
  groups: [],
  claims: {},
  parts: [],
  ...over,
});

const knownOf = (account: string | null) =>
  known({ wording: { counterparty: { name: null, account }, texts: [], codes: [] } });

const STATEMENT: Reading = { stream: 'statement', report: 'now', isCopy: false, isNext: false };
const INTRADAY: Reading = { ...STATEMENT, stream: 'camt.052' };

const hashOf = (one: Movement, identity: Identity, iban = IBAN) =>
  namesOf(one, iban, digest).find((name) => name.identity === identity)?.hash;

describe('the names of a movement', () => {
  it('are one for each id, one for its content, and one for the day of a received transfer', () => {
    const full = withIds({ uetr: 'U', transactionId: 'T', servicer: ['S1', 'S2'], endToEndId: 'E' });
    expect(namesOf(full, IBAN, digest).map(({ identity }) => identity)).toEqual([
      'uetr',
      'transaction',
      'servicer',
      'servicer',
      'end-to-end',
      'content',
      'wording',
      'day',
    ]);
    const identitiesOf = (over: Partial<Movement>) =>
      namesOf(movement(over), IBAN, digest).map(({ identity }) => identity);
    expect(identitiesOf({})).toEqual(['content', 'wording', 'day']);
    expect(identitiesOf({ direction: 'OUT' })).toEqual(['content', 'wording']);
    expect(identitiesOf({ direction: 'OUT', date: null })).toEqual(['content']);
    expect(identitiesOf({ direction: 'OUT', part: 'batch' })).toEqual(['content']);
  });

  it('are all different', () => {
    const full = withIds({ uetr: 'X', transactionId: 'X', servicer: ['X', 'Y'], endToEndId: 'X' });
    const hashes = namesOf(full, IBAN, digest).map(({ hash }) => hash);
    expect(new Set(hashes).size).toBe(8);
  });

  it('find only movements of the same account, amount, direction, part and kind', () => {
    const one = withIds({ uetr: 'U' });
    const hash = hashOf(one, 'uetr');
    expect(hashOf({ ...one, texts: ['other'], date: '2026-02-01' }, 'uetr')).toBe(hash);
    const others = [
      hashOf(one, 'uetr', SECOND_IBAN),
      hashOf({ ...one, amount: 501n }, 'uetr'),
      hashOf({ ...one, direction: 'OUT' }, 'uetr'),
      hashOf({ ...one, part: 'charge' }, 'uetr'),
      hashOf({ ...one, isReversal: true }, 'uetr'),
      hashOf(withIds({ uetr: 'V' }), 'uetr'),
    ];
    expect(others).not.toContain(hash);
    expect(new Set(others).size).toBe(others.length);
  });

  it('pass over case, spaces, accents and punctuation of the texts, and differ by the day', () => {
    const of = (texts: readonly string[], date: string | null = '2026-01-05') =>
      hashOf(movement({ texts, date }), 'content');
    expect(of(['Café, No. 7'])).toBe(of(['CAFE', ' no 7']));
    expect(of(['Cafe 7'])).not.toBe(of(['Cafe 8']));
    expect(of(['Cafe 7'])).not.toBe(of(['Cafe 7'], '2026-01-06'));
    expect(of([])).not.toBe(of(['x']));
  });

  it('of the day only look for others, unless the movement has nothing of its payer', () => {
    const search = (one: Movement) => namesOf(one, IBAN, digest).map(({ isForSearch }) => isForSearch);
    expect(search(movement())).toEqual([undefined, undefined, true]);
    expect(search(movement({ texts: [] }))).toEqual([undefined, undefined, false]);
    expect(hashOf(movement({ date: null }), 'day')).not.toBe(hashOf(movement(), 'day'));
    expect(hashOf(movement({ texts: [] }), 'day')).toBe(hashOf(movement(), 'day'));
  });
});

describe('a received transfer', () => {
  it('is a payment that came in, not a reversal or a return, with a code of a transfer or none', () => {
    expect(isCredit(movement())).toBe(true);
    expect(isCredit(movement({ codes: [] }))).toBe(true);
    const others: readonly Partial<Movement>[] = [
      { part: 'batch' },
      { part: 'charge' },
      { direction: 'OUT' },
      { isReversal: true },
      { returned: { reason: null } },
      { codes: [SEPA_RETURN] },
      { codes: [{ ...SEPA_CREDIT, family: 'ICDT' }] },
    ];
    for (const over of others) expect(isCredit(movement(over)), JSON.stringify(over)).toBe(false);
  });

  it('is bare without text and ids of the payer; the bank’s own reference says nothing about him', () => {
    expect(isBare(movement({ texts: [] }))).toBe(true);
    expect(isBare(withIds({ servicer: ['S'], instructionId: 'I' }, { texts: [] }))).toBe(true);
    expect(isBare(movement())).toBe(false);
    for (const over of [{ uetr: 'U' }, { transactionId: 'T' }, { endToEndId: 'E' }])
      expect(isBare(withIds(over, { texts: [] }))).toBe(false);
  });
});

describe('ids', () => {
  it('contradict each other if both movements have one of a kind and these differ', () => {
    for (const kind of ['uetr', 'transactionId', 'endToEndId'] as const) {
      expect(contradict(ids({ [kind]: 'A' }), ids({ [kind]: 'B' }))).toBe(true);
      expect(contradict(ids({ [kind]: 'A' }), ids({ [kind]: 'A' }))).toBe(false);
      expect(contradict(ids({ [kind]: 'A' }), NO_IDS)).toBe(false);
      expect(contradict(NO_IDS, ids({ [kind]: 'A' }))).toBe(false);
    }
    expect(contradict(ids({ instructionId: 'A' }), ids({ instructionId: 'B' }))).toBe(false);
  });
});

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

describe('the movements of a report', () => {
  const read = (movements: readonly Movement[], all: readonly Known[] = [], reading = STATEMENT) => {
    const named = movements.map((one) => ({
      movement: one,
      names: namesOf(one, IBAN, digest),
      form: 'payment' as const,
      entryServicer: [],
    }));
    // Every known movement is listed under all names of the report.
    return recognize(named, () => all, reading, { reserved: new Map(), isOther: () => false, turn: async () => {} });
  };

  it('are new if nothing is known', async () => {
    expect(await read([movement(), movement()])).toEqual([null, null]);
  });

  it('are recognized by the surest identity first, whatever their order in the report', async () => {
    const one = known({ ids: ids({ uetr: 'U' }) });
    expect(await read([movement(), withIds({ uetr: 'U' })], [one])).toEqual([null, { known: 'k', by: 'uetr' }]);
    expect(await read([withIds({ endToEndId: 'E' }), withIds({ servicer: ['S'] })], [known()])).toEqual([
      null,
      { known: 'k', by: 'servicer' },
    ]);
  });

  it('take a known movement once, so that two equal entries stay two', async () => {
    const two = [known({ key: 'a' }), known({ key: 'b' })];
    expect(await read([movement(), movement(), movement()], two)).toEqual([
      { known: 'a', by: 'content' },
      { known: 'b', by: 'content' },
      null,
    ]);
  });

  it('prefer the known movement with the same id, then one that this kind of report has not named, unless it is a copy', async () => {
    const copy = { ...STATEMENT, isCopy: true };
    const claimed = known({ key: 'claimed', claims: { statement: claim('before') } });
    const fresh = known({ key: 'fresh' });
    const own = known({ key: 'own', ids: ids({ servicer: ['S'] }), claims: { statement: claim('before') } });
    const intraday = { 'camt.052': claim('before') };
    expect(await read([movement()], [known({ claims: intraday }), fresh], INTRADAY)).toEqual([
      { known: 'fresh', by: 'content' },
    ]);
    expect(await read([movement()], [fresh, claimed], copy)).toEqual([{ known: 'claimed', by: 'content' }]);
    expect(await read([movement()], [fresh], copy)).toEqual([{ known: 'fresh', by: 'content' }]);
    const one = withIds({ endToEndId: 'E', servicer: ['S'] });
    expect(await read([one], [fresh, own], { ...copy, stream: 'camt.054' })).toEqual([
      { known: 'own', by: 'servicer' },
    ]);
  });

  it('are bookings of their own, whatever ids they share', async () => {
    const one = withIds({ uetr: 'U', transactionId: 'T', servicer: ['S'] });
    expect(await read([one, one, one])).toEqual([null, null, null]);
    const two = [known({ key: 'a' }), known({ key: 'b' })];
    expect(await read([one, one, one], two)).toEqual([{ known: 'a', by: 'uetr' }, { known: 'b', by: 'uetr' }, null]);
  });

  it('doubt a known movement that has their reference and another payer, each another one', async () => {
    const served = (account: string) => paidBy(account, { ids: ids({ servicer: ['S'] }) });
    const of = (key: string) => ({ ...knownOf(SECOND_IBAN), key, ids: ids({ servicer: ['S'] }) });
    expect(await read([served(PAYER_IBAN), served(PAYER_IBAN)], [of('a')])).toEqual([{ doubts: 'a' }, null]);
    expect(await read([served(PAYER_IBAN), served(SECOND_IBAN)], [of('a')])).toEqual([
      null,
      { known: 'a', by: 'servicer' },
    ]);
  });
});
