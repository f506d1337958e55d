import type { BookingMessage, Rails } from '../accounts/index.js';
import {
  type CurrencyCode,
  domainError,
  type Environment,
  err,
  type FieldError,
  invalidFields,
  isHouse,
  newRecord,
  ok,
  type Result,
  splitTenant,
  type Unit,
  type UseCase,
} from '../kernel/index.js';
import { chart, type Line, post } from '../ledger/index.js';
import { isLedgerCurrency, MAX_COMPUTED } from '../money/index.js';
import { NEVER_SHORT } from '../transactions/index.js';
import { type Action, awaitApproval, needsApproval } from './approvals.js';
import { BOOKED_BY_HAND, type Booking, BOOKING_ENTRY, type BookingKind, BOOKINGS } from './booking.js';
import { type Operator, operatorText } from './operator.js';
import type { Outcome, TreasuryPorts } from './resolve-exception.js';

export interface BookTreasury {
  readonly kind: BookingKind;
  readonly reference: string;
  readonly rail: string;
  readonly currency: string;
  readonly amount: bigint;
  /** The bought side of a trade; of a transfer, only the rail that it reaches. */
  readonly boughtRail?: string | undefined;
  readonly boughtCurrency?: string | undefined;
  readonly boughtAmount?: bigint | undefined;
  readonly note?: string | undefined;
}

/** The stored form, also for approvals: null for absent fields. */
interface RecordedBooking extends Pick<BookTreasury, 'kind' | 'reference' | 'rail' | 'currency' | 'amount'> {
  readonly boughtRail: string | null;
  readonly boughtCurrency: string | null;
  readonly boughtAmount: bigint | null;
  readonly note: string | null;
}

const recorded = (input: BookTreasury): RecordedBooking => ({
  kind: input.kind,
  reference: input.reference,
  rail: input.rail,
  currency: input.currency,
  amount: input.amount,
  boughtRail: input.boughtRail ?? null,
  boughtCurrency: input.boughtCurrency ?? null,
  boughtAmount: input.boughtAmount ?? null,
  note: input.note ?? null,
});

/**
 * Books a movement of the service's own money with an entry in the house tenant. Above the configured amount the
 * movement waits for a second person instead. 403 FORBIDDEN in any other tenant; 400 INVALID_INPUT with every invalid
 * field; 409 CONFLICT if the reference was booked before.
 */
export const bookTreasury =
  (
    ports: TreasuryPorts & { readonly rails: Rails },
  ): UseCase<BookTreasury & { readonly by: Operator }, Outcome<Booking>> =>
  async (tx, ctx, { by, ...asked }) => {
    const input = recorded(asked);
    if (!isHouse(ctx.tenant)) return err('FORBIDDEN', "the service's own money is booked in the house tenant only");
    const errors = errorsOf(input, ports.rails, splitTenant(ctx.tenant).environment);
    if (errors.length > 0) return invalidFields(errors);
    const standing = await tx.find(BOOKINGS, 'reference', [input.rail, input.reference]);
    if (standing !== null)
      return err(
        'CONFLICT',
        `the reference ${input.reference} was booked before as ${standing.id}; use another reference for another movement`,
      );
    const action = actionOf(input);
    if (needsApproval(ports.approvalAmounts, action)) {
      return ok({ done: null, awaiting: awaitApproval(tx, ctx, ports, action, by) });
    }
    return ok({ done: book({ tx, ctx, ids: ports.ids }, input, by, null), awaiting: null });
  };

/** Books an action that a second person approved. */
export const bookApproved = (unit: Unit, action: Action, askedBy: Operator, approvedBy: Operator): Result<Booking> =>
  ok(book(unit, action.input as RecordedBooking, askedBy, approvedBy));

/** The name that stands for the rail itself as the one who booked. */
const REPORTED_BY = 'reported by the rail';

/** Books a movement that a rail reports. */
export function bookReported(
  unit: Unit,
  { rail, messageId, booking, currency, amount, note, worth, to }: BookingMessage,
): Booking {
  const input = recorded({
    kind: booking,
    reference: messageId,
    rail,
    currency,
    amount,
    boughtRail: to,
    boughtCurrency: worth?.currency,
    boughtAmount: worth?.amount,
    note: note ?? undefined,
  });
  return add(unit, input, REPORTED_BY, null);
}

const actionOf = (input: RecordedBooking): Action => ({
  operation: 'bookTreasury',
  path: `${input.rail}/${input.reference}`,
  moves: [
    { currency: input.currency as CurrencyCode, amount: input.amount },
    ...(input.boughtAmount === null
      ? []
      : [{ currency: input.boughtCurrency as CurrencyCode, amount: input.boughtAmount }]),
  ],
  input,
});

const TWICE = domainError('CONFLICT', 'the reference was booked meanwhile; use another reference for another movement');

