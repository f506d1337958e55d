import { EXCEPTION, type ExceptionRecord, EXCEPTIONS, openException, tellException } from '../exceptions/index.js';
import { Bug, type Reads, readAll, transition, type Unit } from '../kernel/index.js';
import { amountText } from '../money/index.js';
import type { CardTransaction } from './card-books.js';
import { type CardRefund, coveredOf, refundsOf } from './card-refund.js';

/** An amount that the network settled beyond what the customer may be charged, and what of it is not returned. */
export interface Excess {
  readonly exception: ExceptionRecord;
  readonly left: bigint;
}

/** Opens the exception of an excess, which its clearing or the reversal of a return books to `loss`. */
export async function openExcess(
  unit: Unit,
  { id, rail, card }: CardTransaction,
  networkMessageId: string,
  amount: bigint,
  why: string,
): Promise<void> {
  await openException(unit, {
    kind: 'CARD_EXCESS',
    subject: id,
    reference: networkMessageId,
    rail,
    currency: card.currency,
    amount,
    reason: `The network ${why}. ${amountText(amount, card.currency)} of it are booked to loss.`,
  });
}

/**
 * The excesses of a transaction of which something is not returned, in the order in which returns cover them: those
 * that no operator has decided about, then the others; the newest first.
 */
export async function excessesOf(
  reads: Reads,
  { id, card }: CardTransaction,
  refunds: readonly CardRefund[],
): Promise<readonly Excess[]> {
  if (card.moved.CARD_EXCESS === undefined) return [];
  const found = [...(await readAll(reads, EXCEPTIONS, { subject: id }))].reverse();
  const excesses = found
    .filter(({ kind }) => kind === 'CARD_EXCESS')
    .map((exception) => ({ exception, left: exception.amount - coveredOf(refunds, exception.id) }))
    .filter(({ left }) => left > 0n);
  const isOpen = ({ exception }: Excess): boolean => exception.status === 'OPEN';
  return [...excesses.filter(isOpen), ...excesses.filter((excess) => !isOpen(excess))];
}

/** The part of an excess that no return covers: what a resolution moves. */
export async function openExcessOf(reads: Reads, { id, subject, amount }: ExceptionRecord): Promise<bigint> {
  return amount - coveredOf(await refundsOf(reads, subject as CardTransaction['id']), id);
}

/** Stands for the operator of an exception that a message of the network ended. */
export const BY_NETWORK = 'the card network';

/** Resolves an exception of which a message of the network leaves nothing to decide. */
export function resolveByNetwork(unit: Unit, exception: ExceptionRecord): void {
  const { tx, ctx } = unit;
  const resolved = transition(tx, ctx, EXCEPTION, EXCEPTIONS, exception, 'resolve', {
    resolution: 'REFUSED',
    resolvedBy: BY_NETWORK,
    resolvedAt: ctx.now,
  });
  if (!resolved.ok) throw new Bug(resolved.error.message);
  tellException(unit, resolved.value.row.emits, resolved.value.record);
}
