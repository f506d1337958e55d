import { CARD_DISPUTES, type CardDispute, isUndecided } from '../cards/index.js';
import { type Check, everyPage, inspect, unless } from '../ledger/index.js';
import { amountText } from '../money/index.js';
import type { PaidBooks } from './books.js';

const hasItsEnd: Check<CardDispute> = (dispute) =>
  unless(
    isUndecided(dispute) === (dispute.endedAt === null),
    () => `${dispute.id} is ${dispute.status}, which does not match the time of its end`,
  );

const hasItsAmounts: Check<CardDispute> = ({ id, currency, status, provisional, paid }) => [
  ...unless(
    provisional >= 0n && paid >= 0n,
    () =>
      `${id} has ${amountText(provisional, currency)} provisionally and ${amountText(paid, currency)} paid; neither can be negative`,
  ),
  ...unless(
    paid === 0n || status === 'WON',
    () => `${id} is ${status}, but ${amountText(paid, currency)} of it are paid as won`,
  ),
];

/**
 * Compares disputes with the card transactions that they are about: what the network has paid, less what customers have
 * of it, is what the entries of the transaction leave on the account of disputes.
 */
export async function inspectDisputes({
  reads,
  disputed,
  cardCurrencies,
}: Pick<PaidBooks, 'reads' | 'disputed' | 'cardCurrencies'>): Promise<readonly string[]> {
  const sums = new Map<string, { waiting: bigint; provisional: bigint; currency: string }>();
  const findings: string[] = [];
  for await (const page of everyPage(reads, CARD_DISPUTES)) {
    for (const { transactionId, received, provisional, currency } of page) {
      const sum = sums.get(transactionId) ?? { waiting: 0n, provisional: 0n, currency };
      sum.waiting += received - provisional;
      sum.provisional += provisional;
      sums.set(transactionId, sum);
    }
    findings.push(...inspect(page, [hasItsEnd, hasItsAmounts]));
  }
  for (const id of new Set([...sums.keys(), ...disputed.keys()])) {
    const found = sums.get(id) ?? { waiting: 0n, provisional: 0n };
    const expected = disputed.get(id) ?? { waiting: 0n, provisional: 0n };
    const currency = sums.get(id)?.currency ?? cardCurrencies.get(id) ?? '';
    const text = (amount: bigint): string => amountText(amount, currency);
    findings.push(
      ...unless(
        found.waiting === expected.waiting,
        () =>
          `the disputes of ${id} leave ${text(found.waiting)} on the account of disputes, its entries ${text(expected.waiting)}`,
      ),
      ...unless(
        found.provisional === expected.provisional,
        () =>
          `the disputes of ${id} have ${text(found.provisional)} provisionally, the transaction ${text(expected.provisional)}`,
      ),
    );
  }
  return findings;
}
