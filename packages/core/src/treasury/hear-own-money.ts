import type { BookingMessage, DifferenceMessage, Effect, HeldMessage } from '../accounts/index.js';
import { EXCEPTIONS, openException } from '../exceptions/index.js';
import { err, invalidFields, ok, type Result, type Tx, type Context, type IdSource } from '../kernel/index.js';
import { isCurrency, MAX_COMPUTED } from '../money/index.js';
import { bookReported } from './book.js';
import { BOOKINGS } from './booking.js';
import { differenceReference } from './resolutions.js';

export type OwnMoneyMessage = BookingMessage | DifferenceMessage | HeldMessage;

export interface HeardOwnMoney {
  readonly effect: Effect;
  /** Id of the booking or the exception. */
  readonly subject: string;
}

/**
 * Applies a message of a rail about the service's own money, in the house tenant. What a bank reports has happened, so
 * it needs no approval. 400 INVALID_AMOUNT, 400 INVALID_CURRENCY; 409 CONFLICT if the id was used for another message.
 */
export const hearOwnMoney =
  ({ ids }: { readonly ids: IdSource }) =>
  async (tx: Tx, ctx: Context, message: OwnMoneyMessage): Promise<Result<HeardOwnMoney>> => {
    const { rail, messageId, currency, amount } = message;
    if (amount <= 0n || amount > MAX_COMPUTED)
      return err('INVALID_AMOUNT', `the amount must be from 1 to ${MAX_COMPUTED}`);
    if (!isCurrency(currency)) return err('INVALID_CURRENCY', `${currency} is not a supported currency`);
    const unit = { tx, ctx, ids };
    if (message.kind === 'booking') {
      if (messageId.length > LONGEST_REFERENCE)
        return invalidFields([{ field: 'messageId', message: `must have 1 to ${LONGEST_REFERENCE} characters` }]);
      const before = await tx.find(BOOKINGS, 'reference', [rail, messageId]);
      if (before === null) return ok({ effect: 'APPLIED', subject: bookReported(unit, message).id });
      const isRepeat = before.kind === message.booking && before.currency === currency && before.amount === amount;
      return isRepeat ? ok({ effect: 'NONE', subject: before.id }) : err('CONFLICT', REUSED);
    }
    const kind = message.kind === 'held' ? 'PAYOUTS_HELD' : 'STATEMENT_DIFFERENCE';
    const reference =
      message.kind === 'held'
        ? messageId
        : differenceReference(message.direction, `${messageId}:${currency}:${amount}`);
    const before = await tx.find(EXCEPTIONS, 'matter', [kind, rail, reference]);
    if (before !== null) return ok({ effect: 'NONE', subject: before.id });
    const { id } = await openException(unit, {
      kind,
      subject: rail,
      reference,
      rail,
      currency,
      amount,
      reason: message.reason,
    });
    return ok({ effect: 'APPLIED', subject: id });
  };

const LONGEST_REFERENCE = 140;
const REUSED = 'messageId was used for a booking with other content; send each message with its own id';
