import { describe, expect, it } from 'vitest';
import { IBAN, PAYER_IBAN, SECOND_IBAN, SEPA_CREDIT, SEPA_RETURN } from '../../testing/bank-reports.js';
import {
  claim,
  ids,
  INTRADAY,
  known,
  knownOf,
  movement,
  NO_IDS,
  paidBy,
  STATEMENT,
  withIds,
} from '../../testing/compared-movements.js';
import { digest } from '../../testing/ports.js';
import { contradict, type Identity, isBare, isCredit, type Known, namesOf } from './identity.js';
import type { Movement } from './movement.js';
import { recognize } from './recognize.js';

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
