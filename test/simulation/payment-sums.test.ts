import { describe, expect, it } from 'vitest';
import { createPaymentSums } from './payment-sums.js';
import { createRailAnswers } from './rail-answers.js';
import { emptyUnit, type Written } from './transitions.js';

type Line = readonly [account: string, amount: bigint];

const written = (kind: string, after: Readonly<Record<string, unknown>>): Written => ({ kind, before: null, after });

const payout = {
  ...{ id: 'payment', type: 'OUTGOING', source: { sourceType: 'ACCOUNT' }, rateTerms: null },
  ...{ sentCurrency: 'USD', sentAmount: 100n, receivedCurrency: 'EUR', receivedAmount: 90n },
};

/** A payout of 100 dollars, for which 90 euros are delivered, and what a test books about it. */
function playSums() {
  const answers = createRailAnswers();
  const sums = createPaymentSums(answers);
  let entries = 0;
  const commit = (...writes: readonly Written[]) => {
    const unit = emptyUnit();
    unit.writes.push(...writes);
    return sums.committed(unit);
  };
  const book = (kind: string, cause: string, currency: string, ...lines: readonly Line[]) => {
    const entryId = `entry ${++entries}`;
    return commit(
      ...lines.map(([account, amount], at) =>
        written('postings', { id: `${entryId} ${at}`, entryId, kind, cause, currency, account, amount }),
      ),
    );
  };
  const decide = (id: string, leg: string, of: object = {}) =>
    commit(written('exceptions', { id, subject: 'payment', kind: 'RAIL_CONTRADICTION', leg, ...of }));
  commit(written('transactions', payout));
  book('FUNDING', 'payment', 'USD', ['clearing:bank', -100n], ['in-transit:payment', 100n]);
  book('SETTLEMENT', 'payment', 'EUR', ['fx:EUR', -90n], ['clearing:bank', 90n]);
  return { answers, book, decide };
}

