import { type ExceptionRecord, EXCEPTIONS } from '../exceptions/index.js';
import { Bug, err, isId, type Unit, update } from '../kernel/index.js';
import { amountText, MAX_AMOUNT } from '../money/index.js';
import { depositLeft, DEPOSITS, reverseDeposit } from '../transactions/index.js';
import type { CardTransaction } from './card-books.js';
import { CARD_REFUNDS, type CardRefund, partsOf, type RefundPart, refundsOf, standingOf } from './card-refund.js';
import type { SpendPorts } from './clear.js';
import { openExcess } from './excess.js';
import type { ApplyMessage } from './network-message.js';
import { keepInSuspense } from './surplus.js';
import { fundingAccount, lockSource, pullable, takeFromCard } from './take.js';

const min = (a: bigint, b: bigint): bigint => (a < b ? a : b);

/** What a reversal takes from the returns of a transaction, by who has to bear it. */
interface Reversed {
  /** The customer, whose settled amount was returned. */
  readonly settled: bigint;
  /** The customer, who was credited without a purchase. */
  readonly credited: bigint;
  /** `loss`: an excess is not covered any more, and its exception is open or written off. */
  readonly reopened: bigint;
  /** `loss`, with a new exception: what an operator has decided about, and what no return accounts for. */
  readonly newExcess: bigint;
  /** The number of returns that credited the customer, and are reversed as a whole. */
  readonly ended: number;
}

/**
 * Books the reversal of a return: of the one that it names, otherwise of the last one that is not reversed yet. Its
 * parts are taken back from where they went, the last part first. If the customer has spent the money, it is a loss of
 * the service until it is recovered; of a use that the network has decided, the account owes what its balance lacks. What an operator has decided about in the meantime, and an amount above the
 * returns, is a loss with a new CARD_EXCESS exception. A reversal of 0 takes back the whole return; 409
 * INVALID_STATE_TRANSITION if there is none. 400 AMOUNT_OUT_OF_RANGE.
 */
export const reverseReturn =
  ({ ids, delegates }: SpendPorts): ApplyMessage =>
  async (tx, ctx, transaction, { amount, networkMessageId, originalNetworkMessageId }) => {
    if (amount < 0n || amount > MAX_AMOUNT) return err('AMOUNT_OUT_OF_RANGE');
    const { id, card, status } = transaction;
    const isNamed = ({ messageId }: CardRefund): boolean => messageId === originalNetworkMessageId;
    // The merchant did not give what a dispute has won: the network alone takes it back.
    const isOfMerchant = ({ messageId }: CardRefund): boolean => !isId('CardDispute', messageId ?? '');
    const standing = (await refundsOf(tx, id)).filter(
      (refund) => standingOf(partsOf(refund)) > 0n && (isNamed(refund) || isOfMerchant(refund)),
    );
    const refunds = [...standing.filter(isNamed), ...standing.filter((refund) => !isNamed(refund))];
    const [first] = refunds;
    if (amount === 0n && first === undefined) {
      const message = `the transaction is ${status} and has no return to reverse, and the reversal names no amount`;
      return err('INVALID_STATE_TRANSITION', message);
    }
    const unit = { tx, ctx, ids };
    const whole = amount === 0n ? standingOf(partsOf(first!)) : amount;
    const { settled, credited, reopened, newExcess, ended } = await takeFromReturns(
      unit,
      transaction,
      refunds,
      whole,
      networkMessageId,
    );
    if (newExcess > 0n) {
      const why = `took back ${amountText(whole, card.currency)} of returns, of which a part was decided about or never returned`;
      await openExcess(unit, transaction, networkMessageId, newExcess, why);
    }
    const given = settled + credited;
    const { pulled, owed } = await payersOf(unit, delegates, transaction, given);
    const lost = given - pulled - owed;
    const on = lost === 0n && status !== 'EXCEPTION' ? 'reverse-return' : 'fail';
    return takeFromCard(unit, transaction, {
      on: given === 0n ? null : on,
      moves: [
        ['CARD_RETURN_REVERSAL', pulled],
        ['CARD_REVERSAL_OWED', owed],
        ['CARD_LOSS', lost],
        ['CARD_EXCESS', reopened],
        ['CARD_EXCESS', newExcess],
      ],
      after: {
        settled: card.settled - credited,
        refunded: card.refunded - settled,
        returns: card.returns - ended,
        lost: card.lost + lost,
        ...(reopened + newExcess > 0n && { excess: (card.excess ?? 0n) + reopened + newExcess }),
      },
    });
  };

