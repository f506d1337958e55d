import { err, isId, ok, Refused, type Result, type Tx, type UseCase } from '../kernel/index.js';
import { CARD_DISPUTES, type CardDispute } from './card-dispute.js';
import type { DisputeEvent } from './card-message.js';
import type { PlannedDispute } from './dispute-credits.js';
import { EFFECTS } from './dispute-messages.js';
import type { Tell } from './hear-told.js';
import { type CardAnswer, NETWORK_MESSAGES } from './network-message.js';

/** What a processor has told about a dispute in another way than by a message, such as on its page. */
export interface RecordDispute {
  readonly id: string;
  readonly event: DisputeEvent;
  /** What the network moved with it, in smallest units. */
  readonly amount: bigint;
  readonly currency: string;
  /** The processor's id of the message or the posting. It counts as the id of a message, so that each is booked once. */
  readonly reference: string;
}

async function recordable(
  tx: Tx,
  { id, event, amount, currency, reference }: RecordDispute,
): Promise<Result<CardDispute>> {
  const dispute = isId('CardDispute', id) ? await tx.get(CARD_DISPUTES, id) : null;
  if (dispute === null) return err('REFERENCE_NOT_FOUND', 'no such dispute');
  if (currency !== dispute.currency)
    return err('INVALID_CURRENCY', `currency must be that of the dispute, ${dispute.currency}`);
  if (amount === 0n && EFFECTS[event].isMoney)
    return err('AMOUNT_OUT_OF_RANGE', `amount must be at least 1: ${event} always moves money`);
  const known = await tx.find(NETWORK_MESSAGES, 'message', [dispute.processor, reference]);
  if (known !== null)
    return err(
      'CONFLICT',
      `${dispute.processor} has told a message with the reference ${reference} already (${known.kind})`,
    );
  return ok(dispute);
}

/**
 * What `recordDispute` would book. 404 REFERENCE_NOT_FOUND; 409 CONFLICT for a known reference; 400 INVALID_CURRENCY,
 * AMOUNT_OUT_OF_RANGE.
 */
export const planRecord: UseCase<RecordDispute, PlannedDispute> = async (tx, _ctx, input) => {
  const found = await recordable(tx, input);
  return found.ok ? ok({ dispute: found.value, amount: input.amount }) : found;
};

/** Books what an operator has read at the processor, as its message would be. The errors of `planRecord`. */
export const recordDispute =
  (tell: Readonly<Record<DisputeEvent, Tell>>): UseCase<RecordDispute, CardAnswer> =>
  async (tx, ctx, input) => {
    const found = await recordable(tx, input);
    if (!found.ok) return found;
    const { id: disputeId, cardId, transactionId, networkCaseId } = found.value;
    const told = await tell[input.event](tx, ctx, {
      ...{ cardId, transactionId, amount: input.amount, networkMessageId: input.reference, at: ctx.now },
      originalNetworkMessageId: networkCaseId ?? undefined,
      dispute: { disputeId, networkReason: null, dueAt: null },
    });
    if (!told.ok) return told;
    return told.value instanceof Refused ? { ok: false, error: told.value.error } : ok(told.value);
  };
