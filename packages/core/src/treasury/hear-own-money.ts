import type { BookingMessage, DifferenceMessage, Effect, HeldMessage, Rails } from '../accounts/index.js';
import { type Direction, EXCEPTIONS, openException } from '../exceptions/index.js';
import {
  type Environment,
  err,
  type FieldError,
  invalidFields,
  ok,
  type Result,
  splitTenant,
  type Tx,
  type Context,
  type IdSource,
  type Unit,
} from '../kernel/index.js';
import { amountText, isLedgerCurrency, MAX_COMPUTED } from '../money/index.js';
import { contradictionReference } from '../transactions/index.js';
import { bookReported } from './book.js';
import { type Booking, BOOKINGS } from './booking.js';
import { confirmStated } from './outside-payment.js';
import { differenceReference } from './resolutions.js';

export type OwnMoneyMessage = BookingMessage | DifferenceMessage | HeldMessage;

export interface HeardOwnMoney {
  readonly effect: Effect;
  /** Id of the booking or the exception. */
  readonly subject: string;
}

/**
 * Applies a message of a rail about the service's own money, in the house tenant. What a bank reports has happened, so
 * it needs no approval. 400 INVALID_AMOUNT, 400 INVALID_CURRENCY; 400 INVALID_INPUT if `worth` or `to` is missing or
 * wrong. An id that was used for another message is a contradiction.
 */
export const hearOwnMoney =
  ({ ids, rails }: { readonly ids: IdSource; readonly rails: Pick<Rails, 'all'> }) =>
  async (tx: Tx, ctx: Context, message: OwnMoneyMessage): Promise<Result<HeardOwnMoney>> => {
    const { rail, messageId, currency, amount } = message;
    const moved = message.kind === 'booking' && message.worth !== undefined ? [message, message.worth] : [message];
    for (const money of moved) {
      if (money.amount <= 0n || money.amount > MAX_COMPUTED)
        return err('INVALID_AMOUNT', `the amount must be from 1 to ${MAX_COMPUTED}`);
      if (!isLedgerCurrency(money.currency))
        return err('INVALID_CURRENCY', `${money.currency} is not a supported currency`);
    }
    const unit = { tx, ctx, ids };
    if (message.kind === 'booking') {
      if (messageId.length > LONGEST_REFERENCE)
        return invalidFields([{ field: 'messageId', message: `must have 1 to ${LONGEST_REFERENCE} characters` }]);
      const errors = errorsOf(message, rails, splitTenant(ctx.tenant).environment);
      if (errors.length > 0) return invalidFields(errors);
      await confirmReported(unit, message);
      const before = await tx.find(BOOKINGS, 'reference', [rail, messageId]);
      if (before === null) return ok({ effect: 'APPLIED', subject: bookReported(unit, message).id });
      if (isRepeatOf(before, message)) return ok({ effect: 'NONE', subject: before.id });
      return reused(unit, before.id, message, `${before.kind} of ${amountText(before.amount, before.currency)}`);
    }
    if (message.kind === 'difference') await confirmReported(unit, message);
    const kind = message.kind === 'held' ? 'PAYOUTS_HELD' : 'STATEMENT_DIFFERENCE';
    const reference =
      message.kind === 'held'
        ? messageId
        : differenceReference(message.direction, `${messageId}:${currency}:${amount}`);
    const before = await tx.find(EXCEPTIONS, 'matter', [kind, rail, reference]);
    if (before !== null && before.amount === amount && before.currency === currency)
      return ok({ effect: 'NONE', subject: before.id });
    if (before !== null) return reused(unit, before.id, message, amountText(before.amount, before.currency));
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

/** The bookings of a rail that prove a payment which operators booked. */
const PROVES: readonly BookingMessage['booking'][] = ['WITHDRAWAL', 'CHARGE'];

/** A bank that reports money as sent proves the payment that operators said they made. */
async function confirmReported(unit: Unit, message: BookingMessage | DifferenceMessage): Promise<void> {
  if (message.kind === 'booking' ? !PROVES.includes(message.booking) : message.direction === 'IN') return;
  const { rail, messageId: reference, currency, amount } = message;
  const { environment } = splitTenant(unit.ctx.tenant);
  await confirmStated(unit, { environment, rail, reference, currency, amount });
}

/** Opens the exception of other content under a known id. */
async function reused(
  unit: Unit,
  subject: string,
  message: OwnMoneyMessage,
  first: string,
): Promise<Result<HeardOwnMoney>> {
  const { rail, messageId, currency, amount } = message;
  const second = `${message.kind === 'booking' ? `${message.booking} of ` : ''}${amountText(amount, currency)}`;
  const { id } = await openException(unit, {
    kind: 'RAIL_CONTRADICTION',
    subject,
    reference: contradictionReference(`${messageId}: ${contentOf(message)}`),
    rail,
    direction: directionIn(message),
    currency,
    amount,
    reason: `${rail} reported ${first} as ${messageId}, and then ${second} under the same id; nothing was booked for the second`,
  });
  return ok({ effect: 'CONTRADICTED', subject: id });
}

/** The direction of the money that a message about own money reports; null for payouts that wait. */
function directionIn(message: OwnMoneyMessage): Direction | null {
  if (message.kind !== 'booking') return message.kind === 'held' ? null : message.direction;
  return message.booking === 'TOP_UP' || message.booking === 'INTEREST' ? 'IN' : 'OUT';
}

/** What distinguishes a message about own money from another one with its id, as its exception is stored. */
function contentOf(message: OwnMoneyMessage): string {
  const { currency, amount } = message;
  if (message.kind !== 'booking') return [message.kind, amount, currency].join(' ');
  const { booking, worth, to } = message;
  return [booking, amount, currency, to, worth?.amount, worth?.currency].filter((part) => part !== undefined).join(' ');
}

/** A network fee has its worth, and a transfer the rail that it reaches; other bookings have neither. */
function errorsOf(
  { booking, rail, currency, worth, to }: BookingMessage,
  rails: Pick<Rails, 'all'>,
  environment: Environment,
): readonly FieldError[] {
  const errors: FieldError[] = [];
  if (booking === 'NETWORK_FEE') {
    if (worth === undefined) errors.push({ field: 'worth', message: 'is required' });
    else if (worth.currency === currency)
      errors.push({ field: 'worth.currency', message: 'must differ from the currency of the fee' });
  } else if (worth !== undefined) errors.push({ field: 'worth', message: 'is allowed for NETWORK_FEE only' });
  if (booking === 'TRANSFER') {
    const reached = rails.all.some((each) => each.name === to && each.environment === environment);
    if (!reached || to === rail)
      errors.push({ field: 'to', message: `must be another rail that serves ${environment}` });
  } else if (to !== undefined) errors.push({ field: 'to', message: 'is allowed for TRANSFER only' });
  return errors;
}

const isRepeatOf = (before: Booking, { booking, currency, amount, worth, to }: BookingMessage): boolean =>
  before.kind === booking &&
  before.currency === currency &&
  before.amount === amount &&
  before.boughtRail === (to ?? null) &&
  before.boughtCurrency === (worth?.currency ?? null) &&
  before.boughtAmount === (worth?.amount ?? null);

const LONGEST_REFERENCE = 140;