/**
 * What the account pays of an amount that it was given, and what it owes; the rest is a loss of the service. The account
 * pays the whole or nothing, unless the network has decided the use: it pays what it has then, and owes the rest.
 */
async function payersOf(
  { tx }: Unit,
  delegates: SpendPorts['delegates'],
  transaction: CardTransaction,
  amount: bigint,
): Promise<{ readonly pulled: bigint; readonly owed: bigint }> {
  const account = await fundingAccount(tx, transaction.card.accountId);
  if (transaction.card.decidedByNetwork === true && account.status !== 'CLOSED') {
    const pulled = min(amount, await lockSource(tx, account));
    return { pulled, owed: amount - pulled };
  }
  const isThere = amount > 0n && (await pullable(tx, delegates, transaction)) >= amount;
  return { pulled: isThere ? amount : 0n, owed: 0n };
}

async function takeFromReturns(
  unit: Unit,
  transaction: CardTransaction,
  refunds: readonly CardRefund[],
  amount: bigint,
  returnId: string,
): Promise<Reversed> {
  const { tx, ctx } = unit;
  const sum = { settled: 0n, credited: 0n, reopened: 0n, newExcess: 0n, ended: 0 };
  let left = amount;
  for (const refund of refunds) {
    if (left === 0n) break;
    const parts = [...partsOf(refund)];
    const credited = settledOf(parts);
    for (let at = parts.length - 1; at >= 0; at -= 1) {
      const part = parts[at]!;
      const taken = min(left, part.amount - part.reversed);
      if (taken === 0n) continue;
      left -= taken;
      if (isId('Deposit', part.of)) {
        const after = await takeFromSuspense(unit, transaction, part, taken, returnId);
        if (after === null) sum.newExcess += taken;
        parts.splice(at, 1, ...(after ?? [{ ...part, reversed: part.reversed + taken }]));
        continue;
      }
      const bearer = await bearerOf(unit, part);
      sum[bearer] += taken;
      const reopened = part.reopened + (bearer === 'reopened' ? taken : 0n);
      parts[at] = { ...part, reversed: part.reversed + taken, reopened };
    }
    if (credited > 0n && settledOf(parts) === 0n) sum.ended += 1;
    update(tx, ctx, CARD_REFUNDS, refund, { parts, reversedAt: standingOf(parts) === 0n ? ctx.now : null });
  }
  return { ...sum, newExcess: sum.newExcess + left };
}

const settledOf = (parts: readonly RefundPart[]): bigint => standingOf(parts.filter(({ of }) => of === 'SETTLED'));

/**
 * Takes money of a return back from suspense. If some of it remains, it waits in a deposit of its own, so that an operator
 * can decide about no more than is there. Returns the part as it is then; null if the money is not there any more.
 */
async function takeFromSuspense(
  unit: Unit,
  transaction: CardTransaction,
  part: RefundPart,
  taken: bigint,
  returnId: string,
): Promise<readonly RefundPart[] | null> {
  const deposit = (await unit.tx.get(DEPOSITS, part.of))!;
  const isThere = deposit.status === 'KEPT' || deposit.status === 'IN_SUSPENSE';
  if (!isThere || part.reversed > 0n || (await depositLeft(unit.tx, deposit)) < deposit.amount) return null;
  const reversed = await reverseDeposit(unit, deposit, { returnId, reason: null });
  if (!reversed.ok || reversed.value !== 'APPLIED') throw new Bug(`${deposit.id} could not be reversed`);
  const rest = deposit.amount - taken;
  if (rest === 0n) return [{ ...part, reversed: taken }];
  const why = 'it is the rest of a return that was reversed in part, and covers nothing';
  const { id: of } = await keepInSuspense(unit, transaction, rest, why);
  return [
    { ...part, amount: taken, reversed: taken },
    { ...part, of, amount: rest },
  ];
}

/** Who bears the reversal of a part of a return; that part is not in suspense. */
async function bearerOf({ tx }: Unit, { of }: RefundPart): Promise<'settled' | 'credited' | 'reopened' | 'newExcess'> {
  if (of === 'SETTLED') return 'settled';
  if (of === 'CREDITED') return 'credited';
  const exception = (await tx.get(EXCEPTIONS, of as ExceptionRecord['id']))!;
  const isOpen = exception.status === 'OPEN' || exception.resolution === 'WRITTEN_OFF';
  return isOpen ? 'reopened' : 'newExcess';
}