const book = (unit: Unit, input: RecordedBooking, by: Operator, approvedBy: Operator | null): Booking =>
  add(unit, input, operatorText(by), approvedBy === null ? null : operatorText(approvedBy));

function add(
  unit: Unit,
  { currency, boughtCurrency, ...input }: RecordedBooking,
  bookedBy: string,
  approvedBy: string | null,
): Booking {
  const { tx, ctx, ids } = unit;
  const booking: Booking = {
    ...input,
    currency: currency as CurrencyCode,
    boughtCurrency: boughtCurrency as CurrencyCode | null,
    bookedBy,
    approvedBy,
    ...newRecord(ids.next('Booking'), ctx),
  };
  tx.add(BOOKINGS, booking, { conflicts: { reference: TWICE } });
  post(unit, { kind: BOOKING_ENTRY[booking.kind], cause: booking.id, lines: bookingLines(booking) }, NEVER_SHORT);
  return booking;
}

/**
 * The lines of a booking's entry. A trade takes the sold currency from `fx` and the bank, and adds the bought one to
 * both.
 */
export function bookingLines(booking: Booking): readonly Line[] {
  const { kind, tenant, rail, currency, amount, boughtRail, boughtCurrency, boughtAmount } = booking;
  const { environment } = splitTenant(tenant);
  const outside = chart.clearing(environment, rail, currency);
  const move = (from: Line['account'], to: Line['account'], by = amount): readonly Line[] => [
    { account: from, amount: -by },
    { account: to, amount: by },
  ];
  switch (kind) {
    case 'TOP_UP':
      return move(outside, chart.ownFunds(environment, currency));
    case 'WITHDRAWAL':
      return move(chart.ownFunds(environment, currency), outside);
    case 'CHARGE':
      return move(chart.bankCharges(environment, currency), outside);
    case 'INTEREST':
      return move(outside, chart.revenue(environment, currency));
    case 'NETWORK_FEE':
      return [
        ...move(chart.fx(environment, currency), outside),
        ...move(chart.networkFees(environment, boughtCurrency!), chart.fx(environment, boughtCurrency!), boughtAmount!),
      ];
    case 'TRANSFER':
      return move(chart.clearing(environment, boughtRail!, currency), outside);
    case 'TRADE': {
      const bought = chart.clearing(environment, boughtRail!, boughtCurrency!);
      return [
        ...move(chart.fx(environment, currency), outside),
        ...move(bought, chart.fx(environment, boughtCurrency!), boughtAmount!),
      ];
    }
  }
}

const MAX_TEXT = 140;

function errorsOf(input: RecordedBooking, rails: Rails, environment: Environment): readonly FieldError[] {
  const errors: FieldError[] = [];
  const names = rails.all.filter((rail) => rail.environment === environment).map(({ name }) => name);
  const leg = (prefix: string, rail: string | null, currency: string | null, amount: bigint | null): void => {
    const field = (name: string): string => (prefix === '' ? name : `${prefix}-${name}`);
    if (rail === null || !names.includes(rail))
      errors.push({ field: field('rail'), message: `must be one of ${names.join(', ')}` });
    if (currency === null || !isLedgerCurrency(currency))
      errors.push({ field: field('currency'), message: 'must be a supported currency' });
    if (amount === null || amount <= 0n || amount > MAX_COMPUTED) {
      errors.push({
        field: field('amount'),
        message: `must be an integer from 1 to ${MAX_COMPUTED} in smallest units`,
      });
    }
  };
  if (input.reference === '' || input.reference.length > MAX_TEXT) {
    errors.push({ field: 'reference', message: `must have 1 to ${MAX_TEXT} characters` });
  }
  leg('', input.rail, input.currency, input.amount);
  const bought = { rail: input.boughtRail, currency: input.boughtCurrency, amount: input.boughtAmount };
  const onlyFor = (kinds: string, options: readonly (keyof typeof bought)[]): void => {
    for (const option of options)
      if (bought[option] !== null) errors.push({ field: `bought-${option}`, message: `is allowed for ${kinds} only` });
  };
  if (!(BOOKED_BY_HAND as readonly BookingKind[]).includes(input.kind))
    errors.push({ field: 'kind', message: `must be one of ${BOOKED_BY_HAND.join(', ')}` });
  if (input.kind === 'TRADE') {
    leg('bought', input.boughtRail, input.boughtCurrency, input.boughtAmount);
    if (input.currency === input.boughtCurrency) {
      errors.push({ field: 'bought-currency', message: 'must differ from the sold currency' });
    }
  } else if (input.kind === 'TRANSFER') {
    const others = names.filter((name) => name !== input.rail);
    if (bought.rail === null || !others.includes(bought.rail))
      errors.push({ field: 'bought-rail', message: `must be one of ${others.join(', ')}` });
    onlyFor('trades', ['currency', 'amount']);
  } else {
    onlyFor('trades and transfers', ['rail']);
    onlyFor('trades', ['currency', 'amount']);
  }
  return errors;
}
