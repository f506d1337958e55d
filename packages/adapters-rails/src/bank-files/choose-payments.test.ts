import fc from 'fast-check';
import { expect, it } from 'vitest';
import { choosePayments, type FileLimits, type Waiting } from './choose-payments.js';

const LIMIT = fc.option(fc.bigInt({ min: 0n, max: 3_000n }), { nil: null });
const WAITING = fc
  .array(
    fc.record({
      scheme: fc.constantFrom('SEPA' as const, 'SEPA_INSTANT' as const),
      amount: fc.bigInt({ min: 1n, max: 1_000n }),
    }),
    { maxLength: 40 },
  )
  .map((all) => all.map((one, index): Waiting => ({ ...one, reference: String(index) })));

const CASE = fc.record({
  waiting: WAITING,
  limits: fc.record({ maxPayments: fc.integer({ min: 1, max: 10 }), maxPerFile: LIMIT, leftToday: LIMIT }),
});

const sumOf = (payments: readonly Waiting[]): bigint => payments.reduce((sum, { amount }) => sum + amount, 0n);

const within = (payments: readonly Waiting[], { maxPayments, maxPerFile, leftToday }: FileLimits): boolean =>
  payments.length <= maxPayments &&
  (maxPerFile === null || sumOf(payments) <= maxPerFile) &&
  (leftToday === null || sumOf(payments) <= leftToday);

it('a file keeps all limits, one scheme, and the order in which payments wait', () => {
  fc.assert(
    fc.property(CASE, ({ waiting, limits }) => {
      const chosen = choosePayments(waiting, limits);
      expect(within(chosen, limits)).toBe(true);
      expect(new Set(chosen.map(({ scheme }) => scheme)).size).toBeLessThanOrEqual(1);
      const order = chosen.map(({ reference }) => Number(reference));
      expect(order).toEqual([...new Set(order)].sort((a, b) => a - b));
    }),
  );
});

it('the oldest payment that fits is in the next file, and no payment that fits too is left out', () => {
  fc.assert(
    fc.property(CASE, ({ waiting, limits }) => {
      const chosen = choosePayments(waiting, limits);
      const first = waiting.find((payment) => within([payment], limits));
      expect(chosen[0]).toBe(first);
      for (const payment of waiting) {
        if (chosen.includes(payment) || payment.scheme !== first?.scheme) continue;
        expect(within([...chosen, payment], limits)).toBe(false);
      }
    }),
  );
});

it('all payments are in files after enough runs, if each fits a file', () => {
  fc.assert(
    fc.property(WAITING, fc.integer({ min: 1, max: 10 }), (waiting, maxPayments) => {
      const limits = { maxPayments, maxPerFile: 1_000n, leftToday: null };
      let left: readonly Waiting[] = waiting;
      for (let files = 0; left.length > 0; files += 1) {
        expect(files).toBeLessThanOrEqual(waiting.length);
        const chosen = choosePayments(left, limits);
        left = left.filter((payment) => !chosen.includes(payment));
      }
    }),
  );
});