describe('the sums of the postings of a payment', () => {
  it('find nothing while money goes back once', () => {
    const { book } = playSums();
    expect(book('SETTLEMENT_REVERSAL', 'payment', 'EUR', ['fx:EUR', 90n], ['clearing:bank', -90n])).toEqual([]);
    expect(book('FUNDING_REFUND', 'payment', 'USD', ['in-transit:payment', -100n], ['clearing:bank', 100n])).toEqual(
      [],
    );
  });

  it('find more that went back to the payer than came, whichever exception is the cause', () => {
    const { book, decide } = playSums();
    decide('one', 'FUNDING');
    decide('other', 'FUNDING');
    const adjusted = (id: string, amount: bigint) =>
      book('EXCEPTION_ADJUSTED', id, 'USD', ['available:account', -amount], ['clearing:bank', amount]);
    expect(adjusted('one', 60n)).toEqual([]);
    expect(adjusted('other', 60n)).toEqual([expect.stringContaining('20 USD went back beyond what came')]);
  });

  it('allow as much to be paid out again as operators booked of what a rail reports as sent, but no more', () => {
    const { book, decide } = playSums();
    decide('again', 'DELIVERY', { direction: 'OUT', resolution: 'WRITTEN_OFF', currency: 'EUR', amount: 90n });
    const sent = (amount: bigint) =>
      book('EXCEPTION_WRITTEN_OFF', 'again', 'EUR', ['loss:EUR', -amount], ['clearing:bank', amount]);
    expect(sent(90n)).toEqual([]);
    expect(sent(1n)).toEqual([expect.stringContaining('91 EUR were paid out, which is more than 90')]);
  });

  it('find money that is paid out again for what a rail reports as returned', () => {
    const { book, decide } = playSums();
    decide('back', 'DELIVERY', { direction: 'IN', resolution: 'WRITTEN_OFF', currency: 'EUR', amount: 90n });
    expect(book('EXCEPTION_WRITTEN_OFF', 'back', 'EUR', ['loss:EUR', -90n], ['clearing:bank', 90n])).toEqual([
      expect.stringContaining('180 EUR were paid out'),
    ]);
  });

  it('allow a refund of money that the bank also takes back, but no more', () => {
    const { book, decide } = playSums();
    book('FUNDING_REFUND', 'payment', 'USD', ['in-transit:payment', -100n], ['clearing:bank', 100n]);
    expect(book('FUNDING_LOST', 'payment', 'USD', ['loss:USD', -100n], ['clearing:bank', 100n])).toEqual([]);
    decide('one', 'FUNDING');
    const more: readonly Line[] = [
      ['available:account', -1n],
      ['clearing:bank', 1n],
    ];
    expect(book('EXCEPTION_ADJUSTED', 'one', 'USD', ...more)).toEqual([expect.stringContaining('went back')]);
  });

  it('find a payout that came back twice, unless a bank said that more came back at once', () => {
    const { answers, book, decide } = playSums();
    decide('one', 'DELIVERY');
    const credited = (amount: bigint) =>
      book('EXCEPTION_CREDITED', 'one', 'EUR', ['clearing:bank', -amount], ['available:account', amount]);
    answers.hear('payout', 'payment', 'returned', 95n);
    answers.hear('payout', 'payment', 'returned', 90n);
    expect(credited(95n)).toEqual([]);
    expect(book('SETTLEMENT_REVERSAL', 'payment', 'EUR', ['fx:EUR', 90n], ['clearing:bank', -90n])).toEqual([
      expect.stringContaining('95 EUR came back beyond what was paid out, which is more than 5'),
    ]);
  });

  it('find a payout that was paid out twice, and do not count what a bank kept', () => {
    const { book, decide } = playSums();
    decide('one', 'DELIVERY');
    const again = (amount: bigint) =>
      book('EXCEPTION_PAID_ELSEWHERE', 'one', 'EUR', ['own-funds:EUR', -amount], ['clearing:bank', amount]);
    book('SETTLEMENT_REVERSAL', 'payment', 'EUR', ['fx:EUR', 90n], ['clearing:bank', -90n]);
    book('BANK_CHARGE', 'payment', 'EUR', ['clearing:bank', 5n], ['bank-charges:EUR', -5n]);
    expect(again(90n)).toEqual([]);
    expect(again(1n)).toEqual([expect.stringContaining('91 EUR were paid out, which is more than 90')]);
  });

  it.each(['loss', 'own-funds'])('find what the service gains in %s', (account) => {
    const { book, decide } = playSums();
    decide('one', 'FUNDING');
    book('FUNDING_LOST', 'payment', 'USD', ['clearing:bank', 100n], ['loss:USD', -100n]);
    const other = account === 'loss' ? 'available:account' : 'own-funds:USD';
    book('EXCEPTION_ADJUSTED', 'one', 'USD', [other, -100n], ['loss:USD', 100n]);
    const back = book('FUNDING_RECOVERED', 'payment', 'USD', ['in-transit:payment', -100n], ['loss:USD', 100n]);
    expect(back).toEqual([expect.stringContaining('100 USD were gained in loss')]);
    expect(book('EXCEPTION_RECOVERED', 'one', 'USD', ['loss:USD', -100n], [other, 100n])).toEqual([]);
    const kept = book('EXCEPTION_RECOVERED', 'one', 'USD', ['loss:USD', -1n], ['own-funds:USD', 1n]);
    expect(kept).toEqual([expect.stringContaining('1 USD were gained in own funds')]);
  });

  it('count the debt that a decision made to the payment of the decision', () => {
    const { book, decide } = playSums();
    decide('one', 'FUNDING');
    book('FUNDING_LOST', 'payment', 'USD', ['clearing:bank', 100n], ['loss:USD', -100n]);
    // The entry with the number 4.
    book('EXCEPTION_ADJUSTED', 'one', 'USD', ['receivables:account', -100n], ['loss:USD', 100n]);
    decide('debt', 'FUNDING', { kind: 'RECEIVABLE_OVERDUE', subject: 'account', reference: 'entry 4/2' });
    const writtenOff: readonly Line[] = [
      ['loss:USD', -100n],
      ['receivables:account', 100n],
    ];
    expect(book('EXCEPTION_WRITTEN_OFF', 'debt', 'USD', ...writtenOff)).toEqual([]);
    const back = book('FUNDING_RECOVERED', 'payment', 'USD', ['in-transit:payment', -100n], ['loss:USD', 100n]);
    expect(back).toEqual([]);
  });

  it('let the service keep waiting money whose owner is unknown', () => {
    const { book, decide } = playSums();
    decide('one', 'FUNDING', { kind: 'REFUND_FAILED', leg: null });
    const kept: readonly Line[] = [
      ['in-transit:payment', -100n],
      ['loss:USD', 100n],
    ];
    expect(book('EXCEPTION_WRITTEN_OFF', 'one', 'USD', ...kept)).toEqual([]);
  });
});
